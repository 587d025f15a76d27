//! Units on their way that get nowhere: what holds them up, and what they try.
//!
//! Tried are, in turn: a path of its own instead of the field's flow; another slot of the shared goal; to back out, and
//! to step to the right, or the other way round. Then the unit waits until something changes: who touches it, where it
//! is, where it shall go, or the walls. The more often it has given up at a place, the longer it waits there.

use glam::Vec2;
use slotmap::SlotMap;

use crate::base::handle::{OrderId, UnitId};
use crate::base::tolerances::STILL;
use crate::bodies::order::Order;
use crate::bodies::stuck_state::{Recovery, StuckState};
use crate::bodies::task::{Assignment, Lead};
use crate::bodies::unit::{Body, Driver};
use crate::event::{Event, StuckReason};
use crate::ground::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::steering::barred::{Look, Touched, may_be_barred};
use crate::steering::firm::{FirmUnits, stands_firm};
use crate::steering::progress::LookPace;
use crate::ways::sight::sees;

/// The share of its greatest speed that a unit must be slower than to be stuck.
const SLOW: f32 = 0.1;

/// Seconds that are given to each thing that is tried.
const TRIAL: f32 = 6.0;

/// Seconds after which a unit that waits goes on for as long as a trial takes, to see whether it can.
const WAIT: f32 = 30.0;

/// How often what a unit waits doubles while it gives up at one place.
const MOST_DOUBLINGS: u32 = 5;

/// The share of its greatest speed with which a stuck unit steps to the side.
pub(super) const SIDESTEP: f32 = 0.5;

/// Radii: who has got this far from where it was stuck is under way again. Farther than a side step.
const AWAY: f32 = 4.0;

/// Radii: how far ahead a wall is looked for.
const WALL: f32 = 0.5;

/// What is tried, in this order.
const TRIALS: u32 = 4;

/// The number of the trial that needs another slot.
const NEW_SLOT: u32 = 2;

/// What has to be done about units that do not get on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Due {
    /// Whether something must be done for one of them.
    pub(crate) is_any: bool,
    /// Whether one stands since others bar its way.
    pub(crate) is_any_barred: bool,
}

/// Counts how long units have not got on, and looks whether they come nearer.
pub(crate) fn count(
    bodies: &mut SlotMap<UnitId, Body>,
    pace: LookPace,
    parameters: &WorldParameters,
) -> Due {
    let stuck_time = parameters.stuck_time;
    let (mut due, mut is_any_firm, mut is_any_late) = (Due::default(), false, false);
    let first = bodies.values().next().map(|body| body.team);
    let (mut is_any_at_rest, mut are_foes) = (false, false);
    for (unit, body) in bodies {
        is_any_firm |= stands_firm(body);
        is_any_at_rest |= body.rests();
        are_foes |= Some(body.team) != first;
        if pace.is_time(unit) {
            due.is_any |= pace.look(body);
            is_any_late |= may_be_barred(body, stuck_time);
        }
        let speed = body.speed();
        let Some(task) = &mut body.task else { continue };
        let still = &mut task.stuck_state;
        let walked = SLOW * stuck_time * speed;
        let far = if still.is_stuck { walked + AWAY * body.radius } else { walked };
        let left = |point: Vec2, far: f32| body.position.distance_squared(point) > far * far;
        (still.touched, still.is_blocked, still.is_late) = (0, false, false);
        if body.crossing.is_some() || body.queues {
            still.queue(body.position);
        } else if task.settled {
            *still = StuckState { anchor: body.position, ..StuckState::default() };
        } else if left(still.anchor, far) && !matches!(still.recovery, Recovery::Sidestep(_)) {
            (still.anchor, still.ticks) = (body.position, 0);
            (still.is_stuck, still.recovery, still.barred) = (false, Recovery::None, None);
            // Farther than any way out that is tried leads.
            if left(still.place, TRIAL * speed + AWAY * body.radius) {
                (still.tried, still.given_up) = (0, 0);
            }
        } else {
            still.ticks += 1;
        }
        due.is_any |= is_due(task, parameters);
        due.is_any_barred |= task.stuck_state.barred.is_some();
    }
    due.is_any |= (is_any_firm || (is_any_at_rest && are_foes)) && is_any_late;
    due
}

