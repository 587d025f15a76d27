//! Outlines: from the caller's floats to convex rings on the lattice, and their growth by the agent radius.

use glam::{DVec2, I64Vec2, Vec2, dvec2, i64vec2};

use crate::bounds::Bounds;
use crate::error::ObstacleError;
use crate::tolerances::{HOLLOW, METRES_PER_UNIT, OBSTACLE_LIMIT, ON_LATTICE, UNITS_PER_METRE};

/// The lattice point nearest to a finite position.
pub(crate) fn quantised(point: Vec2) -> I64Vec2 {
    let units = point.as_dvec2() * UNITS_PER_METRE;
    // As f64::round does, which is slow where the processor has no instruction for it: halves away from zero.
    let cut = units.as_i64vec2();
    let rest = units - cut.as_dvec2();
    let (up, down) = (rest.cmpge(DVec2::splat(0.5)), rest.cmple(DVec2::splat(-0.5)));
    let step = |up: bool, down: bool| up as i64 - down as i64;
    cut.saturating_add(I64Vec2::new(step(up.x, down.x), step(up.y, down.y)))
}

/// The greatest whole numbers that are not greater. Not every processor has an instruction for that, but for casts.
pub(crate) fn floor(value: DVec2) -> I64Vec2 {
    let cut = value.as_i64vec2();
    let above = cut.as_dvec2().cmpgt(value);
    cut - i64vec2(above.x as i64, above.y as i64)
}

/// The lattice point that a place is, but for a rounding, if it is one; units.
pub(crate) fn lattice_point(at: DVec2) -> Option<I64Vec2> {
    let nearest = at.round();
    ((at - nearest).abs().max_element() <= ON_LATTICE).then(|| nearest.as_i64vec2())
}

/// A lattice point in metres.
pub(crate) fn in_metres(point: I64Vec2) -> Vec2 {
    (point.as_dvec2() * METRES_PER_UNIT).as_vec2()
}

/// The box round a ring.
pub(crate) fn extent(ring: &[I64Vec2]) -> (I64Vec2, I64Vec2) {
    ring.iter()
        .fold((I64Vec2::MAX, I64Vec2::MIN), |(min, max), &point| (min.min(point), max.max(point)))
}

/// The strictly convex, counter-clockwise lattice ring of a convex outline of either winding. It starts at the vertex
/// with the least coordinates, so that equal outlines are equal rings.
pub(crate) fn convex_ring(outline: &[Vec2]) -> Result<Vec<I64Vec2>, ObstacleError> {
    if outline.len() < 3 {
        return Err(ObstacleError::TooFewVertices { count: outline.len() });
    }
    if let Some(index) = outline.iter().position(|vertex| !vertex.is_finite()) {
        return Err(ObstacleError::NotFinite { index, vertex: outline[index] });
    }
    let extent = outline.iter().fold(Bounds::new(outline[0], outline[0]), |box_, &vertex| {
        Bounds::new(box_.min.min(vertex), box_.max.max(vertex))
    });
    let limit = crate::tolerances::COORDINATE_LIMIT as f64 * METRES_PER_UNIT;
    if extent.min.min_element() < -limit as f32 || extent.max.max_element() > limit as f32 {
        return Err(ObstacleError::TooLarge { extent, limit: limit as f32 });
    }
    let ring: Vec<I64Vec2> = outline.iter().map(|&vertex| quantised(vertex)).collect();
    let (min, max) = self::extent(&ring);
    if (max - min).max_element() > OBSTACLE_LIMIT {
        let limit = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT) as f32;
        return Err(ObstacleError::TooLarge { extent, limit });
    }
    if let Some(is_reversed) = winding(&ring) {
        let mut ring = ring;
        if is_reversed {
            ring.reverse();
        }
        return Ok(from_least(ring));
    }
    let hull = hull(&ring);
    if hull.len() < 3 {
        return Err(ObstacleError::ZeroArea);
    }
    match first_hollow(&ring, &hull) {
        Some(index) => Err(ObstacleError::NotConvex { index, vertex: outline[index] }),
        None => Ok(hull),
    }
}

/// Returns whether a ring is strictly convex, counter-clockwise, and begins at its least vertex.
pub(crate) fn is_convex_ring(ring: &[I64Vec2]) -> bool {
    let least = ring.iter().map(|at| at.to_array()).min();
    ring.len() >= 3 && winding(ring) == Some(false) && Some(ring[0].to_array()) == least
}

