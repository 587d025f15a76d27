//! How a unit walks on its way: how far, how often it turns back, and how far while it waits.

use std::collections::VecDeque;

use glam::Vec2;

use crate::scoring::rules::{Body, Rules};
use crate::tolerances::{REVERSAL_COSINE, TURN_SECONDS, TURN_SHARE, WAITING_SHARE};

/// One unit's walk until it arrives.
#[derive(Debug, Clone, Default)]
pub struct Gait {
    /// Metres walked.
    pub walked: f32,
    /// How often the unit turned back: what it moved in half a second leads more than 120° away from what it moved in the half
    /// second before, both at a quarter of its speed at least.
    pub reversals: u32,
    /// Metres walked while the unit waited: from when it was told to, and had slowed down below half its speed, until it was
    /// told to go on. `None` if it never waited.
    pub waited: Option<f32>,
    is_waiting: bool,
    /// Whether it was ever faster than half its speed: who sets out does not wait.
    has_walked: bool,
    /// Positions of the last second, newest last, as long as none of them was part of a reversal.
    recent: VecDeque<Vec2>,
}

impl Gait {
    /// Follows the unit through a tick, from `before` to `now`; `must_wait`: whether it was told to wait.
    pub fn observe(&mut self, rules: &Rules, body: &Body, step: [Vec2; 2], must_wait: bool) {
        let [before, now] = step;
        let walked = before.distance(now);
        self.walked += walked;
        let is_slow = walked < WAITING_SHARE * body.speed * rules.tick;
        self.has_walked |= !is_slow;
        if self.is_waiting && must_wait {
            self.waited = Some(self.waited.unwrap_or(0.0) + walked);
        }
        self.is_waiting = must_wait && (self.is_waiting || self.has_walked && is_slow);
        if self.is_waiting {
            self.waited.get_or_insert(0.0);
        }
        self.observe_turn(rules, body, step);
    }

    fn observe_turn(&mut self, rules: &Rules, body: &Body, [before, now]: [Vec2; 2]) {
        let half = rules.ticks(TURN_SECONDS) as usize;
        if self.recent.is_empty() {
            self.recent.push_back(before);
        }
        self.recent.push_back(now);
        if self.recent.len() <= 2 * half {
            return;
        }
        let [first, turn, last] = [0, half, 2 * half].map(|index| self.recent[index]);
        let (back, ahead) = (turn - first, last - turn);
        let least = TURN_SHARE * body.speed * half as f32 * rules.tick;
        let is_walk = back.length() > least && ahead.length() > least;
        if is_walk && back.dot(ahead) < REVERSAL_COSINE * back.length() * ahead.length() {
            self.reversals += 1;
            self.recent.clear();
        } else {
            self.recent.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { tick: 0.1, arrive_radius: 1.5, near_radius: 6.0 };
    const BODY: Body = Body { radius: 0.5, speed: 1.0 };

    /// Walks legs of a direction, a speed in m/s and seconds, each told to wait or not.
    fn gait(legs: &[(f32, f32, f32, bool)]) -> Gait {
        let (mut gait, mut at) = (Gait::default(), Vec2::ZERO);
        for &(degrees, speed, seconds, must_wait) in legs {
            let step = Vec2::from_angle(degrees.to_radians()) * speed * RULES.tick;
            for _ in 0..(seconds / RULES.tick).round() as u32 {
                gait.observe(&RULES, &BODY, [at, at + step], must_wait);
                at += step;
            }
        }
        gait
    }

    fn reversals(legs: &[(f32, f32, f32)]) -> u32 {
        let leg = |&(degrees, speed, seconds): &_| (degrees, speed, seconds, false);
        gait(&legs.iter().map(leg).collect::<Vec<_>>()).reversals
    }

    #[test]
    fn turns_back_are_counted_once_each() {
        assert_eq!(reversals(&[(0.0, 1.0, 5.0)]), 0);
        assert_eq!(reversals(&[(0.0, 1.0, 2.0), (180.0, 1.0, 2.0), (0.0, 1.0, 2.0)]), 2);
        // Whenever within a half second it turns.
        for later in 0..5 {
            let until = 2.0 + 0.1 * later as f32;
            assert_eq!(reversals(&[(0.0, 1.0, until), (180.0, 0.4, 2.0)]), 1, "{later}");
        }
    }

    #[test]
    fn other_turns_are_none() {
        assert_eq!(reversals(&[(0.0, 1.0, 2.0), (110.0, 1.0, 2.0)]), 0, "not far enough round");
        assert_eq!(reversals(&[(0.0, 1.0, 2.0), (130.0, 1.0, 2.0)]), 1);
        assert_eq!(reversals(&[(0.0, 0.2, 2.0), (180.0, 1.0, 2.0)]), 0, "too slow before");
        assert_eq!(reversals(&[(0.0, 1.0, 2.0), (180.0, 0.2, 2.0)]), 0, "too slow after");
        assert_eq!(
            reversals(&[(0.0, 1.0, 2.0), (0.0, 0.0, 1.0), (180.0, 1.0, 2.0)]),
            0,
            "it stood"
        );
        assert_eq!(
            reversals(&[(0.0, 1.0, 0.3), (180.0, 1.0, 0.3), (0.0, 0.0, 2.0)]),
            0,
            "too short"
        );
    }

    #[test]
    fn who_waits_walks_from_when_it_has_become_slow() {
        let waited = |legs: &[(f32, f32, f32, bool)]| gait(legs).waited;
        assert_eq!(
            waited(&[(0.0, 1.0, 1.0, false), (0.0, 0.0, 5.0, false)]),
            None,
            "it stands, but was not told to"
        );
        assert_eq!(waited(&[(0.0, 1.0, 5.0, true)]), None, "it comes near at full speed");
        assert_eq!(waited(&[(0.0, 0.3, 1.0, true), (0.0, 1.0, 5.0, true)]), None, "it sets out");
        assert_eq!(waited(&[(0.0, 1.0, 2.0, true), (0.0, 0.0, 3.0, true)]), Some(0.0));
        // It is slow for a tick, then walks to and fro at any speed, until it is told to go on.
        let waits = [(0.0, 1.0, 2.0, true), (0.0, 0.0, 0.1, true), (90.0, 0.9, 2.0, true)];
        let found = waited(&waits).unwrap();
        assert!((found - 1.8).abs() < 1e-4, "{found}");
        let then = [(0.0, 1.0, 5.0, false), (0.0, 1.0, 2.0, true), (0.0, 0.2, 1.1, true)];
        let found = waited(&[&waits[..], &then].concat()).unwrap();
        assert!((found - 2.0).abs() < 1e-4, "both waits, {found}");
    }

    #[test]
    fn all_that_is_walked_is_added_up() {
        let found =
            gait(&[(0.0, 1.0, 3.0, false), (90.0, 0.5, 4.0, true), (180.0, 1.0, 3.0, false)]);
        assert!((found.walked - 8.0).abs() < 1e-4, "{}", found.walked);
    }
}
