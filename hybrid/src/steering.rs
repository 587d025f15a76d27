//! Where all units want to go, and which passages are on their ways, found out with the help of others: what is so of one
//! unit depends on no other one's.

use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use slotmap::SlotMap;

use crate::bodies::unit::Body;
use crate::groups::ahead::Ahead;
use crate::groups::group::Group;
use crate::groups::guide::Guides;
use crate::handle::UnitId;
use crate::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::passages::crossing::Scratch;
use crate::passages::network::{Passages, Seen};
use crate::steer::{Helm, Wish, is_outdated};
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, Parts};

/// Units that one thread looks at at a time.
const PART: usize = 256;

/// All that steering needs of a world, moved in while it is done.
#[derive(Default)]
pub(crate) struct Steering {
    bodies: SlotMap<UnitId, Body>,
    meshes: Meshes,
    groups: Vec<Group>,
    guides: Guides,
    passages: Passages,
    parameters: WorldParameters,
    units: Vec<UnitId>,
    task: Task,
    found: Vec<Mutex<Found>>,
}

/// What is to be found out.
#[derive(Clone, Copy, Default)]
enum Task {
    /// What each unit wants.
    #[default]
    Wishes,
    /// Which passages are on its way, in a tick.
    Passages(u64),
}

/// What was found out of a part of the units.
#[derive(Default)]
struct Found {
    /// Of those that have any, in order.
    wishes: Vec<Wish>,
    seen: Vec<Seen>,
    room: Scratch,
}

impl Parts for Steering {
    fn part(&self, index: usize) {
        let mut found = self.found[index].lock().unwrap_or_else(PoisonError::into_inner);
        let first = index * PART;
        let units = &self.units[first..self.units.len().min(first + PART)];
        let bodies = units.iter().map(|&unit| (unit, &self.bodies[unit]));
        let Found { wishes, seen, room } = &mut *found;
        match self.task {
            Task::Wishes => {
                let Self { parameters, meshes, groups, guides, .. } = self;
                let helm = Helm { parameters, meshes, groups, guides };
                wishes.clear();
                let busy = bodies.filter(|(_, body)| has_wish(body));
                wishes.extend(busy.map(|(_, body)| helm.wish(body)));
            }
            Task::Passages(tick) => {
                let ahead = Ahead { guides: &self.guides, groups: &self.groups };
                seen.clear();
                seen.extend(bodies.map(|(unit, body)| {
                    let (shortest, likely) = (|| ahead.shortest(body), || ahead.likely(body));
                    self.passages.look((unit, body), shortest, likely, (tick, &mut *room))
                }));
            }
        }
    }
}

/// What is moved in and out.
pub(crate) struct Moved<'a> {
    pub(crate) bodies: &'a mut SlotMap<UnitId, Body>,
    pub(crate) meshes: &'a mut Meshes,
    pub(crate) groups: &'a mut Vec<Group>,
    pub(crate) guides: &'a mut Guides,
    pub(crate) passages: &'a mut Passages,
}

impl Steering {
    fn swap(&mut self, moved: &mut Moved<'_>) {
        std::mem::swap(&mut self.bodies, moved.bodies);
        std::mem::swap(&mut self.meshes, moved.meshes);
        std::mem::swap(&mut self.groups, moved.groups);
        std::mem::swap(&mut self.guides, moved.guides);
        std::mem::swap(&mut self.passages, moved.passages);
    }

    /// Does a task, with the help of an executor where there are enough units; then gives what was found, part by part.
    fn share(
        place: &Parallel<Self>,
        moved: &mut Moved<'_>,
        (task, parameters): (Task, &WorldParameters),
        executor: Option<&dyn Executor>,
        mut take: impl FnMut(&mut Moved<'_>, &[UnitId], &mut Found),
    ) {
        let mut steering = place.open();
        steering.parameters.clone_from(parameters);
        steering.task = task;
        steering.swap(moved);
        let Self { units, bodies, found, .. } = &mut *steering;
        units.clear();
        units.extend(bodies.keys());
        let count = units.len().div_ceil(PART);
        let slots = count.max(found.len());
        found.resize_with(slots, Mutex::default);
        drop(steering);
        let mut steering = place.run(executor.filter(|_| count > 1), count);
        steering.swap(moved);
        let Self { units, found, .. } = &mut *steering;
        for (units, found) in units.chunks(PART).zip(found) {
            take(moved, units, found.get_mut().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Whether a unit may want to go anywhere: idle ones do not.
fn has_wish(body: &Body) -> bool {
    body.task.is_some() || body.crossing.is_some()
}

/// Gives every unit its desired velocity. Adds those that need a path of their own and have none, and of the others those
/// whose paths are older than the mesh, in id order.
pub(crate) fn steer_all(
    place: &Parallel<Steering>,
    mut moved: Moved<'_>,
    parameters: &WorldParameters,
    executor: Option<&dyn Executor>,
    [waiting, stale]: &mut [Vec<UnitId>; 2],
) {
    let task = (Task::Wishes, parameters);
    Steering::share(place, &mut moved, task, executor, |moved, units, found| {
        let mut wishes = found.wishes.drain(..);
        for &unit in units {
            let body = &mut moved.bodies[unit];
            let wish = if has_wish(body) { wishes.next() } else { None };
            let Some(wish) = wish else {
                (body.desired, body.boarding, body.goes_first) = (Vec2::ZERO, None, false);
                continue;
            };
            if wish.tell(body) {
                waiting.push(unit);
            } else if is_outdated(body, moved.meshes) {
                stale.push(unit);
            }
        }
    });
}

/// Looks who is on the way through which passage in a tick.
pub(crate) fn look_ahead(
    place: &Parallel<Steering>,
    mut moved: Moved<'_>,
    (tick, parameters): (u64, &WorldParameters),
    executor: Option<&dyn Executor>,
) {
    if !moved.passages.are_known() {
        return;
    }
    moved.passages.begin();
    let task = (Task::Passages(tick), parameters);
    Steering::share(place, &mut moved, task, executor, |moved, units, found| {
        for (&unit, seen) in units.iter().zip(&found.seen) {
            moved.passages.note(unit, &moved.bodies[unit], seen);
        }
    });
    moved.passages.end();
}
