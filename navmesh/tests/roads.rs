//! Ground that costs less than 1: bounds and searches stay right with costs from 0.25 to 10.

use crate::areas::{by_snell, search, walked, world};
use crate::support::{Random, free};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const SIDE: f32 = 60.0;
const ROAD: u8 = 1;
const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

fn point(random: &mut Random) -> Vec2 {
    vec2(random.between(1.0, SIDE - 1.0), random.between(1.0, SIDE - 1.0))
}

/// A cost from 0.25 to 10, as likely below as above 1.6.
fn cost(random: &mut Random) -> f32 {
    0.25 * 40.0_f32.powf(random.between(0.0, 1.0))
}

/// A convex quadrangle, turned anyhow.
fn quadrangle(random: &mut Random, wide: f32, high: f32) -> [Vec2; 4] {
    let (center, turn) = (point(random), random.between(0.0, 3.1));
    let at = |x: f32, y: f32| center + Vec2::from_angle(turn).rotate(vec2(x * wide, y * high));
    [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]
}

/// What a random world is made of: obstacles, and areas with their costs.
struct Plan {
    obstacles: Vec<[Vec2; 4]>,
    areas: Vec<([Vec2; 4], f32)>,
}

impl Plan {
    fn new(random: &mut Random) -> Plan {
        let obstacles = (0..5).map(|_| quadrangle(random, 5.0, 1.5)).collect();
        let area = |random: &mut Random, k: usize| {
            // Every other one is a road.
            let (wide, high) = if k.is_multiple_of(2) { (25.0, 1.5) } else { (9.0, 7.0) };
            (quadrangle(random, wide, high), if k == 0 { 0.25 } else { cost(random) })
        };
        Plan { obstacles, areas: (0..5).map(|k| area(random, k)).collect() }
    }

    /// All costs are multiplied by `factor`.
    fn mesh(&self, tile_size: f32, factor: f32) -> NavMesh {
        let mut mesh = world(SIDE, tile_size, 0.4);
        for obstacle in &self.obstacles {
            mesh.add_obstacle(obstacle).unwrap();
        }
        let all = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
        if factor != 1.0 {
            mesh.add_area(all, Area { kind: 0, cost: factor }.on_layer(-1)).unwrap();
        }
        for (layer, (ring, cost)) in self.areas.iter().enumerate() {
            let ground = Area { kind: ROAD, cost: cost * factor };
            mesh.add_area(polygon(ring, &[]), ground.on_layer(layer as i32)).unwrap();
        }
        mesh.commit().unwrap();
        mesh
    }
}

/// Costs of 0.25 to 10 are those of 1 to 40 in other units: all searches find ways as good, and with a least cost of 1 they need
/// no bound but straight distance.
#[test]
fn a_quarter_of_all_costs_changes_no_way() {
    let mut random = Random(5);
    let mut below = 0;
    for round in 0..40 {
        let plan = Plan::new(&mut random);
        let tile_size = [12.0, 24.0, 128.0][round % 3];
        let [mut mesh, mut dear] = [1.0, 4.0].map(|factor| plan.mesh(tile_size, factor));
        assert!(mesh.least_cost(&KindCosts::default()) == 0.25);
        assert!(dear.least_cost(&KindCosts::default()) == 1.0);
        if round % 2 == 1 {
            [mesh, dear] = [mesh, dear].map(|mesh| mesh.bake(&mut |_| {}).unwrap());
        }
        let goal = free(&mesh, || point(&mut random));
        let field = |mesh: &NavMesh| {
            mesh.cost_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap()
        };
        let fields = [field(&mesh), field(&dear)];
        for _ in 0..20 {
            let from = free(&mesh, || point(&mut random));
            for entry in ENTRIES {
                let options = PathOptions::with_entry(entry);
                let one = search(&mesh, from, goal, options);
                let other = search(&dear, from, goal, options);
                assert_eq!(one.is_ok(), other.is_ok(), "{from} {goal} {entry:?}");
                let (Ok(one), Ok(other)) = (one, other) else { continue };
                below += (one.cost < 0.97 * one.length) as usize;
                let over = (4.0 * one.cost - other.cost).abs() / other.cost.max(1.0);
                assert!(over < 1e-4, "{from} {goal} {entry:?}: 4 · {} {}", one.cost, other.cost);
            }
            let [one, other] = [fields[0].cost(&mesh, from), fields[1].cost(&dear, from)];
            let near = |(one, other): (f32, f32)| (4.0 * one - other).abs() < 0.01 * other + 0.01;
            assert!(one.is_some() == other.is_some() && one.zip(other).is_none_or(near));
        }
    }
    assert!(below > 400, "{below} ways are cheaper than ground in no area");
}

