//! What was reported of units, and the scorecard of the scene.

use eframe::egui::{Button, Grid, Label, Rect, RichText, ScrollArea, Ui};
use hybrid::Event;
use serde_json::Value;

use crate::choices::{Choices, Moment};
use crate::layers::units::{is_trouble, mark};
use crate::palette::INK;
use crate::timeline::Timeline;

/// How high the list of events is, in points.
const HIGH: f32 = 200.0;

/// Lists what was reported, the latest first. Returns the moment and the unit that the user wants to see, and where the first
/// row is.
pub fn show_events(
    ui: &mut Ui,
    timeline: &Timeline,
    choices: &mut Choices,
) -> (Option<Moment>, Option<Rect>) {
    let (mut wanted, mut first) = (None, None);
    let all = timeline.all_events();
    ui.label(format!("{} so far, {} are known", timeline.events().len(), all.len()));
    ui.checkbox(&mut choices.only_trouble, "only trouble");
    let only_trouble = choices.only_trouble;
    let listed: Vec<&(u64, Event)> =
        all.iter().rev().filter(|(_, event)| !only_trouble || is_trouble(event)).collect();
    let height = ui.spacing().interact_size.y;
    let list = ScrollArea::vertical().id_salt("events").max_height(HIGH);
    list.auto_shrink([false, true]).show_rows(ui, height, listed.len(), |ui, rows| {
        for &(step, event) in &listed[rows] {
            let color = mark(event).map_or(INK, |(_, color)| color);
            // What is still to come is paler.
            let color =
                if *step > timeline.step_count() { color.gamma_multiply(0.6) } else { color };
            let text = format!("{:.1} s  {}", *step as f32 * timeline.tick(), in_short(event));
            let row = Button::new(RichText::new(text).color(color)).frame(false).truncate();
            let row = ui.add(row).on_hover_text(format!("{event:?}"));
            first = first.or(Some(row.rect));
            if row.clicked() {
                wanted = Some(Moment { step: *step, units: vec![event.unit()] });
            }
        }
    });
    (wanted, first)
}

/// What happened, and to whom.
fn in_short(event: &Event) -> String {
    let all = format!("{event:?}");
    let name = all.split([' ', '{']).next().unwrap_or_default();
    format!("{name} {:?}", event.unit())
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
            ui.add(Label::new(RichText::new(text).monospace()).wrap());
            ui.end_row();
        }
    });
}
