//! When a world's ticks are due.

use std::time::Duration;

/// Counts fixed time, and says how many ticks of it are due.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// Whole microseconds, so that a tick of 0.1 s is ten of 10 ms.
    tick: Duration,
    passed: Duration,
}

impl Clock {
    /// A clock of ticks of this many seconds.
    pub(crate) fn new(tick: f32) -> Self {
        let micros = (f64::from(tick) * 1e6).round().max(1.0) as u64;
        Self { tick: Duration::from_micros(micros), passed: Duration::ZERO }
    }

    /// Lets time pass, and returns how many ticks became due.
    pub(crate) fn advance(&mut self, time: Duration) -> u32 {
        self.passed += time;
        let due = self.passed.as_nanos() / self.tick.as_nanos();
        let due = u32::try_from(due).unwrap_or(u32::MAX);
        self.passed -= self.tick * due;
        due
    }

    /// Returns how much of a tick has passed since the last one, from 0 to 1, a while after the last advance.
    pub(crate) fn fraction(&self, later: Duration) -> f32 {
        (self.passed + later).div_duration_f32(self.tick).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_due_when_their_time_has_passed() {
        let mut clock = Clock::new(0.1);
        let due: u32 = (0..640).map(|_| clock.advance(Duration::from_micros(15_625))).sum();
        assert_eq!((due, clock.passed), (100, Duration::ZERO));
        assert_eq!(clock.advance(Duration::from_millis(250)), 2);
        assert!((clock.fraction(Duration::from_millis(25)) - 0.75).abs() < 1e-6);
        assert_eq!(clock.fraction(Duration::from_secs(1)), 1.0);
    }
}
