//! Baked meshes with areas, surcharges and links: they are the same worlds as the tiles.

use std::collections::BTreeMap;

use crate::support::{Random, free};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const SIDE: f32 = 64.0;

const MUD: u8 = 1;
const WATER: u8 = 2;

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

impl Random {
    /// A quadrangle: of whole metres, so that borders and walls meet, or turned anyhow.
    fn quadrangle(&mut self, size: f32) -> [Vec2; 4] {
        let (center, is_turned) = (self.point(SIDE), self.below(2) == 0);
        let (wide, high) = ((0.2 + self.share()) * size, (0.2 + self.share()) * size);
        let turn = if is_turned { self.share() * 1.6 } else { 0.0 };
        let at = |x: f32, y: f32| {
            let at = center + Vec2::from_angle(turn).rotate(vec2(x * wide, y * high));
            if is_turned { at } else { at.round() }
        };
        [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]
    }
}

/// A world with areas over areas and under obstacles, surcharges over both, and links.
fn world(random: &mut Random, round: u64) -> NavMesh {
    let definition = MeshDefinition {
        agent_radius: [0.0, 0.4][round as usize % 2],
        tile_size: [16.0, 23.0, 80.0][round as usize % 3],
        kinds: match round % 4 {
            3 => KindCosts::default().with_factor(0, 1.25).unwrap().without(4).unwrap(),
            _ => KindCosts::default(),
        },
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(SIDE)))
    };
    let mut mesh = NavMesh::new(&definition).unwrap();
    // What has no extent is refused, and links that start or end in obstacles: there are some less then.
    for _ in 0..7 {
        let _ = mesh.add_obstacle(&random.quadrangle(4.0));
    }
    for _ in 0..6 {
        let kind = random.below(5) as u8;
        // What a mesh excludes is the strongest, so that walls bend where outlines do.
        let cost = if kind == 4 { 6.0 } else { 1.0 + random.below(5) as f32 };
        let area = Area { kind, cost };
        let _ = mesh.add_area(polygon(&random.quadrangle(10.0), &[]), area);
    }
    for _ in 0..random.below(3) {
        let _ = mesh.add_surcharge(polygon(&random.quadrangle(8.0), &[]), 0.5);
    }
    mesh.commit().unwrap();
    for _ in 0..random.below(3) {
        let link = LinkDefinition { kind: 7, both_ways: true, ..LinkDefinition::new(8.0) };
        let _ = mesh.add_link(random.point(SIDE), random.point(SIDE), &link);
    }
    mesh
}

fn baked(mesh: &NavMesh) -> NavMesh {
    mesh.bake(&mut |_| {}).unwrap()
}

/// How many square metres are of each ground, by kind and bits of the cost.
fn sizes(mesh: &NavMesh) -> BTreeMap<(u8, u32), f64> {
    let mut sizes = BTreeMap::new();
    for cell in mesh.cells() {
        let ring: Vec<_> = mesh.outline(cell).map(|at| at.as_dvec2()).collect();
        let fan = ring.windows(2).map(|p| (p[0] - ring[0]).perp_dot(p[1] - ring[0]) * 0.5);
        let Area { kind, cost } = mesh.area(cell);
        *sizes.entry((kind, cost.to_bits())).or_insert(0.0) += fan.sum::<f64>();
    }
    sizes
}

#[test]
fn the_ground_is_the_same_everywhere() {
    let mut random = Random(3);
    let (mut tiled_cells, mut cells, mut kinds) = (0, 0, 0);
    for round in 0..120 {
        let tiled = world(&mut random, round);
        let baked = baked(&tiled);
        assert_eq!(tiled.has_areas(), baked.has_areas());
        let (expected, found) = (sizes(&tiled), sizes(&baked));
        for ground in expected.keys().chain(found.keys()) {
            let [expected, found] =
                [&expected, &found].map(|sizes| sizes.get(ground).copied().unwrap_or_default());
            assert!((expected - found).abs() < 0.01, "round {round}, {ground:?}");
        }
        for _ in 0..100 {
            let at = random.point(SIDE);
            let grounds = [&tiled, &baked].map(|mesh| match mesh.locate(at) {
                Location::Cell(cell) => Some(mesh.area(cell)),
                _ => None,
            });
            let near = |mesh: &NavMesh| mesh.cells_in(Bounds::new(at, at).expanded(0.002)).count();
            assert!(grounds[0] == grounds[1] || near(&tiled) > 1, "round {round}, {at}");
        }
        kinds += found.len();
        (tiled_cells, cells) = (tiled_cells + tiled.cell_count(), cells + baked.cell_count());
    }
    println!("{tiled_cells} cells in tiles, {cells} baked, {kinds} kinds of ground");
    assert!(cells * 3 < tiled_cells * 2 && kinds > 480);
}

