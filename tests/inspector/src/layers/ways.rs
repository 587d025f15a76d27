//! Where units are going: places, paths of groups, expected ways, and who bars them.

use hybrid::World;

use crate::batch::Batch;
use crate::choices::Choices;
use crate::palette::{ACCENT, GOAL, INK};

/// The most chosen units whose ways are drawn.
const MOST_WAYS: usize = 100;

/// Draws the places that units go to; of the chosen ones, if there are any.
pub fn draw_places(batch: &mut Batch<'_>, world: &World, choices: &Choices) {
    for unit in world.units() {
        let is_drawn = choices.units.is_empty() || choices.units.contains(&unit.id);
        if let Some(place) = unit.place.filter(|_| is_drawn) {
            batch.ring(place, 0.6 * unit.radius, 2.0, GOAL);
        }
    }
}

/// Draws the paths of the groups' leaders.
pub fn draw_paths(batch: &mut Batch<'_>, world: &World) {
    for group in world.groups() {
        batch.lines(group.path, 2.0, ACCENT);
        if let Some(exit) = group.exit {
            batch.ring(exit, 0.0, 6.0, ACCENT);
        }
    }
}

/// Draws the expected ways of the chosen units, and who is in their way.
pub fn draw_ways(batch: &mut Batch<'_>, world: &World, choices: &Choices) {
    for &unit in choices.units.iter().take(MOST_WAYS) {
        let Ok(explanation) = world.explain(unit) else { continue };
        batch.lines(&explanation.way, 2.0, GOAL);
        if let Some(place) = explanation.place {
            batch.ring(place, 0.25, 5.0, GOAL);
        }
        let waits_for = explanation.passage.iter().flat_map(|passage| &passage.waits_for);
        let from = explanation.way.first().copied();
        for (other, color) in explanation
            .blocked_by
            .iter()
            .map(|other| (other, ACCENT))
            .chain(waits_for.map(|other| (other, INK)))
        {
            if let (Some(from), Some(other)) = (from, world.unit(*other)) {
                batch.line(from, other.position, 1.0, color);
                batch.ring(other.position, other.radius * 1.2, 4.0, color);
            }
        }
    }
}
