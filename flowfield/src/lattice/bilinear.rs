//! Weights between cell centres.

use glam::Vec2;

use super::direction::Direction;
use super::steps::Steps;

/// The cells to mix for the value at a point, with weights whose sum is 1, first the open cell that
/// contains it; `None` outside the frame.
///
/// ```text
/// beside ─── diagonal     The cell itself always counts. Each neighbour counts if the step to it is
///   │    p     │          open, the diagonal one only if all four steps are: past the end of a wall
/// cell ───── beside       it may flow the other way, and would hold up those who go round the end.
/// ```
///
/// A corner that does not count is the cell itself once more, without weight. Add up the first two and
/// the last two first: a quarter turn exchanges the latter, and gives the same bits.
pub(crate) fn corners(steps: &Steps, point: Vec2) -> Option<[(usize, f32); 4]> {
    let frame = steps.frame();
    let (cell, offset) = frame.locate(point)?;
    let cell = frame.index_of(cell);
    let across = if offset.x < 0.0 { Direction::West } else { Direction::East };
    let along = if offset.y < 0.0 { Direction::South } else { Direction::North };
    let step = |from: usize, direction: Direction| {
        steps.step_is_open(from, direction).then(|| frame.toward(from, direction))
    };
    let (x, y) = (step(cell, across), step(cell, along));
    let by_x = x.and_then(|x| step(x, along));
    let by_y = y.and_then(|y| step(y, across));
    let far = offset.abs();
    let near = 1.0 - far;
    let corners = [
        (Some(cell), near.x * near.y),
        (by_x.and(by_y), far.x * far.y),
        (x, far.x * near.y),
        (y, near.x * far.y),
    ];
    let corners = corners.map(|(index, weight)| index.map_or((cell, 0.0), |index| (index, weight)));
    let sum = (corners[0].1 + corners[1].1) + (corners[2].1 + corners[3].1);
    Some(corners.map(|(index, weight)| (index, weight / sum)))
}

#[cfg(test)]
mod tests {
    use glam::{IVec2, UVec2};

    use super::*;
    use crate::lattice::frame::Frame;

    // 6 7 8   Cells of 1 m with the centre of cell 4 at the origin of the test's coordinates:
    // 3 4 5   point (0, 0) is cell 4, point (0.25, 0.25) is in it towards cell 8.
    // 0 1 2
    fn steps() -> Steps {
        Steps::open(Frame::new(IVec2::splat(-1), UVec2::splat(3), 1.0).unwrap())
    }

    fn weights(steps: &Steps, x: f32, y: f32) -> [f32; 9] {
        let corners = corners(steps, Vec2::new(0.5 + x, 0.5 + y)).unwrap();
        let mut weights = [0.0; 9];
        corners.into_iter().for_each(|(cell, weight)| weights[cell] += weight);
        weights
    }

    fn only(weights: &[(usize, f32)]) -> [f32; 9] {
        let mut all = [0.0; 9];
        weights.iter().for_each(|&(cell, weight)| all[cell] = weight / 16.0);
        all
    }

    #[test]
    fn in_the_open_all_four_cells_count() {
        let steps = steps();
        assert_eq!(weights(&steps, 0.0, 0.0), only(&[(4, 16.0)]));
        assert_eq!(weights(&steps, 0.25, 0.25), only(&[(4, 9.0), (5, 3.0), (7, 3.0), (8, 1.0)]));
        assert_eq!(weights(&steps, -0.5, 0.25), only(&[(4, 6.0), (3, 6.0), (7, 2.0), (6, 2.0)]));
        assert_eq!(weights(&steps, 0.25, -0.25), only(&[(4, 9.0), (5, 3.0), (1, 3.0), (2, 1.0)]));
        assert_eq!(weights(&steps, -0.25, -0.25), only(&[(4, 9.0), (3, 3.0), (1, 3.0), (0, 1.0)]));
    }

    #[test]
    fn at_the_edge_of_the_frame_the_inner_cells_count() {
        assert_eq!(weights(&steps(), 1.25, 0.25), only(&[(5, 12.0), (8, 4.0)]));
        assert_eq!(weights(&steps(), 1.25, 1.25), only(&[(8, 16.0)]));
        assert_eq!(corners(&steps(), Vec2::new(2.1, 0.0)), None);
    }

    #[test]
    fn beyond_a_closed_step_nothing_counts() {
        let mut steps = steps();
        steps.set_step(4, Direction::East, false).unwrap();
        assert_eq!(weights(&steps, 0.25, 0.25), only(&[(4, 12.0), (7, 4.0)]));
        steps.set_step(4, Direction::North, false).unwrap();
        assert_eq!(weights(&steps, 0.25, 0.25), only(&[(4, 16.0)]));
        assert_eq!(weights(&steps, -0.25, -0.25), only(&[(4, 9.0), (3, 3.0), (1, 3.0), (0, 1.0)]));
    }

    #[test]
    fn a_blocked_cell_hides_the_one_behind_its_corner() {
        let mut steps = steps();
        steps.set_open(5, false).unwrap();
        assert_eq!(weights(&steps, 0.25, 0.25), only(&[(4, 12.0), (7, 4.0)]));
    }

    #[test]
    fn the_diagonal_cell_counts_only_if_both_ways_to_it_are_open() {
        let sides = [
            (4, Direction::East),
            (4, Direction::North),
            (5, Direction::North),
            (7, Direction::East),
        ];
        for (cell, direction) in sides {
            let mut steps = steps();
            steps.set_step(cell, direction, false).unwrap();
            assert_eq!(weights(&steps, 0.25, 0.25)[8], 0.0, "{cell} {direction:?}");
        }
    }
}
