//! All passages of a world, and what happens in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use navmesh::{Bounds, NavMesh, TileId};
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::conduct::{ConductRoom, conduct};
use super::crossing::PassageCrossing;
use super::gate::GateKey;
use super::map::{Change, Map, PassageGround, width};
use super::passage::Passage;
use super::queue::{Queue, Spacing};
use super::saved::SavedPassages;
use super::search::{Search, is_large, ticks};
use super::traffic::{NEAR, Traffic, Traveller};
use super::users::{PassageUsers, UserCounts, traveller};
use super::waits::Waits;
use crate::base::cloning::clone_by_fields;
use crate::base::handle::UnitId;
use crate::base::hash::Fnv;
use crate::bodies::unit::Body;
use crate::schedule::StepContext;

/// Where more than this part of all tiles has changed, everything is looked for anew.
const MUCH: usize = 4;

/// Ticks: passages are not put to use later than this, as a mesh has fewer cells.
const LATEST: u64 = 1 << 32;

/// What happened in passages that an edit took away, by their first gates.
type FormerPassages = BTreeMap<GateKey, (Passage, (Traffic, Queue))>;

/// Units side by side: where so few fit, two directions have no room to be late.
const TIGHT: u32 = 3;

/// The passages of a world, in its free ground for the least class.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(from = "SavedPassages", into = "SavedPassages")]
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
    /// As long as none are known: the tick in which they will be put to use, once that is settled.
    pub(super) due: Option<u64>,
    /// What was found of them so far; it follows from the mesh, and may begin anew.
    pub(super) search: Option<Arc<Search>>,
    /// By the shortest way: who shares which passage.
    pub(super) near: PassageUsers,
    /// By the way that the fields show: who queues where.
    pub(super) bound: PassageUsers,
    pub(super) room: ConductRoom,
}

clone_by_fields!(Passages {
    map, traffic, queues, busy, version, due, search, near, bound; room
});

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

/// A passage, and what happens in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassageState<'a> {
    pub(crate) passage: &'a Passage,
    pub(crate) traffic: &'a Traffic,
    /// All who share it, in id order.
    pub(crate) travellers: &'a [Traveller],
    /// The expected waits before the mouths of its ends, in seconds.
    pub(crate) waits: [f32; 2],
}

impl Passages {
    /// Returns whether passages are to be looked for in a tick: the mesh has changed since they were, and it `is_time` to look
    /// again. In a large mesh of which nothing is known they are put to use some ticks later only; this sets when.
    pub(crate) fn are_due(&mut self, mesh: &NavMesh, tick: u64, is_time: bool) -> bool {
        if self.version == mesh.version() || !is_time && self.are_known() {
            return false;
        }
        if !self.are_known() && is_large(mesh) {
            self.due.get_or_insert(tick + ticks(mesh));
        }
        self.due.is_none_or(|due| due <= tick)
    }

    /// Looks for passages that are put to use later, for one step's share. Returns whether this has begun now: from then on it
    /// counts what changes.
    pub(crate) fn seek(&mut self, ground: PassageGround<'_>, tick: u64) -> bool {
        let begins = self.search.is_none() && self.has_to_search(ground.mesh);
        if begins {
            self.search = Some(Arc::new(Search::new(ground)));
        }
        if let Some(search) = self.search.as_mut().filter(|search| !search.is_over()) {
            let left = self.due.map_or(0, |due| due.saturating_sub(tick));
            Arc::make_mut(search).advance(left);
        }
        begins
    }

    /// Returns whether passages are put to use later, or those in use were read from bytes: nothing else is known of them, and
    /// the next edit needs it.
    fn has_to_search(&self, mesh: &NavMesh) -> bool {
        let is_wanted = self.due.is_some() || self.are_known() && !self.map.is_kept();
        is_wanted && is_large(mesh)
    }

