//! The tools above the picture, and what stands beside it.

use eframe::egui::{Button, CollapsingHeader, Panel, ScrollArea, Ui};
use headless::scoring::runner::{self, RunOptions};

use super::Inspector;
use crate::choices::Tool;
use crate::error::InspectorError;
use crate::panels::{chosen, looks, reports};
use crate::platform;
use crate::start::Start;

/// On screens that are narrower the side is shut at first, and stands below the picture.
const NARROW: f32 = 700.0;
/// How wide the side is at first, in points.
const SIDE: f32 = 320.0;
/// How high it is below the picture, as a share of the screen.
const BELOW: f32 = 0.42;
/// As `BELOW`, of what is known of a unit alone.
const UNIT_BELOW: f32 = 0.3;

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
            let about = "a recording (.rec), or a scene (.json) and its map (.map) if it has one; or drop them on this window";
            if platform::can_ask() && ui.button("Open").on_hover_text(about).clicked() {
                platform::ask_for_file();
            }
            if ui.button("Save").on_hover_text("a recording of this, to open it again").clicked() {
                self.save();
            }
            if platform::address().is_some()
                && ui
                    .button("Link")
                    .on_hover_text("copies the address of this page with the recording in it")
                    .clicked()
                && let Some(link) = self.link()
            {
                self.message
                    .inform(format!("a link of {} letters is in the clipboard", link.len()));
                ui.ctx().copy_text(link);
            }
        });
    }

    /// Gives the recording to the user as a file.
    pub fn save(&mut self) {
        let recording = self.timeline.to_recording();
        if let Some(bytes) = self.tell(recording) {
            match platform::save("hybridnav.rec", &bytes) {
                Ok(done) => self.message.inform(done),
                Err(fault) => self.message.fault(fault),
            }
        }
    }

    /// The address of this page with the recording in it; `None` in a window.
    pub fn link(&mut self) -> Option<String> {
        let page = platform::address()?;
        let recording = self.timeline.to_recording();
        Some(platform::link_with(&page, &self.tell(recording)?))
    }

    /// What stands beside the picture: at its side, or below it where that would leave too little of it.
    pub(super) fn beside(&mut self, ui: &mut Ui) {
        self.places.clear();
        let size = ui.ctx().content_rect().size();
        let shows_side = self.shows_side == Some(true);
        if size.x > NARROW {
            if shows_side {
                Panel::right("side").default_size(SIDE).show(ui, |ui| self.side(ui));
            }
        } else if shows_side {
            let below = Panel::bottom("below").resizable(false).exact_size(BELOW * size.y);
            below.show(ui, |ui| self.side(ui));
        } else if !self.choices.units.is_empty() {
            let below = Panel::bottom("unit").resizable(false).exact_size(UNIT_BELOW * size.y);
            let shown = below.show(ui, |ui| {
                if ui.button("×").on_hover_text("chooses none (Esc)").clicked() {
                    return self.choices.units.clear();
                }
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.unit(ui));
            });
            self.places.insert("Unit", shown.response.rect);
        }
    }

    fn unit(&mut self, ui: &mut Ui) {
        if let Some(call) = chosen::show(ui, self.timeline.world(), &mut self.choices) {
            self.timeline.begin_action();
            let done = self.timeline.edit(call);
            self.tell(done);
        }
    }

    /// A part of the side, under a heading that opens it.
    fn part(
        &mut self,
        ui: &mut Ui,
        name: &'static str,
        is_open: bool,
        add: impl FnOnce(&mut Self, &mut Ui),
    ) {
        let open = self.opens.take_if(|wanted| *wanted == name).map(|_| true);
        let header = CollapsingHeader::new(name).default_open(is_open).open(open);
        let shown = header.show(ui, |ui| add(self, ui));
        self.places.insert(name, shown.header_response.rect);
    }

    fn side(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            self.part(ui, "Unit", true, Self::unit);
            self.part(ui, "Layers", true, |it, ui| {
                looks::show(ui, &mut it.choices.layers, it.timeline.world());
            });
            self.part(ui, "Scene", false, |it, ui| {
                if it.opening.show(ui, it.timeline.scene()) {
                    it.open(Start::Scene(it.opening.clone()).open());
                }
            });
            self.part(ui, "Time of steps", false, |it, ui| {
                it.timings.show(ui, it.timeline.world());
            });
            self.part(ui, "Events", false, |it, ui| {
                let (wanted, row) = reports::show_events(ui, &it.timeline, &mut it.choices);
                it.places.extend(row.map(|row| ("event", row)));
                if let Some(moment) = wanted {
                    it.see(moment);
                }
            });
            self.part(ui, "Scorecard", false, Self::scorecard);
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
