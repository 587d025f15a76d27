//! Handles.

use serde::{Deserialize, Serialize};
use slotmap::Key;

slotmap::new_key_type! {
    /// The handle of an obstacle of a world. A handle is never used twice.
    pub struct ObstacleId;
    /// The handle of an area. A handle is never used twice.
    pub struct AreaId;
    /// The handle of a discomfort. A handle is never used twice.
    pub struct DiscomfortId;
    /// Names ground on which the world levies surcharges.
    pub(crate) struct SurchargeId;
    /// The handle of a link. A handle is never used twice.
    pub struct LinkId;
    /// The handle of a unit. A handle is never used twice.
    pub struct UnitId;
    /// The handle of an order. A handle is never used twice.
    pub struct OrderId;
}

/// Counted up from order to order, a number of its own for each that is in force: by it they take turns, so that not all
/// of their units are looked at in the same tick.
pub(crate) fn turn(order: OrderId) -> u32 {
    // Handles are numbered from 1, in the lower half.
    (order.data().as_ffi() as u32).wrapping_sub(1)
}

/// The turn of those that have no order.
pub(crate) const NO_TURN: u32 = u32::MAX;

/// The handle of anything in a world that carries user data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ObjectId {
    /// An obstacle.
    Obstacle(ObstacleId),
    /// A unit.
    Unit(UnitId),
    /// An order.
    Order(OrderId),
    /// An area.
    Area(AreaId),
    /// A link.
    Link(LinkId),
}

impl From<ObstacleId> for ObjectId {
    fn from(id: ObstacleId) -> Self {
        Self::Obstacle(id)
    }
}

impl From<AreaId> for ObjectId {
    fn from(id: AreaId) -> Self {
        Self::Area(id)
    }
}

impl From<LinkId> for ObjectId {
    fn from(id: LinkId) -> Self {
        Self::Link(id)
    }
}

impl From<UnitId> for ObjectId {
    fn from(id: UnitId) -> Self {
        Self::Unit(id)
    }
}

impl From<OrderId> for ObjectId {
    fn from(id: OrderId) -> Self {
        Self::Order(id)
    }
}
