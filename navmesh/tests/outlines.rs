//! Obstacles and walkable ground of any form, against geo and in its types.
#![cfg(feature = "geo")]

use crate::support::{Random, picture, square};
use geo::{Area, BooleanOps, MultiPolygon, Polygon, Validation};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

const SIDE: f32 = 40.0;

fn bounds() -> Bounds {
    Bounds::new(Vec2::ZERO, Vec2::splat(SIDE))
}

fn definition(agent_radius: f32, tile_size: f32) -> MeshDefinition {
    MeshDefinition { agent_radius, tile_size, ..MeshDefinition::new(bounds()) }
}

fn area(mesh: &NavMesh) -> f64 {
    let area = |cell: CellId| {
        let ring: Vec<_> = mesh.outline(cell).map(|v| v.as_dvec2()).collect();
        ring.windows(2).map(|pair| (pair[0] - ring[0]).perp_dot(pair[1] - ring[0])).sum::<f64>()
    };
    mesh.cells().map(area).sum::<f64>() * 0.5
}

/// A polygon that geo finds valid: random vertices on a coarse lattice, and sometimes a hole.
fn random_polygon(random: &mut Random) -> Polygon<f32> {
    let steps = [6, 12, 40][random.below(3) as usize];
    let step = SIDE / steps as f32;
    loop {
        let mut ring = |count: u64| -> Vec<Vec2> {
            let mut at = || (1 + random.below(steps - 1)) as f32 * step;
            (0..count).map(|_| vec2(at(), at())).collect()
        };
        let (border, hole) = (ring(9), ring(3));
        let whole = polygon(&border, &[&hole]);
        if whole.is_valid()
            && Polygon::new(polygon(&hole, &[]).exterior().clone(), vec![]).unsigned_area() > 0.0
        {
            return whole;
        }
        let whole = polygon(&border[..3 + random.below(7) as usize], &[]);
        if whole.is_valid() && whole.unsigned_area() > 0.1 {
            return whole;
        }
    }
}

/// A polygon as an outline of geo's types.
fn polygon(border: &[Vec2], holes: &[&[Vec2]]) -> Polygon<f32> {
    let ring = |vertices: &[Vec2]| vertices.iter().map(|at| (at.x, at.y)).collect();
    Polygon::new(ring(border), holes.iter().map(|hole| ring(hole)).collect())
}

fn in_f64(polygon: &Polygon<f32>) -> Polygon<f64> {
    geo::MapCoords::map_coords(polygon, |c| geo::Coord { x: c.x as f64, y: c.y as f64 })
}

#[test]
fn what_is_left_is_what_geo_says() {
    let mut random = Random(1);
    let mut concave = 0;
    for round in 0..400 {
        let count = 1 + random.below(3);
        let outlines: Vec<Polygon<f32>> = (0..count).map(|_| random_polygon(&mut random)).collect();
        let tile_size = [7.0, 16.0, 64.0][round % 3];
        let mut mesh = NavMesh::new(&definition(0.0, tile_size)).unwrap();
        let mut all = MultiPolygon::<f64>::new(Vec::new());
        for outline in &outlines {
            let id = mesh.add_outline(outline.clone()).unwrap();
            let parts: Vec<&[Vec2]> =
                mesh.obstacles().filter(|(other, _)| *other == id).map(|(_, ring)| ring).collect();
            concave += (parts.len() > 1) as usize;
            let sum: f64 =
                parts.iter().map(|ring| in_f64(&polygon(ring, &[])).unsigned_area()).sum();
            assert!((sum - in_f64(outline).unsigned_area()).abs() < 0.05, "{outline:?}: {parts:?}");
            all = all.union(&in_f64(outline));
        }
        mesh.commit().unwrap();
        let expected = (SIDE * SIDE) as f64 - all.unsigned_area();
        assert!((area(&mesh) - expected).abs() < 0.1, "{outlines:?}: {} {expected}", area(&mesh));
    }
    assert!(concave > 200, "{concave} were concave");
}

