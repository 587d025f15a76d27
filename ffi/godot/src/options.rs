//! What a script says of an order, in words.

use hybrid::glam::Vec2;
use hybrid::{Goal, OrderDefinition, Pace, Repeat, Unreachable};

/// What a script says of an order beside its goal; points are metres.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) way_points: Vec<Vec2>,
    pub(crate) range: f32,
    pub(crate) repeat: Repeat,
    pub(crate) unreachable: Unreachable,
    pub(crate) exchange: bool,
    pub(crate) pace: Pace,
}

impl Options {
    /// Sets what a word names, and says what would be right if it names nothing.
    pub(crate) fn set_word(&mut self, key: &str, word: &str) -> Result<(), String> {
        match (key, word) {
            ("repeat", "once") => self.repeat = Repeat::Once,
            ("repeat", "loop") => self.repeat = Repeat::Loop,
            ("repeat", "to_and_fro") => self.repeat = Repeat::ToAndFro,
            ("unreachable", "nearest") => self.unreachable = Unreachable::Nearest,
            ("unreachable", "stop") => self.unreachable = Unreachable::Stop,
            ("pace", "own") => self.pace = Pace::Own,
            ("pace", "slowest") => self.pace = Pace::Slowest,
            _ => return Err(unknown(key, word)),
        }
        Ok(())
    }

    /// The order.
    pub(crate) fn definition(self, goal: Goal) -> OrderDefinition {
        OrderDefinition {
            way_points: self.way_points,
            range: self.range,
            repeat: self.repeat,
            unreachable: self.unreachable,
            exchange: self.exchange,
            pace: self.pace,
            ..OrderDefinition::new(goal)
        }
    }
}

/// What is wrong with an option.
pub(crate) fn unknown(key: &str, value: &str) -> String {
    format!(
        "the option {key} is {value}: give way_points (an array of points), range (a number), exchange (true or false), repeat \
         (once, loop, to_and_fro), unreachable (nearest, stop), or pace (own, slowest)"
    )
}
