//! The triangles inside a set of rings on the lattice.
//!
//! The constrained Delaunay triangulation is spade's. Its predicates are exact, vertices and sides go in sorted, and
//! coordinates are relative to the first vertex: the triangles depend on the rings alone, not on where they start, in
//! which order they come, or where in the world they lie.

use std::collections::BTreeMap;

use glam::{I64Vec2, i64vec2};
use spade::handles::{DirectedEdgeHandle, FixedVertexHandle};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};

type Delaunay = ConstrainedDelaunayTriangulation<Point2<f64>>;
type Edge<'a> = DirectedEdgeHandle<'a, Point2<f64>, (), spade::CdtEdge<()>, ()>;

/// Why rings have no inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tangle {
    /// Two sides cross.
    Crossing,
    /// A part of the plane lies inside twice, or in a hole of nothing.
    Overlap,
}

/// The triangles inside a set of rings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Triangles {
    /// Sorted.
    pub(crate) vertices: Vec<I64Vec2>,
    /// Counter-clockwise.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Pairs of triangles that share a side which is no side of a ring: that side (its vertices as the first triangle
    /// has them), and the two.
    pub(crate) shared: Vec<Shared>,
}

/// A side that two triangles share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    /// As the first triangle has it.
    pub(crate) side: [u32; 2],
    pub(crate) triangles: [u32; 2],
}

/// For each side of a ring how often it has the inside to the left of its ascending direction, less how often to the
/// right.
type Windings = BTreeMap<[u32; 2], i32>;

impl Triangles {
    /// The triangles that lie inside rings which run counter-clockwise round their insides and clockwise round holes.
    /// Rings may touch; sides that two of them have in opposite directions vanish.
    pub(crate) fn inside(rings: &[Vec<I64Vec2>]) -> Result<Triangles, Tangle> {
        let mut vertices: Vec<I64Vec2> = rings.iter().flatten().copied().collect();
        vertices.sort_unstable_by_key(|vertex| vertex.to_array());
        vertices.dedup();
        let mut delaunay = Delaunay::new();
        for &vertex in &vertices {
            let place = (vertex - vertices[0]).as_dvec2();
            // Only coordinates that are no numbers, or beyond 2²⁰¹, are refused.
            delaunay.insert(Point2::new(place.x, place.y)).map_err(|_| Tangle::Crossing)?;
        }
        let borders = borders(rings, &vertices, &mut delaunay)?;
        let windings = windings(&delaunay, &borders)?;
        Ok(Self::collected(&delaunay, &borders, &windings, vertices))
    }

    fn collected(
        delaunay: &Delaunay,
        borders: &Windings,
        windings: &[i32],
        vertices: Vec<I64Vec2>,
    ) -> Triangles {
        let mut inside = Triangles { vertices, ..Triangles::default() };
        let mut number = vec![u32::MAX; windings.len()];
        for face in delaunay.inner_faces().filter(|face| windings[face.index()] == 1) {
            number[face.index()] = inside.triangles.len() as u32;
            inside.triangles.push(face.vertices().map(|vertex| vertex.index() as u32));
        }
        for edge in delaunay.undirected_edges().map(|edge| edge.as_directed()) {
            let triangles = [edge, edge.rev()].map(|edge| number[edge.face().index()]);
            if !triangles.contains(&u32::MAX) && left_gain(edge, borders) == 0 {
                inside.shared.push(Shared { side: ends(edge), triangles });
            }
        }
        inside
    }
}

