//! Gates: where free ground is narrow.
//!
//! A gate is the shortest way across from the corner of one wall to another wall: the way between them is nowhere
//! narrower nearby. Gates are found from the walls alone, so they do not depend on how the mesh is cut into cells. Of two that
//! cross only the shorter one is a gate.

use glam::Vec2;
use navmesh::NavMesh;

use super::area::Area;
use super::boundary::Boundary;
use super::buckets::{Buckets, square_of, squares_along};
use crate::tolerances::{GATE_INSET, GATE_SLACK};
use crate::ways::sight::sees;

/// The share of the greatest length of a gate that is the side of the squares in which walls and gates are looked for.
const FINE: f32 = 0.3;

/// A place on the walls: the wall, and the share of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Post {
    pub(crate) point: Vec2,
    pub(crate) wall: u32,
    pub(crate) share: f32,
}

/// A narrow place between two posts, free from one to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gate {
    pub(crate) posts: [Post; 2],
}

/// What gates are ordered by: how long they are, and where. No two have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GateKey([u32; 5]);

impl GateKey {
    /// The key of the gate between two places, in either order.
    pub(crate) fn of(one: Vec2, other: Vec2) -> Self {
        let [p, q] = [one, other].map(|point| point.to_array().map(f32::to_bits));
        let (p, q) = (p.min(q), p.max(q));
        Self([one.distance(other).to_bits(), p[0], p[1], q[0], q[1]])
    }

    /// Keys in the order of numbers.
    pub(crate) fn numbered(number: u32) -> Self {
        Self([0, 0, 0, 0, number])
    }
}

impl Gate {
    fn new(one: Post, other: Post) -> Self {
        let bits = |post: &Post| post.point.to_array().map(f32::to_bits);
        Self { posts: if bits(&one) <= bits(&other) { [one, other] } else { [other, one] } }
    }

    pub(crate) fn key(&self) -> GateKey {
        GateKey::of(self.posts[0].point, self.posts[1].point)
    }

    pub(crate) fn ends(&self) -> [Vec2; 2] {
        self.posts.map(|post| post.point)
    }

    /// Whether one of its posts lies in an area.
    pub(crate) fn is_in(&self, area: &Area) -> bool {
        self.posts.iter().any(|post| area.holds(post.point))
    }

    fn middle(&self) -> Vec2 {
        self.posts[0].point.midpoint(self.posts[1].point)
    }

    /// Whether the ground between the posts is free.
    fn is_open(&self, mesh: &NavMesh) -> bool {
        let [one, other] = self.ends();
        let inset = (other - one).normalize_or_zero() * GATE_INSET.min(0.25 * one.distance(other));
        sees(mesh, one + inset, other - inset)
    }

    /// Whether two gates cross in their inner parts.
    fn crosses(&self, other: &Self) -> bool {
        let ([a, b], [c, d]) = (self.ends(), other.ends());
        if [a, b].iter().any(|post| *post == c || *post == d) {
            return false;
        }
        let side = |from: Vec2, to: Vec2, point: Vec2| (to - from).perp_dot(point - from);
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    }
}

/// A wall, and what is asked of it again and again.
#[derive(Clone, Copy, Debug)]
struct Near {
    wall: u32,
    from: Vec2,
    to: Vec2,
    /// The directions in which walls lead away from the corner where it begins, forwards and backwards.
    forwards: Vec2,
    backwards: Vec2,
    /// Whether the free angle at that corner is more than half a turn.
    is_convex: bool,
}

impl Near {
    fn new(boundary: &Boundary, wall: u32) -> Self {
        let ([from, to], [forwards, backwards]) = (boundary.ends(wall), boundary.directions(wall));
        let is_convex = forwards.perp_dot(-backwards) > 0.0;
        Self { wall, from, to, forwards, backwards, is_convex }
    }

    /// Whether both walls at the corner lead away from a place beyond free ground.
    fn recedes(&self, beyond: Vec2) -> bool {
        let way = (beyond - self.from).normalize_or_zero();
        self.is_convex
            && self.forwards.dot(way) <= GATE_SLACK
            && self.backwards.dot(way) <= GATE_SLACK
    }

    /// The gate from this corner to a wall, of at most a width, if there is one.
    fn gate(&self, other: &Self, width: f32) -> Option<Gate> {
        let (point, along) = (self.from, other.to - other.from);
        let offset = point - other.from;
        if along.perp_dot(offset) <= 0.0 {
            return None;
        }
        let share = offset.dot(along) / along.length_squared();
        let post = Post { point, wall: self.wall, share: 0.0 };
        if share > 0.0 && share < 1.0 {
            let foot = Post { point: other.from + along * share, wall: other.wall, share };
            let is_gate = foot.point.distance(point) <= width && self.recedes(foot.point);
            return is_gate.then(|| Gate::new(post, foot));
        }
        // Beyond the ends of the wall: to its first corner; the second one is the first of the next wall.
        let faces = share <= 0.0 && other.wall != self.wall && other.from.distance(point) <= width;
        let end = Post { point: other.from, wall: other.wall, share: 0.0 };
        (faces && self.recedes(other.from) && other.recedes(point)).then(|| Gate::new(post, end))
    }
}

/// The directions in which gates may lead away from a corner, and a few more.
#[derive(Clone, Copy, Debug)]
struct Cone {
    corner: Vec2,
    /// Its sides, the right one first.
    sides: [Vec2; 2],
    /// Whether it is more than half a turn.
    is_wide: bool,
}

/// The cosine and the sine of the angle between a wall and the side of a cone: a little less than where walls do not recede.
const WIDER: Vec2 = Vec2::new(GATE_SLACK + 0.01, 0.993_931_6);

