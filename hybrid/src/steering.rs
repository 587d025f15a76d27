//! Where all units want to go, found out with the help of others: what one unit wants depends on no other one's wish.

use std::sync::{Mutex, PoisonError};

use slotmap::SlotMap;

use crate::bodies::unit::Body;
use crate::groups::group::Group;
use crate::groups::guide::Guides;
use crate::handle::UnitId;
use crate::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::steer::{Helm, Wish};
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, Parts};

/// Units that are steered by one thread at a time.
const PART: usize = 256;

/// All that steering needs of a world, moved in while it is done.
#[derive(Default)]
pub(crate) struct Steering {
    pub(crate) bodies: SlotMap<UnitId, Body>,
    pub(crate) meshes: Meshes,
    pub(crate) groups: Vec<Group>,
    pub(crate) guides: Guides,
    parameters: WorldParameters,
    units: Vec<UnitId>,
    wishes: Vec<Mutex<Vec<Wish>>>,
}

impl Parts for Steering {
    fn part(&self, index: usize) {
        let mut wishes = self.wishes[index].lock().unwrap_or_else(PoisonError::into_inner);
        let helm = Helm {
            parameters: &self.parameters,
            meshes: &self.meshes,
            groups: &self.groups,
            guides: &self.guides,
        };
        let first = index * PART;
        let units = &self.units[first..self.units.len().min(first + PART)];
        wishes.clear();
        wishes.extend(units.iter().map(|&unit| helm.wish(&self.bodies[unit])));
    }
}

/// What is moved in and out: bodies, meshes, groups and guides.
pub(crate) type Moved<'a> =
    (&'a mut SlotMap<UnitId, Body>, &'a mut Meshes, &'a mut Vec<Group>, &'a mut Guides);

impl Steering {
    fn swap(&mut self, (bodies, meshes, groups, guides): &mut Moved<'_>) {
        std::mem::swap(&mut self.bodies, bodies);
        std::mem::swap(&mut self.meshes, meshes);
        std::mem::swap(&mut self.groups, groups);
        std::mem::swap(&mut self.guides, guides);
    }
}

/// Whether so many units are worth the sharing.
pub(crate) fn is_worth_sharing(units: usize, executor: Option<&dyn Executor>) -> bool {
    units >= 2 * PART && executor.is_some_and(|executor| executor.worker_count() > 0)
}

/// Gives every unit its desired velocity. Gives those that need a path of their own and have none, in id order.
pub(crate) fn share_steering(
    place: &Parallel<Steering>,
    mut moved: Moved<'_>,
    parameters: &WorldParameters,
    executor: Option<&dyn Executor>,
) -> Vec<UnitId> {
    let mut steering = place.open();
    steering.parameters.clone_from(parameters);
    steering.swap(&mut moved);
    let Steering { units, bodies, wishes, .. } = &mut *steering;
    units.clear();
    units.extend(bodies.keys());
    let count = units.len().div_ceil(PART);
    wishes.resize_with(count.max(wishes.len()), Mutex::default);
    drop(steering);
    let mut steering = place.run(executor, count);
    steering.swap(&mut moved);
    let Steering { units, wishes, .. } = &mut *steering;
    let mut waiting = Vec::new();
    for (units, wishes) in units.chunks(PART).zip(wishes) {
        let wishes = wishes.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (&unit, wish) in units.iter().zip(wishes.drain(..)) {
            if wish.tell(&mut moved.0[unit]) {
                waiting.push(unit);
            }
        }
    }
    waiting
}
