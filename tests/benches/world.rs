//! What a tick of a large world costs: the thread that steps it, all threads together, memory and allocations.
//!
//! Blocks of units are under way across a map, every group planned anew every five ticks; crowds follow one unit; units have
//! an order each; units of six meshes walk while obstacles come and go. Times are processor times of
//! the thread and of the process, so that a busy machine does not count; the wall clock is printed beside them. Each load
//! is run three times: all must end alike, and of each step the middle figures count.
#![forbid(unsafe_code)]

#[path = "world/load.rs"]
mod load;
#[path = "world/scene.rs"]
mod scene;

use std::alloc::System;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use cpu_time::{ProcessTime, ThreadTime};
use headless::command::bench::{self, BenchArguments, BenchResult};
use headless::random::Random;
use headless::scorecard::{mean, percentile};
use hybrid::{Phase, World, WorldParameters};
use load::{Play, Task};
use scene::{Crowd, Ground, SPACING};
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What is run.
#[derive(Args)]
struct Arguments {
    #[command(flatten)]
    bench: BenchArguments,
    /// Only the row of this name
    #[arg(long)]
    only: Option<String>,
}

/// One measurement.
struct Load {
    name: &'static str,
    /// The map's file; `None`: open ground of so many metres.
    map: Option<&'static str>,
    side: u32,
    task: Task,
    crowd: Crowd,
    parameters: WorldParameters,
    ticks: usize,
}

impl Load {
    fn new(name: &'static str, map: Option<&'static str>, units: usize, groups: usize) -> Self {
        let (crowd, parameters) = (Crowd { units, groups }, WorldParameters::default());
        Self { name, map, side: 1200, task: Task::March, crowd, parameters, ticks: 200 }
    }

    fn all() -> Vec<Self> {
        let cape = Some("AcrosstheCape.map");
        let ahead = WorldParameters { plan_latency: 4, ..WorldParameters::default() };
        let rationed = WorldParameters { plan_cells: 20_000, ..ahead.clone() };
        vec![
            Self::new("army", cape, 10_000, 16),
            Self { parameters: ahead, ..Self::new("ahead", cape, 10_000, 16) },
            Self { parameters: rationed, ..Self::new("rationed", cape, 2_048, 64) },
            Self::new("party", cape, 1_000, 4),
            Self { ticks: 40, ..Self::new("plain", None, 100_000, 32) },
            Self { task: Task::Follow, ..Self::new("follow", cape, 500, 1) },
            Self { task: Task::Follow, ..Self::new("follow", cape, 2_000, 1) },
            Self { task: Task::Follow, ticks: 100, ..Self::new("follow", cape, 5_000, 1) },
            Self { task: Task::Colony, ..Self::new("colony", cape, 2_000, 2_000) },
            Self { task: Task::Colony, ticks: 100, ..Self::new("colony", cape, 5_000, 5_000) },
            Self { task: Task::Classes, ..Self::new("classes", cape, 120, 120) },
        ]
    }
}

