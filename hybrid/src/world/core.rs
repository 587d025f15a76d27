//! What the phases of a step read together.

use std::sync::Arc;

use glam::Vec2;
use navmesh::Bounds;
use slotmap::SlotMap;

use crate::base::cloning::clone_by_fields;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::Order;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::groups::all::Groups;
use crate::groups::guides::Guides;
use crate::motion::neighbours::Neighbours;
use crate::parameters::{WorldDefinition, WorldParameters};
use crate::passages::network::Passages;
use crate::schedule::DecisionTime;
use crate::steering::context::SteeringContext;

/// The part of a world that threads read at once while they do the parts of a phase. Nobody writes to it meanwhile: what parts
/// find out is put into it afterwards, in order.
pub(crate) struct Core {
    /// Never changes.
    pub(crate) definition: Arc<WorldDefinition>,
    pub(crate) meshes: Meshes,
    /// Iterates in the order of its keys.
    pub(crate) bodies: SlotMap<UnitId, Body>,
    pub(crate) orders: SlotMap<OrderId, Order>,
    pub(crate) groups: Groups,
    pub(crate) guides: Guides,
    pub(crate) neighbours: Neighbours,
    pub(crate) passages: Passages,
    /// The units that may want to go anywhere in this step, in id order; in no other one they matter.
    pub(crate) walkers: Vec<UnitId>,
}

clone_by_fields!(Core {
    definition,
    meshes,
    bodies,
    orders,
    groups,
    guides,
    neighbours,
    passages,
    walkers
});

impl Default for Core {
    /// An empty one, which stands in a world's place of it while threads share that.
    fn default() -> Self {
        let nowhere = Bounds::new(Vec2::ZERO, Vec2::ZERO);
        Self::new(WorldDefinition::new(nowhere, Vec::new()), Meshes::default())
    }
}

impl Core {
    /// One without units.
    pub(crate) fn new(definition: WorldDefinition, meshes: Meshes) -> Self {
        Self {
            definition: Arc::new(definition),
            meshes,
            bodies: SlotMap::with_key(),
            orders: SlotMap::with_key(),
            groups: Groups::default(),
            guides: Guides::default(),
            neighbours: Neighbours::default(),
            passages: Passages::default(),
            walkers: Vec::new(),
        }
    }

    pub(crate) fn parameters(&self) -> &WorldParameters {
        &self.definition.parameters
    }

    /// Returns what units decide by.
    pub(crate) fn steering(&self, moment: DecisionTime) -> SteeringContext<'_> {
        SteeringContext {
            parameters: self.parameters(),
            meshes: &self.meshes,
            groups: &self.groups,
            guides: &self.guides,
            moment,
        }
    }
}
