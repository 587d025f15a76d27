//! Where one can walk: open cells, and the open steps between them.

use glam::IVec2;
use thiserror::Error;

use super::direction::Direction;
use super::frame::{Frame, FrameError};
use super::grid::Grid;

/// The bit of a cell that is open; the bits below it are its open steps, by direction.
const OPEN: u8 = 1 << 4;

/// Which cells of a frame are open, and which of their four steps.
///
/// A step is open both ways or closed both ways; steps of blocked cells and steps off the frame are
/// always closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    frame: Frame,
    cells: Grid<u8>,
}

/// Why a cell or a step cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepsError {
    /// The index is not one of the frame's.
    #[error("cell {index} is not on the frame: the index must be below {cells}")]
    Outside {
        /// The index given.
        index: usize,
        /// How many cells the frame has.
        cells: usize,
    },
    /// A step can only be opened between two open cells of the frame.
    #[error(
        "the step {direction:?} from cell {index} cannot be opened: both its cells must be open cells of the frame"
    )]
    Blocked {
        /// The cell from which the step leads.
        index: usize,
        /// The direction of the step.
        direction: Direction,
    },
}

impl Steps {
    /// All cells open, and all steps between them.
    pub fn open(frame: Frame) -> Self {
        let mut steps = Self::closed(frame);
        for index in 0..frame.cell_count() {
            steps.open_cell(index);
        }
        steps
    }

    /// All cells blocked.
    pub fn closed(frame: Frame) -> Self {
        Self { frame, cells: Grid::new(frame.size, 0) }
    }

    /// Blocks all cells, those of another frame perhaps; the buffer is used again.
    pub fn close(&mut self, frame: Frame) {
        self.frame = frame;
        self.cells.reset(frame.size, 0);
    }

    /// Returns the ground with every cell cut into four of half its side: open where the cell was, with
    /// steps closed where the cell's was. Cell `(x, y)` becomes `(2x, 2y)` to `(2x + 1, 2y + 1)`.
    ///
    /// # Errors
    /// [`FrameError`] if there would be too many cells, or if they would be too small or too far out.
    pub fn subdivided(&self) -> Result<Self, FrameError> {
        let Frame { origin, size, cell_size, .. } = self.frame;
        let frame = Frame::new(origin.saturating_mul(IVec2::splat(2)), 2 * size, cell_size / 2.0)?;
        let mut cells = Grid::new(frame.size, 0);
        for (index, fine) in cells.as_mut_slice().iter_mut().enumerate() {
            let cell = frame.cell_at_index(index);
            let coarse = self.cells[cell / 2];
            // Steps inside a cell are open if it is.
            let inner = [
                (cell.x.is_multiple_of(2), Direction::East),
                (cell.y.is_multiple_of(2), Direction::North),
                (!cell.x.is_multiple_of(2), Direction::West),
                (!cell.y.is_multiple_of(2), Direction::South),
            ];
            let inside = inner.into_iter().filter(|(inside, _)| *inside);
            let open = inside.fold(0, |bits, (_, direction)| bits | direction.bit());
            *fine = if coarse & OPEN == 0 { 0 } else { coarse | open };
        }
        Ok(Self { frame, cells })
    }

    /// The cells that this is about.
    pub const fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns whether a cell is open; `false` off the frame.
    pub fn is_open(&self, index: usize) -> bool {
        self.cells.as_slice().get(index).is_some_and(|cell| cell & OPEN != 0)
    }

    /// Returns whether one can step from a cell to its neighbour; `false` off the frame.
    pub fn step_is_open(&self, index: usize, direction: Direction) -> bool {
        self.cells.as_slice().get(index).is_some_and(|cell| cell & direction.bit() != 0)
    }

    /// Opens or blocks a cell. Blocking closes its steps; opening a blocked cell opens its steps to
    /// those neighbours that are open: [`Steps::set_step`] closes the ones a wall stands on. A cell
    /// that is so already stays as it is.
    ///
    /// # Errors
    /// [`StepsError::Outside`]
    pub fn set_open(&mut self, index: usize, open: bool) -> Result<(), StepsError> {
        self.check(index)?;
        match (self.is_open(index), open) {
            (false, true) => self.open_cell(index),
            (true, false) => self.block_cell(index),
            _ => {}
        }
        Ok(())
    }

    /// Opens or closes the step from a cell to its neighbour, and the one back. Closing what is
    /// closed is no error.
    ///
    /// # Errors
    /// [`StepsError::Outside`]; [`StepsError::Blocked`] if a step is to be opened whose two cells are
    /// not both open cells of the frame
    pub fn set_step(
        &mut self,
        index: usize,
        direction: Direction,
        open: bool,
    ) -> Result<(), StepsError> {
        self.check(index)?;
        let beyond = self.frame.neighbour(index, direction).filter(|&beyond| self.is_open(beyond));
        match beyond {
            Some(beyond) if self.is_open(index) => {
                self.set_both_ways(index, direction, beyond, open)
            }
            _ if open => return Err(StepsError::Blocked { index, direction }),
            _ => {}
        }
        Ok(())
    }

    /// By cell, the bit set of its open steps by direction, and above those a bit if it is open.
    pub(crate) fn masks(&self) -> &[u8] {
        self.cells.as_slice()
    }

    /// The bytes that the buffer takes.
    pub(crate) fn bytes(&self) -> usize {
        self.cells.bytes()
    }

