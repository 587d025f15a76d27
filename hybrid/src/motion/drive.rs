//! How a unit's velocity follows its chosen velocity: acceleration, turn rate and greatest speed have limits.

use glam::Vec2;

use crate::base::tolerances::STILL;
use crate::bodies::unit::Body;

/// How many times its acceleration a unit may change its velocity beyond that to get back the speed that others have taken from it.
/// A crowd before a mouth, in which each sets out from rest when the one before it is gone, loses a third of the mouth's capacity.
const RELEASE: f32 = 3.0;

/// Where a unit looks, and how fast it is.
#[derive(Clone, Copy)]
pub(super) struct Motion {
    pub(super) heading: Vec2,
    pub(super) velocity: Vec2,
}

impl Motion {
    pub(super) fn of(body: &Body) -> Self {
        Self { heading: body.heading, velocity: body.velocity }
    }
}

/// Heading and velocity of a unit a tick of `dt` seconds later, if it would like to have a velocity and may go so fast on ground
/// that does not slow it. It sooner gets back the speed that others have taken from it, `held_back` in m/s.
pub(super) fn driven(body: &Body, most: f32, chosen: Vec2, held_back: f32, dt: f32) -> Motion {
    let Motion { mut heading, velocity } = Motion::of(body);
    let (most, fastest) = (most * body.ease, body.max_speed * body.ease);
    // Only one that is held back: rounding may have made a full speed a little more.
    let chosen = if most < fastest { chosen.clamp_length_max(most) } else { chosen };
    let speed = chosen.length();
    let mut wanted = Vec2::ZERO;
    if speed > STILL {
        let direction = chosen / speed;
        heading = turned(heading, direction, body.turn);
        // Slower the more it still has to turn, so that it turns on the spot rather than circle round its target.
        wanted = heading * (speed * heading.dot(direction).max(0.0));
    }
    let most_change = body.acceleration * dt;
    let released = held_back.min(RELEASE * most_change);
    let change = (wanted - velocity).clamp_length_max(most_change + released);
    Motion { heading, velocity: (velocity + change).clamp_length_max(fastest) }
}

/// Turns a unit vector towards another one by at most the angle whose cosine and sine are given.
pub(crate) fn turned(heading: Vec2, towards: Vec2, turn: Vec2) -> Vec2 {
    if heading.dot(towards) >= turn.x {
        return towards;
    }
    // Straight behind, either way is as good: to the left.
    let side = if heading.perp_dot(towards) < 0.0 { -turn.y } else { turn.y };
    Vec2::new(turn.x, side).rotate(heading).normalize_or(heading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::unit::UnitDefinition;

    const DT: f32 = 0.1;

    fn body(turn_rate: f32) -> Body {
        let definition = UnitDefinition { turn_rate, ..UnitDefinition::new(Vec2::ZERO, 0.3, 2.0) };
        Body::new(&definition, 0, DT)
    }

    fn drive(body: &mut Body, chosen: Vec2) {
        let Motion { heading, velocity } = driven(body, body.max_speed, chosen, body.held_back, DT);
        (body.heading, body.velocity) = (heading, velocity);
    }

    #[test]
    fn limits_hold() {
        let mut body = body(2.0);
        for tick in 0..200 {
            let (heading, velocity) = (body.heading, body.velocity);
            let chosen =
                [Vec2::new(9.0, 1.0), Vec2::new(-2.0, 0.0), Vec2::new(0.0, -1.0)][tick / 20 % 3];
            drive(&mut body, chosen);
            assert!((body.velocity - velocity).length() <= 4.0 * DT + 1e-5);
            assert!(body.velocity.length() <= 2.0 + 1e-5);
            assert!(heading.angle_to(body.heading).abs() <= 2.0 * DT + 1e-4);
            assert!((body.heading.length() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn who_was_held_back_gets_back_to_its_speed_at_once_but_no_faster() {
        let change = |held_back: f32| {
            let mut body = body(6.0);
            body.held_back = held_back;
            drive(&mut body, Vec2::new(2.0, 0.0));
            body.velocity.x
        };
        assert_eq!([0.0, 0.25, 2.0].map(change), [0.4, 0.65, 1.6]);
    }

    #[test]
    fn a_target_within_the_turning_circle_is_reached() {
        let mut body = body(1.0);
        let target = Vec2::new(0.0, 0.8);
        let mut nearest = f32::INFINITY;
        for _ in 0..200 {
            let way = target - body.position;
            drive(&mut body, way.normalize_or_zero() * 2.0_f32.min(way.length() / 0.3));
            body.position += body.velocity * DT;
            nearest = nearest.min(body.position.distance(target));
        }
        assert!(nearest < 0.05, "{nearest}");
    }

    #[test]
    fn without_a_wish_it_stops() {
        let mut body = body(6.0);
        body.velocity = Vec2::new(2.0, 0.0);
        for _ in 0..6 {
            drive(&mut body, Vec2::ZERO);
        }
        assert_eq!(body.velocity, Vec2::ZERO);
    }
}
