//! Units are changed under way.

use std::collections::BTreeSet;

use crate::base::handle::UnitId;
use crate::bodies::change::{Fit, UnitChange};
use crate::bodies::unit::Driver;
use crate::error::WorldError;
use crate::recording::call::Call;
use crate::ways::ground::{is_free, standing};
use crate::world::state::World;

/// A unit, how it is changed, and the class that it will be of.
struct CheckedChange {
    unit: UnitId,
    change: UnitChange,
    class: usize,
}

impl World {
    /// Changes a unit under way: its handle, its order, its place in its group and its velocity stay.
    ///
    /// One whose radius or movement kind changes may get another class. It must stand on free ground of that:
    /// [`UnitChange::fit`] says whether the change is refused where it does not, or it is moved there at once
    /// ([`Event::Displaced`](crate::Event::Displaced) in the next step). So must one that was moved by the engine and is moved
    /// by the world now. It looks for its way anew, and for another place where it could not stand at the one that it had, or
    /// would stand in its neighbours: if nobody is near the goal yet all of its order get places anew, with the next step.
    /// If it has no way to its goal any more, it is told and treated as where an obstacle cuts it off
    /// ([`Event::PathLost`](crate::Event::PathLost)).
    ///
    /// One on a link goes on to the end of that, as fast as it began; there it must have room (with [`Fit::Move`] it leaves the
    /// link on the free ground nearest to its end). One that rests or holds its position does so still.
    /// Edits of obstacles take effect, even if the change is refused.
    ///
    /// ```
    /// use hybrid::navmesh::Bounds;
    /// use hybrid::{UnitChange, UnitDefinition, World, WorldDefinition, glam::Vec2};
    ///
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25, 0.5]))?;
    /// let unit = world.add_unit(&UnitDefinition::new(Vec2::splat(8.0), 0.25, 1.4))?;
    /// world.set_unit(unit, &UnitChange { max_speed: Some(2.0), ..Default::default() })?;
    /// world.set_unit(unit, &UnitChange { radius: Some(0.4), ..Default::default() })?;
    /// assert!(world.unit(unit).is_some_and(|unit| unit.max_speed == 2.0 && unit.class == 1));
    /// # Ok::<(), hybrid::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// The handle is stale; a value is out of its range, as of [`World::add_unit`]; no class holds the radius; there is no such
    /// movement kind; the unit does not fit where it stands, or, with [`Fit::Move`], anywhere. Nothing has changed then.
    pub fn set_unit(&mut self, unit: UnitId, change: &UnitChange) -> Result<(), WorldError> {
        self.set_units([(unit, *change)])
    }

    /// Changes many units, all or none, as [`World::set_unit`] does: those that get places anew get them together.
    ///
    /// # Errors
    /// As of [`World::set_unit`], and: a unit is listed twice.
    pub fn set_units(
        &mut self,
        changes: impl IntoIterator<Item = (UnitId, UnitChange)>,
    ) -> Result<(), WorldError> {
        let mut listed = BTreeSet::new();
        let mut all = Vec::new();
        for (unit, change) in changes {
            let class = self.class_after(unit, &change)?;
            if !listed.insert(unit) {
                return Err(WorldError::DuplicateUnit { unit });
            }
            all.push(CheckedChange { unit, change, class });
        }
        self.note(|| Call::SetUnits(all.iter().map(|of| (of.unit, of.change)).collect()));
        self.take_effect()?;
        all.iter().try_for_each(|of| self.check_fit(of))?;
        self.change_all(&all);
        Ok(())
    }

    /// Returns whether [`World::set_unit`] would change this unit so. Edits of obstacles take effect.
    ///
    /// # Errors
    /// Those of [`World::set_unit`].
    pub fn check_change(&mut self, unit: UnitId, change: &UnitChange) -> Result<(), WorldError> {
        let class = self.class_after(unit, change)?;
        self.commit()?;
        self.check_fit(&CheckedChange { unit, change: *change, class })
    }

    /// The class of a unit after a change.
    fn class_after(&self, unit: UnitId, change: &UnitChange) -> Result<usize, WorldError> {
        let body = self.core.bodies.get(unit).ok_or(WorldError::StaleUnit { unit })?;
        let kind = self.core.definition.movement_kind(body.class());
        let definition = change.definition(body, kind);
        definition.check()?;
        self.class_for(&definition)
    }

    /// Returns whether a unit that is changed fits where it stands, or may be moved.
    fn check_fit(
        &self,
        &CheckedChange { unit, change, class }: &CheckedChange,
    ) -> Result<(), WorldError> {
        let body = &self.core.bodies[unit];
        let driver = change.driver.unwrap_or(body.driver);
        if driver == Driver::Engine || (class, driver) == (body.class(), body.driver) {
            return Ok(());
        }
        let position = body.crossing.as_ref().map_or(body.position, |crossing| crossing.to);
        let mesh = self.core.meshes.of(class);
        let fits = match change.fit {
            Fit::Refuse => is_free(mesh, position),
            Fit::Move => is_free(mesh, standing(mesh, position)),
        };
        let radius = self.core.definition.class_radius(class);
        if fits { Ok(()) } else { Err(WorldError::UnitDoesNotFit { unit, position, radius }) }
    }

    /// Changes units; all is checked.
    fn change_all(&mut self, all: &[CheckedChange]) {
        let tick = self.core.definition.parameters.tick;
        let (mut reclassed, mut resized, mut moved) = (Vec::new(), Vec::new(), Vec::new());
        for &CheckedChange { unit, ref change, class } in all {
            let body = &mut self.core.bodies[unit];
            let before = (body.class(), body.radius, body.driver);
            body.change(change, class, tick);
            if before.0 != class {
                reclassed.push(unit);
            }
            if before.1 != body.radius {
                resized.push(unit);
            }
            if (before.0, before.2) != (class, body.driver) {
                moved.push(unit);
            }
        }
        if all.iter().all(|of| of.change.is_idle()) {
            return;
        }
        self.watch.call();
        reclassed.iter().for_each(|&unit| self.leave_class(unit));
        self.put_on_ground(&moved);
        let mut renewed = [reclassed, resized.clone(), moved].concat();
        renewed.sort_unstable();
        renewed.dedup();
        self.place_changed(&renewed, &resized);
    }

    /// Has a unit forget what belongs to the class that it was of.
    fn leave_class(&mut self, unit: UnitId) {
        self.core.passages.forget(unit);
        self.escapes.remove(&unit);
        let body = &mut self.core.bodies[unit];
        body.home = standing(self.core.meshes.of(body.class()), body.home);
        let group = body.task.as_mut().and_then(|task| task.group.take());
        self.leave_group(unit, group);
        let Some(task) = &mut self.core.bodies[unit].task else { return };
        task.forget_way();
        task.occluder = None;
        task.stuck_state.try_again();
        // So that it is in a group again with the next step.
        if let Some(order) = self.core.orders.get_mut(task.order) {
            order.planned = false;
        }
    }
}
