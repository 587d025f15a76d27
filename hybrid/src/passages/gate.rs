//! Gates: where free ground is narrow.
//!
//! A gate is the shortest way across from the corner of one wall to another wall: the way between them is nowhere
//! narrower nearby. Gates are found from the walls alone, so they do not depend on how the mesh is cut into cells.

use glam::Vec2;
use navmesh::NavMesh;

use super::buckets::Buckets;
use crate::tolerances::{GATE_INSET, GATE_SLACK};
use crate::ways::sight::sees;

/// A place on the walls: the wall, by its loop and number, and the share of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Post {
    pub(crate) point: Vec2,
    pub(crate) ring: u32,
    pub(crate) wall: u32,
    pub(crate) share: f32,
}

/// A narrow place between two posts, free from one to the other.
pub(crate) type Gate = [Post; 2];

/// The walls round the free ground of a mesh.
#[derive(Debug)]
pub(crate) struct Walls {
    pub(crate) rings: Vec<Vec<Vec2>>,
    /// Ring and number of each wall.
    names: Vec<(u32, u32)>,
    buckets: Buckets,
}

impl Walls {
    /// The walls of a mesh; `reach` is how far from a corner others are looked for, in metres.
    fn new(mesh: &NavMesh, reach: f32) -> Self {
        let rings = mesh.boundary();
        let mut walls = Self { rings, names: Vec::new(), buckets: Buckets::new(reach) };
        for (ring, corners) in walls.rings.iter().enumerate() {
            for wall in 0..corners.len() {
                let ends = [corners[wall], corners[(wall + 1) % corners.len()]];
                walls.buckets.add(walls.names.len() as u32, ends);
                walls.names.push((ring as u32, wall as u32));
            }
        }
        walls.buckets.sort();
        walls
    }

    /// The ends of a wall.
    pub(crate) fn ends(&self, ring: u32, wall: u32) -> [Vec2; 2] {
        let corners = &self.rings[ring as usize];
        [corners[wall as usize], corners[(wall as usize + 1) % corners.len()]]
    }

    /// The directions in which the walls that meet in a corner lead away from it: forwards and backwards along the ring.
    pub(crate) fn directions(&self, ring: u32, corner: u32) -> [Vec2; 2] {
        let corners = &self.rings[ring as usize];
        let (count, index) = (corners.len(), corner as usize);
        let at = corners[index];
        [(index + 1) % count, (index + count - 1) % count]
            .map(|other| (corners[other] - at).normalize_or_zero())
    }

    /// Whether the free angle at a corner is more than half a turn, and both walls lead away from `beyond`.
    fn recedes(&self, ring: u32, corner: u32, beyond: Vec2) -> bool {
        let [forwards, backwards] = self.directions(ring, corner);
        let way = (beyond - self.rings[ring as usize][corner as usize]).normalize_or_zero();
        forwards.perp_dot(-backwards) > 0.0
            && forwards.dot(way) <= GATE_SLACK
            && backwards.dot(way) <= GATE_SLACK
    }

    /// The gate from a corner to a wall, if there is one.
    fn gate(&self, (ring, corner): (u32, u32), (other, wall): (u32, u32)) -> Option<Gate> {
        let point = self.rings[ring as usize][corner as usize];
        let [from, to] = self.ends(other, wall);
        let along = to - from;
        if along.perp_dot(point - from) <= 0.0 {
            return None;
        }
        let share = (point - from).dot(along) / along.length_squared();
        let post = Post { point, ring, wall: corner, share: 0.0 };
        if share > 0.0 && share < 1.0 {
            let foot = Post { point: from + along * share, ring: other, wall, share };
            return self.recedes(ring, corner, foot.point).then_some([post, foot]);
        }
        // Beyond the ends of the wall: to its first corner; the second one is the first of the next wall.
        let end = Post { point: from, ring: other, wall, share: 0.0 };
        let faces = share <= 0.0 && (other, wall) != (ring, corner);
        (faces && self.recedes(ring, corner, from) && self.recedes(other, wall, point))
            .then_some([post, end])
    }
}

/// The gates of a mesh that are at most `width` metres long, the shortest first; of two that cross the shorter one only.
pub(crate) fn gates(mesh: &NavMesh, width: f32) -> (Walls, Vec<Gate>) {
    let walls = Walls::new(mesh, width);
    let (mut found, mut near) = (Vec::new(), Vec::new());
    for (ring, corners) in walls.rings.iter().enumerate() {
        for (corner, &point) in corners.iter().enumerate() {
            walls.buckets.around(point, &mut near);
            let others = near.iter().map(|&name| walls.names[name as usize]);
            let gates = others.filter_map(|other| walls.gate((ring as u32, corner as u32), other));
            found.extend(gates.filter(|gate| length(gate) <= width).map(canonical));
        }
    }
    found.sort_by_key(|gate| {
        let bits = |point: Vec2| point.to_array().map(|value| value.to_bits());
        (length(gate).to_bits(), bits(gate[0].point), bits(gate[1].point))
    });
    found.dedup_by(|a, b| a[0].point == b[0].point && a[1].point == b[1].point);
    let mut placed = Buckets::new(width);
    found.iter().zip(0..).for_each(|(gate, index)| placed.add(index, [middle(gate); 2]));
    placed.sort();
    let mut kept = vec![false; found.len()];
    for (index, gate) in found.iter().enumerate() {
        placed.around(middle(gate), &mut near);
        let mut shorter = near.iter().map(|&other| other as usize).filter(|&other| other < index);
        let crosses = shorter.any(|other| kept[other] && cross(gate, &found[other]));
        kept[index] = !crosses && is_open(mesh, gate);
    }
    let kept =
        found.into_iter().zip(kept).filter_map(|(gate, kept)| kept.then_some(gate)).collect();
    (walls, kept)
}

fn canonical([one, other]: Gate) -> Gate {
    let bits = |post: &Post| post.point.to_array().map(f32::to_bits);
    if bits(&one) <= bits(&other) { [one, other] } else { [other, one] }
}

fn length(gate: &Gate) -> f32 {
    gate[0].point.distance(gate[1].point)
}

fn middle(gate: &Gate) -> Vec2 {
    gate[0].point.midpoint(gate[1].point)
}

/// Whether the ground between the posts is free.
fn is_open(mesh: &NavMesh, gate: &Gate) -> bool {
    let [one, other] = gate.map(|post| post.point);
    let inset = (other - one).normalize_or_zero() * GATE_INSET.min(0.25 * length(gate));
    sees(mesh, one + inset, other - inset)
}

/// Whether two gates cross in their inner parts.
fn cross(one: &Gate, other: &Gate) -> bool {
    let [a, b] = one.map(|post| post.point);
    let [c, d] = other.map(|post| post.point);
    if [a, b].iter().any(|post| *post == c || *post == d) {
        return false;
    }
    let side = |from: Vec2, to: Vec2, point: Vec2| (to - from).perp_dot(point - from);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
