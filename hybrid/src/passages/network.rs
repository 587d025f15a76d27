//! All passages of a world, and what happens in them.

use glam::Vec2;
use navmesh::NavMesh;
use slotmap::{SecondaryMap, SlotMap};

use super::chain::passages;
use super::conduct::conduct;
use super::crossing::{Crossing, Gates};
use super::passage::Passage;
use super::traffic::{NEAR, Traffic, Traveller};
use crate::bodies::unit::{Body, Task};
use crate::handle::UnitId;
use crate::hash::Fnv;

/// Diameters of the largest class: wider ways are open ground.
const WIDEST: f32 = 11.0;

/// Ticks after which a unit's next passage is looked up again, far from it and near it.
const SELDOM: u64 = 8;
const OFTEN: u64 = 2;

/// Way points beyond which a passage is too far ahead to matter.
pub(crate) const FARTHEST: usize = 32;

/// The passages of a world, in its free ground for the least class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passages {
    all: Vec<Passage>,
    traffic: Vec<Traffic>,
    gates: Option<Gates>,
    /// The version of the mesh that they were found on.
    version: u64,
    crossings: SecondaryMap<UnitId, Option<Crossing>>,
    travellers: Vec<Traveller>,
}

/// What passages need to know of the world at a tick.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) tick: u64,
    /// Seconds.
    pub(crate) dt: f32,
}

impl Passages {
    /// Finds the passages anew if the mesh has changed. What happens in those that stay goes on.
    pub(crate) fn refresh(&mut self, mesh: &NavMesh, greatest_radius: f32) {
        if self.version == mesh.version() {
            return;
        }
        let width = WIDEST * 2.0 * greatest_radius;
        let found = passages(mesh, width);
        let former = std::mem::take(&mut self.all);
        let known = |passage: &Passage| former.iter().position(|old| old.gates == passage.gates);
        let traffic = found.iter().map(|passage| {
            known(passage).map(|index| self.traffic[index].clone()).unwrap_or_default()
        });
        self.traffic = traffic.collect();
        self.gates = Some(Gates::new(&found, width));
        self.all = found;
        self.version = mesh.version();
        self.crossings.clear();
    }

    /// Has units wait, queue up and keep to their side where they share a passage. `way` gives the way points ahead
    /// of a unit.
    pub(crate) fn conduct(
        &mut self,
        bodies: &mut SlotMap<UnitId, Body>,
        way: &dyn Fn(&Body, &Task) -> Vec<Vec2>,
        least_radius: f32,
        clock: Clock,
    ) {
        if self.all.is_empty() {
            return;
        }
        self.look_up(bodies, way, clock.tick);
        self.travellers.sort_by_key(|one| (one.passage, one.unit));
        for (index, passage) in self.all.iter().enumerate() {
            let first = self.travellers.partition_point(|one| (one.passage as usize) < index);
            let count = self.travellers[first..]
                .iter()
                .take_while(|one| one.passage as usize == index)
                .count();
            let travellers = &self.travellers[first..first + count];
            let widest = travellers.iter().map(|one| one.radius).fold(least_radius, f32::max);
            let traffic = &mut self.traffic[index];
            traffic.update(travellers, passage.lanes(widest), (clock.tick, clock.dt));
            if !travellers.is_empty() {
                conduct(passage, traffic, travellers, bodies, least_radius);
            }
        }
    }

    /// Adds what decides the future to a hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        self.traffic.iter().for_each(|traffic| traffic.hash(hash));
    }

    /// Who is on the way through which passage.
    fn look_up(
        &mut self,
        bodies: &SlotMap<UnitId, Body>,
        way: &dyn Fn(&Body, &Task) -> Vec<Vec2>,
        tick: u64,
    ) {
        self.travellers.clear();
        let Some(gates) = &self.gates else { return };
        for (unit, body) in bodies {
            let task = body.task.as_ref().filter(|task| !task.settled && !body.holding);
            let Some(task) = task else {
                self.crossings.remove(unit);
                continue;
            };
            let known = self.crossings.get(unit).copied();
            let is_near = known.flatten().is_some_and(|one| one.distance < NEAR * body.radius);
            let period = if is_near { OFTEN } else { SELDOM };
            let crossing = match known {
                Some(crossing) if !tick.is_multiple_of(period) => crossing,
                _ => gates.first(&self.all, body.position, way(body, task).into_iter()),
            };
            self.crossings.insert(unit, crossing);
            let Some(Crossing { passage, end, passed, distance }) = crossing else { continue };
            let distance = if passed > 0 { 0.0 } else { distance };
            let (radius, max_speed) = (body.radius, body.max_speed);
            self.travellers.push(Traveller {
                unit,
                passage,
                end,
                passed,
                distance,
                radius,
                max_speed,
            });
        }
    }
}
