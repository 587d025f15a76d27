//! What one edit of a mesh costs: 10 000 convex obstacles, of which one after another is removed and added again, each
//! with its commit. Against the same world made anew by the `polyanya` crate (triangulation, merged, baked), which has
//! no other way to follow an edit, in the same run.
//!
//! Every operation is timed in three passes over the same states, and its least time counts. What the first query after
//! a commit pays for the components is timed apart (`islands_us`), and so is the answer to a goal that cannot be
//! reached. After each pass the mesh must be what it was, bit for bit, and the middle of an obstacle that is there must
//! be blocked.
#![forbid(unsafe_code)]

#[path = "edits/passes.rs"]
mod passes;
#[path = "mesh_support/mod.rs"]
mod mesh_support;

use std::process::ExitCode;

use headless::command::bench::{self, BenchArguments, BenchResult};
use headless::scorecard::{mean, percentile};
use headless::sources::obstacle_worlds::{ObstacleWorld, Strewn};
use mesh_support::{least_seconds, mesh_of, peer_mesh};
use passes::{Passes, refusals};
use serde_json::{Value, json};

/// How much is done.
#[derive(Clone, Copy)]
struct Load {
    obstacles: usize,
    /// How many of them are removed and added again.
    edited: usize,
    builds: usize,
}

const WHOLE: Load = Load { obstacles: 10_000, edited: 2_000, builds: 3 };
const QUICK: Load = Load { obstacles: 10_000, edited: 500, builds: 1 };
const TRIAL: Load = Load { obstacles: 200, edited: 50, builds: 1 };

/// The worlds and tile sizes.
const WORLDS: [(&str, Strewn, f32); 4] = [
    ("sparse", Strewn::Sparse, 32.0),
    ("dense", Strewn::Dense, 16.0),
    ("dense", Strewn::Dense, 32.0),
    ("lattice", Strewn::Lattice, 32.0),
];

/// What was seen in one world.
struct Row {
    obstacles: usize,
    density: &'static str,
    tile: f32,
    cells: usize,
    bytes_per_cell: f64,
    build_ms: f64,
    passes: Passes,
    refusal_us: f64,
    peer_ms: f64,
}

impl Row {
    fn measure((name, strewn, tile): (&'static str, Strewn, f32), load: Load) -> BenchResult<Self> {
        let world = ObstacleWorld::new(strewn, load.obstacles, 1);
        let (build, made) = least_seconds(load.builds, || mesh_of(&world, tile))?;
        let (mut mesh, handles) = made;
        let passes = Passes::run(&mut mesh, &world, handles, load.edited)?;
        let refusal_us = refusals(&mesh, &world)?;
        let (peer, _) = least_seconds(1, || peer_mesh(&world))?;
        Ok(Self {
            obstacles: load.obstacles,
            density: name,
            tile,
            cells: mesh.cell_count(),
            bytes_per_cell: mesh.size_in_bytes() as f64 / mesh.cell_count() as f64,
            build_ms: build * 1e3,
            passes,
            refusal_us,
            peer_ms: peer * 1e3,
        })
    }

    fn json(&self) -> Value {
        let edits = &self.passes.edit_us;
        json!({
            "obstacles": self.obstacles,
            "density": self.density,
            "tile": self.tile,
            "cells": self.cells,
            "bytes_per_cell": self.bytes_per_cell,
            "build_ms": self.build_ms,
            "mean_us": mean(edits),
            "p50_us": percentile(edits.iter().copied(), 50),
            "p99_us": percentile(edits.iter().copied(), 99),
            "max_us": percentile(edits.iter().copied(), 100),
            "islands_us": percentile(self.passes.islands_us.iter().copied(), 50),
            "islands_us_max": percentile(self.passes.islands_us.iter().copied(), 100),
            "clone_us": self.passes.clone_us,
            "tiles_per_edit": self.passes.tiles_per_edit,
            "refusal_us": self.refusal_us,
            "peer": "polyanya",
            "peer_rebuild_ms": self.peer_ms,
        })
    }

    fn line(&self) -> String {
        let edits = &self.passes.edit_us;
        let part = |percent| percentile(edits.iter().copied(), percent).unwrap_or(f64::NAN);
        let islands = |percent| {
            percentile(self.passes.islands_us.iter().copied(), percent).unwrap_or(f64::NAN)
        };
        format!(
            "{:<8}{:>5}{:>8}{:>8.0}{:>10.1}{:>8.1}{:>8.1}{:>8.1}{:>8.1}{:>10.1}{:>8.1}{:>8.2}{:>7.1}{:>8.2}{:>13.1}",
            self.density,
            self.tile,
            self.cells,
            self.bytes_per_cell,
            self.build_ms,
            mean(edits).unwrap_or(f64::NAN),
            part(50),
            part(99),
            part(100),
            islands(50),
            islands(100),
            self.passes.clone_us,
            self.passes.tiles_per_edit,
            self.refusal_us,
            self.peer_ms,
        )
    }
}

const HEAD: &str = "world    tile   cells  B/cell  build ms mean µs     p50     p99   worst   islands     max   clone  tiles refusal  polyanya ms";

fn run(bench: &BenchArguments) -> BenchResult<()> {
    let load = bench.effort().of(TRIAL, QUICK, WHOLE);
    let mut rows = Vec::new();
    bench.tell(HEAD)?;
    for world in WORLDS {
        let row = Row::measure(world, load)?;
        bench.tell(&row.line())?;
        rows.push(row.json());
    }
    bench.finish("edits", &rows, &[])
}

fn main() -> ExitCode {
    bench::main("edits", "Adding and removing one obstacle among many", run)
}
