//! What must hold for baked meshes: they are the same world as the tiles.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::invariants::check_components;
use super::path_checks::{check_paths, component_at};
use super::random_scene::{Random, Scene};
use crate::cells::id::CellId;
use crate::kernel::turn::turn;
use crate::tolerances::{BAKED_COVER, METRES_PER_UNIT, NODES_A_PART};
use crate::{
    BakeError, Bounds, DistanceOptions, Entry, Goal, Location, MeshDefinition, NavMesh,
    ObstacleError, Parts, PathError, PathOptions, Search, Workers,
};
use glam::{DVec2, Vec2, Vec2Swizzles, vec2};

fn baked(mesh: &NavMesh) -> NavMesh {
    let mut told = Vec::new();
    let baked = mesh.bake(&mut |share| told.push(share)).unwrap();
    assert!(told.is_sorted() && told.first() == Some(&0.0) && told.last() == Some(&1.0));
    baked
}

/// No vertex of a cell lies to the right of a side, and only straight ones on it. Exact.
fn check_convex(mesh: &NavMesh, cell: CellId) {
    let ring: Vec<DVec2> = mesh.cells.ring(cell).collect();
    let n = ring.len();
    assert!(n >= 3);
    let mut corners = 0;
    for k in 0..n {
        let (from, to, next) = (ring[k], ring[(k + 1) % n], ring[(k + 2) % n]);
        assert!(ring.iter().all(|&other| turn(from, to, other) >= 0), "{cell:?}: {ring:?}");
        assert!((to - from).dot(next - to) > 0.0 || turn(from, to, next) > 0, "{cell:?}: {ring:?}");
        corners += (turn(from, to, next) > 0) as u32;
    }
    assert!(corners >= 3);
}

/// What is shared is seen from both sides, with the same ends.
fn check_sides(mesh: &NavMesh) {
    let fixed = mesh.cells.to_be_saved().unwrap();
    for cell in 0..fixed.count() {
        for side in fixed.sides(cell) {
            let Some(beyond) = side.beyond else { continue };
            let back = fixed.sides(beyond).filter(|back| back.beyond == Some(cell));
            let same = back.filter(|back| (back.from, back.to) == (side.to, side.from));
            assert_eq!(same.count(), 1);
            assert_eq!(side.is_portal, side.from.distance(side.to) >= METRES_PER_UNIT);
        }
    }
}

fn check_baked(mesh: &NavMesh, baked: &NavMesh) {
    baked.cells().for_each(|cell| check_convex(baked, cell));
    check_sides(baked);
    check_components(baked);
    let area = |mesh: &NavMesh| -> f64 {
        let of_cell = |cell| {
            let ring: Vec<DVec2> = mesh.cells.ring(cell).collect();
            let fan = ring.windows(2).map(|p| (p[0] - ring[0]).perp_dot(p[1] - ring[0]) * 0.5);
            fan.sum::<f64>()
        };
        mesh.cells().map(of_cell).sum()
    };
    let (tiled, found) = (area(mesh), area(baked));
    assert!((tiled - found).abs() <= 2.0 * BAKED_COVER * tiled, "{tiled} and {found} m²");
}

/// How far a point lies from the nearest side of a cell; metres.
fn to_border(mesh: &NavMesh, point: DVec2) -> f64 {
    let distance = |[from, to]: [DVec2; 2]| {
        let along = to - from;
        let share = (along.dot(point - from) / along.length_squared()).clamp(0.0, 1.0);
        (from + along * share).distance(point)
    };
    mesh.cells().flat_map(|cell| mesh.cells.sides(cell).map(distance)).fold(f64::INFINITY, f64::min)
}

#[derive(Default)]
struct Counts {
    paths: u32,
    unreachable: u32,
    slits: u32,
    thin: u32,
}

/// Checks that as much wall is near a point on both meshes.
fn check_walls(meshes: [&NavMesh; 2], point: Vec2) {
    let radius = meshes[0].definition().bounds.width() * 0.3;
    let disc = |from: DVec2, to: DVec2| {
        let (way, start) = (to - from, from - point.as_dvec2());
        let (middle, inner) = (-way.dot(start) / way.length_squared(), start.perp_dot(way));
        let half = (radius as f64).powi(2) - (inner / way.length()).powi(2);
        let reach = half.max(0.0).sqrt() / way.length();
        ((middle + reach).min(1.0) - (middle - reach).max(0.0)).max(0.0) * way.length()
    };
    let lengths = meshes.map(|mesh| {
        let walls = mesh.walls_near(point, radius).unwrap();
        walls.iter().map(|wall| disc(wall[0].as_dvec2(), wall[1].as_dvec2())).sum::<f64>()
    });
    // Pieces shorter than two units are left out.
    assert!((lengths[0] - lengths[1]).abs() < 0.1, "{point}: {lengths:?}");
}

