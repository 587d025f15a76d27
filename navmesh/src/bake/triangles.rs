//! Triangles of a free area: a constrained Delaunay triangulation of its outline.
//!
//! After Leonidas Guibas and Jorge Stolfi, *Primitives for the Manipulation of General Subdivisions and the Computation
//! of Voronoi Diagrams* (1985), for the half edges; L. Paul Chew, *Constrained Delaunay Triangulations* (1987).

use glam::{DVec2, dvec2};
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, InsertionError, Point2, Triangulation};

use super::outline::Outline;

/// No half edge: a wall is there.
pub(crate) const NONE: u32 = u32::MAX;

/// A side of a polygon, with the polygon to its left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfEdge {
    /// The vertex where it starts.
    pub(crate) vertex: u32,
    /// The same side seen from beyond; [`NONE`] at a wall.
    pub(crate) twin: u32,
    pub(crate) next: u32,
    pub(crate) before: u32,
}

/// Polygons that cover a free area without overlap, as rings of half edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cover {
    pub(crate) vertices: Vec<DVec2>,
    pub(crate) half_edges: Vec<HalfEdge>,
}

type Delaunay = ConstrainedDelaunayTriangulation<Point2<f64>>;

impl Cover {
    /// The triangles inside an outline.
    pub(crate) fn triangles(outline: &Outline) -> Result<Cover, InsertionError> {
        let delaunay = triangulated(outline)?;
        let is_free = free_faces(&delaunay, outline);
        let position = |point: Point2<f64>| dvec2(point.x, point.y);
        let vertices = delaunay.vertices().map(|vertex| position(vertex.position())).collect();
        let mut cover = Cover { vertices, half_edges: Vec::new() };
        let mut number = vec![NONE; delaunay.num_directed_edges()];
        for face in delaunay.inner_faces().filter(|face| is_free[face.fix().index()]) {
            let first = cover.half_edges.len() as u32;
            for (k, edge) in (0..).zip(face.adjacent_edges()) {
                number[edge.fix().index()] = first + k;
                cover.half_edges.push(HalfEdge {
                    vertex: edge.from().fix().index() as u32,
                    twin: edge.rev().fix().index() as u32,
                    next: first + (k + 1) % 3,
                    before: first + (k + 2) % 3,
                });
            }
        }
        for edge in &mut cover.half_edges {
            edge.twin = number[edge.twin as usize];
        }
        Ok(cover)
    }
}

fn triangulated(outline: &Outline) -> Result<Delaunay, InsertionError> {
    let points = outline.vertices.iter().map(|vertex| Point2::new(vertex.x, vertex.y)).collect();
    let edges = outline.walls.iter().map(|wall| wall.map(|end| end as usize)).collect();
    let mut crossed = Vec::new();
    let mut delaunay =
        Delaunay::try_bulk_load_cdt(points, edges, |conflict| crossed.push(conflict))?;
    // Walls that only a rounding makes cross each other are cut where they do.
    for [from, to] in crossed {
        let [from, to] = [from, to].map(FixedVertexHandle::from_index);
        delaunay.add_constraint_and_split(from, to, |point| point);
    }
    Ok(delaunay)
}

/// For each face whether it is free: those to the left of walls, and those that no wall parts from them.
fn free_faces(delaunay: &Delaunay, outline: &Outline) -> Vec<bool> {
    let mut is_free = vec![false; delaunay.num_all_faces()];
    let mut open = Vec::new();
    for &[from, to] in &outline.walls {
        let [from, to] = [from, to].map(|end| FixedVertexHandle::from_index(end as usize));
        let edge = delaunay.get_edge_from_neighbors(from, to);
        open.extend(edge.and_then(|edge| edge.face().as_inner()));
    }
    while let Some(face) = open.pop() {
        if std::mem::replace(&mut is_free[face.fix().index()], true) {
            continue;
        }
        let inner = face.adjacent_edges().into_iter().filter(|edge| !edge.is_constraint_edge());
        open.extend(inner.filter_map(|edge| edge.rev().face().as_inner()));
    }
    is_free
}
