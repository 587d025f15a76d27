//! Cost fields against paths, and against themselves: what they say of a way is what that way costs.

use crate::support::{Random, free};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

fn point(random: &mut Random) -> Vec2 {
    vec2(random.between(1.0, SIDE - 1.0), random.between(1.0, SIDE - 1.0))
}

/// A convex quadrangle, turned anyhow.
fn quadrangle(random: &mut Random, size: f32) -> [Vec2; 4] {
    let (center, turn) = (point(random), random.between(0.0, 1.6));
    let (wide, high) = (random.between(0.2, 1.0) * size, random.between(0.2, 1.0) * size);
    let at = |x: f32, y: f32| center + Vec2::from_angle(turn).rotate(vec2(x * wide, y * high));
    [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]
}

const SIDE: f32 = 64.0;

/// What a metre costs in areas: mud, and roads and mud.
const MUD: [f32; 2] = [1.2, 5.0];
const ROADS: [f32; 2] = [0.25, 1.0];
const BOTH: [f32; 2] = [0.25, 10.0];

fn scene(random: &mut Random, [least, most]: [f32; 2]) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let mut mesh =
        NavMesh::new(&MeshDefinition { agent_radius: 0.4, ..MeshDefinition::new(bounds) }).unwrap();
    for _ in 0..8 {
        mesh.add_obstacle(&quadrangle(random, 4.0)).unwrap();
    }
    for _ in 0..5 {
        let cost = random.between(least, most);
        mesh.add_area(polygon(&quadrangle(random, 10.0), &[]), Area { kind: 1, cost }).unwrap();
    }
    mesh.commit().unwrap();
    for _ in 0..2 {
        let (from, to) = (point(random), point(random));
        let definition = LinkDefinition { both_ways: true, ..LinkDefinition::new(8.0) };
        // Ends in obstacles are refused: then there is no link.
        let _ = mesh.add_link(from, to, &definition);
    }
    mesh
}

/// What the way costs that a field shows; `None` where it gets lost.
fn followed(mesh: &NavMesh, field: &CostField, from: Vec2) -> Option<f32> {
    let (mut at, mut cost) = (from, 0.0);
    for _ in 0..200 {
        let onward = field.onward(mesh, at)?;
        if onward.way_point == at && onward.link.is_none() {
            return Some(cost);
        }
        cost += walked(mesh, at, onward.way_point)?;
        at = onward.way_point;
        if let Some((link, to)) = onward.link {
            cost += mesh.link(link)?.definition.cost;
            at = to;
        }
    }
    None
}

/// What it costs to walk straight; corners are walked round by a hair, and borders on the better side.
fn walked(mesh: &NavMesh, from: Vec2, to: Vec2) -> Option<f32> {
    let kinds = KindCosts::default();
    let aside = |at: Vec2, k: u32| {
        let turn = k as f32 * std::f32::consts::TAU / 8.0;
        if k == 8 { at } else { at + 0.01 * Vec2::from_angle(turn) }
    };
    let ways = (0..=8).rev().flat_map(|i| (0..=8).rev().map(move |k| (i, k)));
    let costs = ways.filter_map(|(i, k)| mesh.straight_cost(aside(from, i), aside(to, k), &kinds));
    costs.reduce(f32::min)
}

#[test]
fn a_field_is_as_cheap_as_any_path_and_keeps_its_word() {
    let mut random = Random(7);
    let (mut worst_path, mut worst_word, mut sum, mut count, mut lost) =
        (0.0f32, 0.0f32, 0.0, 0, 0);
    for number in 0..60 {
        let mesh = scene(&mut random, [MUD, ROADS, BOTH][number % 3]);
        let goal = free(&mesh, || point(&mut random));
        let field = mesh.cost_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap();
        let mut search = Search::default();
        for _ in 0..25 {
            let from = free(&mesh, || point(&mut random));
            let options = PathOptions::with_entry(Entry::Portals);
            let path = mesh.find_path(&mut search, from, goal, &options);
            let cost = field.cost(&mesh, from);
            assert_eq!(path.is_ok(), cost.is_some(), "{from}");
            let (Ok(path), Some(cost)) = (path, cost) else { continue };
            let over = (cost - path.cost) / path.cost.max(1.0);
            worst_path = worst_path.max(over);
            sum += (path.cost - cost) / path.cost.max(1.0);
            count += 1;
            match followed(&mesh, &field, from) {
                Some(word) => worst_word = worst_word.max((word - cost).abs() / cost.max(1.0)),
                None => lost += 1,
            }
        }
    }
    let mean = sum / count as f32;
    assert!(mean > -1e-3, "dearer than paths by {mean} in the mean");
    assert!(worst_path < 0.02, "{worst_path}");
    assert!(worst_word < 0.03, "{worst_word}");
    assert!(lost * 50 < count, "{lost} of {count}");
}

