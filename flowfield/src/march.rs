//! The potential by fast marching: cells settle in the order of their potential, each from those
//! settled before.
//!
//! Based on Sethian, "Fast Marching Methods", SIAM Review 1999. It differs where costs depend on the
//! direction: a cell takes the least of the updates from its four quadrants, not the one update from
//! the better neighbour of each axis, which is not a minimum then.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which neighbours gave a cell its potential: the bit set of their directions, at most one each
/// axis. Empty for goals and for cells that were not reached.
pub(crate) type Upwind = u8;

/// Open cells by potential: its bits in the high half, the index in the low half. An entry is stale
/// if the cell's potential has fallen since.
pub(crate) type Front = BinaryHeap<Reverse<u64>>;

/// A potential that grows from its goals.
pub(crate) struct March<'a> {
    /// By cell, the cost of its four steps in the order of the directions; infinite if closed.
    pub(crate) costs: &'a [[f32; 4]],
    pub(crate) width: usize,
    /// Infinite at first.
    pub(crate) potential: &'a mut [f32],
    /// Empty at first.
    pub(crate) upwind: &'a mut [Upwind],
    /// Empty at first and at last.
    pub(crate) front: &'a mut Front,
}

impl March<'_> {
    /// Starts a cell with a potential, unless it has a lower one.
    pub(crate) fn start(&mut self, cell: usize, potential: f32) {
        self.lower(cell, potential, 0);
    }

    /// Lowers all potentials as far as they go.
    pub(crate) fn run(&mut self) {
        while let Some(Reverse(key)) = self.front.pop() {
            let cell = key as u32 as usize;
            let potential = f32::from_bits((key >> 32) as u32);
            if potential == self.potential[cell] {
                self.spread(cell, potential);
            }
        }
    }

    /// Updates the neighbours of a cell that has settled.
    fn spread(&mut self, cell: usize, potential: f32) {
        let offsets = [1, self.width as isize, -1, -(self.width as isize)];
        for direction in 0..4 {
            // Closed steps first: they keep us from looking off the grid.
            if self.costs[cell][direction] == f32::INFINITY {
                continue;
            }
            let neighbour = cell.wrapping_add_signed(offsets[direction]);
            if self.potential[neighbour] <= potential {
                continue;
            }
            // Of direction indices, ^ 2 is the opposite one, ^ 1 and ^ 3 are those across.
            let back = direction ^ 2;
            let costs = self.costs[neighbour];
            let (mut best, mut upwind) = (potential + costs[back], 1 << back);
            for across in [back ^ 1, back ^ 3] {
                if costs[across] == f32::INFINITY {
                    continue;
                }
                // One that settles later makes this update itself. One that has settled is near
                // enough for two sides: by it alone the neighbour got `other + cost` or less, and is
                // still above `potential`.
                let other = self.potential[neighbour.wrapping_add_signed(offsets[across])];
                if other <= potential {
                    let update = two_sided((other, costs[across]), (potential, costs[back]));
                    if update < best {
                        (best, upwind) = (update, 1 << back | 1 << across);
                    }
                }
            }
            self.lower(neighbour, best, upwind);
        }
    }

    fn lower(&mut self, cell: usize, potential: f32, upwind: Upwind) {
        if potential < self.potential[cell] {
            self.potential[cell] = potential;
            self.upwind[cell] = upwind;
            self.front.push(Reverse(u64::from(potential.to_bits()) << 32 | cell as u64));
        }
    }
}

