//! The tools above the picture, and what stands beside it.

use eframe::egui::{Button, CollapsingHeader, ScrollArea, Ui};
use headless::scoring::runner::{self, RunOptions};

use super::Inspector;
use crate::choices::Tool;
use crate::error::InspectorError;
use crate::palette::ACCENT;
use crate::panels::{chosen, looks, reports};
use crate::platform;
use crate::timeline::Timeline;

/// On screens that are narrower the side is shut at first.
const NARROW: f32 = 700.0;

impl Inspector {
    pub(super) fn top(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let shows_side =
                self.shows_side.get_or_insert(ui.ctx().content_rect().width() > NARROW);
            ui.toggle_value(shows_side, "☰").on_hover_text("what is known, and what is drawn");
            for (tool, name, key, about) in Tool::ALL {
                ui.selectable_value(&mut self.choices.tool, tool, name)
                    .on_hover_text(format!("{about} ({key})"));
            }
            ui.separator();
            let can_undo = self.timeline.action_count() > 0;
            if ui
                .add_enabled(can_undo, Button::new("Undo"))
                .on_hover_text("takes the last change back (U)")
                .clicked()
            {
                self.undo();
            }
            if ui.button("Fit").on_hover_text("shows all of the world (F)").clicked() {
                self.is_fitted = false;
            }
            if platform::can_ask() && ui.button("Open recording").clicked() {
                platform::ask_for_file();
            }
            if ui
                .button("Save recording")
                .on_hover_text("to open it again: drop the file on this window")
                .clicked()
            {
                self.save();
            }
            if platform::address().is_some()
                && ui
                    .button("Copy link")
                    .on_hover_text("the address of this page with the recording in it")
                    .clicked()
                && let Some(link) = self.link()
            {
                self.message = format!("a link of {} letters is in the clipboard", link.len());
                ui.ctx().copy_text(link);
            }
            if !self.message.is_empty() {
                ui.colored_label(ACCENT, &self.message);
            }
        });
    }

    /// Gives the recording to the user as a file.
    pub fn save(&mut self) {
        let recording = self.timeline.to_recording();
        if let Some(bytes) = self.tell(recording) {
            self.message = platform::save("hybridnav.rec", &bytes);
        }
    }

    /// The address of this page with the recording in it; `None` in a window.
    pub fn link(&mut self) -> Option<String> {
        let page = platform::address()?;
        let recording = self.timeline.to_recording();
        Some(platform::link_with(&page, &self.tell(recording)?))
    }

    pub(super) fn side(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            CollapsingHeader::new("Unit").default_open(true).show(ui, |ui| {
                if let Some(call) = chosen::show(ui, self.timeline.world(), &mut self.choices) {
                    self.timeline.begin_action();
                    let done = self.timeline.edit(call);
                    self.tell(done);
                }
            });
            CollapsingHeader::new("Layers").default_open(true).show(ui, |ui| {
                looks::show(ui, &mut self.choices.layers, self.timeline.world());
            });
            CollapsingHeader::new("Scene").show(ui, |ui| {
                if self.opening.show(ui, self.timeline.scene()) {
                    let timeline = self.opening.load().and_then(|scene| Timeline::of_scene(&scene));
                    self.open(timeline, None);
                }
            });
            CollapsingHeader::new("Time of steps")
                .show(ui, |ui| self.timings.show(ui, self.timeline.world()));
            CollapsingHeader::new("Events").show(ui, |ui| {
                if let Some(unit) = reports::show_events(ui, &self.timeline) {
                    self.choices.units = vec![unit];
                }
            });
            CollapsingHeader::new("Scorecard").show(ui, |ui| self.scorecard(ui));
        });
    }

    fn scorecard(&mut self, ui: &mut Ui) {
        if let Some(card) = &self.card {
            return reports::show_card(ui, card);
        }
        let Some(scene) = self.timeline.scene() else {
            ui.label("A recording has none; `headless run SCENE --html FILE` puts one beside it.");
            return;
        };
        ui.label("The scene is run to its end, without your changes.");
        if ui.button("Score it").clicked() {
            let outcome = runner::run(scene, RunOptions::default(), &mut |_| {})
                .map_err(InspectorError::from);
            self.card =
                self.tell(outcome).and_then(|outcome| serde_json::to_value(outcome.card).ok());
        }
    }
}
