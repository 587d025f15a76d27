//! An oracle for worlds full of narrow gaps: which places are joined for a disc, and how long the shortest way is.
//!
//! It shares nothing with the mesh. Obstacles are grown by the octagon on the mesh's lattice, then once more by half the
//! width of the least gap, on a lattice 64 times as fine: what is nearer to each other overlaps then. Ways are searched over
//! the corners that see each other, decided in integers. It is asked twice, for a little less and a little more than that
//! width: what is closed for the first is closed, and what is open for the second is open.

use glam::{DVec2, I64Vec2, dvec2, i64vec2};

/// Points of the oracle's lattice to a point of the mesh's, and those to a metre.
const FINE: i64 = 64;
const UNITS: f64 = 1024.0;

/// Half the width of a gap that is closed for certain, and of one that is open for certain, but for the corners of discs with
/// so many sides; fine points.
const HALVES: [f64; 2] = [31.0, 33.0];
const SIDES: usize = 16;

/// A convex ring, counter-clockwise.
pub(crate) type Ring = Vec<I64Vec2>;

/// The strictly convex hull, counter-clockwise (Andrew, *Another Efficient Algorithm for Convex Hulls in Two Dimensions*,
/// 1979).
pub(crate) fn hull(mut points: Vec<I64Vec2>) -> Ring {
    points.sort_by_key(|point| point.to_array());
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = I64Vec2>| {
        let mut chain: Ring = Vec::new();
        for point in points {
            while let [.., p, q] = chain[..]
                && (q - p).perp_dot(point - q) <= 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut points.iter().copied());
    ring.extend(half(&mut points.iter().rev().copied()));
    ring
}

/// The Minkowski sum: the hull of all sums.
pub(crate) fn sum(ring: &[I64Vec2], other: &[I64Vec2]) -> Ring {
    hull(ring.iter().flat_map(|&p| other.iter().map(move |&q| p + q)).collect())
}

/// The octagon on the mesh's lattice that holds a disc.
pub(crate) fn octagon(radius: f64) -> Ring {
    let units = radius * UNITS;
    let up = |length: f64| (length - 1e-6).ceil() as i64;
    let (far, near) = (up(units), up(units * (2f64.sqrt() - 1.0)));
    let corner = |k: usize| {
        let (x, y) = if k & 4 == 0 { (far, near) } else { (near, far) };
        i64vec2(if k & 1 == 0 { x } else { -x }, if k & 2 == 0 { y } else { -y })
    };
    hull((0..8).map(corner).collect())
}

/// How far two convex rings are apart; 0 where they meet.
pub(crate) fn apart(p: &[I64Vec2], q: &[I64Vec2]) -> f64 {
    let parted = |p: &[I64Vec2], q: &[I64Vec2]| {
        sides(p).any(|(from, along)| q.iter().all(|&at| along.perp_dot(at - from) < 0))
    };
    if !parted(p, q) && !parted(q, p) {
        return 0.0;
    }
    let nearest = |p: &[I64Vec2], q: &[I64Vec2]| {
        let beside = |(from, along): (I64Vec2, I64Vec2), at: I64Vec2| {
            let (along, way) = (along.as_dvec2(), (at - from).as_dvec2());
            way.distance(along * (way.dot(along) / along.length_squared()).clamp(0.0, 1.0))
        };
        sides(p).flat_map(|side| q.iter().map(move |&at| beside(side, at))).fold(f64::MAX, f64::min)
    };
    nearest(p, q).min(nearest(q, p))
}

fn sides(ring: &[I64Vec2]) -> impl Iterator<Item = (I64Vec2, I64Vec2)> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &to)| (from, to - from))
}

/// A world as the oracle has it.
pub(crate) struct Narrow {
    /// Grown; fine points.
    rings: Vec<Ring>,
    /// Where centres may be.
    low: I64Vec2,
    high: I64Vec2,
    corners: Vec<I64Vec2>,
}

impl Narrow {
    /// Obstacles that are grown already, in a rectangle that is shrunk already; points of the mesh's lattice. First for gaps
    /// that are closed for certain, then for those that are open.
    pub(crate) fn both(grown: &[Ring], low: I64Vec2, high: I64Vec2) -> [Narrow; 2] {
        [0, 1].map(|which| {
            let half = HALVES[which];
            // Inside the circle for what is closed, outside it for what is open.
            let corner = |k: usize| {
                let angle = std::f64::consts::TAU * k as f64 / SIDES as f64;
                let reach = if which == 0 { half - 0.75 } else { half / 0.98 + 0.75 };
                (dvec2(angle.cos(), angle.sin()) * reach).round().as_i64vec2()
            };
            let disc = hull((0..SIDES).map(corner).collect());
            let fine = |ring: &Ring| ring.iter().map(|&at| at * FINE).collect::<Ring>();
            let rings: Vec<Ring> = grown.iter().map(|ring| sum(&fine(ring), &disc)).collect();
            let (low, high) = (low * FINE + half as i64, high * FINE - half as i64);
            let mut narrow = Narrow { rings, low, high, corners: Vec::new() };
            let corners = narrow.rings.iter().flatten().copied();
            narrow.corners = corners.filter(|&at| narrow.is_free(at)).collect();
            narrow
        })
    }

    fn is_free(&self, at: I64Vec2) -> bool {
        let inside = |ring: &Ring| sides(ring).all(|(from, along)| along.perp_dot(at - from) > 0);
        at.cmpge(self.low).all() && at.cmple(self.high).all() && !self.rings.iter().any(inside)
    }

    /// Whether a place is free; metres, on the mesh's lattice.
    pub(crate) fn holds(&self, at: DVec2) -> bool {
        self.is_free(fine(at))
    }

    fn sees(&self, from: I64Vec2, to: I64Vec2) -> bool {
        let way = to - from;
        // Some side, or the way itself, parts them.
        let is_clear = |ring: &Ring| {
            sides(ring)
                .any(|(at, along)| along.perp_dot(from - at) <= 0 && along.perp_dot(to - at) <= 0)
                || ring.iter().all(|&at| way.perp_dot(at - from) >= 0)
                || ring.iter().all(|&at| way.perp_dot(at - from) <= 0)
        };
        self.rings.iter().all(is_clear)
    }

    /// The length of the shortest way between free places in metres, if there is one (Dijkstra).
    pub(crate) fn shortest(&self, from: DVec2, to: DVec2) -> Option<f64> {
        let mut places = vec![fine(from), fine(to)];
        places.extend(&self.corners);
        let mut known = vec![f64::INFINITY; places.len()];
        let mut open: Vec<usize> = (0..places.len()).collect();
        known[0] = 0.0;
        while let Some(place) =
            (0..open.len()).min_by(|&p, &q| known[open[p]].total_cmp(&known[open[q]]))
        {
            let here = open.swap_remove(place);
            if known[here] == f64::INFINITY {
                return None;
            }
            if here == 1 {
                return Some(known[1] / (FINE as f64 * UNITS));
            }
            for &next in &open {
                let length = (places[next] - places[here]).as_dvec2().length();
                if known[here] + length < known[next] && self.sees(places[here], places[next]) {
                    known[next] = known[here] + length;
                }
            }
        }
        None
    }
}

fn fine(at: DVec2) -> I64Vec2 {
    (at * (FINE as f64 * UNITS)).round().as_i64vec2()
}
