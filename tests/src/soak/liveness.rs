//! Whether units get on: each comes nearer to its place, waits for a reason, or is told that it does not get on.

use std::collections::{BTreeMap, VecDeque};

use glam::Vec2;
use hybrid::{Activity, Event, OrderId, Unit, UnitId, World};

use super::finding::{Findings, Kind};
use super::measure::Measure;
use super::stage::Stage;

/// Seconds within which a unit that dawdles must have come nearer or have been told. The library promises 10; units look around now
/// and then, and are looked at here once a second.
const PATIENCE: f32 = 13.0;

/// The same for one that walks on steadily: flow fields lead round jams, by ways that are longer than the shortest.
const LONG_PATIENCE: f32 = 40.0;

/// Seconds within which one that walks on steadily gets as far as this share of what it could walk.
const STEADY: (f32, f32) = (5.0, 0.5);

/// Seconds after which it is looked whether a unit that has come no nearer waits.
const SUSPICION: f32 = 2.0;

/// Metres: who has come nearer by less has not.
const NEARER: f32 = 0.01;

/// The most times a unit's shortest way that it may walk, and metres on top.
const DETOUR: (f32, f32) = (3.0, 10.0);

/// Metres: a place that has moved less is where it was.
const MOVED: f32 = 1e-3;

/// How a unit has got on.
#[derive(Debug, Clone)]
struct Walk {
    order: OrderId,
    /// Where it goes now: to a way point, or to its place.
    way_point: Option<Vec2>,
    place: Vec2,
    /// What was left when it was last looked at, and the least of that, in metres.
    rest: Option<f32>,
    least: f32,
    /// The tick of that, or in which it waited or was told.
    since: u64,
    /// Metres that it has walked since it was told, and may walk.
    walked: f32,
    allowed: f32,
    position: Vec2,
    /// Where it was when it was last measured, the latest last, and what it had walked then.
    trail: VecDeque<Vec2>,
    measured: f32,
    /// Whether it was told that it is stuck and has not come to rest since.
    was_told: bool,
    /// Whether it must be measured anew.
    is_fresh: bool,
}

/// Looks at all units that have an order.
#[derive(Default)]
pub struct Liveness {
    walks: BTreeMap<UnitId, Walk>,
}

impl Walk {
    fn new(unit: &Unit, order: OrderId, place: Vec2, tick: u64) -> Self {
        Self {
            order,
            way_point: unit.way_point,
            place,
            rest: None,
            least: f32::INFINITY,
            since: tick,
            walked: 0.0,
            allowed: 0.0,
            position: unit.position,
            trail: VecDeque::new(),
            measured: 0.0,
            was_told: false,
            is_fresh: true,
        }
    }

    /// Begins anew: what it has walked is forgotten.
    fn restart(&mut self, tick: u64) {
        (self.since, self.walked, self.measured, self.is_fresh) = (tick, 0.0, 0.0, true);
    }

    /// Takes what is left of its way now.
    fn measured(&mut self, rest: Option<f32>, tick: u64, is_moved: bool) {
        let Some(new) = rest else { return };
        let (times, more) = DETOUR;
        let old = self.rest.replace(new);
        let went = self.walked - std::mem::replace(&mut self.measured, self.walked);
        match old {
            Some(old) if !self.is_fresh => {
                if is_moved {
                    self.allowed += times * (new - old + went).max(0.0);
                }
            }
            _ => self.allowed = times * new + more,
        }
        if is_moved || self.is_fresh || new < self.least - NEARER {
            (self.least, self.since) = (new, tick);
        }
        self.is_fresh = false;
    }
}

