//! How long those wait who go to a passage now.

use serde::{Deserialize, Serialize};

use super::passage::Passage;
use super::traffic::{SINGLE, Traffic, Traveller};

/// Seconds: how slowly the expected wait follows what is reckoned. Were it quicker, a whole crowd would turn to the other
/// way at once, and back again; with half of this those between two mouths still turn to and fro.
const DAMPING: f32 = 1.5;

/// The share where many lanes lie abreast.
const MANY: f32 = 0.7;

/// Returns the share of the greatest flow of a lane, units end to end at full speed, where so many lie abreast: the fewer
/// they are, the more those hold each other up who come from the sides.
fn share(lanes: u32) -> f32 {
    if lanes < 2 { SINGLE } else { (1.0 - 1.0 / lanes as f32).min(MANY) }
}

/// Seconds: shorter waits are none.
const LEAST: f32 = 0.05;

/// Seconds: where nobody comes, a wait that has fallen so low is over. It would never end by itself, and far below what
/// counts this changes nothing else.
const OVER: f32 = 1e-6;

/// The share of the flow of as many lanes as lie abreast, in which units keep their distance in time: they walk in staggered
/// files, and there is room for a part of one more or less. Measured at doors of 2 to 6 diameters: 0.73 to 0.84.
const IN_TIME: f32 = 0.8;

/// How far units keep apart on their way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    /// In sums of their radii, at least 1.
    pub(crate) space: f32,
    /// In seconds, to the one ahead.
    pub(crate) headway: f32,
}

/// The expected waits before the two mouths of a passage, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Queue {
    waits: [f32; 2],
}

impl Queue {
    /// The wait of those who come to an end now, in seconds.
    pub(crate) fn wait(&self, end: usize) -> f32 {
        if self.waits[end] > LEAST { self.waits[end] } else { 0.0 }
    }

    /// Reckons anew with all travellers of the passage, `dt` seconds after the last time.
    pub(crate) fn update(
        &mut self,
        passage: &Passage,
        traffic: &Traffic,
        travellers: &[Traveller],
        spacing: Spacing,
        dt: f32,
    ) {
        let gain = dt / (DAMPING + dt);
        for end in [0, 1] {
            let coming = || travellers.iter().filter(move |one| one.end == end && !one.is_inside());
            let wait = last_wait(passage, spacing, traffic, coming);
            self.waits[end] += gain * (wait - self.waits[end]);
            if wait == 0.0 && self.waits[end] < OVER {
                self.waits[end] = 0.0;
            }
        }
    }

    /// Returns whether it can be so.
    pub(crate) fn is_valid(&self) -> bool {
        self.waits.iter().all(|wait| wait.is_finite() && *wait >= 0.0)
    }
}

/// The wait of the last one: all must be through before it is, and it needs some time to come there.
fn last_wait<'a, I: Iterator<Item = &'a Traveller>>(
    passage: &Passage,
    Spacing { space, headway }: Spacing,
    traffic: &Traffic,
    coming: impl Fn() -> I,
) -> f32 {
    let count = coming().count();
    if count == 0 {
        return 0.0;
    }
    let mean = |of: fn(&Traveller) -> f32| coming().map(of).sum::<f32>() / count as f32;
    let (radius, speed) = (mean(|one| one.radius), mean(|one| one.max_speed));
    // Two discs that keep a distance are as far from each other as larger ones.
    let room = space * 2.0 * radius;
    let way = if traffic.is_opposed() { 0.5 } else { 1.0 };
    let lanes = (passage.width / room).max(1.0);
    let flow = if headway > 0.0 {
        way * IN_TIME * lanes / (room / speed + headway)
    } else {
        way * share(passage.lanes(space * radius)) * lanes * speed / room
    };
    let first = coming().map(Traveller::time).fold(f32::INFINITY, f32::min);
    let last = coming().map(Traveller::time).fold(0.0, f32::max);
    (first + (count - 1) as f32 / flow - last).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::handle::UnitId;
    use crate::passages::passage::Mouth;
    use glam::Vec2;

    const CLOSE: Spacing = Spacing { space: 1.0, headway: 0.0 };

    fn passage() -> Passage {
        let gate = Mouth { left: Vec2::ZERO, right: Vec2::X };
        Passage { gates: vec![gate], width: 2.0, ..Passage::default() }
    }

    /// So many units, a metre apart, the first one 2 m before the mouth.
    fn column(count: u8) -> Vec<Traveller> {
        let one = |k: u8| Traveller {
            unit: UnitId::default(),
            passage: 0,
            end: 0,
            passed: 0,
            distance: 2.0 + f32::from(k) / 10.0,
            rest: 1.0,
            radius: 0.5,
            max_speed: 1.0,
            is_stuck: false,
            gets_on: true,
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn a_crowd_waits_and_a_few_do_not() {
        let (passage, traffic) = (passage(), Traffic::default());
        let mut queue = Queue::default();
        (0..100).for_each(|_| queue.update(&passage, &traffic, &column(1), CLOSE, 0.1));
        assert_eq!(queue.wait(0), 0.0);
        (0..100).for_each(|_| queue.update(&passage, &traffic, &column(90), CLOSE, 0.1));
        // 89 units before the last one, one a second, less the 8.9 s that it needs to catch up.
        let expected = 89.0 - 8.9;
        assert!((queue.wait(0) - expected).abs() < 0.5, "{queue:?}");
        assert_eq!(queue.wait(1), 0.0);
        queue.update(&passage, &traffic, &[], CLOSE, 0.1);
        assert!(queue.wait(0) > 0.7 * expected, "it falls as slowly");
    }

    #[test]
    fn who_keeps_a_distance_in_time_waits_longer() {
        let mut queue = Queue::default();
        let spacing = Spacing { headway: 1.0, ..CLOSE };
        let update = |queue: &mut Queue| {
            queue.update(&passage(), &Traffic::default(), &column(90), spacing, 0.1);
        };
        (0..100).for_each(|_| update(&mut queue));
        // Two files, in each of which one comes every second and another for its own length.
        let expected = 89.0 / (0.8 * 2.0 / 2.0) - 8.9;
        assert!((queue.wait(0) - expected).abs() < 0.5, "{queue:?}");
    }

    #[test]
    fn a_wait_is_over_some_time_after_the_last_one_has_gone() {
        let (passage, traffic) = (passage(), Traffic::default());
        for dt in [0.02, 0.2, 2.0] {
            let mut queue = Queue::default();
            (0..100).for_each(|_| queue.update(&passage, &traffic, &column(90), CLOSE, 0.1));
            assert!(queue.wait(0) > 40.0);
            let ticks = (60.0 / dt) as u32;
            (0..ticks).for_each(|_| queue.update(&passage, &traffic, &[], CLOSE, dt));
            assert_eq!(queue, Queue::default(), "{dt}");
        }
    }

    #[test]
    fn waits_that_are_no_times_are_none() {
        assert!(Queue { waits: [0.0, 70.0] }.is_valid());
        for wait in [f32::NAN, f32::INFINITY, -1.0] {
            assert!(!Queue { waits: [0.0, wait] }.is_valid());
            assert!(!Queue { waits: [wait, 1.0] }.is_valid());
        }
    }
}
