//! The potential by circular buckets: cells come in the order of their potential only roughly, and
//! come again if they were too early.
//!
//! Based on the approximate bucket sort of Dial, "Algorithm 360: Shortest-path forest with topological
//! ordering", 1969, as a label-*correcting* method (Bertsekas, "A simple and fast label correcting
//! algorithm for shortest paths", 1993): a two-sided update may add less than a bucket's width, so
//! cells that are settled once and for all by their bucket would be wrong by per cents.

use super::quadrant::{Cell, Upwind, lower, offsets, update, update_plain};
use super::queue::{NO_ENTRIES, Queue};
use super::step_costs::{PLAIN, StepCosts};
use crate::tolerances::{BUCKET_WIDTH, MOST_BUCKETS};

/// Buckets beyond those that the greatest cost spans: one for each end, and one for rounding.
const SPARE: usize = 3;

/// A potential that grows from its goals.
pub(super) struct Buckets<'a> {
    costs: &'a [[f32; 4]],
    masks: &'a [u8],
    offsets: [usize; 4],
    values: &'a mut [f32],
    upwind: &'a mut [Upwind],
    queue: &'a mut Queue,
    /// What the steps of plain cells cost.
    plain: f32,
    /// Buckets in a metre of free travel.
    per_metre: f32,
}

impl<'a> Buckets<'a> {
    /// A potential over some costs that is infinite so far.
    pub(super) fn new(
        costs: &'a StepCosts,
        values: &'a mut [f32],
        upwind: &'a mut [Upwind],
        queue: &'a mut Queue,
    ) -> Self {
        let (least, most) = costs.range();
        let least = if least < f32::INFINITY { least } else { 1.0 };
        // A step of the greatest cost must not come full circle.
        let width = (BUCKET_WIDTH * least).max(most / (MOST_BUCKETS - SPARE) as f32);
        let per_metre = 1.0 / width;
        let count = ((most * per_metre) as usize + SPARE).next_power_of_two().min(MOST_BUCKETS);
        queue.reset(count, values.len() / 4);
        Self {
            costs: costs.as_slice(),
            masks: costs.masks(),
            offsets: offsets(costs.steps().frame().size.x as usize),
            values,
            upwind,
            queue,
            plain: costs.plain(),
            per_metre,
        }
    }

    /// The bucket of a potential. All below those that still have entries are final.
    pub(super) fn bucket_of(&self, potential: f32) -> u32 {
        (potential * self.per_metre) as u32
    }

    /// Lowers all potentials as far as they go, or until all `wanted` cells are final. `goals` are
    /// potentials, as bits, and cells, in ascending order. The last bucket that is final, if there
    /// may be more.
    pub(super) fn run(&mut self, goals: &[(u32, u32)], mut wanted: Option<&[u32]>) -> Option<u32> {
        let mut goals = goals.iter().map(|&(bits, cell)| (f32::from_bits(bits), cell)).peekable();
        let mut bucket = goals.peek().map_or(0, |&(start, _)| self.bucket_of(start));
        loop {
            while let Some((start, cell)) =
                goals.next_if(|&(start, _)| self.bucket_of(start) <= bucket)
            {
                self.start(cell as usize, start);
            }
            self.settle(bucket);
            if let Some(cells) = &mut wanted {
                while let Some((&last, rest)) = cells.split_last()
                    && self.bucket_of(self.values[last as usize]) <= bucket
                {
                    *cells = rest;
                }
                if cells.is_empty() {
                    return Some(bucket);
                }
            }
            bucket = match (self.queue.is_empty(), goals.peek()) {
                (false, _) => bucket.saturating_add(1),
                (true, Some(&(start, _))) => self.bucket_of(start),
                (true, None) => return None,
            };
        }
    }

    /// Makes all cells unreached that are not final after the last bucket that is.
    pub(super) fn forget_after(&mut self, last: u32) {
        for cell in 0..self.values.len() {
            if self.bucket_of(self.values[cell]) > last {
                (self.values[cell], self.upwind[cell]) = (f32::INFINITY, 0);
            }
        }
    }

    /// Starts a goal, unless its cell has a lower potential.
    fn start(&mut self, cell: usize, potential: f32) {
        if potential == self.values[cell] {
            // It stands still there, as if it had started first.
            self.upwind[cell] = 0;
        }
        self.lower(cell, (potential, 0));
    }

    /// Empties a bucket, and again as often as it fills up meanwhile.
    fn settle(&mut self, bucket: u32) {
        let mut entries = NO_ENTRIES;
        loop {
            let count = self.queue.take(bucket, &mut entries);
            if count == 0 {
                return;
            }
            for &entry in &entries[..count] {
                let (cell, potential) =
                    (entry as u32 as usize, f32::from_bits((entry >> 32) as u32));
                if potential == self.values[cell] {
                    let mask = self.masks[cell];
                    self.spread::<2>(mask, cell, potential);
                    self.spread::<3>(mask, cell, potential);
                    self.spread::<0>(mask, cell, potential);
                    self.spread::<1>(mask, cell, potential);
                }
            }
        }
    }

    /// Updates the neighbour from which the way back to a cell is `BACK`.
    #[inline(always)]
    fn spread<const BACK: usize>(&mut self, mask: u8, cell: usize, potential: f32) {
        if mask & (1 << (BACK ^ 2)) == 0 {
            return;
        }
        let index = cell.wrapping_add(self.offsets[BACK ^ 2]);
        let present = self.values[index];
        if present > potential {
            let mask = self.masks[index];
            let update = if mask & PLAIN != 0 {
                let (cell, side) = ((index, mask, present), (potential, self.plain));
                update_plain::<BACK>(self.values, &self.offsets, cell, side)
            } else {
                let cell = Cell { index, costs: &self.costs[index], present };
                update::<BACK>(self.values, &self.offsets, &cell, potential)
            };
            self.lower(index, update);
        }
    }

    #[inline(always)]
    fn lower(&mut self, cell: usize, update: (f32, Upwind)) {
        if lower(&mut self.values[cell], &mut self.upwind[cell], update) {
            let bucket = self.bucket_of(update.0);
            self.queue.push(bucket, u64::from(update.0.to_bits()) << 32 | cell as u64);
        }
    }
}
