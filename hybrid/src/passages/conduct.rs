//! What units do before and in a passage that they share: wait beside the mouth, or keep to the right of those who come.

use std::ops::RangeInclusive;

use glam::Vec2;
use slotmap::SlotMap;

use super::merge::merge;
use super::passage::{Mouth, Passage};
use super::traffic::{NEAR, Traffic, Traveller, near};
use crate::base::handle::UnitId;
use crate::bodies::precedence::Precedence;
use crate::bodies::unit::Body;

/// Radii: how far before the mouth the first of those stands who wait for their turn, and over how many radii units slow down
/// before their places in a queue.
const STAND: f32 = 5.9;
const SLOW_DOWN: f32 = 3.9;

/// Radii: those who wait keep so much clear on the right of the mouth.
const CLEAR: f32 = 2.1;

/// Shares of the greatest speed with which those who wait make room: sideways, and backwards.
const SIDESTEP: f32 = 0.5;
const STEP_BACK: f32 = 0.3;

/// Radii: who lacks so much room makes it at full pace, who lacks less more slowly. Without this they would step to and fro.
const EASE: f32 = 2.0;

/// Radii: who is so far on the wrong side of a shared mouth, before it, goes to the right one before it goes on.
const KEEP_BACK: f32 = 10.0;

/// Radii: those who stand so much too near the mouth stay there.
const ROOM: f32 = 1.0;

/// Radii: how far before the mouth units take to their side, however few they are.
const TAKE_SIDE: f32 = 10.3;

/// Radii: nearer than this to a mouth one of those who come is the first.
const AT_MOUTH: f32 = 6.0;

/// Radii: the width of the lane of a unit that comes the other way.
const LANE: f32 = 2.5;

/// Units side by side: where so many fit the flow field alone parts the directions.
const OPEN: u32 = 15;

/// Units side by side: crowds set out at once where so many fit. One goes in by a file, and more lose little at the mouth.
const TIGHT: RangeInclusive<u32> = 2..=6;

/// The squares of the radii of a crowd at rest, times this, are the square of how far it reaches: on one side of the mouth's
/// axis, and on both.
const QUARTER: f32 = 5.0;
const HALF: f32 = 2.5;

/// The share of how far a crowd reaches within which those who stand still are in it: its rim is ragged.
const CROWDED: f32 = 1.5;

/// How much longer the way to a mouth may be than the straight line to it, and radii beside: else it leads round a corner.
const BENT: f32 = 1.2;
const BENT_RADII: f32 = 3.0;

/// Room for those before a mouth, as long as they are looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConductRoom {
    queue: Vec<Traveller>,
    file: Vec<(f32, UnitId)>,
}

