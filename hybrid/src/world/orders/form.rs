//! Formations: where the units of an order stand that has one.

use std::collections::BTreeMap;

use glam::Vec2;

use super::share::Party;
use crate::arrival::arrangement::{FormationPost, arranged};
use crate::arrival::bending::{FormationGround, WantedPost, bent};
use crate::arrival::matching::matched;
use crate::arrival::taken::Given;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::formation::{Formed, Front, Shape};
use crate::bodies::order::{Order, SharedGoal, Slot};
use crate::world::state::World;

impl World {
    /// Says where the front of an order's formation is, if nobody did: where the way to the goal leads on.
    pub(super) fn face_ahead(&self, order: &mut Order, shared: &SharedGoal) {
        let Some(formed) = &mut order.formed else { return };
        if formed.formation.facing.is_none()
            && let Some(direction) = shared.direction()
        {
            formed.facing = direction;
        }
    }

    /// Returns the slots of the units of a formation that is made of ranks, or of offsets. `None` if there is none, or no room for
    /// it; or if units join those that have their places already, or do not get to the goal.
    pub(super) fn in_formation(
        &self,
        order: &Order,
        party: &Party,
        shared: &SharedGoal,
        given: Given<'_>,
    ) -> Option<Vec<(UnitId, Option<Slot>)>> {
        let formed = order.formed.as_ref()?;
        if party.lost.is_some() || !given.taken.is_empty() {
            return None;
        }
        let (units, posts) = self.posts(formed, &party.units)?;
        let world = |post: &FormationPost| shared.goal + formed.facing.rotate(post.at);
        let wanted: Vec<WantedPost<'_>> = units
            .iter()
            .zip(&posts)
            .map(|(&unit, post)| {
                let body = &self.core.bodies[unit];
                let mesh = self.core.meshes.of(body.class());
                WantedPost { at: world(post), radius: body.radius, mesh }
            })
            .collect();
        let is_loose = matches!(formed.formation.shape, Shape::Offsets(_));
        let spacing = if is_loose { 0.0 } else { formed.formation.spacing };
        let ground = FormationGround { goal: shared.goal, approach: &shared.approach, spacing };
        let places = bent(&wanted, &ground)?;
        let ahead = shared.direction().unwrap_or(formed.facing);
        let nearest = places.iter().map(|place| place.dot(ahead)).fold(f32::INFINITY, f32::min);
        let mut slots = Vec::with_capacity(units.len());
        for (kind, members) in (1..).zip(self.interchangeable(formed, &units, &posts)) {
            let at: Vec<Vec2> =
                members.iter().map(|&index| self.core.bodies[units[index]].position).collect();
            let of_kind: Vec<Vec2> = members.iter().map(|&index| places[index]).collect();
            let matches = matched(&at, &of_kind);
            for (&index, place) in members.iter().zip(matches) {
                let place = of_kind[place];
                let depth = (place.dot(ahead) - nearest).max(0.0);
                slots.push((units[index], Some(Slot { place, depth, kind })));
            }
        }
        Some(slots)
    }

    /// Returns units from the front to the back, and where each may stand.
    fn posts(
        &self,
        formed: &Formed,
        units: &[UnitId],
    ) -> Option<(Vec<UnitId>, Vec<FormationPost>)> {
        let named: BTreeMap<UnitId, usize> =
            formed.units.iter().enumerate().map(|(index, &unit)| (unit, index)).collect();
        let index = |unit: &UnitId| named.get(unit).copied().unwrap_or(usize::MAX);
        let radius = |unit: &UnitId| self.core.bodies[*unit].radius;
        let mut units = units.to_vec();
        units.sort_by_key(index);
        let formation = &formed.formation;
        if let Shape::Offsets(offsets) = &formation.shape {
            let post = |unit| Some(FormationPost { at: *offsets.get(index(unit))?, rank: 0 });
            let posts = units.iter().map(post).collect::<Option<_>>()?;
            return Some((units, posts));
        }
        match formation.front {
            Front::Largest => units.sort_by(|one, other| radius(other).total_cmp(&radius(one))),
            Front::Smallest => units.sort_by(|one, other| radius(one).total_cmp(&radius(other))),
            Front::AsGiven => {}
        }
        let diameters: Vec<f32> = units.iter().map(|unit| 2.0 * radius(unit)).collect();
        let posts = arranged(&formation.shape, &diameters, formation.spacing)?;
        Some((units, posts))
    }

    /// Returns the indices of units that may stand in each other's places, kind by kind: those of one radius and class; where units
    /// stand as given only those of one rank, and where each has an offset nobody.
    fn interchangeable(
        &self,
        formed: &Formed,
        units: &[UnitId],
        posts: &[FormationPost],
    ) -> Vec<Vec<usize>> {
        let formation = &formed.formation;
        let is_own = matches!(formation.shape, Shape::Offsets(_));
        let mut kinds: BTreeMap<(usize, u32, usize, u32), Vec<usize>> = BTreeMap::new();
        for (index, (&unit, post)) in units.iter().zip(posts).enumerate() {
            let body = &self.core.bodies[unit];
            let own = if is_own { index } else { 0 };
            let rank = if formation.front == Front::AsGiven { post.rank } else { 0 };
            let kind = (own, rank, body.class(), body.radius.to_bits());
            kinds.entry(kind).or_default().push(index);
        }
        kinds.into_values().collect()
    }

    /// Notes that units have joined an order with a formation: they stand behind those who were named before.
    pub(super) fn fall_in(&mut self, order: OrderId, units: &[UnitId]) {
        let members = &self.members;
        let Some(formed) = self.core.orders.get_mut(order).and_then(|order| order.formed.as_mut())
        else {
            return;
        };
        let has_it: std::collections::BTreeSet<UnitId> = members.of(order).collect();
        formed.units.retain(|unit| has_it.contains(unit) && !units.contains(unit));
        formed.units.extend(units);
    }
}
