//! What a game keeps with the objects of a world.

use crate::base::handle::ObjectId;
use crate::error::WorldError;
use crate::recording::call::Call;
use crate::world::state::World;

impl World {
    /// Returns what the game keeps with an obstacle, a unit, an order, an area or a link: 0, unless it was set. `None` if the
    /// handle is stale.
    pub fn user_data(&self, object: impl Into<ObjectId>) -> Option<u64> {
        match object.into() {
            ObjectId::Obstacle(obstacle) => self.core.meshes.user_data(obstacle),
            ObjectId::Unit(unit) => self.core.bodies.get(unit).map(|unit| unit.user_data),
            ObjectId::Order(order) => self.core.orders.get(order).map(|order| order.user_data),
            ObjectId::Area(area) => self.core.meshes.area_data(area),
            ObjectId::Link(link) => self.core.meshes.link_data(link),
        }
    }

    /// Keeps a number with an obstacle, a unit, an order, an area or a link, for as long as that lives: an index or an address of the
    /// game's own. The world never looks at it; it is saved with the world.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn set_user_data(
        &mut self,
        object: impl Into<ObjectId>,
        user_data: u64,
    ) -> Result<(), WorldError> {
        let object = object.into();
        self.note(|| Call::SetUserData { object, user_data });
        let kept = match object {
            ObjectId::Obstacle(obstacle) => self.core.meshes.user_data_mut(obstacle),
            ObjectId::Unit(unit) => self.core.bodies.get_mut(unit).map(|unit| &mut unit.user_data),
            ObjectId::Order(order) => {
                self.core.orders.get_mut(order).map(|order| &mut order.user_data)
            }
            ObjectId::Area(area) => self.core.meshes.area_data_mut(area),
            ObjectId::Link(link) => self.core.meshes.link_data_mut(link),
        };
        *kept.ok_or(WorldError::StaleObject { object })? = user_data;
        Ok(())
    }
}
