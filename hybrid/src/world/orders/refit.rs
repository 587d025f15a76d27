//! Units that were changed under way get other places where they need them.

use std::collections::BTreeMap;

use crate::base::handle::{OrderId, UnitId};
use crate::base::tolerances::ROUNDING;
use crate::world::state::World;

impl World {
    /// After units were changed, some of which have another radius: gives those another place that could not stand at the one
    /// that they had, or would stand in their neighbours, and to those that follow a unit with another radius.
    pub(crate) fn place_changed(&mut self, changed: &[UnitId], resized: &[UnitId]) {
        // What is known of the room of an order was said for other units.
        self.gathering = None;
        let mut narrow: BTreeMap<OrderId, Vec<UnitId>> = BTreeMap::new();
        for &unit in resized.iter().filter(|&&unit| !self.is_wide_enough(unit)) {
            if let Some(task) = &self.core.bodies[unit].task {
                narrow.entry(task.order).or_default().push(unit);
            }
        }
        for (order, units) in narrow {
            self.place_wider(order, &units);
        }
        self.follow_resized(resized);
        self.look_for_losses_of(changed);
    }

    /// Returns whether a unit has room at its place beside those of others.
    fn is_wide_enough(&self, unit: UnitId) -> bool {
        let body = &self.core.bodies[unit];
        let Some(task) = &body.task else { return true };
        let order = self.core.orders.get(task.order);
        let shared = order.and_then(|order| order.shared.get(task.band as usize));
        let spacing = 2.0 * body.radius * self.core.definition.parameters.slot_spacing;
        shared.is_none_or(|shared| spacing <= shared.spacing + ROUNDING)
    }

    /// Gives units of an order places that are farther apart: round those of the others, or, if nobody is near the goal yet, all
    /// together, with the next step.
    fn place_wider(&mut self, id: OrderId, units: &[UnitId]) {
        let has_begun = self.has_begun(id);
        let Some(known) = self.core.orders.get_mut(id) else { return };
        let Some(goal) = known.goal else { return };
        known.planned = false;
        if !has_begun {
            known.shared.clear();
            return;
        }
        let mut order = known.clone();
        let taken = self.ends(id, units);
        let sent = self.send_to(&mut order, goal, units, &taken);
        self.core.orders[id] = order;
        self.send_on(id, sent);
    }
}
