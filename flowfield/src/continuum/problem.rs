//! What a solve is asked: who goes where through what.

use glam::UVec2;
use thiserror::Error;

use super::crowd::Crowd;
use super::parameters::{CostParameters, ParameterError};
use crate::lattice::direction::Direction;
use crate::lattice::frame::Frame;
use crate::lattice::steps::Steps;
use crate::lattice::terrain::Terrain;
use crate::potential::goal::{self, Goal, GoalError};

/// What one step costs on top of its length and of the crowd: the expected wait before a narrow way, say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toll {
    /// The cell where the step begins, by column and row. A cell off the frame or a closed step has
    /// none.
    pub cell: UVec2,
    /// Where the step leads.
    pub direction: Direction,
    /// What it costs more, in metres of free travel; any number that is not above 0 and at most
    /// 1 000 000 counts as 0.
    pub cost: f32,
}

/// All that a solve needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Where one can walk.
    pub steps: &'a Steps,
    /// What the ground is like, on the same frame; `None`: plain.
    pub terrain: Option<&'a Terrain>,
    /// Who else walks there, on the same frame.
    pub crowd: &'a Crowd,
    /// The group's free speed in metres a second, finite and above 0.
    pub free_speed: f32,
    /// How the crowd slows the group, and how much it minds.
    pub parameters: &'a CostParameters,
    /// Where to go: at least one. Of several goals in one cell the least start counts.
    pub goals: &'a [Goal],
    /// The cells in which the field will be sampled; `None`: in any. The solve ends as soon as they
    /// and their neighbours are final, and cells farther from the goals are then not reached.
    pub sampled: Option<&'a [UVec2]>,
}

/// Why a [`Problem`] cannot be solved.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SolveError {
    /// Steps and crowd are about different cells.
    #[error("the steps are on {steps:?}, the crowd on {crowd:?}: they must share one frame")]
    FrameMismatch {
        /// The frame of the steps.
        steps: Frame,
        /// The frame of the crowd.
        crowd: Frame,
    },
    /// Steps and terrain are about different cells.
    #[error("the steps are on {steps:?}, the terrain on {terrain:?}: they must share one frame")]
    TerrainMismatch {
        /// The frame of the steps.
        steps: Frame,
        /// The frame of the terrain.
        terrain: Frame,
    },
    /// The free speed is not a speed above 0.
    #[error("the free speed is {free_speed} m/s: it must be finite and above 0")]
    FreeSpeed {
        /// The speed given, in metres a second.
        free_speed: f32,
    },
    /// A parameter of the cost is out of range.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// The goals cannot be gone to.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// A cell to be sampled is off the frame.
    #[error("the cell {cell} to be sampled must be on the frame of {size} cells")]
    SampledOutside {
        /// Its column and row.
        cell: UVec2,
        /// The columns and rows of the frame.
        size: UVec2,
    },
}

impl Problem<'_> {
    /// Returns whether the problem can be solved.
    pub(crate) fn check(&self) -> Result<(), SolveError> {
        let (steps, crowd) = (*self.steps.frame(), *self.crowd.frame());
        if steps != crowd {
            return Err(SolveError::FrameMismatch { steps, crowd });
        }
        if let Some(terrain) = self.terrain.map(|terrain| *terrain.frame())
            && steps != terrain
        {
            return Err(SolveError::TerrainMismatch { steps, terrain });
        }
        if !(self.free_speed.is_finite() && self.free_speed > 0.0) {
            return Err(SolveError::FreeSpeed { free_speed: self.free_speed });
        }
        self.parameters.validate()?;
        goal::check(self.goals, self.steps)?;
        let off = |&&cell: &&UVec2| !steps.contains(cell);
        match self.sampled.and_then(|cells| cells.iter().find(off)) {
            Some(&cell) => Err(SolveError::SampledOutside { cell, size: steps.size }),
            None => Ok(()),
        }
    }
}
