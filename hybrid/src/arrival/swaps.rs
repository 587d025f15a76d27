//! Units that touch and share a goal, or exchange goals of their own, swap their slots where that makes their ways shorter: where
//! one rests in the other's way or both walk into each other, each is ahead on the other's way, whatever walls it leads round;
//! and where all is in sight, squared distances tell. So who rests in front moves up, and those who come later need not pass: a
//! slot on the far side of a crowd is handed on from one to the next of those who stand on the way there, in one step.
//!
//! Swaps are made one after the other. Which pairs would swap as all stand is found out with the help of others; only
//! these, and pairs with a unit that has swapped since, are looked at again when it is their turn.

use glam::Vec2;
use slotmap::SlotMap;

use super::assignment::{can_swap, swap};
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::Order;
use crate::bodies::task::{APART, Assignment};
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::motion::neighbours::Neighbours;
use crate::motion::touching::touches;
use crate::ways::sight::sees;

/// With no more parts than this no help is asked for: calling for it would take longer.
pub(crate) const MANY_PARTS: usize = 4;

/// Finds the pairs of a part of the discs whose units would swap their slots as all stand, in order.
pub(crate) fn find_swaps(
    bodies: &SlotMap<UnitId, Body>,
    ground: &SlotGround<'_>,
    neighbours: &Neighbours,
    part: usize,
    found: &mut Vec<(u32, u32)>,
) {
    found.clear();
    for pair in neighbours.pairs_in(part) {
        let Some((one, other)) = touches(neighbours, pair) else { continue };
        let bodies = bodies.get(one).zip(bodies.get(other));
        if bodies.is_some_and(|(one, other)| gains(one, other, ground)) {
            found.push(pair);
        }
    }
}

/// What tells whether units gain by swapping their slots.
pub(crate) struct SlotGround<'a> {
    pub(crate) orders: &'a SlotMap<OrderId, Order>,
    pub(crate) meshes: &'a Meshes,
    /// Metres: units see places that are this near.
    pub(crate) near: f32,
}

/// Swaps the slots of all pairs that gain by it, one after the other, by what was found of all parts. `swapped` is scratch: by
/// disc, whether it has swapped.
pub(crate) fn swap_slots(
    bodies: &mut SlotMap<UnitId, Body>,
    ground: &SlotGround<'_>,
    neighbours: &Neighbours,
    found: impl Iterator<Item = (u32, u32)>,
    swapped: &mut Vec<bool>,
) {
    let mut found = found.peekable();
    if found.peek().is_none() {
        return;
    }
    swapped.clear();
    swapped.resize(neighbours.discs().len(), false);
    for pair in neighbours.pairs() {
        let (one, other) = (pair.0 as usize, pair.1 as usize);
        let is_found = found.next_if_eq(&pair).is_some();
        if !is_found && !swapped[one] && !swapped[other] {
            continue;
        }
        let Some((a, b)) = touches(neighbours, pair) else { continue };
        let Some([a, b]) = bodies.get_disjoint_mut([a, b]) else { continue };
        if gains(a, b, ground) {
            swap(a, b);
            (swapped[one], swapped[other]) = (true, true);
            let from = if to_go(a) > to_go(b) { pair.0 } else { pair.1 };
            hand_on(bodies, ground, neighbours, from, swapped);
        }
    }
}

/// Hands the far slot that a unit has just got on to those between it and the slot who are at home, from one to the next: all of them
/// set off at once, each to the place of the one ahead. Else the slot would be handed on where two have come up to each other, and a
/// hole on the far side of a crowd would not be filled for minutes.
fn hand_on(
    bodies: &mut SlotMap<UnitId, Body>,
    ground: &SlotGround<'_>,
    neighbours: &Neighbours,
    mut from: u32,
    swapped: &mut [bool],
) {
    let discs = neighbours.discs();
    while let Some(next) = next_to_slot(bodies, ground, neighbours, from) {
        let ends = [discs[from as usize].unit, discs[next as usize].unit];
        let Some([one, other]) = bodies.get_disjoint_mut(ends) else { return };
        swap(one, other);
        (swapped[from as usize], swapped[next as usize]) = (true, true);
        from = next;
    }
}

