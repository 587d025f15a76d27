//! What the user is told: over the picture, until it has been read.

use eframe::egui::{
    Area, Button, Color32, Context, Frame, Id, Label, Order, Rect, ScrollArea, vec2,
};
use web_time::{Duration, Instant};

use crate::error::InspectorError;
use crate::palette::{ACCENT, INK, LINE};

/// What is no fault goes away after so long.
const SHOWN: Duration = Duration::from_secs(8);
/// From the edge of the picture, in points.
const MARGIN: f32 = 8.0;
/// At most so wide, in points.
const WIDEST: f32 = 560.0;
/// At most so high, as a share of the picture.
const HIGHEST: f32 = 0.4;
/// Behind what went wrong.
const BEHIND_FAULT: Color32 = Color32::from_rgb(0xfd, 0xec, 0xf2);
/// The letters of what went wrong.
const FAULT: Color32 = Color32::from_rgb(0x9e, 0x1b, 0x4a);

/// A message, or none.
#[derive(Default)]
pub struct Message {
    text: String,
    is_fault: bool,
    since: Option<Instant>,
}

impl Message {
    /// Tells that something has gone wrong: it stays until it is shut, or something goes well.
    pub fn fault(&mut self, text: impl Into<String>) {
        *self = Self { text: text.into(), is_fault: true, since: None };
    }

    /// Tells of an error.
    pub fn error(&mut self, error: &InspectorError) {
        self.fault(error.to_string());
    }

    /// Tells something that is no fault: it goes away by itself.
    pub fn inform(&mut self, text: impl Into<String>) {
        *self = Self { text: text.into(), is_fault: false, since: Some(Instant::now()) };
    }

    /// Tells nothing any more.
    pub fn clear(&mut self) {
        self.text.clear();
    }

    /// What is told: empty if nothing.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is told that something has gone wrong.
    pub fn is_fault(&self) -> bool {
        self.is_fault && !self.text.is_empty()
    }

    /// Draws it over the picture.
    pub fn show(&mut self, ctx: &Context, picture: Rect) {
        if let Some(left) = self.since.map(|since| SHOWN.saturating_sub(since.elapsed())) {
            ctx.request_repaint_after(left);
            if left.is_zero() {
                self.clear();
            }
        }
        if self.text.is_empty() {
            return;
        }
        let (color, behind) =
            if self.is_fault { (ACCENT, BEHIND_FAULT) } else { (LINE, Color32::WHITE) };
        let frame = Frame::new().fill(behind).stroke((1.0, color)).corner_radius(4).inner_margin(8);
        let room = picture.size() - vec2(2.0 * MARGIN + 18.0, 0.0);
        let mut is_shut = false;
        let area = Area::new(Id::unique("message")).order(Order::Foreground);
        area.fixed_pos(picture.min + vec2(MARGIN, MARGIN)).constrain(false).show(ctx, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(room.x.min(WIDEST));
                ui.horizontal_top(|ui| {
                    is_shut = ui.add(Button::new("×").small()).on_hover_text("shut").clicked();
                    let lines = ScrollArea::vertical().max_height(room.y * HIGHEST);
                    lines.id_salt("message").show(ui, |ui| {
                        let text = eframe::egui::RichText::new(&self.text);
                        let color = if self.is_fault { FAULT } else { INK };
                        ui.add(Label::new(text.color(color)).wrap());
                    });
                });
            });
        });
        if is_shut {
            self.clear();
        }
    }
}
