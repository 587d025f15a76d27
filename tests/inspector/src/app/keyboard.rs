//! What keys do.

use eframe::egui::{Context, Event, Key, Modifiers};

use super::Inspector;
use crate::choices::{Tool, WindowQuantity};

impl Inspector {
    pub(super) fn keys(&mut self, ctx: &Context) {
        if ctx.egui_wants_keyboard_input() {
            return;
        }
        let pressed = |key: Key| ctx.input(|input| input.key_pressed(key));
        let (step, text) = (self.timeline.step_count(), typed(ctx));
        if pressed(Key::Space) {
            self.playback.is_playing = !self.playback.is_playing;
        }
        // Keys that are held come several times in a frame.
        let times = |key: Key| ctx.input(|input| input.num_presses(key)) as u64;
        let moved = step + times(Key::ArrowRight) - times(Key::ArrowLeft).min(step);
        let to = if pressed(Key::Home) { 0 } else { moved };
        if to != step {
            self.playback.is_playing = false;
            self.go_to(to);
        }
        if pressed(Key::End) {
            self.go_to(self.timeline.end());
        }
        if pressed(Key::Escape) {
            self.choices.units.clear();
        }
        if ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Z)) {
            self.undo();
        }
        for letter in text.chars() {
            self.key(letter);
        }
    }

    fn key(&mut self, letter: char) {
        let tool = Tool::ALL.iter().find(|(_, _, key, _)| *key == letter.to_ascii_uppercase());
        if let Some((tool, ..)) = tool {
            self.choices.tool = *tool;
        }
        match letter {
            '+' => self.playback.speed = (self.playback.speed * 1.5).min(20.0),
            '-' => self.playback.speed = (self.playback.speed / 1.5).max(0.1),
            'f' => self.is_fitted = false,
            'u' => self.undo(),
            '0' => {
                let all = WindowQuantity::ALL;
                let now =
                    all.iter().position(|(quantity, _)| *quantity == self.choices.layers.window);
                self.choices.layers.window = all[(now.unwrap_or_default() + 1) % all.len()].0;
            }
            '1'..='9' => {
                let number = letter as usize - '1' as usize;
                if let Some((is_on, _)) = self.choices.layers.switches().into_iter().nth(number) {
                    *is_on = !*is_on;
                }
            }
            _ => {}
        }
    }
}

/// What was typed in this frame.
fn typed(ctx: &Context) -> String {
    let text = |event: &Event| match event {
        Event::Text(text) => Some(text.clone()),
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(text).collect())
}