    /// Becomes equal to `other`, keeping the buffer.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.frame = other.frame;
        self.cells.copy_from(&other.cells);
    }

    fn check(&self, index: usize) -> Result<(), StepsError> {
        let cells = self.frame.cell_count();
        if index < cells { Ok(()) } else { Err(StepsError::Outside { index, cells }) }
    }

    fn open_cell(&mut self, index: usize) {
        self.cells[index] |= OPEN;
        self.set_all_steps(index, true);
    }

    fn block_cell(&mut self, index: usize) {
        self.set_all_steps(index, false);
        self.cells[index] = 0;
    }

    fn set_all_steps(&mut self, index: usize, open: bool) {
        for direction in Direction::ALL {
            if let Some(beyond) = self.frame.neighbour(index, direction)
                && self.is_open(beyond)
            {
                self.set_both_ways(index, direction, beyond, open);
            }
        }
    }

    fn set_both_ways(&mut self, index: usize, direction: Direction, beyond: usize, open: bool) {
        for (cell, bit) in [(index, direction.bit()), (beyond, direction.opposite().bit())] {
            if open {
                self.cells[cell] |= bit;
            } else {
                self.cells[cell] &= !bit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use proptest::prelude::*;

    use super::*;

    fn frame() -> Frame {
        Frame::new(IVec2::ZERO, UVec2::new(3, 3), 1.0).unwrap()
    }

    #[test]
    fn open_and_closed_are_what_they_say() {
        let (open, closed) = (Steps::open(frame()), Steps::closed(frame()));
        for index in 0..9 {
            assert!(open.is_open(index) && !closed.is_open(index));
            for direction in Direction::ALL {
                let inside = frame().neighbour(index, direction).is_some();
                assert_eq!(open.step_is_open(index, direction), inside);
                assert!(!closed.step_is_open(index, direction));
            }
        }
    }

    #[test]
    fn opening_a_cell_opens_its_steps_to_open_neighbours() {
        let mut steps = Steps::open(frame());
        steps.set_open(1, false).unwrap();
        steps.set_open(4, false).unwrap();
        steps.set_step(3, Direction::North, false).unwrap();
        steps.set_open(4, true).unwrap();
        let open = Direction::ALL.map(|direction| steps.step_is_open(4, direction));
        assert_eq!(open, [true, true, true, false]);
        steps.set_step(4, Direction::East, false).unwrap();
        steps.set_open(4, true).unwrap();
        assert!(!steps.step_is_open(4, Direction::East), "an open cell stays as it is");
        assert!(!steps.step_is_open(3, Direction::North), "another cell's steps stay as they are");
    }

    #[test]
    fn a_subdivided_cell_is_four_with_the_same_walls_round_them() {
        let mut steps = Steps::open(frame());
        steps.set_open(4, false).unwrap();
        steps.set_step(0, Direction::East, false).unwrap();
        let fine = steps.subdivided().unwrap();
        assert_eq!(fine.frame().size, 2 * frame().size);
        assert_eq!((fine.frame().min(), fine.frame().max()), (frame().min(), frame().max()));
        for index in 0..36 {
            let cell = fine.frame().cell_at_index(index);
            let coarse = frame().index_of(cell / 2);
            assert_eq!(fine.is_open(index), steps.is_open(coarse));
            for direction in Direction::ALL {
                let beyond = fine.frame().neighbour(index, direction);
                let inside =
                    beyond.is_some_and(|beyond| fine.frame().cell_at_index(beyond) / 2 == cell / 2);
                let expected = steps.is_open(coarse) && inside
                    || steps.step_is_open(coarse, direction) && !inside;
                assert_eq!(fine.step_is_open(index, direction), expected, "{cell} {direction:?}");
            }
        }
        let large = Frame::new(IVec2::ZERO, UVec2::new(4096, 1), 1.0).unwrap();
        assert!(matches!(Steps::open(large).subdivided(), Err(FrameError::Size { .. })));
    }

    #[test]
    fn what_cannot_be_set_is_refused() {
        let mut steps = Steps::open(frame());
        steps.set_open(4, false).unwrap();
        let before = steps.clone();
        let outside = Err(StepsError::Outside { index: 9, cells: 9 });
        assert_eq!(steps.set_open(9, true), outside);
        assert_eq!(steps.set_step(9, Direction::West, false), outside);
        for (index, direction) in
            [(4, Direction::East), (3, Direction::East), (8, Direction::North)]
        {
            let blocked = Err(StepsError::Blocked { index, direction });
            assert_eq!(steps.set_step(index, direction, true), blocked);
            assert_eq!(steps.set_step(index, direction, false), Ok(()));
        }
        assert_eq!(steps, before);
        assert!(!steps.is_open(9) && !steps.step_is_open(9, Direction::West));
    }

    proptest! {
        /// Against the naive model of open cells and a list of sides.
        #[test]
        fn steps_are_open_both_ways_and_only_between_open_cells(
            edits in prop::collection::vec((0_usize..9, 0_usize..5, any::<bool>()), 0..60),
        ) {
            let mut steps = Steps::open(frame());
            let mut cells = [true; 9];
            for (index, what, open) in edits {
                if what == 4 {
                    steps.set_open(index, open).unwrap();
                    cells[index] = open;
                } else {
                    let direction = Direction::ALL[what];
                    let done = steps.set_step(index, direction, open);
                    let beyond = frame().neighbour(index, direction);
                    let both = cells[index] && beyond.is_some_and(|beyond| cells[beyond]);
                    prop_assert_eq!(done.is_ok(), both || !open);
                    prop_assert_eq!(steps.step_is_open(index, direction), both && open);
                }
                for (index, open) in cells.into_iter().enumerate() {
                    prop_assert_eq!(steps.is_open(index), open);
                    for direction in Direction::ALL.into_iter().filter(|&way| steps.step_is_open(index, way)) {
                        let beyond = frame().neighbour(index, direction).unwrap();
                        prop_assert!(open && cells[beyond]);
                        prop_assert!(steps.step_is_open(beyond, direction.opposite()));
                    }
                }
            }
        }
    }
}
