//! From an engine's own convex polygons to cells: checked, of one winding, and joined where they share a side.

use std::collections::BTreeMap;

use glam::{DVec2, I64Vec2, Vec2, i64vec2};

use super::buckets::Buckets;
use super::cells::{FIXED_CELL_LIMIT, FixedCells};
use super::overlaps::{TooClose, first_overlap, most_tests};
use super::sides::{Rings, WALL};
use crate::error::PolygonError;
use crate::kernel::outline::quantised;
use crate::tolerances::{COORDINATE_LIMIT, HOLLOW, METRES_PER_UNIT, POLYGON_SIDE_LIMIT, WELDED};

/// The cells with these outlines, one for each, in their order.
pub(crate) fn cells_of<P: AsRef<[u32]>>(
    vertices: &[Vec2],
    polygons: &[P],
) -> Result<FixedCells, PolygonError> {
    check_vertices(vertices)?;
    if polygons.is_empty() {
        return Err(PolygonError::None);
    }
    if polygons.len() > FIXED_CELL_LIMIT {
        return Err(PolygonError::TooMany { count: polygons.len(), limit: FIXED_CELL_LIMIT });
    }
    let welded = welded(vertices);
    let places: Vec<DVec2> = vertices.iter().map(|vertex| vertex.as_dvec2()).collect();
    let mut rings = Rings::default();
    for (polygon, ring) in polygons.iter().enumerate() {
        rings.push(checked(polygon, ring.as_ref(), &welded, &places)?);
    }
    let overlap = |[polygon, other]: [u32; 2]| PolygonError::Overlap {
        polygon: polygon as usize,
        other: other as usize,
    };
    let depth = HOLLOW * METRES_PER_UNIT;
    let buckets = Buckets::new(rings.len(), |ring, points| fill(&rings, &places, ring, points));
    let ring_of = |ring: u32, points: &mut Vec<DVec2>| fill(&rings, &places, ring, points);
    let tests = most_tests(rings.len());
    match first_overlap(&buckets, rings.len(), ring_of, depth, tests) {
        Ok(None) => {}
        Ok(Some(two)) => return Err(overlap(two)),
        Err(TooClose) => return Err(PolygonError::TooClose { tests }),
    }
    let beyond = rings.beyond().map_err(overlap)?;
    let (rings, beyond) = match with_joints(&rings, &beyond, &places) {
        Some(cut) => {
            let beyond = cut.beyond().map_err(overlap)?;
            (cut, beyond)
        }
        None => (rings, beyond),
    };
    let rings = without_bends(&rings, &beyond, places.len());
    let beyond = rings.beyond().map_err(overlap)?;
    let (places, rings) = numbered(&places, rings);
    Ok(FixedCells::new(places, &rings, &beyond))
}

fn fill(rings: &Rings, places: &[DVec2], ring: u32, points: &mut Vec<DVec2>) {
    points.clear();
    points.extend(rings.ring(ring).iter().map(|&vertex| places[vertex as usize]));
}

fn check_vertices(vertices: &[Vec2]) -> Result<(), PolygonError> {
    let limit = (COORDINATE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    for (index, &vertex) in vertices.iter().enumerate() {
        if !vertex.is_finite() {
            return Err(PolygonError::NotFinite { index, vertex });
        }
        if vertex.abs().max_element() > limit {
            return Err(PolygonError::TooFar { index, vertex, limit });
        }
    }
    Ok(())
}

/// For each vertex the first that is nearer than [`WELDED`]: they are one.
fn welded(vertices: &[Vec2]) -> Vec<u32> {
    let mut known: BTreeMap<[i64; 2], u32> = BTreeMap::new();
    let least = WELDED * METRES_PER_UNIT;
    let mut same = Vec::with_capacity(vertices.len());
    for (index, &vertex) in vertices.iter().enumerate() {
        let at = quantised(vertex);
        let near = |offset: I64Vec2| {
            let &other = known.get(&(at + offset).to_array())?;
            let distance = vertex.as_dvec2().distance(vertices[other as usize].as_dvec2());
            (offset == I64Vec2::ZERO || distance < least).then_some(other)
        };
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| i64vec2(x, y)));
        let found = around.filter_map(near).min();
        if found.is_none() {
            known.insert(at.to_array(), index as u32);
        }
        same.push(found.unwrap_or(index as u32));
    }
    same
}

/// The ring of a polygon, counter-clockwise.
fn checked(
    polygon: usize,
    ring: &[u32],
    welded: &[u32],
    places: &[DVec2],
) -> Result<Vec<u32>, PolygonError> {
    if ring.len() < 3 {
        return Err(PolygonError::TooFewVertices { polygon, count: ring.len() });
    }
    if ring.len() > POLYGON_SIDE_LIMIT {
        let (count, limit) = (ring.len(), POLYGON_SIDE_LIMIT);
        return Err(PolygonError::TooManyVertices { polygon, count, limit });
    }
    if let Some(&index) = ring.iter().find(|&&index| index as usize >= welded.len()) {
        return Err(PolygonError::UnknownVertex { polygon, index, count: welded.len() });
    }
    let mut ring: Vec<u32> = ring.iter().map(|&index| welded[index as usize]).collect();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    let at = |k: usize| places[ring[k % ring.len()] as usize];
    let doubled: f64 =
        (1..ring.len().max(2) - 1).map(|k| (at(k) - at(0)).perp_dot(at(k + 1) - at(0))).sum();
    let around: f64 = (0..ring.len()).map(|k| at(k).distance(at(k + 1))).sum();
    let depth = HOLLOW * METRES_PER_UNIT;
    // Less than a wall is rounded by.
    if ring.len() < 3 || doubled.abs() < 0.5 * depth * around {
        return Err(PolygonError::ZeroArea { polygon });
    }
    if doubled < 0.0 {
        ring.reverse();
    }
    match first_hollow(&ring, places, depth) {
        Some(index) => {
            let vertex = places[index as usize].as_vec2();
            Err(PolygonError::NotConvex { polygon, index, vertex })
        }
        None => Ok(ring),
    }
}

