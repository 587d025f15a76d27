//! Paths.

use hybrid::World;
use hybrid::navmesh::{NavMesh, PathOptions};

use crate::border::{Buffer, Out, definition};
use crate::guard::{guarded, guarded_or};
use crate::handle::WorldHandle;
use crate::registry;
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
}

/// The query for a path between two points, in metres, for a disc of a radius, in metres.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultPathQuery(from: Vec2, to: Vec2, radius: f32) -> PathQuery {
    guarded_or(PathQuery::default(), || PathQuery {
        struct_size: size_of::<PathQuery>() as u32,
        from,
        to,
        radius,
    })
}

/// Finds a short path past all obstacles (units do not count): its points, start and goal included. `count` gets their
/// number. If it is above `capacity`, only the first `capacity` points are written and the result is HNAV_RESULT_MORE.
/// With a `capacity` of 0, `points` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_FindPath(
    world: WorldHandle,
    query: *const PathQuery,
    points: *mut Vec2,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers; a PathQuery starts with its size.
        let (query, points, count) = unsafe {
            let query = definition(query, "hnavDefaultPathQuery()")?;
            (query, Buffer::new(points, capacity)?, Out::new(count, "the place of the count")?)
        };
        registry::with(world, |entry| {
            entry.world.commit()?;
            let options = PathOptions::with_entry(entry.world.definition().parameters.entry);
            let (from, to) = (query.from.into(), query.to.into());
            let mesh = mesh_for(&entry.world, query.radius)?;
            let path = mesh.find_path(&mut entry.search, from, to, &options)?;
            Ok(points.fill(count, path.points.into_iter().map(Vec2::from)))
        })
    })
}

/// The mesh of the least class that is not smaller than a radius.
fn mesh_for(world: &World, radius: f32) -> Result<&NavMesh, Failure> {
    let radii = &world.definition().class_radii;
    let greatest = radii.last().copied().unwrap_or_default();
    let class = radii.partition_point(|&class| class < radius);
    world.mesh(class).filter(|_| class < radii.len() && radius >= 0.0).ok_or_else(|| {
        let message =
            format!("a radius of {radius} m: give 0 to the world's greatest class, {greatest} m");
        Failure::new(code_of_number(radius), message)
    })
}
