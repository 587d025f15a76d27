//! A passage: a narrow way with a mouth at each end.

use glam::Vec2;
use navmesh::Bounds;
use serde::{Deserialize, Serialize};

/// An end of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mouth {
    /// The ends of the gate, as seen when going in; where the centre of a unit of the least class can be.
    pub(crate) left: Vec2,
    pub(crate) right: Vec2,
}

impl Mouth {
    /// The direction that leads in.
    pub(crate) fn inward(&self) -> Vec2 {
        (self.right - self.left).perp().normalize_or_zero()
    }

    /// The middle.
    pub(crate) fn middle(&self) -> Vec2 {
        self.left.midpoint(self.right)
    }

    /// Returns how far inside a point is, in metres; negative outside.
    pub(crate) fn depth(&self, point: Vec2) -> f32 {
        (point - self.left).dot(self.inward())
    }

    /// Returns how far a point is from it, in metres.
    pub(crate) fn distance(&self, point: Vec2) -> f32 {
        let (way, offset) = (self.right - self.left, point - self.left);
        let share = offset.dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
        offset.distance(way * share.clamp(0.0, 1.0))
    }

    /// Returns the gate, gone through the other way.
    pub(crate) fn reversed(self) -> Self {
        Self { left: self.right, right: self.left }
    }

    /// The part that remains when some metres are taken from the left and from the right end; its middle if nothing
    /// does.
    pub(crate) fn shrunk(self, left: f32, right: f32) -> Self {
        let way = self.right - self.left;
        let length = way.length();
        if length <= left + right {
            let at = self.left + way * (0.5 + 0.5 * (left - right) / length.max(left + right));
            return Self { left: at, right: at };
        }
        let along = way / length;
        Self { left: self.left + along * left, right: self.right - along * right }
    }
}

/// A narrow way. Its gates are in order from end 0 to end 1, each as seen on that way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Passage {
    pub(crate) gates: Vec<Mouth>,
    /// The least distance between its walls, in metres.
    pub(crate) width: f32,
    /// From mouth to mouth, in metres.
    pub(crate) length: f32,
    /// Whether its last gate lies in the wall at its bottom: nobody comes in there.
    pub(crate) is_dead_end: bool,
}

impl Passage {
    /// Returns whether it has gates, all of them in some bounds, and none longer than `widest` metres or of no length.
    pub(crate) fn is_valid(&self, bounds: Bounds, widest: f32) -> bool {
        let is_right = |gate: &Mouth| {
            let length = gate.left.distance(gate.right);
            bounds.contains(gate.left)
                && bounds.contains(gate.right)
                && length > 0.0
                && length <= widest
        };
        self.gates.len() > usize::from(self.is_dead_end)
            && self.gates.iter().all(is_right)
            && [self.width, self.length].iter().all(|value| value.is_finite() && *value >= 0.0)
    }

    /// The gates on the way in from an end, and on to the other one, each as seen on that way.
    pub(crate) fn gate_from(&self, end: usize, index: usize) -> Mouth {
        if end == 0 {
            self.gates[index]
        } else {
            self.gates[self.gates.len() - 1 - index].reversed()
        }
    }

    /// A mouth, as seen when going in.
    pub(crate) fn mouth(&self, end: usize) -> Mouth {
        self.gate_from(end, 0)
    }

    /// Returns how far behind the mouth a unit is, in metres, that came by an end, has so many gates behind it, and is so far
    /// from the next one.
    pub(crate) fn depth(&self, end: usize, passed: usize, rest: f32) -> f32 {
        if passed == 0 {
            return 0.0;
        }
        let middle = |index: usize| self.gate_from(end, index).middle();
        let steps =
            (passed + 1..self.gates.len()).map(|next| middle(next - 1).distance(middle(next)));
        (self.length - steps.sum::<f32>() - rest).max(0.0)
    }

    /// Returns how many units of a radius fit side by side.
    pub(crate) fn lanes(&self, radius: f32) -> u32 {
        (self.width / (2.0 * radius) + LANE_SLACK).floor() as u32
    }
}

/// Lanes: a passage that lacks this much of a unit's diameter for another lane has it all the same.
const LANE_SLACK: f32 = 0.02;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_of_no_length_or_wider_than_any_passage_are_none() {
        let bounds = Bounds::new(Vec2::splat(-1e5), Vec2::splat(1e5));
        let is_valid = |left: Vec2, right: Vec2| {
            let gates = vec![Mouth { left: Vec2::ZERO, right: Vec2::X }, Mouth { left, right }];
            Passage { gates, width: 1.0, length: 1.0, is_dead_end: true }.is_valid(bounds, 5.5)
        };
        assert!(is_valid(Vec2::ZERO, Vec2::new(5.5, 0.0)));
        assert!(is_valid(Vec2::new(1e5, -1e5), Vec2::new(1e5, -1e5 + 0.01)));
        for right in [
            Vec2::new(5.51, 0.0),
            Vec2::splat(1e5),
            Vec2::ZERO,
            Vec2::splat(f32::from_bits(1)),
            Vec2::splat(f32::NAN),
            Vec2::new(0.0, f32::INFINITY),
        ] {
            assert!(!is_valid(Vec2::ZERO, right) && !is_valid(right, Vec2::ZERO), "{right}");
        }
    }

    #[test]
    fn units_are_as_deep_inside_as_they_have_walked() {
        let gate = |y: f32| Mouth { left: Vec2::new(0.0, y), right: Vec2::new(1.0, y) };
        let passage = Passage {
            gates: vec![gate(0.0), gate(3.0), gate(10.0)],
            length: 10.0,
            ..Passage::default()
        };
        for (end, passed, distance, depth) in [
            (0, 0, 2.0, 0.0),
            (0, 1, 1.0, 2.0),
            (0, 2, 4.0, 6.0),
            (1, 1, 2.0, 5.0),
            (1, 2, 3.0, 7.0),
        ] {
            assert_eq!(passage.depth(end, passed, distance), depth, "{end} {passed}");
        }
    }

    #[test]
    fn a_mouth_is_as_far_as_its_nearest_point() {
        let mouth = Mouth { left: Vec2::ZERO, right: Vec2::X };
        for (point, distance) in
            [(Vec2::new(0.3, -2.0), 2.0), (Vec2::new(4.0, 4.0), 5.0), (Vec2::new(-1.0, 0.0), 1.0)]
        {
            assert_eq!(mouth.distance(point), distance);
        }
        assert_eq!(Mouth { left: Vec2::Y, right: Vec2::Y }.distance(Vec2::ZERO), 1.0);
    }
}
