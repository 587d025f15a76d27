//! What the ground is like: how hard it is to cross, how high it lies, how unpleasant it is.

use thiserror::Error;

use super::frame::Frame;
use super::grid::Grid;
use crate::tolerances::{MOST_DISCOMFORT, MOST_HEIGHT, TERRAIN_COSTS};

/// Cost, height and discomfort of every cell of a frame.
///
/// New ground is flat, costs nothing extra and is pleasant everywhere. Where one cannot walk at all is
/// said by [`Steps`](crate::Steps).
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    frame: Frame,
    costs: Grid<f32>,
    heights: Grid<f32>,
    discomforts: Grid<f32>,
}

/// Why the terrain of a cell cannot be set.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TerrainError {
    /// The index is not one of the frame's.
    #[error("cell {index} is not on the frame: the index must be below {cells}")]
    Outside {
        /// The index given.
        index: usize,
        /// How many cells the frame has.
        cells: usize,
    },
    /// The cost is no factor.
    #[error("the cost of cell {index} is {cost}: it must be from {} to {}", TERRAIN_COSTS.start(), TERRAIN_COSTS.end())]
    Cost {
        /// The index of the cell.
        index: usize,
        /// The cost given.
        cost: f32,
    },
    /// The height is not a number, or higher than any mountain.
    #[error(
        "the height of cell {index} is {height} m: it must be from -{MOST_HEIGHT} to {MOST_HEIGHT} m"
    )]
    Height {
        /// The index of the cell.
        index: usize,
        /// The height given, in metres.
        height: f32,
    },
    /// The discomfort is not a number, negative or beyond all measure.
    #[error(
        "the discomfort of cell {index} is {discomfort}: it must be from 0 to {MOST_DISCOMFORT}"
    )]
    Discomfort {
        /// The index of the cell.
        index: usize,
        /// The discomfort given.
        discomfort: f32,
    },
}

impl Terrain {
    /// Plain ground.
    pub fn new(frame: Frame) -> Self {
        Self {
            frame,
            costs: Grid::new(frame.size, 1.0),
            heights: Grid::new(frame.size, 0.0),
            discomforts: Grid::new(frame.size, 0.0),
        }
    }

    /// Makes it plain ground again, of a frame; its buffers are used again.
    pub fn reset(&mut self, frame: Frame) {
        self.frame = frame;
        self.costs.reset(frame.size, 1.0);
        self.heights.reset(frame.size, 0.0);
        self.discomforts.reset(frame.size, 0.0);
    }

    /// The cells that this is about.
    pub const fn frame(&self) -> &Frame {
        &self.frame
    }

    /// By cell, by how much the way through it costs more than its length: a factor, 1 on plain ground.
    pub const fn costs(&self) -> &Grid<f32> {
        &self.costs
    }

    /// By cell, the height of its centre in metres.
    pub const fn heights(&self) -> &Grid<f32> {
        &self.heights
    }

    /// By cell, the discomfort of being there, 0 where it is pleasant.
    pub const fn discomforts(&self) -> &Grid<f32> {
        &self.discomforts
    }

    /// Sets a cell's cost, a factor from 0.001 to 1000: mud may cost 3, a road 0.5.
    ///
    /// # Errors
    /// [`TerrainError::Outside`], [`TerrainError::Cost`]
    pub fn set_cost(&mut self, index: usize, cost: f32) -> Result<(), TerrainError> {
        self.check(index)?;
        if !TERRAIN_COSTS.contains(&cost) {
            return Err(TerrainError::Cost { index, cost });
        }
        self.costs[index] = cost;
        Ok(())
    }

    /// Sets the height of a cell's centre in metres, at most 1 000 000 up or down.
    ///
    /// # Errors
    /// [`TerrainError::Outside`], [`TerrainError::Height`]
    pub fn set_height(&mut self, index: usize, height: f32) -> Result<(), TerrainError> {
        self.check(index)?;
        if height.is_nan() || height.abs() > MOST_HEIGHT {
            return Err(TerrainError::Height { index, height });
        }
        self.heights[index] = height;
        Ok(())
    }

    /// Sets a cell's discomfort, 0 to 1 000 000. A step into a cell of discomfort `g` costs `γ g / f`
    /// more, see [`CostParameters::discomfort_weight`](crate::CostParameters::discomfort_weight).
    ///
    /// # Errors
    /// [`TerrainError::Outside`], [`TerrainError::Discomfort`]
    pub fn set_discomfort(&mut self, index: usize, discomfort: f32) -> Result<(), TerrainError> {
        self.check(index)?;
        if !(0.0..=MOST_DISCOMFORT).contains(&discomfort) {
            return Err(TerrainError::Discomfort { index, discomfort });
        }
        self.discomforts[index] = discomfort;
        Ok(())
    }

    fn check(&self, index: usize) -> Result<(), TerrainError> {
        let cells = self.frame.cell_count();
        if index < cells { Ok(()) } else { Err(TerrainError::Outside { index, cells }) }
    }
}

#[cfg(test)]
mod tests {
    use glam::{IVec2, UVec2};

    use super::*;

    #[test]
    fn what_is_set_is_there_and_the_rest_is_plain() {
        let mut terrain = Terrain::new(Frame::new(IVec2::ZERO, UVec2::new(3, 2), 1.0).unwrap());
        terrain.set_cost(4, 2.5).unwrap();
        terrain.set_height(4, -7.0).unwrap();
        terrain.set_discomfort(4, 0.25).unwrap();
        let of = |index: usize| {
            (terrain.costs()[index], terrain.heights()[index], terrain.discomforts()[index])
        };
        assert_eq!((of(4), of(3)), ((2.5, -7.0, 0.25), (1.0, 0.0, 0.0)));
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut terrain = Terrain::new(Frame::new(IVec2::ZERO, UVec2::new(3, 2), 1.0).unwrap());
        let before = terrain.clone();
        let outside = Err(TerrainError::Outside { index: 6, cells: 6 });
        assert_eq!(terrain.set_cost(6, 1.0), outside);
        assert_eq!(terrain.set_height(6, 1.0), outside);
        assert_eq!(terrain.set_discomfort(6, 1.0), outside);
        for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0, 2e6] {
            assert!(matches!(terrain.set_cost(1, bad), Err(TerrainError::Cost { index: 1, .. })));
        }
        for bad in [f32::NAN, f32::INFINITY, -2e6] {
            let set = terrain.set_height(1, bad);
            assert!(matches!(set, Err(TerrainError::Height { index: 1, .. })));
        }
        for bad in [f32::NAN, f32::INFINITY, -0.1, 2e6] {
            let set = terrain.set_discomfort(1, bad);
            assert!(matches!(set, Err(TerrainError::Discomfort { index: 1, .. })));
        }
        assert_eq!(terrain, before);
    }
}
