//! Which layers are drawn, and how.

use eframe::egui::{ComboBox, Ui};
use hybrid::World;

use crate::choices::{Layers, WindowQuantity};
use crate::palette::UnitColours;

/// Draws the choices.
pub fn show(ui: &mut Ui, layers: &mut Layers, world: &World) {
    for (number, (is_on, name)) in layers.switches().into_iter().enumerate() {
        ui.checkbox(is_on, format!("{} {name}", number + 1));
    }
    ui.checkbox(&mut layers.events, "events");
    choice(ui, "0 window of the group", &mut layers.window, &WindowQuantity::ALL);
    choice(ui, "colour by", &mut layers.colours, &UnitColours::ALL);
    if world.class_count() > 1 {
        let radius =
            |class: usize| world.definition().class_radii.get(class).copied().unwrap_or_default();
        ComboBox::from_label("mesh for the radius")
            .selected_text(format!("{} m", radius(layers.class)))
            .show_ui(ui, |ui| {
                for class in 0..world.class_count() {
                    ui.selectable_value(&mut layers.class, class, format!("{} m", radius(class)));
                }
            });
    }
}

fn choice<T: Copy + PartialEq>(ui: &mut Ui, label: &str, chosen: &mut T, all: &[(T, &str)]) {
    let name = all.iter().find(|(value, _)| value == chosen).map_or("", |(_, name)| name);
    ComboBox::from_label(label).selected_text(name).show_ui(ui, |ui| {
        for (value, name) in all {
            ui.selectable_value(chosen, *value, *name);
        }
    });
}
