//! What is opened, and from where: a file, or the address of a page.

use serde_json::Value;

use crate::error::InspectorError;
use crate::panels::opening::Opening;
use crate::platform;
use crate::timeline::Timeline;

/// The scene that is opened where nothing is asked for.
const FIRST_SCENE: &str = "siege";
/// What may stand in an address.
const KEYS: &str = "scene=NAME, settings=KEY=VALUE with spaces between several, and recording=";

/// What is to be opened.
#[derive(Clone, Debug)]
pub enum Start {
    /// A recording, and the scorecard that belongs to it.
    Recording { bytes: Vec<u8>, card: Option<Value> },
    /// A scene.
    Scene(Opening),
}

/// What has been opened.
pub struct Opened {
    /// The world.
    pub timeline: Timeline,
    /// The scene that it is, or the one that is offered beside a recording.
    pub opening: Opening,
    /// The scorecard that belongs to it.
    pub card: Option<Value>,
}

impl Start {
    /// A file: a scene if it is JSON, and else a recording.
    pub fn of_file(name: &str, bytes: Vec<u8>) -> Result<Self, InspectorError> {
        let is_object = bytes.trim_ascii_start().first() == Some(&b'{');
        if is_object || name.to_ascii_lowercase().ends_with(".json") {
            return Ok(Self::Scene(Opening::of_file(name, bytes)?));
        }
        Timeline::of_recording(&bytes)
            .map_err(|error| InspectorError::File(name.to_owned(), Box::new(error)))?;
        Ok(Self::Recording { bytes, card: None })
    }

    /// What the address of a page asks for by its keys and their values; `None` if for nothing.
    pub fn of_address(asked: &[(String, String)]) -> Result<Option<Self>, InspectorError> {
        let value = |wanted: &str| {
            asked.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str())
        };
        let known = ["scene", "settings", "recording"];
        if let Some((key, value)) = asked.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            let example = if value.is_empty() { "1" } else { value };
            let meant = format!("if it is a setting of a scene, write settings={key}={example}");
            return Err(InspectorError::Address(format!(
                "{key}: {KEYS} are expected behind #, with & between them; {meant}"
            )));
        }
        if let Some(text) = value("recording") {
            let bytes = platform::recording_of(text)?;
            return Ok(Some(Self::Recording { bytes, card: None }));
        }
        let settings = value("settings");
        let scene = value("scene").or(settings.map(|_| FIRST_SCENE));
        Ok(scene.map(|scene| Self::Scene(Opening::new(scene, settings.unwrap_or_default()))))
    }

    /// The scene that is opened where nothing is asked for.
    pub fn first() -> Self {
        Self::Scene(Opening::new(FIRST_SCENE, ""))
    }

    /// Gives it settings, if it is a scene.
    pub fn with(mut self, settings: &str) -> Self {
        if let Self::Scene(opening) = &mut self {
            settings.clone_into(&mut opening.settings);
        }
        self
    }

    /// Opens it.
    pub fn open(self) -> Result<Opened, InspectorError> {
        Ok(match self {
            Self::Recording { bytes, card } => Opened {
                timeline: Timeline::of_recording(&bytes)?,
                opening: Opening::new("maze", ""),
                card,
            },
            Self::Scene(opening) => {
                let timeline = Timeline::of_scene(&opening.load()?)?;
                Opened { timeline, opening, card: None }
            }
        })
    }
}

