//! What it costs to make a mesh of 1 000, 10 000 and 100 000 obstacle vertices, against the `polyanya` crate
//! (triangulation, merged, baked) on the same obstacles in the same run, by turns; and how many bytes a cell takes.
//!
//! The obstacles do not touch, so that what is free is known: the areas of both meshes are checked against it.
#![forbid(unsafe_code)]

#[path = "mesh_support/mod.rs"]
mod mesh_support;

use std::process::ExitCode;

use glam::{DVec2, Vec2};
use headless::command::bench::{self, BenchArguments, BenchResult};
use headless::sources::obstacle_worlds::{ObstacleWorld, Strewn};
use hybrid::navmesh::NavMesh;
use mesh_support::{least_seconds, mesh_of, peer_mesh};
use serde_json::{Value, json};

/// Metres: obstacles one on 1000 m².
const TILE: f32 = 32.0;

/// Vertices of an obstacle, on average.
const VERTICES: f64 = 5.48;

/// By how much of the whole an area may be wrong; the peer computes in f32.
const AREA_ERROR: f64 = 1e-4;

/// What was seen of one world.
struct Row {
    vertices: usize,
    cells: usize,
    bytes_per_cell: f64,
    milliseconds: f64,
    peer_cells: usize,
    peer_milliseconds: f64,
}

impl Row {
    fn measure(vertices: usize, runs: usize) -> BenchResult<Self> {
        let count = (vertices as f64 / VERTICES) as usize;
        let world = ObstacleWorld::new(Strewn::Apart, count, 3);
        let (mut own, mut peer) = (f64::INFINITY, f64::INFINITY);
        let (mut mesh, mut other) = (None, None);
        for _ in 0..runs {
            let (seconds, made) = least_seconds(1, || {
                let made = mesh_of(&world, TILE)?;
                let cell = made.0.cells().next().ok_or("a mesh without cells")?;
                // Components count as part of it: the first query needs them.
                made.0.component(cell);
                Ok(made.0)
            })?;
            (own, mesh) = (own.min(seconds), Some(made));
            let (seconds, made) = least_seconds(1, || peer_mesh(&world))?;
            (peer, other) = (peer.min(seconds), Some(made));
        }
        let (Some(mesh), Some(other)) = (mesh, other) else { return Err("no runs".into()) };
        let free = free_area(&world);
        check("navmesh", own_area(&mesh), free)?;
        check("polyanya", peer_area(&other), free)?;
        Ok(Self {
            vertices: world.vertex_count(),
            cells: mesh.cell_count(),
            bytes_per_cell: mesh.size_in_bytes() as f64 / mesh.cell_count() as f64,
            milliseconds: own * 1e3,
            peer_cells: other.layers.iter().map(|layer| layer.polygons.len()).sum(),
            peer_milliseconds: peer * 1e3,
        })
    }

    fn ratio(&self) -> f64 {
        self.peer_milliseconds / self.milliseconds
    }

    fn json(&self) -> Value {
        json!({
            "vertices": self.vertices,
            "cells": self.cells,
            "bytes_per_cell": self.bytes_per_cell,
            "build_ms": self.milliseconds,
            "peer": "polyanya",
            "peer_cells": self.peer_cells,
            "peer_ms": self.peer_milliseconds,
            "speedup": self.ratio(),
        })
    }

    fn line(&self) -> String {
        format!(
            "{:>9}{:>9}{:>8.0}{:>11.2}{:>16}{:>13.1}{:>8.1}",
            self.vertices,
            self.cells,
            self.bytes_per_cell,
            self.milliseconds,
            self.peer_cells,
            self.peer_milliseconds,
            self.ratio()
        )
    }
}

fn ring_area(ring: impl Iterator<Item = Vec2>) -> f64 {
    let ring: Vec<DVec2> = ring.map(|point| point.as_dvec2()).collect();
    ring.windows(2).map(|pair| (pair[0] - ring[0]).perp_dot(pair[1] - ring[0])).sum::<f64>() * 0.5
}

fn free_area(world: &ObstacleWorld) -> f64 {
    let whole = world.bounds.width() as f64 * world.bounds.height() as f64;
    whole - world.outlines.iter().map(|ring| ring_area(ring.iter().copied())).sum::<f64>()
}

fn own_area(mesh: &NavMesh) -> f64 {
    mesh.cells().map(|cell| ring_area(mesh.outline(cell))).sum()
}

fn peer_area(mesh: &polyanya::Mesh) -> f64 {
    let of_layer = |layer: &polyanya::Layer| -> f64 {
        let corner = |&index: &u32| Vec2::from(layer.vertices[index as usize].coords.to_array());
        layer.polygons.iter().map(|polygon| ring_area(polygon.vertices.iter().map(corner))).sum()
    };
    mesh.layers.iter().map(of_layer).sum()
}

fn check(name: &str, area: f64, free: f64) -> BenchResult<()> {
    let fits = (area - free).abs() <= AREA_ERROR * free;
    if fits { Ok(()) } else { Err(format!("{name} has {area} m², free are {free} m²").into()) }
}

const HEAD: &str = " vertices    cells  B/cell   build ms  polyanya cells  polyanya ms   ratio";

fn run(bench: &BenchArguments) -> BenchResult<()> {
    let loads: &[(usize, usize)] = bench.effort().of(
        &[(500, 1)],
        &[(1_000, 5), (10_000, 3)],
        &[(1_000, 10), (10_000, 5), (100_000, 2)],
    );
    let mut rows = Vec::new();
    bench.tell(HEAD)?;
    for &(size, runs) in loads {
        let row = Row::measure(size, runs)?;
        bench.tell(&row.line())?;
        rows.push(row.json());
    }
    bench.finish("build", &rows, &[])
}

fn main() -> ExitCode {
    bench::main("build", "Making a mesh, against the polyanya crate", run)
}
