//! Where all units want to go, and which passages are on their ways, found out with the help of others: what is so of one
//! unit depends on no other one's.

use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use slotmap::SlotMap;

use super::context::SteeringContext;
use super::decision::SteeringDecision;
use crate::base::handle::{UnitId, turn};
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::groups::ahead::Ahead;
use crate::groups::all::Groups;
use crate::groups::guides::Guides;
use crate::parameters::WorldParameters;
use crate::passages::network::Passages;
use crate::passages::outlook::{LookInput, LookResults};
use crate::schedule::DecisionTime;
use crate::steering::own_paths::is_outdated;
use crate::steering::progress::{RemainingWay, Surveyor, note};
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, Parts};

/// Units that one thread looks at at a time.
const PART: usize = 256;

/// All that steering needs of a world, moved in while it is done.
#[derive(Default)]
pub(crate) struct Steering {
    bodies: SlotMap<UnitId, Body>,
    meshes: Meshes,
    groups: Groups,
    guides: Guides,
    passages: Passages,
    parameters: WorldParameters,
    /// Those that may want to go anywhere, in id order.
    units: Vec<UnitId>,
    task: SteeringWork,
    moment: DecisionTime,
    found: Vec<Mutex<SteeringResults>>,
}

/// What is to be found out.
#[derive(Clone, Copy, Default)]
enum SteeringWork {
    /// What each unit wants.
    #[default]
    Wishes,
    /// Which passages are on its way.
    Passages,
}

/// What was found out of a part of the units.
#[derive(Default)]
struct SteeringResults {
    /// Of those that have any, in order.
    decisions: Vec<SteeringDecision>,
    /// The rests of the ways of those at which it is time to look, if they have ways.
    rests: Vec<(UnitId, Option<RemainingWay>)>,
    sightings: LookResults,
}

impl Parts for Steering {
    fn part(&self, index: usize) {
        let mut found = self.found[index].lock().unwrap_or_else(PoisonError::into_inner);
        let first = index * PART;
        let units = &self.units[first..self.units.len().min(first + PART)];
        let bodies = units.iter().map(|&unit| (unit, &self.bodies[unit]));
        let SteeringResults { decisions, rests, sightings } = &mut *found;
        match self.task {
            SteeringWork::Wishes => {
                let Self { parameters, meshes, groups, guides, moment, .. } = self;
                let context =
                    SteeringContext { parameters, meshes, groups, guides, moment: *moment };
                let surveyor = Surveyor::new(guides, meshes, *moment);
                decisions.clear();
                rests.clear();
                for (unit, body) in bodies {
                    decisions.push(context.decision(body));
                    if body.task.is_some() && surveyor.is_time(unit) {
                        rests.push((unit, surveyor.rest(body)));
                    }
                }
            }
            SteeringWork::Passages => {
                sightings.clear();
                bodies.for_each(|(unit, body)| self.look(unit, body, sightings));
            }
        }
    }
}

impl Steering {
    /// Looks which passages are ahead of a unit.
    fn look(&self, unit: UnitId, body: &Body, sightings: &mut LookResults) {
        let ahead = Ahead { guides: &self.guides, groups: &self.groups };
        let lookout = LookInput {
            unit,
            body,
            turn: body.task.as_ref().map_or(0, |task| turn(task.order)),
            moment: self.moment,
            mesh: self.meshes.of(body.class()),
            is_guided: ahead.is_guided(body),
        };
        let shortest = |from: Vec2| ahead.shortest(body, from);
        let likely = |from: Vec2| ahead.likely(body, from);
        self.passages.look(&lookout, shortest, likely, sightings);
    }
}

/// What is moved in and out.
pub(crate) struct SteeringInputs<'a> {
    pub(crate) bodies: &'a mut SlotMap<UnitId, Body>,
    pub(crate) meshes: &'a mut Meshes,
    pub(crate) groups: &'a mut Groups,
    pub(crate) guides: &'a mut Guides,
    pub(crate) passages: &'a mut Passages,
    /// The units of which [`has_decision`] is so, in id order.
    pub(crate) units: &'a mut Vec<UnitId>,
}