/// How much dearer paths of an entry are than the field says, in parts: the least, in the mean, and the most.
fn excess(entry: Entry, costs: [f32; 2], scenes: usize) -> [f32; 3] {
    let (mut random, mut least, mut worst) = (Random(11), 0.0_f32, 0.0_f32);
    let (mut sum, mut count) = (0.0, 0);
    for _ in 0..scenes {
        let mesh = scene(&mut random, costs);
        let goal = free(&mesh, || point(&mut random));
        let field = mesh.cost_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap();
        let mut search = Search::default();
        for _ in 0..25 {
            let from = free(&mesh, || point(&mut random));
            let path = mesh.find_path(&mut search, from, goal, &PathOptions::with_entry(entry));
            let (Ok(path), Some(cost)) = (path, field.cost(&mesh, from)) else { continue };
            let over = (path.cost - cost) / cost.max(1.0);
            (least, worst) = (least.min(over), worst.max(over));
            (sum, count) = (sum + over, count + 1);
        }
    }
    assert!(count > 20 * scenes, "{count} paths only");
    [least, sum / count as f32, worst]
}

#[test]
fn paths_over_areas_cost_no_more_than_the_docs_of_the_entries_say() {
    for (entry, mean, most) in [
        (Entry::Midpoint, 0.01, 1.0),
        (Entry::Crossing, 0.001, 0.10),
        (Entry::Portals, 0.001, 0.01),
        (Entry::Exact, 0.001, 0.01),
    ] {
        // Beside roads fields are less exact.
        for (costs, under) in [(MUD, -1e-3), (ROADS, -0.03), (BOTH, -0.03)] {
            let [least, middle, worst] = excess(entry, costs, 60);
            assert!(least >= under, "{entry:?}: paths are {least} cheaper than any can be");
            assert!(worst <= most && middle <= mean, "{entry:?}: {worst}, {middle} in the mean");
        }
    }
}

#[test]
fn without_areas_and_links_it_is_the_distance_field() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    let mut random = Random(3);
    for _ in 0..20 {
        mesh.add_obstacle(&quadrangle(&mut random, 5.0)).unwrap();
    }
    mesh.commit().unwrap();
    let goals = [Goal::new(free(&mesh, || point(&mut random)))];
    let costs = mesh.cost_field(&goals, &DistanceOptions::default()).unwrap();
    let distances = mesh.distance_field(&goals, &DistanceOptions::default()).unwrap();
    for _ in 0..500 {
        let from = free(&mesh, || point(&mut random));
        let (cost, distance) = (costs.onward(&mesh, from), distances.remaining(&mesh, from));
        let same = |(onward, rest): (Onward, Remaining)| {
            (onward.cost - rest.distance).abs() < 1e-3
                && onward.way_point.distance(rest.way_point) < 1e-3
        };
        assert!(cost.is_none() == distance.is_none() && cost.zip(distance).is_none_or(same));
    }
}

