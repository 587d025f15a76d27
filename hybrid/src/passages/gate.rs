//! Gates: where free ground is narrow.
//!
//! A gate is the shortest way across from the corner of one wall to another wall: the way between them is nowhere
//! narrower nearby. Gates are found from the walls alone, so they do not depend on how the mesh is cut into cells. Of two that
//! cross only the shorter one is a gate.

use glam::Vec2;
use navmesh::NavMesh;

use super::area::Area;
use super::boundary::{Boundary, NONE};
use super::buckets::{Buckets, square_of, squares_along};
use super::screens::{Role, Screens};
use super::walls::SomeWalls;
use crate::base::tolerances::{GATE_INSET, GATE_SLACK};
use crate::ways::sight::sees_near;

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

    /// Returns whether one of its posts lies in an area.
    pub(crate) fn is_in(&self, area: &Area) -> bool {
        self.posts.iter().any(|post| area.holds(post.point))
    }

    /// The point between its posts.
    pub(crate) fn middle(&self) -> Vec2 {
        self.posts[0].point.midpoint(self.posts[1].point)
    }

    /// Returns whether the ground between the posts is free.
    pub(crate) fn is_open(&self, mesh: &NavMesh, boundary: &Boundary) -> bool {
        let [one, other] = self.ends();
        let inset = (other - one).normalize_or_zero() * GATE_INSET.min(0.25 * one.distance(other));
        sees_near(mesh, [one + inset, other - inset], boundary.cell(self.posts[0].wall))
    }

    /// The walls on which its posts stand.
    fn own_walls(&self, boundary: &Boundary) -> [u32; 4] {
        let [one, other] = self.posts.map(|Post { wall, share, .. }| {
            [wall, if share == 0.0 { boundary.behind(wall) } else { NONE }]
        });
        [one[0], one[1], other[0], other[1]]
    }

    /// Returns whether two gates cross in their inner parts.
    fn crosses(&self, other: &Self) -> bool {
        let ([a, b], [c, d]) = (self.ends(), other.ends());
        if [a, b].iter().any(|post| *post == c || *post == d) {
            return false;
        }
        let side = |from: Vec2, to: Vec2, point: Vec2| (to - from).perp_dot(point - from);
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    }
}

/// A candidate that no shorter gate crosses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tested {
    pub(crate) gate: Gate,
    /// Whether the ground between its posts is free: it is a gate.
    pub(crate) is_open: bool,
    /// Whether the walls alone tell so, however the ground between them is cut.
    pub(crate) is_sure: bool,
}

/// A wall, and what is asked of it again and again.
#[derive(Clone, Copy, Debug)]
struct NearWall {
    wall: u32,
    from: Vec2,
    to: Vec2,
    /// The directions in which walls lead away from the corner where it begins, forwards and backwards.
    forwards: Vec2,
    backwards: Vec2,
    /// Whether the free angle at that corner is more than half a turn.
    is_convex: bool,
}

impl NearWall {
    fn new(boundary: &Boundary, wall: u32) -> Self {
        let ([from, to], [forwards, backwards]) = (boundary.ends(wall), boundary.directions(wall));
        let is_convex = forwards.perp_dot(-backwards) > 0.0;
        Self { wall, from, to, forwards, backwards, is_convex }
    }

