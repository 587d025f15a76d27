//! The border between two neighbouring tiles, stitched by overlapping intervals.

use super::tile::BorderSide;
use crate::tolerances::{LEAST_PORTAL, METRES_PER_UNIT};

/// A portal across the border: the cells on both sides, and the interval that they share, in tile-local metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stitch {
    /// The cell of the western or southern tile.
    pub(crate) before: u16,
    /// The cell of the eastern or northern tile.
    pub(crate) behind: u16,
    pub(crate) low: f32,
    pub(crate) high: f32,
}

/// All portals across one border, sorted along it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seam {
    stitches: Vec<Stitch>,
    /// For each border side of the western or southern tile, its first stitch; one more at the end.
    first_before: Vec<u32>,
    /// The same for the eastern or northern tile.
    first_behind: Vec<u32>,
}

impl Seam {
    /// The seam between the borders of two tiles, both sorted along it.
    pub(crate) fn new(before: &[BorderSide], behind: &[BorderSide]) -> Seam {
        let mut seam = Seam::default();
        let (mut i, mut j) = (0, 0);
        while let (Some(p), Some(q)) = (before.get(i), behind.get(j)) {
            let (low, high) = (p.low.max(q.low), p.high.min(q.high));
            if (high - low) as f64 >= LEAST_PORTAL * METRES_PER_UNIT {
                seam.first_before.resize(i + 1, seam.stitches.len() as u32);
                seam.first_behind.resize(j + 1, seam.stitches.len() as u32);
                seam.stitches.push(Stitch { before: p.cell, behind: q.cell, low, high });
            }
            if p.high < q.high { i += 1 } else { j += 1 }
        }
        seam.first_before.resize(before.len() + 1, seam.stitches.len() as u32);
        seam.first_behind.resize(behind.len() + 1, seam.stitches.len() as u32);
        seam
    }

    /// The bytes that it takes.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of::<Seam>()
            + size_of_val(&*self.stitches)
            + size_of_val(&*self.first_before)
            + size_of_val(&*self.first_behind)
    }

    /// All stitches.
    pub(crate) fn stitches(&self) -> &[Stitch] {
        &self.stitches
    }

    /// The stitches of a border side of the western or southern tile.
    pub(crate) fn of_before(&self, border_side: usize) -> &[Stitch] {
        &self.stitches
            [self.first_before[border_side] as usize..self.first_before[border_side + 1] as usize]
    }

    /// The stitches of a border side of the eastern or northern tile.
    pub(crate) fn of_behind(&self, border_side: usize) -> &[Stitch] {
        &self.stitches
            [self.first_behind[border_side] as usize..self.first_behind[border_side + 1] as usize]
    }
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
        let seam = Seam::new(
            &border(&[(0.0, 4.0), (5.0, 9.0), (9.0, 10.0)]),
            &border(&[(1.0, 2.0), (3.0, 9.5)]),
        );
        let pairs = |stitches: &[Stitch]| {
            stitches.iter().map(|s| (s.before, s.behind, s.low, s.high)).collect::<Vec<_>>()
        };
        assert_eq!(pairs(seam.of_before(0)), [(0, 0, 1.0, 2.0), (0, 1, 3.0, 4.0)]);
        assert_eq!(pairs(seam.of_before(1)), [(1, 1, 5.0, 9.0)]);
        assert_eq!(
            pairs(seam.of_behind(1)),
            [(0, 1, 3.0, 4.0), (1, 1, 5.0, 9.0), (2, 1, 9.0, 9.5)]
        );
    }

    #[test]
    fn touching_in_a_point_is_no_passage() {
        let seam =
            Seam::new(&border(&[(0.0, 4.0), (6.0, 7.0)]), &border(&[(4.0, 6.0), (7.0, 9.0)]));
        assert!(seam.stitches().is_empty());
        assert!(
            seam.of_before(0).is_empty()
                && seam.of_before(1).is_empty()
                && seam.of_behind(1).is_empty()
        );
    }
}