/// Makes the sides of the rings edges of the triangulation.
fn borders(
    rings: &[Vec<I64Vec2>],
    vertices: &[I64Vec2],
    delaunay: &mut Delaunay,
) -> Result<Windings, Tangle> {
    let index = |vertex: &I64Vec2| {
        vertices.partition_point(|other| other.to_array() < vertex.to_array()) as u32
    };
    let mut sides = Windings::new();
    for ring in rings {
        for k in 0..ring.len() {
            let side = [index(&ring[k]), index(&ring[(k + 1) % ring.len()])];
            if side[0] != side[1] {
                add(&mut sides, side, 1);
            }
        }
    }
    let mut borders = Windings::new();
    for ([from, to], gain) in sides {
        let handle = |vertex: u32| FixedVertexHandle::from_index(vertex as usize);
        let pieces = delaunay.try_add_constraint(handle(from), handle(to));
        if pieces.is_empty() {
            return Err(Tangle::Crossing);
        }
        for piece in pieces {
            add(&mut borders, ends(delaunay.directed_edge(piece)), gain);
        }
    }
    Ok(borders)
}

fn add(borders: &mut Windings, [from, to]: [u32; 2], gain: i32) {
    let (side, gain) = if from < to { ([from, to], gain) } else { ([to, from], -gain) };
    *borders.entry(side).or_default() += gain;
}

fn ends(edge: Edge) -> [u32; 2] {
    [edge.from().index() as u32, edge.to().index() as u32]
}

/// Returns how many insides begin where an edge is crossed from its right to its left.
fn left_gain(edge: Edge, borders: &Windings) -> i32 {
    let [from, to] = ends(edge);
    let gain = |side: [u32; 2]| borders.get(&side).copied().unwrap_or_default();
    if from < to { gain([from, to]) } else { -gain([to, from]) }
}

/// For each face how many rings it lies inside of: 0 or 1, or the rings have no inside.
fn windings(delaunay: &Delaunay, borders: &Windings) -> Result<Vec<i32>, Tangle> {
    const UNKNOWN: i32 = i32::MAX;
    let mut windings = vec![UNKNOWN; delaunay.num_all_faces()];
    windings[delaunay.outer_face().index()] = 0;
    let mut open: Vec<(Edge, i32)> =
        delaunay.convex_hull().map(|edge| (edge.rev(), left_gain(edge.rev(), borders))).collect();
    while let Some((edge, winding)) = open.pop() {
        let Some(face) = edge.face().as_inner() else { continue };
        if !(0..=1).contains(&winding) {
            return Err(Tangle::Overlap);
        }
        if std::mem::replace(&mut windings[face.index()], winding) == UNKNOWN {
            let beyond = face.adjacent_edges().map(|edge| edge.rev());
            open.extend(beyond.map(|edge| (edge, winding + left_gain(edge, borders))));
        }
    }
    Ok(windings)
}

/// Twice the area that a ring encloses: positive where it runs counter-clockwise.
pub(crate) fn doubled_area(ring: &[I64Vec2]) -> i128 {
    let base = ring.first().copied().unwrap_or_default();
    let cross = |p: I64Vec2, q: I64Vec2| p.x as i128 * q.y as i128 - p.y as i128 * q.x as i128;
    ring.windows(2).map(|pair| cross(pair[0] - base, pair[1] - base)).sum()
}

/// The corners of a box, counter-clockwise.
pub(crate) fn rectangle(min: I64Vec2, max: I64Vec2) -> Vec<I64Vec2> {
    vec![min, i64vec2(max.x, min.y), max, i64vec2(min.x, max.y)]
}

/// The ring from its least vertex, without vertices that repeat, on straight sides, or at the tips of spikes.
pub(crate) fn without_straight_vertices(mut ring: Vec<I64Vec2>) -> Vec<I64Vec2> {
    let mut count = usize::MAX;
    while ring.len() < count {
        count = ring.len();
        let mut kept: Vec<I64Vec2> = Vec::with_capacity(count);
        for (k, &vertex) in ring.iter().enumerate() {
            let before = kept.last().copied().unwrap_or(ring[count - 1]);
            let after = ring.get(k + 1).or(kept.first()).copied().unwrap_or(vertex);
            if doubled_area(&[before, vertex, after]) != 0 {
                kept.push(vertex);
            }
        }
        ring = kept;
    }
    let least = (0..ring.len()).min_by_key(|&k| ring[k].to_array()).unwrap_or(0);
    ring.rotate_left(least);
    ring
}
