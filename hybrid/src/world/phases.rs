//! The phases of a step that threads share. Each asks the room that knows the answer for a part of it.

use crate::arrival::swaps::{SlotGround, find_swaps};
use crate::motion::avoid::{Avoidance, Choices};
use crate::motion::batch::Batch;
use crate::motion::contacts::Contacts;
use crate::passages::outlook::LookResults;
use crate::schedule::DecisionTime;
use crate::steering::parallel::Decisions;
use crate::tasks::parallel::{Parallel, ParallelPhase};
use crate::world::core::Core;

/// Who does the phases that threads share.
#[derive(Clone, Default)]
pub(crate) struct ParallelPhases {
    pub(crate) deciding: Parallel<Core, Deciding>,
    pub(crate) looking_ahead: Parallel<Core, LookingAhead>,
    pub(crate) avoiding: Parallel<Core, Avoidance>,
    pub(crate) resolving: Parallel<Core, Contacts>,
    pub(crate) swapping: Parallel<Core, Swapping>,
}

impl ParallelPhases {
    /// The bytes that the buffers of the contacts take, the largest ones.
    pub(crate) fn bytes(&self) -> usize {
        let mut contacts = self.resolving.open();
        let of_batch = |batch: &mut Batch| batch.bytes() + size_of::<Batch>();
        contacts.phase.bytes() + contacts.outputs.iter_mut().map(of_batch).sum::<usize>()
    }
}

/// What does each unit want?
#[derive(Default)]
pub(crate) struct Deciding {
    pub(crate) moment: DecisionTime,
}

impl ParallelPhase<Core> for Deciding {
    type Output = Decisions;

    fn part(&self, core: &Core, index: usize, found: &mut Decisions) {
        core.steering(self.moment).decide(&core.bodies, &core.walkers, index, found);
    }
}

/// Which passages are ahead of each unit?
#[derive(Default)]
pub(crate) struct LookingAhead {
    pub(crate) moment: DecisionTime,
}

impl ParallelPhase<Core> for LookingAhead {
    type Output = LookResults;

    fn part(&self, core: &Core, index: usize, found: &mut LookResults) {
        let Core { bodies, passages, walkers, .. } = core;
        core.steering(self.moment).look_ahead(bodies, passages, walkers, index, found);
    }
}

/// Which velocity does each unit choose, so that it hits nobody?
impl ParallelPhase<Core> for Avoidance {
    type Output = Choices;

    fn part(&self, core: &Core, index: usize, choices: &mut Choices) {
        self.choose(&core.neighbours, &core.bodies, index, choices);
    }
}

/// Where do the contacts of each unit take it?
impl ParallelPhase<Core> for Contacts {
    type Output = Batch;

    fn part(&self, core: &Core, _: usize, batch: &mut Batch) {
        let Core { bodies, meshes, neighbours, .. } = core;
        self.resolve(bodies, meshes, neighbours, core.parameters(), batch);
    }
}

/// Which units gain by swapping their slots?
#[derive(Default)]
pub(crate) struct Swapping;

impl ParallelPhase<Core> for Swapping {
    type Output = Vec<(u32, u32)>;

    fn part(&self, core: &Core, index: usize, found: &mut Vec<(u32, u32)>) {
        let near = core.parameters().direct_distance;
        let ground = SlotGround { orders: &core.orders, meshes: &core.meshes, near };
        find_swaps(&core.bodies, &ground, &core.neighbours, index, found);
    }
}
