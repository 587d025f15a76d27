//! The corners of obstacles: the vertices where the free angle exceeds half a turn. Shortest ways bend nowhere else.

use glam::DVec2;

use super::cone::FloatCone;
use super::rings::{HalfEdges, NONE};
use crate::cells::id::CellId;
use crate::mesh::NavMesh;
use crate::tolerances::SIGHT_SLACK;

/// A vertex at which shortest ways may bend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BendCorner {
    pub(crate) vertex: u32,
    /// The first half edge that starts here, turning counter-clockwise: a wall.
    pub(crate) first: u32,
    /// Along the wall at the first end of the free angle, and along the one at its last end, counter-clockwise.
    first_wall: DVec2,
    last_wall: DVec2,
}

/// All corners of a mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corners {
    pub(crate) all: Vec<BendCorner>,
    /// For each vertex its corner, or [`NONE`].
    of_vertex: Vec<u32>,
}

impl Corners {
    /// No corners yet, of so many vertices.
    pub(crate) fn none(vertex_count: usize) -> Corners {
        Corners { all: Vec::new(), of_vertex: vec![NONE; vertex_count] }
    }

    /// Adds the corner at which a half edge starts, if that is a wall that turns there; `cells` are all of the mesh.
    pub(crate) fn add(&mut self, mesh: &NavMesh, rings: &HalfEdges, first: u32, cells: &[CellId]) {
        if rings.edge(first).twin != NONE {
            return;
        }
        let (corner, last, bends) = turned(rings, first);
        if bends && !is_straight(mesh, rings, (first, last), cells) {
            self.of_vertex[corner.vertex as usize] = self.all.len() as u32;
            self.all.push(corner);
        }
    }

    /// The corner at a vertex.
    pub(crate) fn at(&self, vertex: u32) -> Option<u32> {
        Some(self.of_vertex[vertex as usize]).filter(|&corner| corner != NONE)
    }
}

/// The free angle from a wall to the next, the half edge of that wall, and whether the angle may exceed half a turn.
fn turned(rings: &HalfEdges, first: u32) -> (BendCorner, u32, bool) {
    let vertex = rings.edge(first).vertex;
    let place = rings.places[vertex as usize];
    let first_wall = rings.places_of(first).1 - place;
    let (mut edge, mut bends) = (first, false);
    loop {
        let before = rings.edge(edge).before;
        let wall = rings.places_of(before).0 - place;
        // Each cell adds at most half a turn, so what lies to the right has passed it.
        let cross = first_wall.perp_dot(wall);
        let slack = SIGHT_SLACK * (first_wall.length() + wall.length());
        bends |= cross < 0.0 || (cross < slack && first_wall.dot(wall) < 0.0);
        match rings.turned_left(edge).filter(|&next| next != first) {
            Some(next) => edge = next,
            None => {
                let corner = BendCorner { vertex, first, first_wall, last_wall: wall };
                return (corner, before, bends);
            }
        }
    }
}

/// Returns whether two walls that meet are one straight wall.
fn is_straight(mesh: &NavMesh, rings: &HalfEdges, walls: (u32, u32), cells: &[CellId]) -> bool {
    let side = |wall: u32| {
        let edge = rings.edge(wall);
        (cells[edge.cell as usize], edge.side)
    };
    let ((at, to), (from, _)) = (rings.places_of(walls.0), rings.places_of(walls.1));
    mesh.cells.are_in_line([side(walls.1), side(walls.0)], [from, at, to])
}

impl BendCorner {
    /// The directions in which a shortest way may go on that arrives along `way`: the shadows behind the corner, when
    /// it turns left and when it turns right. `None` where the way does not touch the corner from that side. Nearly
    /// always one of them at most; along a wall as thin as a line both.
    pub(crate) fn shadows(&self, way: DVec2) -> [Option<FloatCone>; 2] {
        let (first, last) = (way.perp_dot(self.first_wall), way.perp_dot(self.last_wall));
        let slack = |wall: DVec2| SIGHT_SLACK * (way.length() + wall.length());
        let (first_slack, last_slack) = (slack(self.first_wall), slack(self.last_wall));
        let turns_left = first >= -first_slack && last >= -last_slack;
        let turns_right = first <= first_slack && last <= last_slack;
        let left = FloatCone { right: way, left: self.last_wall };
        let right = FloatCone { right: self.first_wall, left: way };
        [turns_left.then_some(left), turns_right.then_some(right)]
    }

    /// Returns whether a way touches the corner, and does not run into it or away from it.
    pub(crate) fn is_touched_by(&self, way: DVec2) -> bool {
        self.shadows(way).iter().any(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    /// A box to the north-east of the corner: free from north, over west and south, to east.
    fn corner() -> BendCorner {
        let (first_wall, last_wall) = (dvec2(0.0, 2.0), dvec2(2.0, 0.0));
        BendCorner { vertex: 0, first: 0, first_wall, last_wall }
    }

    #[test]
    fn ways_that_touch_a_corner_turn_into_its_shadow() {
        let [Some(east), None] = corner().shadows(dvec2(1.0, -1.0)) else { panic!() };
        assert_eq!((east.right, east.left), (dvec2(1.0, -1.0), dvec2(2.0, 0.0)));
        let [None, Some(north)] = corner().shadows(dvec2(-1.0, 1.0)) else { panic!() };
        assert_eq!((north.right, north.left), (dvec2(0.0, 2.0), dvec2(-1.0, 1.0)));
        assert!(!corner().is_touched_by(dvec2(1.0, 1.0)), "into the box");
        let [Some(along), None] = corner().shadows(dvec2(0.0, -1.0)) else { panic!() };
        assert_eq!((along.right, along.left), (dvec2(0.0, -1.0), dvec2(2.0, 0.0)), "along a wall");
    }

    #[test]
    fn a_wall_without_thickness_may_be_turned_round_both_ways() {
        let (first_wall, last_wall) = (dvec2(2.0, 0.0), dvec2(1.0, 0.0));
        let tip = BendCorner { vertex: 0, first: 0, first_wall, last_wall };
        assert!(tip.shadows(dvec2(-1.0, 0.0)).iter().all(Option::is_some));
    }
}
