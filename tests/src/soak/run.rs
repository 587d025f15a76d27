//! Runs programs under all watch.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::Vec2;
use hybrid::{Activity, UnitId, World};

use super::finding::{FindingKind, Findings};
use super::liveness::Liveness;
use super::measure::Measure;
use super::program::{Call, Program};
use super::safety::Safety;
use super::stage::{Called, Refusal, SoakStage};
use super::telling::Telling;

/// The greatest radii: so far from a stuck unit others may be pushed.
const PUSHED: f32 = 24.0;

/// Seconds after the last unit was under way within which everything must have come to rest.
const TO_REST: f32 = 60.0;

/// Metres: who has moved less in a second is at rest.
const AT_REST: f32 = 1e-3;

/// Seconds for which nobody but stuck units is under way, before a world counts as ended.
const GIVEN_UP: f32 = 61.0;

/// What a run was like.
#[derive(Debug, Clone, Default)]
pub struct SoakOutcome {
    /// What was found.
    pub findings: Findings,
    /// How many ticks were stepped.
    pub ticks: u64,
    /// How many units there were, in the mean tick.
    pub unit_ticks: u64,
    /// The longest step, in milliseconds, its tick and its longest phase.
    pub longest: Longest,
    /// How many units had an order in the end, and rest.
    pub rest: usize,
    /// How many units were under way in the end, and how many of them had been told that they are stuck.
    pub left: [usize; 2],
}

/// A step that took long.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Longest {
    /// Milliseconds.
    pub ms: f64,
    /// Its tick.
    pub tick: u64,
    /// Where most of the time went.
    pub phase: &'static str,
}

impl fmt::Display for Longest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ms ({}, tick {})", self.ms, self.phase, self.tick)
    }
}

/// A world under watch.
struct Watched {
    stage: SoakStage,
    measure: Measure,
    telling: Telling,
    safety: Safety,
    liveness: Liveness,
    outcome: SoakOutcome,
    /// What is looked for: a run ends when it is found. `None`: all.
    wanted: Option<FindingKind>,
}

/// Runs a program; `wanted` ends the run as soon as something of this kind was found. A panic is a finding, wherever it happens.
///
/// # Errors
/// Says what is wrong with a setup from which no world can be made.
pub fn run(program: &Program, wanted: Option<FindingKind>) -> Result<SoakOutcome, String> {
    let stage = match caught(|| SoakStage::new(&program.setup)) {
        Ok(stage) => stage?,
        Err(panic) => return Ok(SoakOutcome::of_panic(panic)),
    };
    Ok(run_on(stage, &program.calls, wanted))
}

/// Does what a program calls in worlds that are made.
pub(super) fn run_on(stage: SoakStage, calls: &[Call], wanted: Option<FindingKind>) -> SoakOutcome {
    let mut watched = Watched {
        stage,
        measure: Measure::default(),
        telling: Telling::default(),
        safety: Safety::default(),
        liveness: Liveness::default(),
        outcome: SoakOutcome::default(),
        wanted,
    };
    let result = caught(|| watched.all(calls));
    let tick = watched.outcome.ticks;
    let findings = &mut watched.outcome.findings;
    match result {
        Ok(Ok(())) => {}
        Ok(Err(Refusal { kind, text })) => findings.note(kind, tick, || text),
        Err(panic) => findings.note(FindingKind::Panic, tick, || panic),
    }
    watched.outcome
}

/// Does some work; a panic is given back as what it said.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| said(panic.as_ref()))
}

/// Returns what a panic said.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let word = || panic.downcast_ref::<&str>().map(|&word| word.to_owned());
    text.or_else(word).unwrap_or_else(|| "something that is no text".into())
}

impl SoakOutcome {
    /// Returns what a run is like that panicked before its first step.
    pub fn of_panic(said: String) -> Self {
        let mut outcome = Self::default();
        outcome.findings.note(FindingKind::Panic, 0, || format!("when the world was made: {said}"));
        outcome
    }
}

