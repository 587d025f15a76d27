//! Whether units get on: each comes nearer to its place, waits for a reason, or is told that it does not get on.

use std::collections::{BTreeMap, VecDeque};

use glam::Vec2;
use hybrid::{
    Activity, Event, Guidance, OrderId, PassageReading, StuckReason, Unit, UnitId, World,
};

use super::finding::{FindingKind, Findings};
use super::measure::Measure;
use super::stage::SoakStage;

/// Seconds within which a unit must have come nearer or have been told, whatever it does meanwhile: the library promises 10, and takes
/// steps for coming nearer that are longer than those that are seen here.
const PROMISE: (f32, f32) = (10.0, 2.5);

/// Seconds from one look of the soak at a unit to the next.
const LOOKS: f32 = 1.0;

/// Seconds after which it is looked whether a unit that has come no nearer waits.
const SUSPICION: f32 = 2.0;

/// Metres: who has come nearer by less has not.
const NEARER: f32 = 0.01;

/// The most times a unit's shortest way that it may walk, and metres on top.
const DETOUR: (f32, f32) = (3.0, 10.0);

/// Metres: who has come nearer by this since it was told that it is stuck gets on again.
const GETS_ON: f32 = 1.0;

/// How often a unit may be told that it is stuck without having come nearer to its place in between: once by each of the lengths by
/// which the library measures, as one may be shorter than ever while another is not.
const MOST_TOLD: u32 = 3;

/// Looks, and metres: of whom it is said that it makes no progress has not come nearer by so much within so many looks.
const PROGRESS: (usize, f32) = (9, 2.0);

/// Times the shortest way, and metres on top: who has walked more may be told that it makes no progress, whether it comes nearer or
/// not.
const STRAYS: (f32, f32) = (2.0, 6.0);

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
    /// The least of what was left to the nearest place of its order, when that was looked at.
    least_of_all: f32,
    /// The tick in which one of them was, or in which it waited or was told.
    since: u64,
    /// Metres that it has walked since it was told, and may walk.
    walked: f32,
    allowed: f32,
    position: Vec2,
    /// Whether it was on a link.
    crossing: bool,
    /// What was left of its way in the last looks, the latest last.
    rests: VecDeque<f32>,
    /// What it had walked when it was last measured.
    measured: f32,
    /// Whether it was told that it is stuck, and has neither come to rest since nor got on again.
    was_told: bool,
    /// How often it was told so without having come nearer than ever. What was left then at least, to its own place and to the nearest
    /// one of its order, in metres; and what has been since, whatever it did.
    tellings: u32,
    nearest: [f32; 2],
    reached: [f32; 2],
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
            least_of_all: f32::INFINITY,
            since: tick,
            walked: 0.0,
            allowed: 0.0,
            position: unit.position,
            crossing: false,
            rests: VecDeque::new(),
            measured: 0.0,
            was_told: false,
            tellings: 0,
            nearest: [f32::INFINITY; 2],
            reached: [f32::INFINITY; 2],
            is_fresh: true,
        }
    }

    /// Begins anew: what it has walked is forgotten.
    fn restart(&mut self, tick: u64) {
        (self.since, self.walked, self.measured, self.is_fresh) = (tick, 0.0, 0.0, true);
    }

    /// Begins anew as its way is another one: what it was told is forgotten, too.
    fn go_elsewhere(&mut self, tick: u64) {
        self.restart(tick);
        self.forget();
    }

    /// What is known of the way to another place is forgotten, and what it was told there.
    fn forget(&mut self) {
        self.rests.clear();
        self.tellings = 0;
        (self.nearest, self.reached) = ([f32::INFINITY; 2], [f32::INFINITY; 2]);
        self.least_of_all = f32::INFINITY;
    }

    /// Notes that it is told that it is stuck; returns how often it was told so without having come nearer.
    fn tell(&mut self, tick: u64) -> u32 {
        let mut is_nearer = false;
        for (nearest, reached) in self.nearest.iter_mut().zip(&mut self.reached) {
            is_nearer |= *reached < *nearest - NEARER;
            *nearest = nearest.min(std::mem::replace(reached, f32::INFINITY));
        }
        self.tellings = if is_nearer { 1 } else { self.tellings + 1 };
        self.was_told = true;
        self.restart(tick);
        self.tellings
    }

    /// Looks how near a unit is that is stuck, or is told so: it may come nearer all the same.
    fn reach(&mut self, world: &World, unit: &Unit, measure: &mut Measure) {
        let Some(place) = unit.place else { return };
        if self.has_moved(unit, place) {
            self.forget();
        }
        let to = unit.way_point.unwrap_or(place);
        if let Some(rest) = measure.rest(world, unit.class, [unit.position, to]) {
            self.reached[0] = self.reached[0].min(rest);
        }
        self.look_at_all(world, unit, measure);
    }

    /// Takes where a unit goes now; returns whether that is elsewhere.
    fn has_moved(&mut self, unit: &Unit, place: Vec2) -> bool {
        let is_moved = self.way_point != unit.way_point || self.place.distance(place) > MOVED;
        (self.way_point, self.place) = (unit.way_point, place);
        is_moved
    }

    /// Says how it makes progress, if it does.
    fn progress(&self) -> Option<String> {
        let (looks, most) = PROGRESS;
        let shortest = (self.allowed - DETOUR.1) / DETOUR.0;
        let strays = self.walked > STRAYS.0 * shortest + STRAYS.1;
        let (first, last) = (self.rests.front()?, self.rests.back()?);
        let nearer = first - last;
        let is_seen = self.rests.len() == looks && !self.is_fresh && !strays;
        let is_steady = self.rests.iter().is_sorted_by(|before, after| before >= after);
        (is_seen && is_steady && nearer > most)
            .then(|| format!("in {looks} looks it has come {nearer:.1} m nearer"))
    }

    /// Whether a unit is led by the field of its order and has come nearer to the nearest place of that. It is led there first, as who
    /// comes first takes the deepest place that is left: the one that it has until then may lie farther on the way there.
    fn is_led_on(&mut self, world: &World, unit: &Unit, measure: &mut Measure) -> bool {
        let is_led = matches!(unit.guidance, Guidance::Field | Guidance::Distance);
        is_led && self.look_at_all(world, unit, measure)
    }

    /// Looks how far a unit has to go to the nearest place of its order; returns whether that is less than ever.
    fn look_at_all(&mut self, world: &World, unit: &Unit, measure: &mut Measure) -> bool {
        if unit.way_point.is_some() {
            return false;
        }
        let is_of_kind = |other: &Unit| other.order == unit.order && other.class == unit.class;
        let places = world.units().filter(is_of_kind).filter_map(|other| other.place);
        let mut places: Vec<Vec2> = places.collect();
        places.sort_by_key(|place| place.distance_squared(unit.position).to_bits());
        let mut rest = f32::INFINITY;
        for place in places {
            // No way is shorter than the straight one.
            if place.distance(unit.position) >= rest {
                break;
            }
            let way = measure.rest(world, unit.class, [unit.position, place]);
            rest = rest.min(way.unwrap_or(f32::INFINITY));
        }
        let is_nearer = rest < self.least_of_all - NEARER;
        let is_known = self.least_of_all < f32::INFINITY;
        self.least_of_all = self.least_of_all.min(rest);
        self.reached[1] = self.reached[1].min(rest);
        is_known && is_nearer
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
        if is_moved {
            self.forget();
        }
        self.reached[0] = self.reached[0].min(new);
        self.rests.push_back(new);
        if self.rests.len() > PROGRESS.0 {
            self.rests.pop_front();
        }
        self.was_told &= new > self.nearest[0] - GETS_ON;
        self.is_fresh = false;
    }
}

