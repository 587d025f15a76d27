//! Exact paths between points on the borders of cells.

use glam::{Vec2, vec2};

use crate::tolerances::METRES_PER_UNIT;
use crate::{Bounds, Entry, MeshDefinition, NavMesh, PathOptions, Ray, Search};

/// Goals between cells, and a fraction of a lattice step beside: where they are, and which cell is said to hold them, may
/// differ.
#[test]
fn a_goal_in_sight_is_gone_to_straight_wherever_cells_meet() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(4.0));
    let definition = MeshDefinition { tile_size: 1.0, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let ring = [vec2(0.5, 0.25), vec2(2.75, 0.25), vec2(2.75, 3.0), vec2(0.5, 3.0)];
    mesh.add_obstacle(&ring).unwrap();
    mesh.commit().unwrap();
    let mut meshes = vec![mesh.bake(&mut |_| ()).unwrap()];
    meshes.push(mesh);
    let coordinates = [0.0, 0.25, 1.0, 2.75, 2.9768, 3.0, 3.2246, 4.0];
    let offsets = [-0.4, 0.0, 0.4].map(|offset| offset * METRES_PER_UNIT as f32);
    let beside = |at: f32| offsets.map(|offset| (at + offset).clamp(0.0, 4.0));
    let along: Vec<f32> = coordinates.into_iter().flat_map(beside).collect();
    let points: Vec<Vec2> =
        along.iter().flat_map(|&x| along.iter().map(move |&y| vec2(x, y))).collect();
    let (options, mut seen) = (PathOptions::with_entry(Entry::Exact), 0);
    for mesh in &meshes {
        let mut search = Search::default();
        for (k, &from) in points.iter().enumerate() {
            for &to in points.iter().skip(k % 7).step_by(7) {
                if mesh.ray_cast(from, to) != Ok(Ray::Clear) {
                    continue;
                }
                let path = mesh.find_path(&mut search, from, to, &options).unwrap();
                let straight = from.distance(to);
                assert!(path.length <= straight + 2e-3, "{from} to {to}: {:?}", path.points);
                seen += 1;
            }
        }
    }
    assert!(seen > 50_000, "{seen}");
}
