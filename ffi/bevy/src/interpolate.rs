//! Transforms between two steps.

use bevy_ecs::change_detection::{DetectChangesMut, Mut, Res};
use bevy_ecs::system::Query;
use bevy_math::{Vec2, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

use crate::plane::{NavPlane, bits};
use crate::unit::{NavDriver, NavMotion, NavUnit};
use crate::world::NavWorld;

/// Writes the transforms of units that the world moves, where they have moved; how high they are stays the game's affair.
pub(crate) fn interpolate(
    nav: Res<NavWorld>,
    fixed: Res<Time<Fixed>>,
    mut units: Query<(&NavUnit, &mut NavMotion, &mut Transform)>,
) {
    let (plane, turns) = (nav.plane(), nav.turns());
    let fraction = nav.fraction(fixed.overstep());
    for (unit, mut motion, transform) in &mut units {
        if unit.driver == NavDriver::World && motion.unit_in(&nav).is_some() {
            show(motion.bypass_change_detection(), transform, plane, fraction, turns);
        }
    }
}

/// Writes a transform, unless the game has moved it since and the world does not know yet.
fn show(
    motion: &mut NavMotion,
    mut transform: Mut<Transform>,
    plane: NavPlane,
    fraction: f32,
    turns: bool,
) {
    let found = plane.flatten(transform.translation);
    if bits(found) != bits(motion.shown) && !motion.goes_back {
        return;
    }
    let at = between(motion.previous, motion.position, fraction);
    motion.goes_back = false;
    if bits(at) != bits(found) {
        transform.translation = placed(plane, at, transform.translation);
        motion.shown = plane.flatten(transform.translation);
    }
    if turns {
        let rotation = motion.rotation(plane, fraction);
        if transform.rotation != rotation {
            transform.rotation = rotation;
        }
    }
}

/// A point on the way from one to another.
fn between(from: Vec2, to: Vec2, fraction: f32) -> Vec2 {
    if from == to { to } else { from.lerp(to, fraction) }
}

/// A point of the plane, as high as another one.
fn placed(plane: NavPlane, at: Vec2, height: Vec3) -> Vec3 {
    plane.raise(at, plane.height(height))
}
