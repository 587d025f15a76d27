//! The border between two neighbouring tiles, stitched by overlapping intervals.

use std::sync::Arc;

use super::edge::BorderSide;
use crate::tolerances::{METRES_PER_UNIT, least_portal};

/// A portal across the border: the indices of the two sides in the borders of their tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stitch {
    /// In the border of the western or southern tile.
    pub(crate) before: u16,
    /// In the border of the eastern or northern tile.
    pub(crate) behind: u16,
}

/// All portals across one border, sorted along it. Copies share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seam(Arc<[Stitch]>);

impl Seam {
    /// The seam between the borders of two tiles of so many units a side, both sorted along it. The scratch is left empty.
    pub(crate) fn new(
        before: impl Iterator<Item = BorderSide>,
        behind: impl Iterator<Item = BorderSide>,
        size: i64,
        scratch: &mut Vec<Stitch>,
    ) -> Seam {
        let least = least_portal(size) * METRES_PER_UNIT;
        let (mut before, mut behind) = (before.zip(0..), behind.zip(0..));
        let (mut first, mut second) = (before.next(), behind.next());
        while let (Some((p, i)), Some((q, j))) = (first, second) {
            let (low, high) = common(&p, &q);
            if (high - low) as f64 >= least {
                scratch.push(Stitch { before: i, behind: j });
            }
            if p.high < q.high { first = before.next() } else { second = behind.next() }
        }
        let seam = Seam(scratch.as_slice().into());
        scratch.clear();
        seam
    }

    /// The bytes that it takes.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// All stitches.
    pub(crate) fn stitches(&self) -> &[Stitch] {
        &self.0
    }

    /// The stitches of a border side of the western or southern tile.
    pub(crate) fn of_before(&self, index: usize) -> &[Stitch] {
        self.of(index, |stitch| stitch.before as usize)
    }

    /// The stitches of a border side of the eastern or northern tile.
    pub(crate) fn of_behind(&self, index: usize) -> &[Stitch] {
        self.of(index, |stitch| stitch.behind as usize)
    }

    fn of(&self, index: usize, side: impl Fn(&Stitch) -> usize) -> &[Stitch] {
        let first = self.0.partition_point(|stitch| side(stitch) < index);
        let count = self.0[first..].iter().take_while(|stitch| side(stitch) == index).count();
        &self.0[first..first + count]
    }
}

/// Which labels of two neighbouring tiles a seam joins: each pair once, in ascending order, as long as they are few and
/// small. Nearly always they are, and components are found without a look at the tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeamJoins {
    count: u8,
    pairs: [[u8; 2]; MOST_JOINS],
}

/// How many pairs are kept.
const MOST_JOINS: usize = 3;

/// The count of more pairs than that.
const MANY: u8 = u8::MAX;

impl SeamJoins {
    /// Returns what the pairs join, in any order.
    pub(crate) fn new(pairs: impl Iterator<Item = [u16; 2]>) -> SeamJoins {
        let mut joins = SeamJoins::default();
        for pair in pairs {
            let [Ok(p), Ok(q)] = pair.map(u8::try_from) else { return SeamJoins::many() };
            let known = &joins.pairs[..joins.count as usize];
            if let Err(place) = known.binary_search(&[p, q]) {
                if known.len() == MOST_JOINS {
                    return SeamJoins::many();
                }
                joins.pairs[place..=joins.count as usize].rotate_right(1);
                joins.pairs[place] = [p, q];
                joins.count += 1;
            }
        }
        joins
    }

    fn many() -> SeamJoins {
        SeamJoins { count: MANY, ..SeamJoins::default() }
    }

    /// The pairs; `None` if they are not kept.
    pub(crate) fn pairs(&self) -> Option<impl Iterator<Item = [u16; 2]>> {
        let pairs = (self.count != MANY).then(|| &self.pairs[..self.count as usize])?;
        Some(pairs.iter().map(|pair| pair.map(u16::from)))
    }
}

/// The interval that two border sides share, if the second number is the greater one; tile-local metres.
pub(crate) fn common(p: &BorderSide, q: &BorderSide) -> (f32, f32) {
    (p.low.max(q.low), p.high.min(q.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn border(intervals: &[(f32, f32)]) -> Vec<BorderSide> {
        let side = |(cell, &(low, high)): (usize, &(f32, f32))| BorderSide {
            cell: cell as u16,
            low,
            high,
        };
        intervals.iter().enumerate().map(side).collect()
    }

    #[test]
    fn overlaps_are_found_from_both_sides() {
        let before = border(&[(0.0, 4.0), (5.0, 9.0), (9.0, 10.0)]);
        let behind = border(&[(1.0, 2.0), (3.0, 9.5)]);
        let seam =
            Seam::new(before.iter().copied(), behind.iter().copied(), 1 << 15, &mut Vec::new());
        let pairs = |stitches: &[Stitch]| {
            let pair = |stitch: &Stitch| {
                let (p, q) = (stitch.before as usize, stitch.behind as usize);
                (p, q, common(&before[p], &behind[q]))
            };
            stitches.iter().map(pair).collect::<Vec<_>>()
        };
        assert_eq!(pairs(seam.of_before(0)), [(0, 0, (1.0, 2.0)), (0, 1, (3.0, 4.0))]);
        assert_eq!(pairs(seam.of_before(1)), [(1, 1, (5.0, 9.0))]);
        assert_eq!(
            pairs(seam.of_behind(1)),
            [(0, 1, (3.0, 4.0)), (1, 1, (5.0, 9.0)), (2, 1, (9.0, 9.5))]
        );
    }

    #[test]
    fn touching_in_a_point_is_no_passage() {
        let before = border(&[(0.0, 4.0), (6.0, 7.0)]);
        let behind = border(&[(4.0, 6.0), (7.0, 9.0)]);
        let seam =
            Seam::new(before.iter().copied(), behind.iter().copied(), 1 << 15, &mut Vec::new());
        assert!(seam.stitches().is_empty());
        assert!(
            (0..2).all(|side| seam.of_before(side).is_empty() && seam.of_behind(side).is_empty())
        );
    }

    #[test]
    fn joins_are_kept_in_order_unless_they_are_many() {
        let kept = |pairs: &[[u16; 2]]| {
            SeamJoins::new(pairs.iter().copied()).pairs().map(|pairs| pairs.collect::<Vec<_>>())
        };
        assert_eq!(kept(&[]), Some(vec![]));
        assert_eq!(kept(&[[1, 0], [0, 2], [1, 0]]), Some(vec![[0, 2], [1, 0]]));
        assert_eq!(kept(&[[3, 0], [1, 1], [2, 9]]), Some(vec![[1, 1], [2, 9], [3, 0]]));
        assert_eq!(kept(&[[3, 0], [1, 1], [2, 9], [0, 0]]), None);
        assert_eq!(kept(&[[0, 256]]), None);
    }
}
