//! Gaps between obstacles that are too narrow to pass, and the plugs that close them.
//!
//! ```text
//!      ███████████████   two obstacles nearer to each other than a unit: a triangle from the corner of the one into the
//!      ██████╲▒╱██████   other closes the gap. It is cut out of the free space like an obstacle, so that cells, sight,
//!             ▒          rays and fields know nothing of such gaps.
//!        ▟████████▙
//! ```
//!
//! Of two convex polygons that do not touch, a side of one parts them; where they are nearest, at least one of them has a
//! vertex. Vertices are on the lattice, so two of them are a unit apart at least: only a vertex and the inside of a side can
//! be nearer.

use std::ops::Range;

use glam::{DVec2, I64Vec2};

use super::outline::extent;
use crate::tolerances::{LEAST_GAP, PLUG_DEPTH, PLUG_REACH, PLUG_ROUNDS, PLUG_WIDTH};

/// A strictly convex ring, counter-clockwise from its least vertex.
pub(crate) type Plug = [I64Vec2; 3];

/// The scratch of finding gaps, and the plugs that were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plugs {
    /// The boxes round the rings, and the rings by where these begin.
    boxes: Vec<[DVec2; 2]>,
    order: Vec<u32>,
    found: Vec<Plug>,
    new: Vec<Plug>,
}

impl Plugs {
    /// The plugs that may reach into a window, between strictly convex rings, counter-clockwise, and
    /// between plugs and rings: whatever the order of the rings.
    pub(crate) fn find(
        &mut self,
        vertices: &[I64Vec2],
        rings: &[Range<usize>],
        window: [I64Vec2; 2],
    ) -> &[Plug] {
        self.found.clear();
        if rings.len() < 2 {
            return &[];
        }
        let window = [(window[0] - PLUG_REACH).as_dvec2(), (window[1] + PLUG_REACH).as_dvec2()];
        let mut known = 0;
        for _ in 0..PLUG_ROUNDS {
            self.find_more(vertices, rings, window, known);
            if self.new.is_empty() {
                break;
            }
            known = rings.len() + self.found.len();
            // Each once, in an order that depends on their shapes alone.
            self.new.sort_unstable_by_key(|plug| plug.map(|vertex| vertex.to_array()));
            self.new.dedup();
            self.found.append(&mut self.new);
        }
        &self.found
    }

    /// Finds those in a window, of each pair of rings or plugs of which at least one is not among the first `known`.
    fn find_more(
        &mut self,
        vertices: &[I64Vec2],
        rings: &[Range<usize>],
        window: [DVec2; 2],
        known: usize,
    ) {
        let Self { boxes, order, found, new } = self;
        let ring = |index: u32| match rings.get(index as usize) {
            Some(range) => &vertices[range.clone()],
            None => &found[index as usize - rings.len()],
        };
        let count = (rings.len() + found.len()) as u32;
        boxes.clear();
        boxes.extend((0..count).map(|index| {
            let (min, max) = extent(ring(index));
            // What lies outside the window does not matter.
            [min.as_dvec2().max(window[0]), max.as_dvec2().min(window[1])]
        }));
        order.clear();
        order.extend(0..count);
        let low = |index: u32| boxes[index as usize][0].x;
        order.sort_unstable_by(|&p, &q| low(p).total_cmp(&low(q)));
        for (place, &first) in order.iter().enumerate() {
            let [min, max] = boxes[first as usize];
            for &second in &order[place + 1..] {
                let [low, high] = boxes[second as usize];
                if low.x >= max.x + LEAST_GAP {
                    break;
                }
                let is_known = (first.max(second) as usize) < known;
                if is_known || low.y >= max.y + LEAST_GAP || high.y <= min.y - LEAST_GAP {
                    continue;
                }
                let (p, q) = (ring(first), ring(second));
                // If no side parts them, they touch.
                let is_gap = match parting(p, q) {
                    Parting::Far => false,
                    Parting::Gap => !matches!(parting(q, p), Parting::Far),
                    Parting::None => matches!(parting(q, p), Parting::Gap),
                };
                if is_gap {
                    plug_between(p, q, new);
                    plug_between(q, p, new);
                }
            }
        }
    }
}

/// The sides of a ring: where each begins, and how it goes on.
fn sides(ring: &[I64Vec2]) -> impl Iterator<Item = (I64Vec2, I64Vec2)> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &to)| (from, to - from))
}

/// How the sides of a ring part it from another.
enum Parting {
    /// None of them does.
    None,
    /// One of them has all of the other outside, and none farther than a gap may be wide.
    Gap,
    Far,
}

