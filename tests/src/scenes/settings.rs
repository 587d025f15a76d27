//! `--set key=value`: the keys of a scene, then the parameters of its world.

use hybrid::WorldParameters;
use serde_json::Value;

use crate::error::Error;

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
    pub fn apply(self, parameters: &mut WorldParameters) -> Result<(), Error> {
        for (key, value) in self.asked {
            let Ok(Value::Object(mut fields)) = serde_json::to_value(&*parameters) else {
                continue;
            };
            if !fields.contains_key(&key) {
                let keys: Vec<&str> =
                    self.known.iter().copied().chain(fields.keys().map(String::as_str)).collect();
                return Err(Error::Usage(format!(
                    "--set {key}: no such key; this scene has {}",
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
    fn refuses_what_nobody_knows() {
        let refused = |arguments: &[&str]| {
            let mut parameters = WorldParameters::default();
            settings(arguments)
                .and_then(|settings| settings.apply(&mut parameters))
                .unwrap_err()
                .to_string()
        };
        assert!(
            refused(&["cell=1"]).contains("--set cell: no such key; this scene has"),
            "{}",
            refused(&["cell=1"])
        );
        assert!(refused(&["cell=1"]).contains("cell_size"));
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
