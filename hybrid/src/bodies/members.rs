//! Which units have which order, so that nobody has to look through all units for those of one.

use std::collections::BTreeSet;

use slotmap::{SecondaryMap, SlotMap};

use super::unit::Body;
use crate::base::handle::{OrderId, UnitId};

/// The units of each order, in id order.
#[derive(Clone, Debug, Default)]
pub(crate) struct OrderMembers {
    of: SecondaryMap<OrderId, BTreeSet<UnitId>>,
}

impl OrderMembers {
    /// Reads it off the units.
    pub(crate) fn new(bodies: &SlotMap<UnitId, Body>) -> Self {
        let mut members = Self::default();
        for (unit, body) in bodies {
            if let Some(task) = &body.task {
                members.enter(task.order, unit);
            }
        }
        members
    }

    /// Returns the units of an order, in id order.
    pub(crate) fn of(&self, order: OrderId) -> impl Iterator<Item = UnitId> + Clone {
        self.of.get(order).into_iter().flatten().copied()
    }

    /// Returns how many units have an order.
    pub(crate) fn count(&self, order: OrderId) -> usize {
        self.of.get(order).map_or(0, BTreeSet::len)
    }

    /// Notes that a unit has an order.
    pub(crate) fn enter(&mut self, order: OrderId, unit: UnitId) {
        if let Some(entry) = self.of.entry(order) {
            entry.or_default().insert(unit);
        }
    }

    /// Notes that a unit has an order no longer.
    pub(crate) fn strike(&mut self, order: OrderId, unit: UnitId) {
        if let Some(units) = self.of.get_mut(order) {
            units.remove(&unit);
            if units.is_empty() {
                self.of.remove(order);
            }
        }
    }
}
