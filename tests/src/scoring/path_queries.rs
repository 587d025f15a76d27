//! Asks a mesh of a map for many paths, checks them against the exact lengths, and times them.

use std::time::Instant;

use glam::Vec2;
use hybrid::navmesh::{Bounds, Entry, MeshDefinition, NavMesh, PathOptions, Search};
use serde::Serialize;

use crate::error::Error;
use crate::scorecard::{mean, percentile};
use crate::sources::grid_map::GridMap;
use crate::sources::queries::Query;
use crate::sources::rectangles::blocked_rectangles;
use crate::tolerances::BELOW_OPTIMAL;

/// What the scripts read of a set of queries; lengths are judged where the file has exact ones,
/// else null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PathReport {
    /// Name of the map.
    pub map: String,
    /// Name of the entry.
    pub entry: String,
    /// Whether the mesh was baked.
    pub baked: bool,
    /// Cells of the mesh.
    pub cells: usize,
    /// Milliseconds to add all obstacles, commit, and bake if that was asked for; or to join the
    /// polygons of a `.mesh`.
    pub build_ms: f64,
    /// Queries asked.
    pub queries: usize,
    /// Queries that found a path.
    pub found: usize,
    /// Mean of path length over exact length.
    pub ratio_mean: Option<f64>,
    /// The largest of them.
    pub ratio_max: Option<f64>,
    /// Paths shorter than exact by more than a millimetre: they cut a corner.
    pub below_optimal: Option<usize>,
    /// Mean microseconds of a query.
    pub us_mean: Option<f64>,
    /// Median of the queries' microseconds.
    pub us_p50: Option<f64>,
    /// 99th percentile.
    pub us_p99: Option<f64>,
    /// Mean cells expanded by the search of a path that was found.
    pub expanded_mean: Option<f64>,
}

/// A mesh of a map, and how long adding the obstacles and committing took, in milliseconds. Without
/// a tile size, the mesh's own advice for so many obstacles is taken.
///
/// # Errors
/// [`Error::Usage`] for a radius or tile size that the mesh refuses.
pub fn build_mesh(map: &GridMap, radius: f32, tile: Option<f32>) -> Result<(NavMesh, f64), Error> {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::new(map.width() as f32, map.height() as f32));
    let rectangles = blocked_rectangles(map);
    let tile_size =
        tile.unwrap_or_else(|| MeshDefinition::suggested_tile_size(bounds, rectangles.len()));
    let definition =
        MeshDefinition { agent_radius: radius, tile_size, ..MeshDefinition::new(bounds) };
    let refused =
        |error: &dyn std::fmt::Display| Error::Usage(format!("--radius, --tile: {error}"));
    let mut mesh = NavMesh::new(&definition).map_err(|error| refused(&error))?;
    let start = Instant::now();
    for rectangle in rectangles {
        let ([x0, y0], [x1, y1]) = (rectangle.min, rectangle.max);
        let outline =
            [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(|[x, y]| Vec2::new(x as f32, y as f32));
        mesh.add_obstacle(&outline).map_err(|error| refused(&error))?;
    }
    mesh.commit().map_err(|error| refused(&error))?;
    Ok((mesh, start.elapsed().as_secs_f64() * 1e3))
}

/// Asks every query once untimed, which also warms the scratch, then `repetitions` times timed.
pub fn ask(mesh: &NavMesh, queries: &[Query], entry: Entry, repetitions: u32) -> PathReport {
    let options = PathOptions::with_entry(entry);
    let mut search = Search::default();
    let (mut ratios, mut expanded, mut below) = (Vec::new(), Vec::new(), 0);
    for query in queries {
        let Ok(path) = mesh.find_path(&mut search, query.start, query.goal, &options) else {
            continue;
        };
        expanded.push(f64::from(path.expanded));
        if let Some(exact) = query.exact {
            let length = length(&path.points);
            below += usize::from(length < exact - BELOW_OPTIMAL);
            // Start and goal may be the same point.
            ratios.push(if exact > 0.0 { length / exact } else { 1.0 });
        }
    }
    let judged = queries.iter().any(|query| query.exact.is_some());
    let micros = time(mesh, queries, &options, repetitions);
    PathReport {
        map: String::new(),
        entry: entry_name(entry).into(),
        baked: mesh.is_fixed(),
        cells: mesh.cell_count(),
        build_ms: 0.0,
        queries: queries.len(),
        found: expanded.len(),
        ratio_mean: mean(&ratios),
        ratio_max: ratios.iter().copied().reduce(f64::max),
        below_optimal: judged.then_some(below),
        us_mean: mean(&micros),
        us_p50: percentile(micros.iter().copied(), 50),
        us_p99: percentile(micros.iter().copied(), 99),
        expanded_mean: mean(&expanded),
    }
}

/// Microseconds of each query, the mean of its repetitions.
fn time(mesh: &NavMesh, queries: &[Query], options: &PathOptions, repetitions: u32) -> Vec<f64> {
    let mut search = Search::default();
    let mut micros = vec![0.0; queries.len()];
    for _ in 0..repetitions {
        for (query, sum) in queries.iter().zip(&mut micros) {
            let start = Instant::now();
            let answer = mesh.find_path(&mut search, query.start, query.goal, options);
            *sum += start.elapsed().as_secs_f64() * 1e6;
            drop(std::hint::black_box(answer));
        }
    }
    micros.iter().map(|sum| sum / f64::from(repetitions.max(1))).collect()
}

/// The length of a path in metres, in double precision: an exact length is not to be missed by rounding.
pub fn length(points: &[Vec2]) -> f64 {
    points.windows(2).map(|pair| pair[0].as_dvec2().distance(pair[1].as_dvec2())).sum()
}

fn entry_name(entry: Entry) -> &'static str {
    match entry {
        Entry::Midpoint => "midpoint",
        Entry::Crossing => "crossing",
        Entry::Portals => "portals",
        Entry::Exact => "exact",
    }
}