/// Changes what units want, where a passage asks for it. `travellers` are those of one passage; `least_radius` is that of
/// the class in whose free ground the passage was found; `waits` are the expected ones before the mouths of its ends, in
/// seconds.
pub(crate) fn conduct(
    passage: &Passage,
    traffic: &Traffic,
    travellers: &[Traveller],
    bodies: &mut SlotMap<UnitId, Body>,
    least_radius: f32,
    waits: [f32; 2],
    room: &mut ConductRoom,
) {
    for end in [0, 1] {
        let of_end = || travellers.iter().filter(move |one| one.end == end);
        let widest = of_end().map(|one| one.radius).fold(least_radius, f32::max);
        let (lanes, mouth) = (passage.lanes(widest), passage.mouth(end));
        if lanes < 2 {
            for one in of_end().filter(|one| one.is_inside() && traffic.must_wait(one)) {
                retreat(&passage.gate_from(end, one.passed - 1), &mut bodies[one.unit]);
            }
            // Those inside must get out through the ones who wait.
            let inside = of_end().filter(|one| one.is_inside());
            inside.for_each(|one| bodies[one.unit].precedence = Precedence::Inside);
            let first = first(&mouth, of_end().filter(|one| !traffic.must_wait(one)), bodies);
            first.into_iter().for_each(|unit| bodies[unit].precedence = Precedence::First);
        }
        let is_shared = is_shared(traffic, lanes);
        let mut taken = 0.0;
        if is_shared {
            // Side by side those who come the other way need no more.
            taken = near(travellers, 1 - end).map(|one| LANE * one.radius).sum();
            for one in of_end().filter(|one| one.is_inside()) {
                let next = one.passed.min(passage.gates.len() - 1);
                let gate = passage.gate_from(end, next);
                let limit = leftmost(&gate, taken, one.radius, least_radius);
                keep_right(&gate, limit, &mut bodies[one.unit]);
            }
        }
        if lanes >= OPEN {
            continue;
        }
        let queue = &mut room.queue;
        line_up(of_end(), queue);
        let spread = if traffic.is_opposed() { QUARTER } else { HALF };
        let all: f32 = queue.iter().map(|one| one.radius * one.radius).sum();
        let extent = (spread * all).sqrt().max(TAKE_SIDE * widest);
        // Nobody gets on behind a first one that is stuck.
        let is_moving = queue.first().is_some_and(|one| !one.is_stuck);
        let queue_wait = if is_moving { waits[end] } else { 0.0 };
        let mut ahead = 0.0;
        for (number, one) in queue.iter().enumerate() {
            let body = &mut bodies[one.unit];
            let place = (spread * ahead).sqrt();
            ahead += one.radius * one.radius;
            let must_wait = traffic.must_wait(one);
            let is_near = one.distance < (NEAR * one.radius).max(CROWDED * place);
            let is_in_crowd = one.distance < STAND * one.radius + CROWDED * place;
            let is_let_in = !must_wait && !is_shared && queue_wait > 0.0;
            body.sets_out = TIGHT.contains(&lanes) && is_in_crowd && is_let_in;
            if let Some(task) = body.task.as_mut().filter(|_| must_wait || number > 0) {
                if must_wait || is_near && !traffic.is_jammed {
                    task.stuck_state.queue(body.position);
                }
                task.stuck_state.must_wait = must_wait;
                task.stuck_state.queue_wait = if is_in_crowd { queue_wait } else { 0.0 };
            }
            let straight = mouth.distance(body.position);
            if one.distance > BENT * straight + BENT_RADII * one.radius {
                continue;
            }
            if must_wait {
                wait(&mouth, extent, place, one, body);
            } else if is_shared {
                let limit = leftmost(&mouth, taken, one.radius, least_radius);
                approach(&mouth, limit, extent, body);
            }
        }
        let least = of_end().map(|one| one.radius).fold(widest, f32::min);
        if lanes < 2 && passage.lanes(least) < 2 && !traffic.is_jammed {
            merge(&mouth, of_end().filter(|one| !traffic.must_wait(one)), bodies, &mut room.file);
        }
    }
}

/// Returns whether the directions keep to their sides of a passage in which so many units fit side by side.
pub(crate) fn is_shared(traffic: &Traffic, lanes: u32) -> bool {
    lanes < OPEN && traffic.is_opposed() && traffic.turn.is_none()
}

/// Puts those before a mouth in line, the nearest first.
fn line_up<'a>(of_end: impl Iterator<Item = &'a Traveller>, queue: &mut Vec<Traveller>) {
    queue.clear();
    queue.extend(of_end.filter(|one| !one.is_inside()));
    let nearest = |one: &Traveller, other: &Traveller| one.distance.total_cmp(&other.distance);
    queue.sort_unstable_by(|one, other| nearest(one, other).then(one.unit.cmp(&other.unit)));
}

/// Returns who of those right before a mouth is nearest to it; of equal ones the first.
fn first<'a>(
    mouth: &Mouth,
    coming: impl Iterator<Item = &'a Traveller>,
    bodies: &SlotMap<UnitId, Body>,
) -> Option<UnitId> {
    let at_mouth = coming.filter(|one| !one.is_inside() && one.distance < AT_MOUTH * one.radius);
    let far = |one: &&Traveller| mouth.distance(bodies[one.unit].position).to_bits();
    at_mouth.min_by_key(far).map(|one| one.unit)
}

