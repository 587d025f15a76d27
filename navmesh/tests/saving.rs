//! Meshes as bytes and back, and everything that bytes may be instead.

use crate::support::{diamond, picture};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

/// An obstacle of two parts at least.
fn angle() -> Outline {
    let corners = [(5., 5.), (30., 5.), (30., 10.), (10., 10.), (10., 30.), (5., 30.)];
    polygon(&corners.map(|(x, y)| vec2(x, y)), &[])
}

/// A mesh with a history: removed, moved and joined obstacles, and ground that is not all walkable.
fn edited(agent_radius: f32) -> (NavMesh, Vec<ObstacleId>) {
    let border = [(0., 0.), (100., 0.), (90., 60.), (0., 50.)].map(|(x, y)| vec2(x, y));
    let definition = MeshDefinition {
        agent_radius,
        tile_size: 16.0,
        ..MeshDefinition::within(polygon(&border, &[]))
    };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let mut ids = vec![mesh.add_outline(angle()).unwrap()];
    for step in 0..12 {
        let outline = diamond(8.0 * step as f32 + 1.3, 40.0 - step as f32, 3.7);
        ids.push(mesh.add_obstacle(&outline).unwrap());
        mesh.commit().unwrap();
    }
    for gone in [9, 3, 5] {
        mesh.remove_obstacle(ids[gone]).unwrap();
    }
    mesh.move_obstacle(ids[1], &diamond(50.0, 20.0, 6.5)).unwrap();
    mesh.commit().unwrap();
    let jump = LinkDefinition { both_ways: true, ..LinkDefinition::new(3.0) };
    let gone = mesh.add_link(vec2(2.0, 3.0), vec2(40.0, 20.0), &jump).unwrap();
    mesh.add_link(vec2(40.0, 20.0), vec2(80.0, 10.0), &jump).unwrap();
    mesh.remove_link(gone).unwrap();
    (mesh, ids)
}

fn assert_same(mesh: &NavMesh, other: &NavMesh) {
    assert!(picture(mesh) == picture(other));
    assert_eq!((mesh.definition(), mesh.version()), (other.definition(), other.version()));
    assert!(mesh.obstacles().eq(other.obstacles()) && mesh.links().eq(other.links()));
    assert!(mesh.cells().all(|cell| mesh.area(cell) == other.area(cell)));
    assert_eq!(mesh.to_bytes(), other.to_bytes());
}

#[test]
fn a_loaded_mesh_is_the_same_and_takes_the_same_handles() {
    for agent_radius in [0.0, 0.4] {
        let (mut mesh, ids) = edited(agent_radius);
        let mut loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
        assert_same(&mesh, &loaded);
        for mesh in [&mut mesh, &mut loaded] {
            assert_eq!(mesh.remove_obstacle(ids[3]), Err(ObstacleError::Stale));
            mesh.remove_obstacle(ids[0]).unwrap();
            mesh.move_obstacle(ids[2], &diamond(70.0, 20.0, 5.0)).unwrap();
        }
        for step in 0..6 {
            let outline = diamond(30.0 + 9.0 * step as f32, 15.0, 4.0);
            assert_eq!(mesh.add_obstacle(&outline), loaded.add_obstacle(&outline));
        }
        assert_eq!(mesh.commit(), loaded.commit());
        assert_same(&mesh, &loaded);
    }
}

#[test]
fn areas_come_back_with_their_handles() {
    let (mut mesh, _) = edited(0.4);
    let mud = Area { kind: 3, cost: 2.5 };
    let gone = mesh.add_area(angle(), mud).unwrap();
    let kept = mesh.add_area(Bounds::new(vec2(50.0, 5.0), vec2(70.0, 25.0)), mud).unwrap();
    mesh.remove_area(gone).unwrap();
    mesh.commit().unwrap();
    assert!(mesh.cells().any(|cell| mesh.area(cell) == mud));
    let mut loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
    assert_same(&mesh, &loaded);
    for mesh in [&mut mesh, &mut loaded] {
        mesh.remove_area(gone).unwrap_err();
        mesh.remove_area(kept).unwrap();
        mesh.commit().unwrap();
    }
    assert_same(&mesh, &loaded);
}