#[test]
fn light_takes_the_way_that_is_known() {
    // Costs 1 : 3 on both sides of y = 0, from (0, -10) to (20, 10): crossing where the sines are as 3 : 1.
    let bounds = Bounds::new(vec2(-40.0, -40.0), vec2(40.0, 40.0));
    let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    mesh.add_area(Bounds::new(vec2(-40.0, 0.0), vec2(40.0, 40.0)), Area { kind: 1, cost: 3.0 })
        .unwrap();
    mesh.commit().unwrap();
    let (from, to) = (vec2(0.0, -10.0), vec2(20.0, 10.0));
    let cost = |x: f32| from.distance(vec2(x, 0.0)) + 3.0 * to.distance(vec2(x, 0.0));
    let best = (0..20_000).map(|k| cost(k as f32 * 1e-3)).fold(f32::INFINITY, f32::min);
    for (start, goal) in [(from, to), (to, from)] {
        let field = mesh.cost_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap();
        let found = field.cost(&mesh, start).unwrap();
        assert!((found / best - 1.0).abs() < 1e-4, "{found} {best}");
    }
    // Far along the border the way through the mud leaves it at once, goes along it, and comes back at the critical angle.
    let (from, to) = (vec2(-30.0, 6.0), vec2(30.0, 6.0));
    let field = mesh.cost_field(&[Goal::new(to)], &DistanceOptions::default()).unwrap();
    let slant = 6.0 * (9.0f32 - 1.0).sqrt();
    let expected = 2.0 * slant + 60.0;
    let found = field.cost(&mesh, from).unwrap();
    assert!((found / expected - 1.0).abs() < 2e-3, "{found} {expected}");
}

/// Where the border of an area comes within a millimetre of a corner, what is open there is no portal but a wall as thin as
/// a line: fields lead round its end.
#[test]
fn fields_lead_round_corners_beside_which_areas_end() {
    let corner = vec2(16.0, 12.0);
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(30.0));
    for round in 1500..1600 {
        let mut random = Random(round);
        let mut mesh = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
        let strip = |top: f32, high: f32, right: f32| {
            [vec2(0.0, top - high), vec2(right, top - high), vec2(right, top), vec2(0.0, top)]
        };
        mesh.add_obstacle(&strip(12.0, 3.0, 16.0)).unwrap();
        for side in [-1.0, 1.0] {
            let way = vec2(side + random.between(0.0, 1.0), random.between(3.0, 6.0));
            let beside = vec2(random.between(0.0, 3.0).floor() / 1024.0, 0.0);
            let far = vec2(12.0 * side, 0.0);
            let (low, high) = (corner - way, corner + way);
            let outline = polygon(&[low + beside, low + far, high + far, high + beside], &[]);
            mesh.add_area(outline, Area { kind: 2, cost: 1.0 }).unwrap();
        }
        mesh.add_area(polygon(&strip(15.0, 3.0, 30.0), &[]), Area { kind: 1, cost: 1.0 }).unwrap();
        mesh.commit().unwrap();
        let baked = mesh.bake(&mut |_| {}).unwrap();
        let (from, goal, other) = (vec2(3.0, 14.0), vec2(14.0, 2.0), vec2(16.0, 9.0));
        let right = from.distance(corner) + corner.distance(other) + other.distance(goal);
        for mesh in [&mesh, &baked] {
            let field = mesh.cost_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap();
            let cost = field.cost(mesh, from);
            let is_right = cost.is_some_and(|cost| (cost - right).abs() < 2e-3);
            assert!(is_right, "round {round}: {cost:?} instead of {right}");
        }
    }
}

