//! All passages of a world, and what happens in them.

use std::sync::Arc;

use navmesh::{Bounds, NavMesh};
use serde::{Deserialize, Serialize};
use slotmap::SlotMap;

use super::chain::passages;
use super::conduct::conduct;
use super::crossing::{Crossing, Gates};
use super::passage::Passage;
use super::queue::Queue;
use super::roll::{Roll, Seen, traveller};
use super::traffic::{NEAR, Traffic, Traveller};
use super::waits::Waits;
use crate::bodies::unit::Body;
use crate::handle::UnitId;
use crate::hash::Fnv;
use crate::saving::shared;

/// Diameters of the largest class: wider ways are open ground.
const WIDEST: f32 = 11.0;

/// Units side by side: where so few fit, two directions have no room to be late.
const TIGHT: u32 = 3;

/// The passages of a world, in its free ground for the least class.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Passages {
    #[serde(with = "shared")]
    pub(super) all: Arc<Vec<Passage>>,
    traffic: Vec<Traffic>,
    queues: Vec<Queue>,
    #[serde(skip)]
    pub(super) gates: Option<Arc<Gates>>,
    /// The version of the mesh that they were found on.
    version: u64,
    /// By the shortest way: who shares which passage.
    pub(super) near: Roll,
    /// By the way that the fields show: who queues where.
    pub(super) bound: Roll,
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

    /// Has units wait, queue up and keep to their side where they share a passage. Gives whether two directions meet in one
    /// that is so tight that each step counts.
    pub(crate) fn conduct(
        &mut self,
        bodies: &mut SlotMap<UnitId, Body>,
        least_radius: f32,
        clock: Clock,
    ) -> bool {
        let mut is_contested = false;
        for (index, passage) in self.all.iter().enumerate() {
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
        is_contested
    }

    /// Tells plans what they must know of them, as it is now.
    pub(crate) fn tell(&self, waits: &mut Waits) {
        (waits.passages, waits.gates) = (Arc::clone(&self.all), self.gates.clone());
        waits.queues.clone_from(&self.queues);
    }

    /// How a unit stands to the next passage on its shortest way, as it was last looked up.
    pub(crate) fn next_of(&self, unit: UnitId, body: &Body) -> Option<Next<'_>> {
        let crossing = self.near.known(unit)??;
        let (traveller, index) = (traveller(unit, body, &crossing), crossing.passage as usize);
        Some(Next {
            traveller,
            passage: self.all.get(index)?,
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
            && self.all.get(index).is_some_and(|passage| passage.lanes(radius) == 2)
    }

    /// Whether there is a passage in which units may stay so: most of the time there is none.
    pub(crate) fn may_hold(&self) -> bool {
        self.traffic.iter().any(Traffic::is_opposed)
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
        let crossings = || self.near.all().chain(self.bound.all());
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
            && crossings().all(exists)
    }

    /// Looks the next passage of a unit up again, as it was put elsewhere.
    pub(crate) fn forget(&mut self, unit: UnitId) {
        self.near.forget(unit);
        self.bound.forget(unit);
    }

    /// Adds what decides the future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        self.traffic.iter().for_each(|traffic| traffic.hash(hash));
    }

    /// Whether passages were looked for.
    pub(crate) fn are_known(&self) -> bool {
        self.gates.is_some()
    }

    /// Forgets who goes through which passage: all parts of the units are noted, and then they join.
    pub(crate) fn begin(&mut self) {
        let count = self.all.len();
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

/// The greatest width of a passage, in metres.
fn width(greatest_radius: f32) -> f32 {
    WIDEST * 2.0 * greatest_radius
}
