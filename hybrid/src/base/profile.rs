//! Where the time of a step went.

use super::clock::Moment;

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
    /// How much of it went into waiting for plans and distance fields that were due and not ready, into making them on the
    /// spot, or into shares of those fields that were due soon and that nobody had begun, in seconds.
    pub waited: f64,
}

/// What a step did, in numbers: the same on every machine and with any number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Units in the world.
    pub units: usize,
    /// Groups of units on their way.
    pub groups: usize,
    /// Plans that were asked for.
    pub plans: usize,
    /// Grid cells of their windows.
    pub plan_cells: usize,
    /// Groups that wait for a plan, since others took up
    /// [`WorldParameters::plan_cells`](crate::WorldParameters::plan_cells).
    pub carried_over: usize,
    /// Distance fields of orders that were asked for.
    pub distance_fields: usize,
    /// Ways that were found for single units: searched, or joined where their order had one already.
    pub searches: usize,
}

impl Profile {
    /// Returns how long the whole step took, in seconds.
    pub fn total(&self) -> f64 {
        self.phases.iter().map(|phase| phase.seconds).sum()
    }
}

/// Times one phase after the other.
pub(crate) struct Stopwatch {
    profile: Profile,
    since: Moment,
}

impl Stopwatch {
    /// The first phase has begun; the last profile gives its room.
    pub(crate) fn since(begun: Moment, mut last: Profile) -> Self {
        last.phases.clear();
        last.waited = 0.0;
        Self { profile: last, since: begun }
    }

    /// Ends a phase and starts the next one.
    pub(crate) fn lap(&mut self, name: &'static str) {
        let now = Moment::now();
        self.profile.phases.push(Phase { name, seconds: now.since(self.since) });
        self.since = now;
    }

    /// Adds to the time that was waited for plans, in seconds.
    pub(crate) fn wait(&mut self, seconds: f64) {
        self.profile.waited += seconds;
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
        let mut stopwatch = Stopwatch::since(Moment::now(), Profile::default());
        stopwatch.lap("first");
        stopwatch.lap("second");
        let profile = stopwatch.finish();
        let names: Vec<_> = profile.phases.iter().map(|phase| phase.name).collect();
        assert_eq!(names, ["first", "second"]);
        assert!(profile.total() < 0.5);
    }
}