/// The larger root `φ` of `((φ − p) / c)² + ((φ − q) / e)² = 1` for the sides `(p, c)` and `(q, e)`
/// with `p ≤ q` and `q − p < c`; it is never below `q`.
fn two_sided(lower: (f32, f32), upper: (f32, f32)) -> f32 {
    // A tie is ordered by cost, so that a quarter turn gives the same bits.
    let swap = lower.0 == upper.0 && upper.1 < lower.1;
    let ((p, c), (q, e)) = if swap { (upper, lower) } else { (lower, upper) };
    let rise = q - p;
    let squares = c * c + e * e;
    let root = p + c * (c * rise + e * (squares - rise * rise).sqrt()) / squares;
    // Rounding may undercut q, and with it the order in which cells settle.
    root.max(q)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The potential of a square with these costs, closed at its edge.
    fn marched(costs: &[[f32; 4]], goal: usize) -> Vec<f32> {
        let width = costs.len().isqrt();
        let mut costs = costs.to_vec();
        for i in 0..width {
            let edges = [i * width + width - 1, (width - 1) * width + i, i * width, i];
            edges.into_iter().enumerate().for_each(|(way, cell)| costs[cell][way] = f32::INFINITY);
        }
        let (mut potential, mut upwind) = (vec![f32::INFINITY; costs.len()], vec![0; costs.len()]);
        let (potential_, upwind_, front) = (&mut potential[..], &mut upwind[..], &mut Front::new());
        let mut march =
            March { costs: &costs, width, potential: potential_, upwind: upwind_, front };
        march.start(goal, 0.0);
        march.run();
        potential
    }

    fn random_costs() -> impl Strategy<Value = Vec<[f32; 4]>> {
        // A quarter of the steps costs as little as another, for ties.
        let cost = prop_oneof![1 => Just(1.0_f32), 3 => 1.0_f32..10.0];
        prop::collection::vec([cost.clone(), cost.clone(), cost.clone(), cost], 144)
    }

    /// The least update of all quadrants, in double precision and by the textbook's quadratic.
    fn quadrant_minimum(sides: [(f64, f64); 4]) -> f64 {
        let mut least = f64::INFINITY;
        for ((p, c), (q, e)) in [(0, 1), (1, 2), (2, 3), (3, 0)].map(|(i, j)| (sides[i], sides[j]))
        {
            least = least.min(p + c).min(q + e);
            if q - p < c && p - q < e {
                let (a, b) = (c.powi(-2), e.powi(-2));
                let (half, rest) = (a * p + b * q, a * p * p + b * q * q - 1.0);
                least = least.min((half + (half * half - (a + b) * rest).sqrt()) / (a + b));
            }
        }
        least
    }

    proptest! {
        #[test]
        fn every_cell_is_the_least_of_its_quadrants(costs in random_costs(), goal in 0_usize..144) {
            let potential = marched(&costs, goal);
            for (cell, &value) in potential.iter().enumerate().filter(|&(cell, _)| cell != goal) {
                let (x, y) = (cell % 12, cell / 12);
                let side = |inside: bool, beyond: usize, way: usize| {
                    let p = if inside { potential[beyond] } else { f32::INFINITY };
                    (f64::from(p), f64::from(costs[cell][way]))
                };
                let least = quadrant_minimum([
                    side(x < 11, cell + 1, 0),
                    side(y < 11, cell + 12, 1),
                    side(x > 0, cell.wrapping_sub(1), 2),
                    side(y > 0, cell.wrapping_sub(12), 3),
                ]);
                prop_assert!((f64::from(value) - least).abs() < 2e-6 * least, "{cell}: {value} {least}");
            }
        }

        #[test]
        fn the_potential_scales_with_the_cost(costs in random_costs(), goal in 0_usize..144) {
            let potential = marched(&costs, goal);
            let scaled = |factor: f32| {
                marched(&costs.iter().map(|cost| cost.map(|cost| factor * cost)).collect::<Vec<_>>(), goal)
            };
            prop_assert_eq!(scaled(4.0), potential.iter().map(|value| 4.0 * value).collect::<Vec<_>>());
            for (three, one) in scaled(3.0).into_iter().zip(potential) {
                prop_assert!((three - 3.0 * one).abs() <= 1e-6 * three);
            }
        }

        #[test]
        fn the_potential_never_falls_when_a_cost_rises(
            costs in random_costs(),
            goal in 0_usize..144,
            rises in prop::collection::vec((0_usize..144, 0_usize..4, 1.0_f32..5.0), 1..20),
        ) {
            let mut dearer = costs.clone();
            rises.into_iter().for_each(|(cell, way, factor)| dearer[cell][way] *= factor);
            for (before, after) in marched(&costs, goal).into_iter().zip(marched(&dearer, goal)) {
                prop_assert!(after >= before * (1.0 - 1e-6), "{before} {after}");
            }
        }

        #[test]
        fn the_two_sided_update_solves_its_equation(
            p in 0.0_f32..100.0,
            c in 0.1_f32..20.0,
            e in 0.1_f32..20.0,
            part in 0.0_f32..1.0,
        ) {
            let q = p + part * c;
            prop_assume!(q - p < c);
            let root = two_sided((p, c), (q, e));
            let term = |side: f32, cost: f32| ((f64::from(root) - f64::from(side)) / f64::from(cost)).powi(2);
            prop_assert!(root >= q);
            prop_assert!((term(p, c) + term(q, e) - 1.0).abs() < 1e-5 * f64::from(1.0 + root / c.min(e)));
        }

        #[test]
        fn sides_of_equal_potential_are_interchangeable(c in 0.1_f32..20.0, e in 0.1_f32..20.0) {
            prop_assert_eq!(two_sided((7.0, c), (7.0, e)), two_sided((7.0, e), (7.0, c)));
        }
    }

    #[test]
    fn rounding_never_undercuts_the_upper_side() {
        for (p, q, c, e) in [
            (4.108983, 22.105986, 17.997004, 4.614816),
            (1.2319624, 13.998126, 12.766165, 0.22887345),
        ] {
            assert_eq!(two_sided((p, c), (q, e)), q);
        }
    }

    /// Mean and greatest error beyond a straight border at which the speed halves: the source lies
    /// ¼ before it, in a square of side 1. The exact time is that of Snell's ray.
    fn errors_in_two_media(n: usize) -> (f64, f64) {
        let cost = 1.0 / n as f32;
        let slow = |cell: usize| cell % n >= n / 2;
        let costs: Vec<_> =
            (0..n * n).map(|cell| [if slow(cell) { 2.0 * cost } else { cost }; 4]).collect();
        let source = n / 2 * n + n / 4;
        let center = |cell: usize| ((cell % n) as f64 + 0.5, (cell / n) as f64 + 0.5);
        let ((x0, y0), border) = (center(source), (n / 2) as f64);
        let exact = |cell: usize| {
            let (x, y) = center(cell);
            let time = |crossing: f64| {
                (border - x0).hypot(crossing - y0) + 2.0 * (x - border).hypot(y - crossing)
            };
            if !slow(cell) {
                return (x - x0).hypot(y - y0);
            }
            let (mut low, mut high) = (y0.min(y), y0.max(y));
            for _ in 0..100 {
                let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                if time(a) < time(b) { high = b } else { low = a }
            }
            time(low)
        };
        let potential = marched(&costs, source);
        let error = |cell| (f64::from(potential[cell]) - exact(cell) / n as f64).abs();
        let errors = (0..n * n).filter(|&cell| slow(cell)).map(error);
        let (sum, most) =
            errors.fold((0.0, 0.0_f64), |(sum, most), error| (sum + error, most.max(error)));
        (2.0 * sum / (n * n) as f64, most)
    }

    #[test]
    fn two_media_refract_with_the_expected_error_and_order() {
        let errors = [64, 128, 256].map(errors_in_two_media);
        for ((mean, most), (mean_bar, most_bar)) in
            errors.into_iter().zip([(0.0208, 0.0265), (0.0116, 0.0150), (0.0065, 0.0084)])
        {
            assert!(mean < mean_bar && most < most_bar, "{errors:?}");
        }
        for pair in errors.windows(2) {
            assert!((pair[0].0 / pair[1].0).log2() > 0.65, "{errors:?}");
            assert!((pair[0].1 / pair[1].1).log2() > 0.65, "{errors:?}");
        }
    }
}
