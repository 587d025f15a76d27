//! Obstacles.

use hybrid::World;

use crate::border::{Out, outline};
use crate::guard::guarded;
use crate::handle::{Handle, ObstacleHandle, WorldHandle};
use crate::registry;
use crate::result::ResultCode;
use crate::vector::Vec2;

/// Adds a convex obstacle: its outline in metres, 3 to HNAV_MAX_OUTLINE_POINTS points, in either direction round. A unit
/// that it lands on moves to the nearest free place.
///
/// Edits are gathered: a call costs little, and all of them take effect together in the next step, in
/// hnavWorld_Commit(), or before the next query.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_AddObstacle(
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
            let key = entry.world.add_obstacle(&points)?;
            obstacle.write(entry.name(key, World::remove_obstacle)?);
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
        registry::edit(world, |entry| {
            let key = obstacle.key(&entry.stamps).unwrap_or_default();
            entry.world.remove_obstacle(key)?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Makes all edits take effect now. Steps and queries do so by themselves: call it to choose the moment, or to learn of
/// HNAV_RESULT_TOO_MANY_CELLS at once. What edits mean for units is seen to in the next step.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_Commit(world: WorldHandle) -> ResultCode {
    guarded(|| registry::commit(world).map(|()| ResultCode::Ok))
}
