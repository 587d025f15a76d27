//! Units arrive, rest, and make room for those who come later.

use glam::Vec2;
use slotmap::SlotMap;

use super::assignment::swap;
use crate::bodies::aside::Aside;
use crate::bodies::order::Order;
use crate::bodies::task::Task;
use crate::bodies::unit::Body;
use crate::event::Event;
use crate::handle::{OrderId, UnitId};
use crate::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::ways::sight::sees;

/// Units that reach their places rest there, and arrive if it is the first time; units that were pushed away set off
/// again.
pub(crate) fn settle(
    bodies: &mut SlotMap<UnitId, Body>,
    parameters: &WorldParameters,
    events: &mut Vec<Event>,
) {
    for (unit, body) in bodies {
        let on_ground = body.crossing.is_none();
        let at_end = |task: &&mut Box<Task>| on_ground && !task.is_passing();
        let Some(task) = body.task.as_mut().filter(at_end) else { continue };
        let distance = body.position.distance(task.place) / body.radius;
        if !task.settled && distance <= parameters.settle_radius {
            (task.settled, body.aside) = (true, Aside::default());
            if !std::mem::replace(&mut task.arrived, true) {
                events.push(Event::Arrived { unit, order: task.order });
            }
        } else if task.settled && distance > AT_ONCE * parameters.return_radius {
            task.settled = false;
        }
    }
}

/// Units that touch and share a goal swap their slots where that makes their ways shorter: where one rests in the
/// other's way or both walk into each other, each is ahead on the other's way, whatever walls it leads round; and where
/// all is in sight, squared distances tell. So who rests in front moves up, and those who come later need not pass.
pub(crate) fn swap_slots(
    touching: impl Iterator<Item = (UnitId, UnitId)>,
    bodies: &mut SlotMap<UnitId, Body>,
    orders: &SlotMap<OrderId, Order>,
    meshes: &Meshes,
    parameters: &WorldParameters,
) {
    let near = parameters.direct_distance;
    for (a, b) in touching {
        let Some([one, other]) = bodies.get_disjoint_mut([a, b]) else { continue };
        if !share_goal(one, other, orders)
            || !(are_crossed(one, other) || are_swapped(one, other, meshes, near))
        {
            continue;
        }
        swap(one, other);
    }
}

/// Whether two units have slots round one goal of an order, and not both rest.
fn share_goal(one: &Body, other: &Body, orders: &SlotMap<OrderId, Order>) -> bool {
    let (Some(task), Some(with)) = (&one.task, &other.task) else { return false };
    let shared = |order: OrderId| orders.get(order).is_some_and(|order| !order.shared.is_empty());
    let together = task.order == with.order && task.band == with.band;
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
            && sees(meshes.of(body.class), body.position, place)
    };
    gain > LEAST_GAIN * one.radius * other.radius
        && [one, other].iter().all(|body| reaches(body, task.place) && reaches(body, with.place))
}

/// The multiple of the distance from which units at rest return, beyond which they are on their way again.
const AT_ONCE: f32 = 3.0;

/// The least cosine between where a unit wants to go and another one that it walks into.
const AHEAD: f32 = 0.7;

/// Half of what a swap must gain, in squared radii.
const LEAST_GAIN: f32 = 0.5;
