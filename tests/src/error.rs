//! The one error of the package: what is wrong, where, and what would be right.

use std::fmt;
use std::path::Path;

use thiserror::Error;

/// A place in a text file; line and column count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as the user named it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Everything that can go wrong between the command line and the pictures.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// A file says something that cannot be: the message says what, and what would be right.
    #[error("{place}: {message}")]
    Input {
        /// Where.
        place: Place,
        /// What, and what would be right.
        message: String,
    },
    /// The command line says something that cannot be.
    #[error("command line: {0}")]
    Usage(String),
    /// A picture or a report cannot be written.
    #[error("{file}: cannot be written ({reason}); a place that can be written is expected")]
    Output {
        /// The file.
        file: String,
        /// The system's reason.
        reason: String,
    },
    /// The world refused a step of a scene that it had accepted.
    #[error("{scene}: tick {tick}: {reason}")]
    Step {
        /// The scene's name.
        scene: String,
        /// The tick that was refused.
        tick: u32,
        /// The world's reason.
        reason: String,
    },
}

impl Error {
    /// A file cannot be written.
    pub fn unwritten(file: &Path, reason: &impl fmt::Display) -> Self {
        Self::Output { file: file.display().to_string(), reason: reason.to_string() }
    }
}