impl Watched {
    fn all(&mut self, calls: &[Call]) -> Result<(), Refusal> {
        for call in calls {
            if self.is_over() {
                return Ok(());
            }
            match *call {
                Call::Steps(ticks) => self.steps(ticks)?,
                Call::Settle(ticks) => self.settle(ticks)?,
                _ => self.stage.perform(call)?,
            }
        }
        let world = self.stage.world();
        self.outcome.left = self.liveness.left(world);
        self.outcome.rest = world.units().filter(|unit| unit.activity == Activity::Resting).count();
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.outcome.findings.has(wanted))
    }

    fn steps(&mut self, ticks: u32) -> Result<(), Refusal> {
        for _ in 0..ticks {
            if self.is_over() {
                break;
            }
            self.step()?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Refusal> {
        self.stage.step()?;
        let outcome = &mut self.outcome;
        outcome.ticks += 1;
        let world = self.stage.world();
        outcome.unit_ticks += world.unit_count() as u64;
        outcome.longest.take(world);
        let findings = &mut outcome.findings;
        self.safety.look(&self.stage, &mut self.measure, findings);
        self.telling.look(&self.stage, &mut self.measure, findings);
        self.liveness.look(&self.stage, &mut self.measure, findings);
        self.stage.called = Called::default();
        Ok(())
    }

    /// Steps until all orders have ended and nothing moves; then everybody must be where it was sent.
    fn settle(&mut self, ticks: u32) -> Result<(), Refusal> {
        self.come_to_rest(ticks)?;
        let findings = &mut self.outcome.findings;
        self.telling.close(&self.stage, findings);
        Ok(())
    }

    fn come_to_rest(&mut self, ticks: u32) -> Result<(), Refusal> {
        let length = self.stage.world().definition().parameters.tick;
        let seconds = |seconds: f32| (seconds / length).ceil() as u32;
        let (mut ended, mut given_up) = (0, 0);
        let mut before = positions(self.stage.world());
        for tick in 1..=ticks {
            if self.is_over() {
                return Ok(());
            }
            self.step()?;
            let [under_way, stuck] = self.liveness.left(self.stage.world());
            ended = if under_way + stuck == 0 { ended + 1 } else { 0 };
            given_up = if under_way == 0 { given_up + 1 } else { 0 };
            if tick % seconds(1.0) != 0 {
                continue;
            }
            let now = positions(self.stage.world());
            let restless = self.restless(&before, &now);
            before = now;
            if ended > seconds(1.0) && restless.is_none() {
                return Ok(());
            }
            if given_up > seconds(TO_REST)
                && let Some((unit, moved)) = restless
            {
                let stage = &self.stage;
                let moving = || {
                    let unit = stage.number(unit);
                    format!("nobody is under way; in a second unit {unit:?} moves {moved:.3} m")
                };
                self.outcome.findings.note(
                    FindingKind::Restless,
                    stage.world().tick_count(),
                    moving,
                );
                return Ok(());
            }
            if ended == 0 && given_up > seconds(GIVEN_UP) {
                return Ok(());
            }
        }
        self.liveness.close(&self.stage, &mut self.outcome.findings);
        Ok(())
    }

    /// Returns who moves most, and how far in metres, of those who should rest: all but stuck units, which try ways out, and whom
    /// these may push.
    fn restless(
        &self,
        before: &BTreeMap<UnitId, Vec2>,
        now: &BTreeMap<UnitId, Vec2>,
    ) -> Option<(UnitId, f32)> {
        let world = self.stage.world();
        let stuck: Vec<Vec2> = self.liveness.stuck(world).map(|unit| unit.position).collect();
        let reach = PUSHED * world.units().map(|unit| unit.radius).fold(0.0, f32::max);
        let moved = now.iter().filter_map(|(&unit, now)| {
            let moved = before.get(&unit)?.distance(*now);
            let is_pushed = stuck.iter().any(|at| at.distance(*now) < reach);
            (moved >= AT_REST && !is_pushed).then_some((unit, moved))
        });
        moved.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

fn positions(world: &World) -> BTreeMap<UnitId, Vec2> {
    world.units().map(|unit| (unit.id, unit.position)).collect()
}

impl Longest {
    fn take(&mut self, world: &World) {
        let profile = world.profile();
        let ms = profile.total() * 1000.0;
        if ms > self.ms {
            (self.ms, self.tick) = (ms, world.tick_count());
            let longest = profile.phases.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds));
            self.phase = longest.map_or("", |phase| phase.name);
        }
    }
}
