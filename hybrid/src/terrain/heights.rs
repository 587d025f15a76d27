//! How high the ground lies.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Metres: no ground is higher or lower.
const HIGHEST: f32 = 1e6;

/// The most samples of a grid.
const MOST_SAMPLES: usize = 1 << 26;

/// Metres: samples are no nearer.
const LEAST_SPACING: f32 = 1.0 / 16.0;

/// The most rectangles of steep ground.
pub(super) const MOST_SLOPES: usize = 1 << 20;

/// How high the ground lies, at the points of a grid; between them bilinear, beyond its border as on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeightGrid {
    /// Where the first sample lies, in metres: the one with the least coordinates.
    pub min: Vec2,
    /// How far neighbouring samples are apart, in metres; at least 1/16. A square between four samples is ground of one
    /// steepness, and at worst a cell of each mesh: samples no nearer than slopes matter keep meshes small.
    pub spacing: f32,
    /// How many samples a row has, from west to east; at least 1.
    pub columns: usize,
    /// The heights in metres, row by row from south to north, between −1 000 000 and 1 000 000.
    pub heights: Vec<f32>,
}

/// Why heights were refused.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum HeightGridError {
    /// The grid is nowhere, or has no size.
    #[error(
        "samples from {min} on, {spacing} m apart: both must be finite, and the spacing at least {LEAST_SPACING} m"
    )]
    Place {
        /// Where the first sample would lie.
        min: Vec2,
        /// How far samples would be apart, in metres.
        spacing: f32,
    },
    /// The samples make no whole rows, or there are none or too many.
    #[error(
        "{samples} samples in rows of {columns}: give whole rows, at least one and at most {limit} samples"
    )]
    Rows {
        /// How many samples were given.
        samples: usize,
        /// How many a row should have.
        columns: usize,
        /// The most samples there may be.
        limit: usize,
    },
    /// There is more steep ground than meshes can hold.
    #[error("there are more than {limit} patches of steep ground: take samples farther apart")]
    Rough {
        /// The most patches there may be.
        limit: usize,
    },
    /// A height is not a number, or higher than any mountain.
    #[error("sample {index} is {height} m high: it must be from -{HIGHEST} to {HIGHEST} m")]
    Height {
        /// The index of the sample.
        index: usize,
        /// Its height, in metres.
        height: f32,
    },
}

impl HeightGrid {
    /// Returns whether all is in range.
    pub(crate) fn check(&self) -> Result<(), HeightGridError> {
        let Self { min, spacing, columns, ref heights } = *self;
        let samples = heights.len();
        if !(min.is_finite() && spacing.is_finite() && spacing >= LEAST_SPACING) {
            return Err(HeightGridError::Place { min, spacing });
        }
        let whole = columns > 0 && samples > 0 && samples.is_multiple_of(columns);
        if !whole || samples > MOST_SAMPLES {
            return Err(HeightGridError::Rows { samples, columns, limit: MOST_SAMPLES });
        }
        let wrong = |&(_, height): &(usize, &f32)| height.is_nan() || height.abs() > HIGHEST;
        match heights.iter().enumerate().find(wrong) {
            Some((index, &height)) => Err(HeightGridError::Height { index, height }),
            None => Ok(()),
        }
    }

    /// The height at a point, in metres. The grid is checked.
    pub(crate) fn at(&self, point: Vec2) -> f32 {
        let rows = self.heights.len() / self.columns;
        let last = Vec2::new((self.columns - 1) as f32, (rows - 1) as f32);
        let place = ((point - self.min) / self.spacing).clamp(Vec2::ZERO, last);
        let (low, share) = (place.floor(), place.fract());
        let sample = |x: f32, y: f32| {
            let (column, row) = (x.min(last.x) as usize, y.min(last.y) as usize);
            self.heights[row * self.columns + column]
        };
        let along = |y: f32| {
            let (west, east) = (sample(low.x, y), sample(low.x + 1.0, y));
            west + (east - west) * share.x
        };
        let (south, north) = (along(low.y), along(low.y + 1.0));
        south + (north - south) * share.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> HeightGrid {
        let heights = vec![0.0, 2.0, 4.0, 1.0, 3.0, 9.0];
        HeightGrid { min: Vec2::new(1.0, 1.0), spacing: 2.0, columns: 3, heights }
    }

    #[test]
    fn heights_between_samples_and_beyond_them() {
        let grid = grid();
        let at = |x: f32, y: f32| grid.at(Vec2::new(x, y));
        assert_eq!([at(1.0, 1.0), at(2.0, 1.0), at(5.0, 1.0)], [0.0, 1.0, 4.0]);
        assert_eq!([at(2.0, 2.0), at(4.0, 3.0)], [1.5, 6.0]);
        assert_eq!([at(-9.0, -9.0), at(99.0, 99.0), at(3.0, 99.0)], [0.0, 9.0, 3.0]);
    }

    #[test]
    fn bad_grids_are_refused() {
        assert_eq!(grid().check(), Ok(()));
        for (min, spacing) in
            [(Vec2::NAN, 1.0), (Vec2::ZERO, 0.0), (Vec2::ZERO, 0.06), (Vec2::ZERO, f32::INFINITY)]
        {
            let bad = HeightGrid { min, spacing, ..grid() }.check();
            assert!(matches!(bad, Err(HeightGridError::Place { .. })));
        }
        for columns in [0, 4] {
            let bad = HeightGrid { columns, ..grid() }.check();
            assert!(matches!(bad, Err(HeightGridError::Rows { samples: 6, .. })));
        }
        let none = HeightGrid { heights: Vec::new(), ..grid() }.check();
        assert!(matches!(none, Err(HeightGridError::Rows { samples: 0, .. })));
        for height in [f32::NAN, f32::INFINITY, -2e6] {
            let bad = HeightGrid { heights: vec![0.0, height, 0.0], ..grid() }.check();
            assert!(matches!(bad, Err(HeightGridError::Height { index: 1, .. })));
        }
    }
}
