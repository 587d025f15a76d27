//! Convex rings of sides, and what a line does to one.
//!
//! ```text
//!      v2 ─── side 2 ─── v1        vertex k is the crossing of side k and side k + 1,
//!       │                 │        side k runs from vertex k − 1 to vertex k,
//!     side 3           side 1      the inside is to the left of every side
//!       │                 │
//!      v3 ─── side 0 ─── v0
//! ```

use glam::DVec2;

use super::line::{Lines, Side};

/// A strictly convex polygon, counter-clockwise. A buffer: cutting fills one from another without allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ring {
    /// The sides in order.
    pub(crate) sides: Vec<Side>,
    /// The vertices, rounded to f64; tile-local units.
    pub(crate) vertices: Vec<DVec2>,
}

impl Ring {
    /// Becomes the polygon with these sides.
    pub(crate) fn set(&mut self, sides: &[Side], lines: &Lines) {
        self.sides.clear();
        self.sides.extend_from_slice(sides);
        self.vertices.clear();
        let next = sides.iter().skip(1).chain(sides.first());
        self.vertices.extend(sides.iter().zip(next).map(|(&p, &q)| lines.crossing(p, q)));
    }

    /// The area, in square units.
    pub(crate) fn area(&self) -> f64 {
        let base = self.vertices[0];
        self.vertices.windows(2).map(|pair| (pair[0] - base).perp_dot(pair[1] - base)).sum::<f64>()
            * 0.5
    }

    /// The box round the ring.
    pub(crate) fn extent(&self) -> (DVec2, DVec2) {
        self.vertices.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(min, max), &vertex| {
            (min.min(vertex), max.max(vertex))
        })
    }

    /// On which side of a line the vertices lie (see [`Lines::signs`]); returns whether some lie on each.
    pub(crate) fn is_cut(&self, cut: Side, lines: &Lines, signs: &mut Vec<i32>) -> bool {
        signs.clear();
        signs.extend(lines.signs(cut, (&self.sides, &self.vertices)));
        signs.iter().any(|&sign| sign > 0) && signs.iter().any(|&sign| sign < 0)
    }

    /// Becomes the part of another ring inside a line that cuts it, whose vertices have these signs there.
    pub(crate) fn set_part(&mut self, whole: &Ring, cut: Side, signs: &[i32], lines: &Lines) {
        self.sides.clear();
        self.vertices.clear();
        let mut before = signs[signs.len() - 1];
        let mut closing = 0;
        for (k, &sign) in signs.iter().enumerate() {
            // A side is kept if part of it is inside; the cut follows the last.
            if before > 0 || sign > 0 {
                self.sides.push(whole.sides[k]);
                self.vertices.push(whole.vertices[k]);
                if sign <= 0 {
                    closing = self.sides.len();
                    self.sides.push(cut);
                    self.vertices.push(DVec2::ZERO);
                }
            }
            before = sign;
        }
        let after = self.sides[(closing + 1) % self.sides.len()];
        self.vertices[closing - 1] = lines.crossing(self.sides[closing - 1], cut);
        self.vertices[closing] = lines.crossing(cut, after);
    }
}