    /// Finds what has changed of the passages with some tiles of the mesh, given in ascending order; all passages, when they
    /// are first looked for. What happens in those that stay goes on.
    pub(crate) fn refresh(&mut self, ground: PassageGround<'_>, tiles: &[TileId]) {
        let is_much = tiles.len() > ground.mesh.tiles().count() / MUCH || ground.mesh.is_bare();
        let search = self.search.take().filter(|search| search.is_over() && !is_much);
        let Change { gone, come } = if self.map.is_kept() && !is_much {
            Arc::make_mut(&mut self.map).update(ground.mesh, tiles)
        } else {
            let map = search.map(|search| {
                let mut map = Arc::unwrap_or_clone(search).found();
                map.update(ground.mesh, tiles);
                map
            });
            let map = map.unwrap_or_else(|| Map::found(ground));
            let come = map.numbers().collect();
            let passage = |number: u32| Some((number, self.map.get(number)?.clone()));
            let gone = self.busy.iter().copied().filter_map(passage).collect();
            self.map = Arc::new(map);
            Change { gone, come }
        };
        let mut former = FormerPassages::new();
        for (number, passage) in gone {
            let state = (&mut self.traffic[number as usize], &mut self.queues[number as usize]);
            let state = (std::mem::take(state.0), std::mem::take(state.1));
            if let Some(first) = passage.gates.first().filter(|_| state != Default::default()) {
                former.insert(GateKey::of(first.left, first.right), (passage, state));
            }
        }
        self.traffic.resize_with(self.map.all.len(), Traffic::default);
        self.queues.resize_with(self.map.all.len(), Queue::default);
        for number in come.into_iter().filter(|_| !former.is_empty()) {
            let Some(passage) = self.map.get(number) else { continue };
            let first = passage.gates.first().map(|gate| GateKey::of(gate.left, gate.right));
            let known = first.and_then(|first| former.get(&first));
            if let Some((_, state)) = known.filter(|known| known.0.gates == passage.gates) {
                let index = number as usize;
                (self.traffic[index], self.queues[index]) = state.clone();
                self.busy.push(number);
            }
        }
        // Numbers may have become others.
        self.busy.retain(|&number| self.map.get(number).is_some());
        self.forget_idle();
        (self.version, self.due) = (ground.mesh.version(), None);
        (self.near, self.bound) = (PassageUsers::default(), PassageUsers::default());
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

    /// Has units wait, queue up and keep to their side where they share a passage; on their way they keep apart by a
    /// `spacing`. Returns whether two directions meet in one that is so tight that each step counts.
    pub(crate) fn conduct(
        &mut self,
        bodies: &mut SlotMap<UnitId, Body>,
        least_radius: f32,
        spacing: Spacing,
        context: &StepContext<'_>,
    ) -> bool {
        let elapsed = context.decision.map_or(0.0, |decision| decision.elapsed());
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
            let lanes = passage.lanes(widest);
            traffic.update(travellers, lanes, passage, context);
            is_contested |= traffic.is_opposed() && lanes < TIGHT;
            let bound = self.bound.of(index);
            let queue = &mut self.queues[index];
            queue.update(passage, traffic, bound, spacing, elapsed);
            if !travellers.is_empty() {
                let waits = [queue.wait(0), queue.wait(1)];
                conduct(passage, traffic, travellers, bodies, least_radius, waits, &mut self.room);
            }
        }
        self.forget_idle();
        is_contested
    }

    /// Tells plans what they must know of them, as it is now.
    pub(crate) fn tell(&self, waits: &mut Waits) {
        waits.reset(self.map.len());
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

    /// Returns how a unit stands to the next passage on its shortest way, as it was last looked up.
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

    /// Returns all passages, in the order of their keys.
    pub(crate) fn states(&self) -> impl Iterator<Item = PassageState<'_>> {
        self.map.numbers().filter_map(|number| {
            let index = number as usize;
            let queue = self.queues.get(index)?;
            Some(PassageState {
                passage: self.map.get(number)?,
                traffic: self.traffic.get(index)?,
                travellers: self.near.of(index),
                waits: [queue.wait(0), queue.wait(1)],
            })
        })
    }

