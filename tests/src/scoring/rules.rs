//! What a score is told: what does not change during a run, and what is seen of a unit.

use glam::Vec2;

/// What does not change during a run.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Seconds of a tick.
    pub tick: f32,
    /// Metres within which a unit has arrived at its place.
    pub arrive_radius: f32,
    /// Metres within which a unit is near its goal.
    pub near_radius: f32,
}

impl Rules {
    /// Seconds of some ticks, without the noise that an f32 of 0.1 would bring into an f64.
    pub fn seconds(&self, ticks: u32) -> f64 {
        (f64::from(ticks) * f64::from(self.tick) * 1e5).round() / 1e5
    }

    /// Ticks in some seconds, at least one.
    pub fn ticks(&self, seconds: f32) -> u32 {
        (seconds / self.tick).round().max(1.0) as u32
    }
}

/// A unit's body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Metres.
    pub radius: f32,
    /// Greatest speed, m/s.
    pub speed: f32,
}

/// What can be seen of a unit after a tick.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Seen {
    /// Its centre.
    pub position: Vec2,
    /// The slot that the world gave it, if it shares its goal.
    pub place: Option<Vec2>,
    /// Whether it is on a link, where no wall counts.
    pub on_link: bool,
    /// Whether the world tells it to wait before a passage, as it is the others' turn.
    pub must_wait: bool,
}
