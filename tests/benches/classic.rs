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

use clock::{Least, Passes, mean};
use flowfield::{Direction, HeatMap, Steps, Terrain, VectorField};
use glam::UVec2;
use ground::frame;
use headless::command::bench::{self, BenchArguments, BenchResult};
use headless::random::Random;
use pathfinding::directed::dijkstra::dijkstra_all;
use serde_json::{Value, json};
use walls::{goal, maze};

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
    fn new(n: u32, is_maze: bool, seed: u64) -> BenchResult<Self> {
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
    fn measure(&self, sides: &mut Sides, times: &mut Least<6>) -> BenchResult<()> {
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
    ) -> BenchResult<()> {
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
    fn measure(n: u32, is_maze: bool, passes: Passes) -> BenchResult<Self> {
        let inputs = (0..passes.inputs)
            .map(|seed| Input::new(n, is_maze, seed))
            .collect::<BenchResult<Vec<_>>>()?;
        let mut times = vec![Least::default(); inputs.len()];
        let mut sides = Sides::default();
        for _ in 0..passes.passes {
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

fn run(bench: &BenchArguments) -> BenchResult<()> {
    let (sizes, passes): (&[u32], _) = bench.effort().of(
        (&[32], Passes { inputs: 2, passes: 1 }),
        (&[64, 256], Passes { inputs: 3, passes: 5 }),
        (&[64, 256, 1024], Passes { inputs: 4, passes: 8 }),
    );
    let mut rows = Vec::new();
    bench.tell(HEAD)?;
    for &n in sizes {
        for is_maze in [false, true] {
            let row = Row::measure(n, is_maze, passes)?;
            bench.tell(&row.lines().join(
                "
",
            ))?;
            rows.extend(row.json());
        }
    }
    bench.finish("classic", &rows, &[])
}

fn main() -> ExitCode {
    bench::main("classic", "The classic fields, against the pathfinding crate", run)
}
