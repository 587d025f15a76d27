//! What an order of a scene says beside its goal.

use hybrid::{Formation, Pace, Repeat, Unreachable};

use crate::scenes::followed::Followed;
use crate::scenes::scene::{Block, Event, Scene};

/// What an order says beside its goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms<'a> {
    /// Whom the units follow.
    pub follow: Option<&'a Followed>,
    /// Which points they pass first.
    pub way_points: &'a [[f32; 2]],
    /// Whether they go on after the goal.
    pub repeat: Option<Repeat>,
    /// How near they go, in metres.
    pub range: Option<f32>,
    /// What becomes of those who cannot get there.
    pub unreachable: Option<Unreachable>,
    /// How their places lie to each other.
    pub formation: Option<&'a Formation>,
    /// How fast they go.
    pub pace: Pace,
}

impl Terms<'_> {
    /// Whether anything is said beside the goal, but for whom the units follow.
    pub fn are_any(&self) -> bool {
        let Self { way_points, repeat, range, unreachable, .. } = self;
        !way_points.is_empty() || repeat.is_some() || range.is_some() || unreachable.is_some()
    }
}

impl Block {
    /// What the order of its units says beside the goal.
    pub fn terms(&self) -> Terms<'_> {
        let Self { follow, way_points, repeat, range, unreachable, .. } = self;
        let (repeat, range, unreachable) = (*repeat, *range, *unreachable);
        let (formation, pace) = (self.formation.as_ref(), self.pace);
        let follow = follow.as_ref();
        Terms { follow, way_points, repeat, range, unreachable, formation, pace }
    }
}

impl Event {
    /// What the order that it gives says beside the goal.
    pub fn terms(&self) -> Terms<'_> {
        let Self { follow, way_points, repeat, range, unreachable, .. } = self;
        let (repeat, range, unreachable) = (*repeat, *range, *unreachable);
        let (follow, formation, pace) = (follow.as_ref(), None, Pace::Own);
        Terms { follow, way_points, repeat, range, unreachable, formation, pace }
    }
}

impl Scene {
    /// The first block that goes to the same point as a block: they share one order, so that all
    /// units get slots of their own around it, if their orders say the same beside it. A block with goals of its own, or none,
    /// stands alone.
    pub fn order_of(&self, block: usize) -> usize {
        let point = |index: usize| self.blocks[index].goal.as_ref().and_then(|goal| goal.point);
        let shares = |&other: &usize| {
            point(other).is_some()
                && point(other) == point(block)
                && self.blocks[other].terms() == self.blocks[block].terms()
        };
        (0..block).find(shares).unwrap_or(block)
    }
}