impl Liveness {
    /// Looks at a world after a step.
    pub fn look(&mut self, stage: &Stage, measure: &mut Measure, findings: &mut Findings) {
        let world = stage.world();
        let (tick, length) = (world.tick_count(), world.definition().parameters.tick);
        let period = (1.0 / length).round().max(1.0) as u64;
        for event in world.events() {
            if let Event::Stuck { unit, .. } = event
                && let Some(walk) = self.walks.get_mut(unit)
            {
                walk.was_told = true;
                walk.restart(tick);
            }
        }
        self.walks.retain(|&unit, walk| {
            world.unit(unit).is_some_and(|unit| unit.order == Some(walk.order))
        });
        for (unit, index) in world.units().zip(0..) {
            let (Some(order), Some(place)) = (unit.order, unit.place) else { continue };
            let fresh = || Walk::new(&unit, order, place, tick);
            let walk = self.walks.entry(unit.id).or_insert_with(fresh);
            if stage.called.moved.contains(&unit.id) {
                walk.position = unit.position;
                walk.restart(tick);
            }
            if stage.called.ground || stage.called.aimed.contains(&order) {
                walk.restart(tick);
            }
            walk.walked += walk.position.distance(unit.position);
            walk.position = unit.position;
            if unit.activity == Activity::Resting {
                walk.was_told = false;
            }
            let is_under_way = unit.activity == Activity::Moving;
            if !is_under_way {
                walk.restart(tick);
            } else if (tick + index).is_multiple_of(period) || walk.is_fresh {
                judge(stage, (&unit, walk), measure, findings);
            }
        }
    }

    /// Looks at a world whose time is over: who is under way must have been told that it does not get on.
    pub fn close(&self, stage: &Stage, findings: &mut Findings) {
        let world = stage.world();
        for unit in world.units().filter(|unit| unit.activity == Activity::Moving) {
            if self.walks.get(&unit.id).is_some_and(|walk| !walk.was_told) {
                let arrived = if unit.arrived { "it had arrived once" } else { "never arrived" };
                findings.note(Kind::Unended, world.tick_count(), || {
                    format!("{arrived}; {}", story(stage, &unit))
                });
            }
        }
    }

    /// Returns how many units are under way, or on a link, and how many are stuck or have been told so.
    pub fn left(&self, world: &World) -> [usize; 2] {
        let mut left = [0; 2];
        for unit in world.units().filter(|unit| unit.order.is_some()) {
            let was_told = self.walks.get(&unit.id).is_some_and(|walk| walk.was_told);
            match unit.activity {
                Activity::Stuck => left[1] += 1,
                Activity::Moving | Activity::Crossing => left[usize::from(was_told)] += 1,
                _ => {}
            }
        }
        left
    }
}

/// Measures a unit that is under way, and says if it does not get on.
fn judge(
    stage: &Stage,
    (unit, walk): (&Unit, &mut Walk),
    measure: &mut Measure,
    findings: &mut Findings,
) {
    let world = stage.world();
    let (tick, length) = (world.tick_count(), world.definition().parameters.tick);
    let place = unit.place.unwrap_or(walk.place);
    let to = unit.way_point.unwrap_or(place);
    let is_moved = walk.way_point != unit.way_point || walk.place.distance(place) > MOVED;
    (walk.way_point, walk.place) = (unit.way_point, place);
    let rest = measure.rest(world, unit.class, [unit.position, to]);
    walk.measured(rest, tick, is_moved);
    let seconds = (tick - walk.since) as f32 * length;
    walk.trail.push_back(unit.position);
    if walk.trail.len() > STEADY.0 as usize + 1 {
        walk.trail.pop_front();
    }
    let got = walk.trail.front().map_or(0.0, |from| from.distance(unit.position));
    let is_steady = got > STEADY.0 * STEADY.1 * unit.max_speed;
    let patience = if is_steady { LONG_PATIENCE } else { PATIENCE };
    if seconds >= SUSPICION && waits(world, unit.id) {
        walk.since = tick;
    }
    if (tick - walk.since) as f32 * length > patience {
        let least = walk.least;
        findings.note(Kind::Silent, tick, || {
            format!("{seconds:.0} s, {rest:?} m to go, {least:.2} before; {}", story(stage, unit))
        });
    }
    if walk.rest.is_some() && walk.walked > walk.allowed {
        let (walked, allowed) = (walk.walked, walk.allowed);
        findings.note(Kind::FarWalk, tick, || {
            format!("walked {walked:.1} m, of at most {allowed:.1}; {}", story(stage, unit))
        });
    }
}

/// Whether a unit is told to wait before a narrow way.
fn waits(world: &World, unit: UnitId) -> bool {
    let passage = world.explain(unit).ok().and_then(|explanation| explanation.passage);
    passage.is_some_and(|passage| passage.must_wait)
}

/// Tells a unit's story.
fn story(stage: &Stage, unit: &Unit) -> String {
    let explained = stage.world().explain(unit.id);
    let why = explained.map_or_else(|error| error.to_string(), |why| why.to_string());
    format!("unit {:?} at {}: {why}", stage.number(unit.id), unit.position)
}
