//! Points sorted into the cells of a uniform grid over the box that holds them.
//!
//! Within a cell they are sorted by x, then y: the order depends on where they are alone.

use std::ops::Range;

use crate::base::cloning::clone_by_fields;
use glam::{IVec2, Vec2};

/// The most cells a point: where points are far apart cells are larger.
const MOST_CELLS: f32 = 4.0;

/// Cells: points are rounded by less where cells are told apart.
const ROUNDED: f32 = 1e-2;

/// A uniform grid, and which of the sorted points lie in which cell.
#[derive(Debug, Default)]
pub(crate) struct DiscGrid {
    min: Vec2,
    side: f32,
    size: IVec2,
    /// Where the points of each cell start, row by row; one more at the end.
    starts: Vec<u32>,
    /// For each place in the sorted order the index of the point.
    order: Vec<u32>,
}

clone_by_fields!(DiscGrid { min, side, size, starts, order });

impl DiscGrid {
    /// Sorts points into cells of a side (in metres), or larger ones if they would be too many.
    pub(crate) fn sort(&mut self, points: &[Vec2], side: f32) {
        self.fit(points, side);
        for &point in points {
            let cell = self.number_of(point);
            self.starts[cell] += 1;
        }
        // A counting sort: each start moves from the end of its cell to its beginning.
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.order.clear();
        self.order.resize(points.len(), 0);
        for (&point, index) in points.iter().zip(0..) {
            let cell = self.number_of(point);
            let start = &mut self.starts[cell];
            *start -= 1;
            self.order[*start as usize] = index;
        }
        for pair in self.starts.windows(2) {
            self.order[pair[0] as usize..pair[1] as usize].sort_unstable_by(|&a, &b| {
                let (a, b) = (points[a as usize], points[b as usize]);
                a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
            });
        }
    }

    fn fit(&mut self, points: &[Vec2], side: f32) {
        let min = points.iter().fold(Vec2::INFINITY, |min, &point| min.min(point));
        let max = points.iter().fold(Vec2::NEG_INFINITY, |max, &point| max.max(point));
        let extent = (max - min).max(Vec2::ZERO);
        let most = MOST_CELLS * points.len() as f32 + 64.0;
        self.side = side.max((extent.x * extent.y / most).sqrt()).max(extent.max_element() / most);
        self.min = min;
        self.size = (extent / self.side).as_ivec2() + IVec2::ONE;
        self.starts.clear();
        self.starts.resize((self.size.x * self.size.y) as usize + 1, 0);
    }

    /// The bytes that all buffers take.
    pub(crate) fn bytes(&self) -> usize {
        (self.starts.capacity() + self.order.capacity()) * size_of::<u32>()
    }

    /// The index of the point at each place of the sorted order.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The cell of a point.
    pub(crate) fn cell_of(&self, point: Vec2) -> IVec2 {
        ((point - self.min) / self.side).as_ivec2()
    }

    /// The number of the cell of a point that was sorted, row by row.
    fn number_of(&self, point: Vec2) -> usize {
        let cell = self.cell_of(point);
        (cell.y * self.size.x + cell.x) as usize
    }

    /// Returns how far one must go from a point at least to leave the block of cells up to `ring` cells round its own, in
    /// metres.
    pub(crate) fn reach(&self, point: Vec2, cell: IVec2, ring: i32) -> f32 {
        let corner = point - self.min - cell.as_vec2() * self.side;
        let inset = corner.min(Vec2::splat(self.side) - corner).min_element().max(0.0);
        inset + ring as f32 * self.side
    }

    /// Returns whether the whole grid lies within `ring` cells round a cell.
    pub(crate) fn is_within(&self, cell: IVec2, ring: i32) -> bool {
        cell.max(self.size - 1 - cell).max_element() <= ring
    }

    /// The first and the last column that the disc round a point, whose squared radius is given, meets in a row of cells;
    /// a hair more, as points near the borders of cells are rounded. `None` where it does not reach so far.
    pub(crate) fn columns_within(&self, point: Vec2, y: i32, squared: f32) -> Option<(i32, i32)> {
        let at = point - self.min;
        let low = y as f32 * self.side;
        let (below, above) = (low - at.y, at.y - (low + self.side));
        let aside = (below.max(above) - ROUNDED * self.side).max(0.0);
        if y < 0 || y >= self.size.y || aside * aside > squared {
            return None;
        }
        let half = (squared - aside * aside).sqrt() + ROUNDED * self.side;
        // Left of the grid nothing is: it does not matter which way is rounded there.
        Some((((at.x - half) / self.side) as i32, ((at.x + half) / self.side) as i32))
    }

    /// The points (as places of the sorted order) in a row of cells, from one column to another.
    pub(crate) fn row(&self, y: i32, from: i32, to: i32) -> Range<usize> {
        let (from, to) = (from.max(0), to.min(self.size.x - 1));
        if y < 0 || y >= self.size.y || from > to {
            return 0..0;
        }
        let row = y * self.size.x;
        self.starts[(row + from) as usize] as usize..self.starts[(row + to) as usize + 1] as usize
    }
}
