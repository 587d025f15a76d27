//! How far it is to the goal of an order: lines of equal distance.

use eframe::egui::vec2;
use hybrid::glam::Vec2;
use hybrid::navmesh::{DistanceField, DistanceOptions, Goal, NavMesh};
use hybrid::{OrderId, World};

use crate::batch::Batch;
use crate::choices::Choices;
use crate::palette::GOAL;

/// Points of the screen from one sample to the next.
const SAMPLE: f32 = 8.0;
/// Points of the screen from one line to the next, about.
const APART: f32 = 60.0;
/// The most places of an order that are looked at.
const MOST_PLACES: usize = 64;

/// The distance field of the order that was looked at last.
#[derive(Default)]
pub struct Distances(Option<(OrderId, usize, DistanceField)>);

impl Distances {
    /// Draws lines of equal distance to the places of the first chosen unit's order.
    pub fn draw(&mut self, batch: &mut Batch<'_>, world: &World, choices: &Choices) {
        let unit = choices.units.first().and_then(|&unit| world.unit(unit));
        let known = unit.and_then(|unit| Some((unit.order?, unit.class, world.mesh(unit.class)?)));
        let Some((order, class, mesh)) = known.filter(|_| choices.layers.distance) else { return };
        let is_known = matches!(&self.0, Some((of, its, field)) if *of == order && *its == class && field.is_current(mesh));
        if !is_known {
            self.0 = field(world, order, mesh).map(|field| (order, class, field));
        }
        if let Some((_, _, field)) = &self.0 {
            draw_lines(batch, mesh, field);
        }
    }
}

fn field(world: &World, order: OrderId, mesh: &NavMesh) -> Option<DistanceField> {
    let shared = world.order_view(order)?.goal;
    let places = world.units_of(order).filter_map(|unit| world.unit(unit)?.place);
    let goals: Vec<Goal> = match shared {
        Some(goal) => {
            let near = mesh.nearest_point(goal, 10.0).ok()??;
            vec![Goal::new(near.point)]
        }
        None => places.take(MOST_PLACES).map(Goal::new).collect(),
    };
    mesh.distance_field(&goals, &DistanceOptions::default()).ok()
}

/// Lines where the distance crosses a multiple of a round number, from sample to sample.
fn draw_lines(batch: &mut Batch<'_>, mesh: &NavMesh, field: &DistanceField) {
    let view = *batch.view;
    let size = view.screen.size() / SAMPLE;
    let (columns, rows) = (size.x.ceil() as usize + 1, size.y.ceil() as usize + 1);
    let place =
        |x: usize, y: usize| view.point(view.screen.min + vec2(x as f32, y as f32) * SAMPLE);
    let points: Vec<Vec2> = (0..rows * columns).map(|k| place(k % columns, k / columns)).collect();
    let values: Vec<Option<f32>> =
        points.iter().map(|&point| field.distance(mesh, point)).collect();
    let step = round_up(APART / view.scale);
    for y in 1..rows {
        for x in 1..columns {
            let k = y * columns + x;
            let corners = [k - columns - 1, k - columns, k, k - 1];
            if let [Some(a), Some(b), Some(c), Some(d)] = corners.map(|corner| values[corner]) {
                let square = corners.map(|corner| points[corner]);
                draw_square(batch, square, [a, b, c, d], step);
            }
        }
    }
}

/// The lines through one square.
fn draw_square(batch: &mut Batch<'_>, corners: [Vec2; 4], values: [f32; 4], step: f32) {
    let (low, high) = values
        .iter()
        .fold((f32::MAX, 0.0f32), |(low, high), &value| (low.min(value), high.max(value)));
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    // Beyond a wall the distance jumps: no line is drawn there.
    if last - first > 2 {
        return;
    }
    for level in (first..=last).map(|number| number as f32 * step) {
        let mut ends = (0..4).filter_map(|k| {
            let (from, to) = (values[k], values[(k + 1) % 4]);
            let crosses = (from < level) != (to < level);
            crosses.then(|| corners[k].lerp(corners[(k + 1) % 4], (level - from) / (to - from)))
        });
        while let (Some(from), Some(to)) = (ends.next(), ends.next()) {
            batch.line(from, to, 1.5, GOAL.gamma_multiply(0.7));
        }
    }
}

/// The next of 1, 2, 5, 10, 20, … metres.
fn round_up(value: f32) -> f32 {
    let mut step = 0.1;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(18) {
        if step >= value {
            break;
        }
        step *= factor;
    }
    step
}
