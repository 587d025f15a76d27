//! How a unit's velocity follows its chosen velocity: acceleration, turn rate and greatest speed have limits.

use glam::Vec2;

use crate::bodies::unit::Body;
use crate::tolerances::STILL;

/// Brings heading and velocity of a unit forward by one tick of `dt` seconds.
pub(crate) fn drive(body: &mut Body, dt: f32) {
    let speed = body.chosen.length();
    let mut wanted = Vec2::ZERO;
    if speed > STILL {
        let direction = body.chosen / speed;
        body.heading = turned(body.heading, direction, body.turn);
        // Slower the more it still has to turn, so that it turns on the spot rather than circle round its target.
        wanted = body.heading * (speed * body.heading.dot(direction).max(0.0));
    }
    let change = (wanted - body.velocity).clamp_length_max(body.acceleration * dt);
    body.velocity = (body.velocity + change).clamp_length_max(body.max_speed);
}

/// Turns a unit vector towards another one by at most the angle whose cosine and sine are given.
fn turned(heading: Vec2, towards: Vec2, turn: Vec2) -> Vec2 {
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

    #[test]
    fn limits_hold() {
        let mut body = body(2.0);
        for tick in 0..200 {
            let (heading, velocity) = (body.heading, body.velocity);
            body.chosen =
                [Vec2::new(9.0, 1.0), Vec2::new(-2.0, 0.0), Vec2::new(0.0, -1.0)][tick / 20 % 3];
            drive(&mut body, DT);
            assert!((body.velocity - velocity).length() <= 4.0 * DT + 1e-5);
            assert!(body.velocity.length() <= 2.0 + 1e-5);
            assert!(heading.angle_to(body.heading).abs() <= 2.0 * DT + 1e-4);
            assert!((body.heading.length() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_target_within_the_turning_circle_is_reached() {
        let mut body = body(1.0);
        let target = Vec2::new(0.0, 0.8);
        let mut nearest = f32::INFINITY;
        for _ in 0..200 {
            let way = target - body.position;
            body.chosen = way.normalize_or_zero() * 2.0_f32.min(way.length() / 0.3);
            drive(&mut body, DT);
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
            drive(&mut body, DT);
        }
        assert_eq!(body.velocity, Vec2::ZERO);
    }
}
