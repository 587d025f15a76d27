//! The classic fields in cells a millisecond, against `dijkstra_all` of the `pathfinding` crate over the
//! same tiles in the same run, by turns. Every distance is checked against the peer's.
#![forbid(unsafe_code)]

#[path = "fields/clock.rs"]
mod clock;
#[path = "fields/ground.rs"]
mod ground;
#[path = "fields/walls.rs"]
mod walls;

use std::process::ExitCode;

use clap::Parser;
use clock::{Effort, Least, mean};
use flowfield::{Direction, HeatMap, Steps, Terrain, VectorField};
use glam::UVec2;
use ground::{Outcome, frame};
use headless::command::output::{complain, say, say_json};
use headless::random::Random;
use pathfinding::directed::dijkstra::dijkstra_all;
use serde_json::{Value, json};
use walls::{goal, maze};

#[derive(Parser)]
#[command(name = "classic", about = "The classic fields, against the pathfinding crate")]
struct Arguments {
    /// One JSON object on stdout, nothing else there
    #[arg(long)]
    json: bool,
    /// Within 30 seconds
    #[arg(long)]
    quick: bool,
    /// What cargo adds to a bench; without it the bench only tries itself out
    #[arg(long, hide = true)]
    bench: bool,
}

/// The wave, the gradient and the descent over it, and the integer buckets over mud; the peer with all
/// costs 1, and over mud.
const SIDES: [&str; 4] = ["wavefront", "gradient", "descent", "terrain"];
const PEERS: [usize; 4] = [4, 4, 4, 5];

/// Tiles with mud: one in four costs up to nine times as much.
struct Input {
    steps: Steps,
    terrain: Terrain,
    goal: UVec2,
}

impl Input {
    fn new(n: u32, is_maze: bool, seed: u64) -> Outcome<Self> {
        let mut random = Random::new(seed);
        let steps = if is_maze { maze(n, seed)? } else { Steps::open(frame(n)?) };
        let mut terrain = Terrain::new(*steps.frame());
        for index in 0..steps.frame().cell_count() {
            if random.below(4) == 0 {
                terrain.set_cost(index, 2.0 + random.below(8) as f32)?;
            }
        }
        let goal = goal(&steps, &mut random).cell;
        Ok(Self { steps, terrain, goal })
    }

    /// Times all sides once, and checks that they agree.
    fn measure(&self, sides: &mut Sides, times: &mut Least<6>) -> Outcome<()> {
        let Sides { wave, mud, field } = sides;
        times.time(0, || wave.solve(&self.steps, &[self.goal]))?;
        times.time(1, || field.set_gradient(wave));
        times.time(2, || field.set_descent(wave));
        times.time(3, || mud.solve_terrain(&self.steps, &self.terrain, &[self.goal]))?;
        let costs = self.terrain.costs();
        self.check(wave, times, 4, |_| 1)?;
        self.check(mud, times, 5, |cell| costs[cell] as u32)
    }

    fn check(
        &self,
        heat_map: &HeatMap,
        times: &mut Least<6>,
        side: usize,
        cost: impl Fn(usize) -> u32,
    ) -> Outcome<()> {
        let frame = self.steps.frame();
        let goal = frame.index_of(self.goal);
        let successors = |&cell: &usize| {
            let open =
                Direction::ALL.into_iter().filter(move |&way| self.steps.step_is_open(cell, way));
            let beyond = open.filter_map(move |way| frame.neighbour(cell, way));
            beyond.map(|beyond| (beyond, cost(beyond))).collect::<Vec<_>>()
        };
        let theirs = times.time(side, || dijkstra_all(&goal, successors));
        for (cell, &distance) in heat_map.distances().as_slice().iter().enumerate() {
            let peer =
                if cell == goal { Some(0) } else { theirs.get(&cell).map(|reached| reached.1) };
            if peer.unwrap_or(HeatMap::UNREACHED) != distance {
                return Err(format!("tile {cell}: {distance} instead of {peer:?}").into());
            }
        }
        Ok(())
    }
}

#[derive(Default)]
struct Sides {
    wave: HeatMap,
    mud: HeatMap,
    field: VectorField,
}

/// One size and kind.
struct Row {
    n: u32,
    ground: &'static str,
    ms: [f64; 6],
}

impl Row {
    fn measure(n: u32, is_maze: bool, effort: Effort) -> Outcome<Self> {
        let inputs = (0..effort.inputs)
            .map(|seed| Input::new(n, is_maze, seed))
            .collect::<Outcome<Vec<_>>>()?;
        let mut times = vec![Least::default(); inputs.len()];
        let mut sides = Sides::default();
        for _ in 0..effort.passes {
            for (input, times) in inputs.iter().zip(&mut times) {
                input.measure(&mut sides, times)?;
            }
        }
        Ok(Self { n, ground: if is_maze { "maze" } else { "empty" }, ms: mean(&times) })
    }

    fn cells_per_ms(&self, side: usize) -> f64 {
        f64::from(self.n).powi(2) / self.ms[side]
    }

    /// Ours, the peer, and the ratio of them.
    fn sides(&self) -> impl Iterator<Item = (&'static str, f64, f64)> {
        SIDES
            .into_iter()
            .zip(PEERS)
            .enumerate()
            .map(|(side, (name, peer))| (name, self.cells_per_ms(side), self.cells_per_ms(peer)))
    }

    fn lines(&self) -> Vec<String> {
        let line = |(name, ours, peer): (&str, f64, f64)| {
            let (n, ground) = (self.n, self.ground);
            format!("{n:>5}  {ground:<6} {name:<10}{ours:>10.0}{peer:>14.0}{:>8.1}", ours / peer)
        };
        self.sides().map(line).collect()
    }

    fn json(&self) -> Vec<Value> {
        let row = |(name, ours, peer): (&str, f64, f64)| {
            json!({
                "n": self.n, "ground": self.ground, "field": name, "cells_per_ms": ours,
                "peer": "pathfinding", "peer_cells_per_ms": peer, "speedup": ours / peer,
            })
        };
        self.sides().map(row).collect()
    }
}

const HEAD: &str = "    n  ground field       cells/ms  dijkstra_all   ratio";

fn run(arguments: &Arguments) -> Outcome<()> {
    let (sizes, effort): (&[u32], _) = match (arguments.bench, arguments.quick) {
        (false, _) => (&[32], Effort { inputs: 2, passes: 1 }),
        (true, true) => (&[64, 256], Effort { inputs: 3, passes: 5 }),
        (true, false) => (&[64, 256, 1024], Effort { inputs: 4, passes: 8 }),
    };
    let rows = sizes
        .iter()
        .flat_map(|&n| [false, true].map(|is_maze| Row::measure(n, is_maze, effort)))
        .collect::<Outcome<Vec<_>>>()?;
    if arguments.json {
        let rows: Vec<Value> = rows.iter().flat_map(Row::json).collect();
        say_json(&json!({ "bench": "classic", "rows": rows }))?;
    } else {
        let lines: Vec<String> = rows.iter().flat_map(Row::lines).collect();
        say(&format!("{HEAD}\n{}", lines.join("\n")))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}
