//! Paths.

use hybrid::World;
use hybrid::navmesh::{NavMesh, Path, PathEnd, PathOptions, Search};

use crate::border::{List, Out, definition};
use crate::guard::{guarded, guarded_or};
use crate::handle::{Handle, LinkHandle, WorldHandle};
use crate::parameters;
use crate::registry::{self, WorldEntry};
use crate::result::{Failure, ResultCode, code_of_number};
use crate::vector::Vec2;

/// What path to look for. Take it from hnavDefaultPathQuery(), then change what you like.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PathQuery {
    /// Set by hnavDefaultPathQuery().
    pub struct_size: u32,
    /// Where the path starts, in metres.
    pub from: Vec2,
    /// Where it ends, in metres.
    pub to: Vec2,
    /// The radius of who walks it, in metres: 0 to the world's greatest class. The path keeps the radius of the least
    /// class that is not smaller from all walls.
    pub radius: f32,
    /// An hnavEntry: how to search; default HNAV_ENTRY_CROSSING.
    pub entry: i32,
    /// Whether a goal that is blocked, outside or cannot be reached gives a path to the nearest point that can (1), or is
    /// refused (0, the default).
    pub partial: u32,
    /// The movement kind of who walks it: the index of one of the world's; by default 0.
    pub movement_kind: u32,
}

/// What a path is like.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PathInfo {
    /// Its length over the ground, in metres.
    pub length: f32,
    /// What it costs: each metre as much as the ground there, and the links.
    pub cost: f32,
    /// The straight distance from its end to the goal, in metres; 0 if it leads there.
    pub missing: f32,
    /// How many mesh cells the search looked at.
    pub expanded: u32,
    /// How many of its legs are links, see hnavWorld_FindPathLinks().
    pub link_count: u32,
}

/// A leg of a path that is a link.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PathLink {
    /// The index of the point at which the link begins; it leads to the next point.
    pub point: u32,
    /// The link.
    pub link: LinkHandle,
}

impl PathInfo {
    fn new(path: &Path) -> Self {
        let missing = match path.end {
            PathEnd::Goal => 0.0,
            PathEnd::Nearest { distance } => distance,
        };
        let Path { length, cost, expanded, .. } = *path;
        Self { length, cost, missing, expanded, link_count: path.links.len() as u32 }
    }
}

/// The query for a path between two points, in metres, for a disc of a radius, in metres.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultPathQuery(from: Vec2, to: Vec2, radius: f32) -> PathQuery {
    guarded_or(PathQuery::default(), || PathQuery {
        struct_size: size_of::<PathQuery>() as u32,
        from,
        to,
        radius,
        entry: parameters::Entry::Crossing as i32,
        partial: 0,
        movement_kind: 0,
    })
}

/// Finds a short path past all obstacles (units do not count): its points, start and goal included. `count` gets their
/// number. If it is above `capacity`, only the first `capacity` points are written and the result is HNAV_RESULT_MORE.
/// With a `capacity` of 0, `points` may be NULL. `info` may be NULL.
///
/// A path that does not lead to the goal, because the query allows it, comes with HNAV_RESULT_PARTIAL.
///
/// Many threads may ask at the same time, while no call changes the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindPath(
    world: WorldHandle,
    query: *const PathQuery,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
    info: *mut PathInfo,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a PathQuery starts with its size.
        let (query, points, info) = unsafe {
            let query = definition(query, "hnavDefaultPathQuery()")?;
            let points = List::new(points, capacity, count)?;
            (query, points, Out::wanted(info, "what the path is like")?)
        };
        registry::query(world, |entry, search| {
            let path = found(entry, search, &query)?;
            if let Some(info) = info {
                info.write(PathInfo::new(&path));
            }
            let is_whole = path.end == PathEnd::Goal;
            match points.fill(path.points.into_iter().map(Vec2::from)) {
                ResultCode::Ok if !is_whole => Ok(ResultCode::Partial),
                code => Ok(code),
            }
        })
    })
}

/// Which legs of the path of a query are links, in their order: the query is searched again as hnavWorld_FindPath() does.
/// `count` gets their number, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindPathLinks(
    world: WorldHandle,
    query: *const PathQuery,
    links: *mut PathLink,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a PathQuery starts with its size.
        let (query, links) = unsafe {
            let query = definition(query, "hnavDefaultPathQuery()")?;
            (query, List::new(links, capacity, count)?)
        };
        registry::query(world, |entry, search| {
            let path = found(entry, search, &query)?;
            let mesh = mesh_for(&entry.world, query.radius, query.movement_kind)?;
            // Meshes have handles of their own for links; links that are alike may stand for each other.
            let named = path.links.iter().map(|leg| {
                let like = mesh.link(leg.link);
                let known = entry.world.links().find(|(_, link)| Some(link) == like);
                let link = known.map_or_else(LinkHandle::default, |(key, _)| {
                    LinkHandle::new(key, &entry.stamps)
                });
                PathLink { point: leg.point as u32, link }
            });
            Ok(links.fill(named))
        })
    })
}

/// The path of a query.
fn found(entry: &WorldEntry, search: &mut Search, query: &PathQuery) -> Result<Path, Failure> {
    let options = PathOptions::with_entry(parameters::entry(query.entry)?);
    let is_partial = parameters::yes_or_no("partial", query.partial)?;
    let options = if is_partial { options.or_nearest() } else { options };
    let mesh = mesh_for(&entry.world, query.radius, query.movement_kind)?;
    Ok(mesh.find_path(search, query.from.into(), query.to.into(), &options)?)
}

/// The mesh of the least radius class that is not smaller than a radius, and of a movement kind.
pub(crate) fn mesh_for(world: &World, radius: f32, kind: u32) -> Result<&NavMesh, Failure> {
    let definition = world.definition();
    let (radii, kinds) = (&definition.class_radii, definition.movement_kinds.len());
    if kind as usize >= kinds {
        let message = format!("movement kind {kind}, but the world has {kinds}");
        return Err(Failure::new(ResultCode::OutOfRange, message));
    }
    let class = radii.partition_point(|&class| class < radius);
    let fits = radius >= 0.0 && class < radii.len();
    let mesh = fits.then(|| world.mesh(kind as usize * radii.len() + class)).flatten();
    mesh.ok_or_else(|| {
        let greatest = radii.last().copied().unwrap_or_default();
        let message =
            format!("a radius of {radius} m: give 0 to the world's greatest class, {greatest} m");
        Failure::new(code_of_number(radius), message)
    })
}
