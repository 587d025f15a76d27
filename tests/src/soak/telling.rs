//! What worlds tell: events that are true, in order, and told once.

use std::collections::BTreeMap;

use glam::Vec2;
use hybrid::{Activity, Event, OrderId, PathLostReason, StuckReason, Unit, UnitId, World};

use super::finding::{FindingKind, Findings};
use super::legs::Legs;
use super::measure::Measure;
use super::room::nearer_room;
use super::stage::SoakStage;

/// Sums of radii, and metres on top: what touched or nearly did may be this far apart, and as far as both move in a tick, when the step
/// is over.
const TOUCH: (f32, f32) = (1.1, 0.05);

/// Metres: how far a place may be from where it was said to be.
const SAME: f32 = 0.01;

/// Radii: so far who has arrived may be pushed off and still rest.
const PUSHED: f32 = 24.0;

/// A disc that holds so many slots has this share of their number as the square of its radius, in spacings; and spacings on top:
/// slots lie round walls.
const SLOTS: f32 = 0.275_664_4;
const MARGIN: f32 = 3.0;

/// What a unit has been told of its order.
#[derive(Debug, Clone)]
struct Told {
    order: OrderId,
    /// Where its place was before this step, and since when.
    place: Vec2,
    since: u64,
    /// How often it may still arrive.
    arrivals: u32,
    /// When it arrived last.
    arrived: Option<u64>,
    /// On which leg of the unit that it follows that was.
    leg: u32,
    is_lost: bool,
}

/// Looks at the events of each step.
#[derive(Default)]
pub struct Telling {
    told: BTreeMap<UnitId, Told>,
    legs: Legs,
    /// When the ground or a goal changed last.
    changed: u64,
    /// When the goal of each order changed last, and the most units that it had.
    orders: BTreeMap<OrderId, (u64, usize)>,
}

impl Telling {
    /// Looks at the events of the last step. To be called after each.
    pub fn look(&mut self, stage: &SoakStage, measure: &mut Measure, findings: &mut Findings) {
        self.hear(stage, stage.world().events(), measure, findings);
    }

    /// Looks at what is said to have happened in the last step.
    pub(super) fn hear(
        &mut self,
        stage: &SoakStage,
        events: &[Event],
        measure: &mut Measure,
        findings: &mut Findings,
    ) {
        let world = stage.world();
        let tick = world.tick_count();
        if stage.called.ground
            || stage.called.ways
            || !stage.called.aimed.is_empty()
            || !stage.called.moved.is_empty()
        {
            self.changed = tick;
        }
        for order in world.orders() {
            let count = world.order_view(order).map_or(0, |order| order.unit_count);
            let known = self.orders.entry(order).or_insert((tick, count));
            known.1 = known.1.max(count);
            if stage.called.aimed.contains(&order) {
                known.0 = tick;
            }
        }
        for told in self.told.values_mut() {
            let is_aimed = stage.called.aimed.contains(&told.order);
            told.arrivals += u32::from(is_aimed && told.arrivals < 2);
        }
        self.legs.look(world);
        if !events.is_sorted_by_key(Event::unit) {
            findings
                .note(FindingKind::Events, tick, || "events are not in the order of units".into());
        }
        for &event in events {
            let Some(unit) = world.unit(event.unit()) else {
                findings.note(FindingKind::Events, tick, || {
                    format!("{event:?} of a unit that is gone")
                });
                continue;
            };
            self.check(stage, (&unit, event), measure, findings);
        }
        let seen = |unit: Unit| Some((unit, unit.order?, unit.place?));
        let units = world.units().filter_map(seen);
        let known = std::mem::take(&mut self.told);
        self.told = units
            .map(|(unit, order, place)| {
                let before = known.get(&unit.id).filter(|told| told.order == order);
                let mut told = before.cloned().unwrap_or_else(|| Told::new(order, place, tick));
                if told.place.distance(place) > SAME {
                    told.since = tick;
                }
                told.place = place;
                (unit.id, told)
            })
            .collect();
    }

