//! The moving crowd as fields: density, mean velocity, and the discomfort of being in its way.
//!
//! Based on the density conversion and the predictive discomfort of Treuille, Cooper, Popović,
//! "Continuum Crowds", 2006, with the linear fall-off of Moersch and Hamilton, "Hybrid Vector Field
//! Pathfinding".

use std::ops::{AddAssign, Mul};

use glam::{Vec2, Vec4};
use thiserror::Error;

use crate::lattice::frame::Frame;
use crate::lattice::grid::Grid;
use crate::tolerances::{MOST_DISCOMFORT, MOST_EXPONENT, MOST_PREDICTION, MOST_SPEED};

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

/// How a disc's share in the density falls off with the distance from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FallOff {
    /// `max(0, 1 − distance / influence)` in every cell: Moersch and Hamilton's.
    #[default]
    Linear,
    /// Only in the four cells whose centres lie round the disc: `min(a, b)ᵉ`, with `a` and `b` what is
    /// left of a cell's width to that centre along x and y, and the exponent `e`: Treuille's. It
    /// suits cells about as large as units. The influence plays no part.
    Exponent(u8),
}

/// Discomfort laid down where the crowd will soon be, so that others cross behind it: Treuille's
/// predictive discomfort. Each disc gives, `steps` times over the next `seconds`, `amount · share` to
/// the cells within its influence round where it then is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// How far ahead, in seconds; above 0, at most 60.
    pub seconds: f32,
    /// How many places on the way, 1 to 255.
    pub steps: u8,
    /// The discomfort at the centre of each place; 0 to 1 000 000.
    pub amount: f32,
}

/// How a [`Crowd`] is felt. The default: linear fall-off, no prediction.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct CrowdOptions {
    /// How density falls off.
    pub fall_off: FallOff,
    /// Discomfort ahead of those who move.
    pub prediction: Option<Prediction>,
}

