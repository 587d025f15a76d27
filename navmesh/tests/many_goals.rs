//! Distance fields round many goals: each takes from the others what it is nearer to, and nothing else.

use crate::support::Random;
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

/// A point anywhere in a square.
fn point(random: &mut Random, side: f32) -> Vec2 {
    vec2(random.share(), random.share()) * side
}

/// A square with boxes, some of them turned.
fn world(random: &mut Random, side: f32, boxes: usize, tile_size: f32) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    let definition =
        MeshDefinition { agent_radius: 0.25, tile_size, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for _ in 0..boxes {
        let center = point(random, side);
        let half = vec2(0.2, 0.2) + 0.1 * point(random, side);
        let turn = Vec2::from_angle(if random.share() < 0.5 { 0.0 } else { random.share() });
        let corner = |x: f32, y: f32| center + turn.rotate(vec2(x, y) * half);
        let outline = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        let fits = outline
            .iter()
            .all(|at| at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::splat(side)).all());
        if fits {
            mesh.add_obstacle(&outline).unwrap();
        }
    }
    mesh.commit().unwrap();
    mesh
}

fn field(mesh: &NavMesh, goals: &[Goal]) -> DistanceField {
    mesh.distance_field(goals, &DistanceOptions::default()).unwrap()
}

/// Places in rows round a point, those that are free.
fn block(mesh: &NavMesh, center: Vec2, columns: u8) -> Vec<Vec2> {
    let at = |k: u16| {
        let (row, column) = (k / u16::from(columns), k % u16::from(columns));
        center + 0.52 * vec2(f32::from(column), f32::from(row))
    };
    let all = (0..u16::from(columns) * u16::from(columns)).map(at);
    all.filter(|&place| matches!(mesh.locate(place), Location::Cell(_))).collect()
}

#[test]
fn a_field_round_many_goals_is_the_least_of_the_fields_of_each() {
    let random = &mut Random(7);
    for round in 0..40_u8 {
        let tile_size = [4.0, 8.0, 13.0, 64.0][usize::from(round % 4)];
        let mesh = world(random, 40.0, usize::from(round % 7) * 4, tile_size);
        let center = point(random, 40.0);
        let waits = round % 3 == 2;
        let goals: Vec<Goal> = block(&mesh, center, 5)
            .into_iter()
            .map(|point| Goal {
                point,
                start_value: if waits { 3.0 * random.share() } else { 0.0 },
            })
            .collect();
        if goals.is_empty() {
            continue;
        }
        let together = field(&mesh, &goals);
        let alone: Vec<DistanceField> = goals.iter().map(|&goal| field(&mesh, &[goal])).collect();
        for _ in 0..400 {
            let point = point(random, 40.0);
            let least = alone.iter().filter_map(|field| field.distance(&mesh, point));
            let least = least.fold(f32::INFINITY, f32::min);
            let found = together.distance(&mesh, point).unwrap_or(f32::INFINITY);
            let same = found == least || (found - least).abs() < 1e-3;
            assert!(same, "{found}, {least} from {point} in round {round}");
        }
    }
}

#[test]
fn on_open_ground_each_goal_keeps_little_more_than_the_strip_before_it() {
    let random = &mut Random(1);
    let mesh = world(random, 1200.0, 0, 32.0);
    let places = block(&mesh, vec2(500.0, 700.0), 30);
    let goals: Vec<Goal> = places.iter().map(|&place| Goal::new(place)).collect();
    let field = field(&mesh, &goals);
    for _ in 0..1000 {
        let point = random.point(1200.0);
        let least = places.iter().map(|at| at.distance(point)).fold(f32::INFINITY, f32::min);
        let remaining = field.remaining(&mesh, point).unwrap();
        assert!((remaining.distance - least).abs() < 1e-3, "{point}");
        assert!(remaining.way_point.distance(point) < least + 1e-3, "{point}");
    }
    assert!(field.size_in_bytes() < 4_000_000, "{}", field.size_in_bytes());
}