impl Opened {
    /// Opens what was asked for, or else what is nearest to it: the scene without the settings, or the first scene. With what
    /// there is to tell.
    pub fn or_nearest(
        asked: Result<Option<Start>, InspectorError>,
    ) -> Result<(Self, Option<String>), InspectorError> {
        let start = match asked {
            Ok(start) => start.unwrap_or_else(Start::first),
            Err(error) => return Ok((Start::first().open()?, Some(instead(&error, FIRST_SCENE)))),
        };
        let (plain, settings) = match &start {
            Start::Scene(opening) => (opening.without_settings(), opening.settings.clone()),
            Start::Recording { .. } => (None, String::new()),
        };
        let error = match start.open() {
            Ok(opened) => return Ok((opened, None)),
            Err(error) => error,
        };
        if let Some(Ok(mut opened)) = plain.map(|plain| Start::Scene(plain).open()) {
            // To be mended where they are written.
            opened.opening.settings = settings;
            let told = format!("{error}\n\nIt is shown with its own settings instead.");
            return Ok((opened, Some(told)));
        }
        Ok((Start::first().open()?, Some(instead(&error, FIRST_SCENE))))
    }
}

fn instead(error: &InspectorError, scene: &str) -> String {
    format!("{error}\n\nThe scene {scene} is shown instead.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(asked: &[(&str, &str)]) -> (String, String) {
        let asked: Vec<_> =
            asked.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let (opened, told) = Opened::or_nearest(Start::of_address(&asked)).unwrap();
        (opened.opening.name, told.unwrap_or_default())
    }

    #[test]
    fn what_an_address_asks_for_is_opened() {
        assert_eq!(told(&[]), ("siege".into(), String::new()));
        let (scene, message) = told(&[("scene", "gate"), ("settings", "units=20 width=1.2")]);
        assert_eq!((scene.as_str(), message.as_str()), ("gate", ""));
    }

    #[test]
    fn a_wrong_address_is_told_with_what_would_be_right() {
        let (scene, message) = told(&[("scene", "seige")]);
        assert_eq!(scene, "siege");
        assert!(message.contains("seige") && message.contains("is siege meant?"), "{message}");
        assert!(message.contains("The scene siege is shown instead"), "{message}");
        let (scene, message) = told(&[("scene", "gate"), ("settings", "widht=3")]);
        assert_eq!(scene, "gate");
        assert!(message.starts_with("settings: widht: no such key; is width meant?"), "{message}");
        assert!(message.contains("with its own settings"), "{message}");
        let (_, message) = told(&[("scene", "gate"), ("settings", "units=many")]);
        assert!(message.contains("a whole number from 1 to"), "{message}");
        let (_, message) = told(&[("scene", "gate"), ("settings", "units")]);
        assert!(message.contains("key=value is expected"), "{message}");
        let (scene, message) = told(&[("scene", "gate"), ("settings", "units=20"), ("width", "3")]);
        assert_eq!(scene, "siege");
        assert!(message.contains("settings=width=3"), "{message}");
        let (_, message) = told(&[("recording", "no recording")]);
        assert!(message.contains("the link holds no recording"), "{message}");
    }

    #[test]
    fn a_scene_of_ones_own_is_opened_from_its_file() {
        let open = |name: &str, text: &str| {
            Start::of_file(name, text.as_bytes().to_vec()).and_then(Start::open)
        };
        let scene = include_str!("../tests/own_scene.json");
        let opened = open("own_scene.json", scene).unwrap();
        assert_eq!(opened.timeline.world().unit_count(), 12);
        assert_eq!(opened.opening.name, "own_scene.json");
        let wrong = |name: &str, text: &str| open(name, text).err().unwrap().to_string();
        let message = wrong("own.json", &scene.replace("\"radius\"", "\"radios\""));
        assert!(message.starts_with("own.json:6:"), "{message}");
        assert!(message.contains("unknown field `radios`"), "{message}");
        assert!(wrong("own.json", "[]").starts_with("own.json:1:"));
        assert!(wrong("own.json", "").starts_with("own.json:1:"));
        let message = wrong("notes.txt", "no recording");
        assert!(message.starts_with("notes.txt: ") && message.contains(".json"), "{message}");
        let message = wrong("map.json", &scene.replace("\"tick\"", "\"map\": \"x.map\", \"tick\""));
        assert!(message.contains("x.map"), "{message}");
    }
}
