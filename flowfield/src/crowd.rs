//! The moving crowd as two fields: density and mean velocity.
//!
//! Based on the density conversion of Treuille, Cooper, Popović, "Continuum Crowds", 2006, with the
//! linear fall-off of Moersch and Hamilton, "Hybrid Vector Field Pathfinding".

use glam::{UVec2, Vec2};
use thiserror::Error;

use crate::frame::Frame;
use crate::grid::Grid;
use crate::tolerances::MOST_SPEED;

/// One member of the crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its centre in metres; it may lie off the frame.
    pub position: Vec2,
    /// Its velocity in metres a second, at most 1 000 000.
    pub velocity: Vec2,
    /// The radius in metres within which it is felt, above 0: not its body, but about 3 times that,
    /// and at least 1.5 cells; with the body's radius even a packed crowd reads as thin air.
    pub influence: f32,
}

/// Why a [`Disc`] cannot be added.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DiscError {
    /// The position is not finite.
    #[error("the disc's position is {position}: it must be finite")]
    Position {
        /// The position given, in metres.
        position: Vec2,
    },
    /// The velocity is not a number, or faster than any unit.
    #[error("the disc's velocity is {velocity} m/s: it must be at most {MOST_SPEED} m/s")]
    Velocity {
        /// The velocity given, in metres a second.
        velocity: Vec2,
    },
    /// The influence is not a length above 0.
    #[error("the disc's influence is {influence} m: it must be finite and above 0")]
    Influence {
        /// The influence given, in metres.
        influence: f32,
    },
}

impl Disc {
    fn check(&self) -> Result<(), DiscError> {
        let Self { position, velocity, influence } = *self;
        if !position.is_finite() {
            return Err(DiscError::Position { position });
        }
        if velocity.is_nan() || velocity.abs().max_element() > MOST_SPEED {
            return Err(DiscError::Velocity { velocity });
        }
        if !(influence.is_finite() && influence > 0.0) {
            return Err(DiscError::Influence { influence });
        }
        Ok(())
    }
}

/// Density and mean velocity of a crowd on a frame, made once and used by every group.
///
/// `density = Σ share`, `velocity = Σ share · velocity of the disc / Σ share`, over all discs, with
/// `share = max(0, 1 − distance from the cell's centre / influence)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd {
    frame: Frame,
    density: Grid<f32>,
    momentum: Grid<Vec2>,
    velocity: Grid<Vec2>,
    finished: bool,
}

impl Crowd {
    /// Nobody.
    pub fn new(frame: Frame) -> Self {
        Self {
            frame,
            density: Grid::new(frame.size, 0.0),
            momentum: Grid::new(frame.size, Vec2::ZERO),
            velocity: Grid::new(frame.size, Vec2::ZERO),
            finished: true,
        }
    }

    /// Sends everybody away and moves to another frame, keeping the buffers.
    pub fn reset(&mut self, frame: Frame) {
        self.frame = frame;
        self.density.reset(frame.size, 0.0);
        self.momentum.reset(frame.size, Vec2::ZERO);
        self.velocity.reset(frame.size, Vec2::ZERO);
        self.finished = true;
    }

    /// Adds a disc to the density; [`Crowd::finish`] then brings the mean velocity up to date.
    ///
    /// # Errors
    /// [`DiscError`], see [`Disc`]'s fields for the ranges.
    pub fn add(&mut self, disc: Disc) -> Result<(), DiscError> {
        disc.check()?;
        let (columns, rows) = self.frame.cells_around(disc.position, disc.influence);
        for y in rows {
            for x in columns.clone() {
                let cell = UVec2::new(x, y);
                let distance = self.frame.center(cell).distance(disc.position);
                let share = (1.0 - distance / disc.influence).max(0.0);
                let index = self.frame.index_of(cell);
                self.density[index] += share;
                self.momentum[index] += share * disc.velocity;
            }
        }
        self.finished = false;
        Ok(())
    }

    /// Brings the mean velocity up to date with all discs added so far. Zero where there is nobody.
    pub fn finish(&mut self) {
        let sums = self.density.as_slice().iter().zip(self.momentum.as_slice());
        for (velocity, (&density, &momentum)) in self.velocity.as_mut_slice().iter_mut().zip(sums) {
            *velocity = if density > 0.0 { momentum / density } else { Vec2::ZERO };
        }
        self.finished = true;
    }

    /// Whether the mean velocity is up to date: nobody was added after the last [`Crowd::finish`].
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// The cells that this is about.
    pub const fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The density: a single disc gives at most 1, a packed crowd 2.5 to 3 where the influence is 3
    /// radii.
    pub const fn density(&self) -> &Grid<f32> {
        &self.density
    }

    /// The mean velocity in metres a second, as of the last [`Crowd::finish`].
    pub const fn velocity(&self) -> &Grid<Vec2> {
        &self.velocity
    }
}

#[cfg(test)]
mod tests {
    use glam::IVec2;
    use proptest::prelude::*;

    use super::*;

