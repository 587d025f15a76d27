//! Meshes for those to whom kinds of ground cost more, or are closed.

use navmesh::glam::{Vec2, vec2};
use navmesh::*;

#[test]
fn a_mesh_may_leave_kinds_out_and_make_others_dearer() {
    const ROAD: u8 = 1;
    const WATER: u8 = 2;
    let kinds = KindCosts::default().without(WATER).unwrap().with_factor(0, 2.0).unwrap();
    let bounds = Bounds::new(Vec2::ZERO, vec2(64.0, 64.0));
    let mut mesh = NavMesh::new(&MeshDefinition { kinds, ..MeshDefinition::new(bounds) }).unwrap();
    mesh.add_area(Bounds::new(vec2(20.0, 0.0), vec2(30.0, 50.0)), Area { kind: WATER, cost: 1.0 })
        .unwrap();
    mesh.add_area(Bounds::new(vec2(0.0, 4.0), vec2(64.0, 6.0)), Area { kind: ROAD, cost: 1.0 })
        .unwrap();
    mesh.commit().unwrap();
    let kind = |at: Vec2| match mesh.locate(at) {
        Location::Cell(cell) => Some((mesh.area(cell).kind, mesh.area(cell).cost)),
        _ => None,
    };
    assert_eq!(kind(vec2(5.0, 20.0)), Some((0, 2.0)));
    assert_eq!(kind(vec2(5.0, 5.0)), Some((ROAD, 1.0)));
    assert_eq!(kind(vec2(25.0, 20.0)), None, "no ground at all");
    assert!(mesh.reachable(vec2(5.0, 20.0), vec2(40.0, 20.0)).unwrap());
    let (mut search, options) = (Search::default(), PathOptions::default());
    let path = mesh.find_path(&mut search, vec2(5.0, 5.0), vec2(15.0, 5.0), &options).unwrap();
    assert_eq!(path.cost, 10.0, "on the road");
    let path = mesh.find_path(&mut search, vec2(5.0, 40.0), vec2(15.0, 40.0), &options).unwrap();
    assert_eq!(path.cost, 20.0, "beside it");
    let back = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
    assert_eq!(back.definition(), mesh.definition());
    let path = back.find_path(&mut search, vec2(5.0, 40.0), vec2(40.0, 40.0), &options).unwrap();
    assert!(path.length > 41.0, "round the water: {}", path.length);
}

fn walled() -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(64.0));
    let definition =
        MeshDefinition { tile_size: 16.0, agent_radius: 0.5, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    mesh.add_obstacle(&[vec2(26.0, 20.0), vec2(38.0, 20.0), vec2(32.0, 30.0)]).unwrap();
    mesh
}

#[test]
fn ways_by_length_do_not_mind_what_ground_costs() {
    let mut mesh = walled();
    mesh.add_area(Bounds::new(vec2(20.0, 10.0), vec2(44.0, 50.0)), Area { kind: 1, cost: 9.0 })
        .unwrap();
    mesh.add_area(Bounds::new(vec2(30.0, 2.0), vec2(34.0, 30.0)), Area { kind: 2, cost: 1.0 })
        .unwrap();
    mesh.commit().unwrap();
    let mut bare = walled();
    bare.commit().unwrap();
    let search = |mesh: &NavMesh, options: PathOptions| {
        let (from, to) = (vec2(4.0, 25.0), vec2(60.0, 26.0));
        mesh.find_path(&mut Search::default(), from, to, &options)
    };
    let dry = KindCosts::default().without(2).unwrap();
    for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
        let options = PathOptions::with_entry(entry);
        let plain = search(&bare, options).unwrap();
        let short = search(&mesh, options.by_length()).unwrap();
        let cheap = search(&mesh, options).unwrap();
        assert!((short.length - plain.length).abs() <= 0.02 * plain.length, "{entry:?}");
        assert_eq!(short.cost, short.length);
        assert!(cheap.length > short.length + 1.0, "{entry:?}: round the mud");
        let round = search(&mesh, options.with_kinds(dry).by_length()).unwrap();
        let is_dry = |leg: &[Vec2]| {
            (0..=100).all(|k| {
                let at = leg[0].lerp(leg[1], k as f32 / 100.0);
                !(at.x > 30.01 && at.x < 33.99 && at.y > 2.01 && at.y < 29.99)
            })
        };
        assert!(round.points.windows(2).all(is_dry), "{entry:?}: {:?}", round.points);
        assert!(round.length <= short.length + 2.0, "{entry:?}: {}", round.length);
    }
}
