//! All passages of a world, and what happens in them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use navmesh::{Bounds, NavMesh, TileId};
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::chain::{News, PassageKey};
use super::conduct::conduct;
use super::crossing::{Crossing, Gates, Order};
use super::finder::Finder;
use super::gate::GateKey;
use super::passage::Passage;
use super::queue::Queue;
use super::roll::{Roll, Seen, traveller};
use super::saved::Saved;
use super::traffic::{NEAR, Traffic, Traveller};
use super::waits::Waits;
use crate::bodies::unit::Body;
use crate::handle::UnitId;
use crate::hash::Fnv;

/// Diameters of the largest class: wider ways are open ground.
const WIDEST: f32 = 11.0;

/// Where more than this part of all tiles has changed, everything is looked for anew.
const MUCH: usize = 4;

/// What happened in passages that an edit took away, by their first gates.
type Former = BTreeMap<GateKey, (Passage, (Traffic, Queue))>;

/// Units side by side: where so few fit, two directions have no room to be late.
const TIGHT: u32 = 3;

/// The passages of a world, in its free ground for the least class.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub(crate) struct Passages {
    /// Shared with copies of the world.
    pub(super) map: Arc<Map>,
    /// By the numbers of passages.
    pub(super) traffic: Vec<Traffic>,
    pub(super) queues: Vec<Queue>,
    /// The passages in which anything is decided, or before which anybody waits.
    pub(super) busy: Vec<u32>,
    /// The version of the mesh that they were found on.
    pub(super) version: u64,
    /// By the shortest way: who shares which passage.
    pub(super) near: Roll,
    /// By the way that the fields show: who queues where.
    pub(super) bound: Roll,
}

/// Where passages are. Their numbers depend on the history of edits: what happens in them is in the order of their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    /// By number; those without gates are none.
    all: Vec<Passage>,
    keys: Vec<PassageKey>,
    order: BTreeMap<PassageKey, u32>,
    /// `None` as long as nothing was looked for.
    gates: Option<Gates>,
    /// `None` until it is needed.
    finder: Option<Finder>,
}

impl Map {
    /// Passages that are in order, without their gates.
    pub(super) fn of(all: Vec<Passage>) -> Self {
        let keys: Vec<PassageKey> = (0..all.len() as u32).map(PassageKey::numbered).collect();
        let order = keys.iter().copied().zip(0..).collect();
        Self { all, keys, order, ..Self::default() }
    }

    /// A passage by its number.
    pub(super) fn get(&self, number: u32) -> Option<&Passage> {
        self.all.get(number as usize).filter(|passage| !passage.gates.is_empty())
    }

    /// The numbers of all passages, in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.order.values().copied()
    }

    /// How many pairs of corners and walls were looked at in the last look.
    #[cfg(test)]
    pub(super) fn looks(&self) -> usize {
        self.finder.as_ref().map_or(0, Finder::looks)
    }

    /// Where gates are; `None` as long as nothing was looked for.
    pub(super) fn gates(&self) -> Option<&Gates> {
        self.gates.as_ref()
    }
}

impl Order for Map {
    fn gate_count(&self, passage: u32) -> usize {
        self.all[passage as usize].gates.len()
    }

    fn order(&self, one: u32, other: u32) -> Ordering {
        self.keys[one as usize].cmp(&self.keys[other as usize])
    }
}

/// The ground in which passages are looked for.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    /// The mesh of the least class.
    pub(crate) mesh: &'a NavMesh,
    /// The radius of the largest class, in metres.
    pub(crate) greatest_radius: f32,
}

impl Ground<'_> {
    /// The greatest width of a passage, in metres.
    fn width(&self) -> f32 {
        width(self.greatest_radius)
    }

    fn no_gates(&self) -> Gates {
        Gates::new(self.mesh.definition().bounds, self.width())
    }
}

