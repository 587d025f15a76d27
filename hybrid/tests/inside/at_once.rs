//! The passages of a mesh as they are found from all its walls at once: what is kept through edits must be the same.

use std::cmp::Ordering;

use glam::Vec2;
use navmesh::NavMesh;

use crate::base::tolerances::{GATE_INSET, GATE_SLACK};
use crate::passages::buckets::Buckets;
use crate::passages::passage::{Mouth, Passage};
use crate::ways::sight::sees;

/// A place on the walls: the wall, by its loop and number, and the share of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Post {
    point: Vec2,
    ring: u32,
    wall: u32,
    share: f32,
}

/// A narrow place between two posts, free from one to the other.
type Gate = [Post; 2];

/// The walls round the free ground of a mesh.
#[derive(Debug)]
struct Walls {
    rings: Vec<Vec<Vec2>>,
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
    fn ends(&self, ring: u32, wall: u32) -> [Vec2; 2] {
        let corners = &self.rings[ring as usize];
        [corners[wall as usize], corners[(wall as usize + 1) % corners.len()]]
    }

    /// The directions in which the walls that meet in a corner lead away from it: forwards and backwards along the ring.
    fn directions(&self, ring: u32, corner: u32) -> [Vec2; 2] {
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
fn gates(mesh: &NavMesh, width: f32) -> (Walls, Vec<Gate>) {
    let walls = Walls::new(mesh, width);
    let (mut found, mut near) = (Vec::new(), Vec::new());
    for (ring, corners) in walls.rings.iter().enumerate() {
        for (corner, &point) in corners.iter().enumerate() {
            things_near(&walls.buckets, point, &mut near);
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
        things_near(&placed, middle(gate), &mut near);
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

fn things_near(buckets: &Buckets, point: Vec2, found: &mut Vec<u32>) {
    found.clear();
    buckets.around(point, |thing| found.push(thing));
    found.sort_unstable();
    found.dedup();
}

/// A room belongs to a passage if its area is at most so many times that of a straight corridor as narrow as the gates.
const ROOMY: f32 = 1.4;

/// A side of a gate: it is gone along from its first post to its second one, with a room to the left.
type Side = usize;

/// A room: the sides that face it, twice the same one and its bottom if it is a dead end.
type Room = ([Side; 2], Option<Mouth>);

/// Diameters: so far in the wall the last gate of a passage lies that is a dead end.
const BEHIND: f32 = 0.25;

/// The passages of a mesh that are at most `width` metres wide between walls, in an order that depends on where they are
/// alone.
pub(super) fn passages(mesh: &NavMesh, width: f32) -> Vec<Passage> {
    let diameter = 2.0 * mesh.definition().agent_radius;
    if width <= diameter {
        return Vec::new();
    }
    let (walls, gates) = gates(mesh, width - diameter);
    let rooms = rooms(&walls, &gates, diameter);
    let mut of_side: Vec<Option<usize>> = vec![None; 2 * gates.len()];
    for (index, room) in rooms.iter().enumerate() {
        room.0.iter().for_each(|&side| of_side[side] = Some(index));
    }
    let mut used = vec![false; gates.len()];
    let mut found = Vec::new();
    for gate in 0..gates.len() {
        // A ring of rooms has no end; it is cut at its shortest gate.
        let is_end = of_side[2 * gate].is_none() || of_side[2 * gate + 1].is_none();
        if is_end && !used[gate] {
            found.push(chain(gate, (&gates, &rooms, &of_side), &mut used, diameter));
        }
    }
    for gate in 0..gates.len() {
        if !used[gate] {
            found.push(chain(gate, (&gates, &rooms, &of_side), &mut used, diameter));
        }
    }
    found
}

/// The rooms that are parts of passages.
fn rooms(walls: &Walls, gates: &[Gate], diameter: f32) -> Vec<Room> {
    let order = Order::new(walls, gates);
    let mut rooms = Vec::new();
    for side in 0..2 * gates.len() {
        let (other, back) = (order.next(side), order.next(order.next(side)));
        if other == side {
            rooms.extend(dead_end(walls, gates, &order, side, diameter));
        }
        if back != side || other <= side || other / 2 == side / 2 {
            continue;
        }
        let mut outline = Vec::new();
        for (side, next) in [(side, other), (other, side)] {
            let (end, start) = (end_of(gates, side), start_of(gates, next));
            outline.push(end.point);
            order.walk(walls, (end, start), &mut outline);
            outline.push(start.point);
        }
        let mouths = [side, other].map(|side| mouth(gates, side));
        if is_narrow(&outline, mouths, diameter) {
            rooms.push(([side, other], None));
        }
    }
    rooms
}

/// The room behind a side, if it is narrow; its bottom is the wall farthest from the gate.
fn dead_end(
    walls: &Walls,
    gates: &[Gate],
    order: &Order,
    side: Side,
    diameter: f32,
) -> Option<Room> {
    let (end, start) = (end_of(gates, side), start_of(gates, side));
    let mut outline = vec![end.point];
    order.walk(walls, (end, start), &mut outline);
    outline.push(start.point);
    let mouth = mouth(gates, side);
    let mut last: Option<Mouth> = None;
    for wall in outline.windows(2).filter(|wall| wall[0] != wall[1]) {
        let wall = Mouth { left: wall[1], right: wall[0] };
        let far = |wall: Mouth| wall.middle().distance_squared(mouth.middle());
        if last.is_none_or(|last| far(wall) >= far(last)) {
            last = Some(wall);
        }
    }
    let last = last.filter(|&last| is_narrow(&outline, [mouth, last], diameter))?;
    let spare = last.left.distance(last.right) - mouth.left.distance(mouth.right);
    let gate = last.shrunk(0.5 * spare.max(0.0), 0.5 * spare.max(0.0));
    let out = last.inward() * (BEHIND * diameter);
    Some(([side; 2], Some(Mouth { left: gate.left + out, right: gate.right + out })))
}

fn mouth(gates: &[Gate], side: Side) -> Mouth {
    Mouth { left: start_of(gates, side).point, right: end_of(gates, side).point }
}

/// Whether a room is hardly wider than its gates.
fn is_narrow(outline: &[Vec2], gates: [Mouth; 2], diameter: f32) -> bool {
    let length = gates[0].middle().distance(gates[1].middle());
    let width = gates.map(|gate| gate.left.distance(gate.right));
    let width = width[0].min(width[1]) + diameter;
    let pairs = outline.iter().zip(outline.iter().cycle().skip(1));
    let area = 0.5 * pairs.map(|(&a, &b)| (a - outline[0]).perp_dot(b - outline[0])).sum::<f32>();
    area > 0.0 && area <= ROOMY * width * (length + 0.5 * width)
}

/// The passage that begins with a gate, away from the side that has no room.
fn chain(
    first: usize,
    (gates, rooms, of_side): (&[Gate], &[Room], &[Option<usize>]),
    used: &mut [bool],
    diameter: f32,
) -> Passage {
    let mouth = |side: Side| mouth(gates, side);
    // The side whose room lies ahead.
    let mut side = if of_side[2 * first].is_some() { 2 * first } else { 2 * first + 1 };
    let mut passage = Passage { gates: vec![mouth(side)], ..Passage::default() };
    used[first] = true;
    let mut bottom = None;
    while let Some(room) = of_side[side].map(|room| &rooms[room]) {
        let arrival = if room.0[0] == side { room.0[1] } else { room.0[0] };
        if arrival == side {
            bottom = room.1;
            break;
        }
        if std::mem::replace(&mut used[arrival / 2], true) {
            break;
        }
        side = arrival ^ 1;
        passage.gates.push(mouth(side));
    }
    let widths = passage.gates.iter().map(|gate| gate.left.distance(gate.right));
    passage.width = widths.fold(f32::INFINITY, f32::min) + diameter;
    passage.gates.extend(bottom);
    passage.is_dead_end = bottom.is_some();
    let steps = passage.gates.windows(2).map(|pair| pair[0].middle().distance(pair[1].middle()));
    passage.length = steps.sum();
    passage
}

fn start_of(gates: &[Gate], side: Side) -> Post {
    gates[side / 2][side % 2]
}

fn end_of(gates: &[Gate], side: Side) -> Post {
    gates[side / 2][1 - side % 2]
}

/// The sides of all gates in the order in which their first posts come along the walls.
struct Order {
    sorted: Vec<Side>,
    /// By side, its place in `sorted`.
    places: Vec<usize>,
    /// Where each ring's posts begin and end.
    rings: Vec<std::ops::Range<usize>>,
    /// By side, the ring of its last post.
    ring_of_end: Vec<u32>,
}

impl Order {
    fn new(walls: &Walls, gates: &[Gate]) -> Self {
        let mut sorted: Vec<Side> = (0..2 * gates.len()).collect();
        sorted.sort_by(|&a, &b| {
            let (one, other) = (start_of(gates, a), start_of(gates, b));
            let along = (one.ring, one.wall).cmp(&(other.ring, other.wall));
            let along = along.then(one.share.total_cmp(&other.share));
            along.then_with(|| around(walls, gates, a, b)).then(a.cmp(&b))
        });
        let mut places = vec![0; sorted.len()];
        sorted.iter().enumerate().for_each(|(place, &side)| places[side] = place);
        let ring = |side: &Side| start_of(gates, *side).ring;
        let bounds = |of: usize| {
            let first = sorted.partition_point(|side| (ring(side) as usize) < of);
            first..sorted.partition_point(|side| ring(side) as usize <= of)
        };
        let rings = (0..walls.rings.len()).map(bounds).collect();
        let ring_of_end = (0..sorted.len()).map(|side| end_of(gates, side).ring).collect();
        Self { sorted, places, rings, ring_of_end }
    }

    /// The side that follows on another one, with the same room to the left: along the wall from its second post.
    fn next(&self, side: Side) -> Side {
        // The other side of the same gate starts where this one ends.
        let (place, ring) = (self.places[side ^ 1], &self.rings[self.ring_of_end[side] as usize]);
        let next = if place + 1 == ring.end { ring.start } else { place + 1 };
        self.sorted[next]
    }

    /// Adds the corners between two posts of a ring.
    fn walk(&self, walls: &Walls, (from, to): (Post, Post), outline: &mut Vec<Vec2>) {
        let corners = &walls.rings[from.ring as usize];
        let count = corners.len() as u32;
        let ahead = (to.wall, to.share) > (from.wall, from.share);
        let steps = if ahead || (to.wall, to.share) == (from.wall, from.share) {
            to.wall - from.wall
        } else {
            to.wall + count - from.wall
        };
        outline.extend((1..=steps).map(|step| corners[((from.wall + step) % count) as usize]));
    }
}

/// Which of two gates that start in one post comes first along the walls: the one nearer to the wall that leads there.
fn around(walls: &Walls, gates: &[Gate], a: Side, b: Side) -> Ordering {
    let post = start_of(gates, a);
    let forwards = if post.share > 0.0 {
        let [from, to] = walls.ends(post.ring, post.wall);
        to - from
    } else {
        walls.directions(post.ring, post.wall)[0]
    };
    // Clockwise from behind: the greater the angle from the wall ahead, the earlier.
    let angle = |side: Side| {
        let way = end_of(gates, side).point - post.point;
        turn(forwards, way)
    };
    angle(b).total_cmp(&angle(a))
}

/// A number that grows with the angle from one direction counter-clockwise to another: 0 to 4.
fn turn(from: Vec2, to: Vec2) -> f32 {
    let scale = from.length() * to.length();
    let (cosine, sine) = (from.dot(to) / scale, from.perp_dot(to) / scale);
    if sine >= 0.0 { 1.0 - cosine } else { 3.0 + cosine }
}