/// Returns whether a unit has not got on for so long that something must be done.
fn is_due(task: &Assignment, parameters: &WorldParameters) -> bool {
    let still = &task.stuck_state;
    let seconds = match still.recovery {
        _ if still.barred.is_some() => return false,
        _ if !still.is_stuck => parameters.stuck_time,
        Recovery::Wait => 0.0,
        _ => TRIAL,
    };
    still.ticks as f32 * parameters.tick >= seconds
}

/// Room to look after units that get nowhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct StuckScratch {
    /// The numbers of all orders, sorted: looked up by units that get nowhere alone.
    numbers: Vec<u64>,
    /// What those touch for whom something may have to be done, sorted by unit.
    touched: Vec<(UnitId, Touched)>,
}

/// Has units that get nowhere try the next way out, and reports those that begin to. Returns those that want another slot.
pub(crate) fn free(
    touching: impl Iterator<Item = (UnitId, UnitId)>,
    bodies: &mut SlotMap<UnitId, Body>,
    orders: &SlotMap<OrderId, Order>,
    meshes: &Meshes,
    parameters: &WorldParameters,
    events: &mut Vec<Event>,
    StuckScratch { numbers, touched }: &mut StuckScratch,
) -> Vec<UnitId> {
    let mut wanting = Vec::new();
    numbers.clear();
    touched.clear();
    let is_stuck = |body: &Body| body.task.as_ref().is_some_and(|task| is_due(task, parameters));
    let mut note = |id: UnitId, body: &Body, by: UnitId, other: &Body| {
        let task = body.task.as_ref().filter(|task| !task.settled);
        if task.is_some_and(|task| is_due(task, parameters) || task.progress.is_due())
            || may_be_barred(body, parameters.stuck_time)
        {
            entry(touched, id).note(body, by, other);
        }
    };
    for (a, b) in touching {
        let Some([one, other]) = bodies.get_disjoint_mut([a, b]) else { continue };
        touch(one, other);
        touch(other, one);
        note(a, one, b, other);
        note(b, other, a, one);
    }
    let is_any_barrier = touched.iter().any(|(_, touched)| touched.barrier().is_some());
    let firm = if is_any_barrier { FirmUnits::among(bodies) } else { FirmUnits::default() };
    let looks = touched.iter().filter_map(|&(unit, ref touched)| {
        let body = &bodies[unit];
        let may_be = may_be_barred(body, parameters.stuck_time);
        let look = || touched.look(body, bodies, &firm, meshes, parameters.stuck_time);
        Some((unit, may_be.then(look).flatten()?))
    });
    let looks: Vec<(UnitId, Look)> = looks.collect();
    for (unit, look) in looks {
        // Where one stands at its place, or an enemy rests before it all round, it takes another one, as it does behind those of
        // its order.
        let by = of(touched, unit).barrier().and_then(|by| bodies.get(by));
        let is_shut_out = matches!(look, Look::Barred(_)) && by.is_some_and(Body::rests);
        let body = &bodies[unit];
        let is_taken = body.task.as_ref().is_some_and(|task| firm.have_taken(task.place, body));
        if is_shut_out || is_taken {
            wanting.push(unit);
        }
        events.extend(obey(unit, &mut bodies[unit], look, parameters.tick));
    }
    for (unit, body) in bodies.iter_mut() {
        let touched = of(touched, unit);
        if let Some(event) = tell_if_astray(unit, body, &touched, meshes) {
            events.push(event);
        }
        if !is_stuck(body) {
            continue;
        }
        let reason = reason(body, meshes);
        let speed = body.speed();
        let Some(task) = &mut body.task else { continue };
        let still = &mut task.stuck_state;
        if still.recovery == Recovery::Wait {
            wait(still, parameters.tick);
            continue;
        }
        if matches!(still.recovery, Recovery::Sidestep(_)) {
            (still.recovery, still.ticks) = (Recovery::None, 0);
            continue;
        }
        still.ticks = 0;
        let Some(reason) = reason else { continue };
        let same = AWAY * body.radius + SLOW * parameters.stuck_time * speed;
        if still.tried == 0 || still.place.distance(body.position) > same {
            (still.place, still.tried, still.given_up) = (body.position, 0, 0);
            if task.progress.tell() {
                let (order, blocker) = (task.order, blocker(reason, &touched));
                events.push(Event::Stuck { unit, order, reason, blocker });
            }
        }
        still.is_stuck = true;
        // Where no way begins nothing can be tried but a new search, some time later.
        still.tried = if reason == StuckReason::NoWay { TRIALS + 1 } else { still.tried + 1 };
        if still.tried == NEW_SLOT && still.is_late {
            wanting.push(unit);
        }
        if numbers.is_empty() {
            numbers.extend(orders.values().map(|order| order.number));
            numbers.sort_unstable();
        }
        let backs = is_even(orders.get(task.order).map_or(0, |order| order.number), numbers);
        task.stuck_state.recovery = recovery(still.tried, body.desired, backs);
        task.stuck_state.given_up += u32::from(task.stuck_state.recovery == Recovery::Wait);
        task.stuck_state.crowd = task.stuck_state.touched;
        task.route = None;
    }
    wanting.sort_by_key(|&unit| bodies[unit].position.to_array().map(f32::to_bits));
    wanting
}

