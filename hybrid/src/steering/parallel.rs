//! Where all units want to go, and which passages are on their ways, found out with the help of others: what is so of one
//! unit depends on no other one's.

use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use slotmap::SlotMap;

use crate::base::handle::{UnitId, turn};
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::groups::ahead::Ahead;
use crate::groups::all::Groups;
use crate::groups::guides::Guides;
use crate::parameters::WorldParameters;
use crate::passages::network::Passages;
use crate::passages::outlook::{Lookout, Sightings};
use crate::schedule::Moment;
use crate::steering::decision::{Helm, Wish};
use crate::steering::own_paths::is_outdated;
use crate::steering::progress::{Rest, Surveyor, note};
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
    task: Task,
    moment: Moment,
    found: Vec<Mutex<Found>>,
}

/// What is to be found out.
#[derive(Clone, Copy, Default)]
enum Task {
    /// What each unit wants.
    #[default]
    Wishes,
    /// Which passages are on its way.
    Passages,
}

/// What was found out of a part of the units.
#[derive(Default)]
struct Found {
    /// Of those that have any, in order.
    wishes: Vec<Wish>,
    /// The rests of the ways of those at which it is time to look, if they have ways.
    rests: Vec<(UnitId, Option<Rest>)>,
    sightings: Sightings,
}

impl Parts for Steering {
    fn part(&self, index: usize) {
        let mut found = self.found[index].lock().unwrap_or_else(PoisonError::into_inner);
        let first = index * PART;
        let units = &self.units[first..self.units.len().min(first + PART)];
        let bodies = units.iter().map(|&unit| (unit, &self.bodies[unit]));
        let Found { wishes, rests, sightings } = &mut *found;
        match self.task {
            Task::Wishes => {
                let Self { parameters, meshes, groups, guides, moment, .. } = self;
                let helm = Helm { parameters, meshes, groups, guides, moment: *moment };
                let surveyor = Surveyor::new(guides, meshes, *moment);
                wishes.clear();
                rests.clear();
                for (unit, body) in bodies {
                    wishes.push(helm.wish(body));
                    if body.task.is_some() && surveyor.is_time(unit) {
                        rests.push((unit, surveyor.rest(body)));
                    }
                }
            }
            Task::Passages => {
                sightings.clear();
                bodies.for_each(|(unit, body)| self.look(unit, body, sightings));
            }
        }
    }
}

impl Steering {
    /// Looks which passages are ahead of a unit.
    fn look(&self, unit: UnitId, body: &Body, sightings: &mut Sightings) {
        let ahead = Ahead { guides: &self.guides, groups: &self.groups };
        let lookout = Lookout {
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
pub(crate) struct Moved<'a> {
    pub(crate) bodies: &'a mut SlotMap<UnitId, Body>,
    pub(crate) meshes: &'a mut Meshes,
    pub(crate) groups: &'a mut Groups,
    pub(crate) guides: &'a mut Guides,
    pub(crate) passages: &'a mut Passages,
    /// The units of which [`has_wish`] is so, in id order.
    pub(crate) units: &'a mut Vec<UnitId>,
}

impl Steering {
    fn swap(&mut self, moved: &mut Moved<'_>) {
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
        moved: &mut Moved<'_>,
        (task, moment, parameters): (Task, Moment, &WorldParameters),
        executor: Option<&dyn Executor>,
        take: impl FnOnce(&mut Moved<'_>, &mut [Mutex<Found>]),
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

fn whole(found: &mut Mutex<Found>) -> &mut Found {
    found.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a unit may want to go anywhere: idle ones do not.
pub(crate) fn has_wish(body: &Body) -> bool {
    body.task.is_some() || body.crossing.is_some()
}

/// Gives every unit its desired velocity in a tick. Adds those that need a path of their own and have none, and of the others those
/// whose paths are older than the mesh, in id order.
pub(crate) fn steer_all(
    place: &Parallel<Steering>,
    mut moved: Moved<'_>,
    (moment, parameters): (Moment, &WorldParameters),
    executor: Option<&dyn Executor>,
    [waiting, stale]: &mut [Vec<UnitId>; 2],
) {
    let task = (Task::Wishes, moment, parameters);
    Steering::share(place, &mut moved, task, executor, |moved, found| {
        for (unit, rest) in found.iter_mut().flat_map(|found| whole(found).rests.drain(..)) {
            note(&mut moved.bodies[unit], rest);
        }
        let mut wishes = found.iter_mut().flat_map(|found| whole(found).wishes.drain(..));
        for (unit, body) in &mut *moved.bodies {
            let wish = if has_wish(body) { wishes.next() } else { None };
            let Some(wish) = wish else {
                (body.desired, body.boarding, body.goes_first) = (Vec2::ZERO, None, false);
                continue;
            };
            if wish.tell(body) {
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
    mut moved: Moved<'_>,
    (moment, parameters): (Moment, &WorldParameters),
    executor: Option<&dyn Executor>,
) {
    if !moved.passages.are_known() {
        return;
    }
    moved.passages.begin();
    let task = (Task::Passages, moment, parameters);
    Steering::share(place, &mut moved, task, executor, |moved, found| {
        found.iter_mut().for_each(|found| moved.passages.note(&whole(found).sightings.seen));
        moved.passages.make_room();
        found.iter_mut().for_each(|found| moved.passages.join(&whole(found).sightings.seen));
    });
}