/// The paths of all queries on both meshes, or why there is none.
#[test]
fn both_find_paths_or_neither_and_end_at_the_same_places() {
    let mut random = Random(5);
    let (mut count, mut sums, mut refused, mut partial) = (0, [0.0f32; 4], 0, 0);
    for round in 0..60 {
        let tiled = world(&mut random, round);
        let meshes = [&tiled, &baked(&tiled)];
        let mut search = [Search::default(), Search::default()];
        for query in 0..20 {
            let (from, to) = (random.point(SIDE), random.point(SIDE));
            let kinds = match query % 4 {
                0 => KindCosts::default().without(1).unwrap().without(7).unwrap(),
                1 => KindCosts::default().with_factor(2, 2.5).unwrap(),
                _ => KindCosts::default(),
            };
            for (entry, sum) in ENTRIES.into_iter().zip(&mut sums) {
                let options = PathOptions::with_entry(entry).with_kinds(kinds);
                let mut find = |options: &PathOptions| {
                    [0, 1].map(|k| meshes[k].find_path(&mut search[k], from, to, options))
                };
                let case = format!("round {round}, {from} {to} {entry:?}");
                let found = find(&options);
                if let [Ok(tiled), Ok(baked)] = &found {
                    assert_eq!((baked.points[0], *baked.points.last().unwrap()), (from, to));
                    assert!(
                        baked.cost > tiled.cost * 0.6 && baked.cost < tiled.cost * 2.5,
                        "{case}"
                    );
                    *sum += baked.cost / tiled.cost - 1.0;
                    count += 1;
                    continue;
                }
                assert_eq!(found[0], found[1], "{case}");
                refused += 1;
                let distance = |path: &Path| match path.end {
                    PathEnd::Nearest { distance } => distance,
                    _ => 0.0,
                };
                let [tiled, baked] =
                    find(&options.or_nearest()).map(|path| path.map(|path| distance(&path)));
                assert_eq!(tiled.is_ok(), baked.is_ok(), "{case}");
                if let (Ok(tiled), Ok(baked)) = (tiled, baked) {
                    assert!((tiled - baked).abs() < 0.02, "{case}: {tiled} {baked}");
                    partial += 1;
                }
            }
        }
    }
    let means = sums.map(|sum| sum / count as f32);
    assert!(means.iter().all(|mean| mean.abs() < 0.005), "{means:?}");
    assert!(count > 3000 && refused > 500 && partial > 200, "{count} {refused} {partial}");
}

/// Fields tell what the cheapest way costs to 1 %: they are the same on both, and paths on baked meshes come as near to
/// them as on tiles.
#[test]
fn fields_cost_the_same_and_paths_as_little_more() {
    let mut random = Random(9);
    let (mut worst, mut over) = ([0.0f32; 2], [[0.0; 2]; 2]);
    let mut count = 0;
    for round in 0..40 {
        let tiled = world(&mut random, round);
        let meshes = [&tiled, &baked(&tiled)];
        let goal = free(&tiled, || random.point(SIDE));
        let (goals, options) = ([Goal::new(goal)], DistanceOptions::default());
        let costs = meshes.map(|mesh| mesh.cost_field(&goals, &options).unwrap());
        let distances = meshes.map(|mesh| mesh.distance_field(&goals, &options).unwrap());
        for _ in 0..40 {
            let from = free(&tiled, || random.point(SIDE));
            let cost = [0, 1].map(|k| costs[k].cost(meshes[k], from));
            let distance = [0, 1].map(|k| distances[k].distance(meshes[k], from));
            let reachable = meshes.map(|mesh| mesh.reachable(from, goal));
            assert_eq!(reachable[0], reachable[1], "round {round}, {from}");
            assert_eq!(distance.map(|d| d.is_some()), [reachable[0].unwrap(); 2]);
            assert_eq!(cost[0].is_some(), cost[1].is_some(), "round {round}, {from}");
            if let [Some(p), Some(q)] = distance {
                worst[0] = worst[0].max((p - q).abs());
            }
            let [Some(p), Some(q)] = cost else { continue };
            worst[1] = worst[1].max((p - q).abs() / p.max(1.0));
            count += 1;
            for (k, cost) in [p, q].into_iter().enumerate() {
                for (entry, over) in [Entry::Crossing, Entry::Portals].into_iter().zip(&mut over[k])
                {
                    let options = PathOptions::with_entry(entry);
                    let path = meshes[k].find_path(&mut Search::default(), from, goal, &options);
                    *over += path.unwrap().cost / cost - 1.0;
                }
            }
        }
    }
    let over = over.map(|over| over.map(|sum| sum / count as f32));
    assert!(worst[0] < 1e-3 && worst[1] < 0.01, "{worst:?}");
    assert!(over.iter().flatten().all(|over| (-1e-3..2e-3).contains(over)), "{over:?}");
    assert!(count > 1000);
}

