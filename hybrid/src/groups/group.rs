//! Groups: units of one order that walk together, and the window round them.

use std::sync::Arc;

use flowfield::{Crowd, FlowField, Frame, Goal, Steps, Terrain};
use glam::Vec2;
use navmesh::Bounds;
use serde::{Deserialize, Serialize};

use super::crew::Crew;
use super::guide::Guide;
use super::plan::PlanInput;
use super::window::{Window, reaches_into};
use crate::base::cloning::clone_by_fields;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::task::Cohort;
use crate::grids::walls::Walls;
use crate::saving::field::frame;
use crate::tasks::job::Pending;

/// What a game or a picture may read of a group. Groups live from one plan to the next.
#[derive(Clone, Copy, Debug)]
pub struct GroupView<'a> {
    /// The order that its units share.
    pub order: OrderId,
    /// Their radius class.
    pub class: usize,
    /// The units that were on their way when the group was last planned, in an order that depends on where they were then.
    pub units: &'a [UnitId],
    /// The unit nearest to the mean of their positions.
    pub leader: UnitId,
    /// The leader's path as of the last plan, in metres. Empty where it is not known yet.
    pub path: &'a [Vec2],
    /// The group's flow field, on its window; `None` if it has no window or the field could not be solved.
    pub field: Option<&'a FlowField>,
    /// The tick whose state the field shows; `None` without a field. It is the older, the longer plans take
    /// ([`WorldParameters::plan_latency`](crate::WorldParameters::plan_latency)) and the fewer cells may be planned
    /// in a tick ([`WorldParameters::plan_cells`](crate::WorldParameters::plan_cells)).
    pub planned: Option<u64>,
    /// Where the field begins: goal cells and, where ways leave the window, what remains from there.
    pub seeds: &'a [Goal],
    /// Where the leader's path leaves the window; `None` if it ends inside or there is no window.
    pub exit: Option<Vec2>,
    /// Density and mean velocity of all units in the window.
    pub crowd: Option<&'a Crowd>,
    /// What the ground in the window is like: costs, heights, discomfort; `None` where it is plain.
    pub terrain: Option<&'a Terrain>,
    /// The walls on the window.
    pub steps: Option<&'a Steps>,
    /// The window's island of each of its cells, and what else its walls know.
    pub walls: Option<&'a Walls>,
}

/// Units of one order, class and band that are near each other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Group {
    /// By which its units know it, see [`Groups`](super::all::Groups).
    pub(crate) number: u32,
    pub(crate) order: OrderId,
    pub(crate) class: usize,
    /// The index of the way point that they head for; `None` if it is the order's goal.
    pub(crate) way_point: Option<u32>,
    pub(crate) band: u32,
    /// In the order of their positions when it was formed.
    pub(crate) units: Crew,
    pub(crate) leader: UnitId,
    /// Since which tick it has waited for a plan to be asked for, if it does.
    pub(crate) due: Option<u64>,
    /// The way to its places; `None` for orders of few units, and until it is made.
    #[serde(skip)]
    pub(crate) guide: Option<Arc<Guide>>,
    pub(crate) window: Option<Arc<Window>>,
    /// The plan that was asked for and is not used yet.
    pub(crate) plan: Option<Plan>,
}

clone_by_fields!(Group {
    number,
    order,
    class,
    way_point,
    band,
    units,
    leader,
    due,
    guide,
    window,
    plan
});

/// A plan under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) pending: Pending<PlanInput>,
    /// The cells of its window.
    #[serde(with = "frame")]
    pub(crate) frame: Option<Frame>,
    /// Whether the walls have changed since it was asked for.
    pub(crate) is_touched: bool,
}

impl Plan {
    /// Gets it done; it is used when it is due.
    pub(crate) fn finish(&mut self) {
        self.pending.finish();
    }

    /// Returns whether one of some areas reaches into its window.
    pub(crate) fn touches(&self, areas: &[Bounds]) -> bool {
        self.frame.is_some_and(|frame| reaches_into(areas, &frame))
    }
}

impl Group {
    /// The bytes that its window takes.
    pub(crate) fn bytes(&self) -> usize {
        self.window.as_ref().map_or(0, |window| window.bytes())
    }

    /// Returns whether a plan for it may be asked for.
    pub(crate) fn waits(&self) -> bool {
        self.due.is_some() && self.plan.is_none()
    }

    /// Returns what its units have in common.
    pub(crate) fn cohort(&self) -> Cohort {
        let Self { order, class, way_point, band, .. } = *self;
        Cohort { order, class, way_point, band }
    }

    /// Returns what may be read of it; `path` is the leader's own path, if the group has none.
    pub(crate) fn view<'a>(&'a self, path: &'a [Vec2]) -> GroupView<'a> {
        let window = self.window.as_deref();
        let solved = window.filter(|window| window.solved);
        let walls = window.and_then(|window| window.walls.as_deref());
        GroupView {
            order: self.order,
            class: self.class,
            units: &self.units,
            leader: self.leader,
            path: window.map_or(path, |window| &window.path),
            field: solved.map(|window| &window.field),
            planned: solved.map(|window| window.tick),
            seeds: solved.map_or(&[], |window| &window.seeds),
            exit: window.and_then(|window| window.exit),
            crowd: window.and_then(|window| window.crowd.as_ref()),
            terrain: window.and_then(|window| window.terrain.as_ref()),
            steps: walls.map(Walls::steps),
            walls,
        }
    }
}
