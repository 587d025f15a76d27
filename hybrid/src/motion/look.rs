//! The search for the neighbours of one disc.

use std::ops::Range;

use glam::Vec2;

use super::disc::{Disc, Horizon};
use super::disc_grid::DiscGrid;

/// How many neighbours a disc looks out for: the nearest. More neither helps nor is seen to matter.
pub(super) const MOST_NEAREST: usize = 8;

/// How many partners with a greater number a disc may touch. Six discs of its size fit round a disc, small ones more;
/// it is a bound for armies that stand on one point.
pub(super) const MOST_TOUCHING: usize = 32;

/// A run of more discs than this in a few cells is an army on one point. Of each of its cells only those next to the disc
/// in order are looked at, so many to each side.
const CROWDED: usize = 512;
const ASIDE: usize = 40;

/// Discs of a run that are sorted out together.
const BATCH: usize = 32;

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
    /// Looks at the disc's own row of cells, then at those on both sides of it, as far along each as anybody can be of
    /// interest.
    pub(super) fn around(
        &mut self,
        discs: &[Disc],
        points: &[Vec2],
        grid: &DiscGrid,
        partners: &mut Vec<u32>,
    ) {
        let point = points[self.disc];
        let home = grid.cell_of(point).y;
        let most = partners.len() + MOST_TOUCHING;
        let mut meet = |look: &mut Self, run: Range<usize>| {
            for start in run.clone().step_by(BATCH) {
                let batch = &points[start..run.end.min(start + BATCH)];
                let mut squared = [0.0; BATCH];
                for (squared, at) in squared.iter_mut().zip(batch) {
                    *squared =
                        (at.x - point.x) * (at.x - point.x) + (at.y - point.y) * (at.y - point.y);
                }
                // Most are too far; they are sorted out without a branch for each.
                let (limit, mut near, mut count) = (look.limit(), [0; BATCH], 0);
                for (&squared, offset) in squared[..batch.len()].iter().zip(0_u8..) {
                    near[count % BATCH] = offset;
                    count += usize::from(squared <= limit);
                }
                for &offset in &near[..count] {
                    let (squared, other) =
                        (squared[usize::from(offset)], start + usize::from(offset));
                    let matters =
                        squared <= look.sight || squared < look.touch && other > look.disc;
                    if matters && other != look.disc {
                        look.meet(discs, (other, squared), partners, most);
                    }
                }
            }
        };
        // The nearest first: the sooner they are known, the fewer others are of interest.
        let (mut row, mut sides) = (0, [true, false]);
        while sides != [false, false] {
            for (side, y) in sides.iter_mut().zip([home - row, home + row]) {
                let columns = grid.columns_within(point, y, self.limit()).filter(|_| *side);
                *side = columns.is_some();
                let Some((from, to)) = columns else { continue };
                let run = grid.row(y, from, to);
                if run.len() <= CROWDED {
                    meet(self, run);
                } else {
                    (from..=to).for_each(|x| meet(self, self.beside(grid.row(y, x, x))));
                }
            }
            // The own row has but one side.
            sides[1] |= row == 0;
            row += 1;
        }
    }

    /// The squared distance beyond which nobody is of interest.
    fn limit(&self) -> f32 {
        self.sight.max(self.touch)
    }

    /// Of an army on one point those next to the disc in order.
    fn beside(&self, run: Range<usize>) -> Range<usize> {
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
            self.sight = f32::from_bits((last >> 32) as u32);
        }
    }
}
