//! Everything wrong that a caller can pass: a typed error, and the mesh as before.

use crate::support::{picture, square};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

fn bounds() -> Bounds {
    Bounds::new(vec2(0.0, 0.0), vec2(40.0, 30.0))
}

/// A wall from the bottom nearly to the top, and a box that is closed on all sides.
fn mesh() -> NavMesh {
    let mut mesh =
        NavMesh::new(&MeshDefinition { agent_radius: 0.5, ..MeshDefinition::new(bounds()) })
            .unwrap();
    for (min, max) in [
        (vec2(10.0, 0.0), vec2(12.0, 25.0)),
        (vec2(20.0, 5.0), vec2(30.0, 6.0)),
        (vec2(20.0, 14.0), vec2(30.0, 15.0)),
        (vec2(20.0, 5.0), vec2(21.0, 15.0)),
        (vec2(29.0, 5.0), vec2(30.0, 15.0)),
    ] {
        mesh.add_obstacle(&[min, vec2(max.x, min.y), max, vec2(min.x, max.y)]).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

#[test]
fn bounds_the_wrong_way_round_or_too_far_are_refused_for_what_they_are() {
    for big in [1e6_f32, 2e6, 1e15, 9e15, 1e16, 1e30, f32::MAX] {
        for (min, max) in [
            (vec2(big, 0.0), vec2(10.0, 10.0)),
            (vec2(0.0, 0.0), vec2(-big, 10.0)),
            (vec2(big, big), vec2(10.0, 10.0)),
            (vec2(0.0, 0.0), vec2(10.0, -big)),
            (vec2(0.0, big), vec2(20.0, -big)),
        ] {
            for agent_radius in [0.0, 0.25] {
                let bounds = Bounds::new(min, max);
                let error =
                    NavMesh::new(&MeshDefinition { agent_radius, ..MeshDefinition::new(bounds) });
                let right = match error.unwrap_err() {
                    MeshError::BoundsReversed { bounds: found } => big == 1e6 && found == bounds,
                    MeshError::BoundsTooFar { bounds: found, .. } => big > 1e6 && found == bounds,
                    _ => false,
                };
                assert!(right, "{min} {max} {agent_radius}");
            }
        }
    }
}

#[test]
fn a_radius_that_is_next_to_nothing_is_none() {
    let made = |agent_radius: f32| {
        let definition = MeshDefinition { agent_radius, ..MeshDefinition::new(bounds()) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        mesh.add_obstacle(&[vec2(2.0, 2.0), vec2(4.0, 2.0), vec2(3.0, 4.0)]).unwrap();
        mesh.commit().unwrap();
        mesh
    };
    // Walls round discs, however small, lie on the lattice, and not on the walls themselves.
    const OFF: f32 = 3.0 / 1024.0;
    let corners = |mesh: &NavMesh| -> Vec<Vec2> {
        mesh.cells().flat_map(|cell| mesh.outline(cell)).collect()
    };
    let is_near = |one: &[Vec2], other: &[Vec2]| {
        one.len() == other.len() && one.iter().zip(other).all(|(p, q)| p.distance(*q) <= OFF)
    };
    let none = corners(&made(0.0));
    assert!(none.len() > 8);
    for agent_radius in [f32::from_bits(1), f32::MIN_POSITIVE, 1e-40, 1e-12, 9e-10] {
        let mesh = made(agent_radius);
        assert!(is_near(&corners(&mesh), &none), "{agent_radius}: {:?}", corners(&mesh));
        assert!(matches!(mesh.locate(vec2(3.0, 1.9)), Location::Cell(_)), "{agent_radius}");
        assert!(!matches!(mesh.locate(vec2(3.0, 2.1)), Location::Cell(_)), "{agent_radius}");
    }
    for agent_radius in [1.1e-9, 1e-6, 0.01] {
        let mesh = made(agent_radius);
        assert!(!is_near(&corners(&mesh), &none), "{agent_radius}");
        assert!(matches!(mesh.locate(vec2(3.0, 1.9)), Location::Cell(_)), "{agent_radius}");
    }
}

#[test]
fn outlines_from_one_end_of_the_coordinates_to_the_other_are_cut_without_overflow() {
    let end = 1_048_576.0;
    let bounds = Bounds::new(vec2(-end, -end), vec2(end, end));
    let definition = MeshDefinition { tile_size: 4096.0, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let error = mesh.add_outline(bounds).unwrap_err();
    assert!(matches!(error, ObstacleError::TooLarge { .. }), "{error}");
    let within = MeshDefinition { walkable: Some(bounds.into()), ..definition };
    let error = NavMesh::new(&within).unwrap_err();
    assert!(matches!(error, MeshError::Walkable(ObstacleError::TooLarge { .. })), "{error}");
}

#[test]
fn definitions_out_of_range_are_refused() {
    let with = |change: fn(&mut MeshDefinition)| {
        let mut definition = MeshDefinition::new(bounds());
        change(&mut definition);
        NavMesh::new(&definition).unwrap_err()
    };
    use MeshError::*;
    assert!(matches!(with(|d| d.bounds.min.x = f32::NAN), BoundsNotFinite { .. }));
    assert!(matches!(with(|d| d.bounds.max.y = f32::INFINITY), BoundsNotFinite { .. }));
    assert!(matches!(with(|d| d.bounds.max.x = 0.0), BoundsEmpty { .. }));
    assert!(matches!(with(|d| d.bounds.max.x = -5.0), BoundsReversed { .. }));
    assert!(matches!(with(|d| d.agent_radius = 15.0), BoundsEmpty { .. }));
    assert!(matches!(with(|d| d.bounds.max.x = 3e6), BoundsTooFar { .. }));
    assert!(matches!(with(|d| d.agent_radius = -0.1), AgentRadius { .. }));
    assert!(matches!(with(|d| d.agent_radius = f32::NAN), AgentRadius { .. }));
    assert!(matches!(with(|d| d.agent_radius = 1e9), AgentRadius { .. }));
    assert!(matches!(with(|d| d.tile_size = 0.0), TileSize { .. }));
    assert!(matches!(with(|d| d.tile_size = f32::NAN), TileSize { .. }));
    assert!(matches!(with(|d| d.tile_size = 1e6), TileSize { .. }));
    assert!(matches!(with(|d| d.corner_sides = 12), CornerSides { sides: 12 }));
    let huge = |d: &mut MeshDefinition| (d.bounds.max, d.tile_size) = (vec2(1e6, 1e6), 1.0);
    assert!(matches!(with(huge), TooManyTiles { .. }));
    let message = with(|d| d.bounds.max.x = 0.0).to_string();
    assert!(message.contains("[0, 0]") && message.contains("longer than"), "{message}");
}

#[test]
fn bad_obstacles_are_refused_and_change_nothing() {
    let mut mesh = mesh();
    let (before, version) = (picture(&mesh), mesh.version());
    let count = mesh.obstacles().count();
    let (x, y) = (5.0, 5.0);
    use ObstacleError::*;
    type Expected = fn(&ObstacleError) -> bool;
    let cases: [(Vec<Vec2>, Expected); 8] = [
        (vec![], |e| matches!(e, TooFewVertices { count: 0 })),
        (vec![vec2(x, y), vec2(x, y + 1.0)], |e| matches!(e, TooFewVertices { count: 2 })),
        (vec![vec2(x, y), vec2(f32::NAN, y), vec2(x, y + 1.0)], |e| {
            matches!(e, NotFinite { index: 1, .. })
        }),
        (vec![vec2(x, y), vec2(x, f32::INFINITY), vec2(x, y)], |e| {
            matches!(e, NotFinite { index: 1, .. })
        }),
        (vec![vec2(x, y), vec2(x + 1.0, y), vec2(x + 2.0, y)], |e| matches!(e, ZeroArea)),
        (square(x, y, 1e-5), |e| matches!(e, ZeroArea)),
        (vec![vec2(x, y), vec2(9.0, y), vec2(6.0, 6.0), vec2(x, 9.0)], |e| {
            matches!(e, NotConvex { index: 2, .. })
        }),
        (square(100.0, 100.0, 5.0), |e| matches!(e, OutsideBounds { .. })),
    ];
    for (outline, expected) in cases {
        let error = mesh.add_obstacle(&outline).unwrap_err();
        assert!(expected(&error), "{outline:?}: {error}");
    }
    let far = vec![vec2(-20_000.0, -20_000.0), vec2(20_000.0, -20_000.0), vec2(0.0, 20_000.0)];
    assert!(matches!(mesh.add_obstacle(&far), Err(TooLarge { .. })));
    // So large that its area does not fit 64 bits.
    let edge = 1_048_576.0;
    let vast = [(-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge)];
    let vast: Vec<Vec2> = vast.iter().map(|&(x, y)| vec2(x, y)).collect();
    assert!(matches!(mesh.add_obstacle(&vast), Err(TooLarge { .. })));
    let commit = mesh.commit().unwrap();
    assert_eq!((commit.version, commit.changed.len()), (version, 0));
    assert_eq!((picture(&mesh), mesh.obstacles().count()), (before, count));
}

#[test]
fn a_stale_handle_is_an_error() {
    let mut mesh = mesh();
    let id = mesh.add_obstacle(&square(2.0, 2.0, 3.0)).unwrap();
    mesh.remove_obstacle(id).unwrap();
    assert_eq!(mesh.remove_obstacle(id), Err(ObstacleError::Stale));
    let newcomer = mesh.add_obstacle(&square(2.0, 2.0, 3.0)).unwrap();
    assert_eq!(
        mesh.remove_obstacle(id),
        Err(ObstacleError::Stale),
        "the slot is used again, the handle is not"
    );
    mesh.remove_obstacle(newcomer).unwrap();
    assert_eq!(mesh.remove_obstacle(ObstacleId::default()), Err(ObstacleError::Stale));
}

#[test]
fn a_tile_of_too_many_cells_is_refused_and_leaves_all_as_it_was() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(330.0));
    let mut mesh =
        NavMesh::new(&MeshDefinition { tile_size: 512.0, ..MeshDefinition::new(bounds) }).unwrap();
    mesh.add_obstacle(&square(3.0, 3.0, 50.0)).unwrap();
    mesh.commit().unwrap();
    let (before, version) = (picture(&mesh), mesh.version());
    // Diamonds on a lattice: two to three cells each.
    let mut crowd = Vec::new();
    for i in 0..160 {
        for j in 0..160 {
            let at = vec2(4.0 + 2.0 * i as f32, 4.0 + 2.0 * j as f32);
            let diamond =
                [at - Vec2::X, at - Vec2::Y * 0.7, at + Vec2::X * 0.6, at + Vec2::Y * 0.8];
            crowd.push(mesh.add_obstacle(&diamond).unwrap());
        }
    }
    let error = mesh.commit().unwrap_err();
    assert!(matches!(error, CommitError::TooManyCells { .. }), "{error}");
    assert_eq!((picture(&mesh), mesh.version()), (before.clone(), version));
    crowd.into_iter().for_each(|id| mesh.remove_obstacle(id).unwrap());
    mesh.commit().unwrap();
    assert_eq!((picture(&mesh), mesh.version()), (before, version));
}

#[test]
fn queries_say_which_point_is_wrong() {
    let mesh = mesh();
    let mut search = Search::default();
    let mut path = |from: Vec2, to: Vec2| {
        mesh.find_path(&mut search, from, to, &PathOptions::default())
            .map(|path| path.points.len())
            .unwrap_err()
    };
    let (free, wall, out, room) =
        (vec2(5.0, 5.0), vec2(11.0, 5.0), vec2(50.0, 5.0), vec2(25.0, 10.0));
    assert_eq!(path(free, wall), PathError::GoalBlocked { point: wall });
    assert_eq!(path(wall, free), PathError::StartBlocked { point: wall });
    assert_eq!(path(free, out), PathError::GoalOutside { point: out });
    assert_eq!(path(out, free), PathError::StartOutside { point: out });
    assert_eq!(path(free, room), PathError::Unreachable { from: free, to: room });
    assert!(matches!(path(free, vec2(f32::NAN, 0.0)), PathError::NotFinite { .. }));
    assert!(matches!(path(vec2(0.0, f32::INFINITY), free), PathError::NotFinite { .. }));
    let near_wall = vec2(9.6, 5.0);
    assert_eq!(
        path(free, near_wall),
        PathError::GoalBlocked { point: near_wall },
        "nearer than the radius"
    );
    let border = vec2(0.2, 5.0);
    assert_eq!(
        path(border, free),
        PathError::StartBlocked { point: border },
        "the bounds are walls"
    );
    assert!(matches!(mesh.ray_cast(free, Vec2::NAN), Err(PathError::NotFinite { .. })));
    assert!(matches!(mesh.slide(wall, free), Err(PathError::StartBlocked { .. })));
    assert_eq!(mesh.cells_in(Bounds::new(Vec2::NAN, Vec2::INFINITY)).count(), 0);
}

#[test]
fn cells_of_another_mesh_have_nothing() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(1000.0));
    let large = NavMesh::new(&MeshDefinition::new(bounds)).unwrap();
    let (cell, mesh) = (large.cells().last().unwrap(), mesh());
    assert_eq!((mesh.outline(cell).count(), mesh.portals(cell).count()), (0, 0));
    assert_ne!(mesh.component(cell), mesh.component(mesh.cells().next().unwrap()));
}

