//! Groups: units of one order that walk together, and the window round them.

use std::sync::Arc;

use flowfield::{Crowd, FlowField, Goal, Steps, Terrain};
use glam::Vec2;
use navmesh::Bounds;

use super::guide::{Guide, Kind};
use crate::grids::walls::Walls;
use crate::handle::{OrderId, UnitId};

/// What a game or a picture may read of a group. Groups live from one plan to the next.
#[derive(Clone, Copy, Debug)]
pub struct GroupView<'a> {
    /// The order that its units share.
    pub order: OrderId,
    /// Their radius class.
    pub class: usize,
    /// The units that were on their way when the group was last planned, in id order.
    pub units: &'a [UnitId],
    /// The unit nearest to the mean of their positions.
    pub leader: UnitId,
    /// The leader's path as of the last plan, in metres. Empty where it is not known yet.
    pub path: &'a [Vec2],
    /// The group's flow field, on its window; `None` if it has no window or the field could not be solved.
    pub field: Option<&'a FlowField>,
    /// Where the field begins: goal cells and, where ways leave the window, what remains from there.
    pub seeds: &'a [Goal],
    /// Where the leader's path leaves the window; `None` if it ends inside or there is no window.
    pub exit: Option<Vec2>,
    /// Density and mean velocity of all units in the window.
    pub crowd: Option<&'a Crowd>,
    /// The walls on the window.
    pub steps: Option<&'a Steps>,
    /// The window's island of each of its cells, and what else its walls know.
    pub walls: Option<&'a Walls>,
}

/// Units of one order, class and band that are near each other.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) order: OrderId,
    pub(crate) class: usize,
    pub(crate) band: u32,
    /// In id order; at least one.
    pub(crate) units: Vec<UnitId>,
    pub(crate) leader: UnitId,
    /// Whether it waits for a plan in this tick.
    pub(crate) due: bool,
    /// The way to its places; `None` for orders of few units, and until it is made.
    pub(crate) guide: Option<Arc<Guide>>,
    pub(crate) window: Option<Box<Window>>,
}

/// The window of a group: a piece of the world's lattice with walls, crowd and flow field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    /// `None` if an edit of the mesh has made them out of date.
    pub(crate) walls: Option<Walls>,
    /// What the ground is like, made with the walls; `None` where it is plain.
    pub(crate) terrain: Option<Terrain>,
    pub(crate) crowd: Option<Crowd>,
    pub(crate) field: FlowField,
    /// Whether nothing but units of the group's order was in it: no wall, nobody else.
    pub(crate) is_its_own: bool,
    /// Whether the field is that of the last plan.
    pub(crate) solved: bool,
    /// Where the field begins.
    pub(crate) seeds: Vec<Goal>,
    /// The leader's path as of the last plan, and where it leaves the window; `None` if it ends inside.
    pub(crate) path: Vec<Vec2>,
    pub(crate) exit: Option<Vec2>,
}

impl Group {
    /// What its units have in common.
    pub(crate) fn kind(&self) -> Kind {
        (self.order, self.class, self.band)
    }

    /// What may be read of it; `path` is the leader's own path, if the group has none.
    pub(crate) fn view<'a>(&'a self, path: &'a [Vec2]) -> GroupView<'a> {
        let window = self.window.as_deref();
        let solved = window.filter(|window| window.solved);
        let walls = window.and_then(|window| window.walls.as_ref());
        GroupView {
            order: self.order,
            class: self.class,
            units: &self.units,
            leader: self.leader,
            path: window.map_or(path, |window| &window.path),
            field: solved.map(|window| &window.field),
            seeds: solved.map_or(&[], |window| &window.seeds),
            exit: window.and_then(|window| window.exit),
            crowd: window.and_then(|window| window.crowd.as_ref()),
            steps: walls.map(Walls::steps),
            walls,
        }
    }
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

    /// Whether one of some areas reaches into the window.
    pub(crate) fn touches(&self, areas: &[Bounds]) -> bool {
        let frame = self.field.frame();
        let own = Bounds::new(frame.min(), frame.max());
        areas.iter().any(|area| area.intersection(&own).is_some())
    }
}
