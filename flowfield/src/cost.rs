//! What a step costs in a crowd.
//!
//! Based on the speed and unit cost fields of Treuille, Cooper, Popović, "Continuum Crowds", 2006.
//! Here speeds are fractions of the group's free speed, and costs are relative to a free step, so
//! that potentials are lengths.

use thiserror::Error;

use crate::crowd::Crowd;
use crate::direction::Direction;
use crate::steps::Steps;
use crate::tolerances::LEAST_SPEED_FLOOR;

/// How a crowd slows those who walk through it, and how much they mind.
///
/// A step costs `α + β / f`, where `f` is the fraction of the free speed that the crowd beyond the
/// step allows: 1 below [`density_min`](Self::density_min); the speed of the crowd's own flow in the
/// direction of the step above [`density_max`](Self::density_max); linear between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostParameters {
    /// The density up to which one walks freely; 0 or more. Default 0.6: more lets groups react to a
    /// crowd too late.
    pub density_min: f32,
    /// The density from which one can only walk with the flow; not below `density_min`. Default 1.6.
    pub density_max: f32,
    /// The least fraction of the free speed, 0.001 to 1. Default 0.1. Lower: a standing crowd is
    /// rather walked round.
    pub speed_floor: f32,
    /// α, the weight of the way's length; 0 or more. Default 0.1. Only its ratio to β matters.
    pub path_weight: f32,
    /// β, the weight of the time taken; 0 or more, not both 0. Default 0.9. More: rather the long
    /// way round than through the crowd.
    pub time_weight: f32,
}

impl Default for CostParameters {
    fn default() -> Self {
        Self {
            density_min: 0.6,
            density_max: 1.6,
            speed_floor: 0.1,
            path_weight: 0.1,
            time_weight: 0.9,
        }
    }
}

/// Which of the [`CostParameters`] is out of range.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ParameterError {
    /// The densities are not finite, below 0 or the wrong way round.
    #[error(
        "density_min is {min} and density_max {max}: they must be finite, 0 ≤ density_min ≤ density_max"
    )]
    Density {
        /// `density_min` as given.
        min: f32,
        /// `density_max` as given.
        max: f32,
    },
    /// The speed floor is no fraction of a speed.
    #[error("speed_floor is {floor}: it must be from {LEAST_SPEED_FLOOR} to 1")]
    SpeedFloor {
        /// `speed_floor` as given.
        floor: f32,
    },
    /// The weights are not finite, negative or both 0.
    #[error(
        "path_weight is {path} and time_weight {time}: they must be 0 or more with a finite sum above 0"
    )]
    Weight {
        /// `path_weight` as given.
        path: f32,
        /// `time_weight` as given.
        time: f32,
    },
}

impl CostParameters {
    /// Whether all parameters are in range.
    ///
    /// # Errors
    /// [`ParameterError`] names the first that is not.
    pub fn validate(&self) -> Result<(), ParameterError> {
        let Self { density_min: min, density_max: max, speed_floor: floor, .. } = *self;
        if !(0.0 <= min && min <= max && max.is_finite()) {
            return Err(ParameterError::Density { min, max });
        }
        if !(LEAST_SPEED_FLOOR..=1.0).contains(&floor) {
            return Err(ParameterError::SpeedFloor { floor });
        }
        let (path, time) = (self.path_weight, self.time_weight);
        let sum = path + time;
        if !(path >= 0.0 && time >= 0.0 && sum > 0.0 && sum.is_finite()) {
            return Err(ParameterError::Weight { path, time });
        }
        Ok(())
    }
}

/// The speeds that a crowd allows, as fractions of a free speed.
#[derive(Clone, Copy)]
pub(crate) struct Speeds<'a> {
    pub(crate) crowd: &'a Crowd,
    pub(crate) free_speed: f32,
    pub(crate) parameters: &'a CostParameters,
}

impl Speeds<'_> {
    /// The speed of a step towards `direction` that ends in the cell `beyond`.
    pub(crate) fn of_step(&self, beyond: usize, direction: Direction) -> f32 {
        let CostParameters { density_min, density_max, speed_floor, .. } = *self.parameters;
        let density = self.crowd.density()[beyond];
        if density <= density_min {
            return 1.0;
        }
        let along = self.crowd.velocity()[beyond].dot(direction.unit());
        let flow = (along / self.free_speed).clamp(0.0, 1.0);
        // Not reached with density_min = density_max: the quotient's divisor is above 0.
        let speed = if density >= density_max {
            flow
        } else {
            1.0 + (density - density_min) / (density_max - density_min) * (flow - 1.0)
        };
        speed.max(speed_floor)
    }
}

/// Writes what each cell's four steps cost, in metres of free travel; infinite if closed.
pub(crate) fn fill(costs: &mut Vec<[f32; 4]>, steps: &Steps, speeds: &Speeds<'_>) {
    let CostParameters { path_weight, time_weight, .. } = *speeds.parameters;
    let cell_size = steps.frame().cell_size;
    let path = path_weight / (path_weight + time_weight);
    let time = time_weight / (path_weight + time_weight);
    costs.clear();
    costs.extend(steps.masks().enumerate().map(|(index, mask)| {
        Direction::ALL.map(|direction| {
            if mask & direction.bit() == 0 {
                return f32::INFINITY;
            }
            let speed = speeds.of_step(steps.frame().toward(index, direction), direction);
            if speed == 1.0 { cell_size } else { cell_size * (path + time / speed) }
        })
    }));
}

