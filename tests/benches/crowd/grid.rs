//! The peer's grid: the nearest few units within reach, as fast as is easily done.

use glam::{UVec2, Vec2};
use hybrid::navmesh::Bounds;

/// Metres up to which neighbours are looked for.
const REACH: f32 = 2.5;

/// The most neighbours of a unit: the nearest ones.
const MOST: usize = 10;

/// Metres: half the reach, so that five rows of five cells are looked through and few units in vain.
const CELL: f32 = 0.5 * REACH;

/// Units in the order of their cells, row by row.
pub(crate) struct Grid {
    min: Vec2,
    size: UVec2,
    /// Where the units of each cell begin; one more than cells.
    starts: Vec<u32>,
    units: Vec<(Vec2, u32)>,
}

impl Grid {
    pub(crate) fn new(bounds: Bounds) -> Self {
        let size = (Vec2::new(bounds.width(), bounds.height()) / CELL).ceil().as_uvec2();
        let starts = vec![0; (size.x * size.y) as usize + 1];
        Self { min: bounds.min, size, starts, units: Vec::new() }
    }

    fn cell(&self, point: Vec2) -> UVec2 {
        ((point - self.min) / CELL).max(Vec2::ZERO).as_uvec2().min(self.size - UVec2::ONE)
    }

    fn index(&self, cell: UVec2) -> usize {
        (cell.y * self.size.x + cell.x) as usize
    }

    /// A counting sort. Buffers are kept.
    pub(crate) fn rebuild(&mut self, points: &[Vec2]) {
        self.starts.fill(0);
        for &point in points {
            let index = self.index(self.cell(point));
            self.starts[index] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.units.resize(points.len(), (Vec2::ZERO, 0));
        for (unit, &point) in points.iter().enumerate().rev() {
            let index = self.index(self.cell(point));
            self.starts[index] -= 1;
            self.units[self.starts[index] as usize] = (point, unit as u32);
        }
    }

    /// Finds the nearest neighbours of a unit.
    pub(crate) fn nearest(&self, unit: usize, point: Vec2, found: &mut Found) {
        found.count = 0;
        let (low, high) = (self.cell(point - REACH), self.cell(point + REACH));
        for y in low.y..=high.y {
            let (first, last) =
                (self.index(UVec2::new(low.x, y)), self.index(UVec2::new(high.x, y)));
            let row = self.starts[first] as usize..self.starts[last + 1] as usize;
            for &(position, other) in &self.units[row] {
                let distance_squared = position.distance_squared(point);
                if distance_squared < found.limit() && other as usize != unit {
                    found.add(distance_squared, other);
                }
            }
        }
    }
}

/// The nearest neighbours of one unit, nearest first, with the squares of their distances.
#[derive(Default)]
pub(crate) struct Found {
    nearest: [(f32, u32); MOST],
    count: usize,
}

impl Found {
    pub(crate) fn units(&self) -> impl Iterator<Item = u32> {
        self.nearest[..self.count].iter().map(|&(_, unit)| unit)
    }

    /// What a neighbour must be nearer than to be among them.
    fn limit(&self) -> f32 {
        if self.count == MOST { self.nearest[MOST - 1].0 } else { REACH * REACH }
    }

    fn add(&mut self, distance_squared: f32, unit: u32) {
        self.count = (self.count + 1).min(MOST);
        let mut at = self.count - 1;
        while at > 0 && self.nearest[at - 1].0 > distance_squared {
            self.nearest[at] = self.nearest[at - 1];
            at -= 1;
        }
        self.nearest[at] = (distance_squared, unit);
    }
}
