//! Links: ways that lead where no ground does.

use hybrid::World;
use hybrid::navmesh::{Link, LinkDefinition};

use crate::border::{List, Out, definition};
use crate::guard::{guarded, guarded_or};
use crate::handle::{Handle, LinkHandle, WorldHandle};
use crate::land::small;
use crate::parameters::yes_or_no;
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::vector::Vec2;

/// A way from one point to another that is none over the ground: a jump, a ladder, a teleport. Take it from
/// hnavDefaultLinkDef(), then change what you like.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkDef {
    /// Set by hnavDefaultLinkDef().
    pub struct_size: u32,
    /// Where it begins, in metres: free for at least one class.
    pub from: Vec2,
    /// Where it leads to, in metres: free for at least one class.
    pub to: Vec2,
    /// What it costs, in metres of free ground: 0 or more.
    pub cost: f32,
    /// The kind of link, 0 to 15, see hnavMovementKind; by default 0.
    pub kind: u32,
    /// How many may be on it at once: at least 1; by default any number.
    pub capacity: u32,
    /// Whether it leads back as well: 0 (the default) or 1.
    pub both_ways: u32,
}

impl LinkDef {
    fn new(link: &Link) -> Self {
        let LinkDefinition { both_ways, cost, kind, capacity } = link.definition;
        Self {
            struct_size: size_of::<Self>() as u32,
            from: link.from.into(),
            to: link.to.into(),
            cost,
            kind: kind.into(),
            capacity,
            both_ways: both_ways.into(),
        }
    }
}

/// The definition of a one-way link from one point to another, in metres, with a cost in metres of free ground.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultLinkDef(from: Vec2, to: Vec2, cost: f32) -> LinkDef {
    guarded_or(LinkDef::default(), || LinkDef {
        struct_size: size_of::<LinkDef>() as u32,
        from,
        to,
        cost,
        kind: 0,
        capacity: u32::MAX,
        both_ways: 0,
    })
}

/// Adds a link; it takes effect at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddLink(
    world: WorldHandle,
    def: *const LinkDef,
    link: *mut LinkHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a LinkDef starts with its size.
        let (def, link) = unsafe {
            (definition(def, "hnavDefaultLinkDef()")?, Out::new(link, "the new link's handle")?)
        };
        let like = LinkDefinition {
            both_ways: yes_or_no("bothWays", def.both_ways)?,
            cost: def.cost,
            kind: small(def.kind)?,
            capacity: def.capacity,
        };
        registry::edit(world, |entry| {
            let key = entry.world.add_link(def.from.into(), def.to.into(), &like)?;
            link.write(entry.name(key, World::remove_link)?);
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes a link. Units that are on it get to its end.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RemoveLink(world: WorldHandle, link: LinkHandle) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            entry.world.remove_link(link.key(&entry.stamps).unwrap_or_default())?;
            Ok(ResultCode::Ok)
        })
    })
}

/// All links, in a fixed order. `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetLinks(
    world: WorldHandle,
    links: *mut LinkHandle,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let links = unsafe { List::new(links, capacity, count)? };
        registry::read(world, |entry| {
            let total = entry.world.links().count();
            let handles = entry.world.links().map(|(key, _)| LinkHandle::new(key, &entry.stamps));
            Ok(links.fill_up(total, handles))
        })
    })
}

/// What a link was made from.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_GetLink(
    world: WorldHandle,
    link: LinkHandle,
    def: *mut LinkDef,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let def = unsafe { Out::new(def, "the link's definition")? };
        registry::read(world, |entry| {
            let known = link.key(&entry.stamps).and_then(|key| entry.world.link(key));
            let known = known.ok_or_else(|| {
                let message = "the handle names no link of this world: it is null, or the link has been removed, or is another world's";
                Failure::new(ResultCode::StaleHandle, message)
            })?;
            def.write(LinkDef::new(&known));
            Ok(ResultCode::Ok)
        })
    })
}