/// Returns who of those at home beside a unit is nearest to its slot, and straight ahead on the way there; `None` if there is nobody, or
/// the slot is not in sight.
fn next_to_slot(
    bodies: &SlotMap<UnitId, Body>,
    ground: &SlotGround<'_>,
    neighbours: &Neighbours,
    from: u32,
) -> Option<u32> {
    let discs = neighbours.discs();
    let disc = &discs[from as usize];
    let body = bodies.get(disc.unit)?;
    let place = body.task.as_ref()?.place;
    let to = place - body.position;
    let is_ahead = |other: &Body| {
        let ahead = other.position - body.position;
        ahead.dot(to) > AHEAD * ahead.length() * to.length()
            && ahead.length_squared() < to.length_squared()
    };
    let beside = neighbours.around(from, BESIDE * 2.0 * disc.radius);
    let ahead = beside.filter_map(|at| {
        let other = bodies.get(discs[at as usize].unit)?;
        let suits = at != from
            && is_nearer(other, body)
            && is_ahead(other)
            && share_goal(body, other, ground.orders)
            && can_swap(body, other, ground.meshes);
        suits.then(|| (other.position.distance_squared(place), at))
    });
    let nearest = ahead.min_by(|one, other| one.0.total_cmp(&other.0));
    let is_open = || sees(ground.meshes.of(body.class()), body.position, place);
    nearest.map(|(_, at)| at).filter(|_| is_open())
}

/// Returns whether two units gain by swapping their slots.
fn gains(one: &Body, other: &Body, ground: &SlotGround<'_>) -> bool {
    let &SlotGround { orders, meshes, near } = ground;
    share_goal(one, other, orders)
        && (are_crossed(one, other) || are_swapped(one, other, meshes, near))
        && can_swap(one, other, meshes)
}

/// Returns whether two units may have each other's places, by their order, and not both rest.
fn share_goal(one: &Body, other: &Body, orders: &SlotMap<OrderId, Order>) -> bool {
    let (Some(task), Some(with)) = (&one.task, &other.task) else { return false };
    let of = |task: &Assignment| orders.get(task.order);
    let is_filled = || of(task).is_some_and(|order| order.filled(task.band).is_some());
    let pool = |task: &Assignment| of(task).and_then(|order| order.pool(task.band));
    let together = match task.order == with.order {
        true => task.band == with.band && task.band != APART && is_filled(),
        false => pool(task).is_some_and(|one| pool(with) == Some(one)),
    };
    let at_end = !task.is_passing() && !with.is_passing();
    at_end && !(task.settled && with.settled) && together
}

/// Returns whether one unit is at home in the other's way, or both walk into each other.
fn are_crossed(one: &Body, other: &Body) -> bool {
    match (walks_into(one, other), walks_into(other, one)) {
        (true, true) => true,
        (true, false) => is_nearer(other, one),
        (false, true) => is_nearer(one, other),
        (false, false) => false,
    }
}

/// Returns whether a unit rests at its slot, or is held up near to it and has far less to go than one that is held up behind it: then
/// it is the one ahead that should go on.
fn is_nearer(body: &Body, behind: &Body) -> bool {
    let Some(task) = &body.task else { return false };
    if task.settled {
        return true;
    }
    let apart = body.position.distance(behind.position);
    let left = to_go(body);
    let is_near = left <= HOME * body.radius && left + apart + LESS * body.radius < to_go(behind);
    let is_held_up = |body: &Body| body.velocity.length() < SLOW * body.speed();
    is_near && is_held_up(body) && is_held_up(behind)
}

/// Returns how far it is to a unit's place straight on, in metres.
fn to_go(body: &Body) -> f32 {
    body.task.as_ref().map_or(0.0, |task| task.place.distance(body.position))
}

/// Returns whether a unit on its way walks straight into another one, and has farther to go than that.
fn walks_into(body: &Body, other: &Body) -> bool {
    let Some(task) = &body.task else { return false };
    let ahead = other.position - body.position;
    let into = body.desired.dot(ahead) > AHEAD * body.desired.length() * ahead.length();
    into && !task.settled && body.position.distance_squared(task.place) > ahead.length_squared()
}

/// Returns whether the sum of the squared straight ways would fall, by more than pushing changes it. Only where both units are
/// near to both places and see them: there the straight ways are the ways.
fn are_swapped(one: &Body, other: &Body, meshes: &Meshes, near: f32) -> bool {
    let (Some(task), Some(with)) = (&one.task, &other.task) else { return false };
    let gain = (other.position - one.position).dot(task.place - with.place);
    let reaches = |body: &Body, place: Vec2| {
        body.position.distance_squared(place) <= near * near
            && sees(meshes.of(body.class()), body.position, place)
    };
    gain > LEAST_GAIN * one.radius * other.radius
        && [one, other].iter().all(|body| reaches(body, task.place) && reaches(body, with.place))
}

/// The least cosine between where a unit wants to go and another one that it walks into.
const AHEAD: f32 = 0.7;

/// Radii: so near to its slot a unit has nearly come to it.
const HOME: f32 = 8.0;

/// Radii: how much less a unit must have to go than one behind it, that both gain by a swap.
const LESS: f32 = 2.0;

/// The share of its greatest speed below which a unit on its way is held up.
const SLOW: f32 = 0.25;

/// Diameters: so near units rest beside each other.
const BESIDE: f32 = 1.3;

/// Half of what a swap must gain, in squared radii.
const LEAST_GAIN: f32 = 0.5;