/// The greatest width of a passage in metres, where the largest class has a radius.
fn width(greatest_radius: f32) -> f32 {
    WIDEST * 2.0 * greatest_radius
}

/// How a unit stands to the next passage on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next<'a> {
    pub(crate) traveller: Traveller,
    pub(crate) passage: &'a Passage,
    pub(crate) traffic: &'a Traffic,
    /// All who share the passage.
    pub(crate) travellers: &'a [Traveller],
    /// The expected wait before its mouth, in seconds.
    pub(crate) wait: f32,
}

/// What passages need to know of the world at a tick.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) tick: u64,
    /// The length of a tick, in seconds.
    pub(crate) dt: f32,
    /// Seconds since units looked around before.
    pub(crate) elapsed: f32,
    /// The factor on radii that units on their way keep to each other.
    pub(crate) space: f32,
}

impl Passages {
    /// Whether the mesh has changed since passages were looked for, and it `is_due` to look again.
    pub(crate) fn are_outdated(&self, mesh: &NavMesh, is_due: bool) -> bool {
        self.version != mesh.version() && (is_due || self.map.gates.is_none())
    }

    /// Finds what has changed of the passages with some tiles of the mesh, given in ascending order; all passages, when they
    /// are first looked for. What happens in those that stay goes on.
    pub(crate) fn refresh(&mut self, ground: Ground<'_>, tiles: &[TileId]) {
        let map = Arc::make_mut(&mut self.map);
        let is_much = tiles.len() > ground.mesh.tiles().count() / MUCH;
        let mut former = Former::new();
        // The bounds alone have no corner that stands out into free ground, and may be kilometres long.
        let is_bare = ground.mesh.is_bare();
        let news = match map.finder.as_mut().filter(|_| !is_much && !is_bare) {
            Some(finder) => finder.update(ground.mesh, tiles),
            None if is_bare => {
                map.finder = None;
                News { gone: map.order.values().copied().collect(), come: Vec::new() }
            }
            None => {
                let mut finder = Finder::new(ground.mesh, ground.width());
                let mut news = finder.find(ground.mesh);
                news.gone = map.order.values().copied().collect();
                map.finder = Some(finder);
                news
            }
        };
        let News { gone, come } = news;
        let mut gone_gates = Vec::with_capacity(gone.len());
        for &number in &gone {
            let passage = std::mem::take(&mut map.all[number as usize]);
            map.order.remove(&map.keys[number as usize]);
            let state = (&mut self.traffic[number as usize], &mut self.queues[number as usize]);
            let state = (std::mem::take(state.0), std::mem::take(state.1));
            if let Some(first) = passage.gates.first().filter(|_| state != Default::default()) {
                former.insert(GateKey::of(first.left, first.right), (passage.clone(), state));
            }
            gone_gates.push((number, passage));
        }
        for (number, key, passage) in &come {
            let index = *number as usize;
            let count = map.all.len().max(index + 1);
            map.all.resize_with(count, Passage::default);
            map.keys.resize_with(count, PassageKey::default);
            self.traffic.resize_with(count, Traffic::default);
            self.queues.resize_with(count, Queue::default);
            let first = passage.gates.first().map(|gate| GateKey::of(gate.left, gate.right));
            let known = first.and_then(|first| former.get(&first));
            if let Some((_, state)) = known.filter(|known| known.0.gates == passage.gates) {
                (self.traffic[index], self.queues[index]) = state.clone();
                self.busy.push(*number);
            }
            (map.all[index], map.keys[index]) = (passage.clone(), *key);
            map.order.insert(*key, *number);
        }
        let gates = map.gates.get_or_insert_with(|| ground.no_gates());
        let gone = gone_gates.iter().map(|(number, passage)| (*number, passage));
        gates.replace(gone, come.iter().map(|(number, _, passage)| (*number, passage)));
        self.forget_idle();
        self.version = ground.mesh.version();
        (self.near, self.bound) = (Roll::default(), Roll::default());
    }

