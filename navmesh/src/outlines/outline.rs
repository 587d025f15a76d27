//! Polygons with holes, as callers give them and as free areas come back.

use glam::{DVec2, Vec2};

use crate::bounds::Bounds;
use crate::invalid::RingRole;

/// One or several polygons with holes, in metres: the form of obstacles, areas, walkable ground and free areas.
///
/// [`polygon`] makes one of vertices; [`Bounds`] are one as they are; several together, of any of these, are collected or
/// given as a `Vec`. With the feature `geo`, which is on by default, `geo`'s `Polygon`, `MultiPolygon`, `Rect` and `Triangle`
/// in f32 or f64 are outlines, and an outline becomes a `geo::MultiPolygon<f64>` without loss. Nothing is checked here; what
/// takes an outline checks it.
///
/// ```
/// use navmesh::glam::vec2;
/// use navmesh::{Bounds, Outline, polygon};
///
/// let square = Bounds::new(vec2(0.0, 0.0), vec2(4.0, 4.0));
/// let triangle = polygon(&[vec2(6.0, 0.0), vec2(9.0, 0.0), vec2(6.0, 5.0)], &[]);
/// let both = Outline::from_iter([square.into(), triangle]);
/// assert_eq!(both.polygons().len(), 2);
/// assert_eq!(both.bounds(), Some(Bounds::new(vec2(0.0, 0.0), vec2(9.0, 5.0))));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    polygons: Vec<OutlinePolygon>,
}

/// A polygon of an [`Outline`]: a border, and any holes in it.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlinePolygon {
    /// Closed, as all rings here: the last vertex is the first again, but in a ring without vertices.
    border: Vec<DVec2>,
    holes: Vec<Vec<DVec2>>,
}

/// Makes an outline of vertices: a border, and any holes in it. Either winding will do, and the first vertex need not be
/// repeated. Nothing is checked here; what takes an outline checks it.
pub fn polygon(border: &[Vec2], holes: &[&[Vec2]]) -> Outline {
    let ring = |vertices: &[Vec2]| {
        let mut ring = Vec::with_capacity(vertices.len() + 1);
        ring.extend(vertices.iter().map(|vertex| vertex.as_dvec2()));
        ring
    };
    OutlinePolygon::new(ring(border), holes.iter().map(|hole| ring(hole)).collect()).into()
}

impl Outline {
    /// The polygons.
    pub fn polygons(&self) -> &[OutlinePolygon] {
        &self.polygons
    }

    /// The polygons, to take apart.
    #[cfg(feature = "geo")]
    pub(crate) fn into_polygons(self) -> Vec<OutlinePolygon> {
        self.polygons
    }

    /// Returns the outline with x and y exchanged.
    pub(crate) fn transposed(&self) -> Self {
        let ring = |ring: &Vec<DVec2>| ring.iter().map(|at| DVec2::new(at.y, at.x)).collect();
        let polygon = |polygon: &OutlinePolygon| OutlinePolygon {
            border: ring(&polygon.border),
            holes: polygon.holes.iter().map(ring).collect(),
        };
        Self { polygons: self.polygons.iter().map(polygon).collect() }
    }

    /// The box round the borders; `None` if they have no vertices.
    pub fn bounds(&self) -> Option<Bounds> {
        let mut vertices = self.polygons.iter().flat_map(|polygon| &polygon.border).copied();
        let first = vertices.next()?;
        // A coordinate that is no number is less than none: it counts where it comes first, for someone to find it.
        let (min, max) = vertices.fold((first, first), |(min, max), at| {
            (DVec2::select(at.cmplt(min), at, min), DVec2::select(at.cmpgt(max), at, max))
        });
        Some(Bounds::new(min.as_vec2(), max.as_vec2()))
    }
}

impl OutlinePolygon {
    /// A polygon from vertices in f64; see [`polygon`].
    pub fn new(border: Vec<DVec2>, holes: Vec<Vec<DVec2>>) -> Self {
        Self { border: closed(border), holes: holes.into_iter().map(closed).collect() }
    }

    /// The vertices of the border, each once.
    pub fn border(&self) -> &[DVec2] {
        open(&self.border)
    }

    /// The vertices of the holes, each once.
    pub fn holes(&self) -> impl ExactSizeIterator<Item = &[DVec2]> {
        self.holes.iter().map(|hole| open(hole))
    }

    /// All rings, closed: the border first.
    pub(crate) fn rings(&self) -> impl Iterator<Item = (RingRole, &[DVec2])> {
        let holes = self.holes.iter().zip((0..).map(RingRole::Interior));
        let holes = holes.map(|(hole, role)| (role, hole.as_slice()));
        std::iter::once((RingRole::Exterior, self.border.as_slice())).chain(holes)
    }

    /// Returns how many rings there are.
    pub(crate) fn ring_count(&self) -> usize {
        self.holes.len() + 1
    }

    /// The rings, closed.
    #[cfg(feature = "geo")]
    pub(crate) fn into_rings(self) -> (Vec<DVec2>, Vec<Vec<DVec2>>) {
        (self.border, self.holes)
    }
}

/// A ring that ends with its first vertex.
fn closed(mut ring: Vec<DVec2>) -> Vec<DVec2> {
    if let Some(&first) = ring.first()
        && ring.last() != Some(&first)
    {
        ring.push(first);
    }
    ring
}

/// A ring without the vertex that closes it.
fn open(ring: &[DVec2]) -> &[DVec2] {
    match ring {
        [vertices @ .., _] if !vertices.is_empty() => vertices,
        _ => ring,
    }
}

impl From<OutlinePolygon> for Outline {
    fn from(polygon: OutlinePolygon) -> Self {
        Self { polygons: vec![polygon] }
    }
}

/// The rectangle.
impl From<Bounds> for Outline {
    fn from(Bounds { min, max }: Bounds) -> Self {
        polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], &[])
    }
}

/// Several together.
impl<T: Into<Outline>> FromIterator<T> for Outline {
    fn from_iter<I: IntoIterator<Item = T>>(parts: I) -> Self {
        Self { polygons: parts.into_iter().flat_map(|part| part.into().polygons).collect() }
    }
}

/// Several together.
impl<T: Into<Outline>> From<Vec<T>> for Outline {
    fn from(parts: Vec<T>) -> Self {
        parts.into_iter().collect()
    }
}
