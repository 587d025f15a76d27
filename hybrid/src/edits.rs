//! Obstacles and units come and go.

use glam::Vec2;
use navmesh::{Location, NavMesh};

use crate::arrival::places::{Wanted, places};
use crate::bodies::aside::Aside;
use crate::bodies::order::{Shared, Slot};
use crate::bodies::unit::{Body, Driver, UnitDefinition};
use crate::error::WorldError;
use crate::event::{Event, PathLostReason};
use crate::groups::schedule::touch;
use crate::handle::{ObstacleId, OrderId, UnitId};
use crate::ways::ground::{is_free, standing};
use crate::world::World;

/// A unit that cannot follow its order any more.
struct Loss {
    unit: UnitId,
    order: OrderId,
    reason: PathLostReason,
}

impl World {
    /// Adds a convex obstacle; either winding will do. It takes effect in the next step, or as soon as a call needs the
    /// meshes. A unit that it lands on moves to the nearest free place.
    ///
    /// # Errors
    /// The outline is not an obstacle; it was added to no mesh.
    pub fn add_obstacle(&mut self, outline: &[Vec2]) -> Result<ObstacleId, WorldError> {
        Ok(self.meshes.add(outline)?)
    }

    /// Removes an obstacle; takes effect as [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn remove_obstacle(&mut self, obstacle: ObstacleId) -> Result<(), WorldError> {
        self.meshes.remove(obstacle)
    }

    /// Adds a unit, at rest and without an order. Edits of obstacles take effect, even if the unit is refused.
    ///
    /// # Errors
    /// A value is out of its range, the unit is larger than every class, or its position is not free.
    pub fn add_unit(&mut self, definition: &UnitDefinition) -> Result<UnitId, WorldError> {
        let class = self.class_if_free(definition)?;
        let body = Body::new(definition, class, self.definition.parameters.tick);
        let unit = self.bodies.insert(body);
        self.finder.note(unit);
        Ok(unit)
    }

    /// Whether [`World::add_unit`] would add this unit. Edits of obstacles take effect.
    ///
    /// # Errors
    /// Those of [`World::add_unit`].
    pub fn check_unit(&mut self, definition: &UnitDefinition) -> Result<(), WorldError> {
        self.class_if_free(definition).map(|_| ())
    }

    /// The class of a unit that can be added.
    fn class_if_free(&mut self, definition: &UnitDefinition) -> Result<usize, WorldError> {
        definition.check()?;
        let class = self.class_for(definition)?;
        self.commit()?;
        self.check_standing(class, definition.position)?;
        Ok(class)
    }

    /// Removes a unit. Its place is not given to another one.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn remove_unit(&mut self, unit: UnitId) -> Result<(), WorldError> {
        let body = self.bodies.remove(unit).ok_or(WorldError::StaleUnit { unit })?;
        let Some(task) = body.task else { return Ok(()) };
        self.count_out(task.order);
        if let Some(group) = task.group.and_then(|group| self.groups.get_mut(group as usize)) {
            group.units.retain(|&other| other != unit);
            if group.leader == unit {
                group.leader = group.units.first().copied().unwrap_or_default();
            }
        }
        Ok(())
    }

    /// Whether a unit of a class may stand at a point of the meshes as they are.
    pub(crate) fn check_standing(&self, class: usize, position: Vec2) -> Result<(), WorldError> {
        let bounds = self.definition.bounds;
        if !bounds.contains(position) {
            return Err(WorldError::UnitOutside { position, bounds });
        }
        if !is_free(self.meshes.of(class), position) {
            let radius = self.definition.class_radius(class);
            return Err(WorldError::UnitBlocked { position, radius });
        }
        Ok(())
    }

    /// The class of a unit: its movement kind, and the least radius that is not smaller than its own.
    fn class_for(&self, definition: &UnitDefinition) -> Result<usize, WorldError> {
        let UnitDefinition { radius, movement_kind: given, .. } = *definition;
        let count = self.definition.movement_kinds.len();
        if given >= count {
            return Err(WorldError::MovementKind { given, count });
        }
        let radii = &self.definition.class_radii;
        let index = radii.partition_point(|&class| class < radius);
        let greatest = radii[radii.len() - 1];
        if index < radii.len() {
            Ok(self.definition.class(index, given))
        } else {
            Err(WorldError::UnitTooLarge { radius, greatest })
        }
    }

    /// The meshes of the greatest classes of some units, one for each of their movement kinds: what is free on all of them
    /// is free for all of these units.
    pub(crate) fn meshes_for(&self, units: &[UnitId]) -> Vec<&NavMesh> {
        let mut classes: Vec<usize> = units.iter().map(|&unit| self.bodies[unit].class).collect();
        classes.sort_unstable();
        let of_kinds = classes.chunk_by(|&a, &b| {
            self.definition.movement_kind(a) == self.definition.movement_kind(b)
        });
        of_kinds.filter_map(|classes| classes.last()).map(|&class| self.meshes.of(class)).collect()
    }

    /// Takes a unit out of an order; an order without units is forgotten.
    pub(crate) fn count_out(&mut self, order: OrderId) {
        if let Some(known) = self.orders.get_mut(order) {
            known.units -= 1;
            if known.units == 0 {
                self.orders.remove(order);
            }
        }
    }

    /// Makes staged edits of obstacles take effect in the meshes, for queries between two steps; every step does so
    /// itself. What they mean for units is seen to in the next step.
    ///
    /// # Errors
    /// A mesh has no room for the edits: they stay staged, and all meshes are as before.
    pub fn commit(&mut self) -> Result<(), WorldError> {
        self.changed.extend(self.meshes.commit()?);
        Ok(())
    }

    /// After a change of the meshes: has windows there planned anew, moves units out of obstacles, gives new places to
    /// those whose slot was lost, and stops those that have no way any more.
    pub(crate) fn apply_changes(&mut self) {
        if self.changed.is_empty() {
            return;
        }
        for group in &mut self.groups {
            touch(group, self.meshes.of(group.class), &self.changed, self.tick);
        }
        self.changed.clear();
        self.orders.values_mut().for_each(|order| order.planned = false);
        for body in self.bodies.values_mut() {
            let mesh = self.meshes.of(body.class);
            body.home = standing(mesh, body.home, body.radius);
            if body.driver == Driver::World && body.crossing.is_none() {
                body.position = standing(mesh, body.position, body.radius);
            }
            if let Some(task) = &mut body.task {
                task.standstill.try_again();
            }
        }
        let losses = self.bodies.iter().filter_map(|(unit, body)| self.loss(unit, body));
        let mut lost: Vec<Loss> = losses.collect();
        lost.sort_by_key(|loss| (loss.order, loss.unit));
        for of_order in lost.chunk_by(|a, b| a.order == b.order) {
            self.replace(of_order);
        }
    }

    /// Whether a unit can still get to its place.
    fn loss(&self, unit: UnitId, body: &Body) -> Option<Loss> {
        let (task, mesh) = (body.task.as_ref()?, self.meshes.of(body.class));
        let here = self.foothold(unit);
        let reason = match (mesh.locate(task.place), mesh.locate(here)) {
            (Location::Cell(place), Location::Cell(here)) => {
                let joined = self.meshes.leads(body.class, here, place);
                (!joined).then_some(PathLostReason::Unreachable)
            }
            (Location::Cell(_), _) => Some(PathLostReason::Unreachable),
            _ => Some(PathLostReason::PlaceBlocked),
        };
        Some(Loss { unit, order: task.order, reason: reason? })
    }

    /// Gives units of one order whose slots are blocked other slots round the shared goal, if there are enough; stops
    /// the others.
    fn replace(&mut self, lost: &[Loss]) {
        let is_blocked = |loss: &&Loss| loss.reason == PathLostReason::PlaceBlocked;
        let blocked: Vec<UnitId> = lost.iter().filter(is_blocked).map(|loss| loss.unit).collect();
        let fresh = self.free_slots(lost[0].order, &blocked);
        for (&unit, slot) in blocked.iter().zip(&fresh) {
            if let Some(task) = &mut self.bodies[unit].task {
                (task.place, task.depth, task.has_taken) = (slot.place, 0.0, true);
                (task.settled, task.route) = (false, None);
            }
        }
        for loss in lost.iter().filter(|loss| fresh.is_empty() || !is_blocked(loss)) {
            let Loss { unit, order, reason } = *loss;
            let body = &mut self.bodies[unit];
            (body.task, body.home, body.aside) = (None, body.position, Aside::stopping());
            self.count_out(order);
            self.events.push(Event::PathLost { unit, order, reason });
        }
    }

    /// As many free slots round an order's shared goal as there are units, reachable for all of them; else none.
    fn free_slots(&self, order: OrderId, units: &[UnitId]) -> Vec<Slot> {
        let shared = self.orders.get(order).and_then(|order| order.shared.as_ref());
        let Some(&Shared { goal, spacing, .. }) = shared.filter(|_| !units.is_empty()) else {
            return Vec::new();
        };
        let meshes = self.meshes_for(units);
        let tasks = self.bodies.values().filter_map(|body| body.task.as_ref());
        let taken: Vec<Vec2> =
            tasks.filter(|task| task.order == order).map(|task| task.place).collect();
        let reachable = units.iter().all(|&unit| self.reaches(unit, goal))
            && meshes.iter().all(|mesh| is_free(mesh, goal));
        let wanted = Wanted { goal, spacing, count: units.len(), taken: &taken, approach: &[] };
        if reachable { places(&meshes, &wanted).unwrap_or_default() } else { Vec::new() }
    }

    /// Whether the free area of a unit's class joins its position to a point.
    pub(crate) fn reaches(&self, unit: UnitId, point: Vec2) -> bool {
        let body = &self.bodies[unit];
        self.meshes.joined(body.class, self.foothold(unit), point)
    }
}
