//! How long the steps took, phase by phase.

use std::collections::VecDeque;

use eframe::egui::Ui;
use egui_plot::{Legend, Line, Plot, PlotPoints};
use hybrid::World;

use crate::palette::of_number;

/// Steps that are remembered.
const MOST: usize = 600;
/// Phases that are drawn, the longest first.
const DRAWN: usize = 6;

/// The profiles of the last steps, and how long pictures took.
#[derive(Default)]
pub struct Timings {
    steps: VecDeque<(u64, Vec<(&'static str, f64)>)>,
    /// Milliseconds of a step, and of making a picture: means that forget slowly.
    pub step_ms: f64,
    /// As `step_ms`.
    pub draw_ms: f64,
}

impl Timings {
    /// Notes a step.
    pub fn step(&mut self, world: &World, seconds: f64) {
        let phases = world.profile().phases.iter().map(|phase| (phase.name, phase.seconds * 1e3));
        self.steps.push_back((world.tick_count(), phases.collect()));
        if self.steps.len() > MOST {
            self.steps.pop_front();
        }
        self.step_ms += (seconds * 1e3 - self.step_ms) * 0.05;
    }

    /// Notes a picture.
    pub fn drawn(&mut self, seconds: f64) {
        self.draw_ms += (seconds * 1e3 - self.draw_ms) * 0.05;
    }

    /// Forgets the steps: time has jumped.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// Draws them over time.
    pub fn show(&self, ui: &mut Ui, world: &World) {
        let counters = world.counters();
        ui.label(format!("a step takes {:.2} ms, a picture {:.2} ms", self.step_ms, self.draw_ms));
        ui.label(format!(
            "{} units, {} groups, {} plans of {} cells, {} searches",
            counters.units, counters.groups, counters.plans, counters.plan_cells, counters.searches
        ));
        let mut sums: Vec<(&'static str, f64)> = Vec::new();
        for (name, time) in self.steps.iter().flat_map(|(_, phases)| phases) {
            match sums.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += time,
                None => sums.push((name, *time)),
            }
        }
        sums.sort_by(|a, b| b.1.total_cmp(&a.1));
        let plot = Plot::new("phases")
            .height(170.0)
            .legend(Legend::default())
            .y_axis_label("ms")
            .include_y(0.0);
        plot.allow_scroll(false).show(ui, |plot| {
            for (number, (name, _)) in sums.iter().take(DRAWN).enumerate() {
                let time = |phases: &[(&str, f64)]| {
                    phases.iter().filter(|(known, _)| known == name).map(|(_, time)| time).sum()
                };
                let points: PlotPoints<'_> =
                    self.steps.iter().map(|(tick, phases)| [*tick as f64, time(phases)]).collect();
                plot.line(Line::new(*name, points).color(of_number(number)));
            }
        });
    }
}
