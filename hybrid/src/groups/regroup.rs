//! Which units form a group: those of one order, class and band that are near each other.

use glam::Vec2;
use slotmap::SlotMap;

use super::all::{Groups, RetiredGroups};
use super::group::Group;
use super::guide::bits;
use super::guides::Guides;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::Order;
use crate::bodies::task::{Assignment, Cohort, Lead};
use crate::bodies::unit::Body;
use crate::grids::cluster::SteadyClustering;
use crate::grids::window::{Parting, Sizing};

/// A unit on its way.
#[derive(Clone, Debug)]
struct Walker {
    cohort: Cohort,
    unit: UnitId,
    position: Vec2,
    /// The number of the group that it is in, if it is in one already.
    group: Option<u32>,
}

/// Room to form groups in.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegroupScratch {
    /// The units whose orders are due in this tick, in id order.
    pub(crate) due: Vec<UnitId>,
    /// The direction along which the units of a group are put in order.
    pub(crate) axis: Vec2,
    walkers: Vec<Walker>,
    /// The groups that are formed anew.
    former: RetiredGroups,
    points: Vec<Vec2>,
    before: Vec<Option<u32>>,
    clustering: SteadyClustering,
    clusters: Vec<Vec<u32>>,
    parting: Parting,
    /// Lists that no group uses any more.
    lists: Vec<Vec<UnitId>>,
}

/// Forms the groups of all orders that are due in this tick anew; those of other orders stay. New groups inherit the
/// window of the group that their units were in.
pub(crate) fn regroup(
    groups: &mut Groups,
    bodies: &mut SlotMap<UnitId, Body>,
    orders: &mut SlotMap<OrderId, Order>,
    guides: &Guides,
    sizing: &Sizing<'_>,
    tick: u64,
    room: &mut RegroupScratch,
) {
    let period = sizing.parameters.plan_ticks();
    let is_due = |order: OrderId| orders.get(order).is_none_or(|order| order.is_due(tick, period));
    if !orders.keys().chain(groups.iter().map(|group| group.order)).any(is_due) {
        return;
    }
    let mut walkers = std::mem::take(&mut room.walkers);
    find_walkers(&mut walkers, bodies, &room.due, room.axis);
    groups.take_out(|group| is_due(group.order), &mut room.former);
    let kept = groups.len();
    for of_cohort in walkers.chunk_by(|a, b| a.cohort == b.cohort) {
        form(groups, of_cohort, bodies, sizing, tick, room);
    }
    room.walkers = walkers;
    for group in &mut groups[kept..] {
        inherit(group, bodies, room);
        group.guide = guides.of(group.cohort()).cloned();
    }
    let (_, pool) = groups.with_pool();
    for group in room.former.drain() {
        room.lists.push(group.units.into());
        group.window.into_iter().for_each(|window| pool.put(window));
    }
    for order in orders.values_mut().filter(|order| order.is_due(tick, period)) {
        order.planned = true;
    }
    number(&groups[kept..], &room.due, bodies);
}

/// The units on their way whose order is due, those of one cohort together, in the order of their positions: whatever is
/// summed up over a group does not depend on when its units were made. It turns with the world, as the axis does.
fn find_walkers(
    walkers: &mut Vec<Walker>,
    bodies: &SlotMap<UnitId, Body>,
    due: &[UnitId],
    axis: Vec2,
) {
    let place = |point: Vec2| bits(Vec2::new(axis.dot(point), axis.perp_dot(point)));
    let walker = |&unit: &UnitId| {
        let body = &bodies[unit];
        let on_way = |task: &&Assignment| {
            !task.settled && task.lead != Lead::Apart && body.crossing.is_none()
        };
        let task = body.task.as_deref().filter(on_way)?;
        let (cohort, group) = (task.cohort(body.class()), task.group);
        Some(Walker { cohort, unit, position: body.position, group })
    };
    walkers.clear();
    walkers.extend(due.iter().filter_map(walker));
    walkers.sort_unstable_by_key(|walker| (walker.cohort, place(walker.position), walker.unit));
}

/// Forms the groups of units of one cohort.
fn form(
    groups: &mut Groups,
    walkers: &[Walker],
    bodies: &SlotMap<UnitId, Body>,
    sizing: &Sizing<'_>,
    tick: u64,
    room: &mut RegroupScratch,
) {
    let Cohort { order, class, way_point, band } = walkers[0].cohort;
    let greatest = |of: fn(&Body) -> f32| {
        walkers.iter().map(|walker| of(&bodies[walker.unit])).fold(0.0, f32::max)
    };
    let (radius, speed) = (greatest(|body| body.radius), greatest(|body| body.free_speed()));
    let RegroupScratch { points, before, clustering, clusters, parting, lists, .. } = room;
    points.clear();
    points.extend(walkers.iter().map(|walker| walker.position));
    before.clear();
    before.extend(walkers.iter().map(|walker| walker.group));
    let link = sizing.parameters.link_distance.max(LEAST_LINK * radius);
    let mut count = 0;
    let labels = clustering.find(points, before, link, STAY_TOGETHER * link);
    for (&label, index) in labels.iter().zip(0..) {
        if label as usize == count {
            count += 1;
            clusters.resize_with(clusters.len().max(count), Vec::new);
            clusters[label as usize].clear();
        }
        clusters[label as usize].push(index);
    }
    let margin = sizing.margin(radius, speed);
    for cluster in &mut clusters[..count] {
        sizing.parts(points, before, margin, cluster, parting, &mut |part| {
            let mut units = lists.pop().unwrap_or_default();
            units.clear();
            units.extend(part.iter().map(|&index| walkers[index as usize].unit));
            groups.push(Group {
                number: 0,
                order,
                class,
                way_point,
                band,
                leader: units[0],
                units: units.into(),
                due: Some(tick),
                guide: None,
                window: None,
                plan: None,
            });
        });
    }
}

/// Units nearer than this many radii are always linked: discs that touch are one crowd, whatever `link_distance` says.
pub(crate) const LEAST_LINK: f32 = 6.0;

/// Units of a group stay together up to so many times the distance within which others join it.
const STAY_TOGETHER: f32 = 4.0 / 3.0;

/// Takes the window of the first former group that has not given it away, with the plan under way. Who comes from a group
/// that waited for a plan has waited as long.
fn inherit(
    group: &mut Group,
    bodies: &SlotMap<UnitId, Body>,
    RegroupScratch { former, lists, .. }: &mut RegroupScratch,
) {
    let (cohort, mut last) = (group.cohort(), None);
    for &unit in group.units.iter() {
        let Some(number) = bodies[unit].task.as_ref().and_then(|task| task.group) else { continue };
        if last.replace(number) == Some(number) {
            continue;
        }
        if let Some(old) = former.take_if(number, |old| old.cohort() == cohort) {
            group.due = group.due.min(old.due).or(group.due);
            (group.window, group.plan) = (old.window, old.plan);
            lists.push(old.units.into());
            return;
        }
    }
}

/// Tells the units that are due the numbers of their groups, which are new.
fn number(groups: &[Group], due: &[UnitId], bodies: &mut SlotMap<UnitId, Body>) {
    let mut tell = |unit: UnitId, group: Option<u32>| {
        if let Some(task) = &mut bodies[unit].task {
            task.group = group;
        }
    };
    due.iter().for_each(|&unit| tell(unit, None));
    for group in groups {
        group.units.iter().for_each(|&unit| tell(unit, Some(group.number)));
    }
}