/// Checks that both meshes give equal answers.
fn compare(meshes: [&NavMesh; 2], scene: &mut Scene, counts: &mut Counts) {
    let mut search = [Search::default(), Search::default()];
    for _ in 0..6 {
        let (from, to) = (scene.point(), scene.point());
        let free = meshes.map(|mesh| matches!(mesh.locate(from), Location::Cell(_)));
        assert!(free[0] == free[1] || to_border(meshes[0], from.as_dvec2()) < 1e-9, "{from}");
        let near = meshes.map(|mesh| mesh.nearest_point(from, f32::INFINITY).unwrap());
        let [tiled, found] = near.map(|near| near.map_or(f32::INFINITY, |near| near.distance));
        // Slices may be too thin for a point off the wall where a baked cell is not, and the other way round.
        counts.thin += (tiled != found && (tiled - found).abs() > 0.01) as u32;
        check_walls(meshes, from);
        let mut find = |k: usize| {
            meshes[k].find_path(&mut search[k], from, to, &PathOptions::with_entry(Entry::Exact))
        };
        match (find(0), find(1)) {
            (Ok(tiled), Ok(found)) => {
                let difference = (tiled.length - found.length).abs();
                assert!(difference < 1e-4, "{from} to {to}: {} {}", tiled.length, found.length);
                for mesh in meshes {
                    let field = mesh.distance_field(&[Goal::new(to)], &DistanceOptions::default());
                    let rest = field.unwrap().distance(mesh, from).unwrap();
                    assert!(rest > found.length - 3e-3, "{from} to {to}: {rest}");
                    // Exact paths pass gaps narrower than a unit, distance fields do not.
                    counts.slits += (rest > found.length + 3e-3) as u32;
                }
                counts.paths += 1;
            }
            (Err(PathError::Unreachable { .. }), Err(PathError::Unreachable { .. })) => {
                counts.unreachable += 1;
            }
            // Gaps narrower than a unit are a passage for one and none for the other.
            (Err(PathError::Unreachable { .. }), Ok(_))
            | (Ok(_), Err(PathError::Unreachable { .. })) => {
                counts.slits += 1;
            }
            (Err(_), Err(_)) => {}
            other => panic!("{from} to {to}: {other:?}"),
        }
    }
}

#[test]
fn baked_meshes_are_the_same_worlds() {
    let mut counts = Counts::default();
    let (mut tiled, mut cells) = (0, 0);
    for seed in 0..600 {
        let mut scene = if seed % 3 == 2 { Scene::turned(seed) } else { Scene::new(seed) };
        let mesh = scene.mesh();
        let baked = baked(&mesh);
        check_baked(&mesh, &baked);
        compare([&mesh, &baked], &mut scene, &mut counts);
        if seed % 3 != 2 {
            check_paths(&baked, &mut scene);
        }
        (tiled, cells) = (tiled + mesh.cell_count(), cells + baked.cell_count());
    }
    println!("{tiled} cells in tiles, {cells} baked");
    let Counts { paths, unreachable, slits, thin } = counts;
    println!("{paths} paths, {unreachable} unreachable, {slits} slits, {thin} nearest points");
    assert!(paths > 1000 && unreachable > 50 && slits < 5 && thin < 20);
    assert!(cells * 3 < tiled * 2, "in small worlds most cells touch the bounds");
}

#[test]
fn baking_twice_gives_the_same_bits() {
    for seed in 0..50 {
        let mesh = Scene::new(seed).mesh();
        let [p, q] = [baked(&mesh), baked(&mesh.clone())];
        let all = |mesh: &NavMesh| -> Vec<Vec<DVec2>> {
            mesh.cells().map(|cell| mesh.cells.ring(cell).collect()).collect()
        };
        assert_eq!(all(&p), all(&q));
        assert!(p.cells().eq(q.cells()));
    }
}

#[test]
fn a_baked_mesh_is_neither_edited_nor_baked_again() {
    let mesh = Scene::new(1).mesh();
    let mut baked = baked(&mesh);
    assert_eq!(baked.bake(&mut |_| {}).unwrap_err(), BakeError::Fixed);
    assert_eq!(
        baked.remove_obstacle(mesh.obstacles().next().unwrap().0),
        Err(ObstacleError::Fixed)
    );
    assert_eq!(baked.add_obstacle(&[]), Err(ObstacleError::Fixed));
    assert_eq!(baked.obstacles().count(), 0);
}

