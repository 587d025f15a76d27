//! What the cells of a mesh cover of a grid: whole grid cells, parts of grid cells, and the sides of grid cells that
//! they cross. Whole cells are found by intervals, a row at a time; only cells on an outline are cut.
//!
//! ```text
//!        ____________
//!   ____/            \        row by row: the interval that both the lower and the upper side of the row
//!  |   |▒|■|■|■|■|■|▒|        share holds the whole cells ■; left and right of it the row's strip is cut
//!  |▒|▒|■|■|■|■|■|■|▒|▒|      at each column's line into parts ▒
//! ```

use std::ops::Range;

use glam::DVec2;

use super::clip::{X, Y, area, side, span, split};
use super::islands::Lines;
use crate::base::tolerances::CROSSING_LENGTH;

/// Cells of one row, or their sides, that belong to one island.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellRun {
    pub(crate) row: u32,
    pub(crate) columns: Range<u32>,
    pub(crate) island: u32,
}

/// A part of a grid cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CellPart {
    /// The index of the grid cell.
    pub(crate) cell: u32,
    pub(crate) island: u32,
    /// The place of the mesh cell that it is a part of.
    pub(crate) piece: u32,
    /// The which part it is.
    pub(crate) number: u32,
    /// In square metres.
    pub(crate) area: f64,
}

/// What mesh cells cover of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Cover {
    lines: Lines,
    island: u32,
    piece: u32,
    /// Grid cells that are covered wholly.
    pub(crate) whole: Vec<CellRun>,
    /// Grid cells that are covered in part.
    pub(crate) parts: Vec<CellPart>,
    /// Grid cells whose eastern side is crossed.
    pub(crate) east: Vec<CellRun>,
    /// Grid cells whose northern side is crossed.
    pub(crate) north: Vec<CellRun>,
    strips: [Vec<DVec2>; 2],
    pieces: [Vec<DVec2>; 2],
    rest: Vec<DVec2>,
    row: Vec<DVec2>,
}

