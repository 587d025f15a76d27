//! Where the cells of a tile touch: their sides, sorted by line, overlapped interval by interval.
//!
//! Sides may be shared only in part, as in the paper: a portal is the overlap of two sides.

use std::cmp::Ordering;

use glam::DVec2;

use super::line::{BORDER_COUNT, Line, Side};
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
    /// The left and the right end; tile-local units.
    pub(crate) fn points(&self, pieces: &Pieces) -> [DVec2; 2] {
        [self.left, self.right].map(|end| pieces.vertices(end.cell as usize)[end.vertex as usize])
    }
}

/// Where an overlap ends: always at a vertex of one of the two cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverlapEnd {
    pub(crate) cell: u16,
    /// The vertex of that cell.
    pub(crate) vertex: u16,
}

/// The overlaps between pieces, and the scratch of finding them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    intervals: Sorter<Interval>,
    overlaps: Sorter<Overlap>,
}

impl Overlaps {
    /// What was found, from both sides, sorted by cell, side and the cell beyond.
    pub(crate) fn found(&self) -> &[Overlap] {
        &self.overlaps.sorted
    }

    /// What was found for a cell.
    pub(crate) fn of(&self, cell: usize) -> &[Overlap] {
        self.overlaps.bucket(cell)
    }

    /// Finds all overlaps of at least `least` units. No two of the lines are equal.
    pub(crate) fn find(&mut self, pieces: &Pieces, lines: &[Line], least: f64) {
        let count = (0..pieces.len()).map(|cell| pieces.sides(cell).len()).sum();
        self.intervals.begin(count);
        self.overlaps.begin(count);
        for cell in 0..pieces.len() {
            let (sides, vertices) = (pieces.sides(cell), pieces.vertices(cell));
            let mut from = vertices[vertices.len() - 1];
            for (side, (&id, &to)) in sides.iter().zip(vertices).enumerate() {
                // Nothing of the tile lies beyond its border.
                if id.line() as usize >= BORDER_COUNT {
                    let steep = is_steep(lines[id.line() as usize]);
                    let (s, t) = if steep { (from.y, to.y) } else { (from.x, to.x) };
                    let (low, high) = if s <= t { (s, t) } else { (t, s) };
                    let (cell, side) = (cell as u16, side as u16);
                    self.intervals.items.push(Interval { id, cell, side, low, high });
                }
                from = to;
            }
        }
        let along = |p: &Interval, q: &Interval| p.low.total_cmp(&q.low).then(p.cell.cmp(&q.cell));
        self.intervals.sort(lines.len() * 2, |interval| interval.id.number(), along);
        for (index, &line) in lines.iter().enumerate().skip(BORDER_COUNT) {
            let [plain, flipped] = [false, true]
                .map(|flipped| self.intervals.bucket(Side::new(index as u32, flipped).number()));
            let found = &mut self.overlaps.items;
            sweep(plain, flipped, |p, q| {
                let (left, right) = common(pieces, line, p, q);
                let overlap = Overlap { cell: p.cell, side: p.side, beyond: q.cell, left, right };
                let [from, to] = overlap.points(pieces);
                if from.distance_squared(to) >= least * least {
                    let (left, right) = (right, left);
                    let back = Overlap { cell: q.cell, side: q.side, beyond: p.cell, left, right };
                    found.extend([overlap, back]);
                }
            });
        }
        self.overlaps.sort(
            pieces.len(),
            |overlap| overlap.cell as usize,
            |p, q| (p.side, p.beyond).cmp(&(q.side, q.beyond)),
        );
    }
}

/// Sorts what falls into many small buckets: first by bucket, then within each.
#[derive(Clone, Debug)]
struct Sorter<T> {
    items: Vec<T>,
    sorted: Vec<T>,
    /// For each bucket where its next item goes; in the end, where it ends.
    ends: Vec<u32>,
}

impl<T> Default for Sorter<T> {
    fn default() -> Self {
        Self { items: Vec::new(), sorted: Vec::new(), ends: Vec::new() }
    }
}

impl<T: Copy> Sorter<T> {
    /// Begins anew, with room for so many items.
    fn begin(&mut self, room: usize) {
        self.items.clear();
        self.items.reserve(room);
    }

    fn sort(
        &mut self,
        bucket_count: usize,
        bucket: impl Fn(&T) -> usize,
        order: impl Fn(&T, &T) -> Ordering,
    ) {
        let Self { items, sorted, ends } = self;
        ends.clear();
        ends.resize(bucket_count, 0);
        items.iter().for_each(|item| ends[bucket(item)] += 1);
        let mut count = 0;
        for end in &mut *ends {
            count += std::mem::replace(end, count);
        }
        // Of what was there before only the length matters.
        sorted.truncate(items.len());
        sorted.extend_from_slice(&items[sorted.len()..]);
        for item in items {
            let place = &mut ends[bucket(item)];
            sorted[*place as usize] = *item;
            *place += 1;
        }
        let mut rest = &mut sorted[..];
        let mut first = 0;
        for end in ends {
            let (own, behind) = rest.split_at_mut((*end - first) as usize);
            match own {
                [] | [_] => (),
                [p, q] if order(q, p).is_lt() => std::mem::swap(p, q),
                [_, _] => (),
                _ => own.sort_unstable_by(&order),
            }
            (rest, first) = (behind, *end);
        }
    }

    /// What fell into a bucket, sorted.
    fn bucket(&self, index: usize) -> &[T] {
        let first = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.sorted[first as usize..self.ends[index] as usize]
    }
}

/// The ends of what two intervals of a line have in common, left and right as seen when leaving the first; the second lies
/// beyond the line.
fn common(pieces: &Pieces, line: Line, p: &Interval, q: &Interval) -> (OverlapEnd, OverlapEnd) {
    let end = |interval: &Interval, is_last: bool| {
        let (cell, side) = (interval.cell, interval.side);
        let count = pieces.sides(cell as usize).len() as u16;
        let before = if side == 0 { count } else { side } - 1;
        OverlapEnd { cell, vertex: if is_last { side } else { before } }
    };
    // Going along the line with the first cell on the left, that is left to the right: its "left" lies ahead. The second
    // cell's side runs the other way.
    let ahead_is_high = if is_steep(line) { line.a < 0 } else { line.b > 0 };
    let low = if p.low >= q.low { end(p, !ahead_is_high) } else { end(q, ahead_is_high) };
    let high = if p.high <= q.high { end(p, ahead_is_high) } else { end(q, !ahead_is_high) };
    if ahead_is_high { (high, low) } else { (low, high) }
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
