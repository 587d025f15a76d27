//! What can go wrong, and what the user is told of it.

use headless::error::Error::{Input, Usage};
use headless::scenes::built_in;
use hybrid::{RecordingError, SnapshotError, WorldError};

/// Why a world cannot be opened, stepped, changed or shared.
#[derive(Debug, thiserror::Error)]
pub enum InspectorError {
    /// A recording cannot be read or written.
    #[error("the recording: {0}")]
    Recording(#[from] RecordingError),
    /// A scene cannot be set up, or one of its events is refused.
    #[error("{}", in_words(.0))]
    Scene(#[from] headless::error::Error),
    /// There is no such scene; one that may be meant.
    #[error("{0} is {NO_SCENE}; {meant}the list \"Scene\" at the side has all of them", meant = is_meant(.1))]
    NoScene(String, Option<&'static str>),
    /// A file is no scene and no recording.
    #[error("{0}: {1}; a recording (.rec) or a scene (.json) is expected")]
    File(String, Box<InspectorError>),
    /// The address of a page asks for what there is not.
    #[error("the address: {0}")]
    Address(String),
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

/// What a name is that stands for nothing.
const NO_SCENE: &str = if cfg!(target_arch = "wasm32") {
    "no built-in scene"
} else {
    "no file and no built-in scene"
};

fn is_meant(meant: &Option<&str>) -> String {
    meant.map_or(String::new(), |meant| format!("is {meant} meant? "))
}

/// An error of a scene, to somebody who knows of no command line.
fn in_words(error: &headless::error::Error) -> String {
    match error {
        Usage(message) => format!("settings: {}", message.trim_start_matches("--set ")),
        // What was built in has no file.
        Input { place, message } if built_in::ALL.iter().any(|it| it.name == place.file) => {
            format!("the scene {}: {message}", place.file)
        }
        error => error.to_string(),
    }
}
