//! Which units form a group: those of one order, class and band that are near each other.

use glam::Vec2;
use slotmap::SlotMap;

use super::group::Group;
use super::guide::Guides;
use crate::bodies::order::Order;
use crate::bodies::task::{Kind, Task};
use crate::bodies::unit::Body;
use crate::grids::cluster::clusters;
use crate::grids::window::Sizing;
use crate::handle::{OrderId, UnitId};

/// A unit on its way.
struct Walker {
    kind: Kind,
    unit: UnitId,
    position: Vec2,
}

/// Forms the groups of all orders that are due in this tick anew; those of other orders stay. New groups inherit the
/// window of the group that their units were in.
pub(crate) fn regroup(
    groups: &mut Vec<Group>,
    bodies: &mut SlotMap<UnitId, Body>,
    (orders, guides): (&mut SlotMap<OrderId, Order>, &Guides),
    sizing: &Sizing<'_>,
    tick: u64,
) {
    let period = sizing.parameters.plan_ticks();
    let is_due = |order: OrderId| orders.get(order).is_none_or(|order| order.is_due(tick, period));
    if !orders.keys().chain(groups.iter().map(|group| group.order)).any(is_due) {
        return;
    }
    let walkers = walkers(bodies, is_due);
    let mut former: Vec<Option<Group>> = Vec::with_capacity(groups.len());
    for group in std::mem::take(groups) {
        if is_due(group.order) {
            former.push(Some(group));
        } else {
            former.push(None);
            groups.push(group);
        }
    }
    let kept = groups.len();
    for of_kind in walkers.chunk_by(|a, b| a.kind == b.kind) {
        form(groups, of_kind, bodies, (sizing, tick));
    }
    for group in &mut groups[kept..] {
        inherit(group, bodies, &mut former);
        group.guide = guides.of(group.kind()).cloned();
    }
    for order in orders.values_mut().filter(|order| order.is_due(tick, period)) {
        order.planned = true;
    }
    number(groups, bodies);
}

/// The units on their way whose order is due, those of one kind together, in the order of their positions: whatever is
/// summed up over a group does not depend on when its units were made.
fn walkers(bodies: &SlotMap<UnitId, Body>, is_due: impl Fn(OrderId) -> bool) -> Vec<Walker> {
    let walker = |(unit, body): (UnitId, &Body)| {
        let on_way = |task: &&Task| !task.settled && body.crossing.is_none() && is_due(task.order);
        let task = body.task.as_deref().filter(on_way)?;
        Some(Walker { kind: task.kind(body.class), unit, position: body.position })
    };
    let mut walkers: Vec<Walker> = bodies.iter().filter_map(walker).collect();
    let place = |walker: &Walker| walker.position.to_array().map(f32::to_bits);
    walkers.sort_by_key(|walker| (walker.kind, place(walker), walker.unit));
    walkers
}

/// Forms the groups of units of one kind.
fn form(
    groups: &mut Vec<Group>,
    walkers: &[Walker],
    bodies: &SlotMap<UnitId, Body>,
    (sizing, tick): (&Sizing<'_>, u64),
) {
    let (order, class, way_point, band) = walkers[0].kind;
    let greatest = |of: fn(&Body) -> f32| {
        walkers.iter().map(|walker| of(&bodies[walker.unit])).fold(0.0, f32::max)
    };
    let (radius, speed) = (greatest(|body| body.radius), greatest(|body| body.max_speed));
    let points: Vec<Vec2> = walkers.iter().map(|walker| walker.position).collect();
    let link = sizing.parameters.link_distance.max(LEAST_LINK * radius);
    let labels = clusters(&points, link);
    let mut members: Vec<Vec<u32>> = Vec::new();
    for (&label, index) in labels.iter().zip(0..) {
        if label as usize == members.len() {
            members.push(Vec::new());
        }
        members[label as usize].push(index);
    }
    let margin = sizing.margin(radius, speed);
    for part in members.into_iter().flat_map(|cluster| sizing.parts(&points, cluster, margin)) {
        let units: Vec<UnitId> =
            part.into_iter().map(|index| walkers[index as usize].unit).collect();
        groups.push(Group {
            order,
            class,
            way_point,
            band,
            leader: units[0],
            units,
            due: Some(tick),
            guide: None,
            window: None,
            plan: None,
            spare: None,
        });
    }
}

/// Units nearer than this many radii are always linked: discs that touch are one crowd, whatever `link_distance` says.
pub(crate) const LEAST_LINK: f32 = 6.0;

/// Takes the window of the first former group that has not given it away, with the plan under way. Who comes from a group
/// that waited for a plan has waited as long.
fn inherit(group: &mut Group, bodies: &SlotMap<UnitId, Body>, former: &mut [Option<Group>]) {
    let former_of = |unit: &UnitId| bodies[*unit].task.as_ref()?.group;
    for index in group.units.iter().filter_map(former_of) {
        let kind = group.kind();
        let slot = &mut former[index as usize];
        let since = slot.as_ref().filter(|old| old.kind() == kind).and_then(|old| old.due);
        group.due = group.due.min(since).or(group.due);
        if let Some(old) = slot.take_if(|old| old.kind() == kind) {
            (group.window, group.plan, group.spare) = (old.window, old.plan, old.spare);
            return;
        }
    }
}

/// Tells each unit the index of its group.
fn number(groups: &[Group], bodies: &mut SlotMap<UnitId, Body>) {
    bodies.values_mut().filter_map(|body| body.task.as_mut()).for_each(|task| task.group = None);
    for (group, index) in groups.iter().zip(0..) {
        for &unit in &group.units {
            let Some(body) = bodies.get_mut(unit) else { continue };
            let kind = (group.kind(), body.class);
            if let Some(task) = body.task.as_mut().filter(|task| task.kind(kind.1) == kind.0) {
                task.group = Some(index);
            }
        }
    }
}
