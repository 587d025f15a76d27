//! Units that touch and share a goal, or exchange goals of their own, swap their slots where that makes their ways shorter: where
//! one rests in the other's way or both walk into each other, each is ahead on the other's way, whatever walls it leads round;
//! and where all is in sight, squared distances tell. So who rests in front moves up, and those who come later need not pass.
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
        }
    }
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

/// Returns whether one unit rests in the other's way, or both walk into each other.
fn are_crossed(one: &Body, other: &Body) -> bool {
    let rests = |body: &Body| body.task.as_ref().is_some_and(|task| task.settled);
    match (walks_into(one, other), walks_into(other, one)) {
        (true, true) => true,
        (true, false) => rests(other),
        (false, true) => rests(one),
        (false, false) => false,
    }
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

/// Half of what a swap must gain, in squared radii.
const LEAST_GAIN: f32 = 0.5;
