//! The potential by fast marching: cells settle in the order of their potential, each from those
//! settled before. The oracle of the bucket solver, which gives the same bits and is faster.
//!
//! Based on Sethian, "Fast Marching Methods", SIAM Review 1999. It differs where costs depend on the
//! direction: a cell takes the least of the updates from its four quadrants, not the one update from
//! the better neighbour of each axis, which is not a minimum then.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::quadrant::{Cell, Upwind, lower, offsets, update};
use super::step_costs::StepCosts;

/// A potential that grows from its goals.
pub(super) struct March<'a> {
    costs: &'a [[f32; 4]],
    offsets: [usize; 4],
    values: &'a mut [f32],
    upwind: &'a mut [Upwind],
    /// Cells by potential: its bits in the high half, the index in the low half. An entry is stale if
    /// the cell's potential has fallen since.
    front: BinaryHeap<Reverse<u64>>,
}

impl<'a> March<'a> {
    /// A potential over some costs that is infinite so far.
    pub(super) fn new(
        costs: &'a StepCosts,
        values: &'a mut [f32],
        upwind: &'a mut [Upwind],
    ) -> Self {
        let offsets = offsets(costs.steps().frame().size.x as usize);
        Self { costs: costs.as_slice(), offsets, values, upwind, front: BinaryHeap::new() }
    }

    /// Starts a cell with a potential, unless it has a lower one.
    pub(super) fn start(&mut self, cell: usize, potential: f32) {
        self.lower(cell, (potential, 0));
    }

    /// Lowers all potentials as far as they go.
    pub(super) fn run(&mut self) {
        while let Some(Reverse(key)) = self.front.pop() {
            let (cell, potential) = (key as u32 as usize, f32::from_bits((key >> 32) as u32));
            if potential == self.values[cell] {
                self.spread::<2>(cell, potential);
                self.spread::<3>(cell, potential);
                self.spread::<0>(cell, potential);
                self.spread::<1>(cell, potential);
            }
        }
    }

    /// Updates the neighbour from which the way back to a cell that has settled is `BACK`.
    fn spread<const BACK: usize>(&mut self, cell: usize, potential: f32) {
        if self.costs[cell][BACK ^ 2] == f32::INFINITY {
            return;
        }
        let index = cell.wrapping_add(self.offsets[BACK ^ 2]);
        let cell = Cell { index, costs: &self.costs[index], present: self.values[index] };
        if cell.present > potential {
            let update = update::<BACK>(self.values, &self.offsets, &cell, potential);
            self.lower(index, update);
        }
    }

    fn lower(&mut self, cell: usize, update: (f32, Upwind)) {
        if lower(&mut self.values[cell], &mut self.upwind[cell], update) {
            self.front.push(Reverse(u64::from(update.0.to_bits()) << 32 | cell as u64));
        }
    }
}