/// What was seen of a load, in milliseconds a tick.
#[derive(Default)]
struct Row {
    name: &'static str,
    units: usize,
    groups: usize,
    wall: Vec<f64>,
    main: Vec<f64>,
    work: Vec<f64>,
    allocations: Vec<f64>,
    plan_cells: Vec<f64>,
    carried_over: Vec<f64>,
    waited: Vec<f64>,
    bytes_per_unit: f64,
    /// Builds that move units alike give the same.
    state: u64,
    phases: Vec<(&'static str, f64)>,
    /// The longest step, its longest phase, and what that took.
    longest: (f64, &'static str, f64),
}

/// Ticks before anything is measured.
const WARM_UP: usize = 20;

/// How often each load is run. They do the same: where they differ it is the machine.
const RUNS: usize = 3;

impl Row {
    fn measure(load: &Load, ground: &Ground) -> BenchResult<Self> {
        let runs = (0..RUNS).map(|_| Self::run(load, ground)).collect::<BenchResult<Vec<_>>>()?;
        let (first, name) = (&runs[0], load.name);
        if runs.iter().any(|run| run.state != first.state) {
            return Err(format!("{name}: runs that are alike ended in different states").into());
        }
        let middle = |values: &dyn Fn(&Self) -> f64| percentile(runs.iter().map(values), 50);
        let steps = |values: fn(&Self) -> &[f64]| -> Vec<f64> {
            (0..load.ticks).filter_map(|step| middle(&|run| values(run)[step])).collect()
        };
        let phase =
            |index: usize| Some((first.phases[index].0, middle(&|run| run.phases[index].1)?));
        Ok(Self {
            name,
            units: first.units,
            groups: first.groups,
            wall: steps(|run| &run.wall),
            main: steps(|run| &run.main),
            work: steps(|run| &run.work),
            allocations: steps(|run| &run.allocations),
            plan_cells: steps(|run| &run.plan_cells),
            carried_over: steps(|run| &run.carried_over),
            waited: steps(|run| &run.waited),
            bytes_per_unit: bytes_per_unit(&load.parameters, load.parameters.tick)?,
            state: first.state,
            phases: (0..first.phases.len()).filter_map(phase).collect(),
            longest: first.longest,
        })
    }

    fn run(load: &Load, ground: &Ground) -> BenchResult<Self> {
        let Crowd { units, groups } = load.crowd;
        let mut play = Play::new(ground, load.task, load.crowd, &load.parameters)?;
        let mut row = Self { name: load.name, units, groups, ..Self::default() };
        let tick = load.parameters.tick;
        for _ in 0..WARM_UP {
            play.before_step(ground)?;
            play.world.step(tick)?;
        }
        for _ in 0..load.ticks {
            play.before_step(ground)?;
            row.step(&mut play.world, tick)?;
        }
        row.state = play.world.state_hash();
        row.phases.iter_mut().for_each(|(_, time)| *time /= load.ticks as f64);
        Ok(row)
    }

    fn step(&mut self, world: &mut World, tick: f32) -> BenchResult<()> {
        let region = Region::new(ALLOCATOR);
        let (wall, main, work) = (Instant::now(), ThreadTime::now(), ProcessTime::now());
        world.step(tick)?;
        self.work.push(work.elapsed().as_secs_f64() * 1e3);
        self.main.push(main.elapsed().as_secs_f64() * 1e3);
        let wall = wall.elapsed().as_secs_f64() * 1e3;
        self.wall.push(wall);
        let by_time = |a: &&Phase, b: &&Phase| a.seconds.total_cmp(&b.seconds);
        let longest = world.profile().phases.iter().max_by(by_time);
        if let Some(phase) = longest.filter(|_| wall > self.longest.0) {
            self.longest = (wall, phase.name, phase.seconds * 1e3);
        }
        let change = region.change();
        self.allocations.push((change.allocations + change.reallocations) as f64);
        let counters = world.counters();
        self.plan_cells.push(counters.plan_cells as f64);
        self.carried_over.push(counters.carried_over as f64);
        self.waited.push(world.profile().waited * 1e3);
        for phase in &world.profile().phases {
            let time = phase.seconds * 1e3;
            match self.phases.iter_mut().find(|(name, _)| *name == phase.name) {
                Some((_, sum)) => *sum += time,
                None => self.phases.push((phase.name, time)),
            }
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let phases: serde_json::Map<String, Value> =
            self.phases.iter().map(|(name, time)| ((*name).to_owned(), json!(time))).collect();
        json!({
            "name": self.name,
            "units": self.units,
            "groups": self.groups,
            "main_ms_mean": mean(&self.main),
            "main_ms_p99": percentile(self.main.iter().copied(), 99),
            "all_ms_mean": mean(&self.work),
            "wall_ms_mean": mean(&self.wall),
            "wall_ms_p99": percentile(self.wall.iter().copied(), 99),
            "wall_max_over_mean": self.unevenness(),
            "waited_ms_mean": mean(&self.waited),
            "plan_cells_mean": mean(&self.plan_cells),
            "plan_cells_most": percentile(self.plan_cells.iter().copied(), 100),
            "carried_over_mean": mean(&self.carried_over),
            "state_hash": format!("{:016x}", self.state),
            "bytes_per_unit": self.bytes_per_unit,
            "allocations_per_tick": mean(&self.allocations),
            "allocations_per_tick_second_half": mean(self.second_half()),
            "allocations_least": percentile(self.allocations.iter().copied(), 0),
            "phases_ms": phases,
            "longest_ms": self.longest.0,
            "longest_phase": self.longest.1,
            "longest_phase_ms": self.longest.2,
        })
    }

    /// A line of the table, and one with the milliseconds of the phases.
    fn lines(&self) -> String {
        let part =
            |times: &[f64], percent| percentile(times.iter().copied(), percent).unwrap_or(f64::NAN);
        let average = |times: &[f64]| mean(times).unwrap_or(f64::NAN);
        let phases: Vec<String> =
            self.phases.iter().map(|(name, time)| format!("{name} {time:.2}")).collect();
        format!(
            "{:<9}{:>7}{:>7}{:>9.2}{:>9.2}{:>9.2}{:>9.2}{:>7.1}{:>8.2}{:>12.0}{:>11.0}{:>9.1}{:>9.1}\n          {}; longest step {:.2}: {} {:.2}",
            self.name,
            self.units,
            self.groups,
            average(&self.main),
            part(&self.main, 99),
            average(&self.work),
            average(&self.wall),
            self.unevenness().unwrap_or(f64::NAN),
            average(&self.waited),
            part(&self.plan_cells, 100),
            self.bytes_per_unit,
            average(&self.allocations),
            average(self.second_half()),
            phases.join(", "),
            self.longest.0,
            self.longest.1,
            self.longest.2,
        )
    }

    /// The allocations of later ticks, when most buffers have got their size.
    fn second_half(&self) -> &[f64] {
        &self.allocations[self.allocations.len() / 2..]
    }

    /// The longest step by the mean one.
    fn unevenness(&self) -> Option<f64> {
        percentile(self.wall.iter().copied(), 100)
            .zip(mean(&self.wall))
            .map(|(most, mean)| most / mean)
    }
}

const HEAD: &str = "                         main ms           all ms  wall ms  longest waited        most      bytes  allocations
name       units groups     mean     99 %     mean     mean  / mean      ms  plan cells     / unit     mean 2nd half";

/// What a unit without an order takes, once the world has stepped.
fn bytes_per_unit(parameters: &WorldParameters, tick: f32) -> BenchResult<f64> {
    const UNITS: usize = 20_000;
    let ground = Ground::Open(400);
    let mut world = ground.world(parameters)?;
    let region = Region::new(ALLOCATOR);
    let side = (UNITS as f32).sqrt().ceil() * SPACING;
    ground.block(&mut world, (UNITS, side), &mut Vec::new(), &mut Random::new(1))?;
    world.step(tick)?;
    world.step(tick)?;
    let change = region.change();
    let live = change.bytes_allocated as f64 - change.bytes_deallocated as f64;
    Ok(live / UNITS as f64)
}

fn run(Arguments { bench, only }: &Arguments) -> BenchResult<()> {
    let mut rows = Vec::new();
    bench.tell(HEAD)?;
    let wanted = |load: &Load| only.as_ref().is_none_or(|name| name == load.name);
    for mut load in Load::all().into_iter().filter(wanted) {
        load.ticks = bench.effort().of(2, load.ticks / 4, load.ticks);
        let ground = match load.map {
            Some(map) => Ground::map(map)?,
            None => Some(Ground::Open(load.side)),
        };
        let Some(ground) = ground else {
            bench.tell(&format!("{:<9} HYBRIDNAV_MAPS names no folder with its map", load.name))?;
            continue;
        };
        let row = Row::measure(&load, &ground)?;
        bench.tell(&row.lines())?;
        rows.push(row.json());
    }
    bench.finish("world", &rows, &[])
}

fn main() -> ExitCode {
    bench::main("world", "What a tick of a large world costs", run)
}
