//! Distance fields on maps, against exact lengths computed elsewhere.

use std::time::Instant;

use glam::{Vec2, vec2};
use headless::scoring::path_queries::length;
use headless::sources::grid_map::GridMap;
use headless::sources::queries::Query;
use headless::sources::rectangles::blocked_rectangles;
use hybrid::navmesh::{
    Bounds, DistanceField, DistanceOptions, Entry, Goal, Location, MeshDefinition, NavMesh,
    PathOptions, Ray, Search,
};

use crate::support::maps::{KnownMap, on_maps};

/// How many queries of each map are asked.
const QUERIES: usize = 60;

/// Metres. How far a distance may be from the exact one; half of it is the rounding of lengths above 1 km to f32.
const BAR: f64 = 1e-4;

/// How many goals have fields, and how many pairs of points are looked at in them all together.
const GOALS: usize = 5;
const PAIRS: u32 = 10_000;

/// How many points are tried for the pairs of a goal.
const TRIES: usize = 100_000;

/// The direction that east becomes on turned maps.
const TURN: Vec2 = vec2(0.83, 0.5571);

/// The boxes of a map, turned by this unit vector round the middle, with a frame; and the place of the map in that world.
struct World {
    outlines: Vec<[Vec2; 4]>,
    bounds: Bounds,
    size: Vec2,
    turn: Vec2,
}

impl World {
    fn new(map: &GridMap, turn: Vec2) -> World {
        let size = vec2(map.width() as f32, map.height() as f32);
        let sides =
            |[x0, y0]: [u32; 2], [x1, y1]: [u32; 2]| [x0, y0, x1, y1].map(|side| side as f32);
        let mut boxes: Vec<[f32; 4]> =
            blocked_rectangles(map).iter().map(|found| sides(found.min, found.max)).collect();
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

/// Some of the queries of a map, from all of them.
fn some_queries(map: &KnownMap) -> Vec<Query> {
    let all = map.queries();
    let step = (all.len() / QUERIES).max(1);
    all.into_iter().step_by(step).collect()
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

fn distances_are_the_exact_lengths(map: &KnownMap) {
    let (name, world, queries) = (map.name, World::new(&map.grid(), Vec2::X), some_queries(map));
    for (form, mesh) in world.meshes() {
        let (mut worst, mut build, mut size) = (0.0_f64, f64::INFINITY, 0);
        for query in &queries {
            let [start, goal] = [query.start, query.goal].map(|point| world.place(point));
            let began = Instant::now();
            let field = field_to(&mesh, goal);
            build = began.elapsed().as_secs_f64().min(build);
            size = field.size_in_bytes();
            let distance = field.distance(&mesh, start).unwrap() as f64;
            let exact = query.exact.unwrap();
            let off = (distance - exact).abs();
            assert!(off <= BAR, "{name} {form} {start} → {goal}: {distance}, not {exact}");
            worst = worst.max(off);
        }
        println!(
            "{name:14} {form}: {} queries, off by {worst:.1e} m at most; {} cells, {} bytes a cell; {:.2} ms, {:.0} ns",
            queries.len(),
            mesh.cell_count(),
            size / mesh.cell_count(),
            build * 1e3,
            nanoseconds_to_ask(&mesh, &field_to(&mesh, world.place(queries[0].goal))),
        );
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
fn distances_on_turned_maps_are_the_lengths_of_exact_paths(map: &KnownMap) {
    let (name, world) = (map.name, World::new(&map.grid(), TURN.normalize()));
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
        assert!(compared >= GOALS * QUERIES / 10, "{name} {form}: {compared} compared");
        println!("{name:14} {form}: {compared} compared, off by {worst:.1e} m at most");
    }
}

fn distances_change_no_faster_than_one_walks(map: &KnownMap) {
    let name = map.name;
    for turn in [Vec2::X, TURN] {
        let world = World::new(&map.grid(), turn.normalize());
        for (form, mesh) in world.meshes() {
            let mut steepest = 0.0_f64;
            let mut pairs = 0;
            let goals: Vec<Vec2> = free_points(&mesh).take(GOALS).collect();
            for (number, &goal) in goals.iter().enumerate() {
                let field = field_to(&mesh, goal);
                let mut step = 0_u32;
                for from in free_points(&mesh).skip(GOALS).take(TRIES) {
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
            assert_eq!(pairs, PAIRS, "{name} {form} {turn}");
            println!("{name:14} {form} {turn}: {pairs} pairs, steepest {steepest:.5}");
        }
    }
}

/// Half of the last place of a number.
fn rounding(value: f32) -> f64 {
    (value.next_up() - value) as f64 * 0.5
}

on_maps!(
    distances_are_the_exact_lengths,
    distances_on_turned_maps_are_the_lengths_of_exact_paths,
    distances_change_no_faster_than_one_walks,
);
