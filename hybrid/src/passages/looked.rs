//! What was seen between the posts of candidates for gates: an edit may change how the ground far from it in the same tile
//! is cut, and with that, if hardly ever, what is seen there.

use std::collections::BTreeMap;

use navmesh::{Bounds, NavMesh};

use super::area::Area;
use super::boundary::Boundary;
use super::buckets::square_of;
use super::gate::Tested;

/// Candidates that were looked along, by the squares of their middles: row and column.
#[derive(Clone, Debug)]
pub(crate) struct Looked {
    /// Of squares, in metres: no candidate is longer.
    side: f32,
    squares: BTreeMap<(i32, i32), Vec<Tested>>,
}

impl Looked {
    /// None yet, of at most a length in metres.
    pub(crate) fn new(side: f32) -> Self {
        Self { side, squares: BTreeMap::new() }
    }

    /// Puts those that were looked along now in the place of all that have a post in an area.
    pub(crate) fn replace(&mut self, area: &Area, tested: &[Tested]) {
        match area.grown(1).runs() {
            None => self.squares.clear(),
            Some(runs) => {
                for (row, [first, last]) in runs {
                    let squares = self.squares.range_mut((row, first)..=(row, last));
                    squares.for_each(|(_, known)| known.retain(|one| !one.gate.is_in(area)));
                }
            }
        }
        for one in tested {
            let square = square_of(one.gate.middle(), self.side);
            self.squares.entry((square.y, square.x)).or_default().push(*one);
        }
    }

    /// Returns whether something else is seen now in some rectangles than before, but for candidates with a post in an area:
    /// that of the walls that have changed, and round it.
    pub(crate) fn differs(
        &self,
        mesh: &NavMesh,
        boundary: &Boundary,
        rectangles: &[Bounds],
        area: &Area,
    ) -> bool {
        let near = Area::of(rectangles.iter().copied(), [].into_iter(), self.side);
        let mut squares = near.runs().into_iter().flatten().flat_map(|(row, [first, last])| {
            self.squares.range((row, first)..=(row, last)).flat_map(|(_, known)| known)
        });
        // Where the walls alone tell what is seen, it is the same beyond those that have changed.
        let round = area.grown(2);
        let may_differ =
            |one: &Tested| !one.gate.is_in(area) && (!one.is_sure || one.gate.is_in(&round));
        squares.any(|one| may_differ(one) && one.gate.is_open(mesh, boundary) != one.is_open)
    }
}
