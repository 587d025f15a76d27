//! When units look around and decide: regularly, and at once where a game has changed something. In between they hold their
//! course, and only keep apart.

use serde::{Deserialize, Serialize};

use crate::parameters::WorldParameters;

/// When units have looked around, and whether they have to at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Watch {
    /// The tick of the last look.
    last: u64,
    is_called: bool,
}

/// A tick in which units look around.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moment {
    tick: u64,
    /// The length of a tick, in seconds.
    dt: f32,
    /// Ticks from one regular look to the next.
    period: u64,
    /// Ticks since the last look, at least 1.
    pub(crate) passed: u64,
}

impl Watch {
    /// Units look around in the next step in any case: something was changed that they have to see.
    pub(crate) fn call(&mut self) {
        self.is_called = true;
    }

    /// Whether units look around in a tick.
    pub(crate) fn is_due(&self, tick: u64, parameters: &WorldParameters) -> bool {
        self.is_called || tick.is_multiple_of(parameters.look_ticks())
    }

    /// The tick that begins, if units look around in it.
    pub(crate) fn begin(&mut self, tick: u64, parameters: &WorldParameters) -> Option<Moment> {
        if !self.is_due(tick, parameters) {
            return None;
        }
        let (dt, period) = (parameters.tick, parameters.look_ticks());
        let moment = Moment { tick, dt, period, passed: tick.saturating_sub(self.last).max(1) };
        *self = Self { last: tick, is_called: false };
        Some(moment)
    }

    /// Whether it can be so at a tick.
    pub(crate) fn is_valid(&self, tick: u64) -> bool {
        self.last <= tick
    }
}

impl Moment {
    /// Whether it is time for what is done about every so many `seconds`, for those whose turn has this number: not for
    /// all in the same look.
    pub(crate) fn is_time(&self, seconds: f32, turn: u32) -> bool {
        let looks = (seconds / (self.period as f32 * self.dt)).round().max(1.0) as u64;
        (self.tick + u64::from(turn) * self.period).is_multiple_of(self.period * looks)
    }

    /// Which one it is.
    pub(crate) fn tick(&self) -> u64 {
        self.tick
    }

    /// The seconds since the last look.
    pub(crate) fn elapsed(&self) -> f32 {
        self.passed as f32 * self.dt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_look_regularly_and_when_they_are_called() {
        let parameters = WorldParameters::default();
        let mut watch = Watch::default();
        let mut looks = Vec::new();
        for tick in 0..8 {
            if tick == 5 {
                watch.call();
            }
            looks.extend(watch.begin(tick, &parameters).map(|moment| (tick, moment.passed)));
        }
        assert_eq!(looks, [(0, 1), (2, 2), (4, 2), (5, 1), (6, 1)]);
    }

    #[test]
    fn turns_are_taken_whatever_the_length_of_a_tick() {
        for tick in [0.02, 0.1, 0.5] {
            let parameters = WorldParameters { tick, ..WorldParameters::default() };
            for turn in 0..5 {
                let mut watch = Watch::default();
                let moments = (0..400).filter_map(|tick| watch.begin(tick, &parameters));
                let times = moments.filter(|moment| moment.is_time(0.8, turn)).count();
                let expected = (400.0 * tick / 0.8_f32.max(tick)).round() as usize;
                assert!(times.abs_diff(expected) <= 1 || tick == 0.5, "{times} {expected}");
                assert!(times > 0);
            }
        }
    }
}
