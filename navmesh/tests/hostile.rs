//! What no caller should ask, and some do: an answer or a typed error, never a panic, a hang or what is no number.

use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

/// Coordinates at the ends of what there is.
const WILD: [f32; 10] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    1e30,
    -1e18,
    1e9,
    -0.0,
    f32::MIN_POSITIVE,
];

fn definition() -> MeshDefinition {
    let bounds = Bounds::new(vec2(-20.0, -10.0), vec2(40.0, 30.0));
    MeshDefinition { tile_size: 16.0, ..MeshDefinition::new(bounds) }
}

fn rect(min: (f32, f32), max: (f32, f32)) -> Bounds {
    Bounds::new(min.into(), max.into())
}

fn mesh() -> NavMesh {
    let mut mesh = NavMesh::new(&definition()).unwrap();
    mesh.add_outline(rect((5.0, -5.0), (8.0, 20.0))).unwrap();
    mesh.add_area(rect((10.0, 0.0), (20.0, 20.0)), Area { kind: 1, cost: 2.0 }).unwrap();
    mesh.commit().unwrap();
    mesh.add_link(vec2(0.0, 0.0), vec2(30.0, 0.0), &LinkDefinition::new(3.0)).unwrap();
    mesh
}

fn meshes() -> [NavMesh; 2] {
    let mesh = mesh();
    let baked = mesh.bake(&mut |_| {}).unwrap();
    [mesh, baked]
}

fn wild_points() -> impl Iterator<Item = Vec2> {
    WILD.into_iter().flat_map(|x| WILD.into_iter().chain([3.0]).map(move |y| vec2(x, y)))
}

fn check_path(path: &Path) {
    assert!(path.points.iter().all(|point| point.is_finite()), "{path:?}");
    assert!(path.length.is_finite() && path.cost.is_finite() && path.length >= 0.0, "{path:?}");
}

#[test]
fn wild_points_are_answered_or_refused() {
    for mesh in meshes() {
        let here = vec2(1.0, 1.0);
        let field = mesh.distance_field(&[Goal::new(here)], &DistanceOptions::default()).unwrap();
        let costs = mesh.cost_field(&[Goal::new(here)], &DistanceOptions::default()).unwrap();
        for wild in wild_points() {
            for (from, to) in [(here, wild), (wild, here), (wild, wild)] {
                let is_bad = |at: Vec2| !definition().bounds.contains(at);
                for entry in ENTRIES {
                    let options = PathOptions::with_entry(entry);
                    let found = mesh.find_path(&mut Search::default(), from, to, &options);
                    assert!(found.is_err() || !(is_bad(from) || is_bad(to)));
                    let partial =
                        mesh.find_path(&mut Search::default(), from, to, &options.or_nearest());
                    if let Ok(path) = &partial {
                        check_path(path);
                    }
                    assert_eq!(partial.is_ok(), !is_bad(from) && to.is_finite(), "{from} {to}");
                }
                let ray = mesh.ray_cast(from, to);
                assert_eq!(ray.is_ok(), !is_bad(from) && to.is_finite(), "{from} {to}");
                if let Ok(Ray::Hit { point, .. }) = ray {
                    assert!(matches!(mesh.locate(point), Location::Cell(_)), "{from} {to} {point}");
                }
                let slide = mesh.slide(from, to);
                assert_eq!(slide.is_ok(), !is_bad(from) && to.is_finite(), "{from} {to} {slide:?}");
                if let Ok(point) = slide {
                    assert!(matches!(mesh.locate(point), Location::Cell(_)), "{from} {to} {point}");
                }
                let straight = mesh.straight_cost(from, to, &KindCosts::default());
                assert!(
                    straight.is_none() || !(is_bad(from) || is_bad(to)),
                    "{from} {to} {straight:?}"
                );
                let _ = mesh.reachable(from, to);
                if let Ok(near) = mesh.nearest_reachable(from, to) {
                    assert!(matches!(mesh.locate(near.point), Location::Cell(_)));
                }
                #[cfg(feature = "petgraph")]
                let _ = mesh.portal_graph_between(from, to);
                let square = [from, to, here];
                let _ = mesh.would_block(&square, here, vec2(30.0, 0.0));
            }
            let near = mesh.nearest_point(wild, f32::INFINITY);
            assert_eq!(near.is_ok_and(|near| near.is_some()), wild.is_finite(), "{wild}");
            let _ = mesh.walls_near(wild, f32::MAX);
            assert!(!mesh.walls_near(here, f32::MAX).unwrap().is_empty());
            let disc = RandomArea { disc: Some((wild, f32::MAX)), ..RandomArea::default() };
            let _ = mesh.random_point([0.5, 0.5], &disc);
            let _ = (mesh.free_radius(wild), mesh.locate(wild));
            for other in wild_points() {
                let _ = mesh.cells_in(Bounds::new(wild, other)).count();
                let kept = field.kept(&[Bounds::new(wild, other)]);
                let _ = kept.is_exact(&mesh, vec2(30.0, 0.0));
            }
            if !definition().bounds.contains(wild) {
                assert_eq!((field.distance(&mesh, wild), costs.cost(&mesh, wild)), (None, None));
                assert_eq!(field.way_points(&mesh, wild, None).count(), 0);
            }
            let goal = Goal::new(wild);
            if !definition().bounds.contains(wild) {
                assert!(mesh.distance_field(&[goal], &DistanceOptions::default()).is_err());
                assert!(mesh.cost_field(&[goal], &DistanceOptions::default()).is_err());
            }
        }
    }
}

