//! From triangles to convex cells: sides are taken away as long as what they part stays convex.
//!
//! After Stefan Hertel and Kurt Mehlhorn, *Fast Triangulation of the Plane with Respect to Simple Polygons* (1983),
//! longest sides first.

use super::triangles::{Cover, HalfEdge, NONE};
use crate::kernel::turn::turn;

impl Cover {
    /// Takes away sides until no two neighbours are strictly convex together. Exact.
    pub(crate) fn merge(&mut self) {
        let mut sides: Vec<(f64, u32)> = Vec::new();
        for (index, edge) in (0..).zip(&self.half_edges) {
            if edge.twin != NONE && edge.twin > index {
                sides.push((self.length_squared(index), index));
            }
        }
        sides.sort_unstable_by(|p, q| q.0.total_cmp(&p.0).then(p.1.cmp(&q.1)));
        for (_, edge) in sides {
            if self.is_needless(edge) {
                self.remove(edge);
            }
        }
    }

    fn edge(&self, edge: u32) -> &HalfEdge {
        &self.half_edges[edge as usize]
    }

    fn length_squared(&self, edge: u32) -> f64 {
        let place = |edge: u32| self.vertices[self.edge(edge).vertex as usize];
        place(edge).distance_squared(place(self.edge(edge).next))
    }

    /// Whether the polygons on both sides of a side are strictly convex together.
    fn is_needless(&self, edge: u32) -> bool {
        let turns_left = |before: u32, after: u32| {
            // From where `before` starts, over where `after` starts, to where that ends.
            let corners = [before, after, self.edge(after).next];
            let [p, q, r] = corners.map(|edge| self.vertices[self.edge(edge).vertex as usize]);
            turn(p, q, r) > 0
        };
        let (own, twin) = (self.edge(edge), self.edge(self.edge(edge).twin));
        turns_left(own.before, twin.next) && turns_left(twin.before, own.next)
    }

    fn remove(&mut self, edge: u32) {
        let (own, twin) = (*self.edge(edge), *self.edge(self.edge(edge).twin));
        let removed = [edge, own.twin];
        for (before, after) in [(own.before, twin.next), (twin.before, own.next)] {
            self.half_edges[before as usize].next = after;
            self.half_edges[after as usize].before = before;
        }
        for edge in removed {
            self.half_edges[edge as usize].next = NONE;
        }
    }

    /// The first half edge of each polygon.
    pub(crate) fn polygons(&self) -> Vec<u32> {
        let mut seen = vec![false; self.half_edges.len()];
        let mut first = Vec::new();
        for edge in 0..self.half_edges.len() as u32 {
            if self.edge(edge).next == NONE || seen[edge as usize] {
                continue;
            }
            first.push(edge);
            self.ring(edge).for_each(|edge| seen[edge as usize] = true);
        }
        first
    }

    /// The half edges of a polygon, counter-clockwise.
    pub(crate) fn ring(&self, first: u32) -> impl Iterator<Item = u32> {
        let following = move |&edge: &u32| Some(self.edge(edge).next).filter(|&edge| edge != first);
        std::iter::successors(Some(first), following)
    }
}