    /// Keeps those passages in mind in which anything is decided.
    fn forget_idle(&mut self) {
        self.busy.sort_unstable();
        self.busy.dedup();
        let Self { traffic, queues, .. } = self;
        let is_busy = |&number: &u32| {
            let index = number as usize;
            traffic[index] != Traffic::default() || queues[index] != Queue::default()
        };
        self.busy.retain(is_busy);
    }

    /// Has units wait, queue up and keep to their side where they share a passage. Gives whether two directions meet in one
    /// that is so tight that each step counts.
    pub(crate) fn conduct(
        &mut self,
        bodies: &mut SlotMap<UnitId, Body>,
        least_radius: f32,
        clock: Clock,
    ) -> bool {
        let mut is_contested = false;
        self.busy.extend_from_slice(self.near.used());
        self.busy.extend_from_slice(self.bound.used());
        self.busy.sort_unstable();
        self.busy.dedup();
        // Elsewhere nothing happens.
        for &number in &self.busy {
            let index = number as usize;
            let passage = &self.map.all[index];
            let travellers = self.near.of(index);
            let widest = travellers.iter().map(|one| one.radius).fold(least_radius, f32::max);
            let traffic = &mut self.traffic[index];
            let ways = (passage.lanes(widest), passage.length);
            traffic.update(travellers, ways, (clock.tick, clock.dt));
            is_contested |= traffic.is_opposed() && ways.0 < TIGHT;
            let bound = self.bound.of(index);
            self.queues[index].update(passage, traffic, bound, (clock.space, clock.elapsed));
            if !travellers.is_empty() {
                conduct(passage, traffic, travellers, bodies, least_radius);
            }
        }
        self.forget_idle();
        is_contested
    }

    /// Tells plans what they must know of them, as it is now.
    pub(crate) fn tell(&self, waits: &mut Waits) {
        waits.reset(self.map.order.len());
        let has_queue = |number: &u32| {
            let queue = &self.queues[*number as usize];
            queue.wait(0) + queue.wait(1) > 0.0
        };
        let mut queues: Vec<u32> = self.busy.iter().copied().filter(has_queue).collect();
        queues.sort_unstable_by_key(|&number| self.map.keys[number as usize]);
        for number in queues {
            waits.add(&self.map.all[number as usize], &self.queues[number as usize]);
        }
    }