/// Has a unit that waits try again, if that is due: as others touch it by now, or after a while. It waits longer each time that
/// it has given up at one place, as whoever tries disturbs those that rest around it.
fn wait(still: &mut StuckState, tick: f32) {
    let longer = (1 << still.given_up.saturating_sub(1).min(MOST_DOUBLINGS)) as f32;
    let waited = still.ticks as f32 * tick;
    if still.touched != still.crowd && waited >= TRIAL * (longer - 1.0) {
        still.try_again();
    } else if waited >= WAIT * longer {
        (still.recovery, still.ticks) = (Recovery::None, 0);
    }
}

/// Returns what a unit touches so far, to note more.
fn entry(touched: &mut Vec<(UnitId, Touched)>, unit: UnitId) -> &mut Touched {
    let at = touched.binary_search_by_key(&unit, |&(unit, _)| unit).unwrap_or_else(|at| {
        touched.insert(at, (unit, Touched::default()));
        at
    });
    &mut touched[at].1
}

/// Returns what a unit touches, of those that are sorted.
fn of(touched: &[(UnitId, Touched)], unit: UnitId) -> Touched {
    let at = touched.binary_search_by_key(&unit, |&(unit, _)| unit);
    at.map_or_else(|_| Touched::default(), |at| touched[at].1)
}

/// Has a unit stand whose way is barred, or step to where there is room; returns what is told of it.
fn obey(unit: UnitId, body: &mut Body, look: Look, tick: f32) -> Option<Event> {
    let speed = body.speed();
    let task = body.task.as_mut()?;
    let still = &mut task.stuck_state;
    match look {
        Look::Barred(barred) => {
            still.stand(barred);
            let (order, blocker) = (task.order, Some(barred.head));
            let reason = StuckReason::Units;
            task.progress.tell().then_some(Event::Stuck { unit, order, reason, blocker })
        }
        Look::Gap(way) if !matches!(still.recovery, Recovery::Sidestep(_)) => {
            // For as long as it takes: the trial ends when its time is over.
            let seconds = way.length() / (SIDESTEP * speed);
            still.ticks = ((TRIAL - seconds).max(0.0) / tick) as u32;
            still.recovery = Recovery::Sidestep(way.normalize_or_zero());
            still.is_stuck = true;
            None
        }
        Look::Gap(_) => None,
    }
}

