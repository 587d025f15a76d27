//! In what two worlds differ that should be alike.

use crate::base::handle::{ObstacleId, OrderId, UnitId};
use crate::world::state::World;

/// The first thing in which two worlds differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// They have had different numbers of steps.
    Tick,
    /// An obstacle is in one of them only, or lies elsewhere.
    Obstacle(ObstacleId),
    /// An order is in one of them only.
    Order(OrderId),
    /// A unit is in one of them only, or is elsewhere, or moves or does otherwise.
    Unit(UnitId),
    /// All these are alike, but the worlds' hashes differ.
    State,
}

impl World {
    /// Returns the first thing in which two worlds differ: obstacles before orders before units, each by their handles; `None`
    /// where their hashes are equal.
    pub fn first_difference(&self, other: &Self) -> Option<Difference> {
        if self.state_hash() == other.state_hash() {
            return None;
        }
        if self.tick != other.tick {
            return Some(Difference::Tick);
        }
        let obstacles = || {
            let all = self.obstacles().chain(other.obstacles());
            let differs = |id: &ObstacleId| {
                let outline = |world: &Self| world.obstacle(*id).map(|view| view.outline.clone());
                outline(self) != outline(other)
            };
            all.filter(differs).min().map(Difference::Obstacle)
        };
        let orders = || {
            let all = self.core.orders.keys().chain(other.core.orders.keys());
            let has = |world: &Self, id| world.core.orders.contains_key(id);
            all.filter(|&id| has(self, id) != has(other, id)).min().map(Difference::Order)
        };
        let units = || {
            let all = self.core.bodies.keys().chain(other.core.bodies.keys());
            all.filter(|&id| self.unit(id) != other.unit(id)).min().map(Difference::Unit)
        };
        obstacles().or_else(orders).or_else(units).or(Some(Difference::State))
    }
}
