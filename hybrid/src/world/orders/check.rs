//! What is refused of an order.

use glam::Vec2;
use navmesh::Location;

use crate::base::handle::UnitId;
use crate::bodies::order::{Goal, MOST_WAY_POINTS, OrderDefinition, Repeat, Unreachable};
use crate::error::WorldError;
use crate::ways::ground::is_free;
use crate::world::state::World;

/// Metres: the greatest range of an order.
const RANGE_LIMIT: f32 = 1e6;

/// Returns whether an order may have so many way points.
pub(super) fn check_count(count: usize) -> Result<(), WorldError> {
    let limit = MOST_WAY_POINTS;
    if count <= limit { Ok(()) } else { Err(WorldError::TooManyWayPoints { count, limit }) }
}

impl World {
    /// Returns whether units can be named in a call.
    pub(crate) fn check_units(&self, units: &[UnitId]) -> Result<(), WorldError> {
        if units.is_empty() {
            return Err(WorldError::NoUnits);
        }
        if let Some(&unit) = units.iter().find(|&&unit| !self.core.bodies.contains_key(unit)) {
            return Err(WorldError::StaleUnit { unit });
        }
        let mut sorted = units.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(WorldError::DuplicateUnit { unit: pair[0] }),
            None => Ok(()),
        }
    }

    /// Returns what is wrong with an order itself; where its points lie is seen to later.
    pub(super) fn check_definition(
        &self,
        units: &[UnitId],
        definition: &OrderDefinition,
    ) -> Result<(), WorldError> {
        let range = definition.range;
        if !(0.0..=RANGE_LIMIT).contains(&range) {
            return Err(WorldError::OrderRange { range, limit: RANGE_LIMIT });
        }
        check_count(definition.way_points.len())?;
        let needs = match definition.repeat {
            Repeat::Once => None,
            _ if !matches!(definition.goal, Goal::Point(_)) => Some("a goal that is one point"),
            _ if definition.way_points.is_empty() => Some("a way point at least"),
            _ if range > 0.0 => Some("a range of 0, as its units do not stop"),
            _ if definition.formation.is_some() => Some("no formation, as its units do not stop"),
            _ => None,
        };
        if let Some(needs) = needs {
            return Err(WorldError::RepeatNeeds { needs });
        }
        if let Some(formation) = &definition.formation {
            if range > 0.0 || !matches!(definition.goal, Goal::Point(_)) {
                return Err(WorldError::FormationGoal);
            }
            formation.check(units.len())?;
        }
        match &definition.goal {
            Goal::Each(_) if range > 0.0 => Err(WorldError::RangeOfEach),
            Goal::Unit(target) => self.check_target(*target, units),
            _ => Ok(()),
        }
    }

    /// Returns whether units may follow another one.
    pub(crate) fn check_target(&self, target: UnitId, units: &[UnitId]) -> Result<(), WorldError> {
        if !self.core.bodies.contains_key(target) {
            return Err(WorldError::StaleUnit { unit: target });
        }
        if units.contains(&target) {
            Err(WorldError::FollowsItself { unit: target })
        } else {
            Ok(())
        }
    }

    /// Returns whether a unit may be sent to a point: it is in the world, and, if the policy asks for that, can be reached.
    pub(super) fn check_goal(
        &self,
        unit: UnitId,
        goal: Vec2,
        unreachable: Unreachable,
    ) -> Result<(), WorldError> {
        let bounds = self.core.definition.bounds;
        if !goal.is_finite() {
            return Err(WorldError::GoalNotFinite { goal });
        }
        if !bounds.contains(goal) {
            return Err(WorldError::GoalOutside { goal, bounds });
        }
        if unreachable == Unreachable::Nearest {
            return Ok(());
        }
        let body = &self.core.bodies[unit];
        if !is_free(self.core.meshes.of(body.class()), goal) {
            let radius = self.core.definition.class_radius(body.class());
            return Err(WorldError::GoalBlocked { goal, unit, radius });
        }
        if !self.reaches(unit, goal) {
            return Err(WorldError::GoalUnreachable { unit, from: body.position, goal });
        }
        Ok(())
    }

    /// Returns whether each unit may be sent to its goal.
    pub(crate) fn check_each(
        &self,
        units: &[UnitId],
        goals: &[Vec2],
        unreachable: Unreachable,
    ) -> Result<(), WorldError> {
        if goals.len() != units.len() {
            return Err(WorldError::GoalCount { goals: goals.len(), units: units.len() });
        }
        let mut own = units.iter().zip(goals);
        own.try_for_each(|(&unit, &goal)| self.check_goal(unit, goal, unreachable))
    }

    /// Returns whether the free area of a unit's class joins its position to a point.
    pub(crate) fn reaches(&self, unit: UnitId, point: Vec2) -> bool {
        let class = self.core.bodies[unit].class();
        match (self.footing(unit), self.core.meshes.of(class).locate(point)) {
            (Some(here), Location::Cell(there)) => self.core.meshes.leads(class, here, there),
            _ => false,
        }
    }
}
