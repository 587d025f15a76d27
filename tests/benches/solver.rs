//! The potential alone: cells a millisecond, against the `eikonal` crate on the same isotropic grids and
//! against our own heap on the same costs, by turns in the same run. Every answer is checked: bit for
//! bit against the heap, to a part in 10⁴ against the peer.
#![forbid(unsafe_code)]

#[path = "fields/clock.rs"]
mod clock;
#[path = "fields/ground.rs"]
mod ground;
#[path = "fields/groups.rs"]
mod groups;
#[path = "fields/walls.rs"]
mod walls;

use std::process::ExitCode;

use clock::{Least, Passes, mean};
use eikonal::CostField;
use flowfield::{CostParameters, Crowd, FlowField, Goal, Potential, Problem, StepCosts, Steps};
use ground::{CELL, frame};
use groups::{SPEED, discs, share};
use headless::command::bench::{self, BenchArguments, BenchResult};
use headless::random::Random;
use ndarray::Array2;
use serde_json::{Value, json};
use walls::{goal, maze};

/// What the steps cost.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Equal everywhere.
    Uniform,
    /// From 1 to 10, of each cell by itself.
    Random,
    /// Equal, between walls.
    Maze,
    /// Dense groups on their ways: different in each direction.
    Crowd,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Uniform, Self::Random, Self::Maze, Self::Crowd];

    const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Random => "random",
            Self::Maze => "maze",
            Self::Crowd => "crowd",
        }
    }

    /// Whether the peer knows such costs.
    fn is_isotropic(self) -> bool {
        self != Self::Crowd
    }
}

/// A grid to solve, as both sides want it.
struct Input {
    costs: StepCosts,
    goal: Goal,
    peer: Option<CostField>,
}

impl Input {
    fn new(n: u32, kind: Kind, seed: u64) -> BenchResult<Self> {
        let mut random = Random::new(seed);
        let frame = frame(n)?;
        let steps = if kind == Kind::Maze { maze(n, seed)? } else { Steps::open(frame) };
        let goal = goal(&steps, &mut random);
        let factors: Vec<f32> = match kind {
            Kind::Random => {
                (0..frame.cell_count()).map(|_| 1.0 + 9.0 * share(&mut random)).collect()
            }
            _ => vec![1.0; frame.cell_count()],
        };
        let costs = match kind {
            Kind::Crowd => {
                let mut crowd = Crowd::new(frame);
                let discs = discs(n, (n * n / 64) as usize, &mut random);
                discs.into_iter().try_for_each(|disc| crowd.add(disc))?;
                let parameters = &CostParameters::default();
                let (steps, crowd, goals) = (&steps, &crowd, &[goal][..]);
                let (terrain, sampled, free_speed) = (None, None, SPEED);
                let mut field = FlowField::default();
                field.solve(&Problem {
                    steps,
                    terrain,
                    crowd,
                    free_speed,
                    parameters,
                    goals,
                    sampled,
                })?;
                field.costs().clone()
            }
            _ => StepCosts::new(&steps, |cell, _| CELL * factors[cell])?,
        };
        let peer = || {
            let side = n as usize;
            let cost = |(row, column)| {
                let cell = row * side + column;
                if steps.is_open(cell) { f64::from(CELL * factors[cell]) } else { 0.0 }
            };
            CostField::from_array(Array2::from_shape_fn((side, side), cost))
        };
        let peer = kind.is_isotropic().then(peer).transpose()?;
        Ok(Self { costs, goal, peer })
    }

    /// Times all sides once, and checks that they agree.
    fn measure(&self, potential: &mut Potential, times: &mut Least<3>) -> BenchResult<()> {
        times.time(0, || potential.solve(&self.costs, &[self.goal]))?;
        let mut heap = Potential::default();
        times.time(1, || heap.solve_by_heap(&self.costs, &[self.goal]))?;
        if potential.values() != heap.values() {
            return Err("the buckets differ from the heap".into());
        }
        let Some(peer) = &self.peer else { return Ok(()) };
        let from = (self.goal.cell.y as usize, self.goal.cell.x as usize);
        let solved = times.time(2, || eikonal::solve(peer, from))?;
        for (&ours, &theirs) in potential.values().as_slice().iter().zip(solved.distance()) {
            let ours = f64::from(ours);
            if ours != theirs && (ours - theirs).abs() > 1e-4 * theirs {
                return Err(format!("{ours} instead of the peer's {theirs}").into());
            }
        }
        Ok(())
    }
}

/// One size and kind.
struct Row {
    n: u32,
    kind: Kind,
    ms: [f64; 3],
}

impl Row {
    fn measure(n: u32, kind: Kind, passes: Passes) -> BenchResult<Self> {
        let inputs = (0..passes.inputs)
            .map(|seed| Input::new(n, kind, seed))
            .collect::<BenchResult<Vec<_>>>()?;
        let mut times = vec![Least::default(); inputs.len()];
        let mut potential = Potential::default();
        for _ in 0..passes.passes {
            for (input, times) in inputs.iter().zip(&mut times) {
                input.measure(&mut potential, times)?;
            }
        }
        Ok(Self { n, kind, ms: mean(&times) })
    }

    fn cells_per_ms(&self, side: usize) -> f64 {
        f64::from(self.n).powi(2) / self.ms[side]
    }

    fn line(&self) -> String {
        let [ours, heap, peer] = [0, 1, 2].map(|side| self.cells_per_ms(side));
        let against = if self.kind.is_isotropic() {
            format!("{peer:>10.0}{:>8.2}", ours / peer)
        } else {
            format!("{:>10}{:>8}", "-", "-")
        };
        let name = self.kind.name();
        format!("{:>5}  {name:<9}{ours:>9.0}{heap:>9.0}{:>8.2}{against}", self.n, ours / heap)
    }

    fn json(&self) -> Vec<Value> {
        let row = |peer: &str, side: usize| {
            let (ours, theirs) = (self.cells_per_ms(0), self.cells_per_ms(side));
            json!({
                "n": self.n, "cost": self.kind.name(), "cells_per_ms": ours,
                "peer": peer, "peer_cells_per_ms": theirs, "speedup": ours / theirs,
            })
        };
        let peer = self.kind.is_isotropic().then(|| row("eikonal", 2));
        std::iter::once(row("heap", 1)).chain(peer).collect()
    }
}

const HEAD: &str = "    n  cost       cells/ms     heap   ratio   eikonal   ratio";

fn run(bench: &BenchArguments) -> BenchResult<()> {
    let (sizes, passes): (&[u32], _) = bench.effort().of(
        (&[64], Passes { inputs: 2, passes: 1 }),
        (&[64, 256], Passes { inputs: 3, passes: 8 }),
        (&[64, 128, 256, 512, 1024], Passes { inputs: 4, passes: 12 }),
    );
    let mut rows = Vec::new();
    bench.tell(HEAD)?;
    for &n in sizes {
        for kind in Kind::ALL {
            let row = Row::measure(n, kind, passes)?;
            bench.tell(&row.line())?;
            rows.extend(row.json());
        }
    }
    bench.finish("solver", &rows, &[])
}

fn main() -> ExitCode {
    bench::main("solver", "The potential alone, against the eikonal crate and our own heap", run)
}
