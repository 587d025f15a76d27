//! Paths, rays and slides on small worlds whose answers are known.

use crate::support::Random;
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

fn box_(min: Vec2, max: Vec2) -> [Vec2; 4] {
    [min, vec2(max.x, min.y), max, vec2(min.x, max.y)]
}

/// 40 × 30 m with a wall from the bottom to y = 20 at x = 10 … 12.
fn mesh(agent_radius: f32, tile_size: f32) -> NavMesh {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(40.0, 30.0));
    let mut mesh =
        NavMesh::new(&MeshDefinition { agent_radius, tile_size, ..MeshDefinition::new(bounds) })
            .unwrap();
    mesh.add_obstacle(&box_(vec2(10.0, 0.0), vec2(12.0, 20.0))).unwrap();
    mesh.commit().unwrap();
    mesh
}

#[test]
fn a_path_goes_round_the_corners_that_are_in_its_way() {
    for entry in [Entry::Midpoint, Entry::Crossing] {
        for tile_size in [4.0, 7.3, 64.0] {
            let mesh = mesh(0.0, tile_size);
            let options = PathOptions::with_entry(entry);
            let (from, to) = (vec2(5.0, 10.0), vec2(17.0, 10.0));
            let path = mesh.find_path(&mut Search::default(), from, to, &options).unwrap();
            assert_eq!(
                path.points,
                [from, vec2(10.0, 20.0), vec2(12.0, 20.0), to],
                "{entry:?}, tiles of {tile_size}"
            );
            assert!((path.length - (2.0 * 125f32.sqrt() + 2.0)).abs() < 1e-4);
        }
    }
}

#[test]
fn a_disc_keeps_its_radius() {
    let mesh = mesh(0.5, 16.0);
    let path = mesh
        .find_path(
            &mut Search::default(),
            vec2(5.0, 10.0),
            vec2(17.0, 10.0),
            &PathOptions::default(),
        )
        .unwrap();
    for leg in path.points.windows(2) {
        for step in 0..=100 {
            let point = leg[0].lerp(leg[1], step as f32 / 100.0);
            let nearest = point.clamp(vec2(10.0, 0.0), vec2(12.0, 20.0));
            assert!(point.distance(nearest) > 0.4995, "{point}");
        }
    }
    // No more than 8 % too far out at the corners.
    assert!(path.length < 26.36, "{}", path.length);
}

#[test]
fn one_scratch_serves_many_searches_and_meshes() {
    let (small, large) = (mesh(0.0, 64.0), mesh(0.25, 2.0));
    let mut shared = Search::default();
    for k in 0..50 {
        let (from, to) = (vec2(1.0 + k as f32 * 0.15, 3.0), vec2(39.0, 29.0 - k as f32 * 0.5));
        for mesh in [&small, &large] {
            let fresh = mesh.find_path(&mut Search::default(), from, to, &PathOptions::default());
            assert_eq!(mesh.find_path(&mut shared, from, to, &PathOptions::default()), fresh);
        }
    }
}

#[test]
fn a_start_that_is_the_goal_is_a_path_of_no_length() {
    let path = mesh(0.0, 8.0).find_path(
        &mut Search::default(),
        vec2(8.0, 8.0),
        vec2(8.0, 8.0),
        &PathOptions::default(),
    );
    let path = path.unwrap();
    assert_eq!((path.points.len(), path.length), (2, 0.0));
}

#[test]
fn rays_stop_before_walls() {
    for tile_size in [3.0, 64.0] {
        let mesh = mesh(0.0, tile_size);
        assert_eq!(mesh.ray_cast(vec2(1.0, 25.0), vec2(39.0, 21.0)), Ok(Ray::Clear));
        let Ok(Ray::Hit { point, wall }) = mesh.ray_cast(vec2(5.0, 5.0), vec2(30.0, 5.0)) else {
            panic!()
        };
        assert!((point - vec2(10.0, 5.0)).length() < 0.004 && point.x < 10.0, "{point}");
        assert!(
            wall.iter().all(|end| (end.x - 10.0).abs() < 1e-5) && wall[1].y > wall[0].y,
            "{wall:?}"
        );
        let Ok(Ray::Hit { point, .. }) = mesh.ray_cast(vec2(5.0, 5.0), vec2(5.0, -50.0)) else {
            panic!()
        };
        assert!(point.y > 0.0 && point.y < 0.004, "the bounds are walls: {point}");
    }
}

