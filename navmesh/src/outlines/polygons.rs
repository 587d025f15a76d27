//! From the caller's polygons to rings on the lattice.

use geo::algorithm::Validation;
use geo::algorithm::validation::{
    CoordIndex, GeometryIndex, InvalidMultiPolygon, InvalidPolygon, RingRole,
};
use geo::{Coord, CoordNum, LineString, MapCoords, MultiPolygon, Polygon};
use glam::{I64Vec2, Vec2, i64vec2};

use super::parts::convex_parts;
use super::triangulation::{doubled_area, rectangle, without_straight_vertices};
use crate::bounds::Bounds;
use crate::error::ObstacleError;
use crate::kernel::outline::extent;
use crate::tolerances::{COORDINATE_LIMIT, METRES_PER_UNIT, UNITS_PER_METRE};

/// A polygon from vertices, for calls that take outlines of any form: its border, and any holes in it. Either winding
/// will do, and the first vertex need not be repeated. Nothing is checked here; what takes an outline checks it.
pub fn polygon(border: &[Vec2], holes: &[&[Vec2]]) -> Polygon<f32> {
    let ring = |vertices: &[Vec2]| {
        LineString::new(vertices.iter().map(|vertex| Coord { x: vertex.x, y: vertex.y }).collect())
    };
    Polygon::new(ring(border), holes.iter().map(|hole| ring(hole)).collect())
}

/// The same polygons in f64, which holds all other kinds of coordinates.
pub(crate) fn widened<T: CoordNum + Into<f64>>(
    outline: impl Into<MultiPolygon<T>>,
) -> MultiPolygon<f64> {
    outline.into().map_coords(|Coord { x, y }| Coord { x: x.into(), y: y.into() })
}

/// The convex parts of an outline, on the lattice.
pub(crate) fn parts_of(outline: &MultiPolygon<f64>) -> Result<Vec<Vec<I64Vec2>>, ObstacleError> {
    cut(outline, rings_of(outline)?)
}

/// The convex parts of what an outline leaves of a box that holds all of it.
pub(crate) fn parts_outside(
    outline: &MultiPolygon<f64>,
    min: I64Vec2,
    max: I64Vec2,
) -> Result<Vec<Vec<I64Vec2>>, ObstacleError> {
    let mut rings = rings_of(outline)?;
    let box_ = rings
        .iter()
        .map(|ring| extent(ring))
        .fold((min, max), |box_, (min, max)| (box_.0.min(min - 1), box_.1.max(max + 1)));
    // Checked as it is first: what lies outside of a tangle would be no better.
    cut(outline, rings.clone())?;
    rings.iter_mut().for_each(|ring| ring.reverse());
    rings.push(rectangle(box_.0, box_.1));
    cut(outline, rings)
}

/// Makes sure that the rings of an outline are such, each by itself: what costs no more than to read them.
pub(crate) fn check_rings(outline: &MultiPolygon<f64>) -> Result<(), ObstacleError> {
    rings_of(outline).map(|_| ())
}

fn cut(
    outline: &MultiPolygon<f64>,
    rings: Vec<Vec<I64Vec2>>,
) -> Result<Vec<Vec<I64Vec2>>, ObstacleError> {
    // Rounding may push a vertex across a side that it touches or nearly touches: then the side is led over the vertex.
    let parts = convex_parts(&rings).or_else(|_| match outline.check_validation() {
        Err(reason) => Err(ObstacleError::Invalid { reason }),
        Ok(()) => convex_parts(&snapped(&rings)).map_err(|_| ObstacleError::TooFine),
    })?;
    if parts.is_empty() { Err(ObstacleError::ZeroArea) } else { Ok(parts) }
}

