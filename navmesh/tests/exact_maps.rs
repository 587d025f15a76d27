//! Exact paths on real maps: as long as the shortest path of each query, within a millimetre.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use navmesh::glam::{Vec2, vec2};
use navmesh::{Bounds, Entry, MeshDefinition, NavMesh, PathOptions, Search};

const MAPS: [&str; 6] =
    ["AcrosstheCape", "arena", "maze512-8-0", "orz103d", "random-100-33", "room-600-60"];

struct Map {
    mesh: NavMesh,
    /// Start, goal, shortest length.
    queries: Vec<(Vec2, Vec2, f64)>,
}

fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    let folder = std::env::var_os("HYBRIDNAV_MAPS")
        .map_or_else(|| root.join("../shared/maps"), PathBuf::from);
    let found = folder.join("arena.map").exists().then_some(folder);
    if found.is_none() {
        println!("ran without maps");
    }
    found
}

fn read(folder: &Path, name: &str) -> Map {
    let text = fs::read_to_string(folder.join(format!("{name}.map"))).unwrap();
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let blocked: Vec<Vec<bool>> =
        rows.iter().map(|row| row.iter().map(|cell| !b".GS".contains(cell)).collect()).collect();
    let rectangles = rectangles(&blocked);
    let bounds = Bounds::new(Vec2::ZERO, vec2(blocked[0].len() as f32, blocked.len() as f32));
    let tile_size = MeshDefinition::suggested_tile_size(bounds, rectangles.len());
    let definition = MeshDefinition { tile_size, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for [x0, y0, x1, y1] in rectangles {
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        mesh.add_obstacle(&corners.map(|(x, y)| vec2(x as f32, y as f32))).unwrap();
    }
    mesh.commit().unwrap();
    let query = |line: &str| {
        let numbers: Vec<f64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let point = |k: usize| vec2(numbers[k] as f32, numbers[k + 1] as f32);
        (point(0), point(2), numbers[4])
    };
    let text = fs::read_to_string(folder.join(format!("{name}.queries"))).unwrap();
    Map { mesh, queries: text.lines().map(query).collect() }
}

/// Rectangles that cover just the blocked cells: from each cell that is not covered yet, as wide as it goes, then as
/// high, or the other way round.
fn rectangles(blocked: &[Vec<bool>]) -> Vec<[usize; 4]> {
    let (width, height) = (blocked[0].len(), blocked.len());
    let full = |x: std::ops::Range<usize>, y: std::ops::Range<usize>| {
        y.into_iter().all(|y| blocked[y][x.clone()].iter().all(|&cell| cell))
    };
    let wider = |[mut x0, y0, mut x1, y1]: [usize; 4]| {
        while x0 > 0 && full(x0 - 1..x0, y0..y1) {
            x0 -= 1;
        }
        while x1 < width && full(x1..x1 + 1, y0..y1) {
            x1 += 1;
        }
        [x0, y0, x1, y1]
    };
    let higher = |[x0, mut y0, x1, mut y1]: [usize; 4]| {
        while y0 > 0 && full(x0..x1, y0 - 1..y0) {
            y0 -= 1;
        }
        while y1 < height && full(x0..x1, y1..y1 + 1) {
            y1 += 1;
        }
        [x0, y0, x1, y1]
    };
    let (mut covered, mut found) = (vec![vec![false; width]; height], Vec::new());
    for y in 0..height {
        for x in 0..width {
            if !blocked[y][x] || covered[y][x] {
                continue;
            }
            let cell = [x, y, x + 1, y + 1];
            let area = |[x0, y0, x1, y1]: [usize; 4]| (x1 - x0) * (y1 - y0);
            let (p, q) = (higher(wider(cell)), wider(higher(cell)));
            let best = if area(p) > area(q) { p } else { q };
            covered[best[1]..best[3]].iter_mut().for_each(|row| row[best[0]..best[2]].fill(true));
            found.push(best);
        }
    }
    found
}

/// The tiles and the baked mesh of a map.
fn meshes(map: &Map) -> [(&'static str, NavMesh); 2] {
    [("tiles", map.mesh.clone()), ("baked", map.mesh.bake(&mut |_| {}).unwrap())]
}

#[test]
fn every_query_is_answered_by_the_shortest_path() {
    let Some(folder) = folder() else { return };
    for name in MAPS {
        let map = read(&folder, name);
        for (kind, mesh) in meshes(&map) {
            let (mut search, options) = (Search::default(), PathOptions::with_entry(Entry::Exact));
            let mut wrong = 0;
            for &(from, to, shortest) in &map.queries {
                let path = mesh.find_path(&mut search, from, to, &options).unwrap();
                assert_eq!((path.points.first(), path.points.last()), (Some(&from), Some(&to)));
                let legs = path.points.windows(2);
                let length: f64 = legs.map(|l| l[0].as_dvec2().distance(l[1].as_dvec2())).sum();
                if (length - shortest).abs() > 1e-4 * shortest.max(1.0) {
                    wrong += 1;
                    println!("{name}, {kind}: {from} → {to}: {length}, shortest {shortest}");
                }
            }
            assert_eq!(wrong, 0, "{name}, {kind}");
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn exact_paths_take_this_long() {
    let Some(folder) = folder() else { return };
    for name in MAPS {
        let map = read(&folder, name);
        let start = Instant::now();
        let meshes = meshes(&map);
        let bake = start.elapsed().as_secs_f64() * 1e3;
        for (kind, mesh) in &meshes {
            let mut search = Search::default();
            let mut time = |entry: Entry| {
                let (mut best, mut expanded) = (f64::INFINITY, 0);
                for _ in 0..6 {
                    let start = Instant::now();
                    expanded = 0;
                    for &(from, to, _) in &map.queries {
                        let options = PathOptions::with_entry(entry);
                        expanded +=
                            mesh.find_path(&mut search, from, to, &options).unwrap().expanded;
                    }
                    best = best.min(start.elapsed().as_secs_f64() * 1e6 / map.queries.len() as f64);
                }
                (best, expanded as usize / map.queries.len())
            };
            let (exact, corners) = time(Entry::Exact);
            let (crossing, cells) = time(Entry::Crossing);
            println!(
                "{name:14} {kind} {:6} cells  Exact {exact:7.2} us ({corners} corners)  Crossing {crossing:7.2} us ({cells} cells)  bake {bake:.0} ms, {} bytes a cell",
                mesh.cell_count(),
                mesh.exact_size_in_bytes() / mesh.cell_count(),
            );
        }
    }
}
