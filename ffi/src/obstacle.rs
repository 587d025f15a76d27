//! Obstacles.

use crate::border::{Out, items};
use crate::guard::guarded;
use crate::handle::{Handle, ObstacleHandle, WorldHandle};
use crate::registry;
use crate::result::{Failure, ResultCode};
use crate::vector::Vec2;

/// The most points of an obstacle's outline.
pub const MAX_OUTLINE_POINTS: u32 = 4096;

/// Adds a convex obstacle: its outline in metres, 3 to HNAV_MAX_OUTLINE_POINTS points, in either direction round. It
/// takes effect in the next step, or as soon as a call needs it. A unit that it lands on moves to the nearest free
/// place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddObstacle(
    world: WorldHandle,
    points: *const Vec2,
    count: u32,
    obstacle: *mut ObstacleHandle,
) -> ResultCode {
    guarded(|| {
        if count > MAX_OUTLINE_POINTS {
            let message =
                format!("an outline of {count} points: give at most {MAX_OUTLINE_POINTS}");
            return Err(Failure::new(ResultCode::OutOfRange, message));
        }
        // SAFETY: the caller's pointers.
        let (points, obstacle) =
            unsafe { (items(points, count)?, Out::new(obstacle, "the new obstacle's handle")?) };
        let outline: Vec<_> = points.iter().map(|&point| point.into()).collect();
        registry::with(world, |entry| {
            let key = entry.world.add_obstacle(&outline)?;
            obstacle.write(ObstacleHandle::new(key, entry.stamp));
            Ok(ResultCode::Ok)
        })
    })
}

/// Removes an obstacle; takes effect as hnavWorld_AddObstacle() does.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RemoveObstacle(
    world: WorldHandle,
    obstacle: ObstacleHandle,
) -> ResultCode {
    guarded(|| {
        registry::with(world, |entry| {
            let key = obstacle.key(entry.stamp).unwrap_or_default();
            entry.world.remove_obstacle(key)?;
            Ok(ResultCode::Ok)
        })
    })
}
