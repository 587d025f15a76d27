//! Built-in scenes as scene files.

use crate::error::Error;
use crate::scenes::built_in;
use crate::scenes::loaded::load;
use crate::scenes::scene::Scene;
use crate::scenes::settings::Settings;

/// A built-in scene as a file has it: its run ends in the state in which that of the built-in one ends.
///
/// # Errors
/// [`Error`] for a name that no built-in scene has, settings that it does not take, and a scene that no file can say.
pub fn as_file(name: &str, settings: Settings) -> Result<Scene, Error> {
    let mut all = built_in::ALL.iter().map(|built_in| built_in.name);
    if !all.any(|known| known == name) {
        let known: Vec<&str> = built_in::ALL.iter().map(|built_in| built_in.name).collect();
        let known = known.join(", ");
        return Err(Error::Usage(format!("{name}: no built-in scene; one of {known} is expected")));
    }
    let scene = load(name, settings)?.scene;
    let text = text_of(&scene)?;
    let read = serde_json::from_str::<Scene>(&text).ok().and_then(|read| text_of(&read).ok());
    if scene.map.is_some() || read.as_ref() != Some(&text) {
        let message = format!("{name}: a file cannot say this scene; run it by its name");
        return Err(Error::Usage(message));
    }
    Ok(scene)
}

/// The text of a scene file.
///
/// # Errors
/// [`Error::Usage`] for numbers that no file has.
fn text_of(scene: &Scene) -> Result<String, Error> {
    serde_json::to_string_pretty(scene).map_err(|error| Error::Usage(error.to_string()))
}
