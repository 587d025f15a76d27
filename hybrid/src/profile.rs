//! Where the time of a step went.

use std::time::Instant;

/// One phase of a step and how long it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// The phase's name; the same in every step.
    pub name: &'static str,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// Where the time of the last step went. Empty before the first one. Clocks are read for this report only; nothing
/// that a world does depends on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The phases in their order.
    pub phases: Vec<Phase>,
}

impl Profile {
    /// How long the whole step took, in seconds.
    pub fn total(&self) -> f64 {
        self.phases.iter().map(|phase| phase.seconds).sum()
    }
}

/// Times one phase after the other.
pub(crate) struct Stopwatch {
    profile: Profile,
    since: Instant,
}

impl Stopwatch {
    /// Starts the first phase.
    pub(crate) fn start() -> Self {
        Self { profile: Profile::default(), since: Instant::now() }
    }

    /// Ends a phase and starts the next one.
    pub(crate) fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        self.profile.phases.push(Phase { name, seconds: (now - self.since).as_secs_f64() });
        self.since = now;
    }

    /// The profile of all phases.
    pub(crate) fn finish(self) -> Profile {
        self.profile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_keep_their_order_and_add_up() {
        let mut stopwatch = Stopwatch::start();
        stopwatch.lap("first");
        stopwatch.lap("second");
        let profile = stopwatch.finish();
        let names: Vec<_> = profile.phases.iter().map(|phase| phase.name).collect();
        assert_eq!(names, ["first", "second"]);
        assert!(profile.total() < 0.5);
    }
}