/// Returns the strictly convex hull, counter-clockwise from its least vertex; fewer than three points where all lie on a
/// line. After A. M. Andrew, *Another Efficient Algorithm for Convex Hulls in Two Dimensions* (1979).
fn hull(points: &[I64Vec2]) -> Vec<I64Vec2> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by_key(|point| point.to_array());
    sorted.dedup();
    let mut hull = half_hull(sorted.iter());
    hull.extend(half_hull(sorted.iter().rev()));
    hull
}

/// Returns the right half of a hull, without its last point: the first of the other half.
fn half_hull<'a>(sorted: impl Iterator<Item = &'a I64Vec2>) -> Vec<I64Vec2> {
    let mut half: Vec<I64Vec2> = Vec::new();
    for &point in sorted {
        while let [.., before, at] = half[..]
            && turned(at - before, point - at) <= 0
        {
            half.pop();
        }
        half.push(point);
    }
    half.pop();
    half
}

/// Drops repeated and straight vertices and starts the ring at its least vertex.
fn strictly_convex(mut ring: Vec<I64Vec2>) -> Vec<I64Vec2> {
    ring.dedup();
    while let Some(index) = (0..ring.len()).find(|&k| turn(&ring, k) <= 0) {
        if ring.len() < 3 {
            return Vec::new();
        }
        ring.remove(index);
    }
    from_least(ring)
}

/// The ring from its vertex with the least coordinates.
fn from_least(mut ring: Vec<I64Vec2>) -> Vec<I64Vec2> {
    let least = (0..ring.len()).min_by_key(|&k| ring[k].to_array()).unwrap_or(0);
    ring.rotate_left(least);
    ring
}

/// Returns whether a ring that is strictly convex runs clockwise; `None` if it is not strictly convex.
fn winding(ring: &[I64Vec2]) -> Option<bool> {
    let sign = turn(ring, 0).signum();
    if sign == 0 || (1..ring.len()).any(|k| turn(ring, k).signum() != sign) {
        return None;
    }
    // All turns go the same way, and together once round: the sides turn upwards only once.
    let last = ring[0] - ring[ring.len() - 1];
    let is_upward = |side: I64Vec2| side.y > 0 || side.y == 0 && side.x > 0;
    let (mut was_upward, mut rises) = (is_upward(last), 0);
    for pair in ring.windows(2) {
        let upward = is_upward(pair[1] - pair[0]);
        rises += (upward && !was_upward) as usize;
        was_upward = upward;
    }
    rises += (is_upward(last) && !was_upward) as usize;
    (rises == 1).then_some(sign < 0)
}

/// Twice the area of the triangle at vertex `k` of a ring: positive where it turns left.
fn turn(ring: &[I64Vec2], k: usize) -> i128 {
    let n = ring.len();
    let (before, at, after) = (ring[(k + n - 1) % n], ring[k], ring[(k + 1) % n]);
    turned(at - before, after - at)
}

/// The area that two sides span: positive where the second lies to the left of the first.
fn turned(d: I64Vec2, e: I64Vec2) -> i128 {
    d.x as i128 * e.y as i128 - d.y as i128 * e.x as i128
}

/// The first vertex of an outline that is not where a convex outline of this hull would have it: deep inside the hull,
/// or out of order.
fn first_hollow(ring: &[I64Vec2], hull: &[I64Vec2]) -> Option<usize> {
    let along: Vec<f64> = ring.iter().map(|&point| along_hull(point, hull)).collect();
    if let Some(index) = along.iter().position(|position| position.is_nan()) {
        return Some(index);
    }
    // Round the hull once, forwards or backwards: the positions fall (or rise) exactly once.
    let n = ring.len();
    let step = |k: usize| along[(k + 1) % n] - along[k];
    let moved: Vec<usize> = (0..n).filter(|&k| ring[k] != ring[(k + 1) % n]).collect();
    let falls = moved.iter().filter(|&&k| step(k) < -HOLLOW).count();
    let rises = moved.iter().filter(|&&k| step(k) > HOLLOW).count();
    if falls <= 1 || rises <= 1 {
        return None;
    }
    let backwards = falls > rises;
    moved.into_iter().filter(|&k| (step(k) < 0.0) != backwards).nth(1).map(|k| (k + 1) % n)
}

/// Returns where on the border of the hull a point lies, as a length from its first vertex; NaN if it lies nowhere on it.
fn along_hull(point: I64Vec2, hull: &[I64Vec2]) -> f64 {
    let mut passed = 0.0;
    for k in 0..hull.len() {
        let (from, to) = (hull[k], hull[(k + 1) % hull.len()]);
        let (side, offset) = ((to - from).as_dvec2(), (point - from).as_dvec2());
        let length = side.length();
        let (ahead, beside) = (side.dot(offset) / length, side.perp_dot(offset).abs() / length);
        if beside <= HOLLOW && ahead >= -HOLLOW && ahead < length - HOLLOW {
            return passed + ahead.max(0.0);
        }
        passed += length;
    }
    f64::NAN
}

