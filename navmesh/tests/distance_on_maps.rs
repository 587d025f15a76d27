//! Distance fields on real maps, against exact lengths computed elsewhere. Without the maps the tests pass and say so.

use std::path::{Path, PathBuf};
use std::time::Instant;

use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const MAPS: [&str; 6] =
    ["arena", "maze512-8-0", "orz103d", "room-600-60", "random-100-33", "AcrosstheCape"];

/// How many queries of each map are asked.
const QUERIES: usize = 60;

/// Metres. How far a distance may be from the exact one; half of it is the rounding of lengths above 1 km to f32.
const BAR: f64 = 1e-4;

/// How many goals have fields, and how many pairs of points are looked at in them all together.
const GOALS: usize = 5;
const PAIRS: u32 = 10_000;

/// The direction that east becomes on turned maps.
const TURN: Vec2 = vec2(0.83, 0.5571);

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

/// The boxes of a map, turned by this unit vector round the middle, with a frame; and the place of the map in that world.
struct World {
    outlines: Vec<[Vec2; 4]>,
    bounds: Bounds,
    size: Vec2,
    turn: Vec2,
}

impl World {
    fn new(map: &str, turn: Vec2) -> World {
        let rows: Vec<&[u8]> = map.lines().skip(4).map(str::as_bytes).collect();
        let size = vec2(rows[0].len() as f32, rows.len() as f32);
        let mut boxes: Vec<[f32; 4]> =
            boxes(&rows).iter().map(|box_| box_.map(|side| side as f32)).collect();
        let straight = turn == Vec2::X;
        let half = if straight { size * 0.5 } else { Vec2::splat(size.length() * 0.5 + 2.0) };
        if !straight {
            boxes.extend([
                [-1.0, -1.0, size.x + 1.0, 0.0],
                [-1.0, size.y, size.x + 1.0, size.y + 1.0],
                [-1.0, -1.0, 0.0, size.y + 1.0],
                [size.x, -1.0, size.x + 1.0, size.y + 1.0],
            ]);
        }
        let mut world =
            World { outlines: Vec::new(), bounds: Bounds::new(-half, half), size, turn };
        world.outlines = boxes
            .iter()
            .map(|&[left, bottom, right, top]| {
                [(left, bottom), (right, bottom), (right, top), (left, top)]
                    .map(|(x, y)| world.place(vec2(x, y)))
            })
            .collect();
        world
    }

    /// Where a point of the map is.
    fn place(&self, point: Vec2) -> Vec2 {
        self.turn.rotate(point - self.size * 0.5)
    }