    fn check(
        &mut self,
        stage: &SoakStage,
        (unit, event): (&Unit, Event),
        measure: &mut Measure,
        findings: &mut Findings,
    ) {
        let world = stage.world();
        let tick = world.tick_count();
        let changed = self.changed;
        let says = |what: &str| format!("{event:?}: {what}; unit {:?}", stage.number(unit.id));
        match event {
            Event::Arrived { order, .. } => {
                let leg = self.legs.number(order);
                let told = self.told_of(unit, order);
                // Who follows another one arrives anew when that has gone on.
                let is_anew = std::mem::replace(&mut told.leg, leg) != leg;
                if told.arrivals == 0 && !is_anew {
                    findings.note(FindingKind::Events, tick, || says("it had arrived"));
                }
                told.arrivals = told.arrivals.saturating_sub(1);
                told.arrived = Some(tick);
                let (place, is_lost, since) = (told.place, told.is_lost, told.since);
                let is_packed = self.is_close_packed(world, order, since);
                // One that is pushed in this very step is not at its place any more.
                let pushed = unit.radius;
                if unit.place == Some(place)
                    && !is_lost
                    && let Some(how) = is_elsewhere(stage, (unit, order, place), pushed, is_packed)
                {
                    findings.note(FindingKind::FalseArrival, tick, || says(&how));
                }
            }
            Event::PathLost { order, reason, goes_to, .. } => {
                let told = self.told_of(unit, order);
                if told.is_lost && goes_to.is_some() {
                    findings.note(FindingKind::Events, tick, || says("it knew that"));
                }
                told.is_lost = true;
                let follows = stage.said.get(&order).is_some_and(|said| said.target.is_some());
                if told.arrived.is_some_and(|arrived| arrived >= changed) && !follows {
                    findings.note(FindingKind::Events, tick, || says("it had arrived before"));
                }
                let place = told.place;
                // What an order could not reach when it was given may have come free before the step.
                let found = Event::PathFound { unit: unit.id, order };
                let is_found = stage.world().events().contains(&found);
                if !is_found
                    && let Some(why) =
                        false_loss(stage, (unit, order, place), (reason, goes_to), measure)
                {
                    let is_room = reason == PathLostReason::NoRoom;
                    let kind =
                        if is_room { FindingKind::FalseNoRoom } else { FindingKind::FalseLoss };
                    findings.note(kind, tick, || says(&why));
                }
            }
            Event::PathFound { order, .. } => {
                let told = self.told_of(unit, order);
                if !std::mem::take(&mut told.is_lost) {
                    findings.note(FindingKind::Events, tick, || says("it had not lost it"));
                }
            }
            Event::Stuck { reason, .. } => {
                if let Some(why) = false_stuck(world, unit, reason, measure) {
                    findings.note(FindingKind::FalseStuck, tick, || says(&why));
                }
            }
            _ => {}
        }
    }

    /// Looks at a world that has come to rest: whoever rests has been told that it has arrived, and is where it was sent.
    pub fn close(&self, stage: &SoakStage, findings: &mut Findings) {
        let world = stage.world();
        for unit in world.units().filter(|unit| unit.activity == Activity::Resting) {
            let Some(((order, place), told)) =
                unit.order.zip(unit.place).zip(self.told.get(&unit.id))
            else {
                continue;
            };
            let is_told = told.order == order && told.arrived.is_some();
            let how = match is_told {
                true if told.is_lost => None,
                true => {
                    let is_packed = self.is_close_packed(world, order, told.since);
                    let pushed = PUSHED * unit.radius;
                    is_elsewhere(stage, (&unit, order, place), pushed, is_packed)
                }
                false => Some("was never told that it has arrived".into()),
            };
            if let Some(how) = how {
                findings.note(FindingKind::FalseArrival, world.tick_count(), || {
                    format!("in the end unit {:?} rests and {how}", stage.number(unit.id))
                });
            }
        }
    }

    /// Returns what a unit has been told of an order.
    fn told_of(&mut self, unit: &Unit, order: OrderId) -> &mut Told {
        let place = unit.place.unwrap_or(unit.position);
        let told = self.told.entry(unit.id).or_insert_with(|| Told::new(order, place, 0));
        if told.order != order {
            *told = Told::new(order, place, 0);
        }
        told
    }

    /// Whether the places of an order round a shared goal are as near as there is room: not right after the goal was moved, not with
    /// places from before a change of the ground, and not where others have left holes.
    fn is_close_packed(&self, world: &World, order: OrderId, since: u64) -> bool {
        let parameters = &world.definition().parameters;
        let latency = f64::from(parameters.plan_latency) + f64::from(1.0 / parameters.tick);
        let Some(&(aimed, most)) = self.orders.get(&order) else { return false };
        let count = world.order_view(order).map_or(0, |order| order.unit_count);
        let is_new = ((world.tick_count() - aimed) as f64) < latency;
        // A place that was given with the order, or with its goal, counts from then on.
        !is_new && count == most && since.max(aimed) >= self.changed
    }
}

