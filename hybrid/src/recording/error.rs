//! Why a recording could not be written, read or replayed.

use thiserror::Error;

use crate::saving::error::SnapshotError;

/// Why a recording could not be written, or bytes are no recording.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RecordingError {
    /// What the recording was written to has refused it.
    #[error("the recording could not be written: {what}; what was written before is kept")]
    Write {
        /// What was said.
        what: String,
    },
    /// Nothing is recorded.
    #[error("the world is not being recorded: call `start_recording` first")]
    NotRecording,
    /// The bytes do not begin like a recording.
    #[error("the bytes are no recording: they do not begin with its mark")]
    Foreign,
    /// The bytes were written by a newer or an older version.
    #[error("the recording was written in format {found}, this version reads format {known}")]
    Format {
        /// The format of the bytes.
        found: u32,
        /// The format that is read.
        known: u32,
    },
    /// A block is damaged.
    #[error("the recording is damaged in its block {block}, at byte {offset}: {what}")]
    Damaged {
        /// Which block, from 0.
        block: usize,
        /// Where it begins, in bytes.
        offset: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// It does not begin with a world.
    #[error(
        "the recording does not begin with a world: it is cut off, or was not written by this library"
    )]
    NoWorld,
    /// The world at its beginning cannot be loaded, or saved.
    #[error("the world at the beginning of the recording: {0}")]
    World(#[from] SnapshotError),
}

/// A step that did not end as it did when it was recorded.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "tick {tick} ended otherwise than it did when it was recorded: its digest is {found:04x} instead of {expected:04x}"
)]
pub struct ReplayDifference {
    /// The tick.
    pub tick: u64,
    /// The recorded digest of where all units were and how they moved.
    pub expected: u64,
    /// The digest found.
    pub found: u64,
}
