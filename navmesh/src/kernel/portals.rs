//! Where the cells of a tile touch: their sides, listed by line, overlapped interval by interval.
//!
//! Sides may be shared only in part, as in the paper: a portal is the overlap of two sides.

use std::hint::select_unpredictable;

use glam::DVec2;

use super::line::{BORDER_COUNT, Corner, Line, Side};
use super::pieces::Pieces;
use super::ring::{least_of, most_of};

/// A side of a cell as an interval of its line.
#[derive(Clone, Copy, Debug)]
struct SideInterval {
    /// The coordinate along the line: x, or y where the line is steep; units.
    low: f64,
    high: f64,
    id: Side,
    /// The next interval of the same side of the same line.
    next: u32,
    cell: u16,
    side: u16,
    /// The vertices of the cell where it begins and ends.
    low_vertex: u16,
    high_vertex: u16,
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
    /// Returns what a side and one beyond its line have in common: the same whichever of the two is the first, but for left and
    /// right.
    fn new(own: &SideInterval, other: &SideInterval) -> Self {
        // Of ends at the same place that of the side which is not flipped is taken.
        let is_plain = !own.id.flipped();
        let is_own_low = (own.low > other.low) | ((own.low == other.low) & is_plain);
        let is_own_high = (own.high < other.high) | ((own.high == other.high) & is_plain);
        let end = |is_own: bool, own_vertex: u16, other_vertex: u16| OverlapEnd {
            cell: select_unpredictable(is_own, own.cell, other.cell),
            vertex: select_unpredictable(is_own, own_vertex, other_vertex),
        };
        let low = end(is_own_low, own.low_vertex, other.low_vertex);
        let high = end(is_own_high, own.high_vertex, other.high_vertex);
        // A side runs with its cell on the left: to who leaves the cell its end is on the left.
        let left_is_high = own.high_vertex == own.side;
        let left = select_unpredictable(left_is_high, high, low);
        let right = select_unpredictable(left_is_high, low, high);
        Self { cell: own.cell, side: own.side, beyond: other.cell, left, right }
    }

    /// The left and the right end; tile-local units.
    pub(crate) fn points(&self, pieces: &Pieces) -> [DVec2; 2] {
        let at = |end: OverlapEnd| pieces.corners(end.cell as usize)[end.vertex as usize].vertex;
        [self.left, self.right].map(at)
    }

    /// Returns whether it is so long, in units.
    fn is_as_long(&self, least: f64, pieces: &Pieces) -> bool {
        let [from, to] = self.points(pieces);
        from.distance_squared(to) >= least * least
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
    intervals: Vec<SideInterval>,
    /// For each side of each line the first of its intervals.
    first: Vec<u32>,
    found: Vec<Overlap>,
    /// For each cell how many were found for it and those before it.
    ends: Vec<u32>,
}

impl Overlaps {
    /// Returns what was found, from both sides, sorted by cell, side and the cell beyond.
    pub(crate) fn found(&self) -> &[Overlap] {
        &self.found
    }

    /// Returns what was found for a cell.
    pub(crate) fn of(&self, cell: usize) -> &[Overlap] {
        let first = if cell == 0 { 0 } else { self.ends[cell - 1] };
        &self.found[first as usize..self.ends[cell] as usize]
    }

    /// Finds all overlaps of at least `least` units. No two of the lines are equal.
    pub(crate) fn find(&mut self, pieces: &Pieces, lines: &[Line], least: f64) {
        self.list_intervals(pieces, lines);
        self.found.clear();
        self.ends.clear();
        for own in &self.intervals {
            while self.ends.len() < own.cell as usize {
                self.ends.push(self.found.len() as u32);
            }
            let mut next = self.first[own.id.reversed().number()];
            while let Some(other) = self.intervals.get(next as usize) {
                next = other.next;
                let along = least_of(own.high, other.high) - most_of(own.low, other.low);
                if along > 0.0 {
                    let overlap = Overlap::new(own, other);
                    // It is at least as long as along one axis.
                    if along >= least || overlap.is_as_long(least, pieces) {
                        self.found.push(overlap);
                    }
                }
            }
        }
        self.ends.resize(pieces.len(), self.found.len() as u32);
    }

    /// Enters all sides that are not on the border of the tile: nothing of it lies beyond them.
    fn list_intervals(&mut self, pieces: &Pieces, lines: &[Line]) {
        self.intervals.clear();
        for cell in 0..pieces.len() {
            let corners = pieces.corners(cell);
            let mut before = corners.len() - 1;
            let mut from = corners[before].vertex;
            for (side, &Corner { side: id, vertex: to }) in corners.iter().enumerate() {
                if id.line() as usize >= BORDER_COUNT {
                    let steep = is_steep(lines[id.line() as usize]);
                    let along = |at: DVec2| select_unpredictable(steep, at.y, at.x);
                    let (s, t) = (along(from), along(to));
                    let ends = [before as u16, side as u16];
                    let [low_vertex, high_vertex] =
                        select_unpredictable(s < t, ends, [ends[1], ends[0]]);
                    self.intervals.push(SideInterval {
                        low: least_of(s, t),
                        high: most_of(s, t),
                        id,
                        next: END,
                        cell: cell as u16,
                        side: side as u16,
                        low_vertex,
                        high_vertex,
                    });
                }
                (before, from) = (side, to);
            }
        }
        self.first.clear();
        self.first.resize(lines.len() * 2, END);
        for (index, interval) in self.intervals.iter_mut().enumerate().rev() {
            let first = &mut self.first[interval.id.number()];
            interval.next = std::mem::replace(first, index as u32);
        }
    }
}

/// Returns whether positions along the line are told by y.
fn is_steep(line: Line) -> bool {
    line.a.abs() > line.b.abs()
}
