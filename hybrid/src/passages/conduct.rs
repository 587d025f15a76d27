//! What units do before and in a passage that they share: wait beside the mouth, or keep to the right of those who come.

use slotmap::SlotMap;

use super::passage::{Mouth, Passage};
use super::traffic::{NEAR, Traffic, Traveller};
use crate::base::handle::UnitId;
use crate::bodies::unit::Body;

/// Radii: how far before the mouth those stand who wait, and over how many radii they slow down before that.
const STAND: f32 = 5.9;
const SLOW_DOWN: f32 = 3.9;

/// Radii: those who wait keep so much clear on the right of the mouth, from this far before it on.
const CLEAR: f32 = 2.1;
const ASIDE: f32 = 15.0;

/// Shares of the greatest speed with which those who wait make room: sideways, and backwards.
const SIDESTEP: f32 = 0.5;
const STEP_BACK: f32 = 0.3;

/// Radii: who lacks so much room makes it at full pace, who lacks less more slowly. Without this they would step to and fro.
const EASE: f32 = 2.0;

/// Radii: those who stand so much too near the mouth stay there.
const ROOM: f32 = 1.0;

/// Radii: how far before the mouth units take to their side.
const TAKE_SIDE: f32 = 10.3;

/// Radii: nearer than this to a mouth one of those who come is the first.
const AT_MOUTH: f32 = 6.0;

/// Units side by side: where so many fit the flow field alone parts the directions.
const OPEN: u32 = 8;

/// Changes what units want, where a passage asks for it. `travellers` are those of one passage; `least_radius` is that of
/// the class in whose free ground the passage was found.
pub(crate) fn conduct(
    passage: &Passage,
    traffic: &Traffic,
    travellers: &[Traveller],
    bodies: &mut SlotMap<UnitId, Body>,
    least_radius: f32,
) {
    for end in [0, 1] {
        let of_end = || travellers.iter().filter(move |one| one.end == end);
        let widest = of_end().map(|one| one.radius).fold(least_radius, f32::max);
        let is_narrow = passage.lanes(widest) < OPEN;
        let is_shared = is_narrow && traffic.is_opposed() && traffic.turn.is_none();
        let mouth = passage.mouth(end);
        if passage.lanes(widest) < 3 && !traffic.is_opposed() {
            queue_up(of_end().filter(|one| !one.is_inside()), bodies);
        }
        if passage.lanes(widest) < 2 {
            // Those inside must get out through the ones who wait.
            let inside = of_end().filter(|one| one.is_inside()).map(|one| one.unit);
            let first = first(&mouth, of_end().filter(|one| !traffic.must_wait(one)), bodies);
            inside.chain(first).for_each(|unit| bodies[unit].goes_first = true);
        }
        for one in of_end() {
            let body = &mut bodies[one.unit];
            if traffic.must_wait(one) {
                wait(&mouth, one, body);
            } else if is_shared {
                let next = one.passed.min(passage.gates.len() - 1);
                let gate = passage.gate_from(end, next);
                let limit = right_half(&gate, one.radius, least_radius);
                keep_right(&limit, one, body);
            }
        }
    }
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

/// The part of a gate's right half in which units of a radius stay.
fn right_half(gate: &Mouth, radius: f32, least_radius: f32) -> Mouth {
    let inset = radius - least_radius;
    gate.shrunk(0.5 * gate.left.distance(gate.right) + radius, inset)
}

/// Those before a mouth who are not the first of them wait for their turn: trying other ways would keep others from
/// theirs.
fn queue_up<'a>(
    outside: impl Iterator<Item = &'a Traveller> + Clone,
    bodies: &mut SlotMap<UnitId, Body>,
) {
    let first = outside.clone().map(|one| one.distance).fold(f32::INFINITY, f32::min);
    let later = outside.filter(|one| one.distance > first && one.distance < NEAR * one.radius);
    for one in later {
        let body = &mut bodies[one.unit];
        if let Some(task) = &mut body.task {
            task.stuck_state.queue(body.position);
        }
    }
}

/// A unit that waits stands beside the way of those who come out.
fn wait(mouth: &Mouth, one: &Traveller, body: &mut Body) {
    let (inward, radius) = (mouth.inward(), body.radius);
    let right = -inward.perp();
    let share = ((one.distance / radius - STAND) / SLOW_DOWN).clamp(0.0, 1.0);
    let mut desired = body.desired * share;
    let beside = (body.position - mouth.right).dot(right);
    if one.distance < ASIDE * radius {
        let lack = ((CLEAR - beside / radius) / EASE).clamp(0.0, 1.0);
        desired += right * (lack * SIDESTEP * body.speed());
    }
    let lack = ((STAND - ROOM - one.distance / radius) / EASE).clamp(0.0, 1.0);
    desired -= inward * (lack * STEP_BACK * body.speed());
    body.desired = desired.clamp_length_max(body.speed());
    if let Some(task) = &mut body.task {
        task.stuck_state.queue(body.position);
        task.stuck_state.must_wait = true;
    }
}

/// A unit left of its side of a shared passage takes to the right.
fn keep_right(limit: &Mouth, one: &Traveller, body: &mut Body) {
    if one.distance > TAKE_SIDE * body.radius {
        return;
    }
    let right = -limit.inward().perp();
    let lack = (limit.left - body.position).dot(right) / body.radius;
    let speed = body.desired.length();
    if lack > 0.0 && speed > 0.0 {
        let turned = body.desired / speed + right * lack.min(1.0);
        body.desired = turned.normalize_or_zero() * speed;
    }
}