#[test]
fn baked_ground_is_saved_and_comes_back() {
    let mut random = Random(1);
    for round in 0..8 {
        let tiled = world(&mut random, round);
        let baked = baked(&tiled);
        let bytes = baked.to_bytes().unwrap();
        assert_eq!(bytes, tiled.bake(&mut |_| {}).unwrap().to_bytes().unwrap(), "the same bits");
        let loaded = NavMesh::from_bytes(&bytes).unwrap();
        assert!(loaded.cells().all(|cell| loaded.area(cell) == baked.area(cell)));
        assert!(loaded.links().eq(baked.links()) && loaded.links().eq(tiled.links()));
        assert_eq!(loaded.to_bytes().unwrap(), bytes);
        let (from, to) = (random.point(SIDE), random.point(SIDE));
        for entry in ENTRIES {
            let options = PathOptions::with_entry(entry);
            let found = [&baked, &loaded]
                .map(|mesh| mesh.find_path(&mut Search::default(), from, to, &options));
            assert_eq!(found[0], found[1]);
        }
    }
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(20.0));
    let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    let mud = Area { kind: 3, cost: 2.0 };
    let id = mesh.add_area(Bounds::new(vec2(5.0, 5.0), vec2(9.0, 9.0)), mud).unwrap();
    mesh.commit().unwrap();
    let mut baked = self::baked(&mesh);
    let bytes = baked.to_bytes().unwrap();
    for end in 0..bytes.len() {
        NavMesh::from_bytes(&bytes[..end]).unwrap_err();
    }
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        NavMesh::from_bytes(&changed).unwrap_err();
    }
    // Areas come and go on tiles only.
    assert_eq!(baked.remove_area(id), Err(AreaError::Outline(ObstacleError::Fixed)));
    assert!(baked.add_surcharge(Bounds::new(vec2(1.0, 1.0), vec2(2.0, 2.0)), 1.0).is_err());
    assert_eq!(baked.to_bytes().unwrap(), bytes);
}

#[test]
fn links_come_and_go_on_baked_ground() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
    let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    let mud = Area { kind: 3, cost: 4.0 };
    mesh.add_area(Bounds::new(vec2(10.0, 0.0), vec2(30.0, 40.0)), mud).unwrap();
    mesh.commit().unwrap();
    let mut baked = baked(&mesh);
    let (from, to) = (vec2(5.0, 20.0), vec2(35.0, 20.0));
    let jump = LinkDefinition::new(3.0);
    let link = baked.add_link(vec2(9.0, 20.0), vec2(31.0, 20.0), &jump).unwrap();
    let goals = [Goal::new(to)];
    for (expected, links) in [(11.0, 1), (90.0, 0)] {
        for entry in ENTRIES {
            let options = PathOptions::with_entry(entry);
            let path = baked.find_path(&mut Search::default(), from, to, &options).unwrap();
            assert!((path.cost - expected).abs() < 0.01 && path.links.len() == links, "{path:?}");
        }
        let field = baked.cost_field(&goals, &DistanceOptions::default()).unwrap();
        assert!((field.cost(&baked, from).unwrap() - expected).abs() < 0.01);
        let _ = baked.remove_link(link);
        assert!(!field.is_current(&baked) || links == 0);
    }
}

/// What is excluded may lie in the lesser of two cells that share a side, and what is allowed in a place to which no way
/// leads but through it.
#[test]
fn partial_paths_end_at_the_nearest_ground_that_is_not_excluded() {
    let kinds = KindCosts::default().without(WATER).unwrap();
    let from = vec2(5.0, 50.0);
    for entry in ENTRIES {
        let options = PathOptions::with_entry(entry).with_kinds(kinds).or_nearest();
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(60.0));
        let mut mesh =
            NavMesh::new(&MeshDefinition { tile_size: 16.0, ..MeshDefinition::new(bounds) })
                .unwrap();
        mesh.add_area(
            Bounds::new(vec2(20.0, 10.0), vec2(44.0, 35.0)),
            Area { kind: WATER, cost: 5.0 },
        )
        .unwrap();
        mesh.commit().unwrap();
        for (to, nearest) in [
            (vec2(22.0, 20.0), vec2(20.0, 20.0)),
            (vec2(42.0, 21.0), vec2(44.0, 21.0)),
            (vec2(30.0, 12.0), vec2(30.0, 10.0)),
            (vec2(31.0, 34.0), vec2(31.0, 35.0)),
        ] {
            for mesh in [&mesh, &mesh.bake(&mut |_| {}).unwrap()] {
                let path = mesh.find_path(&mut Search::default(), from, to, &options).unwrap();
                let end = *path.points.last().unwrap();
                assert!(end.distance(nearest) < 0.003, "{entry:?} {to}: {end}");
            }
        }
        // An island in the water, nearer to the goal than the shore.
        mesh.add_area(
            Bounds::new(vec2(30.0, 20.0), vec2(32.0, 22.0)),
            Area { kind: MUD, cost: 6.0 },
        )
        .unwrap();
        mesh.commit().unwrap();
        let path =
            mesh.find_path(&mut Search::default(), from, vec2(29.0, 21.0), &options).unwrap();
        let end = *path.points.last().unwrap();
        assert!(end.distance(vec2(20.0, 21.0)) < 0.003, "{entry:?}: {end}");
        assert!(matches!(path.end, PathEnd::Nearest { distance } if (distance - 9.0).abs() < 0.01));
    }
}