    fn mesh(&self) -> NavMesh {
        // Boxes that are turned and rounded leave cracks of about a millimetre between them, which agents of any size close.
        let agent_radius = if self.turn == Vec2::X { 0.0 } else { 0.05 };
        let definition = MeshDefinition { agent_radius, ..MeshDefinition::new(self.bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        for outline in &self.outlines {
            mesh.add_obstacle(outline).unwrap();
        }
        mesh.commit().unwrap();
        mesh
    }

    /// The map on tiles and baked.
    fn meshes(&self) -> [(&'static str, NavMesh); 2] {
        let mesh = self.mesh();
        let baked = mesh.bake(&mut |_| ()).unwrap();
        [("tiles", mesh), ("baked", baked)]
    }
}

/// Lengths in f64: they have five decimals.
fn queries(text: &str) -> Vec<(Vec2, Vec2, f64)> {
    let parsed = |line: &str| {
        let words: Vec<f64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let point = |k: usize| vec2(words[k] as f32, words[k + 1] as f32);
        (point(0), point(2), words[4])
    };
    let all: Vec<_> = text.lines().map(parsed).collect();
    let step = (all.len() / QUERIES).max(1);
    all.into_iter().step_by(step).collect()
}

fn read(folder: &Path, name: &str, ending: &str) -> String {
    std::fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap()
}

/// Free points from the whole of a world, in an order that has nothing to do with it.
fn free_points(mesh: &NavMesh) -> impl Iterator<Item = Vec2> {
    let Bounds { min, max } = mesh.definition().bounds;
    let share = |k: u64, factor: u64| (k * factor % 1_000_003) as f32 / 1_000_003.0;
    let point = move |k: u64| min + vec2(share(k, 611_953), share(k, 282_943)) * (max - min);
    // On the mesh's own lattice.
    (1..)
        .map(move |k| (point(k) * 1024.0).round() / 1024.0)
        .filter(|&point| matches!(mesh.locate(point), Location::Cell(_)))
}

fn field_to(mesh: &NavMesh, goal: Vec2) -> DistanceField {
    mesh.distance_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap()
}

#[test]
fn distances_are_the_exact_lengths() {
    let Some(folder) = folder() else { return };
    for name in MAPS {
        let world = World::new(&read(&folder, name, "map"), Vec2::X);
        let queries = queries(&read(&folder, name, "queries"));
        for (form, mesh) in world.meshes() {
            let (mut worst, mut build, mut size) = (0.0_f64, f64::INFINITY, 0);
            for &(start, goal, length) in &queries {
                let [start, goal] = [start, goal].map(|point| world.place(point));
                let began = Instant::now();
                let field = field_to(&mesh, goal);
                build = began.elapsed().as_secs_f64().min(build);
                size = field.size_in_bytes();
                let distance = field.distance(&mesh, start).unwrap() as f64;
                let off = (distance - length).abs();
                assert!(off <= BAR, "{name} {form} {start} → {goal}: {distance}, not {length}");
                worst = worst.max(off);
            }
            println!(
                "{name:14} {form}: {} queries, off by {worst:.1e} m at most; {} cells, {} bytes a cell; {:.2} ms, {:.0} ns",
                queries.len(),
                mesh.cell_count(),
                size / mesh.cell_count(),
                build * 1e3,
                nanoseconds_to_ask(&mesh, &field_to(&mesh, world.place(queries[0].1))),
            );
        }
    }
}

/// What a question for a distance takes, the look for the cell included: blocked points, too.
fn nanoseconds_to_ask(mesh: &NavMesh, field: &DistanceField) -> f64 {
    let Bounds { min, max } = mesh.definition().bounds;
    let (mut best, mut found) = (f64::INFINITY, 0);
    for _ in 0..5 {
        let began = Instant::now();
        for k in 0..20_000 {
            let share = vec2((k * 7919 % 20011) as f32 / 20011.0, k as f32 / 20_000.0);
            found += field.distance(mesh, min + share * (max - min)).is_some() as u32;
        }
        best = best.min(began.elapsed().as_secs_f64());
    }
    assert!(found > 0);
    best / 20_000.0 * 1e9
}

/// Fields and exact paths are made in different ways, and neither knows of the other.
#[test]
fn distances_on_turned_maps_are_the_lengths_of_exact_paths() {
    let Some(folder) = folder() else { return };
    for name in MAPS {
        let world = World::new(&read(&folder, name, "map"), TURN.normalize());
        for (form, mesh) in world.meshes() {
            let (mut worst, mut search) = (0.0_f64, Search::default());
            let options = PathOptions::with_entry(Entry::Exact);
            let goals: Vec<Vec2> = free_points(&mesh).take(GOALS).collect();
            let mut compared = 0;
            for &goal in &goals {
                let field = field_to(&mesh, goal);
                for start in free_points(&mesh).skip(GOALS).take(QUERIES) {
                    let path = mesh.find_path(&mut search, start, goal, &options);
                    let distance = field.distance(&mesh, start).map(f64::from);
                    // In f64: it is enough that one of the two numbers is rounded.
                    let length = path.as_ref().ok().map(|path| length(&path.points));
                    let off = match (distance, length) {
                        (Some(distance), Some(length)) => (distance - length).abs(),
                        (None, None) => continue,
                        _ => panic!("{name} {form} {start} → {goal}: {distance:?}, {length:?}"),
                    };
                    // Beyond 2 km, the numbers of f32 are farther apart than that.
                    let bar = BAR.max(distance.map_or(0.0, |distance| rounding(distance as f32)));
                    assert!(off <= bar, "{name} {form} {start} → {goal}: {distance:?}, {length:?}");
                    (compared, worst) = (compared + 1, worst.max(off));
                }
            }
            println!("{name:14} {form}: {compared} compared, off by {worst:.1e} m at most");
        }
    }
}

#[test]
fn distances_change_no_faster_than_one_walks() {
    let Some(folder) = folder() else { return };
    for (name, turn) in MAPS.into_iter().flat_map(|name| [(name, Vec2::X), (name, TURN)]) {
        let world = World::new(&read(&folder, name, "map"), turn.normalize());
        for (form, mesh) in world.meshes() {
            let mut steepest = 0.0_f64;
            let mut pairs = 0;
            let goals: Vec<Vec2> = free_points(&mesh).take(GOALS).collect();
            for (number, &goal) in goals.iter().enumerate() {
                let field = field_to(&mesh, goal);
                let mut step = 0_u32;
                for from in free_points(&mesh).skip(GOALS) {
                    // Steps of 1 mm to 32 m, in all directions.
                    step += 1;
                    let reach = 0.001 * (1_u32 << (step % 16)) as f32;
                    let way =
                        vec2((step * 37 % 201) as f32 - 100.0, (step * 91 % 199) as f32 - 99.0);
                    let to = from + way.normalize_or(Vec2::X) * reach;
                    if mesh.ray_cast(from, to) != Ok(Ray::Clear) {
                        continue;
                    }
                    if let [Some(p), Some(q)] = [from, to].map(|at| field.distance(&mesh, at)) {
                        let length = from.as_dvec2().distance(to.as_dvec2());
                        // What is left when the rounding of two numbers of f32 is taken off.
                        let rise = (p as f64 - q as f64).abs() - rounding(p) - rounding(q);
                        assert!(rise <= 1.001 * length, "{name} {form} {from} {p}, {to} {q}");
                        steepest = steepest.max(rise / length);
                        pairs += 1;
                    }
                    if pairs >= PAIRS * (number as u32 + 1) / GOALS as u32 {
                        break;
                    }
                }
            }
            println!("{name:14} {form} {turn}: {pairs} pairs, steepest {steepest:.5}");
        }
    }
}

/// The length of a path; metres.
fn length(points: &[Vec2]) -> f64 {
    points.windows(2).map(|leg| leg[0].as_dvec2().distance(leg[1].as_dvec2())).sum()
}

/// Half of the last place of a number.
fn rounding(value: f32) -> f64 {
    (value.next_up() - value) as f64 * 0.5
}
