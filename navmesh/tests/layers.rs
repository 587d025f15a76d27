//! Areas on layers: where they overlap, the highest layer alone counts.

use crate::support::{Random, picture, square};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const SIDE: f32 = 32.0;

fn empty(tile_size: f32) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    NavMesh::new(&MeshDefinition { tile_size, ..MeshDefinition::new(bounds) }).unwrap()
}

fn rect([x0, y0, x1, y1]: [f32; 4]) -> Bounds {
    Bounds::new(vec2(x0, y0), vec2(x1, y1))
}

/// Squares of random kinds, costs and layers, negative ones too.
fn random_squares(random: &mut Random) -> Vec<(Bounds, AreaDefinition)> {
    let mut one = || {
        let corner = vec2(random.between(0.0, 22.0), random.between(0.0, 22.0));
        let end = corner + vec2(random.between(2.0, 10.0), random.between(2.0, 10.0));
        let (kind, cost) = (random.below(16) as u8, 1.0 + random.below(4) as f32);
        let layer = [-7, 0, 0, 1, i32::MAX][random.below(5) as usize];
        let speed = 1.0 - 0.25 * random.below(3) as f32;
        (Bounds::new(corner, end), AreaDefinition { kind, cost, layer, speed })
    };
    (0..8).map(|_| one()).collect()
}

/// What the definitions say of a point; `None` too near a border.
fn said(squares: &[(Bounds, AreaDefinition)], at: Vec2) -> Option<(Area, f32)> {
    let near =
        |area: &Bounds| area.expanded(0.01).contains(at) && !area.expanded(-0.01).contains(at);
    if squares.iter().any(|(area, _)| near(area)) {
        return None;
    }
    let here = squares.iter().filter(|(area, _)| area.contains(at)).map(|&(_, like)| like);
    let order = |p: &AreaDefinition, q: &AreaDefinition| {
        p.layer
            .cmp(&q.layer)
            .then(p.cost.total_cmp(&q.cost))
            .then(p.kind.cmp(&q.kind))
            .then(q.speed.total_cmp(&p.speed))
    };
    let AreaDefinition { kind, cost, speed, .. } = here.max_by(order).unwrap_or_default();
    Some((Area { kind, cost }, speed))
}

#[test]
fn the_highest_layer_alone_counts() {
    let (mut random, mut lowered) = (Random(3), 0);
    for round in 0..40 {
        let squares = random_squares(&mut random);
        let (mut mesh, mut other) = (empty([8.0, 64.0][round % 2]), empty([8.0, 64.0][round % 2]));
        for &(area, like) in &squares {
            mesh.add_area(area, like).unwrap();
        }
        mesh.commit().unwrap();
        for &(area, like) in squares.iter().rev() {
            other.add_area(area, like).unwrap();
        }
        other.commit().unwrap();
        assert_eq!(
            picture(&mesh),
            picture(&other),
            "the order in which areas come changes nothing"
        );
        let loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
        let baked = mesh.bake(&mut |_| {}).unwrap();
        for _ in 0..200 {
            let at = vec2(random.between(0.1, 31.9), random.between(0.1, 31.9));
            let Some(expected) = said(&squares, at) else { continue };
            for mesh in [&mesh, &loaded, &baked] {
                let Location::Cell(cell) = mesh.locate(at) else { panic!("{at} is free") };
                assert_eq!(
                    (mesh.area(cell), mesh.ground_speed(cell)),
                    expected,
                    "{at} in round {round}"
                );
            }
            let flat: Vec<_> = squares
                .iter()
                .map(|&(area, like)| (area, AreaDefinition { layer: 0, ..like }))
                .collect();
            lowered += (said(&flat, at) != Some(expected)) as usize;
        }
    }
    assert!(lowered > 60, "layers mattered at {lowered} points only");
}

#[test]
fn layers_are_saved_and_edited_after() {
    let mud = Area { kind: 1, cost: 5.0 };
    let mut mesh = empty(16.0);
    let road = Area { kind: 2, cost: 1.0 }.on_layer(-3);
    let road = mesh.add_area(rect([0.0, 12.0, 32.0, 20.0]), road).unwrap();
    mesh.add_area(rect([8.0, 0.0, 24.0, 32.0]), mud.on_layer(-4)).unwrap();
    mesh.commit().unwrap();
    let mut loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
    assert_eq!(mesh.to_bytes().unwrap(), loaded.to_bytes().unwrap());
    let kind = |mesh: &NavMesh, at| match mesh.locate(at) {
        Location::Cell(cell) => mesh.area(cell).kind,
        _ => panic!("{at} is free"),
    };
    for mesh in [&mut mesh, &mut loaded] {
        // The tiles are cut anew, from what was saved of the areas.
        mesh.add_obstacle(&square(15.0, 25.0, 2.0)).unwrap();
        mesh.add_obstacle(&square(15.0, 9.0, 2.0)).unwrap();
        mesh.commit().unwrap();
        assert_eq!(kind(mesh, vec2(16.5, 16.5)), 2, "the road is above the mud");
        mesh.remove_area(road).unwrap();
        mesh.commit().unwrap();
        assert_eq!(kind(mesh, vec2(16.5, 16.5)), 1);
    }
    assert_eq!(picture(&mesh), picture(&loaded));
}

#[test]
fn surcharges_are_levied_on_what_counts() {
    let mut mesh = empty(64.0);
    mesh.add_area(rect([8.0, 0.0, 24.0, 32.0]), Area { kind: 1, cost: 5.0 }).unwrap();
    mesh.add_area(rect([0.0, 12.0, 32.0, 20.0]), Area { kind: 2, cost: 2.0 }.on_layer(1)).unwrap();
    mesh.add_surcharge(rect([0.0, 0.0, 16.0, 32.0]), 0.5).unwrap();
    mesh.commit().unwrap();
    let (from, to) = (vec2(2.0, 16.0), vec2(30.0, 16.0));
    let cost = mesh.straight_cost(from, to, &KindCosts::default()).unwrap();
    assert!((cost - (14.0 * 3.0 + 14.0 * 2.0)).abs() < 1e-3, "{cost}");
}
