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
    /// The point that all units share, if they do, and the spacing of the slots round it, in metres.
    pub(crate) shared: Option<(Vec2, f32)>,
    /// How many units have it as their order. An order without units is forgotten.
    pub(crate) units: usize,
    /// Counted up from order to order: spreads the plans of orders over the ticks.
    pub(crate) number: u64,
    /// Whether its units have been grouped since it was given.
    pub(crate) planned: bool,
}

impl Order {
    /// Whether its groups are planned in this tick: in the first one, then every `period` ticks.
    pub(crate) fn is_due(&self, tick: u64, period: u64) -> bool {
        !self.planned || (tick + self.number).is_multiple_of(period)
    }
}
