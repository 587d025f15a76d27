//! The boundary of the free area: closed loops of walls.

use glam::Vec2;

use super::rings::{HalfEdges, NONE};
use crate::mesh::NavMesh;
use crate::tolerances::SIGHT_SLACK;

impl NavMesh {
    /// The walls round the free area, as closed loops of corners, in metres: each wall runs from one corner to the next,
    /// the last one back to the first, with free ground to its left. So the loop round an obstacle is clockwise, and the
    /// outer one counter-clockwise. Straight walls have no corner in between. In the order of the cells.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Bounds, MeshDefinition, NavMesh};
    ///
    /// let bounds = Bounds::new(vec2(0.0, 0.0), vec2(40.0, 30.0));
    /// let mut mesh = NavMesh::new(&MeshDefinition { agent_radius: 0.5, ..MeshDefinition::new(bounds) })?;
    /// mesh.add_obstacle(&[vec2(10.0, 10.0), vec2(12.0, 10.0), vec2(12.0, 20.0), vec2(10.0, 20.0)])?;
    /// mesh.commit()?;
    /// let mut corners: Vec<usize> = mesh.boundary().iter().map(Vec::len).collect();
    /// corners.sort_unstable();
    /// assert_eq!(corners, [4, 8], "the bounds, and the box with its corners cut");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn boundary(&self) -> Vec<Vec<Vec2>> {
        let rings = HalfEdges::new(self);
        let mut seen = vec![false; rings.half_edges.len()];
        let mut loops = Vec::new();
        for start in 0..rings.half_edges.len() as u32 {
            if rings.edge(start).twin != NONE || seen[start as usize] {
                continue;
            }
            let mut corners = Vec::new();
            let mut wall = start;
            while !std::mem::replace(&mut seen[wall as usize], true) {
                corners.push(rings.places_of(wall).0.as_vec2());
                wall = next_wall(&rings, wall);
            }
            loops.push(without_straight(&corners));
        }
        loops.retain(|corners| corners.len() > 2);
        loops
    }
}

/// The wall that begins where another one ends.
fn next_wall(rings: &HalfEdges, wall: u32) -> u32 {
    let mut next = rings.edge(wall).next;
    while let Some(beyond) = rings.turned_right(next) {
        next = beyond;
    }
    next
}

/// A loop without the corners at which it goes straight on.
fn without_straight(corners: &[Vec2]) -> Vec<Vec2> {
    let count = corners.len();
    let bends = |&index: &usize| {
        let (before, at, after) =
            (corners[(index + count - 1) % count], corners[index], corners[(index + 1) % count]);
        let (from, to) = ((at - before).as_dvec2(), (after - at).as_dvec2());
        from.perp_dot(to).abs() > SIGHT_SLACK * (from.length() + to.length()) || from.dot(to) < 0.0
    };
    (0..count).filter(bends).map(|index| corners[index]).collect()
}