#[test]
fn the_free_area_is_what_geo_says() {
    let mut random = Random(9);
    let mut holes = 0;
    for round in 0..200 {
        let agent_radius = [0.0, 0.0, 0.3][round % 3];
        let mut mesh =
            NavMesh::new(&definition(agent_radius, [7.0, 16.0, 64.0][round % 3])).unwrap();
        for _ in 0..1 + random.below(3) {
            mesh.add_outline(random_polygon(&mut random)).unwrap();
        }
        mesh.commit().unwrap();
        let free = MultiPolygon::from(mesh.free_area());
        holes += free.iter().map(|part| part.interiors().len()).sum::<usize>();
        assert!((free.unsigned_area() - area(&mesh)).abs() < 1e-3, "{free:?}");
        for _ in 0..40 {
            let at = vec2(random.below(4096) as f32, random.below(4096) as f32) * (SIDE / 4096.0);
            let point = geo::Point::new(at.x as f64, at.y as f64);
            let border = free
                .iter()
                .flat_map(|part| std::iter::once(part.exterior()).chain(part.interiors()));
            let near = border
                .map(|ring| geo::Distance::distance(&geo::Euclidean, &point, ring))
                .fold(f64::INFINITY, f64::min);
            if near > 0.002 {
                let is_free = matches!(mesh.locate(at), Location::Cell(_));
                assert_eq!(geo::Contains::contains(&free, &point), is_free, "{at} {free:?}");
            }
        }
        if let Ok(baked) = mesh.bake(&mut |_| {}) {
            assert!(
                (MultiPolygon::from(baked.free_area()).unsigned_area() - free.unsigned_area())
                    .abs()
                    < 1e-3
            );
        }
        // It may be what another mesh is made for.
        if agent_radius == 0.0 && !free.0.is_empty() {
            let walkable = Some(free.clone().into());
            let again =
                NavMesh::new(&MeshDefinition { walkable, ..definition(0.0, 16.0) }).unwrap();
            assert!((area(&again) - area(&mesh)).abs() < 0.1, "{free:?}");
        }
    }
    assert!(holes > 50, "{holes}");
}

#[test]
fn starts_windings_and_straight_vertices_do_not_matter() {
    let mut random = Random(2);
    for _ in 0..100 {
        let outline = random_polygon(&mut random);
        let mesh_of = |outline: Polygon<f32>| {
            let mut mesh = NavMesh::new(&definition(0.3, 16.0)).unwrap();
            mesh.add_outline(outline).unwrap();
            mesh.commit().unwrap();
            picture(&mesh)
        };
        let expected = mesh_of(outline.clone());
        let rings = |change: fn(&mut Vec<Vec2>)| {
            let ring = |line: &geo::LineString<f32>| {
                let mut ring: Vec<Vec2> = line.coords().map(|c| vec2(c.x, c.y)).collect();
                ring.pop();
                change(&mut ring);
                ring
            };
            let holes: Vec<Vec<Vec2>> = outline.interiors().iter().map(ring).collect();
            let holes: Vec<&[Vec2]> = holes.iter().map(Vec::as_slice).collect();
            polygon(&ring(outline.exterior()), &holes)
        };
        assert_eq!(mesh_of(rings(|ring| ring.reverse())), expected);
        assert_eq!(mesh_of(rings(|ring| ring.rotate_left(2))), expected);
        let halved = rings(|ring| {
            let middle = (ring[0] + ring[1]) * 0.5;
            let lattice = (middle * 1024.0).round() / 1024.0 == middle;
            ring.insert(1, if lattice { middle } else { ring[0] });
        });
        assert_eq!(mesh_of(halved), expected);
        let in_f64 = in_f64(&outline);
        let mut mesh = NavMesh::new(&definition(0.3, 16.0)).unwrap();
        let empty = picture(&mesh);
        let id = mesh.add_outline(MultiPolygon::from(in_f64)).unwrap();
        mesh.commit().unwrap();
        assert_eq!(picture(&mesh), expected);
        // Part by part it is the same.
        let parts: Vec<Vec<Vec2>> = mesh.obstacles().map(|(_, ring)| ring.to_vec()).collect();
        mesh.remove_obstacle(id).unwrap();
        mesh.commit().unwrap();
        assert_eq!(picture(&mesh), empty);
        parts.iter().for_each(|part| {
            mesh.add_obstacle(part).unwrap();
        });
        mesh.commit().unwrap();
        assert_eq!(picture(&mesh), expected);
    }
}

#[test]
fn a_convex_outline_is_one_part() {
    let octagon: Vec<Vec2> = [(3, 0), (6, 0), (9, 3), (9, 6), (6, 9), (3, 9), (0, 6), (0, 3)]
        .iter()
        .map(|&(x, y)| vec2(x as f32 + 10.0, y as f32 + 10.0))
        .collect();
    let mut mesh = NavMesh::new(&definition(0.5, 16.0)).unwrap();
    mesh.add_outline(polygon(&octagon, &[])).unwrap();
    mesh.add_outline(geo::Rect::new((1.0, 1.0), (3.0, 4.0))).unwrap();
    mesh.add_outline(geo::Triangle::from([(30.0f32, 30.0), (35.0, 30.0), (30.0, 35.0)])).unwrap();
    assert_eq!(mesh.obstacles().count(), 3);
    mesh.add_obstacle(&octagon).unwrap();
    let rings: Vec<_> = mesh.obstacles().map(|(_, ring)| ring.to_vec()).collect();
    assert_eq!(rings[0], rings[3]);
}

