//! Orders whose units go no faster than the slowest of them.

use crate::base::handle::OrderId;
use crate::bodies::formation::Pace;
use crate::world::state::World;

impl World {
    /// Tells the units of orders that keep together how fast they may go: whoever joins or leaves such an order may change it.
    pub(crate) fn keep_pace(&mut self) {
        let slow = self.core.orders.iter().filter(|(_, order)| order.pace == Pace::Slowest);
        let slow: Vec<OrderId> = slow.map(|(id, _)| id).collect();
        for id in slow {
            let members = self.members.of(id);
            let speeds = members.clone().map(|unit| self.core.bodies[unit].max_speed);
            let pace = speeds.fold(f32::INFINITY, f32::min);
            for unit in members {
                if let Some(task) = &mut self.core.bodies[unit].task {
                    task.pace = pace;
                }
            }
        }
    }
}
