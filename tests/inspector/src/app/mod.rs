//! The inspector: a world, what is seen of it, and what the user does to it.

// From the ground up: a module uses only modules above it in this list.
mod keyboard;
mod frames;
mod picture;

use eframe::egui::{CentralPanel, Context, Panel, Ui, Visuals};
use serde_json::{Value, json};
use web_time::{Duration, Instant};

use crate::batch::Shapes;
use crate::choices::Choices;
use crate::error::InspectorError;
use crate::layers::distance::Distances;
use crate::panels::opening::Opening;
use crate::panels::playback::Playback;
use crate::panels::timings::Timings;
use crate::platform::{self, Inbox};
use crate::pointer::Pointer;
use crate::timeline::Timeline;
use crate::traces::Traces;
use crate::view::View;

/// Steps in one frame take no longer: the screen stays awake.
const MOST_STEPPING: Duration = Duration::from_millis(25);

/// What is opened at the beginning.
#[derive(Clone, Debug)]
pub enum Start {
    /// A recording, and the scorecard that belongs to it.
    Recording { bytes: Vec<u8>, card: Option<Value> },
    /// A scene.
    Scene(Opening),
}

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
    message: String,
    shows_side: Option<bool>,
    shapes: Shapes,
    inbox: Inbox,
}

impl Inspector {
    /// Opens the window on what is to be seen first.
    pub fn new(ctx: &Context, start: Start) -> Result<Self, InspectorError> {
        ctx.set_visuals(Visuals::light());
        let (opening, timeline, card) = match start {
            Start::Recording { bytes, card } => {
                (Opening::new("maze", ""), Timeline::of_recording(&bytes)?, card)
            }
            Start::Scene(opening) => {
                let timeline = Timeline::of_scene(&opening.load()?)?;
                (opening, timeline, None)
            }
        };
        Ok(Self {
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
            message: String::new(),
            shows_side: None,
            shapes: Shapes::new(ctx),
            inbox: Inbox::default(),
        })
    }

    fn open(&mut self, timeline: Result<Timeline, InspectorError>, card: Option<Value>) {
        match timeline {
            Ok(timeline) => {
                (self.timeline, self.card, self.is_fitted) = (timeline, card, false);
                self.choices.units.clear();
                self.message.clear();
                self.jumped();
            }
            Err(error) => self.message = error.to_string(),
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
        result.map_err(|error| self.message = error.to_string()).ok()
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

    /// Opens recordings that were dropped on the window.
    fn dropped(&mut self, ctx: &Context) {
        for file in ctx.input(|input| input.raw.dropped_files.clone()) {
            platform::read(file, self.inbox.clone(), ctx.clone());
        }
        for file in self.inbox.take() {
            match file {
                Ok(bytes) => self.open(Timeline::of_recording(&bytes), None),
                Err(message) => self.message = message,
            }
        }
    }

    /// Where recordings are put that shall be opened.
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
            "screen": [self.view.screen.min.x, self.view.screen.min.y, self.view.screen.max.x, self.view.screen.max.y],
            "step_ms": self.timings.step_ms,
            "draw_ms": self.timings.draw_ms,
            "message": self.message,
        })
        .to_string()
    }
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
        if let Some(step) = wanted {
            self.go_to(step);
        }
        if self.shows_side == Some(true) {
            Panel::right("side").default_size(300.0).show(ui, |ui| self.side(ui));
        }
        CentralPanel::no_frame().show(ui, |ui| self.world(ui));
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}
