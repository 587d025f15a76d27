//! Passages: their lanes, who may go in, and who waits for whom.

use eframe::egui::{Align2, FontId, Painter, vec2};
use hybrid::{PassageView, World};

use crate::batch::Batch;
use crate::palette::{ACCENT, FREE, GOAL, INK};
use crate::view::View;

/// Points of the screen from a mouth to what is written there.
const LABEL_AWAY: f32 = 60.0;

/// Draws all passages that are seen.
pub fn draw(batch: &mut Batch<'_>, world: &World) {
    let view = *batch.view;
    let radius = world.definition().class_radii.first().copied().unwrap_or(0.25);
    for passage in world.passages().filter(|passage| is_seen(&view, passage)) {
        for gate in passage.gates() {
            batch.line(gate[0], gate[1], 1.0, INK.gamma_multiply(0.4));
        }
        for end in 0..2 {
            if let Some(mouth) = passage.mouth(end) {
                batch.line(mouth[0], mouth[1], 3.0, ACCENT);
            }
            if let Some(entry) = passage.entry(end, radius) {
                batch.line(entry[0], entry[1], 5.0, GOAL);
            }
        }
        for user in passage.users.iter().filter(|user| user.must_wait) {
            if let (Some(unit), Some(mouth)) = (world.unit(user.unit), passage.mouth(user.end)) {
                batch.line(
                    unit.position,
                    mouth[0].midpoint(mouth[1]),
                    1.0,
                    ACCENT.gamma_multiply(0.35),
                );
            }
        }
    }
}

/// Writes beside each mouth how long those wait who come to it now.
pub fn write(painter: &Painter, view: &View, world: &World) {
    for passage in world.passages().filter(|passage| is_seen(view, passage)) {
        let has_users = !passage.users.is_empty();
        for end in (0..2).filter(|_| has_users) {
            let Some(mouth) = passage.mouth(end) else { continue };
            let waiting =
                passage.users.iter().filter(|user| user.end == end && !user.is_inside).count();
            if waiting > 0 {
                let text = format!("{waiting} before it, {:.0} s", passage.waits[end]);
                // On the side from which they come: as seen when going in, the left end is at the left.
                let middle = mouth[0].midpoint(mouth[1]);
                let outwards = (mouth[0] - mouth[1]).perp().normalize_or_zero();
                let at = view.at(middle) + vec2(outwards.x, -outwards.y) * LABEL_AWAY;
                let font = FontId::proportional(12.0);
                let galley = painter.layout_no_wrap(text, font, INK);
                let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
                painter.rect_filled(rect.expand(2.0), 2.0, FREE.gamma_multiply(0.8));
                painter.galley(rect.min, galley, INK);
            }
        }
    }
}

fn is_seen(view: &View, passage: &PassageView<'_>) -> bool {
    let middle = |end| passage.mouth(end).map(|mouth| mouth[0].midpoint(mouth[1]));
    (0..2).filter_map(middle).any(|point| view.sees(point, passage.length + passage.width))
}
