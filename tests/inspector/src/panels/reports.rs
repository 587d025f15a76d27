//! What was reported of units, and the scorecard of the scene.

use eframe::egui::{Grid, ScrollArea, Ui};
use hybrid::UnitId;
use serde_json::Value;

use crate::layers::units::mark;
use crate::timeline::Timeline;

/// The latest events that are listed.
const LISTED: usize = 60;

/// Lists the last events before the moment that is shown. Returns the unit that the user wants to see.
pub fn show_events(ui: &mut Ui, timeline: &Timeline) -> Option<UnitId> {
    let mut wanted = None;
    let events = timeline.events();
    ui.label(format!("{} so far", events.len()));
    ScrollArea::vertical().id_salt("events").max_height(160.0).auto_shrink([false, true]).show(
        ui,
        |ui| {
            for (step, event) in events.iter().rev().take(LISTED) {
                let text = format!("{:.1} s {event:?}", *step as f32 * timeline.tick());
                match mark(event) {
                    Some((unit, color)) => {
                        if ui.link(eframe::egui::RichText::new(text).color(color)).clicked() {
                            wanted = Some(unit);
                        }
                    }
                    None => {
                        ui.label(text);
                    }
                }
            }
        },
    );
    wanted
}

/// Shows a scorecard, key by key.
pub fn show_card(ui: &mut Ui, card: &Value) {
    let Value::Object(card) = card else { return };
    Grid::new("scorecard").num_columns(2).striped(true).show(ui, |ui| {
        for (key, value) in card.iter().filter(|(_, value)| !value.is_null() && !value.is_object())
        {
            ui.label(key);
            let text = match value {
                Value::Number(number) if number.is_f64() => {
                    format!("{:.3}", number.as_f64().unwrap_or_default())
                }
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            ui.monospace(text);
            ui.end_row();
        }
    });
}
