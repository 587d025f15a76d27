//! What can go wrong, and what the user is told of it.

use hybrid::{RecordingError, SnapshotError, WorldError};

/// Why a world cannot be opened, stepped, changed or shared.
#[derive(Debug, thiserror::Error)]
pub enum InspectorError {
    /// A recording cannot be read or written.
    #[error("the recording: {0}")]
    Recording(#[from] RecordingError),
    /// A scene cannot be set up, or one of its events is refused.
    #[error("the scene: {0}")]
    Scene(#[from] headless::error::Error),
    /// The world refuses a call or a step.
    #[error("{0}")]
    World(#[from] WorldError),
    /// The world cannot be saved or loaded.
    #[error("the saved world: {0}")]
    Saved(#[from] SnapshotError),
    /// A text that should hold a recording does not.
    #[error("the link holds no recording: {0}")]
    Link(#[from] base64::DecodeError),
}
