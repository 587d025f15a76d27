//! `--set key=value`: the keys of a scene, then the parameters of its world.

use hybrid::WorldParameters;
use serde_json::{Map, Value};

use crate::error::Error;
use crate::scenes::alike::nearest;

/// The key that asks for the parameters of people.
const PEDESTRIANS: &str = "pedestrians";

/// Has parameters that are the defaults be those of people ([`WorldParameters::pedestrians`]).
pub fn become_people(parameters: &mut WorldParameters) {
    let fields = |of: &WorldParameters| match serde_json::to_value(of) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (mut all, default) = (fields(parameters), fields(&WorldParameters::default()));
    for (key, value) in fields(&WorldParameters::pedestrians()) {
        if all.get(&key) == default.get(&key) {
            all.insert(key, value);
        }
    }
    if let Ok(set) = serde_json::from_value(Value::Object(all)) {
        *parameters = set;
    }
}

/// What `--set` asks for and nobody has taken yet.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    asked: Vec<(String, Value)>,
    known: Vec<&'static str>,
}

impl Settings {
    /// Reads the arguments; a value is JSON, or else plain text.
    ///
    /// # Errors
    /// [`Error::Usage`] for an argument without `=` and for a key that stands twice.
    pub fn parse(arguments: &[String]) -> Result<Self, Error> {
        let mut settings = Self::default();
        for argument in arguments {
            let Some((key, value)) = argument.split_once('=') else {
                return Err(Error::Usage(format!("--set {argument}: key=value is expected")));
            };
            if settings.asked.iter().any(|(asked, _)| asked == key) {
                return Err(Error::Usage(format!("--set {key} stands twice; once is expected")));
            }
            let value =
                serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
            settings.asked.push((key.to_owned(), value));
        }
        Ok(settings)
    }

    /// Takes a number of units (or the like) that the scene lets the user choose.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is no whole number from 1 to `most`.
    pub fn count(&mut self, key: &'static str, default: u32, most: u32) -> Result<u32, Error> {
        let Some(value) = self.take(key) else { return Ok(default) };
        let count = value
            .as_u64()
            .and_then(|count| u32::try_from(count).ok())
            .filter(|count| (1..=most).contains(count));
        count.ok_or_else(|| {
            Error::Usage(format!(
                "--set {key}={value}: a whole number from 1 to {most} is expected"
            ))
        })
    }

