//! Orders are given and taken back.

use glam::Vec2;
use navmesh::PathOptions;

use crate::arrival::places::{Wanted, places, remaining};
use crate::bodies::aside::Aside;
use crate::bodies::order::{Goal, Order, Shared, Slot};
use crate::bodies::unit::Task;
use crate::error::WorldError;
use crate::grids::cluster::clusters;
use crate::groups::regroup::LEAST_LINK;
use crate::handle::{OrderId, UnitId};
use crate::ways::ground::is_free;
use crate::world::World;

/// How much farther apart slots are than diameters, for each part that personal space is wider than a diameter.
const ROOM: f32 = 3.0;

impl World {
    /// Sends units to a goal, in place of the orders they had. Edits of obstacles take effect, even if the order is
    /// refused.
    ///
    /// Units that share a [`Goal::Point`] get a place each: slots on a hexagonal lattice round it, the nearest by
    /// walking distance, the goal itself among them; units in front get the farthest ones, so that they do not bar the
    /// way to them. Who comes near first gets the farthest one that is left then.
    ///
    /// # Errors
    /// All or nothing, without a search: no units, a stale or repeated unit, not one goal per unit, a goal that is not
    /// finite, outside, blocked or unreachable for a unit's class, too little room for all.
    pub fn order(&mut self, units: &[UnitId], goal: &Goal) -> Result<OrderId, WorldError> {
        self.check_units(units)?;
        self.commit()?;
        let (places, shared) = match goal {
            Goal::Point(goal) => {
                let (slots, shared) = self.share(units, *goal)?;
                (slots, Some(shared))
            }
            Goal::Each(goals) => (self.check_each(units, goals)?, None),
        };
        let bands = match goal {
            Goal::Point(_) => vec![0; units.len()],
            Goal::Each(goals) => clusters(goals, self.link_distance(units)),
        };
        self.stop(units)?;
        let order = Order {
            shared,
            units: units.len(),
            number: self.order_count,
            planned: false,
            user_data: 0,
        };
        let order = self.orders.insert(order);
        self.order_count += 1;
        for ((&unit, slot), band) in units.iter().zip(places).zip(bands) {
            self.bodies[unit].task = Some(Task::new(order, slot, band));
        }
        Ok(order)
    }

    /// Takes the units' orders away; they stop where they are, and hold their position no longer.
    ///
    /// # Errors
    /// No units, a stale or repeated unit: no unit was stopped.
    pub fn stop(&mut self, units: &[UnitId]) -> Result<(), WorldError> {
        self.check_units(units)?;
        for &unit in units {
            let body = &mut self.bodies[unit];
            (body.holding, body.home, body.aside) = (false, body.position, Aside::stopping());
            if let Some(task) = body.task.take() {
                self.count_out(task.order);
            }
        }
        Ok(())
    }

