//! One value per cell.

use std::ops::{Index, IndexMut, Range};

use glam::UVec2;

/// One value per cell, row-major; row 0 is that of least y.
///
/// Indexed by a cell's index or by its column and row; like a slice, it panics where there is none.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Grid<T> {
    size: UVec2,
    cells: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// A grid of `size` columns and rows that holds `value` everywhere.
    pub fn new(size: UVec2, value: T) -> Self {
        Self { size, cells: vec![value; size.x as usize * size.y as usize] }
    }

    /// Gives the grid another size and every cell the same value; a buffer that is large enough is
    /// kept.
    pub fn reset(&mut self, size: UVec2, value: T) {
        self.size = size;
        self.cells.clear();
        self.cells.resize(size.x as usize * size.y as usize, value);
    }

    /// Gives the grid another size and its cells the values of an iterator, which must have as many.
    pub(crate) fn fill(&mut self, size: UVec2, values: impl Iterator<Item = T>) {
        self.size = size;
        self.cells.clear();
        self.cells.extend(values);
    }

    /// Becomes equal to `other`; a buffer that is large enough is kept.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.size = other.size;
        self.cells.clone_from(&other.cells);
    }
}

impl<T> Grid<T> {
    /// Columns and rows.
    pub const fn size(&self) -> UVec2 {
        self.size
    }

    /// All values, row by row from the least y.
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    /// All values, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The bytes that the buffer takes.
    pub(crate) fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<T>()
    }

    fn row(&self, y: u32) -> Range<usize> {
        let width = self.size.x as usize;
        y as usize * width..(y as usize + 1) * width
    }
}

impl<T> Index<usize> for Grid<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.cells[index]
    }
}

impl<T> IndexMut<usize> for Grid<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.cells[index]
    }
}

// By way of the row, so that a column beyond the last is not the next row's first.
impl<T> Index<UVec2> for Grid<T> {
    type Output = T;

    fn index(&self, cell: UVec2) -> &T {
        &self.cells[self.row(cell.y)][cell.x as usize]
    }
}

impl<T> IndexMut<UVec2> for Grid<T> {
    fn index_mut(&mut self, cell: UVec2) -> &mut T {
        let row = self.row(cell.y);
        &mut self.cells[row][cell.x as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lie_one_after_another() {
        let mut grid = Grid::new(UVec2::new(3, 2), 0);
        grid[UVec2::new(2, 0)] = 1;
        grid[UVec2::new(0, 1)] = 2;
        grid[5] = 3;
        assert_eq!(grid.as_slice(), [0, 0, 1, 2, 0, 3]);
        assert_eq!(grid[UVec2::new(2, 1)], 3);
    }

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_column_too_far_is_not_the_next_row() {
        let grid = Grid::new(UVec2::new(3, 2), 0);
        let _ = grid[UVec2::new(3, 0)];
    }

    #[test]
    fn reset_and_copy_keep_the_buffer() {
        let mut grid = Grid::new(UVec2::new(8, 8), 1.0);
        let buffer = grid.as_slice().as_ptr();
        grid.reset(UVec2::new(4, 16), 2.0);
        assert_eq!(grid, Grid::new(UVec2::new(4, 16), 2.0));
        let other = Grid::new(UVec2::new(3, 3), 3.0);
        grid.copy_from(&other);
        assert_eq!(grid, other);
        assert_eq!(grid.as_slice().as_ptr(), buffer);
    }
}