#[test]
fn nothing_passes_between_the_parts() {
    for agent_radius in [0.0, 0.25] {
        let mut mesh = NavMesh::new(&definition(agent_radius, 16.0)).unwrap();
        // A ring with slanting sides, which is cut into several parts.
        let border =
            [vec2(5.0, 7.3), vec2(33.1, 4.0), vec2(36.0, 30.7), vec2(20.0, 37.9), vec2(3.0, 29.0)];
        let hole =
            [vec2(6.0, 8.3), vec2(32.1, 5.0), vec2(35.0, 29.7), vec2(20.0, 36.9), vec2(4.0, 28.0)];
        let id = mesh.add_outline(polygon(&border, &[&hole])).unwrap();
        mesh.commit().unwrap();
        let mut search = Search::default();
        let (from, to) = (vec2(20.0, 20.0), vec2(1.0, 1.0));
        let path = mesh.find_path(&mut search, from, to, &PathOptions::default());
        assert_eq!(path, Err(PathError::Unreachable { from, to }));
        mesh.remove_obstacle(id).unwrap();
        mesh.commit().unwrap();
        let path = mesh.find_path(&mut search, from, to, &PathOptions::default());
        assert_eq!(path.unwrap().points, [from, to]);
    }
}

#[test]
fn bad_outlines_are_refused_and_change_nothing() {
    let mut mesh = NavMesh::new(&definition(0.5, 16.0)).unwrap();
    let before = picture(&mesh);
    let bow_tie = [vec2(1.0, 1.0), vec2(9.0, 9.0), vec2(9.0, 1.0), vec2(1.0, 9.0)];
    let crossed = [vec2(1.0, 1.0), vec2(9.0, 9.0), vec2(9.0, 1.0), vec2(2.0, 9.0)];
    let line = [vec2(1.0, 1.0), vec2(2.0, 2.0), vec2(3.0, 3.0)];
    let outer = square(2.0, 2.0, 10.0);
    use ObstacleError::*;
    type Expected = fn(&ObstacleError) -> bool;
    let cases: [(Vec<Polygon<f32>>, Expected); 13] = [
        (vec![], |e| matches!(e, TooFewVertices { count: 0 })),
        (vec![polygon(&[], &[])], |e| matches!(e, TooFewVertices { count: 0 })),
        (vec![polygon(&outer[..2], &[])], |e| matches!(e, TooFewVertices { count: 2 })),
        (vec![polygon(&bow_tie, &[])], |e| matches!(e, Invalid { .. })),
        (vec![polygon(&crossed, &[])], |e| e.to_string().contains("self-intersection")),
        (vec![polygon(&line, &[])], |e| matches!(e, ZeroArea | Invalid { .. })),
        (vec![polygon(&square(3.0, 3.0, 1e-5), &[])], |e| matches!(e, ZeroArea)),
        (vec![polygon(&outer, &[&square(20.0, 2.0, 5.0)])], |e| {
            e.to_string().contains("not contained")
        }),
        (vec![polygon(&outer, &[&square(8.0, 8.0, 10.0)])], |e| matches!(e, Invalid { .. })),
        (vec![polygon(&outer, &[]), polygon(&square(5.0, 5.0, 10.0), &[])], |e| {
            e.to_string().contains("overlap")
        }),
        (vec![polygon(&[outer[0], Vec2::NAN, outer[2]], &[])], |e| {
            e.to_string().contains("non-finite coordinate at index 1")
        }),
        (vec![polygon(&square(1e9, 1e9, 1e9), &[])], |e| matches!(e, TooLarge { .. })),
        (vec![polygon(&square(100.0, 100.0, 5.0), &[])], |e| matches!(e, OutsideBounds { .. })),
    ];
    for (polygons, expected) in cases {
        let error = mesh.add_outline(MultiPolygon::new(polygons.clone())).unwrap_err();
        assert!(expected(&error), "{polygons:?}: {error}");
        let definition = MeshDefinition {
            walkable: Some(polygons.iter().map(in_f64).collect()),
            ..definition(0.5, 16.0)
        };
        let error = NavMesh::new(&definition).unwrap_err();
        let MeshError::Walkable(error) = error else { panic!("{error}") };
        assert!(expected(&error), "{polygons:?}: {error}");
    }
    // Two sides a tenth of a millimetre apart that change places when rounded.
    let fine =
        [vec2(1.0, 1.0), vec2(30.0, 1.0), vec2(30.0, 1.00045), vec2(2.0, 1.0001), vec2(1.0, 9.0)];
    let fine = polygon(&fine, &[]);
    assert!(fine.is_valid());
    assert!(
        !matches!(mesh.add_outline(fine), Err(Invalid { .. })),
        "it may be added, or be too fine"
    );
    mesh.obstacles()
        .map(|(id, _)| id)
        .collect::<Vec<_>>()
        .into_iter()
        .for_each(|id| mesh.remove_obstacle(id).unwrap());
    mesh.commit().unwrap();
    assert_eq!(picture(&mesh), before);
}

