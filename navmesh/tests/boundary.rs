//! The walls of cells are the parts of the boundary.

use std::collections::BTreeMap;

use navmesh::glam::{Vec2, vec2};
use navmesh::{Bounds, MeshDefinition, NavMesh, Wall, WallId};

/// Meters: as far as ends of walls may be beside a line that they lie on.
const STRAIGHT: f64 = 2.0e-4;

/// A mesh of tiles of 16 m with boxes and bars in all places.
fn mesh(seed: u64) -> NavMesh {
    let mut state = seed;
    let mut random = |low: f32, high: f32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (state >> 40) as f32 / (1 << 24) as f32
    };
    let bounds = Bounds::new(vec2(-20.0, -30.0), vec2(50.0, 40.0));
    let definition =
        MeshDefinition { tile_size: 16.0, agent_radius: 0.3, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for index in 0..60 {
        let (mut at, mut size) =
            (vec2(random(-20.0, 48.0), random(-30.0, 38.0)), vec2(random(0.5, 9.0), 1.0));
        if index % 2 == 0 {
            (at, size) = (at.floor(), size.ceil());
        }
        let corners = [Vec2::ZERO, size.with_y(0.0), size, size.with_x(0.0)];
        let turned = if index % 3 == 0 { vec2(0.8, 0.6) } else { Vec2::X };
        mesh.add_obstacle(&corners.map(|corner| at + turned.rotate(corner))).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

/// The loops that walls make, without straight corners, each from its least corner on.
fn loops(walls: &[Wall]) -> Vec<Vec<[u32; 2]>> {
    let from: BTreeMap<WallId, Vec2> = walls.iter().map(|wall| (wall.id, wall.from)).collect();
    let mut next: BTreeMap<WallId, WallId> =
        walls.iter().map(|wall| (wall.before, wall.id)).collect();
    assert_eq!((from.len(), next.len()), (walls.len(), walls.len()), "each has one before it");
    let mut loops = Vec::new();
    while let Some((&first, _)) = next.iter().next() {
        let (mut wall, mut corners) = (first, Vec::new());
        while let Some(ahead) = next.remove(&wall) {
            corners.push(from[&wall]);
            wall = ahead;
        }
        assert_eq!(wall, first, "loops are closed");
        let count = corners.len();
        let bends = |&index: &usize| {
            let [before, at, after] = [count - 1, 0, 1].map(|by| corners[(index + by) % count]);
            let (from, to) = ((at - before).as_dvec2(), (after - at).as_dvec2());
            from.perp_dot(to).abs() > STRAIGHT * (from.length() + to.length()) || from.dot(to) < 0.0
        };
        loops.push((0..count).filter(bends).map(|index| corners[index]).collect());
    }
    sorted(loops)
}

fn sorted(mut loops: Vec<Vec<Vec2>>) -> Vec<Vec<[u32; 2]>> {
    loops.retain(|corners| corners.len() > 2);
    let bits = |corners: Vec<Vec2>| {
        let mut bits: Vec<_> =
            corners.iter().map(|corner| corner.to_array().map(f32::to_bits)).collect();
        let least = (0..bits.len()).min_by_key(|&index| bits[index]).unwrap();
        bits.rotate_left(least);
        bits
    };
    let mut all: Vec<_> = loops.into_iter().map(bits).collect();
    all.sort();
    all
}

#[test]
fn the_walls_of_all_cells_are_the_boundary() {
    for seed in 0..8 {
        let mesh = mesh(seed);
        let walls = mesh.walls_of(mesh.cells());
        let boundary = sorted(mesh.boundary());
        assert!(boundary.len() > 3 && walls.len() > 300);
        assert_eq!(loops(&walls), boundary, "seed {seed}");
        let parts = mesh.tiles_with_walls().flat_map(|tile| mesh.walls_of(mesh.tile_cells(tile)));
        assert_eq!(parts.collect::<Vec<Wall>>(), walls, "tile by tile");
        let some = mesh.cells().step_by(7);
        let expected =
            walls.iter().filter(|wall| mesh.cells().step_by(7).any(|cell| cell == wall.id.cell()));
        assert_eq!(mesh.walls_of(some), expected.copied().collect::<Vec<_>>(), "cell by cell");
    }
}

#[test]
fn tiles_are_found_by_where_they_are() {
    let mesh = mesh(1);
    for tile in mesh.tiles() {
        let square = mesh.tile_bounds(tile).unwrap();
        let middle = 0.5 * (square.min + square.max);
        assert_eq!(mesh.tiles_in(Bounds::new(middle, middle)).collect::<Vec<_>>(), [tile]);
        assert!(mesh.tile_cells(tile).all(|cell| cell.tile() == tile));
    }
    assert_eq!(
        mesh.tiles().count(),
        mesh.tiles_in(Bounds::new(Vec2::splat(-1e9), Vec2::splat(1e9))).count()
    );
    assert_eq!(mesh.tiles_in(Bounds::new(Vec2::splat(f32::NAN), Vec2::ZERO)).count(), 0);
}
