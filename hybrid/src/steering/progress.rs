//! Whether units on their way come nearer to their places, looked at now and then.
//!
//! What ends every walk: for as long as its place stays, a unit is led first by the field of its order, and then by a path
//! of its own, never the other way round; and by both the rest of its way becomes shorter, unless others hold it up, it
//! waits for its turn, or the ground changes. So who does not come nearer for a while is held up, or goes astray: then it
//! is told, and if it walked meanwhile, it is led by a path of its own.

use slotmap::Key;

use crate::base::handle::UnitId;
use crate::bodies::progress::{Gauge, Progress};
use crate::bodies::task::Guidance;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::groups::guides::Guides;
use crate::parameters::WorldParameters;
use crate::schedule::DecisionTime;

/// Seconds from one look at how fast a unit walks, and at the rest of its way, to the next.
const PACE: f32 = 0.5;

/// Who is nearer by less than it walks in so many seconds, and by less than so many radii, is as far as before. By so much it
/// may have been nearer between two looks: who walks to and fro has not come nearer because it was not seen at its nearest.
const STEP: (f32, f32) = (0.5 * PACE, 4.0);

/// The share of its greatest speed with which a unit walks.
const WALKS: f32 = 0.5;

fn number(unit: UnitId) -> u32 {
    (unit.data().as_ffi() & u64::from(u32::MAX)) as u32
}

/// The rest of a unit's way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemainingWay {
    gauge: Gauge,
    /// Metres.
    length: f32,
    /// The mesh on which it is measured.
    mesh: u64,
}

/// All that measuring the rest of a unit's way needs of a world.
#[derive(Clone, Copy)]
pub(crate) struct Surveyor<'a> {
    guides: &'a Guides,
    meshes: &'a Meshes,
    /// Which of the regular decisions it is; `None` if it is another one.
    decision: Option<u32>,
    /// Decisions from one look to the next.
    period: u32,
}

impl<'a> Surveyor<'a> {
    pub(crate) fn new(guides: &'a Guides, meshes: &'a Meshes, moment: DecisionTime) -> Self {
        Self { guides, meshes, decision: moment.decision(), period: moment.decisions(PACE) }
    }

    /// Returns whether it is time to look at the rest of a unit's way.
    pub(crate) fn is_time(&self, unit: UnitId) -> bool {
        let turn = self.decision.map(|decision| decision.wrapping_add(number(unit)));
        turn.is_some_and(|turn| turn.is_multiple_of(self.period))
    }

    /// Returns how long the rest of a unit's way is; `None` as long as it has no way.
    pub(crate) fn rest(&self, body: &Body) -> Option<RemainingWay> {
        let task = body.task.as_ref()?;
        let mesh = self.meshes.of(body.class()).version();
        if task.guidance == Guidance::Place {
            let length = body.position.distance(task.place);
            return Some(RemainingWay { gauge: Gauge::Own, length, mesh });
        }
        let on_path = || {
            let route = task.route.as_ref()?;
            let (length, _) = route.rest(body.position)?;
            Some(RemainingWay { gauge: Gauge::Own, length: length + route.beyond(), mesh })
        };
        let by_field = || {
            let guide = self.guides.of(task.cohort(body.class()))?;
            // What a road costs says less than its length: by that a unit would seem to walk too far.
            let cost = guide.remaining_near(body.position, body.cell)?.distance;
            let length = guide.longest(cost);
            // To a way point it leads as far as a path does.
            let is_own = task.is_passing() || *guide.goals() == [task.place];
            let gauge = match is_own {
                _ if !guide.measures_length() => Gauge::Costs(guide.made_in()),
                true => Gauge::Own,
                false => Gauge::Field(guide.made_in()),
            };
            Some(RemainingWay { gauge, length, mesh })
        };
        // A unit that follows the field keeps a path that it followed before, and leaves that behind.
        if task.lead.is_own() || task.guidance == Guidance::Path {
            on_path()
        } else {
            by_field().or_else(on_path)
        }
    }
}

/// Notes how long the rest of a unit's way is.
pub(crate) fn note(body: &mut Body, rest: Option<RemainingWay>) {
    let speed = body.speed();
    let Some(task) = body.task.as_deref_mut() else { return };
    if task.settled {
        task.progress = Progress::default();
        return;
    }
    let Some(RemainingWay { gauge, length, mesh }) = rest else { return };
    if body.crossing.is_none() {
        let step = (STEP.0 * speed).min(STEP.1 * body.radius);
        task.progress.note(gauge, mesh, length, step);
    }
}

/// How often it is looked at how fast units walk.
#[derive(Clone, Copy)]
pub(crate) struct LookPace {
    tick: u32,
    /// Ticks from one look to the next, and how many seconds they are.
    period: u32,
    seconds: f32,
    /// How much time units keep to those ahead, in seconds.
    headway: f32,
}

impl LookPace {
    /// That of a tick.
    pub(crate) fn new(tick: u64, parameters: &WorldParameters) -> Self {
        let (dt, headway) = (parameters.tick, parameters.headway_time);
        let period = ((PACE / dt) as u32).max(1);
        // Its upper bits change every few years alone.
        Self { tick: tick as u32, period, seconds: period as f32 * dt, headway }
    }

    /// Returns whether it is time for a look at a unit.
    pub(crate) fn is_time(&self, unit: UnitId) -> bool {
        self.tick.wrapping_add(number(unit)).is_multiple_of(self.period)
    }

    /// Adds what a unit has done since the last look. Returns whether it has gone astray.
    pub(crate) fn look(&self, body: &mut Body) -> bool {
        let (most, queues) = (body.speed(), body.queues);
        let Some(task) = body.task.as_deref_mut() else { return false };
        let speed = body.velocity.length();
        let waits = task.settled || task.stuck_state.must_wait || body.crossing.is_some();
        let walks = speed > WALKS * most;
        if queues {
            task.progress.wait();
        }
        // In files of units that keep a distance in time all wait as much longer.
        let patience = 1.0 + self.headway * most / (2.0 * body.radius);
        let patience = patience * Progress::patience(task.stuck_state.queue_wait);
        task.progress.go_on(self.seconds / patience, speed * self.seconds, walks, waits);
        task.progress.is_due()
    }
}
