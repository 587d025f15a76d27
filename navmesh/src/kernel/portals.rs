//! Where the cells of a tile touch: their sides, listed by line, overlapped interval by interval.
//!
//! Sides may be shared only in part, as in the paper: a portal is the overlap of two sides.

use std::hint::select_unpredictable;

use glam::DVec2;

use super::line::{BORDER_COUNT, Corner, Line, Side};
use super::pieces::Pieces;

/// A side of a cell as an interval of its line.
#[derive(Clone, Copy, Debug)]
struct Interval {
    id: Side,
    cell: u16,
    side: u16,
    /// The coordinate along the line: x, or y where the line is steep; units.
    low: f64,
    high: f64,
}

/// The common part of a side of `cell` and one of `beyond`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    pub(crate) cell: u16,
    pub(crate) side: u16,
    pub(crate) beyond: u16,
    /// The ends, left and right as seen when leaving `cell`.
    pub(crate) left: OverlapEnd,
    pub(crate) right: OverlapEnd,
}

impl Overlap {
    /// What a side and one beyond its line have in common: the same whichever of the two is the first, but for left and
    /// right.
    fn new(pieces: &Pieces, line: Line, own: &Interval, other: &Interval) -> Self {
        let is_flipped = own.id.flipped();
        let plain = select_unpredictable(is_flipped, other, own);
        let flipped = select_unpredictable(is_flipped, own, other);
        // Going along the line with the first cell on the left, that is left to the right: its "left" lies ahead. The
        // second cell's side runs the other way.
        let ahead_is_high = if is_steep(line) { line.a < 0 } else { line.b > 0 };
        let end = |is_plain: bool, is_ahead: bool| {
            let interval = select_unpredictable(is_plain, plain, flipped);
            let (cell, side) = (interval.cell, interval.side);
            let count = pieces.corners(cell as usize).len() as u16;
            let before = select_unpredictable(side == 0, count, side) - 1;
            let vertex = select_unpredictable(is_plain == is_ahead, side, before);
            OverlapEnd { cell, vertex }
        };
        let low = end(plain.low >= flipped.low, !ahead_is_high);
        let high = end(plain.high <= flipped.high, ahead_is_high);
        let left_is_high = ahead_is_high != is_flipped;
        let left = select_unpredictable(left_is_high, high, low);
        let right = select_unpredictable(left_is_high, low, high);
        Self { cell: own.cell, side: own.side, beyond: other.cell, left, right }
    }

    /// The left and the right end; tile-local units.
    pub(crate) fn points(&self, pieces: &Pieces) -> [DVec2; 2] {
        let at = |end: OverlapEnd| pieces.corners(end.cell as usize)[end.vertex as usize].vertex;
        [self.left, self.right].map(at)
    }
}

/// Where an overlap ends: always at a vertex of one of the two cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverlapEnd {
    pub(crate) cell: u16,
    /// The vertex of that cell.
    pub(crate) vertex: u16,
}

/// The end of a list of intervals.
const END: u32 = u32::MAX;

/// The overlaps between pieces, and the scratch of finding them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// In the order of the cells and their sides.
    intervals: Vec<Interval>,
    /// For each side of each line the last of its intervals, and for each interval the one before it.
    last: Vec<u32>,
    before: Vec<u32>,
    found: Vec<Overlap>,
    /// For each cell how many were found for it and those before it.
    ends: Vec<u32>,
}

impl Overlaps {
    /// What was found, from both sides, sorted by cell, side and the cell beyond.
    pub(crate) fn found(&self) -> &[Overlap] {
        &self.found
    }

    /// What was found for a cell.
    pub(crate) fn of(&self, cell: usize) -> &[Overlap] {
        let first = if cell == 0 { 0 } else { self.ends[cell - 1] };
        &self.found[first as usize..self.ends[cell] as usize]
    }

    /// Finds all overlaps of at least `least` units. No two of the lines are equal.
    pub(crate) fn find(&mut self, pieces: &Pieces, lines: &[Line], least: f64) {
        self.list_intervals(pieces, lines);
        self.found.clear();
        self.ends.clear();
        let mut intervals = self.intervals.iter().peekable();
        for cell in 0..pieces.len() {
            while let Some(own) = intervals.next_if(|own| own.cell as usize == cell) {
                let first = self.found.len();
                let mut next = self.last[own.id.reversed().number()];
                while let Some(other) = self.intervals.get(next as usize) {
                    if own.low.max(other.low) < own.high.min(other.high) {
                        let line = lines[own.id.line() as usize];
                        let overlap = Overlap::new(pieces, line, own, other);
                        let [from, to] = overlap.points(pieces);
                        if from.distance_squared(to) >= least * least {
                            self.found.push(overlap);
                        }
                    }
                    next = self.before[next as usize];
                }
                // They came from the last cell to the first.
                self.found[first..].reverse();
            }
            self.ends.push(self.found.len() as u32);
        }
    }

    /// Enters all sides that are not on the border of the tile: nothing of it lies beyond them.
    fn list_intervals(&mut self, pieces: &Pieces, lines: &[Line]) {
        self.intervals.clear();
        self.before.clear();
        self.last.clear();
        self.last.resize(lines.len() * 2, END);
        for cell in 0..pieces.len() {
            let corners = pieces.corners(cell);
            let mut from = corners[corners.len() - 1].vertex;
            for (side, &Corner { side: id, vertex: to }) in corners.iter().enumerate() {
                if id.line() as usize >= BORDER_COUNT {
                    let steep = is_steep(lines[id.line() as usize]);
                    let along = |at: DVec2| select_unpredictable(steep, at.y, at.x);
                    let (s, t) = (along(from), along(to));
                    let (low, high) = (s.min(t), s.max(t));
                    let (cell, side) = (cell as u16, side as u16);
                    let last = &mut self.last[id.number()];
                    self.before.push(*last);
                    *last = self.intervals.len() as u32;
                    self.intervals.push(Interval { id, cell, side, low, high });
                }
                from = to;
            }
        }
    }
}

/// Whether positions along the line are told by y.
fn is_steep(line: Line) -> bool {
    line.a.abs() > line.b.abs()
}
