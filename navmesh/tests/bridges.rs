//! Ground that the definition excludes, under stronger ground of other kinds: a river for tanks, and bridges over it. Walls
//! bend where the outlines of the two cross, which is hardly ever on the lattice. Baked meshes tell what is right: they know
//! of no lattice.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use navmesh::glam::{Vec2, vec2};
use navmesh::*;
use support::Random;

const SIDE: f32 = 64.0;

const WATER: u8 = 4;
const BRIDGE: u8 = 5;

impl Random {
    fn share(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1u64 << 24) as f32
    }

    fn point(&mut self) -> Vec2 {
        vec2(self.share(), self.share()) * (SIDE - 2.0) + 1.0
    }

    /// A rectangle turned anyhow.
    fn rectangle(&mut self, wide: f32, high: f32) -> [Vec2; 4] {
        let (center, turn) = (self.point(), self.share() * 6.0);
        let corner =
            |x: f32, y: f32| center + Vec2::from_angle(turn).rotate(vec2(x * wide, y * high));
        [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
    }

    fn free(&mut self, mesh: &NavMesh) -> Vec2 {
        loop {
            let point = self.point();
            if matches!(mesh.locate(point), Location::Cell(_)) {
                return point;
            }
        }
    }
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

#[test]
fn exact_paths_and_fields_know_the_corners_of_bridges() {
    let mut random = Random(7);
    let (mut count, mut bent) = (0, 0);
    let mut worst = [0.0f32; 3];
    for round in 0..60 {
        let tiled = world(&mut random, round);
        let baked = tiled.bake(&mut |_| {}).unwrap();
        let meshes = [&tiled, &baked];
        let goal = random.free(&tiled);
        let (goals, options) = ([Goal::new(goal)], DistanceOptions::default());
        let distances = meshes.map(|mesh| mesh.distance_field(&goals, &options).unwrap());
        let costs = meshes.map(|mesh| mesh.cost_field(&goals, &options).unwrap());
        let mut searches = [Search::default(), Search::default()];
        for _ in 0..30 {
            let from = random.free(&tiled);
            let case = format!("round {round}, {from} to {goal}");
            let reachable = meshes.map(|mesh| mesh.reachable(from, goal).unwrap());
            assert_eq!(reachable[0], reachable[1], "{case}");
            let exact = PathOptions::with_entry(Entry::Exact);
            let paths =
                [0, 1].map(|k| meshes[k].find_path(&mut searches[k], from, goal, &exact).ok());
            let lengths = paths.map(|path| path.map(|path| path.length));
            let distance = [0, 1].map(|k| distances[k].distance(meshes[k], from));
            let cost = [0, 1].map(|k| costs[k].cost(meshes[k], from));
            for (found, worst) in [lengths, distance, cost].into_iter().zip(&mut worst) {
                assert_eq!(found.map(|found| found.is_some()), reachable, "{case}");
                if let [Some(tiled), Some(baked)] = found {
                    *worst = worst.max((tiled - baked).abs());
                }
            }
            if let [_, Some(length)] = lengths {
                count += 1;
                bent += (length > from.distance(goal) + 0.5) as u32;
            }
        }
    }
    assert!(worst.iter().all(|&worst| worst < 1e-3), "{worst:?}");
    assert!(count > 1000 && bent > 400, "{count} {bent}");
}

/// What a search learnt before bridges and obstacles came and went is not believed after it.
#[test]
fn exact_paths_stay_right_while_bridges_come_and_go() {
    let mut random = Random(11);
    let (mut count, mut differ) = (0, 0);
    for round in 0..24 {
        let mut mesh = world(&mut random, round);
        let (mut search, mut own) = (Search::default(), Vec::new());
        let ends: Vec<_> = (0..6).map(|_| (random.point(), random.point())).collect();
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
    assert!(count > 400 && differ > 80, "{count} {differ}");
}
