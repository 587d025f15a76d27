//! The velocity field: down the potential, as fast as the crowd allows.

use glam::Vec2;

use crate::cost::Speeds;
use crate::direction::Direction;
use crate::grid::Grid;
use crate::march::Upwind;

/// Writes every cell's velocity as a fraction of the free speed: `−(∇φ / |∇φ|) ∘ (speed x, speed y)`,
/// with the gradient towards the neighbours that gave the cell its potential. Zero if none did.
pub(crate) fn descend(
    potential: &Grid<f32>,
    upwind: &[Upwind],
    speeds: &Speeds<'_>,
    velocity: &mut Grid<Vec2>,
) {
    velocity.reset(potential.size(), Vec2::ZERO);
    for (cell, velocity) in velocity.as_mut_slice().iter_mut().enumerate() {
        let (mut fall, mut speed) = (Vec2::ZERO, Vec2::ZERO);
        for direction in Direction::ALL {
            if upwind[cell] & direction.bit() != 0 {
                let beyond = speeds.crowd.frame().toward(cell, direction);
                fall += (potential[cell] - potential[beyond]) * direction.unit();
                speed += speeds.of_step(beyond, direction) * direction.unit().abs();
            }
        }
        *velocity = fall.normalize_or_zero() * speed;
    }
}
