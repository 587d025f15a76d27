//! Handles.

slotmap::new_key_type! {
    /// The handle of an obstacle of a world. A handle is never used twice.
    pub struct ObstacleId;
    /// The handle of a unit. A handle is never used twice.
    pub struct UnitId;
    /// The handle of an order. A handle is never used twice.
    pub struct OrderId;
}