impl Cover {
    /// Nothing is covered yet.
    pub(crate) fn new(lines: Lines) -> Self {
        let empty = || [Vec::new(), Vec::new()];
        Self {
            lines,
            island: 0,
            piece: 0,
            whole: Vec::new(),
            parts: Vec::new(),
            east: Vec::new(),
            north: Vec::new(),
            strips: empty(),
            pieces: empty(),
            rest: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Nothing is covered any more, of other lines; the buffers are used again.
    pub(crate) fn reset(&mut self, lines: Lines) {
        self.lines = lines;
        self.whole.clear();
        self.parts.clear();
        self.east.clear();
        self.north.clear();
    }

    /// Adds a convex ring that lies within the lines: a piece of an island.
    pub(crate) fn add(&mut self, piece: u32, ring: &[DVec2], island: u32) {
        (self.piece, self.island) = (piece, island);
        let rows = span::<Y>(ring);
        let mut rest = std::mem::take(&mut self.rest);
        rest.clear();
        rest.extend_from_slice(ring);
        for row in self.lines.containing::<Y>(rows.start)..self.lines.size.y {
            let top = self.lines.at::<Y>(row + 1);
            if rows.end <= top {
                self.row.clone_from(&rest);
                self.add_row(row);
                break;
            }
            let chord = split::<Y>(&rest, top, &mut self.strips);
            self.cross_north(row, chord);
            std::mem::swap(&mut self.row, &mut self.strips[0]);
            std::mem::swap(&mut rest, &mut self.strips[1]);
            self.add_row(row);
        }
        self.rest = rest;
    }

    /// Adds the crossing of a horizontal piece of a portal, if it lies on a line inside the grid.
    pub(crate) fn add_horizontal(&mut self, island: u32, y: f64, columns: Range<f64>) {
        let line = self.lines.first_from::<Y>(y);
        if line > 0 && line < self.lines.size.y && self.lines.at::<Y>(line) == y {
            self.island = island;
            self.cross_north(line - 1, columns);
        }
    }

    /// Adds the crossing of a vertical piece of a portal, if it lies on a line inside the grid.
    pub(crate) fn add_vertical(&mut self, island: u32, x: f64, rows: Range<f64>) {
        let line = self.lines.first_from::<X>(x);
        if line > 0 && line < self.lines.size.x && self.lines.at::<X>(line) == x {
            let crossed = self.crossed::<Y>(rows);
            self.east.extend(crossed.map(|row| CellRun { row, columns: line - 1..line, island }));
        }
    }

    /// Adds `self.row`, a ring within one row.
    fn add_row(&mut self, row: u32) {
        let (low, high) = (self.lines.at::<Y>(row), self.lines.at::<Y>(row + 1));
        let (lower, upper) = (side::<Y>(&self.row, low), side::<Y>(&self.row, high));
        let first = self.lines.first_from::<X>(lower.start.max(upper.start));
        let end = self.last_until(lower.end.min(upper.end));
        if first >= end {
            let ring = std::mem::take(&mut self.row);
            self.row = self.add_parts(row, ring);
            return;
        }
        self.whole.push(CellRun { row, columns: first..end, island: self.island });
        self.cross_east(row, first..end - 1);
        self.add_beside::<0>(row, first);
        self.add_beside::<1>(row, end);
    }

    /// Adds what lies beyond a column's line: below it (`SIDE` 0) or above it (`SIDE` 1).
    fn add_beside<const SIDE: usize>(&mut self, row: u32, column: u32) {
        let at = self.lines.at::<X>(column);
        let columns = span::<X>(&self.row);
        if (SIDE == 0 && columns.start < at) || (SIDE == 1 && columns.end > at) {
            split::<X>(&self.row, at, &mut self.pieces);
            self.cross_east(row, column - 1..column);
            let ring = std::mem::take(&mut self.pieces[SIDE]);
            self.pieces[SIDE] = self.add_parts(row, ring);
        }
    }

    /// Adds a ring within one row, column by column. Returns the ring's buffer back.
    fn add_parts(&mut self, row: u32, mut ring: Vec<DVec2>) -> Vec<DVec2> {
        let columns = span::<X>(&ring);
        let mut pieces = std::mem::take(&mut self.strips);
        for column in self.lines.containing::<X>(columns.start)..self.lines.size.x {
            let right = self.lines.at::<X>(column + 1);
            if columns.end <= right {
                self.add_part(row, column, area(&ring));
                break;
            }
            let chord = split::<X>(&ring, right, &mut pieces);
            if chord.end - chord.start > CROSSING_LENGTH {
                self.cross_east(row, column..column + 1);
            }
            self.add_part(row, column, area(&pieces[0]));
            std::mem::swap(&mut ring, &mut pieces[1]);
        }
        self.strips = pieces;
        ring
    }

    fn add_part(&mut self, row: u32, column: u32, area: f64) {
        let (cell, number) = (row * self.lines.size.x + column, self.parts.len() as u32);
        self.parts.push(CellPart { cell, island: self.island, piece: self.piece, number, area });
    }

    fn cross_east(&mut self, row: u32, columns: Range<u32>) {
        self.east.push(CellRun { row, columns, island: self.island });
    }

    fn cross_north(&mut self, row: u32, chord: Range<f64>) {
        let columns = self.crossed::<X>(chord);
        self.north.push(CellRun { row, columns, island: self.island });
    }

    /// The columns or rows that an interval meets over more than the tolerance.
    fn crossed<const AXIS: usize>(&self, interval: Range<f64>) -> Range<u32> {
        let inside = self.lines.at::<AXIS>(0)..self.lines.at::<AXIS>(self.lines.size[AXIS]);
        let interval = interval.start.max(inside.start)..interval.end.min(inside.end);
        if interval.end - interval.start <= CROSSING_LENGTH {
            return 0..0;
        }
        let first = self.lines.containing::<AXIS>(interval.start);
        let end = self.lines.first_from::<AXIS>(interval.end);
        let within = |index: u32| {
            let low = self.lines.at::<AXIS>(index).max(interval.start);
            self.lines.at::<AXIS>(index + 1).min(interval.end) - low > CROSSING_LENGTH
        };
        let first = first + u32::from(!within(first));
        let end = if end > first && !within(end - 1) { end - 1 } else { end };
        first..end
    }

    /// The greatest column line that is not above `value`.
    fn last_until(&self, value: f64) -> u32 {
        let above = self.lines.first_from::<X>(value);
        if self.lines.at::<X>(above) <= value { above } else { above.max(1) - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flowfield::Frame;
    use flowfield::glam::{IVec2, UVec2};

    fn cover(ring: &[(f64, f64)]) -> Cover {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(6, 4), 0.5).unwrap();
        let mut cover = Cover::new(Lines::new(&frame));
        cover.add(0, &ring.iter().copied().map(DVec2::from).collect::<Vec<_>>(), 7);
        cover
    }

    fn cells(runs: &[CellRun]) -> Vec<(u32, u32)> {
        runs.iter().flat_map(|run| run.columns.clone().map(|column| (column, run.row))).collect()
    }

    fn total(cover: &Cover) -> f64 {
        let parts: f64 = cover.parts.iter().map(|part| part.area).sum();
        parts + 0.25 * cells(&cover.whole).len() as f64
    }

    #[test]
    fn a_box_on_the_lines_covers_whole_cells() {
        let cover = cover(&[(0.5, 0.5), (2.0, 0.5), (2.0, 1.5), (0.5, 1.5)]);
        assert_eq!(cells(&cover.whole), [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]);
        assert!(cover.parts.is_empty());
        assert_eq!(cells(&cover.east), [(1, 1), (2, 1), (1, 2), (2, 2)]);
        assert_eq!(cells(&cover.north), [(1, 1), (2, 1), (3, 1)]);
    }

    #[test]
    fn areas_add_up_and_sides_are_crossed_where_area_is_on_both() {
        let cover = cover(&[(0.1, 0.2), (2.8, 0.6), (2.9, 1.9), (1.2, 1.7)]);
        let ring = [(0.1, 0.2), (2.8, 0.6), (2.9, 1.9), (1.2, 1.7)].map(DVec2::from);
        assert!((total(&cover) - area(&ring)).abs() < 1e-12);
        assert!(!cells(&cover.whole).is_empty());
        let part = |(column, row): (u32, u32)| {
            cover.parts.iter().any(|part| part.cell == row * 6 + column)
        };
        let has_area = |cell| cells(&cover.whole).contains(&cell) || part(cell);
        for row in 0..4 {
            for column in 0..6 {
                let here = (column, row);
                let [east, north] = [(column + 1, row), (column, row + 1)];
                // A convex ring that has area on both sides of a side crosses it, unless only at its ends.
                let crossed =
                    [cells(&cover.east).contains(&here), cells(&cover.north).contains(&here)];
                assert!(!crossed[0] || has_area(here) && has_area(east));
                assert!(!crossed[1] || has_area(here) && has_area(north));
            }
        }
    }

    #[test]
    fn portals_count_on_lines_inside_alone() {
        let mut cover = cover(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.25), (0.0, 0.25)]);
        cover.north.clear();
        cover.add_horizontal(3, 0.5, -1.0..0.75);
        cover.add_horizontal(3, 0.6, 0.0..3.0);
        cover.add_horizontal(3, 0.0, 0.0..3.0);
        cover.add_vertical(3, 1.0, 1.0..9.0);
        assert_eq!(cells(&cover.north), [(0, 0), (1, 0)]);
        assert!(cover.east.ends_with(&[2, 3].map(|row| CellRun { row, columns: 1..2, island: 3 })));
    }
}