/// Costs from a point to all points of a grid, by Edsger Dijkstra's search over straight ways between near ones: what each
/// says is what some way costs.
fn over_grid(mesh: &NavMesh, start: usize, count: usize) -> Vec<f32> {
    let at = |k: usize| vec2((k % count) as f32 + 0.5, (k / count) as f32 + 0.5);
    let (mut costs, mut open) = (vec![f32::INFINITY; count * count], vec![true; count * count]);
    costs[start] = 0.0;
    let mut heap = std::collections::BinaryHeap::from([(std::cmp::Reverse(0_u32), start)]);
    let kinds = KindCosts::default();
    while let Some((_, here)) = heap.pop() {
        if !std::mem::take(&mut open[here]) {
            continue;
        }
        for (dx, dy) in (-3_i32..=3).flat_map(|dx| (-3..=3).map(move |dy| (dx, dy))) {
            let (x, y) = ((here % count) as i32 + dx, (here / count) as i32 + dy);
            let range = 0..count as i32;
            if !range.contains(&x) || !range.contains(&y) {
                continue;
            }
            let next = x as usize + y as usize * count;
            let Some(cost) = open[next].then(|| mesh.straight_cost(at(here), at(next), &kinds))
            else {
                continue;
            };
            let whole = costs[here] + cost.unwrap_or(f32::INFINITY);
            if whole < costs[next] {
                costs[next] = whole;
                heap.push((std::cmp::Reverse(whole.to_bits()), next));
            }
        }
    }
    costs
}

#[test]
fn no_way_over_a_grid_is_cheaper() {
    let mut random = Random(17);
    let count = SIDE as usize;
    let (mut compared, mut used) = (0, 0);
    for round in 0..12 {
        let mesh = Plan::new(&mut random).mesh([16.0, 64.0][round % 2], 1.0);
        let start = random.below(count as u64 * count as u64) as usize;
        let costs = over_grid(&mesh, start, count);
        let at = |k: usize| vec2((k % count) as f32 + 0.5, (k / count) as f32 + 0.5);
        let field = mesh.cost_field(&[Goal::new(at(start))], &DistanceOptions::default());
        let Ok(field) = field else { continue };
        let mut scratch = Search::default();
        for _ in 0..60 {
            let to = random.below(count as u64 * count as u64) as usize;
            if to == start || !costs[to].is_finite() {
                continue;
            }
            for (entry, most) in [(Entry::Crossing, 0.10), (Entry::Exact, 0.03)] {
                let options = PathOptions::with_entry(entry);
                let path = mesh.find_path(&mut scratch, at(start), at(to), &options).unwrap();
                let case =
                    format!("{} {} {entry:?} {} {}", at(start), at(to), path.cost, costs[to]);
                assert!(path.cost <= costs[to] * (1.0 + most) + 0.01, "{case}");
                let walked = walked(&mesh, &path.points) as f32;
                assert!((path.cost - walked).abs() <= 0.02 * walked + 0.05, "{case} {walked}");
                used += (path.length > 1.05 * at(start).distance(at(to))) as usize;
            }
            let cost = field.cost(&mesh, at(to)).unwrap();
            assert!(
                cost <= costs[to] * 1.02 + 0.01,
                "{} {} {cost} {}",
                at(start),
                at(to),
                costs[to]
            );
            compared += 1;
        }
    }
    assert!(compared > 300 && used > 100, "{compared} {used}");
}

