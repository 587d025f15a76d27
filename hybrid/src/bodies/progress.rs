//! Whether a unit on its way comes nearer to its place, wherever it walks meanwhile.

use serde::{Deserialize, Serialize};

/// Seconds for which a unit that nobody told to wait may come no nearer before it is told.
const MOST_LATE: f32 = 10.0;

/// How far a unit may walk without being told, in lengths of its shortest way and metres more.
const LONGEST: f32 = 2.5;
const MORE: f32 = 8.0;

/// The numbers of the gauges.
const FIELD: usize = 0;
const OWN: usize = 1;
const COSTS: usize = 2;

/// Metres: longer lengths count as this long. No way of a mesh costs more, and sums of a few of them are finite.
const LIMIT: f32 = 1e30;

/// By what the rest of a way is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gauge {
    /// The field of its order, which was made in that tick. It leads to the nearest place of the order: the unit's own is as
    /// far or farther.
    Field(u64),
    /// The field of its order where ways are measured by what they cost: not to be compared with the lengths of others.
    Costs(u64),
    /// The way to its own place: a path, or straight.
    Own,
}

/// How a unit has come on since it was sent to its place.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// The least rest of its way that each gauge has shown, in metres, but for less than a step; infinite where it has shown
    /// none.
    least: [f32; 3],
    /// What each has shown last.
    last: [f32; 3],
    /// The ground for which each has shown it.
    grounds: [u64; 3],
    /// The gauge that measured the rest last, and the mesh on which it did.
    gauge: usize,
    mesh: u64,
    /// What was left then, in metres, infinite as long as nothing was measured, and how far the unit had walked.
    rest: f32,
    measured: f32,
    /// For how many seconds it has come no nearer, without having been told to wait.
    late: f32,
    /// For how many of these it was walking.
    striding: f32,
    /// For how many seconds it has come no nearer, whether or not it was told to wait.
    since_nearer: f32,
    /// How far it has walked, in metres, and how far it may walk without being told.
    walked: f32,
    allowed: f32,
    /// Whether it has been told that it gets nowhere, and has not come nearer since.
    is_told: bool,
    /// Whether that is so, and not only because it stood still for a moment.
    is_astray: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            least: [f32::INFINITY; 3],
            last: [f32::INFINITY; 3],
            grounds: [0; 3],
            gauge: 0,
            mesh: 0,
            rest: f32::INFINITY,
            measured: 0.0,
            late: 0.0,
            striding: 0.0,
            since_nearer: 0.0,
            walked: 0.0,
            allowed: 0.0,
            is_told: false,
            is_astray: false,
        }
    }
}

impl Gauge {
    /// Returns which of the gauges it is, and the ground for which it measures.
    fn parts(self) -> (usize, u64) {
        match self {
            Self::Field(ground) => (FIELD, ground),
            Self::Costs(ground) => (COSTS, ground),
            Self::Own => (OWN, 0),
        }
    }
}

impl Progress {
    /// Returns whether all its numbers are such as it makes.
    pub(crate) fn is_valid(&self) -> bool {
        let rests = [self.least, self.last];
        rests.as_flattened().iter().all(|&rest| rest >= 0.0)
            && self.rest >= 0.0
            && self.gauge <= COSTS
            && [self.walked, self.allowed, self.measured, self.late, self.striding]
                .iter()
                .chain([&self.since_nearer])
                .all(|number| (0.0..=LIMIT).contains(number))
    }

    /// Its place is another one from now on.
    pub(crate) fn go_elsewhere(&mut self) {
        self.least = [f32::INFINITY; 3];
        self.wait();
    }

    /// It is sent somewhere else, so that it is not said of it any more that it gets nowhere.
    pub(crate) fn begin_anew(&mut self) {
        (self.is_told, self.is_astray) = (false, false);
        (self.rest, self.measured) = (f32::INFINITY, self.walked);
        self.go_elsewhere();
    }

    /// Returns whether nobody has looked at it yet since it was sent to its place.
    pub(crate) fn is_new(&self) -> bool {
        self.least == [f32::INFINITY; 3]
    }

    /// Adds what a unit has done in the `seconds` since the last look at that: how far it has walked, in metres, whether it
    /// `walks`, and whether it was told to wait.
    pub(crate) fn go_on(&mut self, seconds: f32, walked: f32, walks: bool, waits: bool) {
        self.walked = (self.walked + walked).min(LIMIT);
        self.since_nearer = (self.since_nearer + seconds).min(LIMIT);
        if !waits && !self.is_new() {
            self.late = (self.late + seconds).min(LIMIT);
            self.striding = (self.striding + if walks { seconds } else { 0.0 }).min(LIMIT);
        }
    }

    /// Returns how many times longer a unit may come no nearer that is expected to queue for so many seconds.
    pub(crate) fn patience(queue_wait: f32) -> f32 {
        1.0 + queue_wait / MOST_LATE
    }

