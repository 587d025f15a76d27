//! What rollback netcode pays: to save the state of a world in every tick, and to go back eight ticks and step them again, each saved
//! anew. Against saving the world as bytes and reading it back, in the same run: what who has no saved states would do.
//!
//! Times are those of the one thread that does it. After each way back the world must have the hash that it had before, and
//! the world that is read back, too.
#![forbid(unsafe_code)]

#[path = "world/load.rs"]
mod load;
#[path = "world/scene.rs"]
mod scene;

use std::process::ExitCode;

use cpu_time::ThreadTime;
use headless::command::bench::{self, BenchArguments, BenchResult};
use headless::scorecard::{mean, percentile};
use hybrid::{SavedState, World, WorldParameters};
use load::{Play, Task};
use scene::{Crowd, Ground};
use serde_json::{Value, json};

/// How many ticks are gone back.
const BACK: usize = 8;

/// Ticks before anything is measured.
const WARM_UP: usize = 40;

/// One measurement.
struct Load {
    name: &'static str,
    /// The map's file; `None`: open ground.
    map: Option<&'static str>,
    task: Task,
    crowd: Crowd,
    parameters: WorldParameters,
}

impl Load {
    fn all() -> Vec<Self> {
        let cape = Some("AcrosstheCape.map");
        let new = |name, map, task, groups| {
            let parameters = WorldParameters::default();
            Self { name, map, task, crowd: Crowd { units: 500, groups }, parameters }
        };
        let march = new("march", cape, Task::March, 4);
        let ahead = WorldParameters { plan_latency: 4, ..WorldParameters::default() };
        vec![
            new("open", None, Task::March, 4),
            Self { name: "ahead", parameters: ahead, ..new("", cape, Task::March, 4) },
            march,
            new("colony", cape, Task::Colony, 500),
            new("follow", cape, Task::Follow, 1),
            new("edits", cape, Task::Classes, 500),
        ]
    }
}

/// Milliseconds that calls took.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn of<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let began = ThreadTime::now();
        let result = work();
        self.0.push(began.elapsed().as_secs_f64() * 1e3);
        result
    }

    fn mean(&self) -> f64 {
        mean(&self.0).unwrap_or(f64::NAN)
    }

    fn most(&self) -> f64 {
        percentile(self.0.iter().copied(), 100).unwrap_or(f64::NAN)
    }
}

/// What was seen of a load.
#[derive(Default)]
struct Row {
    name: &'static str,
    units: usize,
    step: Times,
    save: Times,
    restore: Times,
    back: Times,
    to_bytes: Times,
    from_bytes: Times,
    bytes: usize,
}

impl Row {
    fn measure(load: &Load, ground: &Ground, rounds: usize) -> BenchResult<Self> {
        let mut play = Play::new(ground, load.task, load.crowd, &load.parameters)?;
        play.world.set_executor(None);
        let tick = load.parameters.tick;
        for _ in 0..WARM_UP {
            play.before_step(ground)?;
            play.world.step(tick)?;
        }
        let mut row = Self { name: load.name, units: play.world.unit_count(), ..Self::default() };
        let mut ring: Vec<SavedState> = (0..=BACK).map(|_| play.world.save_state()).collect();
        for _ in 0..rounds {
            row.round(&mut play, ground, tick, &mut ring)?;
        }
        Ok(row)
    }

    /// Steps on, goes back, and steps on again.
    fn round(
        &mut self,
        play: &mut Play,
        ground: &Ground,
        tick: f32,
        ring: &mut [SavedState],
    ) -> BenchResult<()> {
        let game = (play.obstacles.clone(), play.random.clone());
        self.save.of(|| play.world.save_state_into(&mut ring[0]));
        for state in &mut ring[1..] {
            play.before_step(ground)?;
            self.step.of(|| play.world.step(tick))?;
            self.save.of(|| play.world.save_state_into(state));
        }
        let hash = play.world.state_hash();
        (play.obstacles, play.random) = game;
        let mut restore = Times::default();
        self.back.of(|| -> BenchResult<()> {
            restore.of(|| play.world.restore_state(&ring[0]))?;
            for state in &mut ring[1..] {
                play.before_step(ground)?;
                play.world.step(tick)?;
                play.world.save_state_into(state);
            }
            Ok(())
        })?;
        self.restore.0.append(&mut restore.0);
        let bytes = self.to_bytes.of(|| play.world.to_bytes())?;
        let read = self.from_bytes.of(|| World::from_bytes(&bytes))?;
        self.bytes = bytes.len();
        if [play.world.state_hash(), read.state_hash()] != [hash; 2] {
            return Err(format!("{}: a way back ended in another state", self.name).into());
        }
        Ok(())
    }

    fn json(&self) -> Value {
        json!({
            "name": self.name,
            "units": self.units,
            "step_ms_mean": self.step.mean(),
            "save_ms_mean": self.save.mean(),
            "save_ms_max": self.save.most(),
            "restore_ms_mean": self.restore.mean(),
            "back_ms_mean": self.back.mean(),
            "back_ms_max": self.back.most(),
            "to_bytes_ms_mean": self.to_bytes.mean(),
            "from_bytes_ms_mean": self.from_bytes.mean(),
            "bytes": self.bytes,
            "save_speedup": self.to_bytes.mean() / self.save.mean(),
            "restore_speedup": self.from_bytes.mean() / self.restore.mean(),
        })
    }

    fn line(&self) -> String {
        format!(
            "{:<8}{:>6}{:>8.3}{:>9.3}{:>8.3}{:>9.3}{:>9.2}{:>8.2}{:>9.2}{:>9.2}{:>8.0}×{:>7.0}×",
            self.name,
            self.units,
            self.step.mean(),
            self.save.mean(),
            self.save.most(),
            self.restore.mean(),
            self.back.mean(),
            self.back.most(),
            self.to_bytes.mean(),
            self.from_bytes.mean(),
            self.to_bytes.mean() / self.save.mean(),
            self.from_bytes.mean() / self.restore.mean(),
        )
    }
}

const HEAD: &str = "                step     save ms          restore    back 8 ticks    bytes ms         saved states are faster by
load     units    ms     mean     max  mean ms     mean     max       to     from    to save  to go back";

fn run(bench: &BenchArguments) -> BenchResult<()> {
    bench.tell(HEAD)?;
    let mut rows = Vec::new();
    for load in Load::all() {
        let ground = match load.map {
            Some(map) => Ground::map(map)?,
            None => Some(Ground::Open(200)),
        };
        let Some(ground) = ground else {
            bench.tell(&format!("{:<8} HYBRIDNAV_MAPS names no folder with its map", load.name))?;
            continue;
        };
        let row = Row::measure(&load, &ground, bench.effort().of(1, 4, 30))?;
        bench.tell(&row.line())?;
        rows.push(row.json());
    }
    bench.finish("rollback", &rows, &[])
}

fn main() -> ExitCode {
    bench::main("rollback", "What it costs to save states and to go back", run)
}