#[test]
fn obstacles_that_touch_leave_no_passage() {
    let bounds = crate::Bounds::new(Vec2::ZERO, Vec2::splat(12.0));
    let mut mesh = NavMesh::new(&crate::MeshDefinition::new(bounds)).unwrap();
    // Corner to corner, side to side, and a corner that touches the middle of a side.
    for [low, high] in [[(0., 4.), (4., 6.)], [(4., 6.), (8., 8.)], [(8., 4.), (10., 8.)]] {
        let (min, max) = (Vec2::from(low), Vec2::from(high));
        mesh.add_obstacle(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]).unwrap();
    }
    mesh.add_obstacle(&[Vec2::new(10., 5.), Vec2::new(12., 4.), Vec2::new(12., 8.)]).unwrap();
    mesh.commit().unwrap();
    let baked = baked(&mesh);
    check_baked(&mesh, &baked);
    let mut parts = BTreeMap::new();
    for point in [(1., 1.), (11., 1.), (1., 11.), (11., 11.), (6., 5.), (3., 7.)] {
        let point = Vec2::from(point);
        assert!(component_at(&baked, point).is_some());
        *parts.entry((component_at(&mesh, point), component_at(&baked, point))).or_insert(0) += 1;
    }
    assert_eq!(parts.into_values().collect::<Vec<_>>(), [3, 3], "below and above");
}

/// Boxes of whole metres with many sides in line, and all of them turned: rounded to the lattice, they part from each
/// other by less than a unit, or overlap as little.
#[test]
fn boxes_that_touch_are_baked_turned_by_any_angle() {
    const SIDE: usize = 60;
    for turn in 0..8 {
        let mut random = Random(turn);
        let direction = Vec2::from_angle(0.1 + turn as f32 * 0.137);
        let side = SIDE as f32;
        let ends = [vec2(0.0, 0.0), vec2(side, 0.0), vec2(0.0, side), vec2(side, side)];
        let ends = ends.map(|end| direction.rotate(end));
        let low = ends.into_iter().reduce(Vec2::min).unwrap();
        let high = ends.into_iter().reduce(Vec2::max).unwrap();
        let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(low, high))).unwrap();
        let blocked: Vec<bool> = (0..SIDE * SIDE).map(|_| random.below(100) < 33).collect();
        // Every row and every column of blocked squares is a box.
        let is_blocked = |along: usize, line: usize, is_row: bool| {
            along < SIDE && blocked[if is_row { line * SIDE + along } else { along * SIDE + line }]
        };
        for (line, is_row) in (0..SIDE).flat_map(|line| [(line, true), (line, false)]) {
            let mut from = 0;
            while from < SIDE {
                let to = (from..).find(|&to| !is_blocked(to, line, is_row)).unwrap();
                if to > from {
                    let [low, high] = [(from, line), (to, line + 1)].map(|(along, line)| {
                        let at = vec2(along as f32, line as f32);
                        if is_row { at } else { at.yx() }
                    });
                    let corners = [low, vec2(high.x, low.y), high, vec2(low.x, high.y)];
                    mesh.add_obstacle(&corners.map(|corner| direction.rotate(corner))).unwrap();
                }
                from = to + 1;
            }
        }
        mesh.commit().unwrap();
        check_baked(&mesh, &baked(&mesh));
    }
}

/// So many threads, the caller among them, each of which takes the next part; the last part is left out.
struct Threads(usize);

impl Workers for Threads {
    fn run(&self, work: Arc<dyn Parts>) {
        let next = AtomicUsize::new(0);
        let help = || {
            let part = || next.fetch_add(1, Ordering::Relaxed);
            std::iter::repeat_with(part)
                .take_while(|&part| part + 1 < work.count())
                .for_each(|part| work.part(part));
        };
        std::thread::scope(|scope| {
            (1..self.0).for_each(|_| drop(scope.spawn(help)));
            help();
        });
    }
}

#[test]
fn a_mesh_has_the_same_bits_whoever_helps_to_bake_it() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(430.0));
    let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    let mut random = Random(11);
    for (x, y) in (0..48 * 48).map(|k| (k % 48, k / 48)) {
        let mut share = || random.below(1 << 20) as f32 / (1 << 20) as f32;
        let at = vec2(x as f32, y as f32) * 8.8 + vec2(share(), share()) * 3.0;
        let size = 2.0 + 3.0 * share();
        let outline = [vec2(0.0, 0.3), vec2(1.0, 0.0), vec2(0.8, 1.0), vec2(0.1, 0.9)];
        mesh.add_obstacle(&outline.map(|corner| at + corner * size)).unwrap();
    }
    mesh.commit().unwrap();
    let alone = mesh.bake(&mut |_| {}).unwrap();
    let (ground, chart) = alone.cells.chart().unwrap();
    assert!(ground.corners.len() > NODES_A_PART, "enough for several parts");
    let (bytes, chart) = (alone.to_bytes().unwrap(), format!("{chart:?}"));
    for threads in [1, 2, 4, 8] {
        let baked = mesh.bake_with(&Threads(threads), &mut |_| {}).unwrap();
        let loaded = NavMesh::from_bytes_with(&bytes, &Threads(threads)).unwrap();
        for other in [baked, loaded] {
            assert_eq!(other.to_bytes().unwrap(), bytes, "{threads} threads");
            assert!(format!("{:?}", other.cells.chart().unwrap().1) == chart, "{threads} threads");
        }
    }
}