impl Steering {
    fn swap(&mut self, moved: &mut SteeringInputs<'_>) {
        std::mem::swap(&mut self.bodies, moved.bodies);
        std::mem::swap(&mut self.meshes, moved.meshes);
        std::mem::swap(&mut self.groups, moved.groups);
        std::mem::swap(&mut self.guides, moved.guides);
        std::mem::swap(&mut self.passages, moved.passages);
        std::mem::swap(&mut self.units, moved.units);
    }

    /// Does a task, with the help of an executor where there are enough units; then gives what was found of each part.
    fn share(
        place: &Parallel<Self>,
        moved: &mut SteeringInputs<'_>,
        (task, moment, parameters): (SteeringWork, DecisionTime, &WorldParameters),
        executor: Option<&dyn Executor>,
        take: impl FnOnce(&mut SteeringInputs<'_>, &mut [Mutex<SteeringResults>]),
    ) {
        let mut steering = place.open();
        steering.parameters.clone_from(parameters);
        (steering.task, steering.moment) = (task, moment);
        steering.swap(moved);
        let count = steering.units.len().div_ceil(PART);
        let slots = count.max(steering.found.len());
        steering.found.resize_with(slots, Mutex::default);
        drop(steering);
        let mut steering = place.run(executor.filter(|_| count > 1), count);
        steering.swap(moved);
        take(moved, &mut steering.found[..count]);
    }
}

fn whole(found: &mut Mutex<SteeringResults>) -> &mut SteeringResults {
    found.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a unit may want to go anywhere: idle ones do not.
pub(crate) fn has_decision(body: &Body) -> bool {
    body.task.is_some() || body.crossing.is_some()
}

/// Gives every unit its desired velocity in a tick. Adds those that need a path of their own and have none, and of the others those
/// whose paths are older than the mesh, in id order.
pub(crate) fn steer_all(
    place: &Parallel<Steering>,
    mut moved: SteeringInputs<'_>,
    (moment, parameters): (DecisionTime, &WorldParameters),
    executor: Option<&dyn Executor>,
    [waiting, stale]: &mut [Vec<UnitId>; 2],
) {
    let task = (SteeringWork::Wishes, moment, parameters);
    Steering::share(place, &mut moved, task, executor, |moved, found| {
        for (unit, rest) in found.iter_mut().flat_map(|found| whole(found).rests.drain(..)) {
            note(&mut moved.bodies[unit], rest);
        }
        let mut decisions = found.iter_mut().flat_map(|found| whole(found).decisions.drain(..));
        for (unit, body) in &mut *moved.bodies {
            let decision = if has_decision(body) { decisions.next() } else { None };
            let Some(decision) = decision else {
                (body.desired, body.boarding, body.goes_first) = (Vec2::ZERO, None, false);
                continue;
            };
            if decision.tell(body) {
                waiting.push(unit);
            } else if is_outdated(body, moved.meshes, moved.guides) {
                stale.push(unit);
            }
        }
    });
}

/// Looks who is on the way through which passage in a tick.
pub(crate) fn look_ahead(
    place: &Parallel<Steering>,
    mut moved: SteeringInputs<'_>,
    (moment, parameters): (DecisionTime, &WorldParameters),
    executor: Option<&dyn Executor>,
) {
    if !moved.passages.are_known() {
        return;
    }
    moved.passages.begin();
    let task = (SteeringWork::Passages, moment, parameters);
    Steering::share(place, &mut moved, task, executor, |moved, found| {
        found.iter_mut().for_each(|found| moved.passages.note(&whole(found).sightings.seen));
        moved.passages.make_room();
        found.iter_mut().for_each(|found| moved.passages.join(&whole(found).sightings.seen));
    });
}
