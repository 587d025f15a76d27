//! Ground that the definition excludes, under stronger ground of other kinds: a river for tanks, and bridges over it. Walls
//! bend where the outlines of the two cross, which is hardly ever on the lattice. Baked meshes tell what is right: they know
//! of no lattice.

use crate::support::{Random, free};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const SIDE: f32 = 64.0;

const WATER: u8 = 4;
const BRIDGE: u8 = 5;

impl Random {
    /// A rectangle turned anyhow.
    fn rectangle(&mut self, wide: f32, high: f32) -> [Vec2; 4] {
        let (center, turn) = (self.point(SIDE), self.share() * 6.0);
        let corner =
            |x: f32, y: f32| center + Vec2::from_angle(turn).rotate(vec2(x * wide, y * high));
        [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
    }
}

/// A world with sides along the borders of tiles: walls bend there between points of the lattice.
fn world_along_tiles(random: &mut Random, round: u64) -> NavMesh {
    let side = [8.0, 16.0][round as usize % 2];
    let definition = MeshDefinition {
        tile_size: side,
        kinds: KindCosts::default().without(WATER).unwrap(),
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(SIDE)))
    };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let along = |random: &mut Random, wide: f32, high: f32| {
        let start = (random.point(SIDE) / side).round() * side;
        let end = start + vec2(wide, high) * (random.share() - 0.5).signum();
        let (x, y) = (start.x, start.y);
        let other = vec2(if random.below(2) == 0 { x - wide } else { end.x }, end.y);
        [start, vec2(other.x, y), other, vec2(x, other.y)]
    };
    let bridge = Area { kind: BRIDGE, cost: 1.0 };
    let ground = Area::default();
    let water = Area { kind: WATER, cost: 1.0 };
    for count in 0..16 {
        let is_wide = count % 2 == 0;
        let (wide, high) = if is_wide { (24.0, 3.0) } else { (3.0, 24.0) };
        let outline = match count % 4 {
            0 | 1 => random.rectangle(wide / 2.0, high / 2.0),
            _ => along(random, wide, high),
        };
        let area = [water, bridge, water, bridge, bridge, ground][random.below(6) as usize];
        let _ = mesh.add_area(polygon(&outline, &[]), area);
    }
    for _ in 0..3 {
        let _ = mesh.add_obstacle(&random.rectangle(2.0, 1.0));
    }
    mesh.commit().unwrap();
    mesh
}

/// Rivers, bridges that cost as much as other ground, and some obstacles.
fn world(random: &mut Random, round: u64) -> NavMesh {
    let definition = MeshDefinition {
        agent_radius: [0.0, 0.4][round as usize % 2],
        tile_size: [16.0, 23.0, 80.0][round as usize % 3],
        kinds: KindCosts::default().without(WATER).unwrap(),
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(SIDE)))
    };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for _ in 0..6 {
        let _ = mesh.add_obstacle(&random.rectangle(3.0, 1.5));
    }
    for (count, kind, wide, high) in [(3, WATER, 30.0, 4.0), (8, BRIDGE, 8.0, 2.0)] {
        for _ in 0..count {
            let area = Area { kind, cost: 1.0 };
            let _ = mesh.add_area(polygon(&random.rectangle(wide, high), &[]), area);
        }
    }
    mesh.commit().unwrap();
    mesh
}

/// How far answers of tiles were from those of a baked mesh, and how many ways there were.
#[derive(Default)]
struct Comparison {
    count: u32,
    bent: u32,
    /// Of exact paths, distance fields and cost fields; metres.
    worst: [f32; 3],
}

