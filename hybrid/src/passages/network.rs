//! All passages of a world, and what happens in them.

use std::sync::Arc;

use glam::Vec2;
use navmesh::{Bounds, NavMesh};
use serde::{Deserialize, Serialize};
use slotmap::{Key, SecondaryMap, SlotMap};

use super::chain::passages;
use super::conduct::conduct;
use super::crossing::{Crossing, Gates, Scratch};
use super::passage::Passage;
use super::queue::Queue;
use super::traffic::{NEAR, Traffic, Traveller};
use super::waits::Waits;
use crate::bodies::unit::Body;
use crate::handle::{OrderId, UnitId};
use crate::hash::Fnv;
use crate::saving::shared;

/// Diameters of the largest class: wider ways are open ground.
const WIDEST: f32 = 11.0;

/// Ticks after which a unit's next passage is looked up again, far from it and near it.
const SELDOM: u64 = 8;
const OFTEN: u64 = 2;

/// Radii: who shares a passage is looked for so far ahead. Much farther than from where it matters, see [`NEAR`], plus
/// what a unit walks until the next look.
const IN_VIEW: f32 = 4.0 * NEAR;

/// Seconds: who needs longer than this to a passage at full speed does not count as queueing there yet.
const FORESIGHT: f32 = 60.0;

/// The passages of a world, in its free ground for the least class.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Passages {
    #[serde(with = "shared")]
    all: Arc<Vec<Passage>>,
    traffic: Vec<Traffic>,
    queues: Vec<Queue>,
    #[serde(skip)]
    gates: Option<Arc<Gates>>,
    /// The version of the mesh that they were found on.
    version: u64,
    /// By the shortest way: who shares which passage.
    near: Roll,
    /// By the way that the fields show: who queues where.
    bound: Roll,
}

/// Who goes through which passage next.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Roll {
    crossings: SecondaryMap<UnitId, Option<Crossing>>,
    /// Sorted by passage.
    #[serde(skip)]
    travellers: Vec<Traveller>,
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
    /// Seconds.
    pub(crate) dt: f32,
    /// The factor on radii that units on their way keep to each other.
    pub(crate) space: f32,
}

impl Passages {
    /// Finds the passages anew if the mesh has changed and it `is_due`: it takes milliseconds on a large mesh. What
    /// happens in those that stay goes on.
    pub(crate) fn refresh(&mut self, mesh: &NavMesh, greatest_radius: f32, is_due: bool) {
        let is_current = self.version == mesh.version();
        if is_current || !(is_due || self.gates.is_none()) {
            return;
        }
        let width = width(greatest_radius);
        let found = passages(mesh, width);
        let former = std::mem::take(&mut self.all);
        let known = |passage: &Passage| former.iter().position(|old| old.gates == passage.gates);
        let traffic = found.iter().map(|passage| {
            known(passage).map(|index| (self.traffic[index].clone(), self.queues[index].clone()))
        });
        (self.traffic, self.queues) = traffic.map(Option::unwrap_or_default).unzip();
        self.gates = Some(Arc::new(Gates::new(&found, width)));
        self.all = Arc::new(found);
        self.version = mesh.version();
        (self.near, self.bound) = (Roll::default(), Roll::default());
    }

    /// Has units wait, queue up and keep to their side where they share a passage.
    pub(crate) fn conduct(
        &mut self,
        bodies: &mut SlotMap<UnitId, Body>,
        least_radius: f32,
        clock: Clock,
    ) {
        if self.all.is_empty() {
            return;
        }
        for (index, passage) in self.all.iter().enumerate() {
            let travellers = self.near.of(index);
            let widest = travellers.iter().map(|one| one.radius).fold(least_radius, f32::max);
            let traffic = &mut self.traffic[index];
            let ways = (passage.lanes(widest), passage.length);
            traffic.update(travellers, ways, (clock.tick, clock.dt));
            let bound = self.bound.of(index);
            self.queues[index].update(passage, traffic, bound, (clock.space, clock.dt));
            if !travellers.is_empty() {
                conduct(passage, traffic, travellers, bodies, least_radius);
            }
        }
    }

    /// Tells plans what they must know of them, as it is now.
    pub(crate) fn tell(&self, waits: &mut Waits) {
        (waits.passages, waits.gates) = (Arc::clone(&self.all), self.gates.clone());
        waits.queues.clone_from(&self.queues);
    }