    /// Returns whether both walls at the corner lead away from a place beyond free ground.
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
            // A corner may lie on a wall, but for a rounding: nobody goes through there.
            let is_gate = foot.point != point
                && foot.point.distance(point) <= width
                && self.recedes(foot.point);
            return is_gate.then(|| Gate::new(post, foot));
        }
        // Beyond the ends of the wall: to its first corner; the second one is the first of the next wall.
        let faces = share <= 0.0 && other.wall != self.wall && other.from.distance(point) <= width;
        let end = Post { point: other.from, wall: other.wall, share: 0.0 };
        (faces && self.recedes(other.from) && other.recedes(point)).then(|| Gate::new(post, end))
    }

    /// Returns whether a wall is seen from this corner: by some of its places, up to whole squares off.
    fn is_beside(&self, other: &Self, width: f32) -> bool {
        let square = square_of(self.from, width);
        squares_along([other.from, other.to], width)
            .any(|near| (near - square).abs().max_element() <= 1)
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
    fn of(near: &NearWall) -> Self {
        let right = WIDER.rotate(near.forwards);
        let left = Vec2::new(WIDER.x, -WIDER.y).rotate(near.backwards);
        Self { corner: near.from, sides: [right, left], is_wide: right.perp_dot(left) < 0.0 }
    }

    /// The box round what lies in it up to a distance.
    fn extent(&self, reach: f32) -> [Vec2; 2] {
        let (reach, [right, left]) = (1.01 * reach, self.sides);
        let ends = [right * reach, left * reach];
        let mut min = ends[0].min(ends[1]).min(Vec2::ZERO);
        let mut max = ends[0].max(ends[1]).max(Vec2::ZERO);
        // Where it holds an axis it reaches as far along that as anywhere.
        let is_wide = self.is_wide;
        if is_wide || (right.y <= 0.0 && left.y >= 0.0) {
            max.x = reach;
        }
        if is_wide || (right.y >= 0.0 && left.y <= 0.0) {
            min.x = -reach;
        }
        if is_wide || (right.x >= 0.0 && left.x <= 0.0) {
            max.y = reach;
        }
        if is_wide || (right.x <= 0.0 && left.x >= 0.0) {
            min.y = -reach;
        }
        [self.corner + min, self.corner + max]
    }

    /// Returns whether a gate from the corner may lead to a wall: that faces it, and does not lie beyond one of the sides.
    fn may_meet(&self, &[from, to]: &[Vec2; 2]) -> bool {
        let [right, left] = self.sides;
        let (p, q, along) = (from - self.corner, to - self.corner, to - from);
        let is_right = (right.perp_dot(p) < 0.0) & (right.perp_dot(q) < 0.0);
        let is_left = (p.perp_dot(left) < 0.0) & (q.perp_dot(left) < 0.0);
        // Behind the end of a wall the next one begins.
        let faces = (along.perp_dot(-p) > 0.0) & (along.dot(-p) <= along.length_squared());
        faces & (self.is_wide | !(is_right | is_left))
    }
}

