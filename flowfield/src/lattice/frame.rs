//! Where a grid lies: a rectangle of cells on the world's lattice.

use std::ops::Range;

use glam::{DVec2, IVec2, UVec2, Vec2};
use thiserror::Error;

use super::direction::Direction;
use crate::tolerances::{CELL_SIZES, LATTICE_LIMIT, MOST_CELLS_A_SIDE};

/// A rectangle of cells on the world's lattice.
///
/// Lattice cell `(i, j)` covers `[i, i + 1) × [j, j + 1)` times the cell size, exactly, so two frames
/// of one cell size that overlap share cells. The fields are public to be read: the constructors
/// check them, a frame whose fields were changed by hand is not checked again.
///
/// The default is the single cell of 1 m at the lattice's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Frame {
    /// Lattice coordinates of the frame's cell `(0, 0)`, the one of least x and y.
    pub origin: IVec2,
    /// Columns and rows, each 1 to 4096.
    pub size: UVec2,
    /// The side of a cell in metres, 0.001 to 10 000.
    pub cell_size: f32,
}

/// Why a [`Frame`] cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FrameError {
    /// The cell size is not a number between 0.001 m and 10 000 m.
    #[error("the cell size is {cell_size} m: it must be from {} to {} m", CELL_SIZES.start(), CELL_SIZES.end())]
    CellSize {
        /// The size given, in metres.
        cell_size: f32,
    },
    /// A side has no cell, or too many.
    #[error("the frame has {size} cells: each side must have from 1 to {MOST_CELLS_A_SIDE}")]
    Size {
        /// The columns and rows asked for.
        size: UVec2,
    },
    /// The frame reaches too far from the lattice's origin for its cells to be told apart.
    #[error(
        "the frame starts at lattice cell {origin}: it must stay within {LATTICE_LIMIT} cells of the origin"
    )]
    TooFar {
        /// The lattice coordinates of the first cell.
        origin: IVec2,
    },
    /// The box to be covered has a corner that is not finite, or its corners are the wrong way round.
    #[error(
        "the box from {min} to {max} cannot be covered: its corners must be finite, and min ≤ max"
    )]
    Box {
        /// The corner given as the least one, in metres.
        min: Vec2,
        /// The corner given as the greatest one, in metres.
        max: Vec2,
    },
}

impl Default for Frame {
    fn default() -> Self {
        Self { origin: IVec2::ZERO, size: UVec2::ONE, cell_size: 1.0 }
    }
}

impl Frame {
    /// The frame of `size` cells of `cell_size` metres whose first cell is the lattice's `origin`.
    ///
    /// # Errors
    /// [`FrameError::CellSize`], [`FrameError::Size`], [`FrameError::TooFar`]: see [`Frame`]'s fields
    /// for the ranges.
    pub fn new(origin: IVec2, size: UVec2, cell_size: f32) -> Result<Self, FrameError> {
        if !CELL_SIZES.contains(&cell_size) {
            return Err(FrameError::CellSize { cell_size });
        }
        if size.min_element() < 1 || size.max_element() > MOST_CELLS_A_SIDE {
            return Err(FrameError::Size { size });
        }
        let end = origin.saturating_add(size.as_ivec2());
        if origin.min_element() < -LATTICE_LIMIT || end.max_element() > LATTICE_LIMIT {
            return Err(FrameError::TooFar { origin });
        }
        Ok(Self { origin, size, cell_size })
    }

    /// The least frame on the lattice whose cells cover the box from `min` to `max` (metres); at least
    /// one cell each way, so that a box without area has a frame too.
    ///
    /// # Errors
    /// [`FrameError::Box`], and those of [`Frame::new`].
    pub fn covering(min: Vec2, max: Vec2, cell_size: f32) -> Result<Self, FrameError> {
        if !min.is_finite() || !max.is_finite() || min.cmpgt(max).any() {
            return Err(FrameError::Box { min, max });
        }
        if !CELL_SIZES.contains(&cell_size) {
            return Err(FrameError::CellSize { cell_size });
        }
        // The casts saturate: what does not fit is too far, or too large.
        let origin = (min.as_dvec2() / f64::from(cell_size)).floor().as_ivec2();
        let end = (max.as_dvec2() / f64::from(cell_size)).ceil().as_ivec2();
        let size = end.saturating_sub(origin).max(IVec2::ONE).as_uvec2();
        Self::new(origin, size, cell_size)
    }

    /// Returns how many cells the frame has.
    pub const fn cell_count(&self) -> usize {
        self.size.x as usize * self.size.y as usize
    }

    /// Returns whether the frame has this column and row.
    pub const fn contains(&self, cell: UVec2) -> bool {
        cell.x < self.size.x && cell.y < self.size.y
    }

    /// The index of a cell of the frame. Of another it is meaningless: see [`Frame::contains`].
    pub const fn index_of(&self, cell: UVec2) -> usize {
        cell.y as usize * self.size.x as usize + cell.x as usize
    }