#[cfg(test)]
mod tests {
    use glam::{IVec2, UVec2, Vec2};

    use super::*;
    use crate::crowd::Disc;
    use crate::frame::Frame;

    /// Three cells in a row; in the middle one the density and velocity given.
    fn crowd(density: f32, velocity: Vec2) -> Crowd {
        let frame = Frame::new(IVec2::ZERO, UVec2::new(3, 1), 0.5).unwrap();
        let mut crowd = Crowd::new(frame);
        for left in (0..3).map(|disc| density - disc as f32).filter(|&left| left > 0.0) {
            // Too small to be felt in the other cells, and off the centre by what is too much.
            let position = Vec2::new(0.75, 0.25 + 0.5 * (1.0 - left).max(0.0));
            crowd.add(Disc { position, velocity, influence: 0.5 }).unwrap();
        }
        crowd.finish();
        assert!((crowd.density()[1] - density).abs() < 1e-6);
        crowd
    }

    fn speed(density: f32, velocity: Vec2) -> f32 {
        let crowd = crowd(density, velocity);
        let parameters = &CostParameters::default();
        Speeds { crowd: &crowd, free_speed: 2.0, parameters }.of_step(1, Direction::East)
    }

    #[test]
    fn speed_goes_from_free_to_the_flow_of_the_crowd() {
        let table = [
            (0.0, Vec2::ZERO, 1.0),
            (0.59, Vec2::ZERO, 1.0),
            (1.1, Vec2::ZERO, 0.5),
            (1.1, Vec2::X, 0.75),
            (1.1, Vec2::NEG_X, 0.5),
            (2.5, Vec2::X, 0.5),
            (2.5, Vec2::new(3.0, 5.0), 1.0),
            (2.5, Vec2::new(0.1, 5.0), 0.1),
            (2.5, Vec2::NEG_X, 0.1),
            (1.6001, Vec2::ZERO, 0.1),
        ];
        for (density, velocity, expected) in table {
            let speed = speed(density, velocity);
            assert!((speed - expected).abs() < 1e-5, "{density} {velocity}: {speed}");
        }
    }

    #[test]
    fn equal_densities_make_a_step_instead_of_a_ramp() {
        let parameters =
            &CostParameters { density_min: 1.0, density_max: 1.0, ..CostParameters::default() };
        for (density, expected) in [(1.0, 1.0), (1.001, 0.1)] {
            let speeds = Speeds { crowd: &crowd(density, Vec2::ZERO), free_speed: 2.0, parameters };
            assert_eq!(speeds.of_step(1, Direction::West), expected);
        }
    }

    #[test]
    fn a_step_costs_its_own_direction_and_closed_ones_are_infinite() {
        let crowd = crowd(3.0, Vec2::new(0.4, 0.0));
        let mut steps = Steps::open(*crowd.frame());
        let parameters = &CostParameters::default();
        let speeds = Speeds { crowd: &crowd, free_speed: 2.0, parameters };
        let mut costs = Vec::new();
        fill(&mut costs, &steps, &speeds);
        let close = |cost: f32, expected: f32| (cost - expected).abs() < 1e-5;
        // cell size × (α + β / f), f = 0.2 with the crowd and the floor 0.1 against it.
        assert!(close(costs[0][0], 0.5 * 4.6), "{costs:?}");
        assert!(close(costs[2][2], 0.5 * 9.1), "{costs:?}");
        assert_eq!((costs[1][0], costs[1][2]), (0.5, 0.5));
        assert!(costs.iter().all(|cost| cost[1] == f32::INFINITY && cost[3] == f32::INFINITY));
        steps.set_step(0, Direction::East, false).unwrap();
        fill(&mut costs, &steps, &speeds);
        assert_eq!((costs[0], costs[1][2], costs.len()), ([f32::INFINITY; 4], f32::INFINITY, 3));
    }

    #[test]
    fn bad_parameters_are_refused() {
        let default = CostParameters::default();
        assert_eq!(default.validate(), Ok(()));
        let infinity = f32::INFINITY;
        for (density_min, density_max) in
            [(f32::NAN, 1.0), (0.0, f32::NAN), (-0.1, 1.0), (1.0, 0.9), (0.0, infinity)]
        {
            let bad = CostParameters { density_min, density_max, ..default };
            assert!(matches!(bad.validate(), Err(ParameterError::Density { .. })));
        }
        for speed_floor in [f32::NAN, 0.0, -0.1, 1e-4, 1.1] {
            let bad = CostParameters { speed_floor, ..default };
            assert!(matches!(bad.validate(), Err(ParameterError::SpeedFloor { .. })));
        }
        for (path_weight, time_weight) in [
            (f32::NAN, 1.0),
            (1.0, f32::NAN),
            (-0.1, 1.0),
            (1.0, -0.1),
            (0.0, 0.0),
            (f32::MAX, f32::MAX),
        ] {
            let bad = CostParameters { path_weight, time_weight, ..default };
            assert!(matches!(bad.validate(), Err(ParameterError::Weight { .. })));
        }
    }
}