/// Returns what is told of a unit that does not come nearer to its place. If it has walked much too far, it goes on along a
/// path of its own. Not before that: who walks without coming nearer may be in a crowd, which the field leads round and a path
/// does not.
fn tell_if_astray(
    unit: UnitId,
    body: &mut Body,
    touched: &Touched,
    meshes: &Meshes,
) -> Option<Event> {
    let is_due = |body: &Body| body.task.as_ref().is_some_and(|task| task.progress.is_due());
    if !is_due(body) {
        return None;
    }
    let held_up_by = reason(body, meshes);
    let is_of_engine = body.driver == Driver::Engine;
    let task = body.task.as_mut()?;
    let strays = task.progress.strays();
    if held_up_by.is_none() && is_of_engine && !task.progress.is_walking() {
        // Its engine has other plans.
        task.progress.wait();
        return None;
    }
    task.progress.go_astray();
    if strays && !task.lead.is_own() {
        task.follow(Lead::Among);
    }
    let reason = held_up_by.unwrap_or(StuckReason::NoProgress);
    let (order, blocker) = (task.order, blocker(reason, touched));
    // Who stands since others bar its way has been told that.
    let is_news = task.progress.tell() && task.stuck_state.barred.is_none();
    is_news.then_some(Event::Stuck { unit, order, reason, blocker })
}

/// Returns which unit holds one up that is stuck for a reason; `None` if none does.
fn blocker(reason: StuckReason, touched: &Touched) -> Option<UnitId> {
    touched.blocker().filter(|_| reason == StuckReason::Units)
}

/// Returns whether an even number of the orders in force are older than the one with a number: of two there are, one is even.
/// All their numbers are given, sorted.
fn is_even(number: u64, numbers: &[u64]) -> bool {
    numbers.partition_point(|&other| other < number).is_multiple_of(2)
}

/// Returns what a unit does as its `tried`-th attempt; `decision` is where it wants to go. Where two orders meet in a narrow
/// place, the units of one `back` out first while those of the other step to their right, and then the other way round.
fn recovery(tried: u32, decision: Vec2, backs: bool) -> Recovery {
    let ahead = decision.normalize_or(Vec2::X);
    match (tried, backs) {
        (1 | 2, _) => Recovery::OwnPath,
        (3, true) | (TRIALS, false) => Recovery::Sidestep(-ahead),
        (3, false) | (TRIALS, true) => Recovery::Sidestep(-ahead.perp()),
        _ => Recovery::Wait,
    }
}

/// Notes that a unit touches another one.
fn touch(body: &mut Body, other: &Body) {
    let is_ahead = (other.position - body.position).dot(body.desired) > 0.0;
    if let Some(task) = &mut body.task {
        task.stuck_state.touched += 1;
        task.stuck_state.is_blocked |= is_ahead;
        task.stuck_state.is_late |= is_ahead && other.is_settled_or_idle();
    }
}

/// Returns what holds a unit up; `None` if nothing does that the world knows of: a slow turn, or an engine that has other
/// plans.
fn reason(body: &Body, meshes: &Meshes) -> Option<StuckReason> {
    let task = body.task.as_ref()?;
    let ahead = body.desired.normalize_or_zero() * (WALL * body.radius);
    if task.stuck_state.is_lost {
        return Some(StuckReason::NoWay);
    }
    if task.stuck_state.is_blocked {
        return Some(StuckReason::Units);
    }
    let wants = body.desired.length_squared() > STILL * STILL;
    if wants && !sees(meshes.of(body.class()), body.position, body.position + ahead) {
        return Some(StuckReason::Wall);
    }
    (task.stuck_state.touched > 0).then_some(StuckReason::Units)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many seconds a unit waits that has given up so often, and whether other units touch it by now.
    fn waited(given_up: u32, is_touched: bool) -> f32 {
        let still =
            StuckState { given_up, recovery: Recovery::Wait, is_stuck: true, ..Default::default() };
        let waits = |&ticks: &u32| {
            let mut still = StuckState { ticks, touched: u32::from(is_touched), ..still };
            wait(&mut still, 0.5);
            still.recovery == Recovery::Wait
        };
        (0..).take_while(waits).count() as f32 * 0.5
    }

    #[test]
    fn the_more_often_a_unit_has_given_up_the_longer_it_waits() {
        let waits = [1, 2, 3, 6, 7, 1000].map(|given_up| waited(given_up, false));
        assert_eq!(waits, [30.0, 60.0, 120.0, 960.0, 960.0, 960.0]);
        let touched = [1, 2, 3, 6, 1000].map(|given_up| waited(given_up, true));
        assert_eq!(touched, [0.0, 6.0, 18.0, 186.0, 186.0]);
    }
}