    /// Takes a number that the scene lets the user choose, such as a width in metres.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is no number within the limits.
    pub fn number(
        &mut self,
        key: &'static str,
        default: f32,
        [least, most]: [f32; 2],
    ) -> Result<f32, Error> {
        let Some(value) = self.take(key) else { return Ok(default) };
        let number = value.as_f64().map(|number| number as f32);
        number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
            Error::Usage(format!(
                "--set {key}={value}: a number from {least} to {most} is expected"
            ))
        })
    }

    /// Takes a text that the scene lets the user give, such as a file's name.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is no text.
    pub fn text(&mut self, key: &'static str) -> Result<Option<String>, Error> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(value) => Err(Error::Usage(format!("--set {key}={value}: a text is expected"))),
        }
    }

    /// Takes what is asked for a key of the scene, if anything is.
    fn take(&mut self, key: &'static str) -> Option<Value> {
        self.known.push(key);
        let index = self.asked.iter().position(|(asked, _)| asked == key)?;
        Some(self.asked.remove(index).1)
    }

    /// Applies all that is left to the parameters of the world.
    ///
    /// # Errors
    /// [`Error::Usage`] for an unknown key (the right ones are listed) and for a value of the wrong
    /// kind.
    pub fn apply(mut self, parameters: &mut WorldParameters) -> Result<(), Error> {
        if let Some(value) = self.take(PEDESTRIANS) {
            let asks =
                value.as_bool().or(value.as_u64().filter(|&one| one < 2).map(|one| one == 1));
            match asks {
                Some(true) => become_people(parameters),
                Some(false) => (),
                None => {
                    return Err(Error::Usage(format!(
                        "--set {PEDESTRIANS}={value}: 1 or 0 is expected"
                    )));
                }
            }
        }
        for (key, value) in self.asked {
            let Ok(Value::Object(mut fields)) = serde_json::to_value(&*parameters) else {
                continue;
            };
            if !fields.contains_key(&key) {
                let keys: Vec<&str> =
                    self.known.iter().copied().chain(fields.keys().map(String::as_str)).collect();
                let meant = nearest(&key, keys.iter().copied())
                    .map_or(String::new(), |meant| format!("is {meant} meant? "));
                return Err(Error::Usage(format!(
                    "--set {key}: no such key; {meant}this scene has {}",
                    keys.join(", ")
                )));
            }
            let shown = value.to_string();
            fields.insert(key.clone(), value);
            *parameters = serde_json::from_value(Value::Object(fields))
                .map_err(|error| Error::Usage(format!("--set {key}={shown}: {error}")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(arguments: &[&str]) -> Result<Settings, Error> {
        Settings::parse(&arguments.iter().map(|&argument| argument.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn sets_parameters_and_keys_of_the_scene() {
        let mut settings = settings(&["cell_size=0.25", "units=7", "entry=midpoint"]).unwrap();
        assert_eq!(settings.count("units", 200, 1000), Ok(7));
        assert_eq!(settings.count("others", 3, 1000), Ok(3));
        let mut parameters = WorldParameters::default();
        settings.apply(&mut parameters).unwrap();
        assert_eq!(parameters.cell_size, 0.25);
        assert_eq!(parameters.tile_size, WorldParameters::default().tile_size);
    }

    #[test]
    fn parameters_of_people_are_asked_for_as_one() {
        let set = |arguments: &[&str]| {
            let mut parameters = WorldParameters { look_ahead: 0.7, ..Default::default() };
            settings(arguments).unwrap().apply(&mut parameters).map(|()| parameters)
        };
        let people = WorldParameters { look_ahead: 0.7, ..WorldParameters::pedestrians() };
        assert_eq!(set(&["pedestrians=1"]), Ok(people.clone()));
        assert_eq!(set(&["pedestrians=true"]), Ok(people.clone()));
        let slow = WorldParameters { headway_time: 1.5, ..people };
        assert_eq!(set(&["headway_time=1.5", "pedestrians=1"]), Ok(slow), "in any order");
        let none = WorldParameters { look_ahead: 0.7, ..Default::default() };
        assert_eq!(set(&["pedestrians=0"]), Ok(none));
        for wrong in ["pedestrians=2", "pedestrians=yes"] {
            assert!(set(&[wrong]).unwrap_err().to_string().contains("1 or 0 is expected"));
        }
        assert!(set(&["pedestrian=1"]).unwrap_err().to_string().contains("pedestrians"));
    }

    #[test]
    fn refuses_what_nobody_knows() {
        let refused = |arguments: &[&str]| {
            let mut parameters = WorldParameters::default();
            settings(arguments)
                .and_then(|settings| settings.apply(&mut parameters))
                .unwrap_err()
                .to_string()
        };
        assert!(
            refused(&["cell=1"])
                .contains("--set cell: no such key; is cell_size meant? this scene has"),
            "{}",
            refused(&["cell=1"])
        );
        assert!(refused(&["zzz=1"]).contains("--set zzz: no such key; this scene has"));
        assert!(refused(&["cell_size"]).contains("key=value is expected"));
        assert!(refused(&["cell_size=wide"]).contains("--set cell_size=\"wide\": invalid type"));
        assert!(refused(&["tick=1", "tick=2"]).contains("stands twice"));
        assert!(settings(&["units=0"]).unwrap().count("units", 1, 9).is_err());
        assert!(settings(&["units=1.5"]).unwrap().count("units", 1, 9).is_err());
        assert_eq!(settings(&["width=1.5"]).unwrap().number("width", 1.0, [0.5, 9.0]), Ok(1.5));
        for width in ["width=0.4", "width=9.5", "width=wide", "width=null"] {
            assert!(
                settings(&[width]).unwrap().number("width", 1.0, [0.5, 9.0]).is_err(),
                "{width}"
            );
        }
    }
}
