//! Where to go.

use glam::UVec2;
use thiserror::Error;

use crate::lattice::steps::Steps;

/// A cell to go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// An open cell, by column and row.
    pub cell: UVec2,
    /// What remains to be walked from there, in metres of free travel; finite, 0 or more. The solve
    /// lowers it if another goal is nearer by way of the frame; it never raises it.
    pub start: f32,
}

/// Why goals cannot be gone to.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GoalError {
    /// There is nowhere to go.
    #[error("there is no goal: at least one must be given")]
    None,
    /// A goal is off the frame.
    #[error("goal {goal} is cell {cell}: it must be on the frame of {size} cells")]
    Outside {
        /// The goal's place in the list.
        goal: usize,
        /// Its column and row.
        cell: UVec2,
        /// The columns and rows of the frame.
        size: UVec2,
    },
    /// A goal is blocked.
    #[error("goal {goal} is cell {cell}, which is blocked: it must be an open cell")]
    Blocked {
        /// The goal's place in the list.
        goal: usize,
        /// Its column and row.
        cell: UVec2,
    },
    /// A start value is not a length.
    #[error("goal {goal} starts at {start} m: it must be finite and 0 or more")]
    Start {
        /// The goal's place in the list.
        goal: usize,
        /// Its start value, in metres of free travel.
        start: f32,
    },
}

/// Returns whether all goals are open cells with start values that are lengths, and there is at least one.
pub(crate) fn check(goals: &[Goal], steps: &Steps) -> Result<(), GoalError> {
    if goals.is_empty() {
        return Err(GoalError::None);
    }
    goals.iter().enumerate().try_for_each(|(goal, &Goal { cell, start })| {
        check_cell(goal, cell, steps)?;
        if start.is_finite() && start >= 0.0 {
            Ok(())
        } else {
            Err(GoalError::Start { goal, start })
        }
    })
}

/// Returns whether goal number `goal` is an open cell.
pub(crate) fn check_cell(goal: usize, cell: UVec2, steps: &Steps) -> Result<(), GoalError> {
    let frame = steps.frame();
    if !frame.contains(cell) {
        return Err(GoalError::Outside { goal, cell, size: frame.size });
    }
    if !steps.is_open(frame.index_of(cell)) {
        return Err(GoalError::Blocked { goal, cell });
    }
    Ok(())
}
