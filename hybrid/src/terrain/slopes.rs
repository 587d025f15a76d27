//! What slopes cost: rectangles of steep ground, each with a surcharge.
//!
//! A square between four samples is ground of one steepness. As meshes know ground that is dearer whichever way it is
//! crossed, a slope costs the mean of the way up and the way down: over a whole hill that is what it is, and between two
//! places all ways rise alike.

use glam::Vec2;
use navmesh::Bounds;

use super::heights::{HeightGrid, HeightGridError, MOST_SLOPES};

/// How the costs of squares are rounded, so that they join: to 8 steps from a power of two to the next.
const MANTISSA_BITS: u32 = 3;

/// What slopes cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlopeCosts {
    /// The slope from which on ground is dearest, as rise ÷ run.
    pub(crate) steepest: f32,
    /// How much more a metre costs up such a slope.
    pub(crate) slowest: f32,
    /// What share of a metre's cost is that of its time.
    pub(crate) time: f32,
}

impl SlopeCosts {
    /// Returns how much more a metre costs on a slope, rounded.
    fn surcharge(&self, slope: f32) -> f32 {
        let speed = 1.0 - (1.0 - self.slowest) * (slope / self.steepest).min(1.0);
        let cost = 1.0 + 0.5 * self.time * (1.0 / speed - 1.0);
        let dropped = f32::MANTISSA_DIGITS - 1 - MANTISSA_BITS;
        let rounded = (cost.to_bits() + (1 << (dropped - 1))) >> dropped << dropped;
        f32::from_bits(rounded) - 1.0
    }
}

/// A rectangle of steep ground, and how much more a metre costs there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slope {
    pub(crate) bounds: Bounds,
    pub(crate) surcharge: f32,
}

/// Squares of a row, or of several rows, with one surcharge: columns and rows from, to.
#[derive(Clone, Copy, Debug)]
struct SurchargeBlock {
    columns: [usize; 2],
    rows: [usize; 2],
    surcharge: f32,
}

impl HeightGrid {
    /// The steep ground that reaches into bounds, in the order of its rows. The grid is checked.
    pub(crate) fn slopes(
        &self,
        costs: &SlopeCosts,
        bounds: Bounds,
    ) -> Result<Vec<Slope>, HeightGridError> {
        let rows = self.heights.len() / self.columns;
        let corner = |column: usize, row: usize| {
            self.min + self.spacing * Vec2::new(column as f32, row as f32)
        };
        let slope = |block: &SurchargeBlock| {
            let min = corner(block.columns[0], block.rows[0]);
            let max = corner(block.columns[1], block.rows[1]);
            let reaches = min.cmplt(bounds.max).all() && max.cmpgt(bounds.min).all();
            // Far from the middle of all coordinates nothing may be left of a small square.
            let is_there = reaches && min.cmplt(max).all();
            is_there.then(|| Slope { bounds: Bounds::new(min, max), surcharge: block.surcharge })
        };
        // Those that end with the row before may go on in the next one.
        let (mut found, mut open): (Vec<Slope>, Vec<SurchargeBlock>) = (Vec::new(), Vec::new());
        let mut next = Vec::new();
        for row in 0..rows {
            self.runs(row, costs, &mut next);
            for block in open.drain(..) {
                let begin = |run: &SurchargeBlock| run.columns[0];
                let place = next.binary_search_by_key(&block.columns[0], begin);
                let run = place.ok().and_then(|place| next.get_mut(place));
                let goes_on = |run: &&mut SurchargeBlock| {
                    (run.columns, run.surcharge) == (block.columns, block.surcharge)
                };
                match run.filter(goes_on) {
                    Some(run) => run.rows[0] = block.rows[0],
                    None => found.extend(slope(&block)),
                }
            }
            if found.len() > MOST_SLOPES {
                return Err(HeightGridError::Rough { limit: MOST_SLOPES });
            }
            std::mem::swap(&mut open, &mut next);
        }
        Ok(found)
    }

    /// The runs of steep squares with one surcharge north of a row of samples; none north of the last.
    fn runs(&self, row: usize, costs: &SlopeCosts, runs: &mut Vec<SurchargeBlock>) {
        runs.clear();
        let samples = |row: usize| self.heights.get(row * self.columns..(row + 1) * self.columns);
        let (Some(south), Some(north)) = (samples(row), samples(row + 1)) else { return };
        for column in 0..self.columns - 1 {
            let [a, b] = [south[column], south[column + 1]];
            let [c, d] = [north[column], north[column + 1]];
            let rise = Vec2::new(b - a + (d - c), c - a + (d - b));
            let surcharge = costs.surcharge(rise.length() * 0.5 / self.spacing);
            if surcharge == 0.0 {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.columns[1] == column && run.surcharge == surcharge => {
                    run.columns[1] = column + 1;
                }
                _ => runs.push(SurchargeBlock {
                    columns: [column, column + 1],
                    rows: [row, row + 1],
                    surcharge,
                }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: SlopeCosts = SlopeCosts { steepest: 1.0, slowest: 0.1, time: 0.9 };
    const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::splat(100.0));

    #[test]
    fn surcharges_grow_with_the_slope_up_to_the_steepest() {
        let rounded = [0.0, 0.01, 0.5, 1.0, 2.0].map(|slope| COSTS.surcharge(slope));
        // 1 + 0.45 (1 / 0.55 - 1) = 1.368; 1 + 0.45 × 9 = 5.05.
        assert_eq!(rounded, [0.0, 0.0, 0.375, 4.0, 4.0]);
    }

    #[test]
    fn squares_of_one_steepness_are_one_rectangle() {
        // A ramp of 2 m in the second of four columns.
        let heights = [0.0, 0.0, 2.0, 2.0, 2.0].repeat(5);
        let grid = HeightGrid { min: Vec2::ONE, spacing: 2.0, columns: 5, heights };
        let slopes = grid.slopes(&COSTS, BOUNDS).unwrap();
        let bounds = Bounds::new(Vec2::new(3.0, 1.0), Vec2::new(5.0, 9.0));
        assert_eq!(slopes, [Slope { bounds, surcharge: 4.0 }]);
        let west = Bounds::new(Vec2::ZERO, Vec2::splat(3.0));
        assert_eq!(grid.slopes(&COSTS, west), Ok(vec![]));
        let alone = HeightGrid { columns: 1, heights: vec![7.0], ..grid };
        assert_eq!(alone.slopes(&COSTS, BOUNDS), Ok(vec![]));
    }

    #[test]
    fn rough_ground_without_end_is_refused() {
        let columns = 1500;
        // No two squares beside each other are alike.
        let height = |k: usize| 0.3 * (k * k % 7) as f32 + 0.2 * (k / columns % 5) as f32;
        let heights = (0..columns * columns).map(height).collect();
        let grid = HeightGrid { min: Vec2::ZERO, spacing: 1.0, columns, heights };
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(1500.0));
        let error = grid.slopes(&COSTS, bounds).unwrap_err();
        assert!(matches!(error, HeightGridError::Rough { .. }), "{error}");
    }
}
