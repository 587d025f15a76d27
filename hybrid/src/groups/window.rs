//! The window of a group.

use std::sync::Arc;

use flowfield::{Crowd, FlowField, Frame, Goal, Terrain};
use glam::Vec2;
use navmesh::Bounds;
use serde::{Deserialize, Serialize};

use crate::grids::walls::Walls;
use crate::saving::field;

/// The window of a group: a piece of the world's lattice with walls, crowd and flow field.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Window {
    /// Those of the mesh as it is now; shared with the plan under way. `None` before the first plan.
    #[serde(skip)]
    pub(crate) walls: Option<Arc<Walls>>,
    /// What the ground was like when it was planned; `None` where it is plain.
    #[serde(skip)]
    pub(crate) terrain: Option<Terrain>,
    #[serde(skip)]
    pub(crate) crowd: Option<Crowd>,
    #[serde(with = "field")]
    pub(crate) field: FlowField,
    /// Whether nothing but units of the group's order was in it: no wall, nobody else.
    pub(crate) is_its_own: bool,
    /// The tick whose state the field shows.
    pub(crate) tick: u64,
    /// Whether the field is that of the last plan.
    pub(crate) solved: bool,
    /// Where the field begins.
    #[serde(with = "field::seeds")]
    pub(crate) seeds: Vec<Goal>,
    /// The leader's path as of the last plan, and where it leaves the window; `None` if it ends inside.
    pub(crate) path: Vec<Vec2>,
    pub(crate) exit: Option<Vec2>,
    /// What the next plan with these buffers uses again.
    #[serde(skip)]
    pub(crate) room: PlanScratch,
}

/// Buffers of plans.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlanScratch {
    /// Walls of a former plan.
    pub(crate) walls: Option<Arc<Walls>>,
    /// The ground of a former plan, where that of the last one was plain.
    pub(crate) terrain: Option<Terrain>,
    /// Where the units go.
    pub(crate) places: Vec<Vec2>,
    /// The most cells that it has had.
    pub(crate) cells: usize,
}

/// The most steps of two cells along which a field is followed.
const LONGEST_TRACE: usize = 256;

impl Window {
    /// Points along the way that the field shows from a point, two cells apart, to a goal or to the window's border.
    pub(crate) fn trace(&self, from: Vec2) -> impl Iterator<Item = Vec2> {
        let (step, mut at) = (2.0 * self.field.frame().cell_size, from);
        let points = std::iter::from_fn(move || {
            let way = self.field.sample(at)?.normalize_or_zero();
            at += way * step;
            (way != Vec2::ZERO).then_some(at)
        });
        points.take(if self.solved { LONGEST_TRACE } else { 0 })
    }

    /// The bytes that crowd and field take.
    pub(crate) fn bytes(&self) -> usize {
        self.field.bytes() + self.crowd.as_ref().map_or(0, Crowd::bytes)
    }

    /// Returns whether one of some areas reaches into the window.
    pub(crate) fn touches(&self, areas: &[Bounds]) -> bool {
        reaches_into(areas, self.field.frame())
    }
}

/// Returns whether one of some areas reaches into a frame.
pub(super) fn reaches_into(areas: &[Bounds], frame: &Frame) -> bool {
    let own = Bounds::new(frame.min(), frame.max());
    areas.iter().any(|area| area.intersection(&own).is_some())
}
