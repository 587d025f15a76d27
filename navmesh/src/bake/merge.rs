//! From triangles to convex cells: sides are taken away as long as what they part stays convex.
//!
//! After Stefan Hertel and Kurt Mehlhorn, *Fast Triangulation of the Plane with Respect to Simple Polygons* (1983);
//! always the side next whose two neighbours make the roundest polygon: on real maps these give shorter paths through
//! fewer cells than the longest side or the largest polygon first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::triangles::{Cover, NONE, PolygonEdge};
use crate::areas::Footing;
use crate::kernel::turn::turn;

/// The size of a polygon.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    area: f64,
    perimeter: f64,
}

/// Polygons on their way to cells.
struct Merge<'a> {
    cover: &'a mut Cover,
    /// For each half edge its polygon.
    polygon: Vec<u32>,
    sizes: Vec<Size>,
    /// Sides of triangles that may be taken away, the best last.
    first: Vec<MergeOffer>,
    /// Those of polygons that have grown: few at a time.
    heap: BinaryHeap<MergeOffer>,
}

/// Roundness and half edge: non-negative floats order like their bits, and ties go to the lower number.
type MergeOffer = (u64, Reverse<u32>);

impl Cover {
    /// Takes away sides of triangles until no two neighbours of the same ground are convex together. Exact. Cells may have straight
    /// vertices, where others meet them.
    pub(crate) fn merge(&mut self) {
        let count = self.half_edges.len() as u32;
        let mut merge = Merge {
            polygon: (0..count).map(|edge| edge / 3).collect(),
            sizes: Vec::new(),
            first: Vec::new(),
            heap: BinaryHeap::new(),
            cover: self,
        };
        merge.sizes = (0..count / 3).map(|triangle| merge.cover.size(triangle * 3)).collect();
        merge.first = (0..count).filter_map(|edge| merge.offer(edge)).collect();
        merge.first.sort_unstable();
        merge.run();
    }

    fn edge(&self, edge: u32) -> &PolygonEdge {
        &self.half_edges[edge as usize]
    }

    fn place(&self, edge: u32) -> DVec2 {
        self.vertices[self.edge(edge).vertex as usize]
    }

    fn length(&self, edge: u32) -> f64 {
        self.place(edge).distance(self.place(self.edge(edge).next))
    }

    fn size(&self, first: u32) -> Size {
        let base = self.place(first);
        self.ring(first).fold(Size::default(), |size, edge| {
            let (from, to) = (self.place(edge) - base, self.place(self.edge(edge).next) - base);
            Size {
                area: size.area + from.perp_dot(to) * 0.5,
                perimeter: size.perimeter + self.length(edge),
            }
        })
    }

    /// The first and the last of the sides that two polygons share, of which one is given: more than one, where a vertex
    /// lies between them that no wall ends at.
    fn shared(&self, edge: u32) -> [u32; 2] {
        let twin = |edge: u32| self.edge(self.edge(edge).twin);
        let [mut first, mut last] = [edge; 2];
        while self.edge(self.edge(first).before).twin == twin(first).next {
            first = self.edge(first).before;
            if first == edge {
                break;
            }
        }
        while self.edge(self.edge(last).next).twin == twin(last).before {
            last = self.edge(last).next;
            if last == edge {
                break;
            }
        }
        [first, last]
    }

    /// The sides from one to another, counter-clockwise.
    fn between(&self, [first, last]: [u32; 2]) -> impl Iterator<Item = u32> {
        let following = move |&edge: &u32| (edge != last).then(|| self.edge(edge).next);
        std::iter::successors(Some(first), following)
    }

    /// Returns what the ground of the polygon to the left of a half edge is like.
    pub(crate) fn footing(&self, edge: u32) -> Footing {
        self.footings[edge as usize / 3]
    }

    /// Returns whether the polygons on both sides of a side are convex together, and of the same ground.
    fn is_needless(&self, edge: u32) -> bool {
        // From where `before` starts, over where `after` starts, to where that ends.
        let is_convex = |before: u32, after: u32| {
            let [p, q, r] = [before, after, self.edge(after).next].map(|edge| self.place(edge));
            turn(p, q, r) >= 0
        };
        let sides = |edge: u32| (self.edge(edge), self.edge(self.edge(edge).twin));
        if self.footing(edge) != self.footing(self.edge(edge).twin) {
            return false;
        }
        let [first, last] = self.shared(edge).map(sides);
        is_convex(first.0.before, first.1.next) && is_convex(last.1.before, last.0.next)
    }

    /// Joins the polygons on both sides of a side; returns a side of what they become.
    fn remove(&mut self, edge: u32) -> u32 {
        let shared = self.shared(edge);
        let gone: Vec<u32> = self.between(shared).collect();
        let sides = |edge: u32| (*self.edge(edge), *self.edge(self.edge(edge).twin));
        let [first, last] = shared.map(sides);
        for (before, after) in [(first.0.before, first.1.next), (last.1.before, last.0.next)] {
            self.half_edges[before as usize].next = after;
            self.half_edges[after as usize].before = before;
        }
        for edge in gone {
            for removed in [edge, self.edge(edge).twin] {
                self.half_edges[removed as usize].next = NONE;
            }
        }
        last.0.next
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

impl Merge<'_> {
    fn run(&mut self) {
        while let Some((roundness, Reverse(edge))) = self.next() {
            if self.cover.edge(edge).next == NONE {
                continue;
            }
            // Since the offer one of the neighbours may have grown; then there is another offer.
            let joined = self.joined(edge);
            if joined.roundness() != roundness || !self.cover.is_needless(edge) {
                continue;
            }
            let other = self.cover.edge(edge).twin;
            let polygon = self.polygon[edge as usize];
            for edge in self.cover.ring(other) {
                self.polygon[edge as usize] = polygon;
            }
            self.sizes[polygon as usize] = joined;
            let own = self.cover.remove(edge);
            let ring: Vec<u32> = self.cover.ring(own).collect();
            ring.into_iter().for_each(|edge| self.offer_either(edge));
        }
    }

    /// Returns what the polygons on both sides of a side are together.
    fn joined(&self, edge: u32) -> Size {
        let size = |edge: u32| self.sizes[self.polygon[edge as usize] as usize];
        let (own, other) = (size(edge), size(self.cover.edge(edge).twin));
        let shared = self.cover.between(self.cover.shared(edge));
        let length: f64 = shared.map(|edge| self.cover.length(edge)).sum();
        Size {
            area: own.area + other.area,
            perimeter: own.perimeter + other.perimeter - 2.0 * length,
        }
    }

    /// The best offer of all that are left.
    fn next(&mut self) -> Option<MergeOffer> {
        if self.first.last() >= self.heap.peek() { self.first.pop() } else { self.heap.pop() }
    }

    /// The offer of a side that two polygons share, at its lower half edge.
    fn offer(&self, edge: u32) -> Option<MergeOffer> {
        let twin = self.cover.edge(edge).twin;
        let is_offered = twin != NONE && edge < twin && self.cover.is_needless(edge);
        is_offered.then(|| (self.joined(edge).roundness(), Reverse(edge)))
    }

    fn offer_either(&mut self, edge: u32) {
        let offer = self.offer(edge.min(self.cover.edge(edge).twin));
        self.heap.extend(offer);
    }
}

impl Size {
    /// The bits of area ÷ perimeter²: greatest for a disc.
    fn roundness(self) -> u64 {
        (self.area.max(0.0) / (self.perimeter * self.perimeter)).to_bits()
    }
}
