//! Units, where they have been, and what they were told of.

use std::collections::BTreeMap;

use eframe::egui::Color32;
use hybrid::glam::Vec2;
use hybrid::{Event, OrderId, Unit, World};

use crate::batch::Batch;
use crate::choices::Choices;
use crate::palette::{ACCENT, FREE, GOAL, INK};
use crate::traces::Traces;

/// Units are drawn at least so large, in points of the screen.
const LEAST: f32 = 1.5;
/// Units that are larger show where they look.
const WITH_HEADING: f32 = 4.0;
/// Steps for which an event is seen.
const EVENT_STEPS: u64 = 20;

/// Colours units by what the user has chosen.
pub struct Colours {
    orders: BTreeMap<OrderId, usize>,
}

impl Colours {
    /// Numbers the orders.
    pub fn new(world: &World) -> Self {
        Self { orders: world.orders().enumerate().map(|(number, order)| (order, number)).collect() }
    }

    fn of(&self, unit: &Unit, choices: &Choices) -> Color32 {
        let order = unit.order.and_then(|order| self.orders.get(&order).copied());
        choices.layers.colours.of(unit, order)
    }
}

/// Draws all units, at a share of the way from where they were before the last step to where they are.
pub fn draw(batch: &mut Batch<'_>, world: &World, choices: &Choices, traces: &Traces, share: f32) {
    let colours = Colours::new(world);
    let before = traces.before();
    for (index, unit) in world.units().enumerate() {
        let was = before
            .get(index)
            .filter(|(id, _)| *id == unit.id)
            .map_or(unit.position, |(_, was)| *was);
        // Who was put somewhere else does not glide there.
        let has_jumped = was.distance_squared(unit.position) > 4.0;
        let at = if has_jumped { unit.position } else { was.lerp(unit.position, share) };
        if !batch.view.sees(at, unit.radius) {
            continue;
        }
        let size = unit.radius * batch.view.scale;
        batch.disc(at, unit.radius, LEAST, colours.of(&unit, choices));
        if size > WITH_HEADING {
            batch.line(at, at + unit.heading * unit.radius, (0.15 * size).max(1.0), FREE);
        }
    }
    for unit in choices.units.iter().filter_map(|&unit| world.unit(unit)) {
        batch.ring(unit.position, unit.radius * 1.5, 5.0, INK);
    }
}

/// Draws where units have been.
pub fn draw_traces(batch: &mut Batch<'_>, world: &World, choices: &Choices, traces: &Traces) {
    let colours = Colours::new(world);
    let marks: Vec<_> = traces.marks().collect();
    for pair in marks.windows(2) {
        for (&(id, from), &(to_id, to)) in pair[0].iter().zip(pair[1]) {
            let is_drawn = id == to_id && (choices.units.is_empty() || choices.units.contains(&id));
            if is_drawn
                && batch.view.sees(from, 1.0)
                && let Some(unit) = world.unit(id)
            {
                batch.line(from, to, 1.0, colours.of(&unit, choices).gamma_multiply(0.5));
            }
        }
    }
}

/// Marks where units were told something just now.
pub fn draw_events(batch: &mut Batch<'_>, world: &World, events: &[(u64, Event)], step: u64) {
    let recent = events.iter().rev().take_while(|(at, _)| at + EVENT_STEPS > step);
    for (at, event) in recent {
        let Some((unit, color)) = mark(event) else { continue };
        let Some(unit) = world.unit(unit) else { continue };
        let age = (step - at) as f32 / EVENT_STEPS as f32;
        let radius: Vec2 = Vec2::splat(unit.radius) * (1.0 + 3.0 * age);
        batch.ring(unit.position, radius.x, 4.0, color.gamma_multiply(1.0 - age));
    }
}

/// Whether an event tells of trouble.
pub fn is_trouble(event: &Event) -> bool {
    mark(event).is_some_and(|(_, color)| color == ACCENT)
}

/// Of whom an event tells, and how it is marked; `None` for those that are not.
pub fn mark(event: &Event) -> Option<(hybrid::UnitId, Color32)> {
    match *event {
        Event::Arrived { unit, .. } => Some((unit, GOAL)),
        Event::Stuck { unit, .. }
        | Event::PathLost { unit, .. }
        | Event::Displaced { unit, .. } => Some((unit, ACCENT)),
        _ => None,
    }
}
