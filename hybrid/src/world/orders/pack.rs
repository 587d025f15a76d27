//! Places of units of one order: which unit gets which.

use std::collections::BTreeMap;

use super::share::Party;
use crate::arrival::packing::{SizeGroup, packed};
use crate::arrival::places::{remaining, slots};
use crate::arrival::taken::Given;
use crate::base::handle::UnitId;
use crate::bodies::order::{Order, SharedGoal, Slot};
use crate::world::state::World;

/// Units whose radii differ by no more than this share are of one size.
const ALIKE: f32 = 0.1;

impl World {
    /// Returns the slots of the units of a party, the first ones for the foremost units of each size; `None` for those for whom
    /// there is no room.
    pub(super) fn placed(
        &self,
        order: &Order,
        party: &Party,
        shared: &SharedGoal,
        given: Given<'_>,
    ) -> Vec<(UnitId, Option<Slot>)> {
        // Of units that have as far to go the place decides, so that it does not matter which one was made first.
        let rest = |unit: &UnitId| {
            let position = self.core.bodies[*unit].position;
            let rest = remaining(&shared.approach, position).to_bits();
            (rest, position.to_array().map(f32::to_bits), *unit)
        };
        let mut front_first = party.units.clone();
        front_first.sort_by_cached_key(rest);
        if let Some(placed) = self.in_formation(order, party, shared, given) {
            return placed;
        }
        if let Some(placed) = self.packed_by_size(order, &front_first, shared, given) {
            return placed;
        }
        let meshes = self.meshes_for(&party.units);
        let found = slots(&meshes, shared, party.units.len(), given.taken, given.others);
        let slot = |(index, unit)| (unit, found.get(index).copied());
        front_first.into_iter().enumerate().map(slot).collect()
    }

    /// Returns whether units are of several sizes.
    pub(super) fn are_mixed(&self, units: &[UnitId]) -> bool {
        let radii = units.iter().map(|&unit| self.core.bodies[unit].radius);
        radii.fold(f32::INFINITY, f32::min) < (1.0 - ALIKE) * self.greatest_radius(units)
    }

    /// Returns slots for units of several sizes, each as close as its size allows; `None` where all are of one size, or there is
    /// no such room.
    fn packed_by_size(
        &self,
        order: &Order,
        front_first: &[UnitId],
        shared: &SharedGoal,
        given: Given<'_>,
    ) -> Option<Vec<(UnitId, Option<Slot>)>> {
        if !self.are_mixed(front_first) {
            return None;
        }
        let radius = |unit: UnitId| self.core.bodies[unit].radius;
        let mut sizes: Vec<(f32, Vec<UnitId>)> = Vec::new();
        let mut by_size = front_first.to_vec();
        by_size.sort_by(|&one, &other| radius(other).total_cmp(&radius(one)));
        for unit in by_size {
            match sizes.last_mut() {
                Some((greatest, units)) if radius(unit) >= (1.0 - ALIKE) * *greatest => {
                    units.push(unit)
                }
                _ => sizes.push((radius(unit), vec![unit])),
            }
        }
        let group = |(radius, units): &(f32, Vec<UnitId>)| SizeGroup {
            kind: radius.to_bits(),
            spacing: self.spacing_of(order, *radius),
            count: units.len(),
            meshes: self.meshes_for(units),
        };
        let groups: Vec<SizeGroup<'_>> = sizes.iter().map(group).collect();
        let found = packed(&self.meshes_for(front_first), shared, &groups, given)?;
        // Those of about one size are sorted by radius: the foremost first again.
        let mut index = BTreeMap::new();
        index.extend(front_first.iter().enumerate().map(|(index, &unit)| (unit, index)));
        let of_size = sizes.into_iter().zip(found).flat_map(|((_, mut units), slots)| {
            units.sort_by_key(|unit| index.get(unit).copied());
            units.into_iter().zip(slots.into_iter().map(Some))
        });
        Some(of_size.collect())
    }
}
