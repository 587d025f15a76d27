//! The taut corner graph: where a shortest path may go on from a corner at which it turned.
//!
//! A shortest path among walls bends only at corners, and only so that it stays taut: every leg touches the walls at
//! both of its ends without cutting them. After Shunhao Oh and Hon Wai Leong, *Edge N-Level Sparse Visibility Graphs:
//! Fast Optimal Any-Angle Pathfinding Using Hierarchical Taut Paths* (2017). Here nothing is made beforehand: the legs
//! out of a corner are found when a search first gets there, and kept until the mesh changes.

use std::sync::Arc;

use glam::DVec2;

use super::corner::{Turn, turned};
use super::ground::Ground;
use super::visibility::{Sweep, View};
use crate::mesh::NavMesh;
use crate::tiles::tiling::State;
use crate::tolerances::METRES_PER_UNIT;

/// A corner and how the path turns there: twice the corner's number, and 1 more for turns to the right.
pub(crate) type Node = u32;

/// The node of a turn at a corner.
pub(crate) fn node(corner: u32, turn: Turn) -> Node {
    corner * 2 + (turn == Turn::Right) as u32
}

/// A taut leg to another corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    pub(crate) to: Node,
    /// Whether it is known that no taut leg goes on from it: then it only leads to goals that are seen from its end.
    pub(crate) dead: bool,
    /// Of length 1.
    pub(crate) way: DVec2,
    /// Metres.
    pub(crate) length: f64,
}

/// The taut corner graph of one state of one mesh, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerGraph {
    /// Of the mesh for which the rest holds.
    state: Option<Arc<State>>,
    ground: Ground,
    sweep: Sweep,
    legs: Vec<Leg>,
    /// For each node the range of its legs, if it is known.
    known: Vec<Option<(u32, u32)>>,
}

impl CornerGraph {
    /// Forgets everything that was learnt from another mesh, or before an edit; returns whether it did.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) -> bool {
        if self.state.as_ref().is_some_and(|state| Arc::ptr_eq(state, mesh.state())) {
            return false;
        }
        self.state = Some(Arc::clone(mesh.state()));
        self.ground.clear(mesh.part_count());
        self.legs.clear();
        self.known.clear();
        true
    }

    /// How many nodes there are so far.
    pub(crate) fn node_count(&self) -> usize {
        self.ground.corner_count() * 2
    }

    /// Where a node is; metres.
    pub(crate) fn position(&self, node: Node) -> DVec2 {
        self.ground.corner(node / 2).at
    }

    /// Puts into `nodes` where taut legs lead from a free lattice point, or, with `backwards`, from where they lead to
    /// it. Returns whether the view's target is seen.
    pub(crate) fn nodes_in_sight(
        &mut self,
        mesh: &NavMesh,
        view: View,
        backwards: bool,
        nodes: &mut Vec<Node>,
    ) -> bool {
        nodes.clear();
        let found = self.sweep.all_round(mesh, &mut self.ground, view);
        for &number in &self.sweep.seen {
            let corner = self.ground.corner(number);
            let offset = corner.at - view.point.as_dvec2() * METRES_PER_UNIT;
            let offset = if backwards { -offset } else { offset };
            if offset != DVec2::ZERO {
                nodes.extend(corner.turn(offset).map(|turn| node(number, turn)));
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        found
    }

    /// Makes sure that the taut legs out of a node are known; returns whether they were.
    pub(crate) fn learn(&mut self, mesh: &NavMesh, node: Node) -> bool {
        if self.known.len() <= node as usize {
            self.known.resize(self.node_count(), None);
        }
        let known = self.known[node as usize].is_some();
        if !known {
            self.find_legs(mesh, node);
        }
        known
    }

    /// The taut legs out of a node, as far as they are known, those that turn most first; and the number of the first.
    pub(crate) fn legs(&self, node: Node) -> (&[Leg], u32) {
        let (first, end) = self.known.get(node as usize).copied().flatten().unwrap_or_default();
        (&self.legs[first as usize..end as usize], first)
    }

    /// Remembers that no taut leg goes on from a leg.
    pub(crate) fn bury(&mut self, leg: u32) {
        if let Some(leg) = self.legs.get_mut(leg as usize) {
            leg.dead = true;
        }
    }

    fn find_legs(&mut self, mesh: &NavMesh, from: Node) {
        let turn = Turn::BOTH[(from % 2) as usize];
        self.sweep.onward(mesh, &mut self.ground, from / 2, turn);
        let (ground, seen) = (&self.ground, &mut self.sweep.seen);
        let origin = ground.corner(from / 2).at;
        let offset = |corner: u32| ground.corner(corner).at - origin;
        seen.retain(|&corner| corner != from / 2);
        seen.sort_unstable_by(|&p, &q| {
            let (a, b) = (offset(p), offset(q));
            let most = 0.cmp(&turned(a, b));
            let most = if turn == Turn::Left { most.reverse() } else { most };
            most.then(a.length_squared().total_cmp(&b.length_squared())).then(p.cmp(&q))
        });
        seen.dedup();
        let first = self.legs.len() as u32;
        let mut last = DVec2::ZERO;
        for &corner in seen.iter() {
            let way = offset(corner);
            // What lies straight behind a corner is reached over that corner.
            if last != DVec2::ZERO && turned(last, way) == 0 {
                continue;
            }
            if let Some(turn) = ground.corner(corner).turn(way) {
                let to = node(corner, turn);
                let leg = Leg { to, dead: false, way: way.normalize(), length: way.length() };
                self.legs.push(leg);
                last = way;
            }
        }
        self.known[from as usize] = Some((first, self.legs.len() as u32));
    }
}
