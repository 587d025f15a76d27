//! When steps are due.

use std::time::Duration;

/// Says how many steps of a world are due, in an engine whose frames have lengths of their own. It counts whole microseconds, so that a
/// tick of 0.1 s is ten frames of 10 ms, and drops none.
///
/// ```
/// use std::time::Duration;
///
/// let mut clock = hybrid::StepClock::new(0.1);
/// assert_eq!(clock.advance(Duration::from_millis(250)), 2);
/// // What is drawn lies half way between the last two steps.
/// assert_eq!(clock.fraction(Duration::ZERO), 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepClock {
    tick: Duration,
    passed: Duration,
}

impl StepClock {
    /// A clock of ticks of this many seconds, as [`WorldParameters::tick`](crate::WorldParameters::tick) has them; less than a microsecond counts
    /// as one.
    pub fn new(tick: f32) -> Self {
        let micros = (f64::from(tick) * 1e6).round().max(1.0) as u64;
        Self { tick: Duration::from_micros(micros), passed: Duration::ZERO }
    }

    /// Lets time pass, and returns how many steps became due.
    pub fn advance(&mut self, time: Duration) -> u32 {
        self.passed = self.passed.saturating_add(time);
        let due = self.passed.as_nanos() / self.tick.as_nanos();
        let due = u32::try_from(due).unwrap_or(u32::MAX);
        self.passed -= self.tick * due;
        due
    }

    /// Returns how much of a tick has passed since the last step that was due, from 0 to 1, `later` than the last advance: how far from the state
    /// before the last step to that after it what is drawn lies.
    pub fn fraction(&self, later: Duration) -> f32 {
        self.passed.saturating_add(later).div_duration_f32(self.tick).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_due_when_their_time_has_passed() {
        let mut clock = StepClock::new(0.1);
        let due: u32 = (0..640).map(|_| clock.advance(Duration::from_micros(15_625))).sum();
        assert_eq!((due, clock.passed), (100, Duration::ZERO));
        assert_eq!(clock.advance(Duration::from_millis(250)), 2);
        assert!((clock.fraction(Duration::from_millis(25)) - 0.75).abs() < 1e-6);
        assert_eq!(clock.fraction(Duration::from_secs(1)), 1.0);
    }

    #[test]
    fn no_time_and_no_tick_is_too_long_or_too_short() {
        for tick in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let mut clock = StepClock::new(tick);
            for time in [Duration::ZERO, Duration::MAX, Duration::MAX] {
                clock.advance(time);
                assert!((0.0..=1.0).contains(&clock.fraction(Duration::MAX)));
            }
        }
        assert_eq!(StepClock::new(0.0).advance(Duration::from_micros(7)), 7);
    }
}
