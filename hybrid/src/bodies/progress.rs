//! Whether a unit on its way comes nearer to its place, wherever it walks meanwhile.

use serde::{Deserialize, Serialize};

/// How often a unit may be looked at without having come nearer before it is told.
const MOST_MISSES: u32 = 4;

/// At how many looks in a row, none of which sees it nearer, a unit may wait for its turn: for a minute.
const MOST_WAITS: u32 = 24;

/// How far a unit may walk without being told, in lengths of its shortest way and metres more.
const LONGEST: f32 = 2.5;
const MORE: f32 = 8.0;

/// Metres: longer lengths count as this long. No way of a mesh costs more, and sums of a few of them are finite.
const LIMIT: f32 = 1e30;

/// By what the rest of a way is measured, and for which ground: rests that are measured otherwise are not compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gauge {
    /// The field of its order, which was made in that tick.
    Field(u64),
    /// A path of its own, on the mesh of that version.
    Path(u64),
    /// The straight way to its place.
    Straight,
}

/// How a unit has come on since it was sent to its place.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// The least rest of its way that each gauge has shown, in metres; infinite where it has shown none.
    least: [f32; 3],
    /// The ground for which each has shown it.
    grounds: [u64; 3],
    /// How often it has been looked at since it last came nearer.
    misses: u32,
    /// How often of these it was walking.
    strides: u32,
    /// At how many looks it waited for its turn since it last came nearer.
    waits: u32,
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
            grounds: [0; 3],
            misses: 0,
            strides: 0,
            waits: 0,
            walked: 0.0,
            allowed: 0.0,
            is_told: false,
            is_astray: false,
        }
    }
}

impl Gauge {
    /// Which of the gauges it is, and the ground for which it measures.
    fn parts(self) -> (usize, u64) {
        match self {
            Self::Field(ground) => (0, ground),
            Self::Path(ground) => (1, ground),
            Self::Straight => (2, 0),
        }
    }
}

impl Progress {
    /// Whether all its numbers are such as it makes.
    pub(crate) fn is_valid(&self) -> bool {
        self.least.iter().all(|&rest| rest >= 0.0)
            && [self.walked, self.allowed].iter().all(|length| (0.0..=LIMIT).contains(length))
            && self.strides <= self.misses
            && self.misses <= MOST_MISSES
            && self.waits <= MOST_WAITS
    }

    /// Its place is another one from now on.
    pub(crate) fn go_elsewhere(&mut self) {
        self.least = [f32::INFINITY; 3];
    }

    /// It is sent somewhere else, so that it is not said of it any more that it gets nowhere.
    pub(crate) fn begin_anew(&mut self) {
        (self.misses, self.strides, self.waits) = (0, 0, 0);
        (self.is_told, self.is_astray) = (false, false);
        self.go_elsewhere();
    }

    /// Whether nobody has looked at it yet since it was sent to its place.
    pub(crate) fn is_new(&self) -> bool {
        self.least == [f32::INFINITY; 3]
    }

    /// Adds what a unit has walked since the last look at that, in metres.
    pub(crate) fn walk(&mut self, length: f32) {
        self.walked = (self.walked + length).min(LIMIT);
    }

    /// Notes that a unit was told to wait.
    pub(crate) fn wait(&mut self) {
        (self.misses, self.strides) = (0, 0);
    }

    /// Notes that a unit waits for its turn among others. Where nobody moves up for a minute it does not count as waiting any
    /// more.
    pub(crate) fn queue(&mut self) {
        if self.waits < MOST_WAITS {
            self.waits += 1;
            self.wait();
        }
    }