    /// The column and row of an index below [`Frame::cell_count`].
    pub const fn cell_at_index(&self, index: usize) -> UVec2 {
        let width = self.size.x as usize;
        UVec2::new((index % width) as u32, (index / width) as u32)
    }

    /// The cell that contains a point (metres); `None` outside the frame, or if it is not finite.
    pub fn cell_of(&self, point: Vec2) -> Option<UVec2> {
        self.locate(point).map(|(cell, _)| cell)
    }

    /// The centre of a cell in metres: the same, bit for bit, in every frame on the lattice.
    pub fn center(&self, cell: UVec2) -> Vec2 {
        ((self.origin + cell.as_ivec2()).as_vec2() + 0.5) * self.cell_size
    }

    /// The corner of least x and y, in metres.
    pub fn min(&self) -> Vec2 {
        self.origin.as_vec2() * self.cell_size
    }

    /// The corner of greatest x and y, in metres.
    pub fn max(&self) -> Vec2 {
        (self.origin + self.size.as_ivec2()).as_vec2() * self.cell_size
    }

    /// The index of the neighbour of the cell at `index`; `None` if that lies off the frame, or if
    /// `index` is not of the frame.
    pub const fn neighbour(&self, index: usize, direction: Direction) -> Option<usize> {
        if index >= self.cell_count() {
            return None;
        }
        let cell = self.cell_at_index(index);
        let inside = match direction {
            Direction::East => cell.x + 1 < self.size.x,
            Direction::North => cell.y + 1 < self.size.y,
            Direction::West => cell.x > 0,
            Direction::South => cell.y > 0,
        };
        if inside { Some(self.toward(index, direction)) } else { None }
    }

    /// The index of a neighbour that is known to be on the frame.
    pub(crate) const fn toward(&self, index: usize, direction: Direction) -> usize {
        let width = self.size.x as usize;
        match direction {
            Direction::East => index + 1,
            Direction::North => index + width,
            Direction::West => index - 1,
            Direction::South => index - width,
        }
    }

    /// The cell that contains a point, and the point's offset from its centre, −½ to ½ cell.
    pub(crate) fn locate(&self, point: Vec2) -> Option<(UVec2, Vec2)> {
        let local = self.local(point);
        let inside = local.cmpge(DVec2::ZERO).all() && local.cmplt(self.size.as_dvec2()).all();
        // A cast cuts as a floor does, and is quicker on many processors.
        let cell = local.as_uvec2();
        inside.then(|| (cell, (local - cell.as_dvec2() - 0.5).as_vec2()))
    }

    /// Columns and rows of all cells whose centre may be within `reach` metres of a point.
    pub(crate) fn cells_around(&self, point: Vec2, reach: f32) -> (Range<u32>, Range<u32>) {
        // A negative number becomes 0 in a cast to an unsigned one, others are cut.
        let first = (self.local(point - reach) - 0.5).as_uvec2();
        let end = self.local(point + reach) + 0.5;
        let below = end.as_uvec2().min(self.size);
        let is_more = end.cmpgt(below.as_dvec2());
        let end = (below + UVec2::new(is_more.x as u32, is_more.y as u32)).min(self.size);
        (first.x..end.x, first.y..end.y)
    }