/// A regular polygon on the lattice that holds the disc of the radius (in metres) round the origin: no point of its
/// border is nearer than the radius. `sides` is 4, 8, 16 or 32. A radius of 0 gives the origin alone.
pub(crate) fn circumscribed(radius: f32, sides: u32) -> Vec<I64Vec2> {
    let radius = radius as f64 * UNITS_PER_METRE;
    let mut normals = vec![dvec2(1.0, 0.0), dvec2(0.0, 1.0), dvec2(-1.0, 0.0), dvec2(0.0, -1.0)];
    while normals.len() < sides as usize {
        // Halving angles needs square roots only, which are the same on every platform.
        let halves =
            |k: usize| [normals[k], (normals[k] + normals[(k + 1) % normals.len()]).normalize()];
        normals = (0..normals.len()).flat_map(halves).collect();
    }
    let corner = |k: usize| {
        let (p, q) = (normals[k], normals[(k + 1) % normals.len()]);
        away_from_zero((p + q) * (radius / (1.0 + p.dot(q))))
    };
    let corners: Vec<I64Vec2> = (0..normals.len()).map(corner).collect();
    let disc = hull(&corners);
    // A radius of less than the hair is none.
    if disc.len() < 3 { vec![I64Vec2::ZERO] } else { disc }
}

/// Rounding outwards keeps the disc inside: the corners are symmetric in both axes, so the box that a rounded corner
/// spans with its mirror images holds the corner itself.
fn away_from_zero(point: DVec2) -> I64Vec2 {
    // A hair less, so that a coordinate that is whole but for its rounding stays whole.
    let round = |value: f64| ((value.abs() - 1e-6).ceil() * value.signum()) as i64;
    i64vec2(round(point.x), round(point.y))
}

/// The Minkowski sum of two strictly convex rings: their sides merged by direction.
pub(crate) fn minkowski_sum(ring: &[I64Vec2], kernel: &[I64Vec2]) -> Vec<I64Vec2> {
    if kernel.len() == 1 {
        return ring.iter().map(|&point| point + kernel[0]).collect();
    }
    let (first, second) = (from_lowest(ring), from_lowest(kernel));
    let side = |ring: &[I64Vec2], k: usize| ring[(k + 1) % ring.len()] - ring[k % ring.len()];
    let (mut i, mut j) = (0, 0);
    let mut sum = Vec::with_capacity(first.len() + second.len());
    while i < first.len() || j < second.len() {
        sum.push(first[i % first.len()] + second[j % second.len()]);
        let (p, q) = (side(&first, i), side(&second, j));
        let turn = turned(p, q);
        let (take_first, take_second) =
            (j == second.len() || turn >= 0, i == first.len() || turn <= 0);
        i += (take_first && i < first.len()) as usize;
        j += (take_second && j < second.len()) as usize;
    }
    strictly_convex(sum)
}