/// The leftmost point of a gate where units of a radius stay: those who come the other way take so many metres of it on the left,
/// or half of it.
fn leftmost(gate: &Mouth, taken: f32, radius: f32, least_radius: f32) -> Vec2 {
    let inset = radius - least_radius;
    let half = 0.5 * gate.left.distance(gate.right);
    gate.shrunk(half.min(taken - least_radius) + radius, inset).left
}

/// A unit that queues walks up to its place, so many metres before the mouth, and no farther: pressed, they would wedge each
/// other in, and push others out of their way.
fn move_up(place: f32, one: &Traveller, body: &mut Body) {
    let share = ((one.distance - place) / (SLOW_DOWN * one.radius)).clamp(0.0, 1.0);
    body.desired *= share;
}

/// Returns how many radii a unit before a mouth must go to the right to be right of a point of it. Beyond where the crowd
/// stands, `extent` metres before it, it may be so much farther left.
fn lack(mouth: &Mouth, limit: Vec2, extent: f32, body: &Body) -> f32 {
    let outside = (-mouth.depth(body.position) - extent).max(0.0);
    ((limit - body.position).dot(-mouth.inward().perp()) - outside) / body.radius
}

/// A unit that waits for its turn stands beside the way of those who come out.
fn wait(mouth: &Mouth, extent: f32, place: f32, one: &Traveller, body: &mut Body) {
    let (inward, radius) = (mouth.inward(), body.radius);
    let right = -inward.perp();
    move_up(STAND * radius + place, one, body);
    let limit = mouth.right + right * (CLEAR * radius);
    let lack = (lack(mouth, limit, extent, body) / EASE).clamp(0.0, 1.0);
    let mut desired = body.desired;
    desired -= inward * (lack * desired.dot(inward).max(0.0));
    desired += right * (lack * SIDESTEP * body.speed());
    let lack = ((STAND - ROOM - one.distance / radius) / EASE).clamp(0.0, 1.0);
    desired -= inward * (lack * STEP_BACK * body.speed());
    body.desired = desired.clamp_length_max(body.speed());
}

/// A unit before a shared passage comes from the right, so that those who come out have the left.
fn approach(mouth: &Mouth, limit: Vec2, extent: f32, body: &mut Body) {
    let inward = mouth.inward();
    let lack = lack(mouth, limit, extent, body);
    let speed = body.desired.length();
    if lack > 0.0 && speed > 0.0 {
        let ahead = body.desired.dot(inward).max(0.0) * (lack / KEEP_BACK).min(1.0);
        let turned = (body.desired - inward * ahead) / speed - inward.perp() * lack.min(1.0);
        body.desired = turned.normalize_or_zero() * speed;
    }
}

/// A unit in a passage in which nobody passes another, and whose turn it is not, goes back out by the gate that it has passed
/// last.
fn retreat(gate: &Mouth, body: &mut Body) {
    let back = if gate.depth(body.position) > body.radius {
        (gate.middle() - body.position).normalize_or_zero()
    } else {
        -gate.inward()
    };
    body.desired = back * body.speed();
    if let Some(task) = &mut body.task {
        task.stuck_state.queue(body.position);
        task.stuck_state.must_wait = true;
    }
}

/// A unit left of its side of a shared passage takes to the right.
fn keep_right(gate: &Mouth, limit: Vec2, body: &mut Body) {
    let right = -gate.inward().perp();
    let lack = (limit - body.position).dot(right) / body.radius;
    let speed = body.desired.length();
    if lack > 0.0 && speed > 0.0 {
        let turned = body.desired / speed + right * lack.min(1.0);
        body.desired = turned.normalize_or_zero() * speed;
    }
}