#[test]
fn polygons_may_touch() {
    let mut mesh = NavMesh::new(&definition(0.0, 16.0)).unwrap();
    let corner = MultiPolygon::new(vec![
        polygon(&square(2.0, 2.0, 8.0), &[]),
        polygon(&square(10.0, 10.0, 8.0), &[]),
    ]);
    let side = MultiPolygon::new(vec![
        polygon(&square(20.0, 2.0, 8.0), &[]),
        polygon(&square(28.0, 2.0, 8.0), &[]),
    ]);
    let (corner, side) = (mesh.add_outline(corner).unwrap(), mesh.add_outline(side).unwrap());
    let parts = |id: ObstacleId| mesh.obstacles().filter(|(other, _)| *other == id).count();
    assert_eq!((parts(corner), parts(side)), (2, 1), "what touches along a side is one");
    mesh.commit().unwrap();
    assert!((area(&mesh) - (1600.0 - 4.0 * 64.0)).abs() < 1e-3);
}

#[test]
fn walkable_ground_is_what_obstacles_all_round_would_leave() {
    let mut random = Random(3);
    for round in 0..150 {
        let outline = random_polygon(&mut random);
        let agent_radius = [0.0, 0.3][round % 2];
        let walkable = Some(in_f64(&outline).into());
        let mesh =
            NavMesh::new(&MeshDefinition { walkable, ..definition(agent_radius, 16.0) }).unwrap();
        assert_eq!(mesh.obstacles().count(), 0);
        // The same with a frame that has a hole, as an obstacle; and holes as obstacles.
        let mut framed = NavMesh::new(&definition(agent_radius, 16.0)).unwrap();
        let frame = polygon(&square(-1.0, -1.0, SIDE + 2.0), &[]);
        framed
            .add_outline(MultiPolygon::from(in_f64(&frame)).difference(&in_f64(&outline)))
            .unwrap();
        framed.commit().unwrap();
        assert!(
            (area(&mesh) - area(&framed)).abs() < 0.05,
            "{outline:?}: {} {}",
            area(&mesh),
            area(&framed)
        );
        if agent_radius == 0.0 {
            assert!((area(&mesh) - in_f64(&outline).unsigned_area()).abs() < 0.05, "{outline:?}");
        }
    }
}

#[test]
fn a_walkable_outline_gives_the_bounds() {
    let l = polygon(
        &[
            vec2(2.0, 3.0),
            vec2(20.0, 3.0),
            vec2(20.0, 9.0),
            vec2(8.0, 9.0),
            vec2(8.0, 30.0),
            vec2(2.0, 30.0),
        ],
        &[],
    );
    let mesh =
        NavMesh::new(&MeshDefinition { agent_radius: 0.5, ..MeshDefinition::within(l) }).unwrap();
    assert_eq!(mesh.definition().bounds, Bounds::new(vec2(2.0, 3.0), vec2(20.0, 30.0)));
    let blocked = |at: Vec2| mesh.locate(at) == Location::Blocked;
    assert!(blocked(vec2(15.0, 20.0)) && blocked(vec2(8.3, 9.3)) && blocked(vec2(2.3, 20.0)));
    assert!(!blocked(vec2(15.0, 5.0)) && !blocked(vec2(4.0, 20.0)));
    let path = mesh.find_path(
        &mut Search::default(),
        vec2(19.0, 8.0),
        vec2(7.0, 29.0),
        &PathOptions::default(),
    );
    assert!(path.unwrap().points.len() > 2, "round the corner");
    assert!(matches!(
        NavMesh::new(&MeshDefinition::within(MultiPolygon::<f32>::new(vec![]))),
        Err(MeshError::BoundsEmpty { .. })
    ));
}
