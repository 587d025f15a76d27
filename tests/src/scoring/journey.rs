//! What is remembered of one unit from its order on.

use glam::Vec2;

use crate::scoring::gait::Gait;
use crate::scoring::rules::{Body, Rules, Seen};
use crate::tolerances::{JITTER_SECONDS, LEAST_WAY, RESTED_SECONDS, SLOW_SHARE, STANDSTILL_SPEED};

/// One unit's way from where it got its order to its goal.
#[derive(Debug, Clone)]
pub struct Journey {
    /// Ticks that had passed when the order came.
    pub ordered: u32,
    /// Where the unit stood then.
    pub start: Vec2,
    /// Where it was sent.
    pub goal: Vec2,
    /// Metres of the free way from start to place, where that is known.
    pub way: Option<f32>,
    /// The tick after which it was first within the arrive radius of its place.
    pub arrived: Option<u32>,
    /// The last tick after which it was further than the near radius from its goal.
    pub last_far: u32,
    /// Ticks spent further than the near radius from the goal, and those of them that it stood.
    pub far_ticks: u32,
    /// See `far_ticks`.
    pub far_still_ticks: u32,
    /// Metres walked further than the near radius from the goal.
    pub far_walked: f32,
    /// Metres that the unit was at most beside the straight line from start to place, until it arrived.
    pub lateral: f32,
    /// Metres from its place where it is now.
    pub off_place: f32,
    /// How it walked until it arrived.
    pub gait: Gait,
    rest: Rest,
}

/// After arriving: not at rest for long enough yet, then ten seconds that add up the jitter.
#[derive(Debug, Clone, Copy)]
enum Rest {
    Moving { slow_ticks: u32 },
    Resting { ticks: u32, walked: f32 },
}

impl Journey {
    /// Begins at an order.
    pub fn new(ordered: u32, start: Vec2, goal: Vec2) -> Self {
        Self {
            ordered,
            start,
            goal,
            way: None,
            arrived: None,
            last_far: ordered,
            far_ticks: 0,
            far_still_ticks: 0,
            far_walked: 0.0,
            lateral: 0.0,
            off_place: 0.0,
            gait: Gait::default(),
            rest: Rest::Moving { slow_ticks: 0 },
        }
    }

    /// Knows the metres of the free way.
    pub fn with_way(self, way: Option<f32>) -> Self {
        Self { way, ..self }
    }

    /// Follows the unit through a tick of the run proper, after which it is seen, from where it was before.
    pub fn observe(&mut self, rules: &Rules, body: &Body, tick: u32, before: Vec2, seen: &Seen) {
        let &Seen { position: now, place, must_wait, .. } = seen;
        if now.distance(self.goal) > rules.near_radius {
            let walked = before.distance(now);
            self.last_far = tick;
            self.far_ticks += 1;
            self.far_still_ticks += u32::from(walked < STANDSTILL_SPEED * rules.tick);
            self.far_walked += walked;
        }
        if self.arrived.is_some() {
            return;
        }
        let place = place.unwrap_or(self.goal);
        self.gait.observe(rules, body, [before, now], must_wait);
        let ahead = (place - self.start).normalize_or_zero();
        self.lateral = self.lateral.max(ahead.perp_dot(now - self.start).abs());
        if now.distance(place) <= rules.arrive_radius {
            self.arrived = Some(tick);
        }
    }

    /// Follows the unit, which has walked so many metres, to its rest, in the run proper and after it.
    pub fn observe_rest(&mut self, rules: &Rules, body: &Body, seen: &Seen, walked: f32) {
        self.off_place = seen.position.distance(seen.place.unwrap_or(self.goal));
        if self.arrived.is_none() {
            return;
        }
        match &mut self.rest {
            Rest::Moving { slow_ticks } => {
                *slow_ticks =
                    if walked < SLOW_SHARE * body.speed * rules.tick { *slow_ticks + 1 } else { 0 };
                if *slow_ticks >= rules.ticks(RESTED_SECONDS) {
                    self.rest = Rest::Resting { ticks: 0, walked: 0.0 };
                }
            }
            Rest::Resting { ticks, walked: sum } if *ticks < rules.ticks(JITTER_SECONDS) => {
                *ticks += 1;
                *sum += walked;
            }
            Rest::Resting { .. } => {}
        }
    }

    /// Metres walked in the ten seconds after the unit first rested; none if it never rested or the
    /// run ended before.
    pub fn jitter(&self, rules: &Rules) -> Option<f32> {
        match self.rest {
            Rest::Resting { ticks, walked } if ticks >= rules.ticks(JITTER_SECONDS) => Some(walked),
            _ => None,
        }
    }

    /// Metres of the free way to the arrive radius; none for ways that are too short to tell.
    fn free_metres(&self, rules: &Rules) -> Option<f32> {
        let metres = self.way? - rules.arrive_radius;
        (metres >= LEAST_WAY).then_some(metres)
    }

    /// Seconds that the free way takes; none for ways that are too short to tell.
    pub fn free_seconds(&self, rules: &Rules, body: &Body) -> Option<f64> {
        Some(f64::from(self.free_metres(rules)?) / f64::from(body.speed))
    }

    /// What the unit walked until it arrived, over the free way; none if it never did.
    pub fn walked_ratio(&self, rules: &Rules) -> Option<f64> {
        self.arrived?;
        Some(f64::from(self.gait.walked) / f64::from(self.free_metres(rules)?))
    }

    /// Straight line from start to goal, whole metres.
    pub fn leg(&self) -> f32 {
        self.start.distance(self.goal).floor()
    }
}