fn parting(ring: &[I64Vec2], other: &[I64Vec2]) -> Parting {
    let mut parting = Parting::None;
    // What is not outside one side is seldom outside the next one.
    let Some(mut inner) = other.first() else { return parting };
    for (from, along) in sides(ring) {
        // How far outside, times the length of the side. Exact: extents are limited.
        let depth = |vertex: &I64Vec2| {
            let way = vertex - from;
            way.x * along.y - way.y * along.x
        };
        if depth(inner) <= 0 {
            continue;
        }
        if let Some(vertex) = other.iter().find(|vertex| depth(vertex) <= 0) {
            inner = vertex;
            continue;
        }
        let least = other.iter().map(depth).min().unwrap_or(0) as f64;
        if least * least > along.as_dvec2().length_squared() * (2.0 * LEAST_GAP) {
            return Parting::Far;
        }
        parting = Parting::Gap;
    }
    parting
}

/// Adds the plugs from the vertices of a ring to the sides of one that it does not touch.
fn plug_between(ring: &[I64Vec2], other: &[I64Vec2], plugs: &mut Vec<Plug>) {
    for (from, along) in sides(other) {
        for &vertex in ring {
            let way = vertex - from;
            let depth = (way.x * along.y - way.y * along.x) as i128;
            let ahead = way.x * along.x + way.y * along.y;
            let squared = along.x * along.x + along.y * along.y;
            // Two vertices are a unit apart at least.
            let is_beside = depth > 0 && ahead > 0 && ahead < squared;
            if is_beside && depth * depth < squared as i128 {
                plugs.push(plug(vertex, along.as_dvec2().normalize()));
            }
        }
    }
}

/// A plug from a vertex into what lies beyond a side that goes along a direction.
fn plug(vertex: I64Vec2, along: DVec2) -> Plug {
    let end = |beside: f64| {
        let way = along.perp() * PLUG_DEPTH + along * beside;
        vertex + way.round().as_i64vec2()
    };
    // Its base goes against the side: so it is counter-clockwise.
    let mut plug = [vertex, end(PLUG_WIDTH), end(-PLUG_WIDTH)];
    let least = (0..3).min_by_key(|&k| plug[k].to_array()).unwrap_or(0);
    plug.rotate_left(least);
    plug
}

#[cfg(test)]
const EVERYWHERE: [I64Vec2; 2] = [I64Vec2::splat(-(1 << 40)), I64Vec2::splat(1 << 40)];

/// All rings with the plugs between them.
#[cfg(test)]
pub(crate) fn with_plugs(mut rings: Vec<Vec<I64Vec2>>) -> Vec<Vec<I64Vec2>> {
    let vertices: Vec<I64Vec2> = rings.iter().flatten().copied().collect();
    let mut first = 0;
    let range = |ring: &Vec<I64Vec2>| {
        first += ring.len();
        first - ring.len()..first
    };
    let ranges: Vec<Range<usize>> = rings.iter().map(range).collect();
    rings.extend(
        Plugs::default().find(&vertices, &ranges, EVERYWHERE).iter().map(|plug| plug.to_vec()),
    );
    rings
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::i64vec2;

    fn found(rings: &[&[(i64, i64)]]) -> Vec<Plug> {
        let (mut vertices, mut ranges) = (Vec::new(), Vec::new());
        for ring in rings {
            let first = vertices.len();
            vertices.extend(ring.iter().map(|&(x, y)| i64vec2(x, y)));
            ranges.push(first..vertices.len());
        }
        Plugs::default().find(&vertices, &ranges, EVERYWHERE).to_vec()
    }

    /// Its upper side rises by 1 on 3.
    const SLOPE: [(i64, i64); 4] = [(0, 0), (300, 0), (300, 200), (0, 100)];

    #[test]
    fn gaps_below_a_unit_are_plugged_and_others_are_not() {
        // 150 along, the slope is 150 high; one above it is 0.95 away.
        let above = |by: i64| [(150, 150 + by), (400, 400), (100, 400)];
        let [one] = found(&[&SLOPE, &above(1)])[..] else { panic!("one plug") };
        assert!(one.contains(&i64vec2(150, 151)));
        let other_ends = one.iter().filter(|&&end| end != i64vec2(150, 151));
        assert!(other_ends.clone().all(|end| end.y * 3 < 300 + end.x), "inside the slope: {one:?}");
        let ring = |k: usize| one[k % 3];
        assert!((0..3).all(|k| (ring(k + 1) - ring(k)).perp_dot(ring(k + 2) - ring(k)) > 0));
        assert_eq!(found(&[&above(1), &SLOPE]), [one], "in any order");
        assert!(found(&[&SLOPE, &above(0)]).is_empty(), "they touch");
        assert!(found(&[&SLOPE, &above(-1)]).is_empty(), "they overlap");
        assert!(found(&[&SLOPE, &above(2)]).is_empty(), "1.9 units");
        let box_ = [(301, 0), (400, 0), (400, 200), (301, 200)];
        assert!(found(&[&SLOPE, &box_]).is_empty(), "a whole unit");
    }

    #[test]
    fn what_touches_elsewhere_leaves_no_gap() {
        let wedge = [(0, 100), (150, 151), (100, 400)];
        assert!(found(&[&SLOPE, &wedge]).is_empty());
    }
}