/// The first vertex that lies outside one of the sides of a counter-clockwise ring, or comes twice.
fn first_hollow(ring: &[u32], places: &[DVec2], depth: f64) -> Option<u32> {
    let mut sorted = ring.to_vec();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Some(twice[0]);
    }
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).find_map(|(&from, &to)| {
        let (from, along) = (places[from as usize], places[to as usize] - places[from as usize]);
        let least = -depth * along.length();
        let outside = |&&index: &&u32| along.perp_dot(places[index as usize] - from) < least;
        ring.iter().find(outside).copied()
    })
}

/// The rings with the vertices of others put into the sides on which they lie; `None` if there are none.
fn with_joints(rings: &Rings, beyond: &[u32], places: &[DVec2]) -> Option<Rings> {
    let mut open: Vec<[u32; 3]> = Vec::new();
    for (ring, vertices) in rings.iter() {
        let next = vertices.iter().cycle().skip(1);
        for ((&from, &to), place) in vertices.iter().zip(next).zip(rings.range(ring)) {
            if beyond[place] == WALL {
                open.push([from, to, place as u32]);
            }
        }
    }
    let buckets = Buckets::new(open.len() as u32, |side, points| {
        points.clear();
        points.extend(open[side as usize][..2].iter().map(|&vertex| places[vertex as usize]));
    });
    let mut ends: Vec<u32> = open.iter().flat_map(|side| [side[0], side[1]]).collect();
    ends.sort_unstable();
    ends.dedup();
    let least = WELDED * METRES_PER_UNIT;
    // The place of a side, how far along it a vertex lies, and the vertex.
    let mut joints: Vec<(u32, f64, u32)> = Vec::new();
    for &vertex in &ends {
        let at = places[vertex as usize];
        for side in buckets.within(at - least, at + least) {
            let [from, to, place] = open[side as usize];
            let (start, along) =
                (places[from as usize], places[to as usize] - places[from as usize]);
            let (ahead, length) = (along.dot(at - start), along.length());
            let beside = along.perp_dot(at - start).abs();
            let within = beside <= least * length && ahead > 0.0 && ahead < length * length;
            if vertex != from && vertex != to && within {
                joints.push((place, ahead, vertex));
            }
        }
    }
    if joints.is_empty() {
        return None;
    }
    joints.sort_by(|p, q| p.0.cmp(&q.0).then(p.1.total_cmp(&q.1)).then(p.2.cmp(&q.2)));
    let (mut cut, mut next) = (Rings::default(), joints.iter().peekable());
    for (ring, _) in rings.iter() {
        let mut whole = Vec::new();
        for place in rings.range(ring) {
            whole.push(rings.vertices[place]);
            while let Some(&(.., vertex)) = next.next_if(|joint| joint.0 as usize == place) {
                if !whole.contains(&vertex) && !rings.ring(ring).contains(&vertex) {
                    whole.push(vertex);
                }
            }
        }
        cut.push(whole);
    }
    Some(cut)
}

/// The rings without the vertices at which only two of them meet, and no wall: they share one side there.
fn without_bends(rings: &Rings, beyond: &[u32], vertex_count: usize) -> Rings {
    const FREE: u8 = 2;
    // How many sides start at a vertex; more than [`FREE`] where one of them is a wall.
    let mut starts = vec![0u8; vertex_count];
    for (ring, vertices) in rings.iter() {
        let range = rings.range(ring);
        for (k, &vertex) in vertices.iter().enumerate() {
            let before = range.start + (k + vertices.len() - 1) % vertices.len();
            let wall = beyond[range.start + k] == WALL || beyond[before] == WALL;
            let more = if wall { FREE + 1 } else { 1 };
            starts[vertex as usize] = starts[vertex as usize].saturating_add(more);
        }
    }
    let mut straight = Rings::default();
    for (_, vertices) in rings.iter() {
        straight.push(vertices.iter().copied().filter(|&vertex| starts[vertex as usize] != FREE));
    }
    straight
}

/// The vertices that are used, numbered in their order.
fn numbered(places: &[DVec2], mut rings: Rings) -> (Vec<DVec2>, Rings) {
    let mut number = vec![u32::MAX; places.len()];
    rings.vertices.iter().for_each(|&vertex| number[vertex as usize] = 0);
    let mut used = Vec::new();
    for (vertex, number) in number.iter_mut().enumerate().filter(|(_, number)| **number == 0) {
        *number = used.len() as u32;
        used.push(places[vertex]);
    }
    rings.vertices.iter_mut().for_each(|vertex| *vertex = number[*vertex as usize]);
    (used, rings)
}
