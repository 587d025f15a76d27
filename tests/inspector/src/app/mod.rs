//! The inspector: a world, what is seen of it, and what the user does to it.

// From the ground up: a module uses only modules above it in this list.
mod keyboard;
mod frames;
mod picture;

use std::collections::BTreeMap;

use eframe::egui::{CentralPanel, Context, Panel, Rect, Ui, Visuals};
use serde_json::{Value, json};
use web_time::{Duration, Instant};

use crate::batch::Shapes;
use crate::choices::{Choices, Moment};
use crate::error::InspectorError;
use crate::given::Given;
use crate::layers::distance::Distances;
use crate::layers::units::is_trouble;
use crate::message::Message;
use crate::panels::opening::Opening;
use crate::panels::playback::Playback;
use crate::panels::timings::Timings;
use crate::platform::{self, Inbox};
use crate::pointer::Pointer;
use crate::start::Opened;
use crate::timeline::Timeline;
use crate::traces::Traces;
use crate::view::View;

/// Steps in one frame take no longer: the screen stays awake.
const MOST_STEPPING: Duration = Duration::from_millis(25);

/// The inspector.
pub struct Inspector {
    timeline: Timeline,
    opening: Opening,
    view: View,
    is_fitted: bool,
    choices: Choices,
    pointer: Pointer,
    playback: Playback,
    traces: Traces,
    timings: Timings,
    distances: Distances,
    card: Option<Value>,
    message: Message,
    shows_side: Option<bool>,
    /// A part of the side that shall be open now.
    opens: Option<&'static str>,
    /// Where parts of the side are on the screen: for tests.
    places: BTreeMap<&'static str, Rect>,
    shapes: Shapes,
    inbox: Inbox,
    given: Given,
}

impl Inspector {
    /// Opens the window on what is to be seen first.
    pub fn new(ctx: &Context, opened: Opened, fault: Option<String>) -> Self {
        ctx.set_visuals(Visuals::light());
        let Opened { timeline, opening, card } = opened;
        let mut message = Message::default();
        let opens = fault.as_ref().map(|_| "Scene");
        if let Some(fault) = fault {
            message.fault(fault);
        }
        Self {
            timeline,
            opening,
            view: View::default(),
            is_fitted: false,
            choices: Choices::default(),
            pointer: Pointer::default(),
            playback: Playback::default(),
            traces: Traces::default(),
            timings: Timings::default(),
            distances: Distances::default(),
            card,
            message,
            shows_side: None,
            opens,
            places: BTreeMap::new(),
            shapes: Shapes::new(ctx),
            inbox: Inbox::default(),
            given: Given::default(),
        }
    }

    fn open(&mut self, opened: Result<Opened, InspectorError>) {
        match opened {
            Ok(Opened { timeline, opening, card }) => {
                (self.timeline, self.card, self.is_fitted) = (timeline, card, false);
                self.opening = opening;
                self.choices.units.clear();
                self.message.clear();
                self.jumped();
            }
            Err(error) => self.message.error(&error),
        }
    }

    /// Time has jumped: what was seen before does not lead here.
    fn jumped(&mut self) {
        self.traces.clear();
        self.timings.clear();
        self.playback.debt = 0.0;
    }

    /// Shows the moment after so many steps.
    pub fn go_to(&mut self, step: u64) {
        let end = self.timeline.end();
        let step = if self.timeline.is_as_recorded() { step.min(end) } else { step };
        // Whoever goes to the end of a recording wants to see it: play begins anew from there.
        self.playback.is_playing &= !(self.timeline.is_as_recorded() && step >= end);
        if step == self.timeline.step_count() + 1 {
            return self.step();
        }
        if step != self.timeline.step_count() {
            let gone = self.timeline.go_to(step);
            self.tell(gone);
            self.jumped();
        }
    }

    /// Shows a moment and of whom it tells.
    fn see(&mut self, moment: Moment) {
        self.playback.is_playing &= moment.units.is_empty();
        self.go_to(moment.step);
        if !moment.units.is_empty() {
            self.choices.units = moment.units;
            self.bring_into_view();
        }
    }

    /// Moves the view to the first chosen unit, if that is not seen.
    fn bring_into_view(&mut self) {
        let first = self.choices.units.first();
        if let Some(unit) = first.and_then(|&unit| self.timeline.world().unit(unit))
            && !self.view.sees(unit.position, 0.0)
        {
            self.view.center = unit.position;
        }
    }