    /// Notes how long the rest of a unit's way is, in metres. It has come nearer if that is less than ever by a `step`: that
    /// can be so only so often for each gauge and ground.
    pub(crate) fn note(&mut self, gauge: Gauge, rest: f32, step: f32, walks: bool) {
        let (gauge, ground) = gauge.parts();
        let is_known = self.least[gauge] < f32::INFINITY;
        let has_changed = is_known && self.grounds[gauge] != ground;
        let is_first = self.is_new();
        let is_nearer = is_known && rest < self.least[gauge] - step;
        if has_changed {
            // Its way may be longer now, but whoever changes the ground again and again does not bring it nearer.
            self.least = [f32::INFINITY; 3];
            self.least[gauge] = rest;
        } else if is_nearer || !is_known {
            self.least[gauge] = rest;
        }
        self.grounds[gauge] = ground;
        if has_changed || !is_known {
            self.allow(rest);
        }
        if is_nearer {
            if self.is_told {
                self.allow(rest);
            }
            (self.misses, self.strides, self.waits) = (0, 0, 0);
            (self.is_told, self.is_astray) = (false, false);
        } else if !is_first {
            self.misses = (self.misses + 1).min(MOST_MISSES);
            self.strides = (self.strides + u32::from(walks)).min(self.misses);
        }
    }

    /// From now on it may walk as far as its way is long, and some more, without being told.
    fn allow(&mut self, rest: f32) {
        let most = (self.walked + LONGEST * rest + MORE).min(LIMIT);
        self.allowed = self.allowed.max(most);
    }

    /// Whether the unit has just gone astray: it does not come nearer, or walks much farther than it should.
    pub(crate) fn is_due(&self) -> bool {
        !self.is_astray && (self.misses >= MOST_MISSES || self.strays())
    }

    /// Whether it has walked farther than it should.
    fn strays(&self) -> bool {
        self.walked > self.allowed && !self.is_new()
    }

    /// Whether it has gone astray, and has not come nearer since.
    pub(crate) fn is_astray(&self) -> bool {
        self.is_astray
    }

    /// Whether a rest is longer by more than `most` metres than the least that the gauge has shown.
    pub(crate) fn is_back(&self, gauge: Gauge, rest: f32, most: f32) -> bool {
        rest > self.least[gauge.parts().0] + most
    }

    /// Whether it walked most of the time in which it did not come nearer.
    pub(crate) fn is_walking(&self) -> bool {
        2 * self.strides > MOST_MISSES || self.strays()
    }

    /// Notes that the unit has gone astray.
    pub(crate) fn go_astray(&mut self) {
        self.is_astray = true;
        let known = self.least.iter().copied().filter(|rest| rest.is_finite());
        self.allow(known.fold(0.0, f32::max));
    }

    /// Notes that the unit is told that it gets nowhere. Returns whether it had not been told.
    pub(crate) fn tell(&mut self) -> bool {
        !std::mem::replace(&mut self.is_told, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_changes_the_ground_again_and_again_does_not_bring_a_unit_nearer() {
        let mut progress = Progress::default();
        for look in 0..=u64::from(MOST_MISSES) {
            assert!(!progress.is_due());
            progress.note(Gauge::Field(look), 20.0 + look as f32, 0.5, false);
        }
        assert!(progress.is_due());
        progress.go_astray();
        progress.note(Gauge::Field(9), 22.0, 0.5, true);
        assert!(!progress.is_due() && !progress.is_astray());
    }

    #[test]
    fn who_is_sent_elsewhere_does_not_count_as_astray() {
        let mut progress = Progress::default();
        for _ in 0..=MOST_MISSES {
            progress.note(Gauge::Straight, 20.0, 0.5, false);
        }
        progress.go_astray();
        assert!(progress.is_astray() && progress.tell());
        progress.begin_anew();
        assert!(
            !progress.is_astray() && !progress.is_due() && progress.is_new() && progress.tell()
        );
    }

    #[test]
    fn who_queues_where_nobody_moves_up_for_a_minute_is_told() {
        let mut progress = Progress::default();
        let mut looks = 0;
        while !progress.is_due() {
            progress.note(Gauge::Straight, 20.0, 0.5, false);
            progress.queue();
            looks += 1;
            assert!(looks < 100);
        }
        assert_eq!(looks, 1 + MOST_WAITS + MOST_MISSES - 1);
        progress.note(Gauge::Straight, 19.0, 0.5, false);
        progress.queue();
        assert!(!progress.is_due());
    }
}
