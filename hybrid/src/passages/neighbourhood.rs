//! Where a gate may be near: squares that are counted from the corner of the box round all gates.

use glam::{IVec2, Vec2};

use super::close::{Close, GateNumber, MARGIN};
use crate::base::tolerances::GATE_INSET;

/// Squares in the box round all gates, and little beyond.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbourhood {
    side: f32,
    inverse: f32,
    min: Vec2,
    size: IVec2,
}

/// The most squares: where there would be more, they are larger.
const MOST_SQUARES: f32 = 400_000.0;

impl Neighbourhood {
    /// Squares of at least `side` metres for gates in a box.
    pub(crate) fn new([low, high]: [Vec2; 2], side: f32) -> Self {
        let extent = high - low;
        let side = side.max((extent.x * extent.y / MOST_SQUARES).sqrt());
        let side = side.max(extent.max_element() / MOST_SQUARES);
        let reach = reach(side);
        let size = ((extent + 2.0 * reach) / side).ceil().as_ivec2() + 1;
        Self { side, inverse: side.recip(), min: low - reach, size }
    }

    /// Returns whether a gate comes near the square of a point: if not, no way from there that is shorter than a side crosses
    /// one.
    pub(crate) fn has_gate(&self, close: &Close, point: Vec2) -> bool {
        let place = (point - self.min) * self.inverse;
        let square = place.as_ivec2();
        if place.cmplt(Vec2::ZERO).any() || square.cmpge(self.size).any() {
            return false;
        }
        let center = self.min + (square.as_vec2() + 0.5) * self.side;
        // From the centre of a square its corners are this far away.
        let far = reach(self.side) + 0.5 * std::f32::consts::SQRT_2 * self.side * (1.0 + MARGIN);
        if close.clearance(point) > far + self.side {
            return false;
        }
        close
            .gates_in([center - far, center + far])
            .any(|gate| self.is_near(gate, square, center, far))
    }

    fn is_near(&self, gate: &GateNumber, square: IVec2, center: Vec2, far: f32) -> bool {
        let (from, to) = (gate.mouth.left, gate.mouth.right);
        let (low, high) = (from.min(to) - reach(self.side), from.max(to) + reach(self.side));
        let number = |point: Vec2| ((point - self.min) / self.side).floor().as_ivec2();
        let way = to - from;
        let share = (center - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
        let nearest = from + way * share.clamp(0.0, 1.0);
        square.cmpge(number(low)).all()
            && square.cmple(number(high)).all()
            && nearest.distance_squared(center) <= far * far
    }
}

fn reach(side: f32) -> f32 {
    side * (1.0 + MARGIN) + GATE_INSET
}
