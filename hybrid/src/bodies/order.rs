//! Orders: where units shall go.

use glam::Vec2;

/// Where the units of an order shall go.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// One point for all, in metres: the world gives each unit a place of its own round it.
    Point(Vec2),
    /// One point for each unit, in metres, in the order of the units.
    Each(Vec<Vec2>),
}

/// What the world keeps of an order.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// What units that share one point have in common.
    pub(crate) shared: Option<Shared>,
    /// How many units have it as their order. An order without units is forgotten.
    pub(crate) units: usize,
    /// Counted up from order to order: spreads the plans of orders over the ticks.
    pub(crate) number: u64,
    /// Whether its units have been grouped since it was given.
    pub(crate) planned: bool,
    /// What the game keeps with it.
    pub(crate) user_data: u64,
}

/// A place round a shared goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slot {
    pub(crate) place: Vec2,
    /// How far it is to walk there from where the approach reaches the slots, in metres along the lattice.
    pub(crate) depth: f32,
}

/// What is known of a point that all units of an order share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) goal: Vec2,
    /// The distance between neighbouring slots round it, in metres.
    pub(crate) spacing: f32,
    /// The way there from the middle of the units, when the order was given.
    pub(crate) approach: Vec<Vec2>,
    /// How far at most a slot is from the goal, along the approach, in metres.
    pub(crate) reach: f32,
}

impl Order {
    /// Whether its groups are planned in this tick: in the first one, then every `period` ticks.
    pub(crate) fn is_due(&self, tick: u64, period: u64) -> bool {
        !self.planned || (tick + self.number).is_multiple_of(period)
    }
}