/// The rings on the lattice, without vertices that are straight there: counter-clockwise round what is inside,
/// clockwise round holes.
fn rings_of(outline: &MultiPolygon<f64>) -> Result<Vec<Vec<I64Vec2>>, ObstacleError> {
    let mut rings = Vec::new();
    for (index, polygon) in outline.iter().enumerate() {
        let roles = (0..).map(RingRole::Interior);
        let holes = polygon.interiors().iter().zip(roles);
        for (line, role) in std::iter::once((polygon.exterior(), RingRole::Exterior)).chain(holes) {
            let is_hole = role != RingRole::Exterior;
            check_numbers(line, index, role)?;
            let ring = without_straight_vertices(line.coords().map(|&at| quantised(at)).collect());
            let area = doubled_area(&ring);
            match (area == 0, is_hole) {
                (true, true) if ring.len() < 3 => continue,
                // One of several that is too small for the lattice encloses nothing, nor do its holes.
                (true, false) if ring.len() < 3 && outline.0.len() > 1 && line.0.len() > 3 => break,
                (true, _) => return Err(nothing_inside(outline, line)),
                _ => rings.push(ring),
            }
            if (area < 0) != is_hole {
                rings.last_mut().into_iter().for_each(|ring| ring.reverse());
            }
        }
    }
    match rings.is_empty() {
        true if outline.0.is_empty() => Err(ObstacleError::TooFewVertices { count: 0 }),
        true => Err(ObstacleError::ZeroArea),
        false => Ok(rings),
    }
}

fn check_numbers(
    line: &LineString<f64>,
    polygon: usize,
    role: RingRole,
) -> Result<(), ObstacleError> {
    if let Some(index) = line.coords().position(|at| !(at.x.is_finite() && at.y.is_finite())) {
        let reason = InvalidPolygon::NonFiniteCoord(role, CoordIndex(index));
        let reason = InvalidMultiPolygon::InvalidPolygon(GeometryIndex(polygon), reason);
        return Err(ObstacleError::Invalid { reason });
    }
    let limit = COORDINATE_LIMIT as f64 * METRES_PER_UNIT;
    if line.coords().any(|at| at.x.abs() > limit || at.y.abs() > limit) {
        let corner = |by: fn(f64, f64) -> f64, start: f64| {
            let x = line.coords().map(|at| at.x).fold(start, by);
            let y = line.coords().map(|at| at.y).fold(start, by);
            Vec2::new(x as f32, y as f32)
        };
        let extent =
            Bounds::new(corner(f64::min, f64::INFINITY), corner(f64::max, f64::NEG_INFINITY));
        return Err(ObstacleError::TooLarge { extent, limit: limit as f32 });
    }
    Ok(())
}

/// The rings with every side led over the vertices that are nearer to it than a unit.
fn snapped(rings: &[Vec<I64Vec2>]) -> Vec<Vec<I64Vec2>> {
    let vertices: Vec<I64Vec2> = rings.iter().flatten().copied().collect();
    let led = |from: I64Vec2, to: I64Vec2| {
        let way = (to - from).as_dvec2();
        let mut near: Vec<I64Vec2> = vertices
            .iter()
            .copied()
            .filter(|&vertex| {
                let offset = (vertex - from).as_dvec2();
                let along = way.dot(offset);
                way.perp_dot(offset).abs() < way.length()
                    && along > 0.0
                    && along < way.length_squared()
            })
            .collect();
        let along = |vertex: I64Vec2| {
            let (offset, way) = (vertex - from, to - from);
            i128::from(offset.x) * i128::from(way.x) + i128::from(offset.y) * i128::from(way.y)
        };
        near.sort_unstable_by_key(|&vertex| (along(vertex), vertex.to_array()));
        std::iter::once(from).chain(near)
    };
    let ring = |ring: &Vec<I64Vec2>| {
        (0..ring.len()).flat_map(|k| led(ring[k], ring[(k + 1) % ring.len()])).collect()
    };
    rings.iter().map(ring).collect()
}

/// Why a ring encloses nothing.
fn nothing_inside(outline: &MultiPolygon<f64>, line: &LineString<f64>) -> ObstacleError {
    let distinct = line.coords().count().saturating_sub(1);
    match outline.check_validation() {
        _ if distinct < 3 => ObstacleError::TooFewVertices { count: distinct },
        Err(reason) => ObstacleError::Invalid { reason },
        Ok(()) => ObstacleError::ZeroArea,
    }
}

fn quantised(at: Coord<f64>) -> I64Vec2 {
    let units = |metres: f64| (metres * UNITS_PER_METRE).round() as i64;
    i64vec2(units(at.x), units(at.y))
}