impl Liveness {
    /// Looks at a world after a step.
    pub fn look(&mut self, stage: &SoakStage, measure: &mut Measure, findings: &mut Findings) {
        let world = stage.world();
        let (tick, length) = (world.tick_count(), world.definition().parameters.tick);
        let period = (LOOKS / length).round().max(1.0) as u64;
        self.hear(stage, world.events(), measure, findings);
        self.walks.retain(|&unit, walk| {
            world.unit(unit).is_some_and(|unit| unit.order == Some(walk.order))
        });
        for (unit, index) in world.units().zip(0..) {
            let (Some(order), Some(place)) = (unit.order, unit.place) else { continue };
            let fresh = || Walk::new(&unit, order, place, tick);
            let walk = self.walks.entry(unit.id).or_insert_with(fresh);
            if stage.called.moved.contains(&unit.id) {
                walk.position = unit.position;
                walk.go_elsewhere(tick);
            }
            if stage.called.ground || stage.called.ways || stage.called.aimed.contains(&order) {
                walk.go_elsewhere(tick);
            }
            let crosses = unit.activity == Activity::Crossing;
            // Nobody walks on a link, which may be crossed in a tick: neither in the last one.
            if !std::mem::replace(&mut walk.crossing, crosses) {
                walk.walked += walk.position.distance(unit.position);
            }
            walk.position = unit.position;
            if unit.activity == Activity::Resting {
                walk.was_told = false;
                walk.go_elsewhere(tick);
            }
            let is_under_way = unit.activity == Activity::Moving;
            let is_time = (tick + index).is_multiple_of(period);
            if !is_under_way {
                walk.restart(tick);
                if is_time && unit.activity == Activity::Stuck {
                    walk.reach(world, &unit, measure);
                }
            } else if is_time || walk.is_fresh {
                judge(stage, (&unit, walk), measure, findings);
            }
        }
    }

