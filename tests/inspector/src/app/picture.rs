//! The picture of the world.

use eframe::egui::{Pos2, Rect, Sense, Stroke, StrokeKind, Ui};
use web_time::Instant;

use super::Inspector;
use crate::batch::Batch;
use crate::choices::Tool;
use crate::layers::{ground, passages, units, ways, windows};
use crate::palette::GROUND;
use crate::pointer::DRAWN;

impl Inspector {
    pub(super) fn world(&mut self, ui: &mut Ui) {
        let began = Instant::now();
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        // Who was seen, and is chosen, is still seen when less of the picture is left.
        if std::mem::replace(&mut self.view.screen, rect).height() > rect.height() {
            self.bring_into_view();
        }
        if !std::mem::replace(&mut self.is_fitted, true) {
            self.view.fit(self.timeline.world().definition().bounds);
        }
        self.pointer.move_view(ui, &response, &mut self.view, self.choices.tool);
        let edits = self.timeline.action_count();
        let used =
            self.pointer.use_tool(ui, &response, &self.view, &mut self.timeline, &mut self.choices);
        if let Err(message) = used {
            self.message.fault(message);
        } else if edits != self.timeline.action_count() {
            self.message.clear();
        }
        if self.choices.follows
            && let Some(unit) =
                self.choices.units.first().and_then(|&unit| self.timeline.world().unit(unit))
        {
            self.view.center = unit.position;
        }
        self.draw(ui, response.interact_pointer_pos());
        self.timings.drawn(began.elapsed().as_secs_f64());
    }

    fn draw(&mut self, ui: &Ui, pointer: Option<Pos2>) {
        let painter = ui.painter_at(self.view.screen);
        painter.rect_filled(self.view.screen, 0.0, GROUND);
        let (world, layers) = (self.timeline.world(), &self.choices.layers);
        let mut batch = Batch::new(&self.view, &self.shapes);
        ground::draw(&mut batch, world, layers);
        windows::draw(&mut batch, world, &self.choices);
        self.distances.draw(&mut batch, world, &self.choices);
        if layers.traces {
            units::draw_traces(&mut batch, world, &self.choices, &self.traces);
        }
        if layers.places {
            ways::draw_places(&mut batch, world, &self.choices);
        }
        let share =
            if self.playback.is_playing { self.playback.debt / self.timeline.tick() } else { 1.0 };
        units::draw(&mut batch, world, &self.choices, &self.traces, share);
        if layers.passages {
            passages::draw(&mut batch, world);
        }
        if layers.paths {
            ways::draw_paths(&mut batch, world);
        }
        if layers.ways {
            ways::draw_ways(&mut batch, world, &self.choices);
        }
        if layers.events {
            units::draw_events(
                &mut batch,
                world,
                self.timeline.events(),
                self.timeline.step_count(),
            );
        }
        batch.finish(&painter);
        if layers.passages {
            passages::write(&painter, &self.view, world);
        }
        if let (Some(from), Some(to)) = (self.pointer.drawn(), pointer) {
            match self.choices.tool {
                Tool::Wall => _ = painter.line_segment([from, to], Stroke::new(3.0, DRAWN)),
                _ => {
                    _ = painter.rect_stroke(
                        Rect::from_two_pos(from, to),
                        0.0,
                        (1.0, DRAWN),
                        StrokeKind::Middle,
                    )
                }
            }
        }
    }
}
