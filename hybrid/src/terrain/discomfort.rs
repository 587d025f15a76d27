//! Where it is unpleasant, and for how long.

use flowfield::{Frame, Terrain, TerrainError};
use glam::{UVec2, Vec2};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// No ground is more unpleasant than this.
const WORST: f32 = 1000.0;

/// The corners of an octagon as large as a disc of radius 1: √(π / 2√2), and that by cos 45°.
const CORNER: f32 = 1.053_907_4;
const SLANT: f32 = 0.745_225_1;

/// Metres: smaller discs are none to meshes.
const LEAST_RADIUS: f32 = 1.0 / 64.0;

/// A disc of ground that units shun: fire, gas, the reach of a gun.
///
/// What stays, for infinite seconds, is cut into the meshes as an octagon of the same size: paths, distance fields and
/// windows see it. What passes is seen in windows alone, in the cells whose centres lie in it: it does not reroute those
/// who are far away, and costs next to nothing to add.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Discomfort {
    /// Its middle, in metres.
    pub center: Vec2,
    /// Its radius, in metres; above 0.
    pub radius: f32,
    /// How unpleasant it is: a metre there costs as much more as so many metres of free ground. Above 0, at most 1 000.
    /// Where discs overlap it adds up; on dearer ground it is so much dearer.
    pub amount: f32,
    /// How long it lasts, in seconds; above 0. Infinite: until it is removed.
    pub seconds: f32,
}

/// Why a discomfort was refused.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum DiscomfortError {
    /// The disc is nowhere, or has no size.
    #[error("a disc of {radius} m round {center}: both must be finite, and the radius above 0")]
    Disc {
        /// The middle given.
        center: Vec2,
        /// The radius given, in metres.
        radius: f32,
    },
    /// The amount is out of range.
    #[error("a discomfort of {amount}: it must be above 0 and at most {WORST}")]
    Amount {
        /// The amount given.
        amount: f32,
    },
    /// The time is out of range.
    #[error("a discomfort for {seconds} s: the time must be above 0, or infinite")]
    Seconds {
        /// The time given.
        seconds: f32,
    },
}

impl Discomfort {
    /// Returns whether all is in range.
    pub(crate) fn check(&self) -> Result<(), DiscomfortError> {
        let Self { center, radius, amount, seconds } = *self;
        if !(center.is_finite() && radius.is_finite() && radius > 0.0) {
            return Err(DiscomfortError::Disc { center, radius });
        }
        if !(amount > 0.0 && amount <= WORST) {
            return Err(DiscomfortError::Amount { amount });
        }
        if seconds > 0.0 { Ok(()) } else { Err(DiscomfortError::Seconds { seconds }) }
    }

    /// Its outline as meshes see it; `None` if it is too small.
    pub(crate) fn outline(&self) -> Option<[Vec2; 8]> {
        let (far, near) = (CORNER * self.radius, SLANT * self.radius);
        let corners = [(far, 0.0), (near, near), (0.0, far), (-near, near)];
        let at = |(x, y): (f32, f32)| self.center + Vec2::new(x, y);
        let across = |(x, y): (f32, f32)| self.center - Vec2::new(x, y);
        let [a, b, c, d] = corners;
        let outline = [at(a), at(b), at(c), at(d), across(a), across(b), across(c), across(d)];
        (self.radius >= LEAST_RADIUS).then_some(outline)
    }

    /// Returns whether it reaches into a window.
    pub(crate) fn touches(&self, frame: &Frame) -> bool {
        let nearest = self.center.clamp(frame.min(), frame.max());
        nearest.distance_squared(self.center) < self.radius * self.radius
    }

    /// Adds it to the cells of a window whose centres lie in it.
    pub(crate) fn apply(&self, terrain: &mut Terrain) -> Result<(), TerrainError> {
        let frame = *terrain.frame();
        let place = |point: Vec2| {
            let cell = ((point - frame.min()) / frame.cell_size).floor();
            cell.clamp(Vec2::ZERO, (frame.size - 1).as_vec2()).as_uvec2()
        };
        let (first, last) = (place(self.center - self.radius), place(self.center + self.radius));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let cell = UVec2::new(x, y);
                let index = frame.index_of(cell);
                if frame.center(cell).distance_squared(self.center) <= self.radius * self.radius {
                    let sum = terrain.discomforts()[index] + self.amount;
                    terrain.set_discomfort(index, sum.min(WORST))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flowfield::glam::IVec2;

    const RIGHT: Discomfort =
        Discomfort { center: Vec2::new(2.0, 2.0), radius: 1.0, amount: 3.0, seconds: 5.0 };

    #[test]
    fn discs_add_up_in_the_cells_that_they_hold() {
        let mut terrain = Terrain::new(Frame::new(IVec2::ZERO, UVec2::new(8, 8), 0.5).unwrap());
        RIGHT.apply(&mut terrain).unwrap();
        RIGHT.apply(&mut terrain).unwrap();
        let at = |x: u32, y: u32| terrain.discomforts()[UVec2::new(x, y)];
        assert_eq!((at(3, 3), at(4, 5), at(2, 2), at(6, 3)), (6.0, 6.0, 0.0, 0.0));
        let sum: f32 = terrain.discomforts().as_slice().iter().sum();
        assert_eq!(sum, 6.0 * 12.0);
        assert!(RIGHT.touches(terrain.frame()));
        assert!(!Discomfort { center: Vec2::splat(9.0), ..RIGHT }.touches(terrain.frame()));
    }

    #[test]
    fn meshes_see_an_octagon_of_the_same_size() {
        let outline = RIGHT.outline().unwrap();
        let edges = (0..8).map(|k| (outline[k], outline[(k + 1) % 8]));
        let area: f32 =
            edges.map(|(a, b)| 0.5 * (a - RIGHT.center).perp_dot(b - RIGHT.center)).sum();
        assert!((area - std::f32::consts::PI).abs() < 1e-5, "{area}");
        assert_eq!(Discomfort { radius: 0.01, ..RIGHT }.outline(), None);
    }

    #[test]
    fn bad_ones_are_refused() {
        assert_eq!(RIGHT.check(), Ok(()));
        assert_eq!(Discomfort { seconds: f32::INFINITY, ..RIGHT }.check(), Ok(()));
        for radius in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let bad = Discomfort { radius, ..RIGHT }.check();
            assert!(matches!(bad, Err(DiscomfortError::Disc { .. })));
        }
        for amount in [0.0, f32::NAN, 1001.0] {
            let bad = Discomfort { amount, ..RIGHT }.check();
            assert!(matches!(bad, Err(DiscomfortError::Amount { .. })));
        }
        for seconds in [0.0, -1.0, f32::NAN] {
            let bad = Discomfort { seconds, ..RIGHT }.check();
            assert!(matches!(bad, Err(DiscomfortError::Seconds { .. })));
        }
    }
}
