//! Units that an engine moves, and units that hold their position.

use glam::Vec2;

use crate::bodies::unit::Driver;
use crate::error::WorldError;
use crate::handle::UnitId;
use crate::world::World;

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
        self.check_motion(unit, position, velocity)?;
        let body = self.bodies.get_mut(unit).ok_or(WorldError::StaleUnit { unit })?;
        (body.position, body.velocity, body.home) = (position, velocity, position);
        body.heading = velocity.try_normalize().unwrap_or(body.heading);
        self.finder.note(unit);
        Ok(())
    }

    /// Whether [`World::set_motion`] would accept this motion.
    ///
    /// # Errors
    /// Those of [`World::set_motion`].
    pub fn check_motion(
        &self,
        unit: UnitId,
        position: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        let bounds = self.definition.bounds;
        let body = self.bodies.get(unit).ok_or(WorldError::StaleUnit { unit })?;
        if body.driver != Driver::Engine {
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

    /// Takes the units' orders away and has them hold their position until the next order or [`World::stop`]: they
    /// neither step aside nor does contact with others move them.
    ///
    /// # Errors
    /// No units, a stale or repeated unit: none was changed.
    pub fn hold(&mut self, units: &[UnitId]) -> Result<(), WorldError> {
        self.stop(units)?;
        for &unit in units {
            self.bodies[unit].holding = true;
        }
        Ok(())
    }
}