    fn frame(x: i32, y: i32) -> Frame {
        Frame::new(IVec2::new(x, y), UVec2::new(12, 9), 0.5).unwrap()
    }

    fn crowd(frame: Frame, discs: &[Disc]) -> Crowd {
        let mut crowd = Crowd::new(frame);
        discs.iter().for_each(|&disc| crowd.add(disc).unwrap());
        crowd.finish();
        crowd
    }

    fn discs() -> impl Strategy<Value = Vec<Disc>> {
        let disc = (-2.0_f32..8.0, -2.0_f32..7.0, -2.0_f32..2.0, -2.0_f32..2.0, 0.1_f32..4.0);
        prop::collection::vec(disc, 0..20).prop_map(|discs| {
            let disc = |(x, y, u, v, influence)| Disc {
                position: Vec2::new(x, y),
                velocity: Vec2::new(u, v),
                influence,
            };
            discs.into_iter().map(disc).collect()
        })
    }

    proptest! {
        #[test]
        fn density_and_mean_velocity_are_the_sums_over_all_discs(discs in discs()) {
            let crowd = crowd(frame(0, 0), &discs);
            for index in 0..crowd.frame().cell_count() {
                let center = crowd.frame().center(crowd.frame().cell_at_index(index));
                let share = |disc: &Disc| {
                    let distance = center.as_dvec2().distance(disc.position.as_dvec2());
                    (1.0 - distance / f64::from(disc.influence)).max(0.0)
                };
                let density: f64 = discs.iter().map(share).sum();
                let momentum: glam::DVec2 = discs.iter().map(|disc| share(disc) * disc.velocity.as_dvec2()).sum();
                prop_assert!((f64::from(crowd.density()[index]) - density).abs() < 1e-5);
                let sum = crowd.velocity()[index].as_dvec2() * density;
                prop_assert!(sum.abs_diff_eq(momentum, 1e-5), "{sum} {momentum}");
                if crowd.density()[index] == 0.0 {
                    prop_assert_eq!(crowd.velocity()[index], Vec2::ZERO);
                }
            }
        }

        #[test]
        fn a_moving_window_sees_the_same_crowd(discs in discs()) {
            let (a, b) = (crowd(frame(0, 0), &discs), crowd(frame(3, -2), &discs));
            for (x, y) in (3..12).flat_map(|x| (0..7).map(move |y| (x, y))) {
                let (here, there) = (UVec2::new(x, y), UVec2::new(x - 3, y + 2));
                prop_assert_eq!(a.density()[here], b.density()[there]);
                prop_assert_eq!(a.velocity()[here], b.velocity()[there]);
            }
        }

        #[test]
        fn a_crowd_that_was_reset_is_new(old in discs(), new in discs()) {
            let mut reused = crowd(frame(0, 0), &old);
            let buffers = (reused.density.as_slice().as_ptr(), reused.momentum.as_slice().as_ptr());
            reused.reset(frame(3, -2));
            prop_assert_eq!(&reused, &Crowd::new(frame(3, -2)));
            new.iter().for_each(|&disc| reused.add(disc).unwrap());
            reused.finish();
            prop_assert_eq!(&reused, &crowd(frame(3, -2), &new));
            prop_assert_eq!(buffers, (reused.density.as_slice().as_ptr(), reused.momentum.as_slice().as_ptr()));
        }
    }

    #[test]
    fn adding_needs_another_finish() {
        let mut crowd = Crowd::new(frame(0, 0));
        assert!(crowd.is_finished());
        let disc = Disc { position: Vec2::ONE, velocity: Vec2::X, influence: 1.0 };
        crowd.add(disc).unwrap();
        assert!(!crowd.is_finished());
        crowd.finish();
        crowd.add(Disc { velocity: Vec2::NEG_X, ..disc }).unwrap();
        crowd.finish();
        assert_eq!(
            crowd.velocity()[UVec2::ONE],
            Vec2::ZERO,
            "the first finish must not count twice"
        );
    }

    #[test]
    fn bad_discs_are_refused_and_change_nothing() {
        let good = Disc { position: Vec2::ONE, velocity: Vec2::X, influence: 1.0 };
        let mut crowd = crowd(frame(0, 0), &[good]);
        let before = crowd.clone();
        for bad in [f32::NAN, f32::INFINITY] {
            let add = crowd.add(Disc { position: Vec2::new(1.0, bad), ..good });
            assert!(matches!(add, Err(DiscError::Position { .. })));
        }
        for bad in [f32::NAN, f32::NEG_INFINITY, 2e6] {
            let add = crowd.add(Disc { velocity: Vec2::new(bad, 0.0), ..good });
            assert!(matches!(add, Err(DiscError::Velocity { .. })));
        }
        for bad in [f32::NAN, f32::INFINITY, 0.0, -1.0] {
            let add = crowd.add(Disc { influence: bad, ..good });
            assert!(matches!(add, Err(DiscError::Influence { .. })));
        }
        assert_eq!(crowd, before);
    }
}