impl Comparison {
    fn add(&mut self, random: &mut Random, tiled: &NavMesh, round: u64) {
        let baked = tiled.bake(&mut |_| {}).unwrap();
        let meshes = [tiled, &baked];
        let goal = free(tiled, || random.point(SIDE));
        let (goals, options) = ([Goal::new(goal)], DistanceOptions::default());
        let distances = meshes.map(|mesh| mesh.distance_field(&goals, &options).unwrap());
        let costs = meshes.map(|mesh| mesh.cost_field(&goals, &options).unwrap());
        let mut searches = [Search::default(), Search::default()];
        for _ in 0..30 {
            let from = free(tiled, || random.point(SIDE));
            let case = format!("round {round}, {from} to {goal}");
            let reachable = meshes.map(|mesh| mesh.reachable(from, goal).unwrap());
            assert_eq!(reachable[0], reachable[1], "{case}");
            let exact = PathOptions::with_entry(Entry::Exact);
            let paths =
                [0, 1].map(|k| meshes[k].find_path(&mut searches[k], from, goal, &exact).ok());
            for (mesh, path) in meshes.iter().zip(&paths) {
                let corridor = path.iter().flat_map(|path| path.corridor.windows(2));
                for pair in corridor {
                    let leads_on = mesh.portals(pair[0]).any(|portal| portal.cell == pair[1]);
                    assert!(leads_on, "{case}: {pair:?}");
                }
            }
            let lengths = paths.map(|path| path.map(|path| path.length));
            let distance = [0, 1].map(|k| distances[k].distance(meshes[k], from));
            let cost = [0, 1].map(|k| costs[k].cost(meshes[k], from));
            for (found, worst) in [lengths, distance, cost].into_iter().zip(&mut self.worst) {
                assert_eq!(found.map(|found| found.is_some()), reachable, "{case}");
                if let [Some(tiled), Some(baked)] = found {
                    *worst = worst.max((tiled - baked).abs());
                }
            }
            if let [_, Some(length)] = lengths {
                self.count += 1;
                self.bent += (length > from.distance(goal) + 0.5) as u32;
            }
        }
    }
}

/// By turns: what lies anyhow, and what lies along tiles.
fn any_world(random: &mut Random, round: u64) -> NavMesh {
    if round.is_multiple_of(2) {
        world(random, round / 2)
    } else {
        world_along_tiles(random, round / 2)
    }
}

#[test]
fn exact_paths_and_fields_know_the_corners_of_bridges() {
    let mut random = Random(7);
    let mut comparison = Comparison::default();
    for round in 0..120 {
        let tiled = any_world(&mut random, round);
        comparison.add(&mut random, &tiled, round);
    }
    let Comparison { count, bent, worst } = comparison;
    assert!(worst.iter().all(|&worst| worst < 1e-3), "{worst:?}");
    assert!(count > 2000 && bent > 800, "{count} {bent}");
}

/// What a search learnt before bridges and obstacles came and went is not believed after it.
#[test]
fn exact_paths_stay_right_while_bridges_come_and_go() {
    let mut random = Random(11);
    let (mut count, mut differ) = (0, 0);
    for round in 0..48 {
        let mut mesh = any_world(&mut random, round);
        let (mut search, mut own) = (Search::default(), Vec::new());
        let ends: Vec<_> = (0..6).map(|_| (random.point(SIDE), random.point(SIDE))).collect();
        let mut before = vec![None; ends.len()];
        for turn in 0..8 {
            let bridge = Area { kind: BRIDGE, cost: 1.0 };
            match turn % 4 {
                0 => own.push(mesh.add_area(polygon(&random.rectangle(8.0, 2.0), &[]), bridge)),
                1 => drop(mesh.add_obstacle(&random.rectangle(2.0, 1.0))),
                2 => drop(own.pop().map(|id| mesh.remove_area(id.unwrap()).unwrap())),
                _ => drop(mesh.add_area(polygon(&random.rectangle(6.0, 1.5), &[]), bridge)),
            }
            mesh.commit().unwrap();
            let baked = mesh.bake(&mut |_| {}).unwrap();
            let exact = PathOptions::with_entry(Entry::Exact);
            for (&(from, to), before) in ends.iter().zip(&mut before) {
                let length = |mesh: &NavMesh, search: &mut Search| {
                    mesh.find_path(search, from, to, &exact).ok().map(|path| path.length)
                };
                let found = length(&mesh, &mut search);
                let right = length(&baked, &mut Search::default());
                assert_eq!(found.is_some(), right.is_some(), "round {round}, {from} to {to}");
                if let (Some(found), Some(right)) = (found, right) {
                    assert!((found - right).abs() < 2e-3, "round {round}: {found} {right}");
                    count += 1;
                }
                differ += (*before != found) as u32;
                *before = found;
            }
        }
    }
    assert!(count > 800 && differ > 160, "{count} {differ}");
}
