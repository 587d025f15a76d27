//! Distance fields on real maps, against exact lengths computed elsewhere. Without the maps the tests pass and say so.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests and their helpers")]

use std::path::PathBuf;
use std::time::Instant;

use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const MAPS: [&str; 6] =
    ["arena", "maze512-8-0", "orz103d", "room-600-60", "random-100-33", "AcrosstheCape"];

/// How many queries of each map are asked.
const QUERIES: usize = 60;

fn folder() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/maps"));
    let folder = std::env::var_os("HYBRIDNAV_MAPS").map_or_else(beside, PathBuf::from);
    let found = folder.is_dir();
    if !found {
        println!("no maps in {}: nothing checked", folder.display());
    }
    found.then_some(folder)
}

/// The blocked cells of a grid map as boxes: runs of a row, as high as they go on unchanged.
fn boxes(rows: &[&[u8]]) -> Vec<[u32; 4]> {
    let is_open = |cell: u8| matches!(cell, b'.' | b'G' | b'S');
    let mut closed: Vec<[u32; 4]> = Vec::new();
    let mut growing: Vec<[u32; 4]> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let mut runs = Vec::new();
        let mut x = 0;
        while x < row.len() {
            let length = row[x..].iter().take_while(|&&cell| !is_open(cell)).count();
            if length > 0 {
                runs.push((x as u32, (x + length) as u32));
            }
            x += length.max(1);
        }
        let (kept, ended): (Vec<_>, Vec<_>) =
            growing.into_iter().partition(|run: &[u32; 4]| runs.contains(&(run[0], run[2])));
        closed.extend(ended);
        growing = kept;
        for (from, to) in runs {
            match growing.iter_mut().find(|run| (run[0], run[2]) == (from, to)) {
                Some(run) => run[3] = y as u32 + 1,
                None => growing.push([from, y as u32, to, y as u32 + 1]),
            }
        }
    }
    closed.extend(growing);
    closed
}

fn mesh_of(map: &str) -> NavMesh {
    let rows: Vec<&[u8]> = map.lines().skip(4).map(str::as_bytes).collect();
    let size = vec2(rows[0].len() as f32, rows.len() as f32);
    let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(Vec2::ZERO, size))).unwrap();
    for [left, bottom, right, top] in boxes(&rows) {
        let [left, bottom, right, top] = [left, bottom, right, top].map(|side| side as f32);
        let outline = [vec2(left, bottom), vec2(right, bottom), vec2(right, top), vec2(left, top)];
        mesh.add_obstacle(&outline).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

fn queries(text: &str) -> Vec<(Vec2, Vec2, f32)> {
    let all: Vec<Vec<f32>> = text
        .lines()
        .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect())
        .collect();
    let step = (all.len() / QUERIES).max(1);
    all.iter().step_by(step).map(|f| (vec2(f[0], f[1]), vec2(f[2], f[3]), f[4])).collect()
}

#[test]
fn distances_are_the_exact_lengths() {
    let Some(folder) = folder() else { return };
    for name in MAPS {
        let read = |ending: &str| {
            std::fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap()
        };
        let mesh = mesh_of(&read("map"));
        let (mut worst, mut build, mut asked) = (0.0_f32, f64::INFINITY, 0);
        let (mut size, mut query) = (0, 0.0);
        for (start, goal, length) in queries(&read("queries")) {
            let began = Instant::now();
            let field =
                mesh.distance_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap();
            build = began.elapsed().as_secs_f64().min(build);
            let distance = field.distance(&mesh, start).unwrap();
            assert!(
                (distance - length).abs() <= 1e-3,
                "{name} {start} → {goal}: {distance}, not {length}"
            );
            worst = worst.max((distance - length).abs());
            (asked, size) = (asked + 1, field.size_in_bytes());
            if asked == 1 {
                let began = Instant::now();
                let bounds = mesh.definition().bounds.max;
                let mut found = 0;
                for k in 0..20_000 {
                    let point =
                        vec2((k * 7919 % 20011) as f32 / 20011.0, k as f32 / 20_000.0) * bounds;
                    found += field.distance(&mesh, point).is_some() as u32;
                }
                query = began.elapsed().as_secs_f64() / 20_000.0;
                assert!(found > 0);
            }
        }
        println!(
            "{name:14} {asked} queries, off by {worst:.1e} m at most; {} cells, {} bytes a cell; {:.2} ms, {:.0} ns",
            mesh.cell_count(),
            size / mesh.cell_count(),
            build * 1e3,
            query * 1e9,
        );
    }
}
