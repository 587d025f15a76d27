//! Nearest points, walls, random points and blocking obstacles, against naive answers on random worlds.

use glam::{DVec2, I64Vec2, Vec2};

use super::random_scene::{Scene, convex_outline};
use crate::tolerances::METRES_PER_UNIT;
use crate::{Bounds, CellId, Location, NavMesh, PathOptions, RandomArea, Search};

fn distance_to(from: DVec2, to: DVec2, at: DVec2) -> f64 {
    let along = (to - from).dot(at - from) / (to - from).length_squared();
    (from + (to - from) * along.clamp(0.0, 1.0)).distance(at)
}

fn ring(mesh: &NavMesh, cell: CellId) -> Vec<DVec2> {
    mesh.outline(cell).map(|vertex| vertex.as_dvec2()).collect()
}

fn sides(ring: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    (0..ring.len()).map(|k| (ring[k], ring[(k + 1) % ring.len()]))
}

/// How far a cell is from a point.
fn distance_to_cell(mesh: &NavMesh, cell: CellId, at: DVec2) -> f64 {
    let ring = ring(mesh, cell);
    if sides(&ring).all(|(from, to)| (to - from).perp_dot(at - from) >= 0.0) {
        return 0.0;
    }
    sides(&ring).map(|(from, to)| distance_to(from, to, at)).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_nearest_point_is_free_and_none_is_nearer() {
    let mut beside = 0;
    for seed in 6000..6300 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { Scene::turned(seed) };
        let mut mesh = scene.mesh();
        if seed % 3 == 0 {
            mesh = mesh.bake(&mut |_| ()).unwrap();
        }
        let side = scene.definition.bounds.max.x;
        for _ in 0..4 {
            // Inside, and outside by up to half a side.
            let at = scene.point() * 2.0 - side * 0.5;
            let least = mesh
                .cells()
                .map(|cell| distance_to_cell(&mesh, cell, at.as_dvec2()))
                .fold(f64::INFINITY, f64::min);
            let found = mesh.nearest_point(at, f32::INFINITY).unwrap();
            let Some(nearest) = found else {
                assert_eq!(mesh.cell_count(), 0);
                continue;
            };
            assert!(matches!(mesh.locate(nearest.point), Location::Cell(_)));
            assert_eq!(mesh.locate(nearest.point), Location::Cell(nearest.cell));
            assert!(
                (nearest.distance as f64 - least).abs() < 0.02,
                "seed {seed}: {at} → {nearest:?}, {least} by hand"
            );
            beside += (nearest.distance > 0.0) as u32;
            let short = mesh.nearest_point(at, (least * 0.5) as f32).unwrap();
            assert!(short.is_none_or(|short| short.distance == 0.0 || least < 0.02));
        }
    }
    assert!(beside > 500, "{beside}");
}

