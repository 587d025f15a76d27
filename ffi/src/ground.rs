//! Questions about the ground. Many threads may ask at the same time, while no call changes the world.

use hybrid::navmesh::{Location, NavMesh, Ray};

use crate::border::{Out, definition, outline};
use crate::guard::guarded;
use crate::handle::WorldHandle;
use crate::path::{PathQuery, mesh_for};
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::vector::{Vec2, finite};

/// What a ray met.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct RayHit {
    /// Whether it met a wall. If not, the whole way is free, and the rest says where it ended.
    pub hit: bool,
    /// The last free point of the ray, about 2 mm before the wall; its end if it met none.
    pub point: Vec2,
    /// The side of the free area that it met; free ground is to the left of the way from the first point to the second.
    pub wall: [Vec2; 2],
}

/// Asks the mesh of a radius, and writes the answer if there is one.
fn ask<T>(
    world: WorldHandle,
    radius: f32,
    kind: u32,
    answer: Out<T>,
    question: impl FnOnce(&NavMesh) -> Result<Option<T>, Failure>,
) -> Result<ResultCode, Failure> {
    registry::query(world, |entry, _| {
        let Some(found) = question(mesh_for(&entry.world, radius, kind)?)? else {
            return Ok(ResultCode::None);
        };
        answer.write(found);
        Ok(ResultCode::Ok)
    })
}

/// Whether the centre of a disc of a radius and a movement kind (see hnavPathQuery) may stand at a point: inside the world, and clear of all
/// walls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_IsFree(
    world: WorldHandle,
    point: Vec2,
    radius: f32,
    movement_kind: u32,
    free: *mut bool,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let free = unsafe { Out::new(free, "the answer")? };
        let point = finite(point, "the point")?;
        ask(world, radius, movement_kind, free, |mesh| {
            Ok(Some(matches!(mesh.locate(point), Location::Cell(_))))
        })
    })
}

/// The point nearest to another where the centre of a disc of a radius and a movement kind (see hnavPathQuery) may stand, not farther than
/// `within` metres (0 or more, or infinite): `HNAV_RESULT_NONE` if there is none. A free point is its own nearest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindNearest(
    world: WorldHandle,
    point: Vec2,
    radius: f32,
    movement_kind: u32,
    within: f32,
    nearest: *mut Vec2,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let nearest = unsafe { Out::new(nearest, "the nearest point")? };
        ask(world, radius, movement_kind, nearest, |mesh| {
            Ok(mesh.nearest_point(point.into(), within)?.map(|nearest| nearest.point.into()))
        })
    })
}

/// Whether a disc of a radius and a movement kind (see hnavPathQuery) can go straight from one point to another, and where the first wall
/// is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_CastRay(
    world: WorldHandle,
    from: Vec2,
    to: Vec2,
    radius: f32,
    movement_kind: u32,
    hit: *mut RayHit,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let hit = unsafe { Out::new(hit, "what the ray met")? };
        ask(world, radius, movement_kind, hit, |mesh| {
            Ok(Some(match mesh.ray_cast(from.into(), to.into())? {
                Ray::Clear => RayHit { point: to, ..RayHit::default() },
                Ray::Hit { point, wall } => {
                    RayHit { hit: true, point: point.into(), wall: wall.map(Vec2::from) }
                }
            }))
        })
    })
}

/// Where a disc of a radius and a movement kind (see hnavPathQuery) ends that moves from one point towards another and glides along the walls
/// that it meets: always a free point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Slide(
    world: WorldHandle,
    from: Vec2,
    to: Vec2,
    radius: f32,
    movement_kind: u32,
    end: *mut Vec2,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let end = unsafe { Out::new(end, "the end")? };
        ask(world, radius, movement_kind, end, |mesh| {
            Ok(Some(mesh.slide(from.into(), to.into())?.into()))
        })
    })
}

/// Whether a way over the ground leads from one point to another, for a disc of a radius and a movement kind (see hnavPathQuery). No search
/// is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_IsReachable(
    world: WorldHandle,
    from: Vec2,
    to: Vec2,
    radius: f32,
    movement_kind: u32,
    reachable: *mut bool,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let reachable = unsafe { Out::new(reachable, "the answer")? };
        ask(world, radius, movement_kind, reachable, |mesh| {
            Ok(Some(mesh.reachable(from.into(), to.into())?))
        })
    })
}

/// Whether a convex obstacle, if it were added, would cut the two ends of a query apart: a way leads from one to the
/// other now, and none would then. The world stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_WouldBlock(
    world: WorldHandle,
    points: *const Vec2,
    count: u32,
    query: *const PathQuery,
    blocks: *mut bool,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a PathQuery starts with its size.
        let (points, query, blocks) = unsafe {
            let query = definition(query, "hnavDefaultPathQuery()")?;
            (outline(points, count)?, query, Out::new(blocks, "the answer")?)
        };
        let (from, to) = (query.from.into(), query.to.into());
        ask(world, query.radius, query.movement_kind, blocks, |mesh| {
            Ok(Some(mesh.would_block(&points, from, to)?))
        })
    })
}