    /// A point in cells from the frame's corner. In `f64` this is exact enough for the floor to be
    /// that of the real number: `f32` would lose half the bits of the offset far from the origin.
    fn local(&self, point: Vec2) -> DVec2 {
        point.as_dvec2() / f64::from(self.cell_size) - self.origin.as_dvec2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(x: i32, y: i32, columns: u32, rows: u32) -> Frame {
        Frame::new(IVec2::new(x, y), UVec2::new(columns, rows), 0.3).unwrap()
    }

    #[test]
    fn cells_and_indices_are_inverse() {
        let frame = frame(-3, 5, 7, 4);
        for index in 0..frame.cell_count() {
            let cell = frame.cell_at_index(index);
            assert!(frame.contains(cell));
            assert_eq!(frame.index_of(cell), index);
            assert_eq!(frame.cell_of(frame.center(cell)), Some(cell));
        }
        assert_eq!(frame.cell_at_index(8), UVec2::new(1, 1));
    }

    #[test]
    fn neighbours_are_where_their_direction_points_and_end_with_the_frame() {
        let frame = frame(0, 0, 3, 2);
        for index in 0..frame.cell_count() {
            for direction in Direction::ALL {
                let there = frame.cell_at_index(index).as_ivec2() + direction.offset();
                let expected = (there.cmpge(IVec2::ZERO).all() && there.x < 3 && there.y < 2)
                    .then(|| frame.index_of(there.as_uvec2()));
                assert_eq!(frame.neighbour(index, direction), expected);
            }
        }
        assert_eq!(frame.neighbour(6, Direction::West), None);
    }

    #[test]
    fn frames_that_overlap_share_their_centres_bit_for_bit() {
        let (a, b) = (frame(-20, 1000, 9, 9), frame(-16, 1003, 9, 9));
        for cell in [UVec2::ZERO, UVec2::new(4, 2)] {
            assert_eq!(b.center(cell), a.center(cell + UVec2::new(4, 3)));
        }
    }

    #[test]
    fn the_farthest_cells_keep_their_centres_and_edges() {
        for corner in [-LATTICE_LIMIT, LATTICE_LIMIT - 64] {
            let frame = frame(corner, corner, 64, 64);
            for i in 0..64 {
                let cell = UVec2::new(i, 63 - i);
                assert_eq!(frame.cell_of(frame.center(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn a_cell_has_its_lower_edges_and_not_its_upper_ones() {
        let frame = Frame::new(IVec2::new(-2, -2), UVec2::new(4, 4), 0.5).unwrap();
        assert_eq!(frame.cell_of(Vec2::new(-1.0, 0.0)), Some(UVec2::new(0, 2)));
        assert_eq!(frame.cell_of(Vec2::new(1.0_f32.next_down(), -0.0)), Some(UVec2::new(3, 2)));
        for outside in [Vec2::X, Vec2::new(-1.0_f32.next_up(), 2.0), Vec2::NAN, Vec2::INFINITY] {
            assert_eq!(frame.cell_of(outside), None);
        }
        assert_eq!((frame.min(), frame.max()), (Vec2::NEG_ONE, Vec2::ONE));
    }

    #[test]
    fn covering_is_the_least_frame_that_holds_the_box() {
        let covering = |min, max| Frame::covering(min, max, 0.5).unwrap();
        let lattice_aligned = covering(Vec2::new(-1.0, 0.5), Vec2::new(2.0, 1.0));
        assert_eq!(
            (lattice_aligned.origin, lattice_aligned.size),
            (IVec2::new(-2, 1), UVec2::new(6, 1))
        );
        let a_bit_more = covering(Vec2::new(-1.01, 0.5), Vec2::new(2.01, 1.0));
        assert_eq!((a_bit_more.origin, a_bit_more.size), (IVec2::new(-3, 1), UVec2::new(8, 1)));
        let point = covering(Vec2::ONE, Vec2::ONE);
        assert_eq!((point.origin, point.size), (IVec2::splat(2), UVec2::ONE));
    }

    #[test]
    fn cells_around_a_point_are_those_whose_centre_may_be_near() {
        let frame = Frame::new(IVec2::splat(-4), UVec2::splat(8), 1.0).unwrap();
        let (columns, rows) = frame.cells_around(Vec2::new(0.2, -3.9), 1.4);
        assert!(columns.start <= 3 && columns.end >= 6 && columns.len() <= 5);
        assert!(rows.start == 0 && (2..=3).contains(&rows.end));
        let (columns, rows) = frame.cells_around(Vec2::new(1e9, 0.0), 1.0);
        assert!(columns.is_empty() && !rows.is_empty());
        assert_eq!(frame.cells_around(Vec2::new(-1e30, 1.0), f32::MAX), (0..8, 0..8));
    }

    #[test]
    fn bad_frames_are_refused() {
        let new =
            |x, columns, cell_size| Frame::new(IVec2::new(x, 0), UVec2::new(columns, 1), cell_size);
        for cell_size in [0.0, -1.0, 1e-4, 1e5, f32::INFINITY, f32::NAN] {
            assert!(
                matches!(new(0, 1, cell_size), Err(FrameError::CellSize { .. })),
                "{cell_size}"
            );
            let covering = Frame::covering(Vec2::ZERO, Vec2::ONE, cell_size);
            assert!(matches!(covering, Err(FrameError::CellSize { .. })), "{cell_size}");
        }
        for columns in [0, 4097, u32::MAX] {
            assert_eq!(
                new(0, columns, 1.0),
                Err(FrameError::Size { size: UVec2::new(columns, 1) })
            );
        }
        for x in [-LATTICE_LIMIT - 1, LATTICE_LIMIT, i32::MAX, i32::MIN] {
            assert_eq!(new(x, 1, 1.0), Err(FrameError::TooFar { origin: IVec2::new(x, 0) }));
        }
        let covering =
            |min: f32, max: f32| Frame::covering(Vec2::splat(min), Vec2::splat(max), 1.0);
        for (min, max) in [(1.0, 0.0), (f32::NAN, 1.0), (0.0, f32::INFINITY)] {
            assert!(matches!(covering(min, max), Err(FrameError::Box { .. })));
        }
        assert!(matches!(covering(-1e30, 1e30), Err(FrameError::Size { .. })));
        assert!(matches!(covering(1e30, 1e30), Err(FrameError::TooFar { .. })));
    }
}