#[test]
fn meshes_that_never_change_come_back() {
    let (mesh, _) = edited(0.3);
    let baked = mesh.bake(&mut |_| {}).unwrap();
    let corners = [(0., 0.), (4., 0.), (4., 4.), (0., 4.), (4., 1.), (5., 1.), (5., 2.), (4., 2.)];
    let vertices = corners.map(|(x, y)| vec2(x, y));
    let made = NavMesh::from_polygons(&vertices, &[vec![0, 1, 2, 3], vec![4, 5, 6, 7]]).unwrap();
    for mesh in [baked, made] {
        let loaded = NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap();
        assert!(loaded.is_fixed());
        assert_same(&mesh, &loaded);
        let bytes = mesh.to_bytes().unwrap();
        for end in 0..bytes.len() {
            NavMesh::from_bytes(&bytes[..end]).unwrap_err();
        }
    }
}

#[test]
fn a_side_that_is_cut_beside_its_corner_comes_back() {
    // The corner of two small polygons lies 0.9 mm inside a large one, and 3 mm from the end of its side.
    let corners = [
        [(0., 0.), (10., 0.), (10., 10.), (0., 10.)],
        [(0., -1.), (0.003, -1.), (0.003, 0.0009), (0., 0.)],
        [(0.003, -1.), (10., -1.), (10., 0.), (0.003, 0.0009)],
    ];
    let vertices: Vec<Vec2> = corners.iter().flatten().map(|&(x, y)| vec2(x, y)).collect();
    let polygons: Vec<Vec<u32>> = (0..3).map(|k| (4 * k..4 * k + 4).collect()).collect();
    let mesh = NavMesh::from_polygons(&vertices, &polygons).unwrap();
    assert_same(&mesh, &NavMesh::from_bytes(&mesh.to_bytes().unwrap()).unwrap());
}

#[test]
fn staged_edits_are_not_saved() {
    let (mut mesh, ids) = edited(0.0);
    mesh.remove_obstacle(ids[1]).unwrap();
    assert_eq!(mesh.to_bytes(), Err(SaveError::Staged));
    mesh.commit().unwrap();
    mesh.to_bytes().unwrap();
}

#[test]
fn every_cut_and_every_changed_bit_is_found() {
    let mut mesh =
        NavMesh::new(&MeshDefinition::new(Bounds::new(Vec2::ZERO, vec2(40.0, 30.0)))).unwrap();
    mesh.add_obstacle(&diamond(10.0, 10.0, 3.0)).unwrap();
    mesh.commit().unwrap();
    let bytes = mesh.to_bytes().unwrap();
    for end in 0..bytes.len() {
        NavMesh::from_bytes(&bytes[..end]).unwrap_err();
    }
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        NavMesh::from_bytes(&changed).unwrap_err();
    }
}

#[test]
fn errors_say_what_the_bytes_are() {
    let (mesh, _) = edited(0.0);
    let bytes = mesh.to_bytes().unwrap();
    let loaded = |bytes: &[u8]| NavMesh::from_bytes(bytes).unwrap_err();
    assert_eq!(loaded(b"type octile\nheight 512"), LoadError::Foreign);
    assert!(matches!(loaded(b""), LoadError::Truncated { end: 0, .. }));
    assert!(matches!(loaded(&bytes[..100]), LoadError::Truncated { end: 100, .. }));
    let extra = [bytes.as_slice(), b"more"].concat();
    assert_eq!(loaded(&extra), LoadError::TooLong { end: bytes.len(), extra: 4 });
    let mut changed = bytes.clone();
    changed[60] ^= 1;
    assert_eq!(loaded(&changed), LoadError::Damaged { part: "definition" });
    let message = loaded(&changed).to_string();
    assert!(message.contains("definition") && message.contains("checksum"), "{message}");
}