/// A straight side that ends at the corner of an obstacle and is cut into many parts, each rounded: in rounding the view
/// from that corner leads from part to part of it, forth and back, in more orders than could be followed.
#[test]
fn sight_along_a_side_of_many_parts_ends() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    for round in [17, 14, 35, 47] {
        let mut random = Random(round);
        let definition = MeshDefinition { tile_size: SIDE, ..MeshDefinition::new(bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        mesh.add_obstacle(&quadrangle(&mut random, 2.0)).unwrap();
        for column in 0..64 {
            let (x, y) = (column as f32, random.between(0.0, SIDE - 1.0));
            let square = Bounds::new(vec2(x, y), vec2(x + 1.0, y + 1.0));
            mesh.add_surcharge(square, random.between(0.1, 4.0)).unwrap();
        }
        mesh.commit().unwrap();
        let goal = vec2(1.0, 1.0);
        let field = mesh.cost_field(&[Goal::new(goal)], &DistanceOptions::default()).unwrap();
        assert!(field.size_in_bytes() < 1_000_000, "round {round}: {}", field.size_in_bytes());
        let mut search = Search::default();
        for _ in 0..20 {
            let from = free(&mesh, || point(&mut random));
            let cost = field.cost(&mesh, from).unwrap();
            let path = mesh.find_path(&mut search, from, goal, &PathOptions::default()).unwrap();
            let straight = from.distance(goal);
            assert!(straight - 0.01 <= cost && cost <= 1.02 * path.cost, "{from}: {cost}");
        }
    }
}

/// All that a field tells at some points, bit for bit.
fn told(mesh: &NavMesh, field: &CostField) -> Vec<Option<([u32; 5], Option<LinkId>)>> {
    let bits = |onward: Onward| {
        let Onward { cost, way_point, direction, link } = onward;
        let numbers = [cost, way_point.x, way_point.y, direction.x, direction.y];
        (numbers.map(f32::to_bits), link.map(|(link, _)| link))
    };
    let mut random = Random(11);
    (0..400).map(|_| field.onward(mesh, point(&mut random)).map(bits)).collect()
}

/// However a build is cut, the field is the one that is made at once, and as many steps are done; and no slice does more
/// than it may but for what cannot be parted: the looks round one place.
#[test]
fn a_field_in_slices_is_the_whole_one_bit_for_bit() {
    let mut random = Random(23);
    for round in 0..6 {
        let mut mesh = scene(&mut random, MUD);
        for row in 0..8 * (round % 2) {
            let (x, y) = (random.between(0.0, 40.0), 8.0 * row as f32);
            let square = Bounds::new(vec2(x, y), vec2(x + 9.0, y + 5.0));
            mesh.add_surcharge(square, random.between(0.2, 3.0)).unwrap();
        }
        mesh.commit().unwrap();
        let goals = [free(&mesh, || point(&mut random)), free(&mesh, || point(&mut random))];
        let goals = goals.map(|point| Goal { point, start_value: random.between(0.0, 5.0) });
        for limit in [f32::INFINITY, 30.0] {
            let options = DistanceOptions::with_limit(limit);
            let whole = mesh.cost_field(&goals, &options).unwrap();
            let mut counts = Vec::new();
            for steps in [0, 7, 1000, u32::MAX] {
                let mut build = mesh.begin_cost_field(&goals, &options).unwrap();
                let field = loop {
                    let before = build.steps();
                    let field = mesh.continue_cost_field(&mut build, steps).unwrap();
                    let done = build.steps() - before;
                    assert!(
                        done > 0 && done < steps.saturating_add(200).max(200),
                        "{done} {steps}"
                    );
                    if let Some(field) = field {
                        break field;
                    }
                    assert!(done >= steps, "{done} {steps}");
                };
                assert_eq!(field.size_in_bytes(), whole.size_in_bytes());
                assert_eq!(
                    told(&mesh, &field),
                    told(&mesh, &whole),
                    "round {round}, {steps} steps"
                );
                counts.push(build.steps());
                let again = mesh.continue_cost_field(&mut build, steps);
                assert_eq!(again.unwrap_err(), SliceError::SearchUsed);
            }
            assert!(counts.iter().all(|&count| count == counts[0]), "{counts:?}");
        }
    }
}

#[test]
fn a_build_does_not_go_on_where_mesh_or_links_have_changed() {
    let mut mesh = scene(&mut Random(5), MUD);
    let mut random = Random(6);
    let goals = [Goal::new(free(&mesh, || point(&mut random)))];
    let mut builds =
        [(); 2].map(|()| mesh.begin_cost_field(&goals, &DistanceOptions::default()).unwrap());
    let before = mesh.clone();
    mesh.add_link(goals[0].point, goals[0].point + 0.1, &LinkDefinition::new(1.0)).unwrap();
    let [one, other] = &mut builds;
    assert_eq!(mesh.continue_cost_field(one, 9).unwrap_err(), SliceError::MeshChanged);
    assert!(before.continue_cost_field(one, 9).unwrap().is_none(), "a copy from before goes on");
    mesh.add_obstacle(&quadrangle(&mut Random(7), 4.0)).unwrap();
    mesh.commit().unwrap();
    assert_eq!(mesh.continue_cost_field(other, 9).unwrap_err(), SliceError::MeshChanged);
    assert!(before.continue_cost_field(other, u32::MAX).unwrap().is_some());
}
