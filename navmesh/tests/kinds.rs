//! Meshes for those to whom kinds of ground cost more, or are closed.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use navmesh::glam::{Vec2, vec2};
use navmesh::*;

#[test]
fn a_mesh_may_leave_kinds_out_and_make_others_dearer() {
    const ROAD: u8 = 1;
    const WATER: u8 = 2;
    let kinds = KindCosts::default().without(WATER).unwrap().with_factor(0, 2.0).unwrap();
    let bounds = Bounds::new(Vec2::ZERO, vec2(64.0, 64.0));
    let mut mesh = NavMesh::new(&MeshDefinition { kinds, ..MeshDefinition::new(bounds) }).unwrap();
    mesh.add_area(geo::Rect::new((20.0, 0.0), (30.0, 50.0)), Area { kind: WATER, cost: 1.0 })
        .unwrap();
    mesh.add_area(geo::Rect::new((0.0, 4.0), (64.0, 6.0)), Area { kind: ROAD, cost: 1.0 }).unwrap();
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