    /// Notes that a unit was told to wait, or has come nearer.
    pub(crate) fn wait(&mut self) {
        (self.late, self.striding) = (0.0, 0.0);
    }

    /// Notes how long the rest of a unit's way is, in metres, on a mesh. It has come nearer if that is less than ever by a
    /// `step`: that can be so only so often for each gauge and mesh.
    pub(crate) fn note(&mut self, gauge: Gauge, mesh: u64, rest: f32, step: f32) {
        let (gauge, ground) = gauge.parts();
        let went = self.walked - std::mem::replace(&mut self.measured, self.walked);
        let before = std::mem::replace(&mut self.rest, rest);
        let is_new = self.is_new();
        let is_known = self.least[gauge] < f32::INFINITY;
        if before == f32::INFINITY || self.mesh != mesh {
            // Its way may be longer now, but whoever changes the ground again and again does not bring it nearer.
            self.least = [f32::INFINITY; 3];
            self.allow(rest);
            if before == f32::INFINITY {
                // What it has walked since it was sent there counts.
                self.allowed = (self.allowed - went).max(0.0);
            }
        } else if is_new || !is_known || self.grounds[gauge] != ground {
            // By so much the way has become longer, of which it has walked a part. Where only the field is another one, which
            // is made anew again and again, it may as well have walked back.
            let part = if is_new || !is_known { went } else { -went };
            let longer = (rest - before + part).max(0.0);
            self.allowed = (self.allowed + LONGEST * longer).min(LIMIT);
        }
        if gauge == OWN && self.gauge == FIELD && !is_new {
            // As far as it was back by the field it is back on a way of its own.
            let back = (self.last[FIELD] - self.least[FIELD]).max(0.0);
            self.least[OWN] = self.least[OWN].min((rest - back).max(0.0));
        } else if self.grounds[gauge] != ground {
            // Another field may lead farther: by what the unit cannot have walked back.
            self.least[gauge] += (rest - self.last[gauge] - went).max(0.0);
        }
        self.gauge = gauge;
        (self.last[gauge], self.grounds[gauge], self.mesh) = (rest, ground, mesh);
        let least = self.least[gauge];
        let is_nearer = rest < least - step;
        if is_nearer {
            self.least[gauge] = rest;
        }
        // Who has been so near to its own place and is farther from the nearest one is back.
        self.least[FIELD] = self.least[FIELD].min(self.least[OWN]);
        if least < f32::INFINITY && is_nearer {
            if self.is_told {
                self.allow(rest);
            }
            self.wait();
            self.since_nearer = 0.0;
            (self.is_told, self.is_astray) = (false, false);
        }
    }

    /// From now on it may walk as far as its way is long, and some more, without being told.
    fn allow(&mut self, rest: f32) {
        self.allowed = (self.walked + LONGEST * rest + MORE).min(LIMIT);
    }

    /// Returns whether the unit has just gone astray: it does not come nearer, or walks much farther than it should, once more.
    pub(crate) fn is_due(&self) -> bool {
        !self.is_astray && self.late >= MOST_LATE || self.strays()
    }

    /// Returns whether it has come no nearer for so many seconds, without having been told to wait.
    pub(crate) fn is_late(&self, seconds: f32) -> bool {
        self.late >= seconds
    }

    /// Returns whether it has come nearer within so many seconds, or set out.
    pub(crate) fn has_come_nearer(&self, seconds: f32) -> bool {
        self.since_nearer < seconds
    }

    /// Returns whether it has walked farther than it should.
    pub(crate) fn strays(&self) -> bool {
        self.walked > self.allowed && !self.is_new()
    }

    /// Returns whether it has gone astray, and has not come nearer since.
    pub(crate) fn is_astray(&self) -> bool {
        self.is_astray
    }

    /// Returns whether it walked most of the time in which it did not come nearer.
    pub(crate) fn is_walking(&self) -> bool {
        2.0 * self.striding > MOST_LATE || self.strays()
    }

    /// Notes that the unit has gone astray.
    pub(crate) fn go_astray(&mut self) {
        self.is_astray = true;
        self.allow(self.rest);
    }