/// Which of the [`CrowdOptions`] is out of range.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CrowdError {
    /// The exponent of the fall-off is 0 or too large.
    #[error("the exponent of the fall-off is {exponent}: it must be from 1 to {MOST_EXPONENT}")]
    Exponent {
        /// The exponent given.
        exponent: u8,
    },
    /// The prediction is not ahead, has no step, or lays down no discomfort that could be.
    #[error(
        "a prediction of {} s in {} steps of {}: it must be above 0 and at most {MOST_PREDICTION} s, with a step or more, of 0 to {MOST_DISCOMFORT}",
        .prediction.seconds, .prediction.steps, .prediction.amount
    )]
    Prediction {
        /// The prediction given.
        prediction: Prediction,
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

impl CrowdOptions {
    fn check(&self) -> Result<(), CrowdError> {
        if let FallOff::Exponent(exponent) = self.fall_off
            && !(1..=MOST_EXPONENT).contains(&exponent)
        {
            return Err(CrowdError::Exponent { exponent });
        }
        if let Some(prediction @ Prediction { seconds, steps, amount }) = self.prediction {
            let ahead = seconds > 0.0 && seconds <= MOST_PREDICTION && steps > 0;
            if !(ahead && (0.0..=MOST_DISCOMFORT).contains(&amount)) {
                return Err(CrowdError::Prediction { prediction });
            }
        }
        Ok(())
    }
}

/// Columns that are looked at together: two vectors of the processor.
const BLOCK: usize = 8;

/// Density, mean velocity and predicted discomfort of a crowd on a frame, made once and used by every
/// group.
///
/// `density = Σ share`, `velocity = Σ share · velocity of the disc / Σ share`, over all discs; the share
/// is that of the [`FallOff`].
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd {
    frame: Frame,
    options: CrowdOptions,
    /// By cell: density, momentum (x and y), density of companions less that of those who are held.
    cells: Grid<Vec4>,
    /// By cell: the predicted discomfort; nothing without a prediction.
    discomfort: Grid<f32>,
    /// How many are strangers, and how many there are.
    strangers: [u32; 2],
}

impl Crowd {
    /// Nobody, felt in the default way.
    pub fn new(frame: Frame) -> Self {
        let (cells, discomfort) = (Grid::new(frame.size, Vec4::ZERO), Grid::default());
        let options = CrowdOptions::default();
        Self { frame, options, cells, discomfort, strangers: [0; 2] }
    }

    /// Nobody, felt as the options say.
    ///
    /// # Errors
    /// [`CrowdError`] if an option is out of range.
    pub fn with_options(frame: Frame, options: CrowdOptions) -> Result<Self, CrowdError> {
        options.check()?;
        let mut crowd = Self { options, ..Self::new(frame) };
        crowd.reset(frame);
        Ok(crowd)
    }

    /// Sends everybody away and moves to another frame, keeping options and buffers.
    pub fn reset(&mut self, frame: Frame) {
        self.frame = frame;
        self.cells.reset(frame.size, Vec4::ZERO);
        self.strangers = [0; 2];
        if self.options.prediction.is_some() {
            self.discomfort.reset(frame.size, 0.0);
        }
    }

    /// Adds a disc.
    ///
    /// # Errors
    /// [`DiscError`], see [`Disc`]'s fields for the ranges.
    pub fn add(&mut self, disc: Disc) -> Result<(), DiscError> {
        self.add_felt(disc, 0.0)
    }

    /// Adds a disc that goes where the group that is planned for goes, or is one of it: where such stand, they queue, and
    /// are not in the way; see [`CostParameters::companion_floor`](crate::CostParameters::companion_floor).
    ///
    /// # Errors
    /// [`DiscError`], see [`Disc`]'s fields for the ranges.
    pub fn add_companion(&mut self, disc: Disc) -> Result<(), DiscError> {
        self.add_felt(disc, 1.0)
    }

    /// Adds a disc of others that will not be gone soon, as it waits for a way that the group that is planned for needs: the
    /// group has no [`patience`](crate::CostParameters::patience) with it.
    ///
    /// # Errors
    /// [`DiscError`], see [`Disc`]'s fields for the ranges.
    pub fn add_held(&mut self, disc: Disc) -> Result<(), DiscError> {
        self.add_felt(disc, -1.0)
    }

    fn add_felt(&mut self, disc: Disc, companion: f32) -> Result<(), DiscError> {
        disc.check()?;
        self.strangers[0] += u32::from(companion == 0.0);
        self.strangers[1] += 1;
        let Disc { position, velocity, influence } = disc;
        let felt = Vec4::new(1.0, velocity.x, velocity.y, companion);
        match self.options.fall_off {
            FallOff::Linear => splat(&self.frame, &mut self.cells, position, influence, felt),
            FallOff::Exponent(exponent) => self.share_out(position, exponent, felt),
        }
        if let Some(Prediction { seconds, steps, amount }) = self.options.prediction
            && velocity != Vec2::ZERO
        {
            for step in 1..=steps {
                let ahead = seconds * (f32::from(step) / f32::from(steps)) * velocity;
                let at = position + ahead;
                splat(&self.frame, &mut self.discomfort, at, influence, amount);
            }
        }
        Ok(())
    }

    /// Adds `felt` to the four cells round a point.
    fn share_out(&mut self, point: Vec2, exponent: u8, felt: Vec4) {
        let (columns, rows) = self.frame.cells_around(point, self.frame.cell_size);
        for row in rows {
            for column in columns.clone() {
                let cell = glam::UVec2::new(column, row);
                let away = (self.frame.center(cell) - point).abs() / self.frame.cell_size;
                let left = (1.0 - away.max_element()).max(0.0);
                let share = (0..exponent).fold(1.0, |power, _| power * left);
                self.cells[cell] += share * felt;
            }
        }
    }

    /// The cells that this is about.
    pub const fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns how it is felt.
    pub const fn options(&self) -> &CrowdOptions {
        &self.options
    }

    /// The density in a cell: a single disc gives at most 1, a packed crowd 2.5 to 3 where the
    /// influence is 3 radii. 0 off the frame.
    pub fn density(&self, index: usize) -> f32 {
        self.cells.as_slice().get(index).map_or(0.0, |cell| cell.x)
    }

    /// The mean velocity in a cell in metres a second. Zero where there is nobody.
    pub fn velocity(&self, index: usize) -> Vec2 {
        let cell = self.cells.as_slice().get(index).copied().unwrap_or_default();
        if cell.x > 0.0 { Vec2::new(cell.y, cell.z) / cell.x } else { Vec2::ZERO }
    }

    /// Returns which part of all units are strangers: neither companions nor held. 0 where there are none.
    pub fn strangers(&self) -> f32 {
        let [strangers, all] = self.strangers;
        strangers as f32 / all.max(1) as f32
    }

    /// Returns which part of the density in a cell is that of companions, less the part of those who are held: −1 to 1. 0 where
    /// there is nobody.
    pub fn companions(&self, index: usize) -> f32 {
        let cell = self.cells.as_slice().get(index).copied().unwrap_or_default();
        if cell.x > 0.0 { cell.w / cell.x } else { 0.0 }
    }

    /// The predicted discomfort in a cell; 0 without [`CrowdOptions::prediction`].
    pub fn discomfort(&self, index: usize) -> f32 {
        self.discomfort.as_slice().get(index).copied().unwrap_or(0.0)
    }

    /// The bytes that its buffers take.
    pub fn bytes(&self) -> usize {
        self.cells.bytes() + self.discomfort.bytes()
    }
}

/// Adds the linear share of `felt` to all cells within `reach`.
fn splat<T>(frame: &Frame, cells: &mut Grid<T>, center: Vec2, reach: f32, felt: T)
where
    T: Copy + AddAssign + Mul<f32, Output = T>,
{
    let (columns, rows) = frame.cells_around(center, reach);
    let (origin, side) = (frame.origin, frame.cell_size);
    let width = frame.size.x as usize;
    let offset = |lattice: i32, at: f32| (lattice as f32 + 0.5) * side - at;
    for first in columns.clone().step_by(BLOCK) {
        let count = BLOCK.min((columns.end - first) as usize);
        let squares: [f32; BLOCK] = std::array::from_fn(|column| {
            let x = offset(origin.x + first as i32 + column as i32, center.x);
            x * x
        });
        for row in rows.clone() {
            let y = offset(origin.y + row as i32, center.y);
            let shares = squares.map(|square| {
                let share = 1.0 - (square + y * y).sqrt() / reach;
                if share > 0.0 { share } else { 0.0 }
            });
            let start = row as usize * width + first as usize;
            let cells = &mut cells.as_mut_slice()[start..start + count];
            for (cell, share) in cells.iter_mut().zip(shares) {
                *cell += felt * share;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{IVec2, UVec2};
    use proptest::prelude::*;

    use super::*;

    fn frame(x: i32, y: i32) -> Frame {
        Frame::new(IVec2::new(x, y), UVec2::new(12, 9), 0.5).unwrap()
    }

    fn crowd(frame: Frame, discs: &[Disc]) -> Crowd {
        let mut crowd = Crowd::new(frame);
        discs.iter().for_each(|&disc| crowd.add(disc).unwrap());
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
                prop_assert!((f64::from(crowd.density(index)) - density).abs() < 1e-5);
                let sum = crowd.velocity(index).as_dvec2() * density;
                prop_assert!(sum.abs_diff_eq(momentum, 1e-5), "{sum} {momentum}");
                if crowd.density(index) == 0.0 {
                    prop_assert_eq!(crowd.velocity(index), Vec2::ZERO);
                }
            }
        }

        #[test]
        fn a_moving_window_sees_the_same_crowd(discs in discs()) {
            let (a, b) = (crowd(frame(0, 0), &discs), crowd(frame(3, -2), &discs));
            for (x, y) in (3..12).flat_map(|x| (0..7).map(move |y| (x, y))) {
                let (here, there) = (UVec2::new(x, y), UVec2::new(x - 3, y + 2));
                prop_assert_eq!(a.cells[here], b.cells[there]);
            }
        }

        #[test]
        fn a_crowd_that_was_reset_is_new(old in discs(), new in discs()) {
            let mut reused = crowd(frame(0, 0), &old);
            let buffers = reused.cells.as_slice().as_ptr();
            reused.reset(frame(3, -2));
            prop_assert_eq!(&reused, &Crowd::new(frame(3, -2)));
            new.iter().for_each(|&disc| reused.add(disc).unwrap());
            prop_assert_eq!(&reused, &crowd(frame(3, -2), &new));
            prop_assert_eq!(buffers, reused.cells.as_slice().as_ptr());
        }
    }

    #[test]
    fn the_exponent_form_shares_a_disc_out_to_the_four_cells_round_it() {
        let options = CrowdOptions { fall_off: FallOff::Exponent(2), prediction: None };
        let mut crowd = Crowd::with_options(frame(0, 0), options).unwrap();
        // A quarter of a cell from the centre of cell (2, 1) along x, half a cell along y.
        let position = crowd.frame().center(UVec2::new(2, 1)) + Vec2::new(0.125, 0.25);
        crowd.add(Disc { position, velocity: Vec2::X, influence: 9.0 }).unwrap();
        let at = |x, y| crowd.density(crowd.frame().index_of(UVec2::new(x, y)));
        assert_eq!([at(2, 1), at(3, 1), at(2, 2), at(3, 2)], [0.25, 0.0625, 0.25, 0.0625]);
        let all: f32 = (0..108).map(|index| crowd.density(index)).sum();
        assert_eq!(all, 0.625, "and to no other");
        assert_eq!(crowd.velocity(14), Vec2::X);
    }

    #[test]
    fn discomfort_lies_ahead_of_those_who_move() {
        let prediction = Prediction { seconds: 2.0, steps: 4, amount: 3.0 };
        let options = CrowdOptions { prediction: Some(prediction), ..CrowdOptions::default() };
        let mut crowd = Crowd::with_options(frame(0, 0), options).unwrap();
        let position = crowd.frame().center(UVec2::new(2, 4));
        let disc = Disc { position, velocity: Vec2::X, influence: 0.5 };
        crowd.add(disc).unwrap();
        crowd.add(Disc { velocity: Vec2::ZERO, ..disc }).unwrap();
        let row: Vec<f32> = (0..12).map(|x| crowd.discomfort(48 + x)).collect();
        assert_eq!(row, [0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(crowd.density(50), 2.0);
        assert_eq!(crowd.density(51), 0.0, "what is predicted is not there yet");
        crowd.reset(frame(0, 0));
        assert_eq!((crowd.options(), crowd.discomfort(51)), (&options, 0.0));
    }

    #[test]
    fn bad_options_are_refused() {
        let with = |options| Crowd::with_options(frame(0, 0), options);
        for exponent in [0, 33, 255] {
            let options =
                CrowdOptions { fall_off: FallOff::Exponent(exponent), ..CrowdOptions::default() };
            assert_eq!(with(options), Err(CrowdError::Exponent { exponent }));
        }
        let good = Prediction { seconds: 1.0, steps: 4, amount: 1.0 };
        for bad in [
            Prediction { seconds: 0.0, ..good },
            Prediction { seconds: f32::NAN, ..good },
            Prediction { seconds: 61.0, ..good },
            Prediction { steps: 0, ..good },
            Prediction { amount: -1.0, ..good },
            Prediction { amount: f32::NAN, ..good },
        ] {
            let options = CrowdOptions { prediction: Some(bad), ..CrowdOptions::default() };
            assert!(matches!(with(options), Err(CrowdError::Prediction { .. })), "{bad:?}");
        }
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
