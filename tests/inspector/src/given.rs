//! Files that the user gives one after the other: a scene and the map that it names belong together.

use std::collections::BTreeMap;
use std::path::Path;

use headless::sources::grid_map::GridMap;
use headless::sources::source::Source;

use crate::error::InspectorError;
use crate::panels::opening::Opening;
use crate::platform::File;
use crate::start::Start;

/// What was given until now, as far as it may be needed with what is given next.
#[derive(Default)]
pub struct Given {
    /// Maps by the names of their files.
    maps: BTreeMap<String, Source>,
    /// The scene that was given last.
    scene: Option<Opening>,
}

impl Given {
    /// Takes a file. Returns what is to be opened with it; `None` for a map that the last scene does not name.
    pub fn take(&mut self, file: File) -> Result<Option<Start>, InspectorError> {
        let path = Path::new(&file.name);
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("map")) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let map = Source::of_bytes(&file.name, file.bytes)?;
            GridMap::parse(&map)?;
            self.maps.insert(name.clone(), map);
            let scene = self.scene.clone().filter(|scene| scene.map_name() == Some(name));
            return Ok(scene.map(|scene| Start::Scene(self.with_map(scene))));
        }
        let start = Start::of_file(&file.name, file.bytes)?;
        let Start::Scene(scene) = start else { return Ok(Some(start)) };
        self.scene = Some(scene.clone());
        Ok(Some(Start::Scene(self.with_map(scene))))
    }

    /// The scene with its map, if that was given.
    fn with_map(&self, scene: Opening) -> Opening {
        match scene.map_name().and_then(|name| self.maps.get(&name)) {
            Some(map) => scene.with_map(map.clone()),
            None => scene,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "type octile\nheight 3\nwidth 20\nmap\n....................\n.........@..........\n....................\n";

    fn file(name: &str, text: &str) -> File {
        File { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    fn scene() -> File {
        let text = include_str!("../tests/own_scene.json");
        file("own.json", &text.replace("\"tick\"", "\"map\": \"maps/x.map\", \"tick\""))
    }

    /// How many obstacles there are in what is opened.
    fn obstacles(start: Option<Start>) -> usize {
        start.unwrap().open().unwrap().timeline.world().obstacles().count()
    }

    #[test]
    fn a_scene_and_its_map_are_given_in_any_order() {
        let mut given = Given::default();
        let scene_alone = given.take(scene()).unwrap().unwrap();
        let message = scene_alone.open().err().unwrap().to_string();
        assert!(message.contains("x.map"), "{message}");
        assert!(given.take(file("other.map", MAP)).unwrap().is_none());
        assert_eq!(obstacles(given.take(file("x.map", MAP)).unwrap()), 3);
        let mut given = Given::default();
        assert!(given.take(file("x.map", MAP)).unwrap().is_none());
        assert_eq!(obstacles(given.take(scene()).unwrap()), 3);
    }

    #[test]
    fn what_is_no_map_is_told_with_its_place() {
        let mut given = Given::default();
        let wrong = given.take(file("x.map", &MAP.replace("width 20", "width 19")));
        let message = wrong.err().unwrap().to_string();
        assert!(message.starts_with("x.map:5:"), "{message}");
    }
}
