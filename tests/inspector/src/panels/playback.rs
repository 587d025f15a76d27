//! The time line: play, step, go to any moment, and how fast.

use eframe::egui::{Button, Label, Painter, Rect, Sense, Slider, Ui, pos2, vec2};
use hybrid::Event;

use crate::choices::Moment;
use crate::layers::units::is_trouble;
use crate::palette::{ACCENT, GROUND, INK};
use crate::timeline::Timeline;

/// On screens that are narrower the line has a row of its own.
const WIDE: f32 = 700.0;
/// The most marks on the line.
const MOST_MARKS: usize = 500;
/// A click so near to a mark is on it, in points.
const NEAR: f32 = 5.0;

/// Whether and how fast time goes by.
#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// Whether it does.
    pub is_playing: bool,
    /// Seconds of the world in a second.
    pub speed: f32,
    /// Seconds of the world that are due and not stepped yet.
    pub debt: f32,
    /// Where the line is on the screen.
    pub place: Rect,
}

impl Default for Playback {
    fn default() -> Self {
        Self { is_playing: true, speed: 1.0, debt: 0.0, place: Rect::ZERO }
    }
}

impl Playback {
    /// Draws the controls and the line. Returns the moment that the user wants to see.
    pub fn show(&mut self, ui: &mut Ui, timeline: &Timeline) -> Option<Moment> {
        if ui.available_width() > WIDE {
            return ui
                .horizontal(|ui| self.controls(ui, timeline).or(self.line(ui, timeline)))
                .inner;
        }
        let wanted = ui.horizontal_wrapped(|ui| self.controls(ui, timeline)).inner;
        wanted.or(self.line(ui, timeline))
    }

    fn controls(&mut self, ui: &mut Ui, timeline: &Timeline) -> Option<Moment> {
        let is_wide = ui.available_width() > WIDE;
        let (step, mut wanted) = (timeline.step_count(), None);
        let name = if self.is_playing { "Pause" } else { "Play" };
        let play = ui.add(Button::new(name).min_size(vec2(48.0, 24.0)));
        if play.on_hover_text("play or pause (space)").clicked() {
            self.is_playing = !self.is_playing;
        }
        if ui.button("|◀").on_hover_text("to the beginning (Home)").clicked() {
            wanted = Some(0);
        }
        for (name, about, to) in
            [("◀", "a step back (←)", step.saturating_sub(1)), ("▶|", "a step on (→)", step + 1)]
        {
            if ui.button(name).on_hover_text(about).clicked() {
                (wanted, self.is_playing) = (Some(to), false);
            }
        }
        let speed = Slider::new(&mut self.speed, 0.1..=20.0);
        ui.spacing_mut().slider_width = 70.0;
        ui.add(speed.logarithmic(true).suffix("×").max_decimals(1))
            .on_hover_text("seconds of the world in a second (+ and −)");
        let seconds = |step: u64| step as f32 * timeline.tick();
        let (now, end) = (seconds(step), seconds(timeline.end()));
        let tick = if is_wide { format!(", tick {step}") } else { String::new() };
        ui.add(Label::new(format!("{now:.1} of {end:.1} s{tick}")).extend());
        wanted.map(|step| Moment { step, ..Moment::default() })
    }

    /// The line itself, with a mark for each thing that was reported.
    fn line(&mut self, ui: &mut Ui, timeline: &Timeline) -> Option<Moment> {
        let size = vec2(ui.available_width().max(60.0), 24.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let end = timeline.end().max(1);
        let at = |step: u64| rect.left() + rect.width() * (step as f32 / end as f32);
        let painter = ui.painter();
        painter.rect_filled(rect.shrink2(vec2(0.0, 8.0)), 3.0, GROUND);
        let done = Rect::from_min_max(rect.min, pos2(at(timeline.step_count()), rect.max.y));
        painter.rect_filled(done.shrink2(vec2(0.0, 8.0)), 3.0, INK.gamma_multiply(0.6));
        self.place = rect;
        draw_marks(painter, rect, timeline, at);
        painter.circle_filled(pos2(at(timeline.step_count()), rect.center().y), 7.0, INK);
        let pointer =
            response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked())?;
        let share = ((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        let step = (share * end as f32).round() as u64;
        if response.clicked()
            && let Some(step) = marked(timeline, |step| (at(step) - pointer.x).abs())
        {
            let troubles = troubles(timeline).filter(|(at, _)| *at == step);
            return Some(Moment { step, units: troubles.map(|(_, event)| event.unit()).collect() });
        }
        Some(Moment { step, ..Moment::default() })
    }
}

/// What is marked: of trouble that was reported.
fn troubles(timeline: &Timeline) -> impl Iterator<Item = &(u64, Event)> {
    timeline.all_events().iter().filter(|(_, event)| is_trouble(event))
}

/// The marked moment that is nearest by a measure, if it is near.
fn marked(timeline: &Timeline, away: impl Fn(u64) -> f32) -> Option<u64> {
    let steps = troubles(timeline).map(|(step, _)| *step);
    steps.min_by(|&a, &b| away(a).total_cmp(&away(b))).filter(|&step| away(step) <= NEAR)
}

fn draw_marks(painter: &Painter, rect: Rect, timeline: &Timeline, at: impl Fn(u64) -> f32) {
    // Many units at one moment have one mark.
    let mut last = None;
    let steps = troubles(timeline).map(|(step, _)| *step);
    for step in steps.filter(|&step| last.replace(step) != Some(step)).take(MOST_MARKS) {
        painter.vline(at(step), rect.top()..=rect.top() + 8.0, (2.0, ACCENT));
    }
}
