//! The border between two neighbouring tiles, stitched by overlapping intervals.

use std::sync::Arc;

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

/// All portals across one border, sorted along it. Copies share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seam(Arc<[Stitch]>);

impl Seam {
    /// The seam between the borders of two tiles, both sorted along it. The scratch is left empty.
    pub(crate) fn new(
        before: &[BorderSide],
        behind: &[BorderSide],
        scratch: &mut Vec<Stitch>,
    ) -> Seam {
        let (mut i, mut j) = (0, 0);
        while let (Some(p), Some(q)) = (before.get(i), behind.get(j)) {
            let (low, high) = (p.low.max(q.low), p.high.min(q.high));
            if (high - low) as f64 >= LEAST_PORTAL * METRES_PER_UNIT {
                scratch.push(Stitch { before: p.cell, behind: q.cell, low, high });
            }
            if p.high < q.high { i += 1 } else { j += 1 }
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

    /// The stitches of a side of one of the two borders.
    pub(crate) fn of_side(&self, side: &BorderSide) -> &[Stitch] {
        // A stitch lies within its side but for nothing, and is longer than the rounding of an end: its middle decides.
        let middle = |stitch: &Stitch| (stitch.low as f64 + stitch.high as f64) * 0.5;
        let first = self.0.partition_point(|stitch| middle(stitch) < side.low as f64);
        let end = self.0.partition_point(|stitch| middle(stitch) < side.high as f64);
        &self.0[first..end]
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
        let before = border(&[(0.0, 4.0), (5.0, 9.0), (9.0, 10.0)]);
        let behind = border(&[(1.0, 2.0), (3.0, 9.5)]);
        let seam = Seam::new(&before, &behind, &mut Vec::new());
        let pairs = |stitches: &[Stitch]| {
            stitches.iter().map(|s| (s.before, s.behind, s.low, s.high)).collect::<Vec<_>>()
        };
        assert_eq!(pairs(seam.of_side(&before[0])), [(0, 0, 1.0, 2.0), (0, 1, 3.0, 4.0)]);
        assert_eq!(pairs(seam.of_side(&before[1])), [(1, 1, 5.0, 9.0)]);
        assert_eq!(
            pairs(seam.of_side(&behind[1])),
            [(0, 1, 3.0, 4.0), (1, 1, 5.0, 9.0), (2, 1, 9.0, 9.5)]
        );
    }

    #[test]
    fn touching_in_a_point_is_no_passage() {
        let before = border(&[(0.0, 4.0), (6.0, 7.0)]);
        let behind = border(&[(4.0, 6.0), (7.0, 9.0)]);
        let seam = Seam::new(&before, &behind, &mut Vec::new());
        assert!(seam.stitches().is_empty());
        assert!(before.iter().chain(&behind).all(|side| seam.of_side(side).is_empty()));
    }
}
