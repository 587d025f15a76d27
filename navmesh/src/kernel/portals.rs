//! Where the cells of a tile touch: their sides, sorted by line, overlapped interval by interval.
//!
//! Sides may be shared only in part, as in the paper: a portal is the overlap of two sides.

use glam::DVec2;

use super::line::{Line, Lines, Side};
use super::piece::Piece;

/// A side of a cell as an interval of its line.
struct Interval {
    line: Line,
    flipped: bool,
    /// The coordinate along the line: x, or y where the line is steep; units.
    low: f64,
    high: f64,
    low_end: DVec2,
    high_end: DVec2,
    cell: u16,
    side: u8,
}

/// The common part of a side of `cell` and one of `beyond`.
pub(crate) struct Overlap {
    pub(crate) cell: u16,
    pub(crate) side: u8,
    pub(crate) beyond: u16,
    /// The ends, left and right as seen when leaving `cell`; tile-local units.
    pub(crate) left: DVec2,
    pub(crate) right: DVec2,
}

/// All overlaps of at least `least` units between the sides of the pieces, from both sides, sorted by cell and side.
pub(crate) fn overlaps(pieces: &[Piece], lines: &Lines, least: f64) -> Vec<Overlap> {
    let mut intervals: Vec<Interval> = Vec::with_capacity(pieces.len() * 5);
    for (cell, piece) in pieces.iter().enumerate() {
        intervals.extend((0..piece.sides.len()).map(|side| interval(piece, lines, cell, side)));
    }
    intervals.sort_unstable_by(|p, q| {
        (p.line, p.flipped)
            .cmp(&(q.line, q.flipped))
            .then(p.low.total_cmp(&q.low))
            .then(p.cell.cmp(&q.cell))
    });
    let mut overlaps = Vec::with_capacity(intervals.len());
    for line in intervals.chunk_by(|p, q| p.line == q.line) {
        let (plain, flipped) = line.split_at(line.partition_point(|interval| !interval.flipped));
        // Going along the line with a cell on the left, the cell is left to the right: its "left" lies ahead.
        let direction = line[0].line;
        let ahead_is_high = if is_steep(direction) { direction.a < 0 } else { direction.b > 0 };
        sweep(plain, flipped, |p, q| {
            let low = if p.low >= q.low { p.low_end } else { q.low_end };
            let high = if p.high <= q.high { p.high_end } else { q.high_end };
            let (left, right) = if ahead_is_high { (high, low) } else { (low, high) };
            if left.distance(right) >= least {
                overlaps.push(Overlap { cell: p.cell, side: p.side, beyond: q.cell, left, right });
                overlaps.push(Overlap {
                    cell: q.cell,
                    side: q.side,
                    beyond: p.cell,
                    left: right,
                    right: left,
                });
            }
        });
    }
    overlaps.sort_unstable_by_key(|overlap: &Overlap| (overlap.cell, overlap.side, overlap.beyond));
    overlaps
}

fn interval(piece: &Piece, lines: &Lines, cell: usize, side: usize) -> Interval {
    let id = piece.sides[side];
    let line = lines.inward(Side { flipped: false, ..id });
    let (from, to) = piece.ends(side);
    let along = |point: DVec2| if is_steep(line) { point.y } else { point.x };
    let ((low, low_end), (high, high_end)) = match (along(from), along(to)) {
        (s, t) if s <= t => ((s, from), (t, to)),
        (s, t) => ((t, to), (s, from)),
    };
    Interval {
        line,
        flipped: id.flipped,
        low,
        high,
        low_end,
        high_end,
        cell: cell as u16,
        side: side as u8,
    }
}

/// Calls `found` with each pair of intervals that overlap; both lists are sorted and free of overlaps in themselves.
fn sweep(first: &[Interval], second: &[Interval], mut found: impl FnMut(&Interval, &Interval)) {
    let (mut i, mut j) = (0, 0);
    while let (Some(p), Some(q)) = (first.get(i), second.get(j)) {
        if p.low.max(q.low) < p.high.min(q.high) {
            found(p, q);
        }
        if p.high < q.high { i += 1 } else { j += 1 }
    }
}

/// Whether positions along the line are told by y.
fn is_steep(line: Line) -> bool {
    line.a.abs() > line.b.abs()
}
