//! Gates in a row are one passage: those with nothing but walls between them.
//!
//! Walls and gates cut the ground into rooms. A room with two gates that is hardly wider than they are is part of a
//! passage; rooms with three gates are junctions, and wide ones open ground, so passages end there.

use std::cmp::Ordering;

use glam::Vec2;
use navmesh::NavMesh;

use super::gate::{Gate, Post, Walls, gates};
use super::passage::{Mouth, Passage};

/// A room belongs to a passage if its area is at most so many times that of a straight corridor as narrow as the gates.
const ROOMY: f32 = 1.4;

/// A side of a gate: it is gone along from its first post to its second one, with a room to the left.
type Side = usize;

/// A room with two gates: the sides that face it.
type Room = [Side; 2];

/// The passages of a mesh that are at most `width` metres wide between walls, in an order that depends on where they are
/// alone.
pub(crate) fn passages(mesh: &NavMesh, width: f32) -> Vec<Passage> {
    let diameter = 2.0 * mesh.definition().agent_radius;
    if width <= diameter {
        return Vec::new();
    }
    let (walls, gates) = gates(mesh, width - diameter);
    let rooms = rooms(&walls, &gates, diameter);
    let mut of_side: Vec<Option<usize>> = vec![None; 2 * gates.len()];
    for (index, room) in rooms.iter().enumerate() {
        room.iter().for_each(|&side| of_side[side] = Some(index));
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
        if is_narrow(&outline, [&gates[side / 2], &gates[other / 2]], diameter) {
            rooms.push([side, other]);
        }
    }
    rooms
}

/// Whether a room is hardly wider than its gates.
fn is_narrow(outline: &[Vec2], gates: [&Gate; 2], diameter: f32) -> bool {
    let middles = gates.map(|gate| gate[0].point.midpoint(gate[1].point));
    let length = middles[0].distance(middles[1]);
    let width = gates.map(|gate| gate[0].point.distance(gate[1].point));
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
    let mouth = |side: Side| {
        let (left, right) = (start_of(gates, side).point, end_of(gates, side).point);
        Mouth { left, right }
    };
    // The side whose room lies ahead.
    let mut side = if of_side[2 * first].is_some() { 2 * first } else { 2 * first + 1 };
    let mut passage = Passage { gates: vec![mouth(side)], width: 0.0, length: 0.0 };
    used[first] = true;
    while let Some(room) = of_side[side].map(|room| &rooms[room]) {
        let arrival = if room[0] == side { room[1] } else { room[0] };
        if std::mem::replace(&mut used[arrival / 2], true) {
            break;
        }
        side = arrival ^ 1;
        passage.gates.push(mouth(side));
    }
    let widths = passage.gates.iter().map(|gate| gate.left.distance(gate.right));
    passage.width = widths.fold(f32::INFINITY, f32::min) + diameter;
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

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh::{Bounds, MeshDefinition};

    const RADIUS: f32 = 0.4;

    /// The passages narrower than 4.4 m between boxes in a world of 40 m × 40 m.
    fn found(boxes: &[[f32; 4]]) -> Vec<Passage> {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
        let definition = MeshDefinition { agent_radius: RADIUS, ..MeshDefinition::new(bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        for &[x0, y0, x1, y1] in boxes {
            let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Vec2::from);
            mesh.add_obstacle(&corners).unwrap();
        }
        mesh.commit().unwrap();
        passages(&mesh, 4.4)
    }

    fn close(found: f32, expected: f32, slack: f32) {
        assert!((found - expected).abs() <= slack, "{found}, expected {expected}");
    }

    #[test]
    fn a_gap_in_a_wall_has_two_mouths() {
        let found = found(&[[0.0, 18.0, 19.0, 21.0], [21.0, 18.0, 40.0, 21.0]]);
        assert_eq!(found.len(), 1, "{found:?}");
        let passage = &found[0];
        assert_eq!(passage.gates.len(), 2);
        close(passage.width, 2.0, 0.01);
        close(passage.length, 3.0, RADIUS);
        for end in [0, 1] {
            let mouth = passage.mouth(end);
            assert!(mouth.depth(Vec2::new(20.0, 19.5)) > 1.0, "{mouth:?}");
            let right = mouth.right - mouth.middle();
            assert!(right.dot(-mouth.inward().perp()) > 0.5, "{mouth:?}");
        }
    }

    #[test]
    fn a_corridor_that_bends_is_one_passage_and_a_junction_ends_it() {
        let bend = found(&[
            [0.0, 17.0, 19.0, 22.0],
            [21.0, 17.0, 40.0, 20.0],
            [27.0, 20.0, 40.0, 25.0],
            [0.0, 22.0, 25.0, 25.0],
        ]);
        assert_eq!(bend.len(), 1, "{bend:?}");
        assert!(bend[0].length > 8.0 && bend[0].gates.len() >= 4);
        let tee =
            found(&[[10.0, 0.0, 30.0, 18.0], [0.0, 20.0, 19.0, 30.0], [21.0, 20.0, 40.0, 30.0]]);
        assert_eq!(tee.len(), 3, "{tee:?}");
    }

    #[test]
    fn rooms_with_two_doors_are_none_and_thin_walls_have_short_ones() {
        let wall = |low: f32, high: f32| [[0.0, low, 19.0, high], [21.0, low, 40.0, high]];
        let walls = [wall(10.0, 10.2), wall(28.0, 28.2)].concat();
        let found = found(&walls);
        assert_eq!(found.len(), 2);
        for passage in found {
            assert!(passage.length <= 1.5 * RADIUS, "{passage:?}");
        }
        assert!(super::tests::found(&[[10.0, 10.0, 20.0, 20.0]]).is_empty(), "a single box");
    }
}
