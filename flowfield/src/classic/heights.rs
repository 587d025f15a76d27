//! A field over hills, which takes the smooth way up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::{IVec2, UVec2};
use thiserror::Error;

use super::heat_map::check_goals;
use super::vector_field::{NEIGHBOURS, VectorField};
use crate::lattice::direction::Direction;
use crate::lattice::frame::Frame;
use crate::lattice::grid::Grid;
use crate::lattice::steps::Steps;
use crate::lattice::terrain::Terrain;
use crate::potential::goal::GoalError;

/// Height difference from which on a step is a cliff, in metres.
const CLIFF: f32 = 2.0;
/// What a metre of a cliff costs.
const CLIFF_COST: f32 = 20.0;

/// A field over ground with heights: a tile at a cliff costs `20 · |Δh|`, any other 1; no tile points
/// over a cliff. A crowd rather walks up a long ramp than over a step.
///
/// Source: *Goal-Based Vector Field Pathfinding (Flow Field)* (cost field, integration field, flow). A
/// cliff is a height difference of 2 m or more to one of the eight neighbours, and the largest counts;
/// the source's code keeps the one seen last. Integrated is over the four neighbours, over open steps;
/// the way goes to the best of eight, across a corner only if both ways round it are open.
#[derive(Clone, Debug)]
pub struct HeightField {
    costs: Grid<f32>,
    integrated: Grid<f32>,
    vectors: VectorField,
}

/// Why a [`HeightField`] cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HeightError {
    /// The goals cannot be gone to.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// Steps and terrain are about different cells.
    #[error("the steps are on {steps:?}, the terrain on {terrain:?}: they must share one frame")]
    TerrainMismatch {
        /// The frame of the steps.
        steps: Frame,
        /// The frame of the terrain.
        terrain: Frame,
    },
}

impl HeightField {
    /// The field to some goals over a terrain's heights.
    ///
    /// # Errors
    /// [`HeightError`]
    pub fn new(steps: &Steps, terrain: &Terrain, goals: &[UVec2]) -> Result<Self, HeightError> {
        if steps.frame() != terrain.frame() {
            let (steps, terrain) = (*steps.frame(), *terrain.frame());
            return Err(HeightError::TerrainMismatch { steps, terrain });
        }
        check_goals(steps, goals)?;
        let costs = cliff_costs(terrain);
        let integrated = integrate(steps, &costs, goals);
        let mut vectors = VectorField::default();
        vectors.begin(steps, |cell| integrated[cell].is_finite());
        let heights = terrain.heights();
        let is_cliff = |a: usize, b: usize| (heights[a] - heights[b]).abs() >= CLIFF;
        vectors.point_to_least(
            |cell, beyond| (!is_cliff(cell, beyond)).then(|| integrated[beyond]),
            |cell| integrated[cell],
        );
        Ok(Self { costs, integrated, vectors })
    }

    /// By tile, what it costs to leave it: 1, or more at a cliff.
    pub const fn costs(&self) -> &Grid<f32> {
        &self.costs
    }

    /// By tile, the sum of the costs of the best way to a goal, 0 there; infinite where none can be
    /// reached.
    pub const fn integrated(&self) -> &Grid<f32> {
        &self.integrated
    }

    /// Returns where to go.
    pub const fn vectors(&self) -> &VectorField {
        &self.vectors
    }
}

fn cliff_costs(terrain: &Terrain) -> Grid<f32> {
    let (frame, heights) = (terrain.frame(), terrain.heights());
    let mut costs = Grid::new(frame.size, 1.0);
    for index in 0..frame.cell_count() {
        let tile: IVec2 = frame.cell_at_index(index).as_ivec2();
        let difference = |offset: IVec2| {
            // A negative column becomes one that is off the frame.
            let beyond = UVec2::new((tile + offset).x as u32, (tile + offset).y as u32);
            let inside = frame.contains(beyond);
            if inside { (heights[beyond] - heights[index]).abs() } else { 0.0 }
        };
        let steepest = NEIGHBOURS.into_iter().map(difference).fold(0.0, f32::max);
        if steepest >= CLIFF {
            costs[index] = CLIFF_COST * steepest;
        }
    }
    costs
}

/// The least sums of costs by way of the four neighbours.
fn integrate(steps: &Steps, costs: &Grid<f32>, goals: &[UVec2]) -> Grid<f32> {
    let mut sums = Grid::new(steps.frame().size, f32::INFINITY);
    // A sum's bits and its cell: the bits of numbers from 0 on are in their order.
    let mut front = BinaryHeap::new();
    for &goal in goals {
        sums[goal] = 0.0;
        front.push(Reverse((0_u32, steps.frame().index_of(goal))));
    }
    while let Some(Reverse((bits, cell))) = front.pop() {
        if bits != sums[cell].to_bits() {
            continue;
        }
        for direction in Direction::ALL {
            if steps.step_is_open(cell, direction) {
                let beyond = steps.frame().toward(cell, direction);
                let sum = sums[cell] + costs[beyond];
                if sum < sums[beyond] {
                    sums[beyond] = sum;
                    front.push(Reverse((sum.to_bits(), beyond)));
                }
            }
        }
    }
    sums
}