#[test]
fn walls_near_are_where_free_ground_ends() {
    let mut found = 0;
    for seed in 6400..6600 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { Scene::turned(seed) };
        let mesh = scene.mesh();
        let inflated: Vec<Vec<DVec2>> = scene
            .inflated()
            .iter()
            .map(|ring| ring.iter().map(|p: &I64Vec2| p.as_dvec2() * METRES_PER_UNIT).collect())
            .collect();
        let side = scene.definition.bounds.max.x;
        let margin =
            (scene.definition.agent_radius as f64 / METRES_PER_UNIT).ceil() * METRES_PER_UNIT;
        for _ in 0..4 {
            let (at, radius) = (scene.point(), side * 0.2);
            let walls = mesh.walls_near(at, radius).unwrap();
            for &[from, to] in &walls {
                let near = distance_to(from.as_dvec2(), to.as_dvec2(), at.as_dvec2());
                assert!(near <= radius as f64 + 1e-3);
                found += 1;
            }
            if !matches!(mesh.locate(at), Location::Cell(_)) {
                continue;
            }
            // From free ground the way to the nearest wall is the way to the nearest obstacle or bound.
            let nearest = walls
                .iter()
                .map(|wall| distance_to(wall[0].as_dvec2(), wall[1].as_dvec2(), at.as_dvec2()))
                .fold(f64::INFINITY, f64::min);
            let to_bounds = (at.min_element() as f64 - margin)
                .min(side as f64 - margin - at.max_element() as f64);
            let by_hand = inflated
                .iter()
                .flat_map(|ring| sides(ring).map(|(p, q)| distance_to(p, q, at.as_dvec2())))
                .fold(to_bounds, f64::min);
            let expected = if by_hand <= radius as f64 { by_hand } else { f64::INFINITY };
            // At a place where obstacles touch, a wall may be too short to count.
            let same = nearest == expected || (nearest - expected).abs() < 0.01;
            assert!(
                same || (by_hand - radius as f64).abs() < 0.01,
                "seed {seed}: {at}: {nearest}, by hand {expected}"
            );
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn random_points_are_uniform_by_area() {
    for seed in 6700..6720 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { Scene::turned(seed) };
        let mesh = scene.mesh();
        if mesh.cell_count() == 0 {
            continue;
        }
        let component = mesh.component(mesh.cells().next().unwrap());
        let side = scene.definition.bounds.max.x;
        let disc = Some((scene.point(), side * 0.3));
        let everywhere = RandomArea::default();
        let areas = [
            everywhere,
            RandomArea { component: Some(component), ..everywhere },
            RandomArea { disc, ..everywhere },
        ];
        for area in areas {
            // By hand: points thrown at the whole square, kept where they are free and in the area.
            let inside = |point: Vec2| {
                let Location::Cell(cell) = mesh.locate(point) else { return false };
                area.component.is_none_or(|only| mesh.component(cell) == only)
                    && area.disc.is_none_or(|(centre, radius)| point.distance(centre) < radius)
            };
            let half = |points: &[Vec2]| {
                let left = points.iter().filter(|point| point.x + point.y < side).count();
                left as f64 / points.len() as f64
            };
            let mut share = || (scene.random.bits() >> 11) as f64 / (1u64 << 53) as f64;
            let thrown: Vec<Vec2> = (0..6000)
                .map(|_| Vec2::new(share() as f32, share() as f32) * side)
                .filter(|&point| inside(point))
                .collect();
            if thrown.len() < 500 {
                continue;
            }
            let found: Vec<Vec2> = (0..2000)
                .map(|_| mesh.random_point([share(), share()], &area).unwrap().unwrap())
                .collect();
            let strays = found.iter().filter(|&&point| !inside(point)).count();
            assert!(strays < 4, "seed {seed}: {strays} points beside {area:?}");
            assert!(
                (half(&thrown) - half(&found)).abs() < 0.08,
                "seed {seed}: {} and {} below the diagonal, {area:?}",
                half(&thrown),
                half(&found)
            );
            let again = mesh.random_point([0.3, 0.7], &area).unwrap();
            assert_eq!(again, mesh.random_point([0.3, 0.7], &area).unwrap());
        }
    }
}

#[test]
fn a_random_point_of_a_tiny_disc_lies_there() {
    let radii = [0.0, 1e-40, 1e-20, 1e-6, 1e-3, 0.1];
    let (mut found, mut blocked) = (0, 0);
    for seed in 6720..6740 {
        let mut scene = if seed % 2 == 0 { Scene::new(seed) } else { Scene::turned(seed) };
        let mesh = scene.mesh();
        for radius in radii.into_iter().cycle().take(600) {
            let centre = scene.point();
            let area = RandomArea { disc: Some((centre, radius)), component: None };
            let point = mesh.random_point([0.37, 0.91], &area).unwrap();
            let is_free = matches!(mesh.locate(centre), Location::Cell(_));
            assert!(!is_free || point.is_some(), "seed {seed}: {centre}, {radius} m");
            assert!(point.is_none_or(|point| point.distance(centre) <= radius + 0.002));
            (found, blocked) = (found + point.is_some() as u32, blocked + !is_free as u32);
        }
    }
    assert!(found > 500 && blocked > 500, "{found} found, {blocked} centres blocked");
}

#[test]
fn what_would_block_does_so_when_it_is_there() {
    let (mut cut, mut free) = (0, 0);
    for seed in 6800..7400 {
        let mut scene = Scene::new(seed);
        let mesh = scene.mesh();
        let side = scene.definition.bounds.max.x;
        let outline = convex_outline(&mut scene.random, 16, side / 16.0);
        let (from, to) = (scene.point(), scene.point());
        let Ok(joined) = mesh.reachable(from, to) else { continue };
        let (version, cells) = (mesh.version(), mesh.cell_count());
        let Ok(blocks) = mesh.would_block(&outline, from, to) else { continue };
        assert_eq!((mesh.version(), mesh.cell_count()), (version, cells));
        scene.outlines.push(outline);
        let after = scene.mesh();
        let mut search = Search::default();
        let way = after.find_path(&mut search, from, to, &PathOptions::default());
        assert_eq!(blocks, joined && way.is_err(), "seed {seed}: {from} → {to}");
        (cut, free) = (cut + blocks as u32, free + (joined && !blocks) as u32);
    }
    assert!(cut > 20 && free > 20, "{cut} cut off, {free} not");
}

#[test]
fn an_area_without_free_ground_has_no_random_point() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(10.0));
    let mut mesh = NavMesh::new(&crate::MeshDefinition::new(bounds)).unwrap();
    let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
    mesh.add_obstacle(&corners.map(|(x, y)| Vec2::new(x, y))).unwrap();
    mesh.commit().unwrap();
    assert_eq!(mesh.random_point([0.5, 0.5], &RandomArea::default()), Ok(None));
    assert_eq!(mesh.nearest_point(Vec2::ONE, 100.0), Ok(None));
    assert_eq!(mesh.walls_near(Vec2::ONE, 100.0), Ok(Vec::new()));
}
