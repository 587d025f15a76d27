//! What worlds tell: events that are true, in order, and told once.

use std::collections::BTreeMap;

use glam::Vec2;
use hybrid::{Event, OrderId, PathLostReason, StuckReason, Unit, UnitId, World};

use super::finding::{Findings, Kind};
use super::measure::Measure;
use super::room::nearer_room;
use super::stage::Stage;

/// Sums of radii, and metres on top: what touched or nearly did may be this far apart, and as far as both move in a tick, when the step
/// is over.
const TOUCH: (f32, f32) = (1.1, 0.05);

/// Metres: how far a place may be from where it was said to be.
const SAME: f32 = 0.01;

/// What a unit has been told of its order.
#[derive(Debug, Clone)]
struct Told {
    order: OrderId,
    /// Where its place was before this step.
    place: Vec2,
    /// How often it may still arrive.
    arrivals: u32,
    /// When it arrived last.
    arrived: Option<u64>,
    is_lost: bool,
}

/// Looks at the events of each step.
#[derive(Default)]
pub struct Telling {
    told: BTreeMap<UnitId, Told>,
    /// When the ground or a goal changed last.
    changed: u64,
}

impl Telling {
    /// Looks at the events of the last step. To be called after each.
    pub fn look(&mut self, stage: &Stage, measure: &mut Measure, findings: &mut Findings) {
        let world = stage.world();
        let tick = world.tick_count();
        if stage.called.ground || !stage.called.aimed.is_empty() || !stage.called.moved.is_empty() {
            self.changed = tick;
        }
        for told in self.told.values_mut() {
            let is_aimed = stage.called.aimed.contains(&told.order);
            told.arrivals += u32::from(is_aimed && told.arrivals < 2);
        }
        let events = world.events();
        if !events.is_sorted_by_key(Event::unit) {
            findings.note(Kind::Events, tick, || "events are not in the order of units".into());
        }
        for &event in events {
            let Some(unit) = world.unit(event.unit()) else {
                findings.note(Kind::Events, tick, || format!("{event:?} of a unit that is gone"));
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
                let fresh = Told { order, place, arrivals: 1, arrived: None, is_lost: false };
                let mut told = before.cloned().unwrap_or(fresh);
                told.place = place;
                (unit.id, told)
            })
            .collect();
    }

    fn check(
        &mut self,
        stage: &Stage,
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
                let told = self.told_of(unit, order);
                if told.arrivals == 0 {
                    findings.note(Kind::Events, tick, || says("it had arrived"));
                }
                told.arrivals = told.arrivals.saturating_sub(1);
                told.arrived = Some(tick);
                let (place, is_lost) = (told.place, told.is_lost);
                if unit.place == Some(place) && !is_lost {
                    check_arrival(stage, (unit, order, place), findings);
                }
            }
            Event::PathLost { order, reason, goes_to, .. } => {
                let told = self.told_of(unit, order);
                if told.is_lost && goes_to.is_some() {
                    findings.note(Kind::Events, tick, || says("it knew that"));
                }
                told.is_lost = true;
                let follows = stage.said.get(&order).is_some_and(|said| said.target.is_some());
                if told.arrived.is_some_and(|arrived| arrived >= changed) && !follows {
                    findings.note(Kind::Events, tick, || says("it had arrived before"));
                }
                let place = told.place;
                if let Some(why) =
                    false_loss(stage, (unit, order, place), (reason, goes_to), measure)
                {
                    let is_room = reason == PathLostReason::NoRoom;
                    let kind = if is_room { Kind::FalseNoRoom } else { Kind::FalseLoss };
                    findings.note(kind, tick, || says(&why));
                }
            }
            Event::PathFound { order, .. } => {
                let told = self.told_of(unit, order);
                if !std::mem::take(&mut told.is_lost) {
                    findings.note(Kind::Events, tick, || says("it had not lost it"));
                }
            }
            Event::Stuck { reason, .. } => {
                if let Some(why) = false_stuck(world, unit, reason, measure) {
                    findings.note(Kind::FalseStuck, tick, || says(&why));
                }
            }
            _ => {}
        }
    }

    /// Returns what a unit has been told of an order.
    fn told_of(&mut self, unit: &Unit, order: OrderId) -> &mut Told {
        let place = unit.place.unwrap_or(unit.position);
        let fresh = Told { order, place, arrivals: 1, arrived: None, is_lost: false };
        let told = self.told.entry(unit.id).or_insert_with(|| fresh.clone());
        if told.order != order {
            *told = fresh;
        }
        told
    }
}

/// Notes a unit that arrives elsewhere than at its place, or whose place is not its goal, though nobody has told it so.
fn check_arrival(
    stage: &Stage,
    (unit, order, place): (&Unit, OrderId, Vec2),
    findings: &mut Findings,
) {
    let world = stage.world();
    let near = world.definition().parameters.settle_radius * unit.radius + SAME;
    let far = place.distance(unit.position);
    // One that is pushed in this very step is not at its place any more.
    if far > near + unit.radius {
        findings.note(Kind::FalseArrival, world.tick_count(), || {
            format!("unit {:?} arrives {far:.2} m from its place", stage.number(unit.id))
        });
    }
    let own = stage.said.get(&order).and_then(|said| said.each.get(&unit.id));
    let off = own.map_or(0.0, |goal| place.distance(*goal));
    if off > SAME {
        findings.note(Kind::FalseArrival, world.tick_count(), || {
            format!("unit {:?} arrives {off:.2} m from its goal", stage.number(unit.id))
        });
    }
}

/// Says why a reason for a lost way is not true.
fn false_loss(
    stage: &Stage,
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
