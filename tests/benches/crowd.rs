//! What local motion costs per unit: the world's phases that keep units apart and off walls, against ORCA as
//! `dodgy_2d` has it, fed by a uniform grid, on the same scenes in the same run, by turns.
//!
//! Units walk to and fro across a square with pillars, half of them east and west, half north and south: four flows
//! that cross everywhere. What leads them is not timed on either side: the world's clock is its own profile, and the
//! peer's preferred velocities are given. The answers are checked, and the bench fails if the world's are wrong.
#![forbid(unsafe_code)]

#[path = "crowd/grid.rs"]
mod grid;
#[path = "crowd/judge.rs"]
mod judge;
#[path = "crowd/peer.rs"]
mod peer;
#[path = "crowd/scene.rs"]
mod scene;
#[path = "crowd/side.rs"]
mod side;

use std::process::ExitCode;

use headless::command::bench::{self, BenchArguments, BenchResult};
use headless::scoring::walls::Walls;
use judge::{Judge, Seen};
use peer::Peer;
use scene::{RADIUS, Scene};
use serde_json::{Value, json};
use side::Ours;

/// Ticks that one side does before it is the other's turn, and that one measurement is made of: so many that what is
/// done every few ticks only is counted in full.
const BLOCK: u32 = 20;

/// What the world must keep: pairs that overlap by more than 1 % per 1000 unit-ticks, the largest overlap that lasts,
/// and the mean speed towards the goals as a share of the free speed.
const MOST_PAIRS: f64 = 1.0;
const MOST_OVERLAP: f32 = 0.05;
const LEAST_PACE: f64 = 0.5;

/// How much is done with a number of units: each seed is a scene.
#[derive(Clone, Copy)]
struct Load {
    units: usize,
    seeds: u64,
    warm_up: u32,
    blocks: u32,
}

const WHOLE: [Load; 2] = [
    Load { units: 1_000, seeds: 8, warm_up: 400, blocks: 30 },
    Load { units: 10_000, seeds: 3, warm_up: 300, blocks: 12 },
];

const QUICK: [Load; 2] = [
    Load { units: 1_000, seeds: 2, warm_up: 300, blocks: 20 },
    Load { units: 10_000, seeds: 1, warm_up: 100, blocks: 4 },
];

const TRIAL: [Load; 1] = [Load { units: 200, seeds: 1, warm_up: 100, blocks: 2 }];

/// What was seen of both sides with a number of units.
struct Row {
    units: usize,
    world: Seen,
    peer: Seen,
}

impl Row {
    fn measure(load: Load) -> BenchResult<Self> {
        let mut row = Self { units: load.units, world: Seen::default(), peer: Seen::default() };
        for seed in 0..load.seeds {
            let scene = Scene::new(load.units, seed);
            let mut walls = Walls::new(scene.bounds, RADIUS);
            scene.pillars.iter().for_each(|pillar| _ = walls.add(pillar));
            walls.refresh();
            let mut world = Judge::new(&scene, &walls, Ours::new(&scene)?)?;
            let mut peer = Judge::new(&scene, &walls, Peer::new(&scene))?;
            world.warm_up(load.warm_up)?;
            peer.warm_up(load.warm_up)?;
            for _ in 0..load.blocks {
                world.measure(BLOCK)?;
                peer.measure(BLOCK)?;
            }
            row.world.add(&world.finish());
            row.peer.add(&peer.finish());
        }
        Ok(row)
    }

    fn speedup(&self) -> f64 {
        self.peer.microseconds() / self.world.microseconds()
    }

    /// What is wrong with the world's answers.
    fn faults(&self) -> Vec<String> {
        let seen = &self.world;
        let (pairs, pace) = (seen.pairs_per_1000(), seen.pace());
        let faults = [
            (seen.not_finite > 0, format!("{} unit-ticks at no place", seen.not_finite)),
            (seen.in_walls > 0, format!("{} unit-ticks in a wall", seen.in_walls)),
            (pairs > MOST_PAIRS, format!("{pairs:.2} overlaps per 1000 above {MOST_PAIRS}")),
            (
                seen.lasting > MOST_OVERLAP,
                format!("an overlap of {:.3} above {MOST_OVERLAP}", seen.lasting),
            ),
            (
                pace.is_nan() || pace < LEAST_PACE,
                format!("a pace of {pace:.2} below {LEAST_PACE} of the free speed"),
            ),
        ];
        let wrong = faults.into_iter().filter(|(wrong, _)| *wrong);
        wrong.map(|(_, fault)| format!("{} units: {fault}", self.units)).collect()
    }

    fn json(&self) -> Value {
        json!({
            "units": self.units,
            "us_per_unit": self.world.microseconds(),
            "peer": "dodgy_2d",
            "peer_us_per_unit": self.peer.microseconds(),
            "speedup": self.speedup(),
            "overlap_pairs_per_1000": self.world.pairs_per_1000(),
            "overlap_max": self.world.lasting,
        })
    }

    /// A line for each side.
    fn lines(&self) -> String {
        let line = |name: &str, seen: &Seen, ratio: f64| {
            format!(
                "{:>6}  {name:<9}{:>11.3}{ratio:>7.2}{:>12.2}{:>12.4}{:>8.4}{:>7.3}{:>7}",
                self.units,
                seen.microseconds(),
                seen.pairs_per_1000(),
                seen.lasting,
                seen.peak,
                seen.pace(),
                seen.in_walls
            )
        };
        let world = line("hybrid", &self.world, self.speedup());
        format!("{world}\n{}", line("dodgy_2d", &self.peer, 1.0))
    }
}

/// Every unit-tick counts; a pair overlaps from 1 % on; `lasting` is the worst overlap for half a second.
const HEAD: &str =
    " units  side       µs / unit  ratio  pairs/1000     lasting    peak   pace  walls";

fn run(bench: &BenchArguments) -> BenchResult<()> {
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    bench.tell(HEAD)?;
    for &load in bench.effort().of(&TRIAL[..], &QUICK, &WHOLE) {
        let row = Row::measure(load)?;
        bench.tell(&row.lines())?;
        rows.push(row.json());
        faults.extend(row.faults());
    }
    bench.finish("crowd", &rows, &faults)
}

fn main() -> ExitCode {
    bench::main("crowd", "Local motion per unit against dodgy_2d", run)
}
