//! What games change of obstacles, as calls of the world.

use bevy_ecs::change_detection::{DetectChanges, Ref, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::system::Query;
use bevy_math::Vec2;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use hybrid::{World, WorldError, glam, navmesh};

use crate::message::NavRefused;
use crate::obstacle::{NavObstacle, NavObstacleState};
use crate::plane::{NavPlane, bits, inward};
use crate::world::NavWorld;

type Found<'a> = (
    Entity,
    Ref<'a, NavObstacle>,
    Ref<'a, Transform>,
    Ref<'a, GlobalTransform>,
    &'a mut NavObstacleState,
);

/// Adds obstacles that are new, and moves those that have changed.
pub(crate) fn sync_obstacles(
    mut nav: ResMut<NavWorld>,
    mut obstacles: Query<Found>,
    transforms: TransformHelper,
    mut refused: MessageWriter<NavRefused>,
) {
    let nav = &mut *nav;
    for (entity, obstacle, transform, global, mut state) in &mut obstacles {
        let is_known = state.serial == nav.serial();
        let changed = obstacle.is_changed() || transform.is_changed() || global.is_changed();
        if is_known && !changed {
            continue;
        }
        if !is_known {
            *state = NavObstacleState { serial: nav.serial(), ..NavObstacleState::default() };
        }
        // That of Bevy is a frame late, and not there yet for who is new.
        let Ok(place) = transforms.compute_global_transform(entity) else { continue };
        let outline = placed(&obstacle.outline, &place, nav.plane());
        if state.tried.iter().copied().map(bits).eq(outline.iter().copied().map(bits)) && is_known {
            continue;
        }
        if let Err(error) = put(nav.world_mut(), &mut state, &outline) {
            refused.write(NavRefused { entity: Some(entity), error });
        }
        state.tried = outline;
    }
}

/// An outline where its transform puts it.
fn placed(outline: &[Vec2], place: &GlobalTransform, plane: NavPlane) -> Vec<Vec2> {
    let put = |&corner| plane.flatten(place.transform_point(plane.raise(corner, 0.0)));
    outline.iter().map(put).collect()
}

/// Gives an obstacle an outline.
fn put(
    world: &mut World,
    state: &mut NavObstacleState,
    outline: &[Vec2],
) -> Result<(), WorldError> {
    let corners: Vec<glam::Vec2> = outline.iter().copied().map(inward).collect();
    let is_convex = is_convex(&corners);
    match state.obstacle {
        Some(obstacle) if is_convex => world.move_obstacle(obstacle, &corners)?,
        _ => {
            let added = match is_convex {
                true => world.add_obstacle(&corners)?,
                false => world.add_outline(navmesh::polygon(&corners, &[]))?,
            };
            if let Some(before) = state.obstacle.replace(added) {
                world.remove_obstacle(before)?;
            }
        }
    }
    Ok(())
}

/// Returns whether an outline turns to one side only, once round.
fn is_convex(corners: &[glam::Vec2]) -> bool {
    let count = corners.len();
    let (mut left, mut right, mut flips) = (false, false, 0);
    for at in 0..count {
        let [a, b, c] = [0, 1, 2].map(|k| corners[(at + k) % count]);
        let turn = (b - a).perp_dot(c - b);
        left |= turn > 0.0;
        right |= turn < 0.0;
        // Round once, ways change from east to west and back.
        flips += usize::from(((b - a).x < 0.0) != ((c - b).x < 0.0));
    }
    !(left && right) && flips <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use hybrid::glam::vec2;

    #[test]
    fn corners_to_both_sides_are_not_convex() {
        let square = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)];
        let dart = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(0.5, 0.5), vec2(0.0, 2.0)];
        let star: Vec<glam::Vec2> =
            (0..5_u8).map(|k| glam::Vec2::from_angle(f32::from(k) * 2.0 * 1.256_637)).collect();
        let mut back = square;
        back.reverse();
        assert!(is_convex(&square) && is_convex(&back));
        assert!(!is_convex(&dart) && !is_convex(&star));
    }
}
