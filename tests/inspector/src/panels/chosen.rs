//! The chosen units: what one is about and why, and how fast they may go.

use eframe::egui::{Grid, Label, RichText, Slider, Ui};
use hybrid::glam::Vec2;
use hybrid::{Call, Explanation, Fallback, Unit, UnitChange, UnitId, World};

use crate::choices::Choices;

/// The most units that are named.
const LINKS: usize = 6;

/// Draws what is known of the chosen units. Returns the call that the user wants to make.
pub fn show(ui: &mut Ui, world: &World, choices: &mut Choices) -> Option<Call> {
    choices.units.retain(|&unit| world.unit(unit).is_some());
    let Some(unit) = choices.units.first().and_then(|&unit| world.unit(unit)) else {
        ui.label("Click a unit to see what it is about, or drag a box round several.");
        return None;
    };
    let others = choices.units.len() - 1;
    if others > 0 {
        ui.label(format!("{others} more are chosen; this is the first:"));
    }
    ui.checkbox(&mut choices.follows, "keep it in view");
    if let Ok(explanation) = world.explain(unit.id) {
        ui.label(explanation.to_string());
        let goal = explanation.order.and_then(|order| world.order_view(order)?.goal);
        values(ui, &unit, &explanation, goal);
        if let Some(other) = links(ui, &explanation) {
            choices.units = vec![other];
        }
    }
    change(ui, &unit, &choices.units)
}

fn values(ui: &mut Ui, unit: &Unit, explanation: &Explanation, goal: Option<Vec2>) {
    Grid::new("values").num_columns(2).striped(true).show(ui, |ui| {
        let mut row = |name: &str, value: String| {
            ui.label(name);
            ui.add(Label::new(RichText::new(value).monospace()).wrap());
            ui.end_row();
        };
        row("unit", format!("{:?}", unit.id));
        row("activity", format!("{:?}", unit.activity));
        row("position", format!("{:.2}, {:.2} m", unit.position.x, unit.position.y));
        row("speed", format!("{:.2} of {:.2} m/s", unit.velocity.length(), unit.max_speed));
        row("wants", format!("{:.2}, {:.2} m/s", unit.desired_velocity.x, unit.desired_velocity.y));
        row("radius", format!("{} m, class {}, team {}", unit.radius, unit.class, unit.team));
        row("guidance", format!("{:?}", unit.guidance));
        if let Some(goal) = goal {
            row("goal of the order", format!("{:.2}, {:.2} m", goal.x, goal.y));
        }
        if let Some(place) = explanation.place {
            row("place", format!("{:.2}, {:.2} m", place.x, place.y));
        }
        if let Some(goal) = explanation.lost_goal {
            row("no way to", format!("{:.2}, {:.2} m", goal.x, goal.y));
        }
        if let Some(rest) = explanation.rest {
            row("still to go", format!("{:.1} m", rest.distance));
        }
        if let Some(field) = explanation.field {
            row(
                "potential",
                format!("{:.1} m, in a group of {}", field.potential, field.unit_count),
            );
        }
        if let Some(passage) = &explanation.passage {
            row("passage", format!("{:.1} m wide, {:.1} m ahead", passage.width, passage.distance));
            row("may go in", if passage.must_wait { "not yet" } else { "yes" }.to_owned());
            row("wait there", format!("{:.1} s", passage.wait));
        }
        if explanation.fallback != Fallback::None {
            row("instead", format!("{:?}", explanation.fallback));
        }
        if explanation.standstill > 0.0 {
            row("no nearer for", format!("{:.1} s", explanation.standstill));
        }
    });
}

/// The units that are in its way, to look at. Returns the one that the user wants to see.
fn links(ui: &mut Ui, explanation: &Explanation) -> Option<UnitId> {
    let mut wanted = None;
    let waits_for = explanation.passage.as_ref().map_or(&[][..], |passage| &passage.waits_for);
    for (name, units) in [("touches", &explanation.blocked_by[..]), ("waits for", waits_for)] {
        if units.is_empty() {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(name);
            for &unit in units.iter().take(LINKS) {
                if ui.link(format!("{unit:?}")).clicked() {
                    wanted = Some(unit);
                }
            }
            if units.len() > LINKS {
                ui.label(format!("and {} more", units.len() - LINKS));
            }
        });
    }
    wanted
}

/// A slider for how fast the chosen units may go, and what else can be done with them.
fn change(ui: &mut Ui, unit: &Unit, units: &[UnitId]) -> Option<Call> {
    let mut speed = unit.max_speed;
    let slider = ui.add(Slider::new(&mut speed, 0.1..=8.0).text("m/s at most"));
    let change = UnitChange { max_speed: Some(speed), ..UnitChange::default() };
    let changes = || units.iter().map(|&unit| (unit, change)).collect();
    let mut call = slider.changed().then(|| Call::SetUnits(changes()));
    ui.horizontal(|ui| {
        if ui.button("Stop").clicked() {
            call = Some(Call::Stop(units.to_vec()));
        }
        if ui.button("Hold").clicked() {
            call = Some(Call::Hold(units.to_vec()));
        }
        if ui.button("Remove").clicked() {
            call = Some(Call::RemoveUnit(unit.id));
        }
    });
    call
}