    /// How a unit stands to the next passage on its shortest way, as it was last looked up.
    pub(crate) fn next_of(&self, unit: UnitId, body: &Body) -> Option<Next<'_>> {
        let crossing = self.near.known(unit)??;
        let (traveller, index) = (traveller(unit, body, &crossing), crossing.passage as usize);
        Some(Next {
            traveller,
            passage: self.map.get(crossing.passage)?,
            traffic: self.traffic.get(index)?,
            travellers: self.near.of(index),
            wait: self.wait_of(&crossing),
        })
    }

    /// How long is waited before a passage that a unit is about to enter, in seconds.
    pub(super) fn wait_of(&self, crossing: &Crossing) -> f32 {
        self.queues.get(crossing.passage as usize).map_or(0.0, |queue| queue.wait(crossing.end))
    }

    /// Whether a unit stays where it is until others are through: where just two fit side by side and both directions are
    /// there, each has its lane, and neither gives way to the other.
    pub(crate) fn hold(&self, unit: UnitId, radius: f32) -> bool {
        let Some(Some(crossing)) = self.near.known(unit) else { return false };
        let index = crossing.passage as usize;
        let is_there = crossing.passed > 0 || crossing.distance < NEAR * radius;
        is_there
            && self.traffic.get(index).is_some_and(Traffic::is_opposed)
            && self.map.get(crossing.passage).is_some_and(|passage| passage.lanes(radius) == 2)
    }

    /// Whether there is a passage in which units may stay so: most of the time there is none.
    pub(crate) fn may_hold(&self) -> bool {
        self.busy.iter().any(|&number| self.traffic[number as usize].is_opposed())
    }

    /// Has all gates be found by where they are, if passages were looked for.
    pub(crate) fn make_gates(&mut self, ground: Ground<'_>) {
        if self.version > 0 {
            let map = Arc::make_mut(&mut self.map);
            let mut gates = ground.no_gates();
            gates.replace([].into_iter(), (0..).zip(&map.all));
            map.gates = Some(gates);
        }
        self.busy = (0..self.traffic.len() as u32).collect();
        self.forget_idle();
    }

    /// Whether all passages lie in some bounds and are no wider than the radius of the largest class lets them be, and what
    /// happens in them can be at a tick.
    pub(crate) fn is_valid(&self, bounds: Bounds, greatest_radius: f32, tick: u64) -> bool {
        let count = self.map.all.len();
        let crossings = || self.near.all().chain(self.bound.all());
        let exists = |one: &Crossing| {
            let passage = self.map.get(one.passage);
            passage.is_some_and(|passage| one.passed < passage.gates.len())
                && one.end < 2
                && one.distance >= 0.0
                && one.distance.is_finite()
        };
        self.traffic.len() == count
            && self.queues.len() == count
            && self.map.all.iter().all(|passage| passage.is_valid(bounds, width(greatest_radius)))
            && self.traffic.iter().all(|traffic| traffic.is_valid(tick))
            && self.queues.iter().all(Queue::is_valid)
            && crossings().all(exists)
    }

    /// Looks the next passage of a unit up again, as it was put elsewhere.
    pub(crate) fn forget(&mut self, unit: UnitId) {
        self.near.forget(unit);
        self.bound.forget(unit);
    }

    /// Adds what decides the future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        let all = self.map.numbers().map(|number| &self.traffic[number as usize]);
        all.for_each(|traffic| traffic.hash(hash));
    }

    /// Whether passages were looked for.
    pub(crate) fn are_known(&self) -> bool {
        self.map.gates.is_some()
    }

    /// Forgets who goes through which passage: all parts of the units are noted, and then they join.
    pub(crate) fn begin(&mut self) {
        let count = self.map.all.len();
        self.near.begin(count);
        self.bound.begin(count);
    }

    /// Notes what was seen of a part of the units.
    pub(crate) fn note(&mut self, seen: &Seen) {
        for &(unit, [near, bound]) in &seen.news {
            self.near.note(unit, near);
            self.bound.note(unit, bound);
        }
        self.near.announce(&seen.near);
        self.bound.announce(&seen.bound);
    }

    /// All parts are noted.
    pub(crate) fn make_room(&mut self) {
        self.near.make_room();
        self.bound.make_room();
    }

    /// Has the travellers of a part join those of their passages, in id order.
    pub(crate) fn join(&mut self, seen: &Seen) {
        self.near.take(&seen.near);
        self.bound.take(&seen.bound);
    }
}

impl From<Passages> for Saved {
    fn from(passages: Passages) -> Self {
        let Passages { map, traffic, queues, version, near, bound, .. } = passages;
        let mut places = vec![0; traffic.len()];
        map.numbers().zip(0..).for_each(|(number, place)| places[number as usize] = place);
        let place = |number: u32| places[number as usize];
        Self {
            all: map.numbers().filter_map(|number| map.get(number).cloned()).collect(),
            traffic: map.numbers().map(|number| traffic[number as usize].clone()).collect(),
            queues: map.numbers().map(|number| queues[number as usize].clone()).collect(),
            version,
            near: near.renumbered(place),
            bound: bound.renumbered(place),
        }
    }
}

impl From<Saved> for Passages {
    fn from(saved: Saved) -> Self {
        let Saved { all, traffic, queues, version, near, bound } = saved;
        let map = Arc::new(Map::of(all));
        Self { map, traffic, queues, version, near, bound, ..Self::default() }
    }
}
