//! What a solve is asked: who goes where through what.

use glam::UVec2;
use thiserror::Error;

use crate::cost::{CostParameters, ParameterError};
use crate::crowd::Crowd;
use crate::frame::Frame;
use crate::steps::Steps;

/// A cell to go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// An open cell, by column and row.
    pub cell: UVec2,
    /// What remains to be walked from there, in metres of free travel; finite, 0 or more. The solve
    /// lowers it if another goal is nearer by way of the frame; it never raises it.
    pub start: f32,
}

/// All that a solve needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Where one can walk.
    pub steps: &'a Steps,
    /// Who else walks there, on the same frame; finished.
    pub crowd: &'a Crowd,
    /// The group's free speed in metres a second, finite and above 0.
    pub free_speed: f32,
    /// How the crowd slows the group, and how much it minds.
    pub parameters: &'a CostParameters,
    /// Where to go: at least one. Of several goals in one cell the least start counts.
    pub goals: &'a [Goal],
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
    /// Discs were added to the crowd after it was finished.
    #[error("the crowd's mean velocity is out of date: finish() must follow the last add()")]
    CrowdNotFinished,
    /// The free speed is not a speed above 0.
    #[error("the free speed is {free_speed} m/s: it must be finite and above 0")]
    FreeSpeed {
        /// The speed given, in metres a second.
        free_speed: f32,
    },
    /// A parameter of the cost is out of range.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// There is nowhere to go.
    #[error("there is no goal: at least one must be given")]
    NoGoal,
    /// A goal is off the frame.
    #[error("goal {goal} is cell {cell}: it must be on the frame of {size} cells")]
    GoalOutside {
        /// The goal's place in the list.
        goal: usize,
        /// Its column and row.
        cell: UVec2,
        /// The columns and rows of the frame.
        size: UVec2,
    },
    /// A goal is blocked.
    #[error("goal {goal} is cell {cell}, which is blocked: it must be an open cell")]
    GoalBlocked {
        /// The goal's place in the list.
        goal: usize,
        /// Its column and row.
        cell: UVec2,
    },
    /// A start value is not a length.
    #[error("goal {goal} starts at {start} m: it must be finite and 0 or more")]
    GoalStart {
        /// The goal's place in the list.
        goal: usize,
        /// Its start value, in metres of free travel.
        start: f32,
    },
}

impl Problem<'_> {
    /// Whether the problem can be solved.
    pub(crate) fn check(&self) -> Result<(), SolveError> {
        let (steps, crowd) = (*self.steps.frame(), *self.crowd.frame());
        if steps != crowd {
            return Err(SolveError::FrameMismatch { steps, crowd });
        }
        if !self.crowd.is_finished() {
            return Err(SolveError::CrowdNotFinished);
        }
        if !(self.free_speed.is_finite() && self.free_speed > 0.0) {
            return Err(SolveError::FreeSpeed { free_speed: self.free_speed });
        }
        self.parameters.validate()?;
        if self.goals.is_empty() {
            return Err(SolveError::NoGoal);
        }
        self.goals.iter().enumerate().try_for_each(|(goal, place)| self.check_goal(goal, place))
    }

    fn check_goal(&self, goal: usize, &Goal { cell, start }: &Goal) -> Result<(), SolveError> {
        let frame = self.steps.frame();
        if !frame.contains(cell) {
            return Err(SolveError::GoalOutside { goal, cell, size: frame.size });
        }
        if !self.steps.is_open(frame.index_of(cell)) {
            return Err(SolveError::GoalBlocked { goal, cell });
        }
        if !(start.is_finite() && start >= 0.0) {
            return Err(SolveError::GoalStart { goal, start });
        }
        Ok(())
    }
}