#[test]
fn wild_edits_are_refused_and_change_nothing() {
    let mut mesh = mesh();
    let before = mesh.to_bytes().unwrap();
    let box_ = mesh.obstacles().next().unwrap().0;
    for wild in wild_points() {
        let outside = !(wild.is_finite() && definition().bounds.contains(wild));
        for ring in [
            vec![wild; 4],
            vec![wild, vec2(1.0, 1.0), vec2(2.0, 1.0)],
            vec![wild, wild + 1.0, wild - 1.0, vec2(1.0, 1.0)],
        ] {
            let bad = ring.iter().any(|at| !at.is_finite()) || ring[0] == ring[1];
            let mut copy = mesh.clone();
            let added = copy.add_obstacle(&ring);
            assert!(added.is_err() || !bad, "{ring:?}");
            let _ = copy.move_obstacle(box_, &ring);
            let _ = copy.add_outline(polygon(&ring, &[]));
            let _ = copy.add_outline(polygon(&ring, &[&ring, &ring]));
            let _ = copy.add_area(polygon(&ring, &[]), Area { kind: 1, cost: 3.0 });
            let _ = copy.add_surcharge(polygon(&ring, &[]), 3.0);
            copy.commit().unwrap();
            copy.to_bytes().unwrap();
        }
        if outside {
            let link = LinkDefinition::new(1.0);
            assert!(mesh.add_link(wild, vec2(1.0, 1.0), &link).is_err());
            assert!(mesh.add_link_anywhere(vec2(1.0, 1.0), wild, &link).is_err());
        }
    }
    assert_eq!(mesh.to_bytes().unwrap(), before);
}

#[test]
fn the_dearest_ground_and_links_give_finite_costs() {
    for cost in [1e6, 1e12, 1e30, f32::MAX] {
        let mut mesh = NavMesh::new(&definition()).unwrap();
        mesh.add_area(rect((5.0, -10.0), (25.0, 30.0)), Area { kind: 1, cost }).unwrap();
        mesh.commit().unwrap();
        let factor = KindCosts::default().with_factor(1, f32::MAX).unwrap();
        let (from, to) = (vec2(0.0, 3.0), vec2(35.0, 3.0));
        for mesh in [&mesh, &mesh.bake(&mut |_| {}).unwrap()] {
            for kinds in [KindCosts::default(), factor] {
                for entry in ENTRIES {
                    let options = PathOptions::with_entry(entry).with_kinds(kinds);
                    let path = mesh.find_path(&mut Search::default(), from, to, &options);
                    check_path(&path.unwrap_or_else(|error| panic!("{cost} {entry:?} {error}")));
                }
                let straight = mesh.straight_cost(from, to, &kinds).unwrap();
                assert!(straight.is_finite(), "{straight}");
            }
            let field = mesh.cost_field(&[Goal::new(to)], &DistanceOptions::default()).unwrap();
            assert!(field.cost(mesh, from).unwrap().is_finite());
        }
        // Two links in a row over a wall each.
        let mut mesh = NavMesh::new(&definition()).unwrap();
        for x in [5.0, 25.0] {
            mesh.add_outline(rect((x, -10.0), (x + 1.0, 30.0))).unwrap();
        }
        mesh.commit().unwrap();
        for x in [4.0, 24.0] {
            mesh.add_link(vec2(x, 0.0), vec2(x + 4.0, 0.0), &LinkDefinition::new(cost)).unwrap();
        }
        for entry in ENTRIES {
            for kinds in [KindCosts::default(), KindCosts::default().with_factor(0, 9.0).unwrap()] {
                let options = PathOptions::with_entry(entry).with_kinds(kinds);
                let path = mesh.find_path(&mut Search::default(), from, to, &options);
                check_path(&path.unwrap_or_else(|error| panic!("{cost} {entry:?} {error}")));
            }
        }
        let field = mesh.cost_field(&[Goal::new(to)], &DistanceOptions::default()).unwrap();
        assert!(field.cost(&mesh, from).unwrap().is_finite());
    }
}

