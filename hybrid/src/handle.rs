//! Handles.

slotmap::new_key_type! {
    /// The handle of an obstacle of a world. A handle is never used twice.
    pub struct ObstacleId;
    /// The handle of an area. A handle is never used twice.
    pub struct AreaId;
    /// The handle of a unit. A handle is never used twice.
    pub struct UnitId;
    /// The handle of an order. A handle is never used twice.
    pub struct OrderId;
}

/// The handle of anything in a world that carries user data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ObjectId {
    /// An obstacle.
    Obstacle(ObstacleId),
    /// A unit.
    Unit(UnitId),
    /// An order.
    Order(OrderId),
}

impl From<ObstacleId> for ObjectId {
    fn from(id: ObstacleId) -> Self {
        Self::Obstacle(id)
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
