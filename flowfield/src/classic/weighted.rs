//! A field whose tiles have weights, in and out by callbacks.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use glam::{IVec2, UVec2, Vec2};
use thiserror::Error;

use super::heat_map::HeatMap;
use super::vector_field::VectorField;
use crate::lattice::frame::Frame;
use crate::lattice::grid::Grid;
use crate::lattice::steps::Steps;
use crate::potential::goal::GoalError;

/// The eight neighbours in the order of the source, whose rows run downwards, with their angles: of
/// equal ones the first counts.
const NEIGHBOURS: [(IVec2, f32); 8] = [
    (IVec2::new(-1, -1), -3.0 * FRAC_PI_4),
    (IVec2::new(0, -1), -FRAC_PI_2),
    (IVec2::new(1, -1), -FRAC_PI_4),
    (IVec2::new(-1, 0), PI),
    (IVec2::new(1, 0), 0.0),
    (IVec2::new(-1, 1), 3.0 * FRAC_PI_4),
    (IVec2::new(0, 1), FRAC_PI_2),
    (IVec2::new(1, 1), FRAC_PI_4),
];

/// A field over tiles with weights: of neighbours as near to the goal, units take the lighter one.
///
/// Source: *Vector Field path finding*, a field for Lua with callbacks, 2018. Distances are those of a
/// heat map over the tiles of weight below 1; each tile that is reached, the goal too, points to that of
/// its eight neighbours which has the least `distance + weight`. The source wraps round at the ends of
/// rows; this does not. As in the source a corner between two blocked tiles may be cut:
/// [`VectorField::set_descent`] never does.
#[derive(Clone, Debug)]
pub struct WeightedField {
    distances: Grid<u32>,
    vectors: VectorField,
}

/// Why a [`WeightedField`] cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum WeightError {
    /// The goal is off the frame, or its weight blocks it.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The callback gave a weight that is none.
    #[error(
        "the weight of tile {tile} is {weight}: it must be 0 or more, and below 1 where one can walk"
    )]
    Weight {
        /// The column and row of the tile.
        tile: UVec2,
        /// The weight given.
        weight: f32,
    },
}

impl WeightedField {
    /// Asks `weight` once for each tile, from 0 to 1, where 1 or more is blocked; then tells
    /// `direction` the angle of each tile that is reached and has a neighbour that is, in radians
    /// counter-clockwise from +x, above −π and at most π. Both go row by row from the least y.
    ///
    /// # Errors
    /// [`WeightError`]; `direction` is not called then.
    pub fn new(
        frame: Frame,
        goal: UVec2,
        mut weight: impl FnMut(UVec2) -> f32,
        mut direction: impl FnMut(UVec2, f32),
    ) -> Result<Self, WeightError> {
        let mut weights = Grid::new(frame.size, 0.0);
        let mut steps = Steps::open(frame);
        for index in 0..frame.cell_count() {
            let tile = frame.cell_at_index(index);
            let weight = weight(tile);
            if weight.is_nan() || weight < 0.0 {
                return Err(WeightError::Weight { tile, weight });
            }
            weights[index] = weight;
            if weight >= 1.0 {
                // Every index is on the frame.
                _ = steps.set_open(index, false);
            }
        }
        let mut heat_map = HeatMap::default();
        heat_map.solve(&steps, &[goal])?;
        let distances = heat_map.distances().clone();
        let mut vectors = VectorField::default();
        vectors.begin(&steps, |cell| distances[cell] != HeatMap::UNREACHED);
        for index in 0..frame.cell_count() {
            if let Some((way, angle)) = best(&frame, &distances, &weights, index) {
                vectors.set(index, way);
                direction(frame.cell_at_index(index), angle);
            }
        }
        Ok(Self { distances, vectors })
    }

    /// By tile, the distance to the goal in steps, or [`HeatMap::UNREACHED`].
    pub const fn distances(&self) -> &Grid<u32> {
        &self.distances
    }

    /// The directions that the callback was told, to be sampled.
    pub const fn vectors(&self) -> &VectorField {
        &self.vectors
    }
}

/// The way from a reached tile to the neighbour of least distance + weight, and its angle.
fn best(
    frame: &Frame,
    distances: &Grid<u32>,
    weights: &Grid<f32>,
    index: usize,
) -> Option<(Vec2, f32)> {
    if distances[index] == HeatMap::UNREACHED {
        return None;
    }
    let tile = frame.cell_at_index(index).as_ivec2();
    let mut best = (f64::INFINITY, None);
    for (offset, angle) in NEIGHBOURS {
        let beyond = tile + offset;
        // A negative column becomes one that is off the frame.
        let beyond = UVec2::new(beyond.x as u32, beyond.y as u32);
        if frame.contains(beyond) && distances[beyond] != HeatMap::UNREACHED {
            let value = f64::from(distances[beyond]) + f64::from(weights[beyond]);
            if value < best.0 {
                best = (value, Some((offset.as_vec2().normalize(), angle)));
            }
        }
    }
    best.1
}
