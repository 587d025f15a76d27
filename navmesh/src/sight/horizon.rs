//! How far a sweep needs to look: only to where a way to somewhere else may still lead that is short enough.

use glam::DVec2;

use super::cone::{Cone, Post};
use crate::tolerances::HORIZON_SLACK;

/// An ellipse round the apex of a sweep and another place: all places over which the way from the one to the other is at
/// most so long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    /// The other place, from the apex; metres.
    focus: DVec2,
    /// Metres.
    most: f64,
}

impl Default for Horizon {
    fn default() -> Self {
        Self::NONE
    }
}

impl Horizon {
    /// There is none: everything is looked at.
    pub(crate) const NONE: Horizon = Horizon { focus: DVec2::ZERO, most: f64::INFINITY };

    pub(crate) fn new(focus: DVec2, most: f64) -> Self {
        Self { focus, most }
    }

    /// Returns a horizon for ways of another length, in metres.
    pub(crate) fn at(self, most: f64) -> Self {
        Self { most, ..self }
    }

    /// Returns whether something over which ways have at least a length is within.
    pub(crate) fn shows(&self, least: f64) -> bool {
        least <= self.most
    }

    /// The least length of a way over a door with these ends, as far as a cone goes through it, or a little less.
    pub(crate) fn least_through(&self, cone: &Cone, posts: [&Post; 2]) -> f64 {
        self.least_over(posts.map(|post| post.way), cone.part_between(posts))
    }

    /// The least length of a way over a part of a straight line, or a little less.
    pub(crate) fn least_over(&self, [from, to]: [DVec2; 2], part: [f64; 2]) -> f64 {
        if self.most == f64::INFINITY {
            return 0.0;
        }
        let along = to - from;
        // How far the two places are from the line, on one side or the other, and next to what point of it.
        let beside = [-from, self.focus - from].map(|place| along.perp_dot(place).abs());
        let next_to = [-from, self.focus - from].map(|place| along.dot(place));
        let weight = beside[0] + beside[1];
        let least = if weight > 0.0 {
            let sum = beside[0] * next_to[1] + beside[1] * next_to[0];
            sum / (weight * along.length_squared())
        } else {
            part[0]
        };
        // The length has one minimum on the line.
        let at = from + along * least.clamp(part[0], part[1]);
        at.length() + at.distance(self.focus) - HORIZON_SLACK
    }
}
