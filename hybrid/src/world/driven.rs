//! Units that an engine moves, and units that hold their position.

use glam::Vec2;
use navmesh::Bounds;

use crate::base::direction::direction_of;
use crate::base::handle::UnitId;
use crate::bodies::unit::Driver;
use crate::error::WorldError;
use crate::recording::call::Call;
use crate::world::state::World;

/// Metres per second: the greatest speed that an engine may say.
const SPEED_LIMIT: f32 = 1000.0;

impl World {
    /// Says where a unit is that the engine moves, in metres, and its velocity, in m/s; call it once a tick, before
    /// [`World::step`]. A position in an obstacle is accepted, since bodies of engines get there: others keep out of its
    /// way all the same, and the unit is led to the nearest free place first.
    ///
    /// # Errors
    /// The handle is stale, the world moves the unit, a number is not finite, the position lies outside the bounds, or
    /// the speed is above 1000 m/s.
    pub fn set_motion(
        &mut self,
        unit: UnitId,
        position: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        self.note(|| Call::SetMotions(vec![(unit, position, velocity)]));
        self.check_motion(unit, position, velocity)?;
        self.place(unit, position, velocity);
        Ok(())
    }

    /// Does what [`World::set_motion`] does for many units, all or none: for those of an engine's frame.
    ///
    /// # Errors
    /// That of the first one that [`World::set_motion`] would refuse: nothing has changed.
    pub fn set_motions(
        &mut self,
        motions: impl IntoIterator<Item = (UnitId, Vec2, Vec2)>,
    ) -> Result<(), WorldError> {
        let motions = motions.into_iter();
        let mut checked = Vec::with_capacity(motions.size_hint().0.min(self.core.bodies.len()));
        for (unit, position, velocity) in motions {
            self.check_motion(unit, position, velocity)?;
            checked.push((unit, position, velocity));
        }
        self.note(|| Call::SetMotions(checked.clone()));
        for (unit, position, velocity) in checked {
            self.place(unit, position, velocity);
        }
        Ok(())
    }

    /// Sets a unit to a motion that was checked.
    fn place(&mut self, unit: UnitId, position: Vec2, velocity: Vec2) {
        let body = &mut self.core.bodies[unit];
        (body.position, body.velocity, body.home) = (position, velocity, position);
        body.push = Vec2::ZERO;
        body.heading = direction_of(velocity).unwrap_or(body.heading);
        self.finder.note(unit);
        self.watch.call();
    }

    /// Returns whether [`World::set_motion`] would accept this motion.
    ///
    /// # Errors
    /// Those of [`World::set_motion`].
    pub fn check_motion(
        &self,
        unit: UnitId,
        position: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        let body = self.core.bodies.get(unit).ok_or(WorldError::StaleUnit { unit })?;
        check(unit, body.driver, position, velocity, self.core.definition.bounds)
    }

    /// Takes the units' orders away and has them hold their position until the next order or [`World::stop`]: they
    /// neither step aside nor does contact with others move them.
    ///
    /// # Errors
    /// No units, a stale or repeated unit: none was changed.
    pub fn hold(&mut self, units: &[UnitId]) -> Result<(), WorldError> {
        self.note(|| Call::Hold(units.to_vec()));
        self.check_units(units)?;
        for &unit in units {
            self.dismiss(unit);
            self.core.bodies[unit].holding = true;
        }
        Ok(())
    }
}

/// Returns whether a unit may be set to a motion: a position and a velocity.
fn check(
    unit: UnitId,
    driver: Driver,
    position: Vec2,
    velocity: Vec2,
    bounds: Bounds,
) -> Result<(), WorldError> {
    if driver != Driver::Engine {
        return Err(WorldError::NotEngineDriven { unit });
    }
    if !(position.is_finite() && velocity.is_finite()) {
        return Err(WorldError::MotionNotFinite { unit, position, velocity });
    }
    if !bounds.contains(position) {
        return Err(WorldError::UnitOutside { position, bounds });
    }
    if velocity.length_squared() > SPEED_LIMIT * SPEED_LIMIT {
        return Err(WorldError::VelocityTooGreat { unit, velocity, limit: SPEED_LIMIT });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::unit::UnitDefinition;
    use crate::parameters::WorldDefinition;

    #[test]
    fn many_motions_are_set_or_none() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(10.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap();
        let mut add = |x: f32| {
            let plain = UnitDefinition::new(Vec2::new(x, 5.0), 0.5, 1.0);
            world.add_unit(&UnitDefinition { driver: Driver::Engine, ..plain }).unwrap()
        };
        let (a, b) = (add(2.0), add(8.0));
        world.step(world.core.definition.parameters.tick).unwrap();
        let (before, there) = (world.to_bytes().unwrap(), Vec2::splat(4.0));
        let wrong = [(a, there, Vec2::X), (a, Vec2::ONE, Vec2::Y), (b, Vec2::NAN, Vec2::X)];
        let error = world.set_motions(wrong).unwrap_err();
        assert!(matches!(error, WorldError::MotionNotFinite { unit, .. } if unit == b));
        assert_eq!(world.to_bytes().unwrap(), before);
        world.set_motions([(a, there, Vec2::X), (b, Vec2::ONE, Vec2::Y)]).unwrap();
        let at = |unit| world.unit(unit).map(|unit| (unit.position, unit.velocity));
        assert_eq!((at(a), at(b)), (Some((there, Vec2::X)), Some((Vec2::ONE, Vec2::Y))));
    }
}
