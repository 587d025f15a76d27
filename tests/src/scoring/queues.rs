//! Who waits before passages, and for whom.

use std::collections::HashMap;

use glam::Vec2;
use hybrid::{PassageUser, PassageView, Unit, UnitId};

use crate::scoring::stage::Stage;
use crate::tolerances::WAITING_SHARE;

/// A circle that stands for a unit.
#[derive(Debug, Clone, Copy)]
pub struct Disc {
    /// Centre, metres.
    pub center: Vec2,
    /// Metres.
    pub radius: f32,
}

/// A unit that waits before a passage: slower than half its speed, after it was faster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waiting {
    /// Its number, in the order of the blocks.
    pub unit: usize,
    /// Whether it must, as it is the others' turn; else it queues.
    pub must_wait: bool,
    /// Where the nearest of those is who come out first, if it must wait; else the middle of where it goes in.
    pub until: Vec2,
}

/// An end of a passage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entrance {
    /// Its left and right end, as seen when going in, where the centre of the least unit can be.
    pub mouth: [Vec2; 2],
    /// The part by which units go in now; `None` if nobody may.
    pub open: Option<[Vec2; 2]>,
    /// How many units of the largest kind that comes here go in side by side now.
    pub lanes: u32,
    /// How many units come from here.
    pub users: usize,
}

/// A passage.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Metres between its walls.
    pub width: f32,
    /// How many units of the largest kind that uses it fit side by side.
    pub lanes: u32,
    /// Its gates, from one end to the other.
    pub gates: Vec<[Vec2; 2]>,
    /// Its ends.
    pub entrances: [Entrance; 2],
    /// Whether anybody waits before it.
    pub has_queue: bool,
}

/// Who waits before which passage after a tick.
#[derive(Debug, Clone)]
pub struct Queues {
    /// Ticks that had passed.
    pub tick: u32,
    /// All units, in the order of the blocks.
    pub units: Vec<Disc>,
    /// Those that wait.
    pub waiting: Vec<Waiting>,
    /// All passages.
    pub ways: Vec<Way>,
}

/// Looks for the longest queues of a run.
#[derive(Debug, Clone)]
pub struct QueueWatch {
    /// Those after the first tick in which most units waited; `None` if nobody ever has.
    pub longest: Option<Queues>,
    numbers: HashMap<UnitId, usize>,
    /// Which units have been faster than half their speeds: who sets out does not wait.
    have_walked: Vec<bool>,
}

impl QueueWatch {
    /// Nobody has been seen to wait.
    pub fn new(stage: &Stage) -> Self {
        let numbers = stage.units.iter().enumerate().map(|(number, &unit)| (unit, number));
        Self {
            longest: None,
            numbers: numbers.collect(),
            have_walked: vec![false; stage.units.len()],
        }
    }

    /// Looks at the world after a tick.
    pub fn observe(&mut self, stage: &Stage, tick: u32) {
        for (&unit, has_walked) in stage.units.iter().zip(&mut self.have_walked) {
            *has_walked |= stage.world.unit(unit).is_some_and(|unit| !is_slow(&unit));
        }
        let (mut waiting, mut queued) = (Vec::new(), Vec::new());
        for passage in stage.world.passages() {
            let before = waiting.len();
            self.wait_before(stage, &passage, &mut waiting);
            queued.push(waiting.len() > before);
        }
        if waiting.len() <= self.longest.as_ref().map_or(0, |queues| queues.waiting.len()) {
            return;
        }
        let units = stage.units.iter().filter_map(|&unit| stage.world.unit(unit));
        let disc = |unit: Unit| Disc { center: unit.position, radius: unit.radius };
        let least = stage.loaded.scene.class_radii().first().copied().unwrap_or_default();
        let ways = stage.world.passages().zip(queued);
        let ways = ways.map(|(passage, has_queue)| way(stage, &passage, least, has_queue));
        let (units, ways) = (units.map(disc).collect(), ways.collect());
        self.longest = Some(Queues { tick, units, waiting, ways });
    }

    /// Adds those who wait before a passage.
    fn wait_before(&self, stage: &Stage, passage: &PassageView<'_>, waiting: &mut Vec<Waiting>) {
        for user in passage.users.iter().filter(|user| !user.is_inside) {
            let unit = stage.world.unit(user.unit);
            let unit = unit.filter(|unit| unit.order.is_some() && !unit.arrived && is_slow(unit));
            let (Some(unit), Some(&number)) = (unit, self.numbers.get(&user.unit)) else {
                continue;
            };
            if !self.have_walked[number] {
                continue;
            }
            let goes_first = |other: &&PassageUser| other.end != user.end && !other.must_wait;
            // Those inside come out here; of those who are still to go in, one is the first.
            let order = |other: &PassageUser| {
                let at = stage.world.unit(other.unit)?.position;
                let far = if other.is_inside { at.distance(unit.position) } else { other.distance };
                Some(((!other.is_inside, far.to_bits()), at))
            };
            let others = passage.users.iter().filter(goes_first).filter_map(order);
            let first = others.min_by_key(|&(order, _)| order).map(|(_, at)| at);
            let entry = passage.entry(user.end, unit.radius).or_else(|| passage.mouth(user.end));
            let middle = entry.map_or(unit.position, |[left, right]| left.midpoint(right));
            let until = first.filter(|_| user.must_wait).unwrap_or(middle);
            waiting.push(Waiting { unit: number, must_wait: user.must_wait, until });
        }
    }
}

impl Queues {
    /// How many must wait, as it is the others' turn, and how many queue.
    pub fn counts(&self) -> [usize; 2] {
        let must_wait = self.waiting.iter().filter(|one| one.must_wait).count();
        [must_wait, self.waiting.len() - must_wait]
    }
}

/// Whether a unit hardly moves.
fn is_slow(unit: &Unit) -> bool {
    (unit.velocity - unit.push).length() < WAITING_SHARE * unit.max_speed
}

fn way(stage: &Stage, passage: &PassageView<'_>, least: f32, has_queue: bool) -> Way {
    let largest = |end: Option<usize>| {
        let users = passage.users.iter().filter(|user| end.is_none_or(|end| end == user.end));
        let radius = |user: &PassageUser| stage.world.unit(user.unit).map(|unit| unit.radius);
        users.filter_map(radius).fold(least, f32::max)
    };
    let entrance = |end: usize| {
        let (radius, mouth) = (largest(Some(end)), passage.mouth(end).unwrap_or_default());
        let open = passage.entry(end, radius);
        let lanes = passage.lanes(radius);
        let lanes = if open == Some(mouth) { lanes } else { lanes / 2 };
        let users = passage.users.iter().filter(|user| user.end == end).count();
        Entrance { mouth, open, lanes: if open.is_some() { lanes.max(1) } else { 0 }, users }
    };
    Way {
        width: passage.width,
        lanes: passage.lanes(largest(None)),
        gates: passage.gates().collect(),
        entrances: [0, 1].map(entrance),
        has_queue,
    }
}
