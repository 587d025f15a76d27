//! The whole pipeline of a continuum field — splat, cost, potential, gradient — in cells a millisecond,
//! against the same pipeline with a heap in the same run, by turns, and as a multiple of what the paper
//! of the method reports (Moersch and Hamilton, "Hybrid Vector Field Pathfinding", Table 1). The paper's
//! figures include a path on the navmesh: so does a column here.
//!
//! The inputs rotate, and every answer is checked: bit for bit against the heap's, and where the solve
//! ends early, against the whole.
#![forbid(unsafe_code)]

#[path = "fields/clock.rs"]
mod clock;
#[path = "fields/ground.rs"]
mod ground;
#[path = "fields/groups.rs"]
mod groups;
#[path = "fields/side.rs"]
mod side;

use std::process::ExitCode;

use clock::{Least, Passes, mean};
use headless::command::bench::{self, BenchArguments, BenchResult};
use serde_json::{Value, json};
use side::{Input, SIDES, Sides};

/// Bytes a cell: the most that a field may take with all its buffers, and a crowd.
const MOST_FIELD_BYTES: f64 = 72.0;
const MOST_CROWD_BYTES: f64 = 16.0;

/// Cells a side, and the milliseconds of the paper's query, on a desktop of 2012.
const PAPER: [(u32, f64); 4] = [(64, 4.0), (128, 18.0), (192, 37.0), (256, 65.0)];
/// Cells a millisecond of the paper beyond its table, where it is linear.
const PAPER_CELLS_PER_MS: f64 = 1000.0;

/// One size and number of units.
struct Row {
    n: u32,
    units: usize,
    ms: [f64; SIDES],
    /// Of the field, and of the crowd.
    bytes_per_cell: [f64; 2],
}

impl Row {
    fn measure(n: u32, units: usize, passes: Passes) -> BenchResult<Self> {
        let inputs = (0..passes.inputs)
            .map(|seed| Input::new(n, units, seed))
            .collect::<BenchResult<Vec<_>>>()?;
        let mut times = vec![Least::default(); inputs.len()];
        let mut sides = Sides::default();
        for _ in 0..passes.passes {
            for (input, times) in inputs.iter().zip(&mut times) {
                sides.measure(input, times)?;
            }
        }
        let cells = f64::from(n).powi(2);
        let bytes_per_cell = sides.bytes().map(|bytes| bytes as f64 / cells);
        Ok(Self { n, units, ms: mean(&times), bytes_per_cell })
    }

    fn cells_per_ms(&self, side: usize) -> f64 {
        f64::from(self.n).powi(2) / self.ms[side]
    }

    fn paper_ratio(&self) -> f64 {
        let known = PAPER.iter().find(|(n, _)| *n == self.n).map(|(_, ms)| *ms);
        known.unwrap_or(f64::from(self.n).powi(2) / PAPER_CELLS_PER_MS) / self.ms[side::WITH_MESH]
    }

    fn line(&self) -> String {
        let [whole, heap, mesh, early] = [side::WHOLE, side::HEAP, side::WITH_MESH, side::EARLY]
            .map(|side| self.cells_per_ms(side));
        let splat_ns = self.ms[side::SPLAT] * 1e6 / self.units as f64;
        let potential = self.ms[side::POTENTIAL];
        let rest = self.ms[side::WHOLE] - self.ms[side::SPLAT] - potential;
        let [field, crowd] = self.bytes_per_cell;
        format!(
            "{:>5}{:>7}{whole:>10.0}{heap:>9.0}{:>7.2}{mesh:>9.0}{:>7.1}{early:>9.0}{splat_ns:>9.0}{potential:>10.3}{rest:>10.3}{field:>7.1}{crowd:>7.1}",
            self.n,
            self.units,
            whole / heap,
            self.paper_ratio()
        )
    }

    fn json(&self) -> Value {
        json!({
            "n": self.n,
            "units": self.units,
            "cells_per_ms": self.cells_per_ms(side::WHOLE),
            "paper_ratio": self.paper_ratio(),
            "heap_cells_per_ms": self.cells_per_ms(side::HEAP),
            "with_mesh_cells_per_ms": self.cells_per_ms(side::WITH_MESH),
            "early_cells_per_ms": self.cells_per_ms(side::EARLY),
            "splat_ms": self.ms[side::SPLAT],
            "potential_ms": self.ms[side::POTENTIAL],
            "bytes_per_cell": self.bytes_per_cell[0],
            "crowd_bytes_per_cell": self.bytes_per_cell[1],
        })
    }

    /// What takes too much room.
    fn fault(&self) -> Option<String> {
        let [field, crowd] = self.bytes_per_cell;
        (field > MOST_FIELD_BYTES || crowd > MOST_CROWD_BYTES)
            .then(|| format!("{}²: {field:.1} and {crowd:.1} bytes a cell", self.n))
    }
}

const HEAD: &str = "    n  units  cells/ms     heap  ratio  w. mesh  paper    early  splat/u potential      rest  bytes  crowd
                                            cells/ms  ratio  cells/ms     ns        ms        ms   /cell  /cell";

fn run(bench: &BenchArguments) -> BenchResult<()> {
    let (loads, passes): (&[(u32, usize)], _) = bench.effort().of(
        (&[(64, 200)], Passes { inputs: 2, passes: 1 }),
        (&[(64, 1_000), (256, 1_000), (256, 10_000)], Passes { inputs: 3, passes: 8 }),
        (
            &[
                (64, 1_000),
                (128, 1_000),
                (192, 1_000),
                (256, 1_000),
                (512, 1_000),
                (1024, 1_000),
                (256, 10_000),
                (512, 10_000),
                (1024, 10_000),
            ],
            Passes { inputs: 4, passes: 12 },
        ),
    );
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    bench.tell(HEAD)?;
    for &(n, units) in loads {
        let row = Row::measure(n, units, passes)?;
        bench.tell(&row.line())?;
        rows.push(row.json());
        faults.extend(row.fault());
    }
    bench.finish("fields", &rows, &faults)
}

fn main() -> ExitCode {
    bench::main("fields", "The whole pipeline of a continuum field", run)
}