    /// Returns how long is waited before a passage that a unit is about to enter, in seconds.
    pub(super) fn wait_of(&self, crossing: &PassageCrossing) -> f32 {
        self.queues.get(crossing.passage as usize).map_or(0.0, |queue| queue.wait(crossing.end))
    }

    /// Returns whether a unit stays where it is until others are through: where just two fit side by side and both directions
    /// are there, each has its lane, and neither gives way to the other.
    pub(crate) fn hold(&self, unit: UnitId, radius: f32) -> bool {
        let Some(Some(crossing)) = self.near.known(unit) else { return false };
        let index = crossing.passage as usize;
        let is_there = crossing.passed > 0 || crossing.distance < NEAR * radius;
        is_there
            && self.traffic.get(index).is_some_and(Traffic::is_opposed)
            && self.map.get(crossing.passage).is_some_and(|passage| passage.lanes(radius) == 2)
    }

    /// Returns whether there is a passage in which units may stay so: most of the time there is none.
    pub(crate) fn may_hold(&self) -> bool {
        self.busy.iter().any(|&number| self.traffic[number as usize].is_opposed())
    }

    /// Has all gates be found by where they are, if passages were looked for.
    pub(crate) fn make_gates(&mut self, ground: PassageGround<'_>) {
        if self.version > 0 {
            Arc::make_mut(&mut self.map).make_gates(ground);
        }
        self.busy = (0..self.traffic.len() as u32).collect();
        self.forget_idle();
    }

    /// Returns whether all passages lie in some bounds and are no wider than the radius of the largest class lets them be, and
    /// what happens in them can be at a tick.
    pub(crate) fn is_valid(&self, bounds: Bounds, greatest_radius: f32, tick: u64) -> bool {
        let count = self.map.all.len();
        let crossings = || self.near.all().chain(self.bound.all());
        let exists = |one: &PassageCrossing| {
            let passage = self.map.get(one.passage);
            passage.is_some_and(|passage| one.passed < passage.gates.len())
                && one.end < 2
                && one.distance >= 0.0
                && one.distance.is_finite()
        };
        self.traffic.len() == count
            && self.queues.len() == count
            && self.due.is_none_or(|due| self.version == 0 && count == 0 && due <= tick + LATEST)
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
        self.due.into_iter().for_each(|due| hash.number(due));
    }

    /// Returns whether passages were looked for.
    pub(crate) fn are_known(&self) -> bool {
        self.map.gates().is_some()
    }

    /// Forgets who goes through which passage: all parts of the units are noted, and then they join.
    pub(crate) fn begin(&mut self) {
        let count = self.map.all.len();
        self.near.begin(count);
        self.bound.begin(count);
    }

    /// Notes what was seen of a part of the units.
    pub(crate) fn note(&mut self, seen: &UserCounts) {
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
    pub(crate) fn join(&mut self, seen: &UserCounts) {
        self.near.take(&seen.near);
        self.bound.take(&seen.bound);
    }
}

impl From<Passages> for SavedPassages {
    fn from(passages: Passages) -> Self {
        let Passages { map, traffic, queues, version, due, near, bound, .. } = passages;
        let mut places = vec![0; traffic.len()];
        map.numbers().zip(0..).for_each(|(number, place)| places[number as usize] = place);
        let place = |number: u32| places[number as usize];
        Self {
            all: map.numbers().filter_map(|number| map.get(number).cloned()).collect(),
            traffic: map.numbers().map(|number| traffic[number as usize].clone()).collect(),
            queues: map.numbers().map(|number| queues[number as usize].clone()).collect(),
            version,
            due,
            near: near.renumbered(place),
            bound: bound.renumbered(place),
        }
    }
}

impl From<SavedPassages> for Passages {
    fn from(saved: SavedPassages) -> Self {
        let SavedPassages { all, traffic, queues, version, due, near, bound } = saved;
        let map = Arc::new(Map::of(all));
        Self { map, traffic, queues, version, due, near, bound, ..Self::default() }
    }
}
