//! In what two worlds differ that should be alike.

use crate::base::handle::{AreaId, LinkId, ObstacleId, OrderId, UnitId};
use crate::world::state::World;

/// The first thing in which two worlds differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// They have had different numbers of steps.
    Tick,
    /// An obstacle is in one of them only, or lies elsewhere.
    Obstacle(ObstacleId),
    /// An area is in one of them only, or lies elsewhere, or its ground is another.
    Area(AreaId),
    /// A link is in one of them only, or leads elsewhere.
    Link(LinkId),
    /// An order is in one of them only.
    Order(OrderId),
    /// A unit is in one of them only, or is elsewhere, or moves or does otherwise.
    Unit(UnitId),
    /// All these are alike, but the worlds' hashes differ.
    State,
}

impl World {
    /// Returns the first thing in which two worlds differ: obstacles before areas, links, orders and units, each by their
    /// handles. It looks at all of them, also where the [hashes](Self::state_hash) of the worlds are equal, as those do not tell of ground.
    pub fn first_difference(&self, other: &Self) -> Option<Difference> {
        if self.tick != other.tick {
            return Some(Difference::Tick);
        }
        let obstacle = first(self.obstacles().chain(other.obstacles()), |id| {
            let [one, two] = [self, other].map(|world| world.obstacle(id));
            one.map(|view| view.outline) != two.map(|view| view.outline)
        });
        let area = || {
            first(self.areas().chain(other.areas()), |id| {
                let [one, two] = [self, other].map(|world| world.area(id));
                one.map(|view| (view.outline, view.area))
                    != two.map(|view| (view.outline, view.area))
            })
        };
        let link = || {
            let all = self.links().chain(other.links());
            first(all.map(|(id, _)| id), |id| self.link(id) != other.link(id))
        };
        let order = || {
            let [one, two] = [self, other].map(|world| &world.core.orders);
            first(one.keys().chain(two.keys()), |id| one.contains_key(id) != two.contains_key(id))
        };
        let unit = || {
            let all = self.core.bodies.keys().chain(other.core.bodies.keys());
            first(all, |id| self.unit(id) != other.unit(id))
        };
        obstacle
            .map(Difference::Obstacle)
            .or_else(|| area().map(Difference::Area))
            .or_else(|| link().map(Difference::Link))
            .or_else(|| order().map(Difference::Order))
            .or_else(|| unit().map(Difference::Unit))
            .or_else(|| (self.state_hash() != other.state_hash()).then_some(Difference::State))
    }
}

/// The least of the handles of which something differs.
fn first<Id: Ord + Copy>(
    all: impl Iterator<Item = Id>,
    differs: impl Fn(Id) -> bool,
) -> Option<Id> {
    all.filter(|&id| differs(id)).min()
}