/// Where a road lies that cannot be reached, all bounds are lower, and midpoints are still crossed at their best: A* finds what
/// a search without a heading finds.
#[test]
fn a_road_out_of_reach_changes_no_way() {
    let mut random = Random(29);
    for round in 0..30 {
        let plan = Plan::new(&mut random);
        let mut mesh = plan.mesh([16.0, 128.0][round % 2], 4.0);
        let (low, high) = (vec2(0.0, 0.0), vec2(2.0, 2.0));
        let room = |x: f32, y: f32, w: f32, h: f32| {
            [vec2(x, y), vec2(x + w, y), vec2(x + w, y + h), vec2(x, y + h)]
        };
        // A room in a corner, in both worlds.
        mesh.add_obstacle(&room(0.0, 2.5, 3.0, 0.5)).unwrap();
        mesh.add_obstacle(&room(2.5, 0.0, 0.5, 3.0)).unwrap();
        mesh.commit().unwrap();
        let mut other = mesh.clone();
        let road = Area { kind: 2, cost: 0.1 };
        other.add_area(Bounds::new(low, high), road.on_layer(99)).unwrap();
        other.commit().unwrap();
        let kinds = KindCosts::default();
        assert_eq!((mesh.least_cost(&kinds), other.least_cost(&kinds)), (1.0, 0.1));
        let options = PathOptions::with_entry(Entry::Midpoint);
        for _ in 0..20 {
            let mut far = || free(&mesh, || point(&mut random).max(Vec2::splat(4.0)));
            let (from, to) = (far(), far());
            let [one, other] = [&mesh, &other].map(|mesh| search(mesh, from, to, options));
            let same = |(one, other): (Path, Path)| (one.cost - other.cost).abs() < 1e-3 * one.cost;
            assert!(one.is_ok() == other.is_ok() && one.ok().zip(other.ok()).is_none_or(same));
        }
    }
}

#[test]
fn half_planes_of_any_two_costs_are_crossed_as_light_would() {
    let mut random = Random(3);
    let mut scratch = Search::default();
    let mut sum = 0.0;
    for round in 0..600 {
        let costs = [cost(&mut random), cost(&mut random)];
        let slant = random.between(-20.0, 20.0) * (round % 2) as f32;
        let (low, high) = (vec2(30.0 - slant, 0.0), vec2(30.0 + slant, SIDE));
        let mut mesh = world(SIDE, [16.0, 128.0][round % 2], 0.0);
        let left = [Vec2::ZERO, low, high, vec2(0.0, SIDE)];
        let right = [low, vec2(SIDE, 0.0), Vec2::splat(SIDE), high];
        for (ring, cost) in [left, right].into_iter().zip(costs) {
            mesh.add_area(polygon(&ring, &[]), Area { kind: ROAD, cost }).unwrap();
        }
        mesh.commit().unwrap();
        let (from, to) = (point(&mut random), point(&mut random));
        let border = [low.as_dvec2(), high.as_dvec2()];
        let costs = costs.map(f64::from);
        let expected = by_snell(from.as_dvec2(), to.as_dvec2(), border, costs);
        let options = PathOptions::with_entry(Entry::Exact);
        let path = mesh.find_path(&mut scratch, from, to, &options).unwrap();
        let ratio = f64::from(path.cost) / expected;
        assert!(ratio > 0.999 && ratio < 1.02, "{from} {to} {slant} {costs:?}: {ratio}");
        sum += ratio - 1.0;
    }
    assert!(sum < 0.6, "{} on average", sum / 600.0);
}

fn with_road(cost: f32) -> NavMesh {
    let mut mesh = world(SIDE, 16.0, 0.0);
    mesh.add_area(Bounds::new(vec2(0.0, 40.0), vec2(SIDE, 44.0)), Area { kind: ROAD, cost })
        .unwrap();
    mesh.commit().unwrap();
    mesh
}

