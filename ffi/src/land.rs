//! What the ground is like: outlines of any form, areas, links, heights and discomfort.

use hybrid::navmesh::{Area, LinkDefinition, polygon};
use hybrid::{Discomfort, HeightGrid};

use crate::border::{Out, definition, items, outline};
use crate::guard::{guarded, guarded_or};
use crate::handle::{
    AreaHandle, DiscomfortHandle, Handle, LinkHandle, ObstacleHandle, WorldHandle,
};
use crate::registry;
use crate::result::ResultCode;
use crate::vector::Vec2;

/// Adds an obstacle of any form: a simple polygon, convex or not, 3 to HNAV_MAX_OUTLINE_POINTS points, in metres, in either
/// direction round. Takes effect as hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddOutline(
    world: WorldHandle,
    points: *const Vec2,
    count: u32,
    obstacle: *mut ObstacleHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (points, obstacle) =
            unsafe { (outline(points, count)?, Out::new(obstacle, "the new obstacle's handle")?) };
        registry::edit(world, |entry| {
            let key = entry.world.add_outline(polygon(&points, &[]))?;
            obstacle.write(ObstacleHandle::new(key, entry.stamp));
            Ok(ResultCode::Ok)
        })
    })
}

/// Gives an obstacle another convex outline, see hnavWorld_AddObstacle(), and so another place, size or form; it keeps its
/// handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_MoveObstacle(
    world: WorldHandle,
    obstacle: ObstacleHandle,
    points: *const Vec2,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let points = unsafe { outline(points, count)? };
        registry::edit(world, |entry| {
            let key = obstacle.key(entry.stamp).unwrap_or_default();
            entry.world.move_obstacle(key, &points)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Adds an area of other ground: a simple polygon, convex or not, 3 to HNAV_MAX_OUTLINE_POINTS points, in metres. A metre
/// in it costs `cost` metres of free ground, at least 1, times the factor of a unit's movement kind for ground of this
/// kind, 0 to 15 (ground in no area is of kind 0). Where areas overlap the dearest counts. Takes effect as
/// hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddArea(
    world: WorldHandle,
    points: *const Vec2,
    count: u32,
    kind: u32,
    cost: f32,
    area: *mut AreaHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let (points, area) =
            unsafe { (outline(points, count)?, Out::new(area, "the new area's handle")?) };
        registry::edit(world, |entry| {
            let ground = Area { kind: small(kind), cost };
            let key = entry.world.add_area(polygon(&points, &[]), ground)?;
            area.write(AreaHandle::new(key, entry.stamp));
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes an area; takes effect as hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RemoveArea(world: WorldHandle, area: AreaHandle) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            entry.world.remove_area(area.key(entry.stamp).unwrap_or_default())?;
            Ok(ResultCode::Ok)
        })
    })
}

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
            both_ways: def.both_ways != 0,
            cost: def.cost,
            kind: small(def.kind),
            capacity: def.capacity,
        };
        registry::edit(world, |entry| {
            let key = entry.world.add_link(def.from.into(), def.to.into(), &like)?;
            link.write(LinkHandle::new(key, entry.stamp));
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes a link. Units that are on it get to its end.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RemoveLink(world: WorldHandle, link: LinkHandle) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            entry.world.remove_link(link.key(entry.stamp).unwrap_or_default())?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Says how high the ground lies, in metres, at the points of a grid, in place of what was said before: `count` heights in
/// rows of `columns`, row by row from south to north, `spacing` metres apart, the first at `lower`; between them bilinear,
/// beyond the border as on it. Ways up cost more. With a `count` of 0 the ground is flat.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_SetHeights(
    world: WorldHandle,
    lower: Vec2,
    spacing: f32,
    columns: u32,
    heights: *const f32,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's array.
        let heights = unsafe { items(heights, count)? };
        let grid = (count > 0).then(|| HeightGrid {
            min: lower.into(),
            spacing,
            columns: columns as usize,
            heights: heights.to_vec(),
        });
        registry::edit(world, |entry| {
            entry.world.set_heights(grid)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Adds a disc of ground that units shun: fire, gas, the reach of a gun. `center` and `radius` in metres; `amount` is how
/// many metres of free ground more a metre there costs, above 0 to 1000, and adds up where discs overlap; `seconds` is how
/// long it lasts, above 0, or infinite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddDiscomfort(
    world: WorldHandle,
    center: Vec2,
    radius: f32,
    amount: f32,
    seconds: f32,
    discomfort: *mut DiscomfortHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let discomfort = unsafe { Out::new(discomfort, "the new discomfort's handle")? };
        registry::edit(world, |entry| {
            let disc = Discomfort { center: center.into(), radius, amount, seconds };
            let key = entry.world.add_discomfort(&disc)?;
            discomfort.write(DiscomfortHandle::new(key, entry.stamp));
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes a discomfort before its time.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RemoveDiscomfort(
    world: WorldHandle,
    discomfort: DiscomfortHandle,
) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            let key = discomfort.key(entry.stamp).unwrap_or_default();
            entry.world.remove_discomfort(key)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// A kind; what does not fit is as wrong as the greatest one.
fn small(kind: u32) -> u8 {
    u8::try_from(kind).unwrap_or(u8::MAX)
}
