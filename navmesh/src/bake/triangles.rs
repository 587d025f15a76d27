//! Triangles of a free area: a constrained Delaunay triangulation of its outline.
//!
//! After Leonidas Guibas and Jorge Stolfi, *Primitives for the Manipulation of General Subdivisions and the Computation
//! of Voronoi Diagrams* (1985), for the half edges; L. Paul Chew, *Constrained Delaunay Triangulations* (1987).

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{DVec2, dvec2};
use spade::handles::{FixedVertexHandle, InnerTag};
use spade::{CdtEdge, ConstrainedDelaunayTriangulation, InsertionError, Point2, Triangulation};

use crate::areas::Footing;
use crate::tiles::wall_graph::WallGraph;
use crate::tolerances::FACES_A_PART;
use crate::workers::{Results, Workers};

/// No half edge: a wall is there.
pub(crate) const NONE: u32 = u32::MAX;

/// A side of a polygon, with the polygon to its left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolygonEdge {
    /// The vertex where it starts.
    pub(crate) vertex: u32,
    /// This side seen from beyond; [`NONE`] at a wall.
    pub(crate) twin: u32,
    pub(crate) next: u32,
    pub(crate) before: u32,
}

/// Polygons that cover a free area without overlap, as rings of half edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cover {
    pub(crate) vertices: Vec<DVec2>,
    pub(crate) half_edges: Vec<PolygonEdge>,
    /// What the ground of each triangle is like; those of three half edges each, whatever they have become part of.
    pub(crate) footings: Vec<Footing>,
}

type PolygonDelaunay = ConstrainedDelaunayTriangulation<Point2<f64>>;

type FaceHandle<'a> = spade::handles::FaceHandle<'a, InnerTag, Point2<f64>, (), CdtEdge<()>, ()>;

impl Cover {
    /// The triangles inside an outline. `ground_at` tells what the ground at a place is like, or that it is not free, as
    /// far as that is sure; workers help to ask it.
    pub(crate) fn triangles(
        graph: &WallGraph,
        ground_at: impl Fn(DVec2) -> Option<Option<Footing>> + Send + Sync + 'static,
        workers: &dyn Workers,
    ) -> Result<Cover, InsertionError> {
        let delaunay = Arc::new(triangulated(graph)?);
        let grounds = grounds(&delaunay, graph, ground_at, workers);
        let vertices = delaunay.vertices().map(|vertex| place(vertex.position())).collect();
        let mut cover = Cover { vertices, ..Cover::default() };
        let mut number = vec![NONE; delaunay.num_directed_edges()];
        for face in delaunay.inner_faces() {
            let Some(Some(footing)) = grounds[face.fix().index()] else { continue };
            cover.footings.push(footing);
            let first = cover.half_edges.len() as u32;
            for (k, edge) in (0..).zip(face.adjacent_edges()) {
                number[edge.fix().index()] = first + k;
                cover.half_edges.push(PolygonEdge {
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

fn triangulated(graph: &WallGraph) -> Result<PolygonDelaunay, InsertionError> {
    let points = graph.vertices.iter().map(|vertex| Point2::new(vertex.x, vertex.y)).collect();
    let edges = graph.walls.iter().chain(&graph.borders);
    let edges = edges.map(|edge| edge.map(|end| end as usize)).collect();
    let mut crossed = Vec::new();
    let mut delaunay =
        PolygonDelaunay::try_bulk_load_cdt(points, edges, |conflict| crossed.push(conflict))?;
    // Those that only a rounding makes cross each other are cut where they do.
    for [from, to] in crossed {
        let [from, to] = [from, to].map(FixedVertexHandle::from_index);
        delaunay.add_constraint_and_split(from, to, |point| point);
    }
    Ok(delaunay)
}

fn place(point: Point2<f64>) -> DVec2 {
    dvec2(point.x, point.y)
}

/// For each face what its ground is like, or that it is not free: as its middle is. To follow the walls would not do, as
/// some are missing where they lie nearer to each other than a rounding. Faces that are hardly more than a line are what
/// those beside them are that no wall parts from them, and best no border of an area either.
fn grounds(
    delaunay: &Arc<PolygonDelaunay>,
    graph: &WallGraph,
    ground_at: impl Fn(DVec2) -> Option<Option<Footing>> + Send + Sync + 'static,
    workers: &dyn Workers,
) -> Vec<Option<Option<Footing>>> {
    let faces: Vec<_> = delaunay.all_faces().map(|face| face.fix()).collect();
    let (parts, shared) = (faces.len().div_ceil(FACES_A_PART), Arc::clone(delaunay));
    let ground_of = move |face| {
        let Some(face) = shared.face(face).as_inner() else { return Some(None) };
        let corners = face.vertices().map(|vertex| place(vertex.position()));
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        // The border of a cell may pass through the middle of a triangle, but hardly through other places, too.
        let beside = corners.map(|corner| middle.lerp(corner, 0.4));
        [middle].into_iter().chain(beside).find_map(&ground_at)
    };
    let parts = Results::of(workers, parts, move |part| {
        let faces = faces.iter().copied().skip(part * FACES_A_PART).take(FACES_A_PART);
        faces.map(&ground_of).collect::<Vec<_>>()
    });
    let mut known: Vec<_> = parts.iter().flatten().copied().collect();
    let key = |[from, to]: [u32; 2]| [from.min(to), from.max(to)];
    let borders: BTreeSet<[u32; 2]> = graph.borders.iter().map(|&border| key(border)).collect();
    for over_borders in [false, true] {
        let free = |face: &FaceHandle| matches!(known[face.fix().index()], Some(Some(_)));
        let mut open: Vec<FaceHandle> = delaunay.inner_faces().filter(free).collect();
        while let Some(face) = open.pop() {
            let ground = known[face.fix().index()];
            let inner = face.adjacent_edges().into_iter().filter(|edge| {
                let ends = edge.vertices().map(|end| end.fix().index() as u32);
                !edge.is_constraint_edge() || over_borders && borders.contains(&key(ends))
            });
            for beside in inner.filter_map(|edge| edge.rev().face().as_inner()) {
                let known = &mut known[beside.fix().index()];
                if known.is_none() {
                    *known = ground;
                    open.push(beside);
                }
            }
        }
    }
    known
}
