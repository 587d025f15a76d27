//! Walls by where they are, and what they tell of the ground between two points.

use std::ops::Range;

use glam::Vec2;

use super::buckets::Buckets;
use crate::base::tolerances::{CLEAR, EXACT_REACH};

/// What a wall is to a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It may hide the end of it.
    Straight,
    /// It may hide the end of it, but it is not all of it where it seems to be.
    Crooked,
    /// It cannot: the way begins or ends there.
    Own,
}

/// Walls by the squares of a lattice that they reach into.
#[derive(Clone, Debug)]
pub(crate) struct Screens {
    buckets: Buckets,
    /// The ends of what the squares hold, square by square: most walls are looked at in vain.
    ends: Vec<[Vec2; 2]>,
    /// So many are straight from end to end, or are said not to be.
    count: u32,
}

impl Screens {
    /// Walls by their ends, in squares of a side in metres, and other parts of the boundary behind them.
    pub(crate) fn new(side: f32, walls: &[[Vec2; 2]], odd: &[[Vec2; 2]]) -> Self {
        let all = || walls.iter().chain(odd);
        let mut buckets = Buckets::new(side);
        all().zip(0..).for_each(|(&ends, index)| buckets.add_all(index, ends));
        buckets.sort();
        let all: Vec<[Vec2; 2]> = all().copied().collect();
        let ends = buckets.things().iter().map(|&wall| all[wall as usize]).collect();
        Self { buckets, ends, count: walls.len() as u32 }
    }

    /// Returns how many walls all squares hold together.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Calls `each` with the walls in each row of squares of a rectangle, and with their numbers; some come more than once.
    pub(crate) fn rows(&self, area: [Vec2; 2], mut each: impl FnMut(&[[Vec2; 2]], &[u32])) {
        let things = self.buckets.things();
        self.buckets.rows(area, |row: Range<usize>| each(&self.ends[row.clone()], &things[row]));
    }

    /// Returns whether the ground between two points is free, both of which are; `role` tells of walls by their numbers what
    /// they are to that. `None` where roundings may decide: a wall comes near, or the points are close together or far from the
    /// origin.
    pub(crate) fn is_free(
        &self,
        [from, to]: [Vec2; 2],
        role: impl Fn(u32) -> Role,
    ) -> Option<bool> {
        let way = to - from;
        let length = way.length();
        let is_exact = from.abs().max(to.abs()).max_element() < EXACT_REACH;
        if !(is_exact && length > 4.0 * CLEAR) {
            return None;
        }
        // Lengths are multiplied by that of the way.
        let (margin, whole) = (CLEAR * length, length * length);
        let (mut is_free, mut is_near) = (true, false);
        let area = [from.min(to) - CLEAR, from.max(to) + CLEAR];
        self.rows(area, |walls, numbers| {
            for (&[p, q], &number) in walls.iter().zip(numbers) {
                let (p, q) = (p - from, q - from);
                let [left, right] = [way.perp_dot(p), way.perp_dot(q)];
                let [before, behind] = [p.dot(way), q.dot(way)];
                let is_beside = (left > margin) & (right > margin)
                    | (left < -margin) & (right < -margin)
                    | (before < -margin) & (behind < -margin)
                    | (before > whole + margin) & (behind > whole + margin);
                if is_beside {
                    continue;
                }
                let role = if number < self.count { role(number) } else { Role::Crooked };
                let at = (before * right - behind * left) / (right - left);
                let crosses = left.min(right) < -margin
                    && left.max(right) > margin
                    && at > margin
                    && at < whole - margin;
                is_free &= !(crosses && role == Role::Straight);
                is_near |= if role == Role::Straight { !crosses } else { role == Role::Crooked };
            }
        });
        if is_free && is_near { None } else { Some(is_free) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_hide_what_lies_behind_them_and_nothing_beside_them() {
        let walls =
            [[(2.0, -1.0), (2.0, 1.0)], [(5.0, 0.02), (5.0, 3.0)], [(-1.0, 4.0), (9.0, 4.0)]];
        let walls = walls.map(|ends| ends.map(Vec2::from));
        let screens = Screens::new(1.5, &walls, &[[Vec2::new(7.0, 8.0), Vec2::new(8.0, 7.0)]]);
        let role = |wall| if wall == 2 { Role::Own } else { Role::Straight };
        let is_free =
            |from: (f32, f32), to: (f32, f32)| screens.is_free([from, to].map(Vec2::from), role);
        assert_eq!(is_free((0.0, 0.0), (4.0, 0.0)), Some(false));
        assert_eq!(is_free((4.0, 0.5), (0.0, -0.5)), Some(false));
        assert_eq!(is_free((2.5, 0.0), (6.0, 0.0)), None, "it passes the end of a wall at 2 cm");
        assert_eq!(is_free((2.5, -0.1), (6.0, -0.1)), Some(true));
        assert_eq!(is_free((2.5, 5.0), (2.5, 1.0)), Some(true), "through its own wall");
        assert_eq!(is_free((1.0, 1.0), (2.01, 0.0)), None, "it ends at a wall");
        assert_eq!(is_free((3.0, 0.0), (3.1, 0.0)), None, "it is too short");
        assert_eq!(is_free((7.0, 7.0), (8.0, 8.0)), None, "through a part of no wall");
        let way = [Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0)];
        assert_eq!(screens.is_free(way, |_| Role::Crooked), None, "the wall is not where it seems");
        let far = walls.map(|ends| ends.map(|end| end + 1e5));
        let screens = Screens::new(1.5, &far, &[]);
        assert_eq!(screens.is_free(way.map(|end| end + 1e5), role), None, "it is far off");
    }
}
