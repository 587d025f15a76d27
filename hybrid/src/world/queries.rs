//! Questions between two steps: which units are where, and what there is.

use glam::Vec2;

use crate::base::handle::{AreaId, ObstacleId, OrderId, UnitId};
use crate::base::region::Region;
use crate::bodies::unit::Body;
use crate::bodies::view::Unit;
use crate::error::WorldError;
use crate::world::state::World;

impl World {
    /// The units whose centres lie in a region now, in the order of their handles. Right at any time between two steps,
    /// also for units that were added, removed or put elsewhere since the last one; from several threads at once.
    ///
    /// The first question after a step sorts all units; after that it costs as much as there are units near the region.
    ///
    /// # Errors
    /// The region's numbers are not finite, its corners the wrong way round, or its radius negative.
    pub fn units_in(&self, region: &Region) -> Result<Vec<UnitId>, WorldError> {
        check(*region)?;
        Ok(self.finder.within(&self.core.bodies, region))
    }

    /// The unit whose centre is nearest to a point, of those at most `reach` metres away for which `will_do` says yes: of
    /// one team for instance; of equally near ones the one with the least handle. `None` if there is none.
    ///
    /// # Errors
    /// The point is not finite, or `reach` is negative or not a number. It may be infinite.
    pub fn nearest_unit(
        &self,
        point: Vec2,
        reach: f32,
        will_do: impl Fn(&Unit) -> bool,
    ) -> Result<Option<UnitId>, WorldError> {
        let bounded = if reach == f32::INFINITY { 0.0 } else { reach };
        check(Region::Circle { center: point, radius: bounded })?;
        let will_do = |unit, body: &Body| will_do(&body.view(unit));
        Ok(self.finder.nearest(&self.core.bodies, point, reach, will_do))
    }

    /// All obstacles, in the order of their handles; those too that are still to take effect.
    pub fn obstacles(&self) -> impl Iterator<Item = ObstacleId> {
        self.core.meshes.obstacles()
    }

    /// All areas, in the order of their handles; those too that are still to take effect.
    pub fn areas(&self) -> impl Iterator<Item = AreaId> {
        self.core.meshes.areas()
    }

    /// All orders that units have, in the order of their handles.
    pub fn orders(&self) -> impl Iterator<Item = OrderId> {
        self.core.orders.keys()
    }

    /// The units that have an order, in the order of their handles; none if the handle is stale.
    pub fn units_of(&self, order: OrderId) -> impl Iterator<Item = UnitId> {
        self.members.of(order)
    }
}

fn check(region: Region) -> Result<(), WorldError> {
    if region.is_valid() { Ok(()) } else { Err(WorldError::Region { region }) }
}
