//! The cells as rings of half edges, cut wherever a portal ends, and the vertices where they meet.
//!
//! ```text
//!         C            The side of C is cut at v, where the portals to A and B meet: three half edges start there,
//!   ─────────v─────    and v is one vertex. Turning counter-clockwise round v, the next half edge that starts
//!      A     │  B      there is the twin of the one before it in its ring, until a wall comes.
//! ```
//!
//! A *vertex* is a place together with the cells round it that are joined there: where two obstacles touch in a
//! point, there are two vertices in that place, and no way from one to the other.

use glam::DVec2;

use crate::cells::id::{CellId, Cuts};
use crate::mesh::NavMesh;

/// No half edge, no cell, no vertex.
pub(crate) const NONE: u32 = u32::MAX;

/// A part of a cell's border, with the cell to its left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfEdge {
    /// The vertex where it starts; it ends where the next of the ring starts.
    pub(crate) vertex: u32,
    /// This part seen from beyond; [`NONE`] at a wall.
    pub(crate) twin: u32,
    /// Its neighbours in the ring.
    pub(crate) next: u32,
    pub(crate) before: u32,
    /// The number of the cell to its left.
    pub(crate) cell: u32,
    /// The side of the cell that it is part of.
    pub(crate) side: u16,
}

/// All half edges of a mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct HalfEdges {
    /// For each cell its first half edge, and the number of all at the end.
    first: Vec<u32>,
    pub(crate) half_edges: Vec<HalfEdge>,
    /// The places of the vertices; world metres.
    pub(crate) places: Vec<DVec2>,
}

/// Half edges as they are found: where they start, and the cell beyond or [`NONE`].
type Found = Vec<(DVec2, u32)>;

/// Rings that are being made: first all cells are added in their order, then all half edges are paired, and last the vertices
/// are found.
#[derive(Clone, Debug, Default)]
pub(crate) struct RingsBuild {
    rings: HalfEdges,
    found: Found,
    cuts: Cuts,
}

impl RingsBuild {
    /// Adds the half edges of the next cell; returns how many.
    pub(crate) fn add(&mut self, mesh: &NavMesh, cell: CellId) -> usize {
        let Self { rings, found, cuts } = self;
        let first = found.len();
        rings.first.push(first as u32);
        let number = mesh.cells.number_of(cell);
        mesh.cells.each_part(cell, cuts, |side, start, beyond| {
            found.push((start, beyond.map_or(NONE, |beyond| mesh.cells.number_of(beyond))));
            rings.half_edges.push(half_edge(side, number, found.len()));
        });
        if found.len() > first {
            rings.half_edges[first].before = found.len() as u32 - 1;
            rings.half_edges[found.len() - 1].next = first as u32;
        }
        found.len() - first
    }

    /// Ends the last ring, once all cells are added.
    pub(crate) fn close(&mut self) {
        self.rings.first.push(self.found.len() as u32);
    }

    /// Finds the twin of a half edge, once all cells are added.
    pub(crate) fn pair(&mut self, edge: usize) {
        let (_, beyond) = self.found[edge];
        if beyond != NONE {
            let (own, mut back) = (self.rings.half_edges[edge].cell, self.rings.ring(beyond));
            let twin = back.find(|&other| self.found[other as usize].1 == own);
            self.rings.half_edges[edge].twin = twin.unwrap_or(NONE);
        }
    }

    /// Finds the vertex where a half edge starts, once all are paired.
    pub(crate) fn find_vertex(&mut self, edge: usize) {
        let (rings, start) = (&mut self.rings, edge as u32);
        if rings.edge(start).vertex != NONE {
            return;
        }
        let vertex = rings.places.len() as u32;
        rings.places.push(self.found[edge].0);
        let (mut clockwise, mut open) = (start, Some(start));
        while let Some(edge) = open.filter(|&edge| rings.edge(edge).vertex == NONE) {
            rings.half_edges[edge as usize].vertex = vertex;
            open = rings.turned_left(edge);
        }
        while let Some(edge) =
            rings.turned_right(clockwise).filter(|&edge| rings.edge(edge).vertex == NONE)
        {
            rings.half_edges[edge as usize].vertex = vertex;
            clockwise = edge;
        }
    }

    /// Returns how many half edges were found so far.
    pub(crate) fn edge_count(&self) -> usize {
        self.found.len()
    }

    /// The rings, once all vertices are found.
    pub(crate) fn finish(self) -> HalfEdges {
        self.rings
    }
}

impl HalfEdges {
    pub(crate) fn new(mesh: &NavMesh) -> HalfEdges {
        let mut build = RingsBuild::default();
        mesh.cells().for_each(|cell| {
            build.add(mesh, cell);
        });
        build.close();
        (0..build.edge_count()).for_each(|edge| build.pair(edge));
        (0..build.edge_count()).for_each(|edge| build.find_vertex(edge));
        build.finish()
    }

    pub(crate) fn edge(&self, edge: u32) -> &HalfEdge {
        &self.half_edges[edge as usize]
    }

    /// The half edges of a cell, counter-clockwise.
    pub(crate) fn ring(&self, cell: u32) -> std::ops::Range<u32> {
        self.first[cell as usize]..self.first[cell as usize + 1]
    }

    pub(crate) fn cell_count(&self) -> usize {
        self.first.len() - 1
    }

    /// The vertices where a half edge starts and ends.
    pub(crate) fn ends(&self, edge: u32) -> (u32, u32) {
        let edge = self.edge(edge);
        (edge.vertex, self.edge(edge.next).vertex)
    }

    /// The places where a half edge starts and ends.
    pub(crate) fn places_of(&self, edge: u32) -> (DVec2, DVec2) {
        let (start, end) = self.ends(edge);
        (self.places[start as usize], self.places[end as usize])
    }

    /// The next half edge from the same vertex, turning counter-clockwise; `None` behind a wall.
    pub(crate) fn turned_left(&self, edge: u32) -> Option<u32> {
        Some(self.edge(self.edge(edge).before).twin).filter(|&twin| twin != NONE)
    }

    /// The next half edge from this vertex, turning clockwise; `None` behind a wall.
    pub(crate) fn turned_right(&self, edge: u32) -> Option<u32> {
        let twin = self.edge(edge).twin;
        (twin != NONE).then(|| self.edge(twin).next)
    }
}

/// The half edge of a side of a cell with a number, the `count`-th of all, before it is joined to others.
fn half_edge(side: u16, cell: u32, count: usize) -> HalfEdge {
    let next = count as u32;
    HalfEdge { vertex: NONE, twin: NONE, next, before: next.wrapping_sub(2), cell, side }
}
