//! Convex rings of sides, and what a line does to one.
//!
//! ```text
//!      v2 ─── side 2 ─── v1        vertex k is the crossing of side k and side k + 1,
//!       │                 │        side k runs from vertex k − 1 to vertex k,
//!     side 3           side 1      the inside is to the left of every side
//!       │                 │
//!      v3 ─── side 0 ─── v0
//! ```

use glam::{DVec2, dvec2};

use super::blade::{Blade, Run};
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

    /// Returns how a line parts the ring, if it does. The scratch is for the depths of the vertices.
    #[inline]
    pub(crate) fn cut(&self, blade: &Blade, lines: &Lines, scratch: &mut Vec<f64>) -> Option<Cut> {
        let [inside, outside] = blade.part(&self.corners, lines, scratch);
        (inside.count > 0 && outside.count > 0).then(|| {
            let area = self.area_of(outside, scratch);
            Cut { line: blade.side, inside, outside, area }
        })
    }

    /// Returns whether no part of the ring lies outside a line.
    pub(crate) fn is_inside(&self, blade: &Blade, lines: &Lines, scratch: &mut Vec<f64>) -> bool {
        blade.part(&self.corners, lines, scratch)[1].count == 0
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

    /// Returns where a line that cuts the ring meets it: behind the part outside, and before it. If no vertex lies on the line,
    /// these are the ends of the part inside, too.
    pub(crate) fn ends(&self, cut: &Cut, lines: &Lines) -> [CutEnds; 2] {
        let outside = self.ends_of(cut.outside, cut.line, lines);
        let is_clean = cut.inside.count + cut.outside.count == self.corners.len();
        let inside = if is_clean {
            CutEnds { last: outside.next, next: outside.last }
        } else {
            self.ends_of(cut.inside, cut.line, lines)
        };
        [inside, outside]
    }

    fn ends_of(&self, run: Run, line: Side, lines: &Lines) -> CutEnds {
        let [last, next] = [self.behind(run), run.first]
            .map(|corner| lines.crossing(self.corners[corner].side, line));
        CutEnds { last, next }
    }

    /// The corner behind a run.
    fn behind(&self, run: Run) -> usize {
        let (n, end) = (self.corners.len(), run.first + run.count);
        if end < n { end } else { end - n }
    }

    /// The part in which a run of vertices lies, along a line that cuts the ring and has it inside: adds its corners to a list.
    pub(crate) fn add_part(&self, run: Run, line: Side, ends: CutEnds, part: &mut Vec<Corner>) {
        // A side is kept if part of it is inside; the line follows the last.
        let last = self.behind(run);
        let whole = if last < run.first { 0 } else { run.first };
        part.extend_from_slice(&self.corners[whole..last]);
        part.push(Corner { side: self.corners[last].side, vertex: ends.last });
        part.push(Corner { side: line, vertex: ends.next });
        if last < run.first {
            part.extend_from_slice(&self.corners[run.first..]);
        }
    }
}

/// Where the last side of a part ends, and where the next begins, on the line that parts a ring; tile-local units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutEnds {
    last: DVec2,
    next: DVec2,
}

/// The box round the vertices.
pub(crate) fn extent_of(corners: &[Corner]) -> (DVec2, DVec2) {
    corners.iter().fold(
        (DVec2::INFINITY, DVec2::NEG_INFINITY),
        |(min, max), &Corner { vertex, .. }| {
            let min = dvec2(least_of(min.x, vertex.x), least_of(min.y, vertex.y));
            (min, dvec2(most_of(max.x, vertex.x), most_of(max.y, vertex.y)))
        },
    )
}

/// The lesser of two numbers: one instruction, where [`f64::min`] minds what is none.
pub(super) fn least_of(p: f64, q: f64) -> f64 {
    if p < q { p } else { q }
}

/// The greater of two numbers, likewise.
pub(super) fn most_of(p: f64, q: f64) -> f64 {
    if p > q { p } else { q }
}

/// How a line parts a ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    line: Side,
    inside: Run,
    outside: Run,
    /// About how large the part outside is; square units.
    pub(crate) area: f64,
}

impl Cut {
    /// The part inside the line.
    pub(crate) fn inside(&self) -> (Run, Side) {
        (self.inside, self.line)
    }

    /// The part outside the line.
    pub(crate) fn outside(&self) -> (Run, Side) {
        (self.outside, self.line.reversed())
    }
}