    /// How a unit stands to the next passage on its shortest way, as it was last looked up.
    pub(crate) fn next_of(&self, unit: UnitId, body: &Body) -> Option<Next<'_>> {
        let crossing = self.near.crossings.get(unit)?.as_ref()?;
        let (traveller, index) = (traveller(unit, body, crossing), crossing.passage as usize);
        Some(Next {
            traveller,
            passage: self.all.get(index)?,
            traffic: self.traffic.get(index)?,
            travellers: self.near.of(index),
            wait: self.queues.get(index)?.wait(crossing.end),
        })
    }

    /// Has all gates be found by where they are.
    pub(crate) fn make_gates(&mut self, greatest_radius: f32) {
        let is_known = self.version > 0;
        let gates = || Arc::new(Gates::new(&self.all, width(greatest_radius)));
        self.gates = is_known.then(gates);
    }

    /// Whether all passages lie in some bounds, and what happens in them can be at a tick.
    pub(crate) fn is_valid(&self, bounds: Bounds, tick: u64) -> bool {
        let count = self.all.len();
        let crossings = || self.near.crossings.values().chain(self.bound.crossings.values());
        let exists = |one: &Crossing| {
            let passage = self.all.get(one.passage as usize);
            passage.is_some_and(|passage| one.passed < passage.gates.len())
                && one.end < 2
                && one.distance >= 0.0
                && one.distance.is_finite()
        };
        self.traffic.len() == count
            && self.queues.len() == count
            && self.all.iter().all(|passage| passage.is_valid(bounds))
            && self.traffic.iter().all(|traffic| traffic.is_valid(tick))
            && self.queues.iter().all(|queue| queue.wait(0).max(queue.wait(1)).is_finite())
            && crossings().flatten().all(exists)
    }

    /// Looks the next passage of a unit up again, as it was put elsewhere.
    pub(crate) fn forget(&mut self, unit: UnitId) {
        self.near.crossings.remove(unit);
        self.bound.crossings.remove(unit);
    }

    /// Adds what decides the future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        self.traffic.iter().for_each(|traffic| traffic.hash(hash));
    }

    /// Whether passages were looked for.
    pub(crate) fn are_known(&self) -> bool {
        self.gates.is_some()
    }

    /// Looks which passage is the next one of a unit: `shortest` and `likely` give the points ahead of it on the shortest
    /// way and on the one that it is likely to take. What was seen lately is not looked at again.
    pub(crate) fn look<S, L>(
        &self,
        (unit, body): (UnitId, &Body),
        shortest: impl Fn() -> S,
        likely: impl Fn() -> L,
        (tick, room): (u64, &mut Scratch),
    ) -> Seen
    where
        S: Iterator<Item = Vec2>,
        L: Iterator<Item = Vec2>,
    {
        let walking = body.task.as_ref().filter(|task| !task.settled && !body.holding);
        let (Some(task), Some(gates)) = (walking, &self.gates) else { return Seen::default() };
        let time = tick + turn(task.order);
        let near = self.near.lately(unit, body, (OFTEN, SELDOM), time).unwrap_or_else(|| {
            let way = (shortest(), IN_VIEW * body.radius);
            gates.first(&self.all, body.position, way, room)
        });
        let bound = self.bound.lately(unit, body, (SELDOM, SELDOM), time).unwrap_or_else(|| {
            let way = (likely(), FORESIGHT * body.max_speed);
            gates.first(&self.all, body.position, way, room)
        });
        Seen { near: Some(near), bound: Some(bound) }
    }

    /// Forgets who goes through which passage: everybody says it anew.
    pub(crate) fn begin(&mut self) {
        self.near.travellers.clear();
        self.bound.travellers.clear();
    }

    /// Notes what was seen of a unit.
    pub(crate) fn note(&mut self, unit: UnitId, body: &Body, seen: &Seen) {
        self.near.note(unit, body, seen.near);
        self.bound.note(unit, body, seen.bound);
    }

    /// All have said where they go.
    pub(crate) fn end(&mut self) {
        for roll in [&mut self.near, &mut self.bound] {
            roll.travellers.sort_unstable_by_key(|one| (one.passage, one.unit));
        }
    }
}

/// Which passage is the next one of a unit, on the shortest way and on the one that it is likely to take; `None` if it is
/// not on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    near: Option<Option<Crossing>>,
    bound: Option<Option<Crossing>>,
}

/// The greatest width of a passage, in metres.
fn width(greatest_radius: f32) -> f32 {
    WIDEST * 2.0 * greatest_radius
}

impl Roll {
    /// The travellers of a passage.
    fn of(&self, passage: usize) -> &[Traveller] {
        let number = |one: &Traveller| one.passage as usize;
        let first = self.travellers.partition_point(|one| number(one) < passage);
        let count = self.travellers[first..].partition_point(|one| number(one) == passage);
        &self.travellers[first..first + count]
    }

    /// What was seen of a unit, if that is not too long ago: it is looked at once in so many ticks near a passage, and far
    /// from it.
    fn lately(
        &self,
        unit: UnitId,
        body: &Body,
        (often, seldom): (u64, u64),
        time: u64,
    ) -> Option<Option<Crossing>> {
        let known = self.crossings.get(unit).copied()?;
        let is_near = known.is_some_and(|one| one.distance < NEAR * body.radius);
        let period = if is_near { often } else { seldom };
        (!time.is_multiple_of(period)).then_some(known)
    }

    fn note(&mut self, unit: UnitId, body: &Body, seen: Option<Option<Crossing>>) {
        let Some(crossing) = seen else {
            self.crossings.remove(unit);
            return;
        };
        self.crossings.insert(unit, crossing);
        self.travellers.extend(crossing.map(|crossing| traveller(unit, body, &crossing)));
    }
}

/// Orders take turns, so that not all units are looked up in the same tick.
fn turn(order: OrderId) -> u64 {
    // Handles are numbered from 1, in the lower half.
    u64::from((order.data().as_ffi() as u32).wrapping_sub(1))
}

fn traveller(unit: UnitId, body: &Body, crossing: &Crossing) -> Traveller {
    let Crossing { passage, end, passed, distance } = *crossing;
    let distance = if passed > 0 { 0.0 } else { distance };
    let (radius, max_speed) = (body.radius, body.max_speed);
    Traveller { unit, passage, end, passed, distance, radius, max_speed }
}
