//! Whether a ring is convex, but for a slack: its hull tells in linear time what all sides against all vertices would.

use glam::DVec2;

/// Returns whether a ring goes round an area once, counter-clockwise, and no vertex lies deeper inside its hull than `depth`
/// metres.
pub(crate) fn is_convex(ring: &[DVec2], depth: f64) -> bool {
    let n = ring.len();
    let repeats = (0..n).any(|k| ring[k] == ring[(k + 1) % n]);
    if n < 3 || repeats {
        return false;
    }
    let hull = hull(ring);
    if hull.len() < 3 {
        return false;
    }
    // The corners of the hull come in the order of the ring, once round.
    let falls = (0..hull.len()).filter(|&k| hull[(k + 1) % hull.len()] <= hull[k]).count();
    falls == 1
        && (0..hull.len()).all(|k| is_straight(ring, [hull[k], hull[(k + 1) % hull.len()]], depth))
}

/// Returns whether the ring leads straight on from one of its vertices to another: beside the way by no more than `depth`, and
/// never back by more.
fn is_straight(ring: &[DVec2], [from, to]: [usize; 2], depth: f64) -> bool {
    let n = ring.len();
    let count = (to + n - from) % n;
    let (start, way) = (ring[from], ring[to] - ring[from]);
    let (length, mut passed) = (way.length(), 0.0);
    (1..count).all(|step| {
        let offset = ring[(from + step) % n] - start;
        let (ahead, beside) = (way.dot(offset) / length, way.perp_dot(offset).abs() / length);
        let is_on = beside <= depth && ahead >= passed - depth && ahead <= length + depth;
        passed = ahead.max(passed);
        is_on
    })
}

/// The numbers of the vertices at the corners of the hull, counter-clockwise: Andrew, *Another Efficient Algorithm for
/// Convex Hulls in Two Dimensions* (1979).
fn hull(ring: &[DVec2]) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..ring.len()).collect();
    let key = |k: usize| ring[k].to_array();
    sorted.sort_unstable_by(|&p, &q| {
        key(p)[0].total_cmp(&key(q)[0]).then(key(p)[1].total_cmp(&key(q)[1])).then(p.cmp(&q))
    });
    sorted.dedup_by(|p, q| ring[*p] == ring[*q]);
    let chain = |places: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for place in places {
            while let [.., before, last] = chain[..]
                && (ring[last] - ring[before]).perp_dot(ring[place] - ring[before]) <= 0.0
            {
                chain.pop();
            }
            chain.push(place);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut sorted.iter().copied());
    hull.extend(chain(&mut sorted.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    fn is_one(ring: &[(f64, f64)]) -> bool {
        let ring: Vec<DVec2> = ring.iter().map(|&(x, y)| dvec2(x, y)).collect();
        is_convex(&ring, 0.002)
    }

    #[test]
    fn rings_that_are_convex_but_for_the_slack_are_told_from_others() {
        let square = [(0., 0.), (4., 0.), (4., 4.), (0., 4.)];
        assert!(is_one(&square));
        assert!(is_one(&[(0., 0.), (2., 0.001), (3., -0.001), (4., 0.), (4., 4.), (0., 4.)]));
        // A short side beside a corner turns by much, and leads away by little.
        assert!(is_one(&[(0., 0.), (0.002, 0.0015), (4., 0.), (4., 4.), (0., 4.)]));
        assert!(!is_one(&[(0., 0.), (2., 0.003), (4., 0.), (4., 4.), (0., 4.)]));
        let reversed: Vec<_> = square.into_iter().rev().collect();
        assert!(!is_one(&reversed));
        assert!(!is_one(&[square, square].concat()), "twice round");
        let star = [(0., 3.), (2., -1.), (4., 3.), (-1., 1.), (5., 1.)];
        assert!(!is_one(&star), "turns left everywhere, and goes round twice");
        assert!(!is_one(&[(0., 0.), (1., 0.), (2., 0.)]), "a line");
        assert!(!is_one(&[(0., 0.), (0., 0.), (1., 0.), (1., 1.)]), "a side of no length");
        assert!(!is_one(&[(0., 0.), (3., 0.), (1., 0.), (4., 0.), (4., 4.)]), "there and back");
    }

    #[test]
    fn an_arc_that_is_hollow_by_little_at_each_vertex_is_not_convex() {
        let arc = (0..=100).map(|k| {
            let along = k as f64 / 100.0;
            (4.0 * along, 4.0 * along * (1.0 - along) * 0.3)
        });
        let ring: Vec<_> = arc.chain([(4., 4.), (0., 4.)]).collect();
        assert!(!is_one(&ring));
    }
}
