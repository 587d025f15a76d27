//! Units that join an order one after the other: what is known of the room for them.

use glam::Vec2;

use crate::base::handle::OrderId;

/// How much room there is for the units of an order that others are joining: so that it is not looked for again with each.
/// What it says follows from the rest of the world: it is not saved.
#[derive(Clone, Debug)]
pub(crate) struct Gathering {
    pub(crate) order: OrderId,
    /// When it was found.
    pub(crate) tick: u64,
    /// The order's goal, and the point that its units must reach.
    pub(crate) goals: [Vec2; 2],
    /// The greatest radius of a unit that has the order or joins it, in metres.
    pub(crate) radius: f32,
    /// Their classes, and the version of the mesh of each.
    pub(crate) classes: Vec<(usize, u64)>,
    /// For so many units there are places.
    pub(crate) room: usize,
    /// Whether there are no more.
    pub(crate) is_all: bool,
}
