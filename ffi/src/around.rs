//! What is round a point: walls, and free ground.

use hybrid::navmesh::{Location, NavMesh, PathError, RandomArea};

use crate::border::{List, Out, definition};
use crate::guard::{guarded, guarded_or};
use crate::handle::WorldHandle;
use crate::parameters::yes_or_no;
use crate::path::mesh_for;
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::vector::Vec2;

/// What to look for round a point. Take it from hnavDefaultPointQuery(), then change what you like.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PointQuery {
    /// Set by hnavDefaultPointQuery().
    pub struct_size: u32,
    /// The point, in metres.
    pub point: Vec2,
    /// The radius of who stands there, in metres, see hnavPathQuery.
    pub radius: f32,
    /// How far from the point to look, in metres: 0 or more. hnavWorld_FindRandomPoint() takes less than 1/1024 m as 0: the
    /// point itself, if it is free.
    pub within: f32,
    /// The movement kind of who stands there: the index of one of the world's; by default 0.
    pub movement_kind: u32,
    /// Whether only ground counts to which a way over the ground leads from the point, which must be free then: 0 (the
    /// default) or 1. For hnavWorld_FindRandomPoint() alone.
    pub connected: u32,
}

/// The query for a disc of a radius round a point, and how far from there to look, all in metres.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultPointQuery(point: Vec2, radius: f32, within: f32) -> PointQuery {
    guarded_or(PointQuery::default(), || PointQuery {
        struct_size: size_of::<PointQuery>() as u32,
        point,
        radius,
        within,
        movement_kind: 0,
        connected: 0,
    })
}

/// The walls near a point, for the centre of who stands there: two ends each, in metres, one behind the other; free ground
/// is to the left of the way from the first to the second. A wall may come in several pieces. `within` must be finite.
/// `count` gets the number of ends, see hnavWorld_GetEvents() for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindWalls(
    world: WorldHandle,
    query: *const PointQuery,
    ends: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a PointQuery starts with its size.
        let (query, ends) = unsafe {
            let query = definition(query, "hnavDefaultPointQuery()")?;
            (query, List::new(ends, capacity, count)?)
        };
        registry::query(world, |entry, _| {
            let mesh = mesh_for(&entry.world, query.radius, query.movement_kind)?;
            let walls = mesh.walls_near(query.point.into(), query.within)?;
            let points = walls.iter().flatten().map(|&end| Vec2::from(end));
            Ok(ends.fill_up(2 * walls.len(), points))
        })
    })
}

/// A free point near another one, or anywhere where `within` is infinite; in metres. It is chosen by two random numbers of
/// your own, 0 or more and below 1: if all such numbers are equally likely then so are all free points, and equal numbers
/// give equal points. HNAV_RESULT_NONE if nothing there is free. It looks at all mesh cells that are near.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindRandomPoint(
    world: WorldHandle,
    query: *const PointQuery,
    random_a: f64,
    random_b: f64,
    point: *mut Vec2,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a PointQuery starts with its size.
        let (query, point) = unsafe {
            (definition(query, "hnavDefaultPointQuery()")?, Out::new(point, "the random point")?)
        };
        registry::query(world, |entry, _| {
            let mesh = mesh_for(&entry.world, query.radius, query.movement_kind)?;
            let found = mesh.random_point([random_a, random_b], &area(mesh, &query)?)?;
            let Some(found) = found else { return Ok(ResultCode::None) };
            point.write(found.into());
            Ok(ResultCode::Ok)
        })
    })
}

/// Where the points of a query may lie.
fn area(mesh: &NavMesh, query: &PointQuery) -> Result<RandomArea, Failure> {
    let point = query.point.into();
    let disc = (query.within != f32::INFINITY).then_some((point, query.within));
    if !yes_or_no("connected", query.connected)? {
        return Ok(RandomArea { component: None, disc });
    }
    match mesh.locate(point) {
        Location::Cell(cell) => Ok(RandomArea { component: Some(mesh.component(cell)), disc }),
        _ => Err(PathError::StartBlocked { point }.into()),
    }
}
