//! A line that cuts convex rings, and on which side of it their vertices lie.

use glam::DVec2;

use super::line::{Corner, Line, Lines, Side, sharp_depth};
use crate::tolerances::SIDE_FILTER;

/// A line that has its positive side inside, with what f64 needs of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blade {
    pub(crate) side: Side,
    line: Line,
    /// The coefficients of the line.
    a: f64,
    b: f64,
    c: f64,
    /// What is not deeper than this may lie on the other side.
    unsure: f64,
}

/// Vertices of a ring one after another; they may go on at its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Run {
    pub(super) first: usize,
    pub(super) count: usize,
}

/// As many vertices as there are bits to tell them by.
const FEW: usize = u64::BITS as usize;

/// The bit of a number in f64 that tells whether it is less than 0.
const NEGATIVE: u64 = 1 << 63;

impl Blade {
    /// The line of a side that is inside where it is.
    pub(crate) fn new(side: Side, lines: &Lines) -> Self {
        let line = lines.inward(side);
        let [a, b, c] = [line.a, line.b, line.c].map(|coefficient| coefficient as f64);
        let unsure = SIDE_FILTER * ((a.abs() + b.abs()) * lines.size() + c.abs());
        Self { side, line, a, b, c, unsure }
    }

    /// Returns whether a lattice point lies inside: exact, as all products and sums are below 2⁵³.
    pub(super) fn has_inside(&self, point: DVec2) -> bool {
        self.depth(point) > 0.0
    }

    fn depth(&self, at: DVec2) -> f64 {
        self.a * at.x + self.b * at.y + self.c
    }

    /// The vertices of a ring in the tile that lie inside, and those outside; those on the line are in neither. Finds how
    /// deep all lie inside: more than 0 inside, 0 on the line, less outside; in units times the length of the line's
    /// coefficients, which is the same for all. The signs are exact.
    #[inline]
    pub(super) fn part(
        &self,
        corners: &[Corner],
        lines: &Lines,
        depths: &mut Vec<f64>,
    ) -> [Run; 2] {
        let (mut least, mut outside) = (f64::INFINITY, 0);
        depths.clear();
        depths.extend(corners.iter().map(|corner| {
            let depth = self.depth(corner.vertex);
            let size = depth.abs();
            least = if size < least { size } else { least };
            outside = outside >> 1 | depth.to_bits() & NEGATIVE;
            depth
        }));
        let count = corners.len();
        if least <= self.unsure || count > FEW {
            self.sharpen(corners, lines, depths);
            return [run_of(depths, |depth| depth > 0.0), run_of(depths, |depth| depth < 0.0)];
        }
        // A bit for each, from the lowest: no branch that nobody can foresee.
        let outside = outside >> (FEW - count);
        let inside = !outside & u64::MAX >> (FEW - count);
        let first =
            |bits: u64| (bits & !(bits << 1 | bits >> (count - 1))).trailing_zeros() as usize;
        if inside == 0 || outside == 0 {
            let all = Run { first: 0, count };
            return if outside == 0 { [all, Run::default()] } else { [Run::default(), all] };
        }
        let [inside, outside] = [inside, outside].map(first);
        let length = |first: usize, end: usize| end + if end < first { count } else { 0 } - first;
        [
            Run { first: inside, count: length(inside, outside) },
            Run { first: outside, count: length(outside, inside) },
        ]
    }

    /// Finds exactly on which side the vertices lie of which f64 is not sure.
    fn sharpen(&self, corners: &[Corner], lines: &Lines, depths: &mut [f64]) {
        for (k, depth) in depths.iter_mut().enumerate() {
            if depth.abs() <= self.unsure {
                let next = corners.get(k + 1).unwrap_or(&corners[0]);
                let [first, second] = [corners[k].side, next.side].map(|side| lines.inward(side));
                *depth = sharp_depth(self.line, first, second);
            }
        }
    }
}

/// The vertices whose depth is as it should be: one run, as rings are convex.
fn run_of(depths: &[f64], is_in: impl Fn(f64) -> bool) -> Run {
    let (mut run, mut before) = (Run::default(), false);
    for (k, &depth) in depths.iter().enumerate() {
        let now = is_in(depth);
        // A run that passes the end of the list begins with its last part.
        run.first = if now & !before { k } else { run.first };
        run.count += now as usize;
        before = now;
    }
    run
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use crate::kernel::line::common_divisor;
    use glam::{I64Vec2, dvec2, i64vec2};

    fn side(lines: &mut Lines, from: I64Vec2, to: I64Vec2) -> Side {
        lines.side(from, to, common_divisor(from, to))
    }

    #[test]
    fn a_crossing_a_hair_beside_a_line_is_told_from_one_on_it() {
        // Two steep lines through a far lattice point, and a third through it or through its neighbour a unit off.
        let mut lines = Lines::of(Vec::new());
        let far = i64vec2(4_000_001, 3_999_999);
        let first = side(&mut lines, i64vec2(0, 0), far);
        let second = side(&mut lines, i64vec2(1, 0), far).reversed();
        let (p, q) = (lines.inward(first), lines.inward(second));
        let (first, second) =
            if p.a * q.b - p.b * q.a > 0 { (first, second) } else { (second, first) };
        let point = lines.crossing(first, second);
        assert!((point - far.as_dvec2()).length() < 1e-3);
        let through = side(&mut lines, i64vec2(-7, 3), far);
        let sign = |lines: &Lines, cut| {
            let mut depths = Vec::new();
            let corner = |side| Corner { side, vertex: point };
            let corners = [corner(first), corner(second)];
            Blade::new(cut, lines).part(&corners, lines, &mut depths);
            depths[0].partial_cmp(&0.0)
        };
        assert_eq!(sign(&lines, through), Some(Ordering::Equal));
        for (offset, expected) in [(1, Ordering::Less), (-1, Ordering::Greater)] {
            let beside = side(&mut lines, i64vec2(-4_000_000, 0), far + i64vec2(0, offset));
            assert_eq!(sign(&lines, beside), Some(expected));
        }
    }

    #[test]
    fn a_run_may_pass_the_end_of_a_ring_of_any_length() {
        for count in [3, 4, 7, 63, 64, 65, 200] {
            let mut lines = Lines::of(Vec::new());
            let vertical = side(&mut lines, i64vec2(5, 9), i64vec2(5, 0));
            let blade = Blade::new(vertical, &lines);
            for first in 0..count {
                for inside in 0..=count {
                    let x = |k: usize| if (k + count - first) % count < inside { 9.5 } else { 0.5 };
                    let corner = |k| Corner { side: vertical, vertex: dvec2(x(k), 0.0) };
                    let corners: Vec<Corner> = (0..count).map(corner).collect();
                    let found = blade.part(&corners, &lines, &mut Vec::new());
                    let run = |first: usize, length: usize| match length {
                        0 => Run::default(),
                        _ if length == count => Run { first: 0, count },
                        _ => Run { first: first % count, count: length },
                    };
                    assert_eq!(found, [run(first, inside), run(first + inside, count - inside)]);
                }
            }
        }
    }
}
