//! The velocity field: down the potential, as fast as the crowd allows.

use glam::Vec2;

use super::speed::Speeds;
use crate::lattice::direction::Direction;
use crate::lattice::grid::Grid;
use crate::potential::quadrant::Upwind;
use crate::potential::solution::Potential;
use crate::potential::step_costs::StepCosts;

/// The bits of the directions along x, and along y.
const ALONG: [u8; 2] = [
    Direction::East.bit() | Direction::West.bit(),
    Direction::North.bit() | Direction::South.bit(),
];

/// Writes every cell's velocity as a fraction of the free speed: `−(∇φ / |∇φ|) ∘ (speed x, speed y)`,
/// with the gradient towards the neighbours that gave the cell its potential. Zero if none did.
pub(super) fn descend(
    costs: &StepCosts,
    potential: &Potential,
    speeds: &Speeds<'_>,
    velocity: &mut Grid<Vec2>,
) {
    let frame = costs.steps().frame();
    let (values, upwind) = (potential.values(), potential.upwind());
    let is_plain = speeds.is_plain();
    let of_cell = |(cell, &from): (usize, &Upwind)| {
        // In a cell that is plain all around, all steps are free.
        let free = is_plain && costs.is_plain(cell);
        let along = |bits: u8, positive: Direction| {
            if from & bits == 0 {
                return (0.0, 0.0);
            }
            let ahead = from & positive.bit() != 0;
            let direction = if ahead { positive } else { positive.opposite() };
            let fall = values[cell] - values[frame.toward(cell, direction)];
            let speed = if free { 1.0 } else { speeds.of_step(cell, direction) };
            (if ahead { fall } else { -fall }, speed)
        };
        let (x, y) = (along(ALONG[0], Direction::East), along(ALONG[1], Direction::North));
        let squares = x.0 * x.0 + y.0 * y.0;
        if squares > 0.0 {
            Vec2::new(x.0, y.0) * (1.0 / squares.sqrt()) * Vec2::new(x.1, y.1)
        } else {
            Vec2::ZERO
        }
    };
    velocity.fill(frame.size, upwind.iter().enumerate().map(of_cell));
}
