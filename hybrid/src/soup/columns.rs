//! Where an agent can stand: floors in the columns of a grid, and which of them are joined.

use glam::Vec2;

/// The four neighbours of a column: west, north, east, south.
pub(super) const STEPS: [[i32; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// A place in a column where an agent can stand.
#[derive(Clone, Debug)]
pub(super) struct Floor {
    /// Metres: no lower than the surface, and about a voxel and what a slope rises in a cell above it at most.
    pub(super) height: f32,
    /// Whom an agent gets to in a step, in the order of [`STEPS`].
    pub(super) joined: [Option<u32>; 4],
    /// Whether there is room for an agent.
    pub(super) is_wide: bool,
}

/// The size and place of a grid of square cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The corner with the least coordinates, in metres.
    pub(super) min: Vec2,
    /// Side of a cell, in metres.
    pub(super) cell: f32,
    /// Cells along x.
    pub(super) width: usize,
    /// Cells along y.
    pub(super) depth: usize,
}

impl Frame {
    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.width * self.depth
    }

    /// The neighbour of a cell.
    pub(super) fn neighbour(&self, cell: usize, [dx, dy]: [i32; 2]) -> Option<usize> {
        let x = (cell % self.width).checked_add_signed(dx as isize)?;
        let y = (cell / self.width).checked_add_signed(dy as isize)?;
        (x < self.width && y < self.depth).then_some(y * self.width + x)
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, cell: usize) -> Vec2 {
        let at = Vec2::new((cell % self.width) as f32, (cell / self.width) as f32);
        self.min + (at + 0.5) * self.cell
    }

    /// The cell in which a point lies.
    pub(super) fn cell_of(&self, point: Vec2) -> Option<usize> {
        let at = ((point - self.min) / self.cell).floor();
        let size = Vec2::new(self.width as f32, self.depth as f32);
        let inside = at.cmpge(Vec2::ZERO).all() && at.cmplt(size).all();
        inside.then(|| at.y as usize * self.width + at.x as usize)
    }
}

/// All floors, column by column, each column from below.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) frame: Frame,
    pub(super) floors: Vec<Floor>,
    /// Where the floors of each column begin, and where the last one ends.
    pub(super) begins: Vec<u32>,
}

impl Columns {
    /// The floors of a column, from below.
    pub(super) fn of(&self, column: usize) -> std::ops::Range<usize> {
        self.begins[column] as usize..self.begins[column + 1] as usize
    }
}
