//! Obstacles and units come and go.

use std::sync::Arc;

use glam::Vec2;
use navmesh::{Bounds, NavMesh};
use slotmap::SlotMap;

use crate::base::handle::{ObstacleId, UnitId};
use crate::bodies::unit::{Body, Driver, UnitDefinition};
use crate::error::WorldError;
use crate::ground::meshes::Changed;
use crate::groups::schedule::touch;
use crate::recording::call::Call;
use crate::tasks::lent::Lent;
use crate::ways::escape::escape;
use crate::ways::ground::{has_costs, is_free, standing};
use crate::world::state::World;

/// From so many units on there is room for an eighth more each time when it is used up: by itself a slot map would
/// double it.
const MANY: usize = 2048;
const SPARE: usize = 8;

/// Makes room for another unit, where there is none.
fn make_room(bodies: &mut SlotMap<UnitId, Body>) {
    let count = bodies.len();
    if count >= MANY && count == bodies.capacity() {
        let mut larger = SlotMap::with_capacity_and_key(count + count / SPARE);
        larger.clone_from(bodies);
        *bodies = larger;
    }
}

impl World {
    /// Adds a convex obstacle; either winding will do. It takes effect in the next step, or as soon as a call needs the
    /// meshes. A unit that it lands on moves to the nearest free place on the ground where it was, or if nothing of that is left
    /// to the nearest one anywhere ([`Event::Displaced`](crate::Event::Displaced)).
    ///
    /// # Errors
    /// The outline is not an obstacle; it was added to no mesh.
    pub fn add_obstacle(&mut self, outline: &[Vec2]) -> Result<ObstacleId, WorldError> {
        self.note(|| Call::AddObstacle(outline.to_vec()));
        Ok(self.core.meshes.add(outline)?)
    }