#[test]
fn questions_about_places_refuse_what_makes_no_sense() {
    let mesh = mesh();
    let (here, nan) = (vec2(5.0, 5.0), vec2(f32::NAN, 0.0));
    assert!(matches!(mesh.nearest_point(nan, 1.0), Err(PathError::NotFinite { .. })));
    assert!(matches!(mesh.nearest_point(here, -1.0), Err(PathError::Radius { .. })));
    assert!(matches!(mesh.nearest_point(here, f32::NAN), Err(PathError::Radius { .. })));
    assert!(matches!(mesh.walls_near(nan, 1.0), Err(PathError::NotFinite { .. })));
    for radius in [-1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(mesh.walls_near(here, radius), Err(PathError::Radius { .. })));
        let area = RandomArea { disc: Some((here, radius)), ..RandomArea::default() };
        let refused = mesh.random_point([0.5, 0.5], &area);
        assert!(matches!(refused, Err(PathError::Radius { .. })));
    }
    for random in [[1.0, 0.5], [0.5, -0.1], [f64::NAN, 0.5]] {
        let refused = mesh.random_point(random, &RandomArea::default());
        assert!(matches!(refused, Err(PathError::Share { .. })), "{random:?}");
    }
    assert!(matches!(mesh.reachable(nan, here), Err(PathError::NotFinite { .. })));
    assert!(matches!(mesh.reachable(vec2(11.0, 5.0), here), Err(PathError::StartBlocked { .. })));
    assert!(matches!(mesh.reachable(here, vec2(99.0, 5.0)), Err(PathError::GoalOutside { .. })));
    let block = |outline: &[Vec2], to: Vec2| mesh.would_block(outline, here, to).unwrap_err();
    let there = vec2(15.0, 5.0);
    let thin = block(&[here, there], there);
    assert!(matches!(thin, BlockError::Obstacle(ObstacleError::TooFewVertices { .. })));
    let outside = block(&square(14.0, 20.0, 2.0), vec2(99.0, 5.0));
    assert!(matches!(outside, BlockError::Point(PathError::GoalOutside { .. })));
}

#[test]
fn places_beyond_all_measure_are_only_far_away() {
    let mesh = mesh();
    let baked = mesh.bake(&mut |_| {}).unwrap();
    for mesh in [&mesh, &baked] {
        for far in [1e7, 1e18, 1e30, f32::MAX] {
            for at in [vec2(far, 1.0), vec2(-far, -far), vec2(3.0, -far), vec2(far, far)] {
                assert_eq!(mesh.locate(at), Location::Outside);
                assert_eq!(mesh.cells_in(Bounds::new(at, at)).count(), 0, "{at}");
                let everything = Bounds::new(Vec2::splat(-far), Vec2::splat(far));
                assert_eq!(mesh.cells_in(everything).count(), mesh.cell_count());
                if let Ok(nearest) = mesh.nearest_reachable(vec2(2.0, 2.0), at) {
                    assert!(bounds().contains(nearest.point), "{at} {nearest:?}");
                }
                let _ = mesh.nearest_point(at, f32::INFINITY);
                let _ = mesh.walls_near(at, 10.0);
            }
        }
    }
}