/// However shallow the angle is at which they meet it.
#[test]
fn rays_stop_close_to_the_wall_that_they_meet() {
    let mut random = Random(9);
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(60.0));
    for tile_size in [6.0, 16.0] {
        let definition =
            MeshDefinition { tile_size, agent_radius: 0.5, ..MeshDefinition::new(bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        let mut point =
            |most: u64| vec2(random.below(most) as f32, random.below(most) as f32) * 0.01;
        for _ in 0..14 {
            let at = point(5600);
            mesh.add_obstacle(&[at, at + vec2(3.0, 1.0), at + vec2(1.0, 4.0)]).unwrap();
        }
        mesh.commit().unwrap();
        for mesh in [&mesh, &mesh.bake(&mut |_| {}).unwrap()] {
            let mut hits = 0;
            for _ in 0..10_000 {
                let (from, to) = (point(6000), point(6000));
                let Ok(Ray::Hit { point, wall: [p, q] }) = mesh.ray_cast(from, to) else {
                    continue;
                };
                let share = (point - p).dot(q - p) / (q - p).length_squared();
                let beside = point.distance(p.lerp(q, share.clamp(0.0, 1.0)));
                assert!(beside < 0.01, "{from} to {to}: {point} is {beside} m beside {p} {q}");
                assert!(matches!(mesh.locate(point), Location::Cell(_)), "{from} to {to}");
                hits += 1;
            }
            assert!(hits > 3000, "{hits}");
        }
    }
}

#[test]
fn slides_follow_walls_and_stop_in_corners() {
    for tile_size in [3.0, 64.0] {
        let mesh = mesh(0.5, tile_size);
        let at = mesh.slide(vec2(5.0, 5.0), vec2(15.0, 8.0)).unwrap();
        assert!((at - vec2(9.5, 8.0)).length() < 0.01, "along the wall: {at}");
        let at = mesh.slide(vec2(9.0, 5.0), vec2(15.0, -10.0)).unwrap();
        assert!((at - vec2(9.5, 0.5)).length() < 0.02, "into the corner: {at}");
        let at = mesh.slide(vec2(5.0, 5.0), vec2(6.0, 7.0)).unwrap();
        assert_eq!(at, vec2(6.0, 7.0), "nothing in the way");
    }
}

#[test]
fn a_snapshot_keeps_what_it_had() {
    let mut mesh = mesh(0.0, 8.0);
    let snapshot = mesh.clone();
    let id = mesh.add_obstacle(&box_(vec2(10.0, 20.0), vec2(12.0, 30.0))).unwrap();
    let path = |mesh: &NavMesh| {
        mesh.find_path(
            &mut Search::default(),
            vec2(5.0, 10.0),
            vec2(17.0, 10.0),
            &PathOptions::default(),
        )
    };
    assert!(path(&mesh).is_ok(), "staged edits wait for the commit");
    let commit = mesh.commit().unwrap();
    assert!(!commit.changed.is_empty() && commit.version > snapshot.version());
    assert!(matches!(path(&mesh), Err(PathError::Unreachable { .. })));
    assert!(path(&snapshot).is_ok());
    mesh.remove_obstacle(id).unwrap();
    mesh.commit().unwrap();
    assert_eq!(path(&mesh), path(&snapshot));
}

/// The straight way from the start passes 0.1 mm beside a tip; from the lattice point next to it, it does not.
#[test]
fn exact_paths_pass_a_tip_that_rounding_puts_in_the_way() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(4.0));
    let definition = MeshDefinition { tile_size: 1.0, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for corners in [
        [(0.9375, 0.6875), (1.3125, 0.0), (2.1875, 0.75)],
        [(1.25, 2.25), (1.5625, 0.8125), (3.25, 2.625)],
        [(0.0625, 2.8125), (1.25, 2.25), (3.25, 2.625)],
        [(0.4375, 1.8125), (3.6875, 3.9375), (0.75, 3.0625)],
    ] {
        mesh.add_obstacle(&corners.map(Vec2::from)).unwrap();
    }
    mesh.commit().unwrap();
    let (from, to) = (Vec2::new(2.234_336, 0.745_429_7), Vec2::new(0.687_460_96, 1.673_554_7));
    let length = |entry| {
        let options = PathOptions::with_entry(entry);
        mesh.find_path(&mut Search::default(), from, to, &options).unwrap().length
    };
    let (exact, crossing) = (length(Entry::Exact), length(Entry::Crossing));
    assert!((exact - crossing).abs() < 1e-3, "{exact} {crossing}");
}
