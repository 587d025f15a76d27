//! Which scene is open, and with which settings.

use std::path::Path;

use eframe::egui::{ComboBox, DragValue, Grid, ScrollArea, TextEdit, Ui};
use headless::scenes::built_in;
use headless::scenes::checks::Places;
use headless::scenes::loaded::{LoadedScene, load, meant, parse, prepared, prepared_with};
use headless::scenes::settings::Settings;
use headless::sources::source::Source;
use hybrid::WorldParameters;
use serde_json::Value;

use crate::error::InspectorError;

/// A scene to open.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The name of a built-in scene, or of a file.
    pub name: String,
    /// Settings of the scene: `key=value`, with spaces between them.
    pub settings: String,
    /// Parameters of the world that differ from those of the scene.
    parameters: serde_json::Map<String, Value>,
    /// The file, if it is one.
    file: Option<Source>,
    /// The map of the file, if it was given.
    map: Option<Source>,
}

impl Opening {
    /// A built-in scene with settings.
    pub fn new(name: &str, settings: &str) -> Self {
        Self {
            name: name.to_owned(),
            settings: settings.to_owned(),
            parameters: serde_json::Map::new(),
            file: None,
            map: None,
        }
    }

    /// A scene file.
    pub fn of_file(name: &str, bytes: Vec<u8>) -> Result<Self, InspectorError> {
        let file = Some(Source::of_bytes(name, bytes)?);
        Ok(Self { file, ..Self::new(name, "") })
    }

    /// The name of the map file that its file names, without folders; `None` if it names none, or cannot be read.
    pub fn map_name(&self) -> Option<String> {
        let scene = parse(self.file.as_ref()?).ok()?;
        Some(scene.map?.file_name()?.to_string_lossy().into_owned())
    }

    /// This scene with its map, which is looked for nowhere else then.
    pub fn with_map(self, map: Source) -> Self {
        Self { map: Some(map), ..self }
    }

    /// This scene as it is by itself; `None` if it is that already.
    pub fn without_settings(&self) -> Option<Self> {
        let has_settings = !self.settings.trim().is_empty() || !self.parameters.is_empty();
        has_settings.then(|| {
            let (file, map) = (self.file.clone(), self.map.clone());
            Self { file, map, ..Self::new(&self.name, "") }
        })
    }

    /// Loads it.
    pub fn load(&self) -> Result<LoadedScene, InspectorError> {
        let written = self.settings.split_whitespace().map(str::to_owned);
        let changed = self.parameters.iter().map(|(key, value)| format!("{key}={value}"));
        let settings: Vec<String> = written.chain(changed).collect();
        let settings = Settings::parse(&settings)?;
        let Some(file) = &self.file else {
            let is_built_in = built_in::ALL.iter().any(|scene| scene.name == self.name);
            if !is_built_in {
                return Err(InspectorError::NoScene(self.name.clone(), meant(&self.name)));
            }
            return Ok(load(&self.name, settings)?);
        };
        let scene = parse(file)?;
        if let Some(map) = self.map.clone() {
            return Ok(prepared_with(scene, file.clone(), settings, |_| Ok(map))?);
        }
        if cfg!(target_arch = "wasm32") {
            let told = |map: &Path| {
                let message = format!(
                    "a page reads no files by itself; open {} as well, or drop it here",
                    map.display()
                );
                Places(file).error(&["map".into()], message)
            };
            return Ok(prepared_with(scene, file.clone(), settings, |map| Err(told(map)))?);
        }
        Ok(prepared(scene, file.clone(), settings)?)
    }

    /// Draws the choice. Returns whether the user wants it opened.
    pub fn show(&mut self, ui: &mut Ui, scene: Option<&LoadedScene>) -> bool {
        let mut is_wanted = false;
        ComboBox::from_label("scene").selected_text(&self.name).height(400.0).show_ui(ui, |ui| {
            for scene in built_in::ALL {
                let is_this = self.name == scene.name;
                if ui.selectable_label(is_this, scene.name).on_hover_text(scene.about).clicked()
                    && !is_this
                {
                    *self = Self::new(scene.name, "");
                    is_wanted = true;
                }
            }
        });
        if let Some(scene) = scene {
            ui.label(&scene.scene.about);
        }
        let hint = "settings: units=300 width=1.2";
        let edit = ui.add(
            TextEdit::singleline(&mut self.settings).hint_text(hint).desired_width(f32::INFINITY),
        );
        let is_entered =
            edit.lost_focus() && ui.input(|input| input.key_pressed(eframe::egui::Key::Enter));
        is_wanted |= is_entered || ui.button("Open from the beginning").clicked();
        if let Some(scene) = scene {
            ui.collapsing("parameters of the world", |ui| {
                self.show_parameters(ui, &scene.scene.world)
            });
        }
        is_wanted
    }

    /// A number to drag for each parameter that is one.
    fn show_parameters(&mut self, ui: &mut Ui, of_scene: &WorldParameters) {
        let Ok(Value::Object(all)) = serde_json::to_value(of_scene) else { return };
        ui.label("They count when the scene is opened again.");
        let grid = |ui: &mut Ui| {
            for (key, value) in
                all.iter().filter(|(key, value)| value.is_number() && *key != "tick")
            {
                let is_whole = !value.is_f64();
                let mut number =
                    self.parameters.get(key).unwrap_or(value).as_f64().unwrap_or_default();
                ui.label(key);
                let speed = if is_whole { 1.0 } else { (0.01 * number.abs()).max(0.001) };
                if ui
                    .add(DragValue::new(&mut number).speed(speed).max_decimals(if is_whole {
                        0
                    } else {
                        4
                    }))
                    .changed()
                {
                    let value =
                        if is_whole { Value::from(number as i64) } else { Value::from(number) };
                    self.parameters.insert(key.clone(), value);
                }
                ui.end_row();
            }
        };
        ScrollArea::vertical().id_salt("parameters").max_height(240.0).show(ui, |ui| {
            Grid::new("parameters").num_columns(2).striped(true).show(ui, grid);
        });
    }
}