    fn step(&mut self) {
        self.traces.before_step(self.timeline.world());
        let began = Instant::now();
        let stepped = self.timeline.advance();
        self.timings.step(self.timeline.world(), began.elapsed().as_secs_f64());
        self.traces.after_step(self.timeline.world());
        if stepped.is_err() {
            self.playback.is_playing = false;
        }
        self.tell(stepped);
    }

    fn tell<T>(&mut self, result: Result<T, InspectorError>) -> Option<T> {
        result.map_err(|error| self.message.error(&error)).ok()
    }

    /// Steps as often as the time that has gone by asks for.
    fn play(&mut self, seconds: f32) {
        let tick = self.timeline.tick();
        self.playback.debt += seconds.min(0.25) * self.playback.speed;
        let began = Instant::now();
        // A recording stops at its end, and begins anew from there; a scene goes on.
        let is_over = |inspector: &Self| {
            inspector.timeline.is_as_recorded()
                && inspector.timeline.step_count() >= inspector.timeline.end()
        };
        if is_over(self) {
            self.go_to(0);
        }
        while self.playback.is_playing && self.playback.debt >= tick && !is_over(self) {
            self.playback.debt -= tick;
            self.step();
            if began.elapsed() > MOST_STEPPING {
                break;
            }
        }
        self.playback.is_playing &= !is_over(self);
        self.playback.debt = self.playback.debt.min(tick);
    }

    fn undo(&mut self) {
        let undone = self.timeline.undo();
        self.tell(undone);
        self.jumped();
    }

    /// Opens recordings and scenes, and scenes with maps, that were given or dropped on the window.
    fn dropped(&mut self, ctx: &Context) {
        for file in ctx.input(|input| input.raw.dropped_files.clone()) {
            platform::read(file, self.inbox.clone(), ctx.clone());
        }
        for file in self.inbox.take() {
            match file {
                Ok(file) => {
                    let name = file.name.clone();
                    match self.given.take(file) {
                        Ok(Some(start)) => self.open(start.open()),
                        Ok(None) => self
                            .message
                            .inform(format!("{name}: a map; open the scene that names it")),
                        Err(error) => self.message.error(&error),
                    }
                }
                Err(message) => self.message.fault(message),
            }
        }
    }

    /// Where files are put that shall be opened.
    pub fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// What is shown now, as JSON: for tests.
    pub fn status(&self) -> String {
        let world = self.timeline.world();
        let center = self.view.at(hybrid::glam::Vec2::ZERO);
        let first = world.units().next().map(|unit| self.view.at(unit.position));
        json!({
            "tick": world.tick_count(),
            "end": self.timeline.end(),
            "units": world.unit_count(),
            "obstacles": world.obstacles().count(),
            "edits": self.timeline.action_count(),
            "events": self.timeline.events().len(),
            "chosen": self.choices.units.len(),
            "playing": self.playback.is_playing,
            "hash": format!("{:016x}", world.state_hash()),
            "origin": [center.x, center.y],
            "scale": self.view.scale,
            "first": first.map(|at| [at.x, at.y]),
            "screen": corners(self.view.screen),
            "step_ms": self.timings.step_ms,
            "draw_ms": self.timings.draw_ms,
            "message": self.message.text(),
            "is_fault": self.message.is_fault(),
            "scene": self.opening.name,
            "line": corners(self.playback.place),
            "places": self.places.iter().map(|(name, rect)| ((*name).to_owned(), json!(corners(*rect)))).collect::<serde_json::Map<_, _>>(),
            "first_trouble": self.timeline.all_events().iter().find(|(_, event)| is_trouble(event)).map(|(step, _)| step),
        })
        .to_string()
    }
}

fn corners(rect: Rect) -> [f32; 4] {
    [rect.min.x, rect.min.y, rect.max.x, rect.max.y]
}

impl eframe::App for Inspector {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        let seconds = ctx.input(|input| input.unstable_dt);
        if self.playback.is_playing {
            self.play(seconds);
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.keys(&ctx);
        self.dropped(&ctx);
        Panel::top("tools").show(ui, |ui| self.top(ui));
        let wanted =
            Panel::bottom("time").show(ui, |ui| self.playback.show(ui, &self.timeline)).inner;
        if let Some(moment) = wanted {
            self.see(moment);
        }
        self.beside(ui);
        CentralPanel::no_frame().show(ui, |ui| self.world(ui));
        self.message.show(&ctx, self.view.screen);
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}
