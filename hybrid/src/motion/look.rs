//! The search for the neighbours of one disc.

use std::ops::Range;

use glam::{IVec2, Vec2};

use super::disc::{Disc, Horizon};
use super::disc_grid::DiscGrid;

/// How many neighbours a disc looks out for: the nearest. More neither helps nor is seen to matter.
pub(super) const MOST_NEAREST: usize = 8;

/// How many partners with a greater number a disc may touch. Six discs of its size fit round a disc, small ones more;
/// it is a bound for armies that stand on one point.
pub(super) const MOST_TOUCHING: usize = 32;

/// A run of more discs than this in three cells is an army on one point. Of it only those next to the disc in order are
/// looked at, so many to each side.
const CROWDED: usize = 512;
const ASIDE: usize = 40;

/// Discs of a run that are sorted out together.
const BATCH: usize = 32;

/// The squared distance in a key of [`Look::nearest`].
pub(super) fn squared_of(key: u64) -> f32 {
    f32::from_bits((key >> 32) as u32)
}

/// The search for the neighbours of one disc.
pub(super) struct Look {
    pub(super) disc: usize,
    pub(super) horizon: Horizon,
    /// The squared distance beyond which nobody touches.
    pub(super) touch: f32,
    pub(super) all_alike: bool,
    /// The squared distance beyond which nobody is of interest, as far as is known.
    pub(super) sight: f32,
    /// The bits of the squared distance and the number of each of the nearest; bits of floats that are not negative are
    /// ordered as the floats are.
    pub(super) nearest: [u64; MOST_NEAREST],
}

impl Look {
    /// Looks at the block of nine cells, then at rings round it.
    pub(super) fn around(
        &mut self,
        discs: &[Disc],
        points: &[Vec2],
        grid: &DiscGrid,
        partners: &mut Vec<u32>,
    ) {
        let point = points[self.disc];
        let cell = grid.cell_of(point);
        let most = partners.len() + MOST_TOUCHING;
        let mut visit = |look: &mut Self, y: i32, from: i32, to: i32| {
            let run = look.near_in(grid.row(y, from, to));
            for start in run.clone().step_by(BATCH) {
                let batch = &points[start..run.end.min(start + BATCH)];
                // Most are too far; they are sorted out without a branch for each.
                let (limit, mut near, mut count) = (look.sight.max(look.touch), [0; BATCH], 0);
                for (&at, offset) in batch.iter().zip(0_u8..) {
                    near[count] = offset;
                    count += usize::from(at.distance_squared(point) <= limit);
                }
                for &offset in &near[..count] {
                    let squared = batch[usize::from(offset)].distance_squared(point);
                    let other = start + usize::from(offset);
                    let matters =
                        squared <= look.sight || squared < look.touch && other > look.disc;
                    if matters && other != look.disc {
                        look.meet(discs, (other, squared), partners, most);
                    }
                }
            }
        };
        // The nearest first: the sooner they are known, the fewer others are of interest.
        for y in [cell.y, cell.y - 1, cell.y + 1] {
            visit(self, y, cell.x - 1, cell.x + 1);
        }
        let mut ring = 1;
        while !self.sees_all(grid, (point, cell), ring) {
            ring += 1;
            visit(self, cell.y - ring, cell.x - ring, cell.x + ring);
            for y in cell.y - ring + 1..cell.y + ring {
                visit(self, y, cell.x - ring, cell.x - ring);
                visit(self, y, cell.x + ring, cell.x + ring);
            }
            visit(self, cell.y + ring, cell.x - ring, cell.x + ring);
        }
    }

    /// Whether nobody beyond a ring of cells can be of interest.
    fn sees_all(&self, grid: &DiscGrid, (point, cell): (Vec2, IVec2), ring: i32) -> bool {
        let reach = grid.reach(point, cell, ring);
        reach * reach >= self.sight.max(self.touch) || grid.is_within(cell, ring)
    }

    /// The part of a run that is worth looking at: all of it, unless an army stands on one point.
    fn near_in(&self, run: Range<usize>) -> Range<usize> {
        if run.len() <= CROWDED {
            return run;
        }
        let middle = self.disc.clamp(run.start, run.end);
        middle.saturating_sub(ASIDE).max(run.start)..(middle + ASIDE).min(run.end)
    }

    fn meet(
        &mut self,
        discs: &[Disc],
        (other, squared): (usize, f32),
        partners: &mut Vec<u32>,
        most: usize,
    ) {
        let (mut sight, mut touch) = (self.sight, self.touch);
        if !self.all_alike {
            let (one, two) = (&discs[self.disc], &discs[other]);
            let own = self.horizon.squared(one.radius + two.radius, one.max_speed + two.max_speed);
            (sight, touch) = (sight.min(own.0), own.1);
        }
        if other > self.disc && squared < touch && partners.len() < most {
            partners.push(other as u32);
        }
        if squared > sight {
            return;
        }
        let mut key = u64::from(squared.to_bits()) << 32 | other as u64;
        for slot in &mut self.nearest {
            (*slot, key) = (key.min(*slot), key.max(*slot));
        }
        let last = self.nearest[MOST_NEAREST - 1];
        if last != u64::MAX {
            self.sight = squared_of(last);
        }
    }
}