#[test]
fn a_world_without_ground_answers() {
    let mut mesh = NavMesh::new(&definition()).unwrap();
    mesh.add_outline(rect((-30.0, -20.0), (50.0, 40.0))).unwrap();
    mesh.commit().unwrap();
    let at = vec2(1.0, 1.0);
    let baked = mesh.bake(&mut |_| {}).unwrap();
    let kinds = KindCosts::default().without(0).unwrap();
    let nowhere = NavMesh::new(&MeshDefinition { kinds, ..definition() }).unwrap();
    let loaded = [&mesh, &baked, &nowhere]
        .map(|mesh| NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap());
    for mesh in [&mesh, &baked, &nowhere].into_iter().chain(&loaded) {
        assert_eq!((mesh.cell_count(), mesh.locate(at)), (0, Location::Blocked));
        for entry in ENTRIES {
            let options = PathOptions::with_entry(entry).or_nearest();
            let found = mesh.find_path(&mut Search::default(), at, at, &options);
            assert_eq!(found, Err(PathError::StartBlocked { point: at }));
        }
        assert_eq!(mesh.nearest_point(at, f32::INFINITY), Ok(None));
        assert_eq!(mesh.random_point([0.1, 0.1], &RandomArea::default()), Ok(None));
        assert!(
            mesh.walls_near(at, 9.0).unwrap().is_empty() && mesh.free_area().polygons().is_empty()
        );
        mesh.prepare_exact(&mut |_| {});
        #[cfg(feature = "petgraph")]
        let _ = mesh.portal_graph();
        assert!(mesh.distance_field(&[Goal::new(at)], &DistanceOptions::default()).is_err());
    }
}

#[test]
fn a_baked_mesh_refuses_all_edits_and_stays() {
    let [_, mut baked] = meshes();
    let before = baked.to_bytes().unwrap();
    let ring = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
    assert_eq!(baked.add_obstacle(&ring), Err(ObstacleError::Fixed));
    assert_eq!(baked.add_outline(polygon(&ring, &[])), Err(ObstacleError::Fixed));
    assert_eq!(baked.move_obstacle(ObstacleId::default(), &ring), Err(ObstacleError::Fixed));
    assert_eq!(baked.remove_obstacle(ObstacleId::default()), Err(ObstacleError::Fixed));
    assert!(baked.remove_area(AreaId::default()).is_err());
    let blocked = baked.would_block(&ring, vec2(0.0, 3.0), vec2(9.0, 3.0));
    assert_eq!(blocked, Err(BlockError::Obstacle(ObstacleError::Fixed)));
    assert!(baked.commit().unwrap().changed.is_empty());
    assert_eq!(baked.to_bytes().unwrap(), before);
}

#[test]
fn a_field_of_another_mesh_has_no_answers() {
    let made = |x: f32| {
        let mut mesh = NavMesh::new(&definition()).unwrap();
        mesh.add_outline(rect((x, -5.0), (x + 3.0, 20.0))).unwrap();
        mesh.commit().unwrap();
        mesh
    };
    let (one, other) = (made(5.0), made(5.5));
    assert_eq!((one.version(), one.cell_count()), (other.version(), other.cell_count()));
    let (from, goals) = (vec2(0.0, 3.0), [Goal::new(vec2(30.0, 3.0))]);
    for (one, other) in
        [(one.bake(&mut |_| {}).unwrap(), other.bake(&mut |_| {}).unwrap()), (one, other)]
    {
        let field = one.distance_field(&goals, &DistanceOptions::default()).unwrap();
        let costs = one.cost_field(&goals, &DistanceOptions::default()).unwrap();
        assert!(field.is_current(&one) && field.is_current(&one.clone()));
        assert!(costs.is_current(&one) && costs.is_current(&one.clone()));
        assert_eq!((field.distance(&other, from), costs.cost(&other, from)), (None, None));
    }
}

/// More areas than a tile can number, each under a stronger one.
#[test]
fn tens_of_thousands_of_areas_over_each_other_are_one() {
    let mut mesh = NavMesh::new(&definition()).unwrap();
    for k in 0..66_000 {
        let cost = 1.0 + k as f32 / 1024.0;
        mesh.add_area(rect((1.0, 1.0), (3.0, 3.0)), Area { kind: 1, cost }).unwrap();
    }
    match mesh.commit() {
        Ok(_) => {
            let Location::Cell(cell) = mesh.locate(vec2(2.0, 2.0)) else { panic!() };
            assert_eq!(mesh.area(cell).cost, 1.0 + 65_999.0 / 1024.0);
        }
        Err(error) => assert!(matches!(error, CommitError::TooManyCells { .. })),
    }
}
