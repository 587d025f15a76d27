//! Units that touch and share a goal swap their slots where that makes their ways shorter: where one rests in the other's
//! way or both walk into each other, each is ahead on the other's way, whatever walls it leads round; and where all is in
//! sight, squared distances tell. So who rests in front moves up, and those who come later need not pass.
//!
//! Swaps are made one after the other. Which pairs would swap as all stand is found out with the help of others; only
//! these, and pairs with a unit that has swapped since, are looked at again when it is their turn.

use std::sync::{Mutex, PoisonError};

use glam::Vec2;
use slotmap::SlotMap;

use super::assignment::{can_swap, swap};
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::Order;
use crate::bodies::task::APART;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::motion::neighbours::Neighbours;
use crate::motion::touching::touches;
use crate::tasks::executor::Executor;
use crate::tasks::parallel::{Parallel, Parts};
use crate::ways::sight::sees;

/// With fewer parts than this no help is asked for: calling for it would take longer.
const MANY: usize = 4;

/// The search for units that would swap their slots, and all that it needs of a world, moved in while it is done.
#[derive(Default)]
pub(crate) struct Swapping {
    bodies: SlotMap<UnitId, Body>,
    orders: SlotMap<OrderId, Order>,
    meshes: Meshes,
    neighbours: Neighbours,
    /// Metres: units see places that are this near.
    near: f32,
    /// Of each part of the discs the pairs whose units would swap as all stand, in order.
    found: Vec<Mutex<Vec<(u32, u32)>>>,
    /// By disc, whether it has swapped.
    swapped: Vec<bool>,
}

impl Parts for Swapping {
    fn part(&self, index: usize) {
        let mut found = self.found[index].lock().unwrap_or_else(PoisonError::into_inner);
        found.clear();
        for pair in self.neighbours.pairs_in(index) {
            let Some((one, other)) = touches(&self.neighbours, pair) else { continue };
            let bodies = self.bodies.get(one).zip(self.bodies.get(other));
            let orders = (&self.orders, &self.meshes, self.near);
            if bodies.is_some_and(|(one, other)| gains(one, other, orders)) {
                found.push(pair);
            }
        }
    }
}

/// What is moved in and out.
pub(crate) struct SwapInputs<'a> {
    pub(crate) bodies: &'a mut SlotMap<UnitId, Body>,
    pub(crate) orders: &'a mut SlotMap<OrderId, Order>,
    pub(crate) meshes: &'a mut Meshes,
    pub(crate) neighbours: &'a mut Neighbours,
}

impl Swapping {
    fn exchange(&mut self, moved: &mut SwapInputs<'_>) {
        std::mem::swap(&mut self.bodies, moved.bodies);
        std::mem::swap(&mut self.orders, moved.orders);
        std::mem::swap(&mut self.meshes, moved.meshes);
        std::mem::swap(&mut self.neighbours, moved.neighbours);
    }

    /// Swaps the slots of all pairs that gain by it, one after the other, where `count` parts were looked through.
    fn swap(&mut self, count: usize) {
        let found = self.found[..count].iter_mut();
        let found = found.map(|found| found.get_mut().unwrap_or_else(PoisonError::into_inner));
        let mut found = found.flat_map(|found| found.drain(..)).peekable();
        if found.peek().is_none() {
            return;
        }
        let Self { bodies, orders, meshes, neighbours, near, swapped, .. } = self;
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
            if gains(a, b, (orders, meshes, *near)) {
                swap(a, b);
                (swapped[one], swapped[other]) = (true, true);
            }
        }
    }
}

/// Has units that touch swap their slots; those are in sight that are at most `near` metres away.
pub(crate) fn swap_slots(
    place: &Parallel<Swapping>,
    mut moved: SwapInputs<'_>,
    near: f32,
    executor: Option<&dyn Executor>,
) {
    if moved.orders.is_empty() {
        return;
    }
    let count = moved.neighbours.part_count();
    let mut swapping = place.open();
    swapping.near = near;
    let slots = count.max(swapping.found.len());
    swapping.found.resize_with(slots, Mutex::default);
    swapping.exchange(&mut moved);
    drop(swapping);
    let mut swapping = place.run(executor.filter(|_| count > MANY), count);
    swapping.swap(count);
    swapping.exchange(&mut moved);
}

/// Whether two units gain by swapping their slots.
fn gains(
    one: &Body,
    other: &Body,
    (orders, meshes, near): (&SlotMap<OrderId, Order>, &Meshes, f32),
) -> bool {
    share_goal(one, other, orders)
        && (are_crossed(one, other) || are_swapped(one, other, meshes, near))
        && can_swap(one, other, meshes)
}

/// Whether two units have slots round one goal of an order, and not both rest.
fn share_goal(one: &Body, other: &Body, orders: &SlotMap<OrderId, Order>) -> bool {
    let (Some(task), Some(with)) = (&one.task, &other.task) else { return false };
    let shared = |order: OrderId| orders.get(order).is_some_and(|order| !order.shared.is_empty());
    let together = task.order == with.order && task.band == with.band && task.band != APART;
    let at_end = !task.is_passing() && !with.is_passing();
    together && at_end && !(task.settled && with.settled) && shared(task.order)
}

/// Whether one unit rests in the other's way, or both walk into each other.
fn are_crossed(one: &Body, other: &Body) -> bool {
    let rests = |body: &Body| body.task.as_ref().is_some_and(|task| task.settled);
    match (walks_into(one, other), walks_into(other, one)) {
        (true, true) => true,
        (true, false) => rests(other),
        (false, true) => rests(one),
        (false, false) => false,
    }
}

/// Whether a unit on its way walks straight into another one, and has farther to go than that.
fn walks_into(body: &Body, other: &Body) -> bool {
    let Some(task) = &body.task else { return false };
    let ahead = other.position - body.position;
    let into = body.desired.dot(ahead) > AHEAD * body.desired.length() * ahead.length();
    into && !task.settled && body.position.distance_squared(task.place) > ahead.length_squared()
}

/// Whether the sum of the squared straight ways would fall, by more than pushing changes it. Only where both units are
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
