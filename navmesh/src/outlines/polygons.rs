//! From the caller's polygons to rings on the lattice.

use glam::{DVec2, I64Vec2, Vec2, i64vec2};

use super::outline::Outline;
use super::parts::convex_parts;
use super::triangulation::{doubled_area, rectangle, without_straight_vertices};
use super::validity::check;
use crate::bounds::Bounds;
use crate::error::ObstacleError;
use crate::invalid::{InvalidOutline, RingRole};
use crate::kernel::outline::extent;
use crate::tolerances::{COORDINATE_LIMIT, METRES_PER_UNIT, UNITS_PER_METRE};

/// The convex parts of an outline, on the lattice.
pub(crate) fn parts_of(outline: &Outline) -> Result<Vec<Vec<I64Vec2>>, ObstacleError> {
    cut(outline, rings_of(outline)?)
}

/// The convex parts of what an outline leaves of a box that holds all of it.
pub(crate) fn parts_outside(
    outline: &Outline,
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
pub(crate) fn check_rings(outline: &Outline) -> Result<(), ObstacleError> {
    rings_of(outline).map(|_| ())
}

fn cut(outline: &Outline, rings: Vec<Vec<I64Vec2>>) -> Result<Vec<Vec<I64Vec2>>, ObstacleError> {
    // Rounding may push a vertex across a side that it touches or nearly touches: then the side is led over the vertex.
    let parts = convex_parts(&rings).or_else(|_| match check(outline) {
        Err(reason) => Err(ObstacleError::Invalid { reason }),
        Ok(()) => convex_parts(&snapped(&rings)).map_err(|_| ObstacleError::TooFine),
    })?;
    if parts.is_empty() { Err(ObstacleError::ZeroArea) } else { Ok(parts) }
}

/// The rings on the lattice, without vertices that are straight there: counter-clockwise round what is inside,
/// clockwise round holes.
fn rings_of(outline: &Outline) -> Result<Vec<Vec<I64Vec2>>, ObstacleError> {
    let (mut rings, polygons) = (Vec::new(), outline.polygons());
    for (index, polygon) in polygons.iter().enumerate() {
        for (role, line) in polygon.rings() {
            let is_hole = role != RingRole::Exterior;
            check_numbers(line, index, role)?;
            let ring = without_straight_vertices(line.iter().map(|&at| quantised(at)).collect());
            let area = doubled_area(&ring);
            match (area == 0, is_hole) {
                (true, true) if ring.len() < 3 => continue,
                // One of several that is too small for the lattice encloses nothing, nor do its holes.
                (true, false) if ring.len() < 3 && polygons.len() > 1 && line.len() > 3 => break,
                (true, _) => return Err(nothing_inside(outline, line)),
                _ => rings.push(ring),
            }
            if (area < 0) != is_hole {
                rings.last_mut().into_iter().for_each(|ring| ring.reverse());
            }
        }
    }
    match rings.is_empty() {
        true if polygons.is_empty() => Err(ObstacleError::TooFewVertices { count: 0 }),
        true => Err(ObstacleError::ZeroArea),
        false => Ok(rings),
    }
}

fn check_numbers(line: &[DVec2], polygon: usize, ring: RingRole) -> Result<(), ObstacleError> {
    if let Some(index) = line.iter().position(|at| !at.is_finite()) {
        let reason = InvalidOutline::NotFinite { polygon, ring, index };
        return Err(ObstacleError::Invalid { reason });
    }
    let limit = COORDINATE_LIMIT as f64 * METRES_PER_UNIT;
    if line.iter().any(|at| at.abs().max_element() > limit) {
        let corner = |by: fn(DVec2, DVec2) -> DVec2| {
            line.iter().copied().reduce(by).map_or(Vec2::ZERO, |corner| corner.as_vec2())
        };
        let extent = Bounds::new(corner(DVec2::min), corner(DVec2::max));
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
fn nothing_inside(outline: &Outline, line: &[DVec2]) -> ObstacleError {
    let distinct = line.len().saturating_sub(1);
    if distinct < 3 {
        return ObstacleError::TooFewVertices { count: distinct };
    }
    match check(outline) {
        Err(reason) => ObstacleError::Invalid { reason },
        Ok(()) => ObstacleError::ZeroArea,
    }
}

fn quantised(at: DVec2) -> I64Vec2 {
    let units = |metres: f64| (metres * UNITS_PER_METRE).round() as i64;
    i64vec2(units(at.x), units(at.y))
}