/// The walls in an area, to be looked at for gates.
#[derive(Debug)]
pub(crate) struct Candidates {
    width: f32,
    /// The walls that were given last, and where they are.
    walls: SomeWalls,
    screens: Screens,
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
        let (walls, screens) = (SomeWalls::default(), Screens::new(width, &[], &[]));
        Self { width, walls, screens, looked_at: None, found: Vec::new(), looks: 0 }
    }

    /// Finds those with a corner in an area; `walls` are all that come near. What was looked at before is not again.
    pub(crate) fn find(&mut self, boundary: &Boundary, walls: SomeWalls, area: &Area) {
        let near: Vec<NearWall> =
            walls.all.iter().map(|&wall| NearWall::new(boundary, wall)).collect();
        let ends: Vec<[Vec2; 2]> = near.iter().map(|near| [near.from, near.to]).collect();
        self.screens = Screens::new(FINE * self.width, &ends, &walls.odd);
        self.walls = walls;
        let Self { width, looked_at, found, looks, screens, .. } = self;
        let is_new = |at: Vec2| looked_at.as_ref().is_none_or(|known| !known.holds(at));
        // Walls are in several squares: for each the last corner from which it was looked at.
        let mut looked = vec![u32::MAX; near.len()];
        let mut chosen = vec![0; screens.len()];
        for (corner, number) in near.iter().zip(0..) {
            if !corner.is_convex || !area.holds(corner.from) || !is_new(corner.from) {
                continue;
            }
            let cone = Cone::of(corner);
            let mut count = 0;
            screens.rows(cone.extent(*width), |walls, numbers| {
                *looks += walls.len();
                // Which are chosen cannot be foreseen: without a branch that takes half the time.
                for (ends, &other) in walls.iter().zip(numbers) {
                    chosen[count] = other;
                    count += usize::from(cone.may_meet(ends));
                }
            });
            for &index in &chosen[..count] {
                if let Some(other) = near.get(index as usize)
                    && std::mem::replace(&mut looked[index as usize], number) != number
                    && let Some(gate) = corner.gate(other, *width)
                    && corner.is_beside(other, *width)
                {
                    found.push((gate.key(), gate));
                }
            }
        }
        self.looked_at = Some(area.clone());
        sort(&mut self.found);
        self.found.dedup_by(|p, q| p.1.ends() == q.1.ends());
    }

    /// The walls that were given last.
    pub(crate) fn walls(&self) -> &[u32] {
        &self.walls.all
    }

    /// Returns whether the ground between the posts of a candidate is free, and whether the walls alone tell so.
    fn look(&self, mesh: &NavMesh, boundary: &Boundary, gate: &Gate) -> (bool, bool) {
        let own = gate.own_walls(boundary);
        let role = |index: u32| {
            let wall = self.walls.all[index as usize];
            match self.walls.crooked.binary_search(&wall) {
                Ok(_) => Role::Crooked,
                Err(_) if own.contains(&wall) => Role::Own,
                Err(_) => Role::Straight,
            }
        };
        match self.screens.is_free(gate.ends(), role) {
            Some(is_open) => (is_open, true),
            None => (gate.is_open(mesh, boundary), false),
        }
    }

    /// The candidates with a post in an area that no shorter gate crosses, the shortest first, each with whether it is open
    /// and so a gate. `others` are all gates near that have none there.
    pub(crate) fn tested(
        &self,
        mesh: &NavMesh,
        boundary: &Boundary,
        area: &Area,
        others: &[Gate],
    ) -> Vec<Tested> {
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
        let mut tested = Vec::new();
        for (index, &(_, gate, is_other)) in all.iter().enumerate() {
            if is_other {
                continue;
            }
            let mut is_crossed = false;
            // The middle of a shorter gate that crosses it is no farther off than it is long.
            let ([one, other], at) = (gate.ends(), gate.middle());
            let reach = Vec2::splat(1.01 * one.distance(other));
            placed.rows([at - reach, at + reach], |row| {
                is_crossed |= placed.things()[row].iter().any(|&other| {
                    let other = other as usize;
                    other < index && kept[other] && gate.crosses(all[other].1)
                });
            });
            if !is_crossed {
                let (is_open, is_sure) = self.look(mesh, boundary, gate);
                kept[index] = is_open;
                tested.push(Tested { gate: *gate, is_open, is_sure });
            }
        }
        tested
    }
}

/// Sorts candidates by their keys; of those in the same place the one that lies on its walls farther ahead comes first.
fn sort(found: &mut Vec<(GateKey, Gate)>) {
    // Lengths are mostly different, and numbers are far cheaper to sort than gates.
    let length = |index: u32| found[index as usize].0.0[0];
    let mut order: Vec<u64> = (0..found.len() as u32)
        .map(|index| u64::from(length(index)) << 32 | u64::from(index))
        .collect();
    order.sort_unstable();
    let mut sorted: Vec<(GateKey, Gate)> =
        order.iter().map(|&entry| found[entry as u32 as usize]).collect();
    let shares = |gate: &Gate| gate.posts.map(|post| post.share.to_bits());
    for same in sorted.chunk_by_mut(|p, q| p.0.0[0] == q.0.0[0]).filter(|same| same.len() > 1) {
        same.sort_unstable_by(|(key, gate), (other_key, other)| {
            key.cmp(other_key).then_with(|| shares(other).cmp(&shares(gate)))
        });
    }
    *found = sorted;
}