impl Told {
    fn new(order: OrderId, place: Vec2, since: u64) -> Self {
        Self { order, place, since, arrivals: 1, arrived: None, leg: 0, is_lost: false }
    }
}

/// Says how a unit is not where it was sent, though nobody has told it that it cannot get there. It may have been `pushed` off by so
/// many metres.
fn is_elsewhere(
    stage: &SoakStage,
    (unit, order, place): (&Unit, OrderId, Vec2),
    pushed: f32,
    is_close_packed: bool,
) -> Option<String> {
    let world = stage.world();
    let near = world.definition().parameters.settle_radius * unit.radius + SAME;
    let far = place.distance(unit.position);
    if far > near + pushed {
        return Some(format!("is {far:.2} m from its place"));
    }
    let said = stage.said.get(&order)?;
    let goal = said.goal(world, unit.id)?;
    let off = place.distance(goal);
    if said.point.is_none() && said.each.contains_key(&unit.id) {
        return (off > SAME + pushed).then(|| format!("is {off:.2} m from its goal"));
    }
    // Whom they follow may have moved on since their places were made.
    let target = said.target.and_then(|target| world.unit(target));
    if !is_close_packed || target.is_some_and(|target| target.velocity != Vec2::ZERO) {
        return None;
    }
    let [count, range] =
        world.order_view(order).map_or([0.0; 2], |order| [order.unit_count as f32, order.range]);
    let greatest = world.units().map(|unit| unit.radius).fold(0.0, f32::max);
    let spacing = 2.0 * greatest * world.definition().parameters.slot_spacing;
    if off <= range + pushed + spacing * (MARGIN + (count * SLOTS).sqrt()) {
        return None;
    }
    let room = nearer_room(world, unit, goal, place).filter(|room| room.distance(goal) > range)?;
    Some(format!("is {off:.1} m from its goal {goal}, while there is room at {room}"))
}

/// Says why a reason for a lost way is not true.
fn false_loss(
    stage: &SoakStage,
    (unit, order, before): (&Unit, OrderId, Vec2),
    (reason, goes_to): (PathLostReason, Option<Vec2>),
    measure: &mut Measure,
) -> Option<String> {
    let world = stage.world();
    let said = stage.said.get(&order)?;
    let goal = said.goal(world, unit.id)?;
    let mesh = world.mesh(unit.class)?;
    let is_free = |point| mesh.reachable(point, point).is_ok();
    let is_near = |point| is_free(point) && mesh.reachable(unit.position, point).unwrap_or(false);
    match reason {
        PathLostReason::Unreachable if is_near(goal) && is_near(before) => {
            let rest = measure.rest(world, unit.class, [unit.position, goal])?;
            Some(format!("a way of {rest:.1} m leads there"))
        }
        PathLostReason::PlaceBlocked if is_free(goal) && is_free(before) => {
            Some("its goal is free, and its place was".into())
        }
        PathLostReason::TargetGone => {
            let target = said.target.and_then(|target| world.unit(target));
            target.map(|target| format!("{:?} is there", target.id))
        }
        PathLostReason::NoRoom => {
            let place = goes_to.unwrap_or(unit.position);
            let room = nearer_room(world, unit, goal, place)?;
            let off = place.distance(goal);
            Some(format!("goes {off:.1} m from its goal {goal}, while there is room at {room}"))
        }
        _ => None,
    }
}

/// Says why a reason for being stuck is not true.
fn false_stuck(
    world: &World,
    unit: &Unit,
    reason: StuckReason,
    measure: &mut Measure,
) -> Option<String> {
    let mesh = world.mesh(unit.class)?;
    let tick = world.definition().parameters.tick;
    match reason {
        StuckReason::Units => {
            let touches = |other: &Unit| {
                let moved = tick * (other.max_speed + unit.max_speed);
                let near = TOUCH.0 * (other.radius + unit.radius) + TOUCH.1 + moved;
                other.id != unit.id && other.position.distance(unit.position) < near
            };
            (!world.units().any(|other| touches(&other))).then(|| "it touches nobody".into())
        }
        StuckReason::Wall => {
            // Who stands in a wall, where an engine has put it, is held up by it for sure.
            mesh.reachable(unit.position, unit.position).ok()?;
            let walls = mesh.walls_near(unit.position, unit.radius).ok()?;
            walls.is_empty().then(|| format!("no wall is near {}", unit.position))
        }
        StuckReason::NoWay => {
            let rest = measure.rest(world, unit.class, [unit.position, unit.place?])?;
            Some(format!("a way of {rest:.1} m leads to its place"))
        }
        _ => None,
    }
}
