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

use super::line::{Corner, Lines, Side};

/// A strictly convex polygon, counter-clockwise. A buffer: cutting fills one from another without allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ring {
    pub(crate) corners: Vec<Corner>,
}

impl Ring {
    /// Becomes the polygon with these sides.
    pub(crate) fn set(&mut self, sides: &[Side], lines: &Lines) {
        self.corners.clear();
        let next = sides.iter().skip(1).chain(sides.first());
        let corner = |(&side, &next)| Corner { side, vertex: lines.crossing(side, next) };
        self.corners.extend(sides.iter().zip(next).map(corner));
    }

    /// Which vertices lie on which side of a line. The scratch is for their depths.
    pub(crate) fn cut(&self, line: Side, lines: &Lines, scratch: &mut Vec<f64>) -> Cut {
        lines.find_depths(line, &self.corners, scratch);
        let [mut inside, mut outside] = [Run::default(); 2];
        let mut before = 0.0;
        for (k, &depth) in scratch.iter().enumerate() {
            // A run that passes the end of the list begins with its last part.
            inside.first = if (depth > 0.0) & (before <= 0.0) { k } else { inside.first };
            outside.first = if (depth < 0.0) & (before >= 0.0) { k } else { outside.first };
            inside.count += (depth > 0.0) as usize;
            outside.count += (depth < 0.0) as usize;
            before = depth;
        }
        let mut cut = Cut { line, inside, outside, area: 0.0 };
        if cut.parts_it() {
            cut.area = self.area_of(outside, scratch);
        }
        cut
    }

    /// About how large the part of the ring is in which a run of vertices lies, by how deep these and their neighbours lie
    /// on the other side of the line that parts it; square units.
    fn area_of(&self, run: Run, depths: &[f64]) -> f64 {
        let n = self.corners.len();
        let at = |k: usize| if k < n { k } else { k - n };
        let vertex = |k: usize| self.corners[k].vertex;
        let crossing = |p: usize, q: usize| {
            let share = depths[p] / (depths[p] - depths[q]);
            vertex(p) + (vertex(q) - vertex(p)) * share
        };
        let (first, last) = (run.first, at(run.first + run.count - 1));
        let base = crossing(at(first + n - 1), first);
        let mut twice = 0.0;
        let mut before = vertex(first) - base;
        for k in first + 1..first + run.count {
            let next = vertex(at(k)) - base;
            twice += before.perp_dot(next);
            before = next;
        }
        (twice + before.perp_dot(crossing(at(last + 1), last) - base)) * 0.5
    }

    /// The part in which a run of vertices lies, along a line that cuts the ring and has it inside: adds its corners to a list.
    pub(crate) fn add_part(&self, (run, line): (Run, Side), lines: &Lines, part: &mut Vec<Corner>) {
        let n = self.corners.len();
        // A side is kept if part of it is inside; the line follows the last.
        let end = run.first + run.count;
        let last = if end < n { end } else { end - n };
        let whole = if end < n { run.first } else { 0 };
        part.extend_from_slice(&self.corners[whole..last]);
        let (cut, next) = (self.corners[last].side, self.corners[run.first].side);
        part.push(Corner { side: cut, vertex: lines.crossing(cut, line) });
        part.push(Corner { side: line, vertex: lines.crossing(line, next) });
        if end >= n {
            part.extend_from_slice(&self.corners[run.first..]);
        }
    }
}

/// The box round the vertices.
pub(crate) fn extent_of(corners: &[Corner]) -> (DVec2, DVec2) {
    corners.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(min, max), corner| {
        (min.min(corner.vertex), max.max(corner.vertex))
    })
}

/// Vertices of a ring one after another; they may go on at its beginning.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    first: usize,
    count: usize,
}

/// How a line lies to the vertices of a ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) line: Side,
    inside: Run,
    outside: Run,
    /// About how large the part outside is, if there is one on either side; square units.
    pub(crate) area: f64,
}

impl Cut {
    /// Whether parts of the ring lie inside and outside.
    pub(crate) fn parts_it(&self) -> bool {
        self.inside.count > 0 && self.outside.count > 0
    }

    /// Whether no part of the ring lies outside.
    pub(crate) fn has_nothing_outside(&self) -> bool {
        self.outside.count == 0
    }

    /// The part inside the line.
    pub(crate) fn inside(&self) -> (Run, Side) {
        (self.inside, self.line)
    }

    /// The part outside the line.
    pub(crate) fn outside(&self) -> (Run, Side) {
        (self.outside, self.line.reversed())
    }
}