#[test]
fn a_road_beside_the_straight_line_is_taken() {
    // Down to the road at the critical angle, along it, and up again.
    let (from, to) = (vec2(2.0, 36.0), vec2(58.0, 36.0));
    let best = |cost: f32| cost * 56.0 + 2.0 * 4.0 * (1.0 - cost * cost).sqrt();
    let plain = with_road(1.0);
    let mut meshes = vec![(with_road(0.25), PathOptions::default(), 0.25)];
    let factor = KindCosts::default().with_factor(ROAD, 0.5).unwrap();
    meshes.push((plain.clone(), PathOptions::default().with_kinds(factor), 0.5));
    for index in 0..2 {
        let (mesh, options, cost) = &meshes[index];
        let saved = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
        let baked = mesh.bake(&mut |_| {}).unwrap();
        let again = NavMesh::from_bytes(&baked.to_bytes().unwrap()).unwrap();
        let (options, cost) = (*options, *cost);
        meshes.extend([saved, baked, again].map(|mesh| (mesh, options, cost)));
    }
    for (mesh, options, cost) in &meshes {
        assert_eq!(mesh.least_cost(&options.kinds), *cost);
        let with = |entry| PathOptions::with_entry(entry).with_kinds(options.kinds);
        for entry in [Entry::Crossing, Entry::Portals, Entry::Exact] {
            let path = search(mesh, from, to, with(entry)).unwrap();
            let ratio = path.cost / best(*cost);
            assert!(ratio > 0.999 && ratio < 1.02, "{entry:?} {cost}: {ratio}");
            let short = search(mesh, from, to, with(entry).by_length());
            let short = short.unwrap();
            assert!((short.cost - 56.0).abs() < 1e-3 && short.cost == short.length, "{entry:?}");
        }
        let along = search(mesh, vec2(2.0, 42.0), vec2(58.0, 42.0), with(Entry::Exact));
        let along = along.unwrap();
        assert_eq!((along.points.len(), along.cost), (2, 56.0 * cost), "all along the road");
    }
}

#[test]
fn where_the_road_is_gone_nothing_is_left_of_it() {
    let mut mesh = with_road(1.0);
    let kinds = KindCosts::default();
    let before = mesh.clone();
    let road = Area { kind: ROAD, cost: 0.1 };
    let id = mesh.add_area(Bounds::new(vec2(0.0, 20.0), vec2(SIDE, 24.0)), road).unwrap();
    assert_eq!(mesh.least_cost(&kinds), 1.0, "staged");
    mesh.commit().unwrap();
    assert_eq!((mesh.least_cost(&kinds), before.least_cost(&kinds)), (0.1, 1.0));
    mesh.remove_area(id).unwrap();
    assert_eq!(mesh.least_cost(&kinds), 0.1, "staged");
    mesh.commit().unwrap();
    assert_eq!(mesh.least_cost(&kinds), 1.0);
}

/// A mesh of its own for those to whom all open ground is a road.
#[test]
fn factors_of_a_mesh_may_be_below_one() {
    let kinds = KindCosts::default().with_factor(0, 0.5).unwrap();
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let mesh = NavMesh::new(&MeshDefinition { kinds, ..MeshDefinition::new(bounds) }).unwrap();
    assert_eq!(mesh.least_cost(&KindCosts::default()), 0.5);
    let back = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
    for mesh in [&mesh, &back] {
        for entry in ENTRIES {
            let path =
                search(mesh, vec2(1.0, 1.0), vec2(41.0, 1.0), PathOptions::with_entry(entry));
            assert_eq!(path.unwrap().cost, 20.0);
        }
    }
}

/// Links compete with roads: a leg along a road costs less than its length.
#[test]
fn links_are_taken_only_where_roads_are_no_cheaper() {
    let mut mesh = with_road(0.25);
    let (from, to) = (vec2(2.0, 42.0), vec2(58.0, 42.0));
    // 56 m along the road cost 14.
    let link = LinkDefinition::new(14.5);
    mesh.add_link(from, to, &link).unwrap();
    for entry in ENTRIES {
        let path = search(&mesh, from, to, PathOptions::with_entry(entry)).unwrap();
        assert!(
            path.links.is_empty() && (path.cost - 14.0).abs() < 1e-3,
            "{entry:?} {}",
            path.cost
        );
    }
    // A link half-way along the road, off the straight line: the legs to it are along the road, too.
    mesh.add_link(vec2(20.0, 42.0), vec2(58.0, 42.0), &LinkDefinition::new(2.0)).unwrap();
    mesh.add_link(vec2(2.0, 43.0), vec2(57.0, 20.0), &LinkDefinition::new(0.0)).unwrap();
    for entry in ENTRIES {
        let path = search(&mesh, from, to, PathOptions::with_entry(entry)).unwrap();
        assert!(path.links.len() == 1 && (path.cost - 6.5).abs() < 0.01, "{entry:?} {}", path.cost);
    }
}