/// The ring from its lowest vertex (leftmost of the lowest): its sides then run through the angles from 0 to 2π.
fn from_lowest(ring: &[I64Vec2]) -> Vec<I64Vec2> {
    let lowest = (0..ring.len()).min_by_key(|&k| (ring[k].y, ring[k].x)).unwrap_or(0);
    ring.iter().cycle().skip(lowest).take(ring.len()).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    fn ring(points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().map(|&(x, y)| vec2(x, y)).collect()
    }

    #[test]
    fn windings_starts_and_straight_vertices_do_not_matter() {
        let square = convex_ring(&ring(&[(0., 0.), (4., 0.), (4., 4.), (0., 4.)])).unwrap();
        assert_eq!(
            square,
            [i64vec2(0, 0), i64vec2(4096, 0), i64vec2(4096, 4096), i64vec2(0, 4096)]
        );
        for same in [
            ring(&[(0., 4.), (4., 4.), (4., 0.), (0., 0.)]),
            ring(&[(4., 4.), (0., 4.), (0., 0.), (2., 0.), (4., 0.), (4., 0.)]),
            ring(&[(0., 0.), (2., 0.0005), (4., 0.), (4., 4.), (0., 4.)]),
        ] {
            assert_eq!(convex_ring(&same).unwrap(), square, "{same:?}");
        }
    }

    #[test]
    fn bad_outlines_are_refused_with_the_vertex_at_fault() {
        use ObstacleError::*;
        assert_eq!(convex_ring(&ring(&[(0., 0.), (1., 0.)])), Err(TooFewVertices { count: 2 }));
        assert!(matches!(
            convex_ring(&ring(&[(0., 0.), (1., f32::NAN), (1., 1.)])),
            Err(NotFinite { index: 1, .. })
        ));
        assert!(matches!(
            convex_ring(&ring(&[(0., 0.), (1e30, 0.), (1., 1.)])),
            Err(TooLarge { .. })
        ));
        assert_eq!(convex_ring(&ring(&[(0., 0.), (1., 1.), (2., 2.), (3., 3.)])), Err(ZeroArea));
        assert_eq!(convex_ring(&ring(&[(5., 5.), (5., 5.), (5., 5.)])), Err(ZeroArea));
        let hollow = ring(&[(0., 0.), (4., 0.), (1., 1.), (0., 4.)]);
        assert_eq!(convex_ring(&hollow), Err(NotConvex { index: 2, vertex: vec2(1., 1.) }));
        let bow_tie = ring(&[(0., 0.), (4., 0.), (0., 4.), (4., 4.)]);
        assert!(matches!(convex_ring(&bow_tie), Err(NotConvex { .. })));
        let star = ring(&[(0., 3.), (4., 3.), (1., 0.), (2., 5.), (3., 0.)]);
        assert!(matches!(convex_ring(&star), Err(NotConvex { .. })));
        let twice_round = ring(&[(0., 0.), (4., 0.), (0., 4.), (0., 0.), (4., 0.), (0., 4.)]);
        assert!(matches!(convex_ring(&twice_round), Err(NotConvex { .. })));
    }

    #[test]
    fn every_circumscribed_polygon_holds_its_disc() {
        for sides in [4, 8, 16, 32] {
            for radius in [1e-40, 1e-12, 9e-10, 1.1e-9, 1e-6] {
                let polygon = circumscribed(radius, sides);
                assert!(polygon == [I64Vec2::ZERO] || polygon.len() >= 4, "{sides}, {radius}");
            }
            for radius in [0.0004, 0.001, 0.01, 0.25, 0.39, 0.5, 1.0, 7.3] {
                let polygon = circumscribed(radius, sides);
                for k in 0..polygon.len() {
                    let (from, to) =
                        (polygon[k].as_dvec2(), polygon[(k + 1) % polygon.len()].as_dvec2());
                    let distance = (to - from).perp_dot(-from) / (to - from).length();
                    let radius = radius as f64 * UNITS_PER_METRE;
                    assert!(distance >= radius - 1e-5, "{sides} sides, {radius}: {distance}");
                    assert!(distance <= radius + 2.0, "{sides} sides, {radius}: {distance}");
                }
            }
        }
    }

    #[test]
    fn a_hull_is_what_geo_says() {
        use geo::ConvexHull;
        let mut state = 1u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % bound) as i64
        };
        for round in 0..3000 {
            let (count, steps) = (1 + below(12), [3, 6, 1000, 1 << 30][round % 4]);
            let points: Vec<I64Vec2> =
                (0..count).map(|_| i64vec2(below(steps), below(steps))).collect();
            let theirs: geo::MultiPoint<i64> =
                points.iter().map(|at| geo::Point::new(at.x, at.y)).collect();
            let theirs = theirs.convex_hull().into_inner().0;
            let theirs = theirs.0.iter().skip(1).map(|at| i64vec2(at.x, at.y)).collect();
            let (ours, theirs) = (hull(&points), strictly_convex(theirs));
            assert!(ours == theirs || theirs.is_empty() && ours.len() < 3, "{points:?}: {ours:?}");
        }
    }

    #[test]
    fn a_minkowski_sum_is_the_hull_of_all_sums() {
        let shapes: [&[(i64, i64)]; 4] = [
            &[(0, 0), (10, 0), (10, 10), (0, 10)],
            &[(0, 0), (7, -3), (12, 5), (4, 9)],
            &[(-5, 0), (0, -5), (5, 0), (0, 5)],
            &[(0, 0), (30, 1), (15, 2)],
        ];
        let rings =
            shapes.map(|shape| shape.iter().map(|&(x, y)| i64vec2(x, y)).collect::<Vec<_>>());
        for p in &rings {
            for q in &rings {
                let all: Vec<I64Vec2> =
                    p.iter().flat_map(|&s| q.iter().map(move |&t| s + t)).collect();
                assert_eq!(minkowski_sum(p, q), hull(&all), "{p:?} + {q:?}");
            }
        }
    }
}
