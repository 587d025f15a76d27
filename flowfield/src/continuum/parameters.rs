//! How crowds, slopes and discomfort slow a group, and how much it minds.

use thiserror::Error;

use crate::tolerances::{LEAST_SPEED_FLOOR, MOST_DISCOMFORT_WEIGHT, MOST_SLOPE_SPEED};

/// How a crowd slows those who walk through it, and how much they mind.
///
/// A step costs `(α f + β + γ g) / f`, where `g` is the discomfort of the cell that it ends in, and
/// `f` the speed as a fraction of the free speed: that of the ground's slope (1 on the flat) where the
/// density beyond the step is below [`density_min`](Self::density_min); the speed of the crowd's own
/// flow in the direction of the step above [`density_max`](Self::density_max); linear between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostParameters {
    /// The density up to which one walks freely; 0 or more. Default 0.6: more lets groups react to a
    /// crowd too late.
    pub density_min: f32,
    /// The density from which one can only walk with the flow; not below `density_min`. Default 1.6.
    pub density_max: f32,
    /// The least fraction of the free speed among others, 0.001 to 1. Default 0.1. Lower: a standing
    /// crowd is rather walked round.
    pub speed_floor: f32,
    /// The least fraction of the free speed among companions ([`Crowd::add_companion`](crate::Crowd::add_companion)),
    /// 0.001 to 1; between, where both are. Default 0.5. Lower: the flanks of a queue turn back, round it and in
    /// again.
    pub companion_floor: f32,
    /// How far strangers count as companions who do not come the other way: those who stand by this
    /// share, those who come towards one at full speed not at all. From 0.5 on one walks almost freely through those who
    /// walk across at more than half of the free speed: they are gone before one is there. 0 to 1. Default 0: all alike.
    /// More: fewer turn back before a crowd that will soon be gone.
    pub patience: f32,
    /// α, the weight of the way's length; 0 or more. Default 0.1. Only its ratio to β matters.
    pub path_weight: f32,
    /// β, the weight of the time taken; 0 or more, not both 0. Default 0.9. More: rather the long
    /// way round than through the crowd.
    pub time_weight: f32,
    /// γ, the weight of discomfort; 0 to 1000 times the sum of the other two. Default 1: a cell of
    /// discomfort 1 costs as much as another cell's way.
    pub discomfort_weight: f32,
    /// How far ahead the crowd is looked at, in metres; 0 or more, at least one cell. Default 0: the
    /// next cell. More: a crowd is noticed earlier, but a thin line of people may be overlooked. It
    /// is looked at as far as one can walk straight ahead.
    pub look_ahead: f32,
    /// The speed on slopes.
    pub slope: SlopeSpeeds,
}

impl Default for CostParameters {
    fn default() -> Self {
        Self {
            density_min: 0.6,
            density_max: 1.6,
            speed_floor: 0.1,
            companion_floor: 0.5,
            patience: 0.0,
            path_weight: 0.1,
            time_weight: 0.9,
            discomfort_weight: 1.0,
            look_ahead: 0.0,
            slope: SlopeSpeeds::default(),
        }
    }
}

/// The speed on slopes, as a fraction of the free speed: falling from `fastest` at the slope
/// `gentlest` to `slowest` at `steepest`, the same beyond. Slopes are rise ÷ run along the step, above
/// 0 uphill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeSpeeds {
    /// The slope up to which one is fastest. Default 0: downhill is no faster than the flat.
    pub gentlest: f32,
    /// The slope from which one is slowest, above `gentlest`. Default 1.
    pub steepest: f32,
    /// The greatest speed, not below `slowest`, at most 10. Default 1.
    pub fastest: f32,
    /// The least speed, 0.001 or more. Default 0.1.
    pub slowest: f32,
}

impl Default for SlopeSpeeds {
    fn default() -> Self {
        Self { gentlest: 0.0, steepest: 1.0, fastest: 1.0, slowest: 0.1 }
    }
}

impl SlopeSpeeds {
    /// The speed up a slope.
    pub(super) fn at(&self, slope: f32) -> f32 {
        let share = ((slope - self.gentlest) / (self.steepest - self.gentlest)).clamp(0.0, 1.0);
        self.fastest + share * (self.slowest - self.fastest)
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
    /// A speed floor is no fraction of a speed.
    #[error("{name} is {floor}: it must be from {LEAST_SPEED_FLOOR} to 1")]
    SpeedFloor {
        /// Which of them.
        name: &'static str,
        /// The floor as given.
        floor: f32,
    },
    /// The patience with strangers is no share.
    #[error("patience is {patience}: it must be from 0 to 1")]
    Patience {
        /// `patience` as given.
        patience: f32,
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
    /// The weight of discomfort is negative, or far beyond the others.
    #[error(
        "discomfort_weight is {weight}: it must be from 0 to {MOST_DISCOMFORT_WEIGHT} times path_weight + time_weight"
    )]
    DiscomfortWeight {
        /// `discomfort_weight` as given.
        weight: f32,
    },
    /// The distance of the look ahead is not a length.
    #[error("look_ahead is {look_ahead} m: it must be finite and 0 or more")]
    LookAhead {
        /// `look_ahead` as given, in metres.
        look_ahead: f32,
    },
    /// The slopes or their speeds are out of range or the wrong way round.
    #[error(
        "slope is {slope:?}: gentlest < steepest must be finite, and {LEAST_SPEED_FLOOR} ≤ slowest ≤ fastest ≤ {MOST_SLOPE_SPEED}"
    )]
    Slope {
        /// `slope` as given.
        slope: SlopeSpeeds,
    },
}

