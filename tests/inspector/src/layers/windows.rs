//! The windows of groups: density, cost, potential and flow.

use eframe::egui::Color32;
use hybrid::flowfield::{FlowField, Steps};
use hybrid::glam::{UVec2, Vec2};
use hybrid::{GroupView, World};

use crate::batch::Batch;
use crate::choices::{Choices, WindowQuantity};
use crate::palette::{ACCENT, HEAT, INK, SPEED, VIRIDIS, on_scale};

/// Arrows are at least so many points of the screen apart.
const ARROWS_APART: f32 = 20.0;

/// Draws the windows of the groups of the chosen units, or of all groups if there are none.
pub fn draw(batch: &mut Batch<'_>, world: &World, choices: &Choices) {
    if choices.layers.window == WindowQuantity::None {
        return;
    }
    let orders: Vec<_> = choices.units.iter().filter_map(|&unit| world.unit(unit)?.order).collect();
    let is_chosen = |group: &GroupView<'_>| orders.is_empty() || orders.contains(&group.order);
    for group in world.groups().filter(is_chosen) {
        if let (Some(field), Some(steps)) = (group.field, group.steps) {
            draw_window(batch, &group, field, steps, choices.layers.window);
        }
    }
}

fn draw_window(
    batch: &mut Batch<'_>,
    group: &GroupView<'_>,
    field: &FlowField,
    steps: &Steps,
    quantity: WindowQuantity,
) {
    let frame = field.frame();
    let (min, max) = (frame.min(), frame.max());
    let density = |index: usize| group.crowd.map_or(0.0, |crowd| crowd.density(index));
    let cost = |index: usize| {
        let of_steps = field.costs().of(index).into_iter().filter(|cost| cost.is_finite());
        of_steps.fold(0.0, f32::max) / frame.cell_size
    };
    let potential = |index: usize| field.potential().as_slice()[index];
    match quantity {
        WindowQuantity::None => {}
        WindowQuantity::Density => {
            shade(batch, field, steps, density, |share| on_scale(HEAT, share))
        }
        WindowQuantity::Cost => shade(batch, field, steps, cost, |share| on_scale(HEAT, share)),
        WindowQuantity::Potential => {
            shade(batch, field, steps, potential, |share| on_scale(VIRIDIS, 1.0 - share));
            for seed in group.seeds {
                batch.disc(frame.center(seed.cell), 0.3 * frame.cell_size, 1.0, INK);
            }
        }
        WindowQuantity::Flow => draw_flow(batch, field),
    }
    batch.outline(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], 1.5, ACCENT);
}

/// Fills the open cells by a quantity; its least and greatest values are the ends of the scale.
fn shade(
    batch: &mut Batch<'_>,
    field: &FlowField,
    steps: &Steps,
    value: impl Fn(usize) -> f32,
    color: impl Fn(f32) -> Color32,
) {
    let frame = field.frame();
    let open = || {
        (0..frame.cell_count()).filter(|&index| steps.is_open(index) && value(index).is_finite())
    };
    let (low, high) = open()
        .map(&value)
        .fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let range = (high - low).max(1e-3);
    let half = Vec2::splat(0.5 * frame.cell_size);
    for index in open() {
        let center = frame.center(frame.cell_at_index(index));
        if batch.view.sees(center, frame.cell_size) {
            let color = color((value(index) - low) / range).gamma_multiply(0.8);
            batch.rectangle(center - half, center + half, color);
        }
    }
}

fn draw_flow(batch: &mut Batch<'_>, field: &FlowField) {
    let frame = field.frame();
    let stride = (ARROWS_APART / (batch.view.scale * frame.cell_size)).ceil().max(1.0) as u32;
    let length = 0.8 * frame.cell_size * stride as f32;
    let is_drawn = |cell: UVec2| cell % stride == UVec2::splat(stride / 2);
    for index in (0..frame.cell_count()).filter(|&index| field.reached(index)) {
        let cell = frame.cell_at_index(index);
        let center = frame.center(cell);
        if is_drawn(cell) && batch.view.sees(center, length) {
            let velocity = field.velocity().as_slice()[index];
            let along = velocity.normalize_or_zero() * length;
            batch.arrow(center - 0.5 * along, along, 1.5, on_scale(SPEED, velocity.length()));
        }
    }
}
