//! Runs a scene: events, steps, score, recording.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use hybrid::{SnapshotError, ThreadPool, World};
use web_time::Instant;

use crate::error::Error;
use crate::scenes::loaded::LoadedScene;
use crate::scorecard::{Scorecard, mean, percentile};
use crate::scoring::losses::Losses;
use crate::scoring::recording::Recording;
use crate::scoring::seams::Seams;
use crate::scoring::stage::Stage;
use crate::tolerances::REST_SECONDS;

/// What may be asked of a run.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// Number of the arrangement.
    pub arrangement: u64,
    /// Most ticks, instead of the scene's budget.
    pub ticks: Option<u32>,
    /// Whether pictures will be drawn.
    pub record: bool,
    /// Threads that help with the work, 0 for none; without a number the world's own choice.
    pub threads: Option<usize>,
    /// Before which tick, from 0, the world is saved as bytes and goes on as what is made of them.
    pub restored_before: Option<u32>,
    /// The file into which the calls of the world are recorded.
    pub record_to: Option<PathBuf>,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Ticks done.
    pub tick: u32,
    /// Most ticks.
    pub budget: u32,
    /// Units that have arrived.
    pub arrived: usize,
    /// Units with an order.
    pub units: usize,
}

/// What a run leaves behind.
#[derive(Debug)]
pub struct Outcome {
    /// Its scores; the expectations are not judged yet.
    pub card: Scorecard,
    /// For the pictures, if asked for.
    pub recording: Option<Recording>,
}

/// Runs a scene to its end; `progress` hears of every tick.
///
/// # Errors
/// [`Error`] if the world refuses a part of the scene or a step.
pub fn run(
    loaded: &LoadedScene,
    options: RunOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, Error> {
    run_watched(loaded, options, &mut |_, now| {
        if now.tick > 0 {
            progress(now);
        }
        ControlFlow::Continue(())
    })
}

/// Runs a scene as [`run`] does; `watch` sees the stage before the first tick and after every tick, but for the seconds at
/// rest, and may end the run there.
///
/// # Errors
/// [`Error`] if the world refuses a part of the scene or a step.
pub fn run_watched(
    loaded: &LoadedScene,
    options: RunOptions,
    watch: &mut dyn FnMut(&Stage, Progress) -> ControlFlow<()>,
) -> Result<Outcome, Error> {
    let record_to = options.record_to.as_deref();
    let mut stage = Stage::recorded(loaded, options.arrangement, record_to)?;
    help(&mut stage.world, options.threads);
    let mut recording = options.record.then(|| Recording::new(&stage));
    let budget = options.ticks.unwrap_or(loaded.scene.budget);
    let mut times = Times::default();
    let (mut seams, mut losses) = (Seams::new(&stage.units), Losses::default());
    let mut tick = 0;
    let mut look = |stage: &Stage, tick| {
        let (units, arrived) = stage.score.progress();
        watch(stage, Progress { tick, budget, arrived, units })
    };
    let mut flow = look(&stage, tick);
    while flow.is_continue() && tick < budget && !is_over(&stage) {
        if options.restored_before == Some(tick) {
            stage.world = restored(&stage.world).map_err(|error| Error::Step {
                scene: loaded.scene.name.clone(),
                tick,
                reason: error.to_string(),
            })?;
            help(&mut stage.world, options.threads);
        }
        stage.apply_events(tick)?;
        step(&mut stage, tick, Some(&mut times))?;
        seams.observe(&stage.world);
        losses.observe(&stage.world);
        tick += 1;
        if let Some(recording) = &mut recording {
            recording.observe(&stage, tick);
        }
        flow = look(&stage, tick);
    }
    stage.score.end_run();
    let rest = rest_ticks(&stage);
    for after in 0..rest {
        step(&mut stage, tick + after, None)?;
        if let Some(recording) = &mut recording {
            recording.observe_rest(&stage, tick + after + 1);
        }
    }
    if let Some(file) = &options.record_to {
        stage.world.stop_recording().map_err(|error| Error::unwritten(file, &error))?;
    }
    let scores = stage.score.scorecard();
    if let Some(recording) = &mut recording {
        recording.gap_shares = scores.gap_shares.clone();
    }
    let card = Scorecard {
        scene: loaded.scene.name.clone(),
        arrangement: options.arrangement,
        state_hash: format!("{:016x}", stage.world.state_hash()),
        ..seams.into_card(times.into_card(scores), &stage.world)
    };
    let card = losses.into_card(card, &loaded.scene, &stage.units, &stage.world);
    Ok(Outcome { card, recording })
}

/// Gives a world so many threads that help it, or leaves it its own.
fn help(world: &mut World, threads: Option<usize>) {
    if let Some(threads) = threads {
        world.set_executor(Some(Arc::new(ThreadPool::new(threads))));
    }
}

/// What is made of a world's bytes.
fn restored(world: &World) -> Result<World, SnapshotError> {
    World::from_bytes(&world.to_bytes()?)
}

/// Whether all that the scene asks for has happened.
fn is_over(stage: &Stage) -> bool {
    let (units, arrived) = stage.score.progress();
    stage.loaded.scene.end_when_all_arrived && units > 0 && arrived == units && !stage.has_events()
}

/// Ticks after the run proper: until 15 s have passed since the last arrival; none if somebody did
/// not arrive.
fn rest_ticks(stage: &Stage) -> u32 {
    stage
        .score
        .ticks_since_last_arrival()
        .map_or(0, |since| stage.score.rules().ticks(REST_SECONDS).saturating_sub(since))
}

fn step(stage: &mut Stage, tick: u32, times: Option<&mut Times>) -> Result<(), Error> {
    let loaded = Arc::clone(&stage.loaded);
    stage.drive(tick)?;
    let start = Instant::now();
    stage.world.step(loaded.scene.world.tick).map_err(|error| Error::Step {
        scene: loaded.scene.name.clone(),
        tick,
        reason: error.to_string(),
    })?;
    if let Some(times) = times {
        times.steps.push(start.elapsed().as_secs_f64() * 1e3);
        times.add_phases(
            stage.world.profile().phases.iter().map(|phase| (phase.name, phase.seconds * 1e3)),
        );
    }
    stage.observe();
    Ok(())
}

/// Milliseconds of the steps and their phases.
#[derive(Debug, Default)]
struct Times {
    steps: Vec<f64>,
    phases: Vec<(String, f64)>,
}

impl Times {
    fn add_phases(&mut self, phases: impl Iterator<Item = (&'static str, f64)>) {
        for (name, time) in phases {
            match self.phases.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += time,
                None => self.phases.push((name.to_owned(), time)),
            }
        }
    }

    fn into_card(self, card: Scorecard) -> Scorecard {
        let steps = self.steps.len().max(1) as f64;
        Scorecard {
            step_ms_p50: percentile(self.steps.iter().copied(), 50),
            step_ms_p99: percentile(self.steps.iter().copied(), 99),
            step_ms_mean: mean(&self.steps),
            phase_ms: self.phases.into_iter().map(|(name, sum)| (name, sum / steps)).collect(),
            ..card
        }
    }
}