    /// Looks at events: a unit is told that it is stuck a bounded number of times, and that it makes no progress if it makes none.
    pub(super) fn hear(
        &mut self,
        stage: &SoakStage,
        events: &[Event],
        measure: &mut Measure,
        findings: &mut Findings,
    ) {
        let tick = stage.world().tick_count();
        for event in events {
            let Event::Stuck { unit, reason, .. } = event else { continue };
            let Some(walk) = self.walks.get_mut(unit) else { continue };
            let says = |what: &str| format!("{event:?}: {what}; unit {:?}", stage.number(*unit));
            if *reason == StuckReason::NoProgress
                && let Some(what) = walk.progress()
            {
                findings.note(FindingKind::FalseStuck, tick, || says(&what));
            }
            if let Some(unit) = stage.world().unit(*unit) {
                walk.reach(stage.world(), &unit, measure);
            }
            let tellings = walk.tell(tick);
            if tellings > MOST_TOLD {
                let what = format!("it is told so for the {tellings}th time without a step nearer");
                findings.note(FindingKind::FalseStuck, tick, || says(&what));
            }
        }
    }

    /// Looks at a world whose time is over: who is under way must have been told that it does not get on.
    pub fn close(&self, stage: &SoakStage, findings: &mut Findings) {
        let world = stage.world();
        for unit in world.units().filter(|unit| unit.activity == Activity::Moving) {
            if self.walks.get(&unit.id).is_some_and(|walk| !walk.was_told) {
                let arrived = if unit.arrived { "it had arrived once" } else { "never arrived" };
                findings.note(FindingKind::Unended, world.tick_count(), || {
                    format!("{arrived}; {}", story(stage, &unit))
                });
            }
        }
    }

    /// Returns the units that are stuck, or have been told so.
    pub fn stuck<'a>(&'a self, world: &'a World) -> impl Iterator<Item = Unit> + 'a {
        let was_told = |unit: &Unit| self.walks.get(&unit.id).is_some_and(|walk| walk.was_told);
        let is_it = move |unit: &Unit| match unit.activity {
            Activity::Stuck => true,
            Activity::Moving | Activity::Crossing => was_told(unit),
            _ => false,
        };
        world.units().filter(is_it)
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
    stage: &SoakStage,
    (unit, walk): (&Unit, &mut Walk),
    measure: &mut Measure,
    findings: &mut Findings,
) {
    let world = stage.world();
    let (tick, length) = (world.tick_count(), world.definition().parameters.tick);
    let place = unit.place.unwrap_or(walk.place);
    let to = unit.way_point.unwrap_or(place);
    let is_moved = walk.has_moved(unit, place);
    let rest = measure.rest(world, unit.class, [unit.position, to]);
    walk.measured(rest, tick, is_moved);
    let seconds = (tick - walk.since) as f32 * length;
    let is_suspect = seconds >= SUSPICION;
    let is_led_on = (is_suspect || walk.tellings > 0) && walk.is_led_on(world, unit, measure);
    let passage = if is_suspect { passage_of(world, unit.id) } else { None };
    if is_led_on || passage.as_ref().is_some_and(|passage| passage.must_wait) {
        walk.since = tick;
    }
    // In line it is told as much later as the queue should take.
    let queue = passage.filter(|passage| !passage.is_inside).map_or(0.0, |passage| passage.wait);
    if (tick - walk.since) as f32 * length > PROMISE.0 + PROMISE.1 + LOOKS + queue {
        let least = walk.least;
        findings.note(FindingKind::Silent, tick, || {
            format!("{seconds:.0} s, {rest:?} m to go, {least:.2} before; {}", story(stage, unit))
        });
    }
    if walk.rest.is_some() && walk.walked > walk.allowed {
        let (walked, allowed) = (walk.walked, walk.allowed);
        findings.note(FindingKind::FarWalk, tick, || {
            format!("walked {walked:.1} m, of at most {allowed:.1}; {}", story(stage, unit))
        });
    }
}

/// Returns how a unit stands to the next passage on its way.
fn passage_of(world: &World, unit: UnitId) -> Option<PassageReading> {
    world.explain(unit).ok()?.passage
}

/// Tells a unit's story.
fn story(stage: &SoakStage, unit: &Unit) -> String {
    let explained = stage.world().explain(unit.id);
    let why = explained.map_or_else(|error| error.to_string(), |why| why.to_string());
    format!("unit {:?} at {}: {why}", stage.number(unit.id), unit.position)
}
