//! When units look who is near, and when they decide where to go: regularly, one after the other, so that no step has to do
//! both; and at once where a game has changed something. In between they hold their course, and only keep apart.

use serde::{Deserialize, Serialize};

use crate::parameters::WorldParameters;
use crate::tasks::executor::Executor;

/// How much a step in which units decide may do of what is shared out over steps, where the mean does 1.
const WHILE_DECIDING: f32 = 0.85;

/// When units have decided, and whether they have to at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DecisionClock {
    /// The tick of the last decision.
    last: u64,
    is_called: bool,
    /// Whether they decide again at once, without another look.
    is_unsettled: bool,
}

/// What all phases of a step have in common. Each step makes its own.
#[derive(Clone, Copy)]
pub(crate) struct StepContext<'a> {
    /// Which step it is: the number of the steps before it.
    pub(crate) tick: u64,
    /// The length of the step, in seconds.
    pub(crate) dt: f32,
    /// Whether units look who is near.
    pub(crate) looks: bool,
    /// Set if units decide where to go.
    pub(crate) decision: Option<DecisionTime>,
    /// Who helps; `None`: nobody.
    pub(crate) executor: Option<&'a dyn Executor>,
}

/// A tick in which units decide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DecisionTime {
    tick: u64,
    /// The length of a tick, in seconds.
    dt: f32,
    /// Ticks from one regular decision to the next.
    period: u64,
    /// Ticks since the last decision, at least 1.
    pub(crate) passed: u64,
}

impl DecisionClock {
    /// Units look around and decide in the next step in any case: something was changed that they have to see.
    pub(crate) fn call(&mut self) {
        self.is_called = true;
    }

    /// Units decide again in the next step: there was no time for all, or something has changed that changes what they want.
    pub(crate) fn decide_again(&mut self) {
        self.is_unsettled = true;
    }

    /// Returns whether units look who is near in a tick: regularly, in the last one before they decide.
    pub(crate) fn looks(&self, tick: u64, parameters: &WorldParameters) -> bool {
        self.is_called || (tick + 1).is_multiple_of(parameters.look_ticks())
    }

    /// Returns how much the step of a tick may do of what is shared out over steps, where the mean does 1: so those are as long
    /// as others in which units decide.
    pub(crate) fn leisure(tick: u64, parameters: &WorldParameters) -> f32 {
        let period = parameters.look_ticks();
        match tick.is_multiple_of(period) {
            _ if period == 1 => 1.0,
            true => WHILE_DECIDING,
            false => 1.0 + (1.0 - WHILE_DECIDING) / (period - 1) as f32,
        }
    }

    /// The tick that begins, if units decide in it.
    pub(crate) fn begin(
        &mut self,
        tick: u64,
        parameters: &WorldParameters,
    ) -> Option<DecisionTime> {
        let is_due = tick.is_multiple_of(parameters.look_ticks());
        if !is_due && !self.is_called && !self.is_unsettled {
            return None;
        }
        let (dt, period) = (parameters.tick, parameters.look_ticks());
        let moment =
            DecisionTime { tick, dt, period, passed: tick.saturating_sub(self.last).max(1) };
        *self = Self { last: tick, is_called: false, is_unsettled: false };
        Some(moment)
    }

    /// Returns whether it can be so at a tick.
    pub(crate) fn is_valid(&self, tick: u64) -> bool {
        self.last <= tick
    }
}

impl DecisionTime {
    /// Returns whether it is time for what is done about every so many `seconds`, for those whose turn has this number: not for
    /// all in the same decision.
    pub(crate) fn is_time(&self, seconds: f32, turn: u32) -> bool {
        let times = u64::from(self.decisions(seconds));
        (self.tick + u64::from(turn) * self.period).is_multiple_of(self.period * times)
    }

    /// Returns how many regular decisions there are in so many seconds, about; at least 1.
    pub(crate) fn decisions(&self, seconds: f32) -> u32 {
        (seconds / (self.period as f32 * self.dt)).round().max(1.0) as u32
    }

    /// Returns the number of a regular decision, as that may wrap round; `None` if units were called to this one.
    pub(crate) fn decision(&self) -> Option<u32> {
        let is_regular = self.tick.is_multiple_of(self.period);
        is_regular.then_some((self.tick / self.period) as u32)
    }

    /// Returns which one it is.
    pub(crate) fn tick(&self) -> u64 {
        self.tick
    }

    /// The seconds since the last decision.
    pub(crate) fn elapsed(&self) -> f32 {
        self.passed as f32 * self.dt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_look_and_decide_in_turns_and_at_once_when_they_are_called() {
        let parameters = WorldParameters::default();
        let mut watch = DecisionClock::default();
        let (mut looks, mut decisions) = (Vec::new(), Vec::new());
        for tick in 0..13 {
            match tick {
                4 => watch.call(),
                9 => watch.decide_again(),
                _ => (),
            }
            looks.extend(Some(tick).filter(|&tick| watch.looks(tick, &parameters)));
            decisions.extend(watch.begin(tick, &parameters).map(|moment| (tick, moment.passed)));
        }
        assert_eq!(looks, [1, 3, 4, 5, 7, 9, 11]);
        let expected = [(0, 1), (2, 2), (4, 2), (6, 2), (8, 2), (9, 1), (10, 1), (12, 2)];
        assert_eq!(decisions, expected);
    }

    #[test]
    fn what_is_shared_out_over_steps_adds_up() {
        for look_period in [0.1, 0.2, 0.5] {
            let parameters = WorldParameters { look_period, ..WorldParameters::default() };
            let ticks = 4 * parameters.look_ticks();
            let all: f32 = (0..ticks).map(|tick| DecisionClock::leisure(tick, &parameters)).sum();
            assert!((all - ticks as f32).abs() < 1e-3, "{look_period} s: {all} of {ticks}");
        }
    }

    #[test]
    fn turns_are_taken_whatever_the_length_of_a_tick() {
        for tick in [0.02, 0.1, 0.5] {
            let parameters = WorldParameters { tick, ..WorldParameters::default() };
            for turn in 0..5 {
                let mut watch = DecisionClock::default();
                let moments = (0..400).filter_map(|tick| watch.begin(tick, &parameters));
                let times = moments.filter(|moment| moment.is_time(0.8, turn)).count();
                let expected = (400.0 * tick / 0.8_f32.max(tick)).round() as usize;
                assert!(times.abs_diff(expected) <= 1 || tick == 0.5, "{times} {expected}");
                assert!(times > 0);
            }
        }
    }
}