impl Cone {
    fn of(near: &Near) -> Self {
        let right = WIDER.rotate(near.forwards);
        let left = Vec2::new(WIDER.x, -WIDER.y).rotate(near.backwards);
        Self { corner: near.from, sides: [right, left], is_wide: right.perp_dot(left) < 0.0 }
    }

    /// The box round what lies in it up to a distance.
    fn extent(&self, reach: f32) -> [Vec2; 2] {
        let [right, left] = self.sides;
        let holds = |way: Vec2| {
            let inside = [right.perp_dot(way) >= 0.0, way.perp_dot(left) >= 0.0];
            if self.is_wide { inside[0] || inside[1] } else { inside[0] && inside[1] }
        };
        let axes = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].into_iter().filter(|&axis| holds(axis));
        let ways = axes.chain(self.sides).chain([Vec2::ZERO]).map(|way| way * (1.01 * reach));
        let (min, max) =
            ways.fold((Vec2::ZERO, Vec2::ZERO), |(min, max), way| (min.min(way), max.max(way)));
        [self.corner + min, self.corner + max]
    }

    /// Whether a segment lies beyond one of its sides.
    fn misses(&self, [from, to]: [Vec2; 2]) -> bool {
        let ([right, left], ends) = (self.sides, [from - self.corner, to - self.corner]);
        !self.is_wide
            && (ends.iter().all(|end| right.perp_dot(*end) < 0.0)
                || ends.iter().all(|end| end.perp_dot(left) < 0.0))
    }
}

/// The walls in an area, to be looked at for gates.
#[derive(Debug)]
pub(crate) struct Candidates {
    width: f32,
    /// The area whose corners were looked at.
    looked_at: Option<Area>,
    /// The shortest first, each with its key.
    found: Vec<(GateKey, Gate)>,
    /// How many pairs of a corner and a wall were looked at.
    pub(crate) looks: usize,
}

impl Candidates {
    /// None yet, of at most a width.
    pub(crate) fn new(width: f32) -> Self {
        Self { width, looked_at: None, found: Vec::new(), looks: 0 }
    }

    /// Finds those with a corner in an area; `walls` are all that come near. What was looked at before is not again.
    pub(crate) fn find(&mut self, boundary: &Boundary, walls: &[u32], area: &Area) {
        let near: Vec<Near> = walls.iter().map(|&wall| Near::new(boundary, wall)).collect();
        let mut buckets = Buckets::new(FINE * self.width);
        near.iter().zip(0..).for_each(|(wall, index)| buckets.add_all(index, [wall.from, wall.to]));
        buckets.sort();
        let Self { width, looked_at, found, looks } = self;
        let is_new = |at: Vec2| looked_at.as_ref().is_none_or(|known| !known.holds(at));
        for corner in &near {
            if !corner.is_convex || !area.holds(corner.from) || !is_new(corner.from) {
                continue;
            }
            let cone = Cone::of(corner);
            let square = square_of(corner.from, *width);
            let is_beside = |other: &Near| {
                squares_along([other.from, other.to], *width)
                    .any(|near| (near - square).abs().max_element() <= 1)
            };
            buckets.within(cone.extent(*width), |other| {
                let other = &near[other as usize];
                *looks += 1;
                if cone.misses([other.from, other.to]) {
                    return;
                }
                // Walls are seen by some of their places, up to whole squares off.
                if let Some(gate) = corner.gate(other, *width).filter(|_| is_beside(other)) {
                    found.push((gate.key(), gate));
                }
            });
        }
        self.looked_at = Some(area.clone());
        // Of those in the same place the one that lies on its walls farther ahead.
        let shares = |gate: &Gate| gate.posts.map(|post| post.share.to_bits());
        self.found.sort_unstable_by(|(key, gate), (other_key, other)| {
            key.cmp(other_key).then_with(|| shares(other).cmp(&shares(gate)))
        });
        self.found.dedup_by(|p, q| p.1.ends() == q.1.ends());
    }

    /// The gates with a post in an area, the shortest first: those of the candidates that no shorter gate crosses, and that
    /// are open. `others` are all gates near that have none there.
    pub(crate) fn chosen(&self, mesh: &NavMesh, area: &Area, others: &[Gate]) -> Vec<Gate> {
        let mut all: Vec<(GateKey, &Gate, bool)> =
            others.iter().map(|gate| (gate.key(), gate, true)).collect();
        let candidates = self.found.iter().filter(|(_, gate)| gate.is_in(area));
        all.extend(candidates.map(|(key, gate)| (*key, gate, false)));
        if !others.is_empty() {
            all.sort_unstable_by_key(|entry| entry.0);
        }
        let mut placed = Buckets::new(FINE * self.width);
        for (&(_, gate, _), index) in all.iter().zip(0..) {
            placed.add_all(index, [gate.middle(); 2]);
        }
        placed.sort();
        let mut kept: Vec<bool> = all.iter().map(|entry| entry.2).collect();
        for (index, &(_, gate, is_other)) in all.iter().enumerate() {
            if is_other {
                continue;
            }
            let mut is_crossed = false;
            // The middle of a shorter gate that crosses it is no farther off than it is long.
            let ([one, other], at) = (gate.ends(), gate.middle());
            let reach = Vec2::splat(1.01 * one.distance(other));
            placed.within([at - reach, at + reach], |other| {
                let other = other as usize;
                is_crossed |=
                    other < index && kept[other] && !is_crossed && gate.crosses(all[other].1);
            });
            kept[index] = !is_crossed && gate.is_open(mesh);
        }
        let kept = all.into_iter().zip(kept);
        kept.filter_map(|((_, gate, is_other), kept)| (kept && !is_other).then_some(*gate))
            .collect()
    }
}