    /// Notes that the unit is told that it gets nowhere. Returns whether it had not been told.
    pub(crate) fn tell(&mut self) -> bool {
        !std::mem::replace(&mut self.is_told, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds.
    const LOOK: f32 = 2.5;

    /// A look at what a unit that does not walk has done, and at the rest of its way.
    fn look(progress: &mut Progress, gauge: Gauge, rest: f32, waits: bool) {
        let mesh = if let Gauge::Field(ground) = gauge { ground } else { 0 };
        progress.go_on(LOOK, 0.0, false, waits);
        progress.note(gauge, mesh, rest, 0.5);
    }

    #[test]
    fn whoever_changes_the_ground_again_and_again_does_not_bring_a_unit_nearer() {
        let mut progress = Progress::default();
        for ground in 0..=4 {
            assert!(!progress.is_due());
            look(&mut progress, Gauge::Field(ground), 20.0 + ground as f32, false);
        }
        assert!(progress.is_due());
        progress.go_astray();
        look(&mut progress, Gauge::Field(9), 22.0, false);
        assert!(!progress.is_due() && progress.is_astray());
    }

    #[test]
    fn who_is_sent_elsewhere_does_not_count_as_astray() {
        let mut progress = Progress::default();
        for _ in 0..=4 {
            look(&mut progress, Gauge::Own, 20.0, false);
        }
        progress.go_astray();
        assert!(progress.is_astray() && progress.tell());
        progress.begin_anew();
        assert!(
            !progress.is_astray() && !progress.is_due() && progress.is_new() && progress.tell()
        );
    }

    #[test]
    fn who_is_told_to_wait_is_not_late_and_who_only_stands_in_a_queue_is() {
        let mut progress = Progress::default();
        for _ in 0..100 {
            look(&mut progress, Gauge::Own, 20.0, true);
            assert!(!progress.is_due());
        }
        for _ in 0..(MOST_LATE / LOOK) as usize {
            assert!(!progress.is_due());
            look(&mut progress, Gauge::Own, 20.0, false);
        }
        assert!(progress.is_due());
        look(&mut progress, Gauge::Own, 19.0, false);
        assert!(!progress.is_due());
    }

    #[test]
    fn who_is_told_to_wait_now_and_then_is_late_when_the_rest_of_the_time_is_over() {
        let mut progress = Progress::default();
        let mut seconds = 0.0;
        look(&mut progress, Gauge::Own, 20.0, false);
        for waits in [false, true].into_iter().cycle().take(40) {
            if progress.is_due() {
                break;
            }
            look(&mut progress, Gauge::Own, 20.0, waits);
            seconds += if waits { 0.0 } else { LOOK };
        }
        assert!(progress.is_due());
        assert_eq!(seconds, MOST_LATE);
    }

    #[test]
    fn what_a_unit_has_walked_before_it_is_first_looked_at_counts() {
        let far = |before: f32| {
            let mut progress = Progress::default();
            progress.go_on(LOOK, before, true, false);
            progress.note(Gauge::Own, 0, 2.0, 0.5);
            let mut walked = before;
            while !progress.is_due() {
                progress.go_on(0.0, 0.25, true, false);
                walked += 0.25;
                assert!(walked < 100.0, "{progress:?}");
            }
            walked
        };
        assert_eq!(far(0.0), far(3.0));
    }

    #[test]
    fn what_a_unit_might_have_walked_before_it_was_told_does_not_count_afterwards() {
        let mut progress = Progress::default();
        progress.note(Gauge::Own, 0, 40.0, 0.5);
        progress.go_astray();
        assert!(progress.tell());
        progress.note(Gauge::Own, 0, 1.0, 0.5);
        progress.go_on(0.0, LONGEST * 1.0 + MORE + 0.1, true, false);
        assert!(progress.is_due());
    }

    #[test]
    fn a_field_that_is_made_anew_does_not_allow_a_unit_to_walk_to_and_fro() {
        let mut progress = Progress::default();
        progress.note(Gauge::Field(0), 0, 10.0, 0.5);
        let mut ticks = 1..;
        while !progress.strays() {
            let tick = ticks.next().unwrap();
            assert!(tick < 20, "{progress:?}");
            progress.go_on(LOOK, 2.0, true, false);
            progress.note(Gauge::Field(tick), 0, 10.0 + [0.0, 2.0][tick as usize % 2], 0.5);
        }
    }

    #[test]
    fn who_is_swept_back_is_not_nearer_because_something_else_leads_it() {
        // It has been 4 m from its place, or 10 m from the nearest one of its order.
        for (gauge, rest) in [(Gauge::Own, 4.0), (Gauge::Field(0), 10.0)] {
            let mut progress = Progress::default();
            look(&mut progress, gauge, rest + 1.0, false);
            look(&mut progress, gauge, rest, false);
            look(&mut progress, gauge, rest + 5.0, false);
            let other = if gauge == Gauge::Own { Gauge::Field(0) } else { Gauge::Own };
            for back in [5.0, 3.5, 2.0] {
                assert!(!progress.is_due(), "{gauge:?}");
                look(&mut progress, other, rest + back, false);
            }
            assert!(progress.is_due(), "{gauge:?}");
        }
    }

    #[test]
    fn a_field_that_is_made_anew_does_not_hide_that_a_unit_is_swept_back() {
        let mut progress = Progress::default();
        progress.note(Gauge::Field(0), 0, 10.0, 0.5);
        for tick in 1..=4 {
            assert!(!progress.is_due());
            progress.go_on(LOOK, 2.0, true, false);
            progress.note(Gauge::Field(tick), 0, 10.0 + [2.0, 1.0][tick as usize % 2], 0.5);
        }
        assert!(progress.is_due());
    }
}