    /// Removes an obstacle; takes effect as [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn remove_obstacle(&mut self, obstacle: ObstacleId) -> Result<(), WorldError> {
        self.note(|| Call::RemoveObstacle(obstacle));
        self.core.meshes.remove(obstacle)
    }

    /// Adds a unit, at rest and without an order. Edits of obstacles take effect, even if the unit is refused.
    ///
    /// # Errors
    /// A value is out of its range, the unit is larger than every class, or its position is not free.
    pub fn add_unit(&mut self, definition: &UnitDefinition) -> Result<UnitId, WorldError> {
        self.note(|| Call::AddUnit(*definition));
        let class = self.class_if_free(definition)?;
        let body = Body::new(definition, class, self.core.definition.parameters.tick);
        make_room(&mut self.core.bodies);
        let unit = self.core.bodies.insert(body);
        self.finder.note(unit);
        self.watch.call();
        Ok(unit)
    }

    /// Returns whether [`World::add_unit`] would add this unit. Edits of obstacles take effect.
    ///
    /// # Errors
    /// Those of [`World::add_unit`].
    pub fn check_unit(&mut self, definition: &UnitDefinition) -> Result<(), WorldError> {
        definition.check()?;
        self.class_for(definition)?;
        self.commit()?;
        self.class_if_free(definition).map(|_| ())
    }

    /// The class of a unit that can be added.
    fn class_if_free(&mut self, definition: &UnitDefinition) -> Result<usize, WorldError> {
        definition.check()?;
        let class = self.class_for(definition)?;
        self.take_effect()?;
        self.check_standing(class, definition.position)?;
        Ok(class)
    }

    /// Removes a unit. Its place is not given to another one.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn remove_unit(&mut self, unit: UnitId) -> Result<(), WorldError> {
        self.note(|| Call::RemoveUnit(unit));
        let body = self.core.bodies.remove(unit).ok_or(WorldError::StaleUnit { unit })?;
        self.watch.call();
        // What orders have to tell of it since the last step.
        self.announced.retain(|event| event.unit() != unit);
        let Some(task) = body.task else { return Ok(()) };
        self.count_out(task.order, unit);
        self.leave_group(unit, task.group);
        Ok(())
    }

    /// Takes a unit out of its group.
    pub(crate) fn leave_group(&mut self, unit: UnitId, group: Option<u32>) {
        if let Some(group) = group.and_then(|group| self.core.groups.of_mut(group)) {
            group.units.strike(unit);
            if group.leader == unit {
                group.leader = group.units.first().unwrap_or_default();
            }
        }
    }

    /// Returns whether a unit of a class may stand at a point of the meshes as they are.
    pub(crate) fn check_standing(&self, class: usize, position: Vec2) -> Result<(), WorldError> {
        let bounds = self.core.definition.bounds;
        if !bounds.contains(position) {
            return Err(WorldError::UnitOutside { position, bounds });
        }
        if !is_free(self.core.meshes.of(class), position) {
            let radius = self.core.definition.class_radius(class);
            return Err(WorldError::UnitBlocked { position, radius });
        }
        Ok(())
    }

    /// The class of a unit: its movement kind, and the least radius that is not smaller than its own.
    pub(crate) fn class_for(&self, definition: &UnitDefinition) -> Result<usize, WorldError> {
        let UnitDefinition { radius, movement_kind: given, .. } = *definition;
        let count = self.core.definition.movement_kinds.len();
        if given >= count {
            return Err(WorldError::MovementKind { given, count });
        }
        let radii = &self.core.definition.class_radii;
        let index = radii.partition_point(|&class| class < radius);
        let greatest = radii[radii.len() - 1];
        if index < radii.len() {
            Ok(self.core.definition.class(index, given))
        } else {
            Err(WorldError::UnitTooLarge { radius, greatest })
        }
    }

    /// The meshes of the greatest classes of some units, one for each of their movement kinds: what is free on all of them
    /// is free for all of these units.
    pub(crate) fn meshes_for(&self, units: &[UnitId]) -> Vec<&NavMesh> {
        let mut classes: Vec<usize> =
            units.iter().map(|&unit| self.core.bodies[unit].class()).collect();
        classes.sort_unstable();
        let of_kinds = classes.chunk_by(|&a, &b| {
            self.core.definition.movement_kind(a) == self.core.definition.movement_kind(b)
        });
        of_kinds
            .filter_map(|classes| classes.last())
            .map(|&class| self.core.meshes.of(class))
            .collect()
    }

    /// Makes staged edits of obstacles take effect in the meshes, for queries between two steps; every step does so
    /// itself. What they mean for units is seen to in the next step.
    ///
    /// # Errors
    /// A mesh has no room for the edits: they stay staged, and all meshes are as before.
    pub fn commit(&mut self) -> Result<(), WorldError> {
        self.note_commit();
        self.take_effect()
    }

    /// Makes staged edits take effect.
    pub(crate) fn take_effect(&mut self) -> Result<(), WorldError> {
        if !self.core.meshes.has_staged() {
            return Ok(());
        }
        let before = self.core.meshes.all().to_vec();
        let changed = self.core.meshes.commit(&Lent(self.executor.as_deref()))?;
        self.note_escapes(&before, &changed.cells);
        self.keep_routes(&before, &changed);
        self.changed.extend(changed.cells);
        Ok(())
    }

    /// Has units keep their paths where edits can have made no way shorter, nor blocked it. Where ways are told by their costs,
    /// their lengths do not say so: those paths are searched anew.
    fn keep_routes(&mut self, before: &[Arc<NavMesh>], changed: &Changed) {
        let is_plain = |class: usize| {
            let now = self.core.meshes.of(class);
            let versions = [before[class].version(), now.version()];
            (!has_costs(&before[class]) && !has_costs(now)).then_some(versions)
        };
        let classes: Vec<Option<[u64; 2]>> = (0..before.len()).map(is_plain).collect();
        for body in self.core.bodies.values_mut() {
            let (class, position) = (body.class(), body.position);
            let Some((task, versions)) = body.task.as_mut().zip(classes[class]) else { continue };
            let place = task.place;
            if let Some(route) = &mut task.route {
                route.keep(versions, [position, place], &changed.ground, &changed.obstacles);
            }
        }
    }

    /// Notes for units over which an obstacle has come where they get out, if that is not the nearest free place: that may lie
    /// beyond a wall. The meshes tell as long as those from before the edit are there.
    fn note_escapes(&mut self, before: &[Arc<NavMesh>], changed: &[Bounds]) {
        for (unit, body) in &self.core.bodies {
            let is_near = |area: &Bounds| area.contains(body.position);
            if body.driver != Driver::World || !changed.iter().any(is_near) {
                continue;
            }
            let now = self.core.meshes.of(body.class());
            let known = self.escapes.get(&unit).copied().filter(|&point| is_free(now, point));
            let at = self.escapes.get(&unit).copied().unwrap_or(body.position);
            match known.or_else(|| escape(&before[body.class()], now, at)) {
                Some(point) if !is_free(now, body.position) => self.escapes.insert(unit, point),
                _ => self.escapes.remove(&unit),
            };
        }
    }

    /// After a change of the meshes: has windows there planned anew, moves units out of obstacles, gives new places to
    /// those whose slot was lost, and stops those that have no way any more.
    pub(crate) fn apply_changes(&mut self) {
        if self.changed.is_empty() {
            return;
        }
        for group in self.core.groups.iter_mut() {
            touch(group, self.core.meshes.of(group.class), &self.changed, self.tick);
        }
        self.changed.clear();
        self.watch.call();
        self.core.orders.values_mut().for_each(|order| order.planned = false);
        for body in self.core.bodies.values_mut() {
            let mesh = self.core.meshes.of(body.class());
            body.home = standing(mesh, body.home);
            if let Some(task) = &mut body.task {
                task.stuck_state.go_on(body.position);
                task.stuck_state.try_again();
            }
        }
        self.clear_obstacles();
        self.look_for_losses();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_little_more_room_than_units_and_handles_stay() {
        let mut bodies = SlotMap::with_key();
        let definition = UnitDefinition::new(Vec2::ZERO, 0.3, 1.4);
        let mut known = SlotMap::with_key();
        for count in 1..=3 * MANY {
            make_room(&mut bodies);
            let unit: UnitId = bodies.insert(Body::new(&definition, 0, 0.1));
            assert_eq!(unit, known.insert(()));
            if count % 7 == 0 {
                bodies.remove(unit);
                known.remove(unit);
            }
        }
        assert!(bodies.keys().eq(known.keys()));
        assert!(bodies.capacity() < bodies.len() + bodies.len() / SPARE + 2);
    }
}