    /// Whether units can be given an order: at least one, each known and listed once.
    pub(crate) fn check_units(&self, units: &[UnitId]) -> Result<(), WorldError> {
        if units.is_empty() {
            return Err(WorldError::NoUnits);
        }
        if let Some(&unit) = units.iter().find(|&&unit| !self.bodies.contains_key(unit)) {
            return Err(WorldError::StaleUnit { unit });
        }
        let mut sorted = units.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(WorldError::DuplicateUnit { unit: pair[0] }),
            None => Ok(()),
        }
    }

    /// Whether each unit can go to its goal; the places of all.
    pub(crate) fn check_each(
        &self,
        units: &[UnitId],
        goals: &[Vec2],
    ) -> Result<Vec<Slot>, WorldError> {
        if goals.len() != units.len() {
            return Err(WorldError::GoalCount { goals: goals.len(), units: units.len() });
        }
        units.iter().zip(goals).try_for_each(|(&unit, &goal)| self.check_goal(unit, goal))?;
        Ok(goals.iter().map(|&place| Slot { place, depth: 0.0 }).collect())
    }

    fn check_goal(&self, unit: UnitId, goal: Vec2) -> Result<(), WorldError> {
        let bounds = self.definition.bounds;
        let body = &self.bodies[unit];
        if !goal.is_finite() {
            return Err(WorldError::GoalNotFinite { goal });
        }
        if !bounds.contains(goal) {
            return Err(WorldError::GoalOutside { goal, bounds });
        }
        if !is_free(self.meshes.of(body.class), goal) {
            return Err(WorldError::GoalBlocked {
                goal,
                unit,
                radius: self.definition.class_radius(body.class),
            });
        }
        if !self.reaches(unit, goal) {
            return Err(WorldError::GoalUnreachable { unit, from: body.position, goal });
        }
        Ok(())
    }

    /// A place for each unit round a goal that they share, and what the order must remember.
    fn share(&mut self, units: &[UnitId], goal: Vec2) -> Result<(Vec<Slot>, Shared), WorldError> {
        units.iter().try_for_each(|&unit| self.check_goal(unit, goal))?;
        let radius = units.iter().map(|&unit| self.bodies[unit].radius).fold(0.0, f32::max);
        let parameters = &self.definition.parameters;
        // Units that keep a distance on their way must get in between those that rest already.
        let roomy = 1.0 + ROOM * (parameters.personal_space - 1.0);
        let spacing = 2.0 * radius * parameters.slot_spacing.max(roomy);
        let approach = self.approach(units, goal);
        let wanted = Wanted { goal, spacing, count: units.len(), taken: &[], approach: &approach };
        let slots = places(&self.meshes_for(units), &wanted)
            .map_err(|found| WorldError::TooFewPlaces { goal, wanted: units.len(), found })?;
        // Of units that have as far to go the place decides, so that it does not matter which one was made first.
        let rest = |index: &usize| {
            let position = self.bodies[units[*index]].position;
            (remaining(&approach, position).to_bits(), position.to_array().map(f32::to_bits))
        };
        let mut front_first: Vec<usize> = (0..units.len()).collect();
        front_first.sort_by_cached_key(|index| (rest(index), units[*index]));
        let mut places = slots.clone();
        for (index, slot) in front_first.into_iter().zip(slots) {
            places[index] = slot;
        }
        let reach = places.iter().map(|slot| remaining(&approach, slot.place)).fold(0.0, f32::max);
        Ok((places, Shared { goal, spacing, approach, reach }))
    }

    /// The path to a goal of the unit nearest to the mean of the units' positions.
    fn approach(&mut self, units: &[UnitId], goal: Vec2) -> Vec<Vec2> {
        // In the order of their positions, so that it does not matter which unit was made first.
        let mut all: Vec<(Vec2, UnitId)> =
            units.iter().map(|&unit| (self.bodies[unit].position, unit)).collect();
        all.sort_by_key(|(position, unit)| (position.to_array().map(f32::to_bits), *unit));
        let mean = all.iter().map(|(position, _)| position).sum::<Vec2>() / units.len() as f32;
        let far = |(position, _): &&(Vec2, UnitId)| position.distance_squared(mean).to_bits();
        let Some(&(position, unit)) = all.iter().min_by_key(far) else { return vec![goal] };
        let options = PathOptions::with_entry(self.definition.parameters.entry);
        let mesh = self.meshes.of(self.bodies[unit].class);
        // A unit that an obstacle has just landed on has no path; straight will do for sorting.
        mesh.find_path(&mut self.search, position, goal, &options)
            .map_or_else(|_| vec![position, goal], |path| path.points)
    }

    /// The distance below which goals of several units belong together.
    fn link_distance(&self, units: &[UnitId]) -> f32 {
        let radius = units.iter().map(|&unit| self.bodies[unit].radius).fold(0.0, f32::max);
        self.definition.parameters.link_distance.max(LEAST_LINK * radius)
    }
}
