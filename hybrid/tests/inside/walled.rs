//! Meshes with walls, for tests of modules.

use glam::Vec2;
use navmesh::{Bounds, MeshDefinition, NavMesh};

/// A square from the origin with boxes as obstacles: left, bottom, right, top.
pub(crate) fn mesh_with(side: f32, agent_radius: f32, walls: &[[f32; 4]]) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    let definition = MeshDefinition { agent_radius, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for &[x0, y0, x1, y1] in walls {
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        mesh.add_obstacle(&corners.map(Vec2::from)).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}