impl CostParameters {
    /// Returns whether all parameters are in range.
    ///
    /// # Errors
    /// [`ParameterError`] names the first that is not.
    pub fn validate(&self) -> Result<(), ParameterError> {
        let Self { density_min: min, density_max: max, .. } = *self;
        if !(0.0 <= min && min <= max && max.is_finite()) {
            return Err(ParameterError::Density { min, max });
        }
        for (name, floor) in
            [("speed_floor", self.speed_floor), ("companion_floor", self.companion_floor)]
        {
            if !(LEAST_SPEED_FLOOR..=1.0).contains(&floor) {
                return Err(ParameterError::SpeedFloor { name, floor });
            }
        }
        let patience = self.patience;
        if !(0.0..=1.0).contains(&patience) {
            return Err(ParameterError::Patience { patience });
        }
        let (path, time) = (self.path_weight, self.time_weight);
        let sum = path + time;
        if !(path >= 0.0 && time >= 0.0 && sum > 0.0 && sum.is_finite()) {
            return Err(ParameterError::Weight { path, time });
        }
        let weight = self.discomfort_weight;
        if !(weight >= 0.0 && weight / sum <= MOST_DISCOMFORT_WEIGHT) {
            return Err(ParameterError::DiscomfortWeight { weight });
        }
        let look_ahead = self.look_ahead;
        if !(look_ahead.is_finite() && look_ahead >= 0.0) {
            return Err(ParameterError::LookAhead { look_ahead });
        }
        let slope @ SlopeSpeeds { gentlest, steepest, fastest, slowest } = self.slope;
        let slopes = gentlest < steepest && (steepest - gentlest).is_finite();
        let speeds =
            LEAST_SPEED_FLOOR <= slowest && slowest <= fastest && fastest <= MOST_SLOPE_SPEED;
        if !(slopes && speeds) {
            return Err(ParameterError::Slope { slope });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: CostParameters = CostParameters {
        density_min: 0.6,
        density_max: 1.6,
        speed_floor: 0.1,
        companion_floor: 0.5,
        patience: 0.0,
        path_weight: 0.1,
        time_weight: 0.9,
        discomfort_weight: 1.0,
        look_ahead: 0.0,
        slope: SlopeSpeeds { gentlest: 0.0, steepest: 1.0, fastest: 1.0, slowest: 0.1 },
    };

    #[test]
    fn the_default_is_what_its_documentation_says() {
        assert_eq!(CostParameters::default(), DEFAULT);
        assert_eq!(DEFAULT.validate(), Ok(()));
    }

    #[test]
    fn bad_densities_floors_and_weights_are_refused() {
        let infinity = f32::INFINITY;
        for (density_min, density_max) in
            [(f32::NAN, 1.0), (0.0, f32::NAN), (-0.1, 1.0), (1.0, 0.9), (0.0, infinity)]
        {
            let bad = CostParameters { density_min, density_max, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::Density { .. })));
        }
        for speed_floor in [f32::NAN, 0.0, -0.1, 1e-4, 1.1] {
            let bad = CostParameters { speed_floor, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::SpeedFloor { .. })));
            let bad = CostParameters { companion_floor: speed_floor, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::SpeedFloor { .. })));
        }
        for patience in [f32::NAN, -0.1, 1.1] {
            let bad = CostParameters { patience, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::Patience { .. })));
        }
        for (path_weight, time_weight) in [
            (f32::NAN, 1.0),
            (1.0, f32::NAN),
            (-0.1, 1.0),
            (1.0, -0.1),
            (0.0, 0.0),
            (f32::MAX, f32::MAX),
        ] {
            let bad = CostParameters { path_weight, time_weight, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::Weight { .. })));
        }
    }

    #[test]
    fn bad_discomfort_look_ahead_and_slopes_are_refused() {
        for discomfort_weight in [f32::NAN, -0.1, f32::INFINITY, 1001.0] {
            let bad = CostParameters { discomfort_weight, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::DiscomfortWeight { .. })));
        }
        for look_ahead in [f32::NAN, -0.1, f32::INFINITY] {
            let bad = CostParameters { look_ahead, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::LookAhead { .. })));
        }
        let good = SlopeSpeeds::default();
        for slope in [
            SlopeSpeeds { gentlest: f32::NAN, ..good },
            SlopeSpeeds { gentlest: 1.0, ..good },
            SlopeSpeeds { steepest: f32::INFINITY, ..good },
            SlopeSpeeds { slowest: 0.0, ..good },
            SlopeSpeeds { fastest: 0.05, ..good },
            SlopeSpeeds { fastest: 11.0, ..good },
            SlopeSpeeds { slowest: f32::NAN, ..good },
        ] {
            let bad = CostParameters { slope, ..DEFAULT };
            assert!(matches!(bad.validate(), Err(ParameterError::Slope { .. })), "{slope:?}");
        }
    }

    #[test]
    fn slopes_slow_those_who_climb() {
        let speeds = SlopeSpeeds { gentlest: -0.5, steepest: 0.5, fastest: 1.5, slowest: 0.5 };
        for (slope, speed) in [(-2.0, 1.5), (-0.5, 1.5), (0.0, 1.0), (0.25, 0.75), (9.0, 0.5)] {
            assert_eq!(speeds.at(slope), speed);
        }
        assert_eq!(SlopeSpeeds::default().at(0.0), 1.0);
    }
}
