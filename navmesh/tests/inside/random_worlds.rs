//! A thousand random worlds, through all checks.

use glam::{Vec2, dvec2, vec2};

use super::invariants::{check, check_cover, check_tables};
use super::path_checks::{check_paths, midpoint_costs};
use super::random_scene::{Random, Scene, tiles_of};
use crate::tolerances::{COORDINATE_LIMIT, METRES_PER_UNIT};
use crate::{Bounds, Entry, Location, MeshDefinition, NavMesh, ObstacleId, PathOptions, Search};

#[test]
fn midpoint_costs_are_close_to_the_least_of_the_portal_graph() {
    let (mut own, mut least, mut equal, mut count) = (0.0, 0.0, 0, 0);
    for seed in 4000..4300 {
        let mut scene = Scene::new(seed);
        let (mesh, mut search) = (scene.mesh(), Search::default());
        let (from, to) = (scene.point(), scene.point());
        let options = PathOptions::with_entry(Entry::Midpoint);
        let Ok(path) = mesh.find_path(&mut search, from, to, &options) else { continue };
        let costs = midpoint_costs(&mesh, &path.corridor, from.as_dvec2(), to.as_dvec2());
        assert!(costs.0 > costs.1 - 1e-6, "no corridor costs less than the least: {costs:?}");
        (own, least, count) = (own + costs.0, least + costs.1, count + 1);
        equal += (costs.0 < costs.1 + 1e-6) as u32;
    }
    println!("{equal} of {count} equal, {:.4} times the least in all", own / least);
    // A cell keeps one entry, so the search may miss the least cost; with a node for every portal it would not.
    assert!(own < least * 1.03 && equal * 10 > count * 7);
}

#[test]
fn random_worlds_on_tiny_lattices_keep_every_invariant() {
    let (mut found, mut shortest) = (0.0, 0.0);
    for seed in 0..1000 {
        let mut scene = Scene::new(seed);
        let mesh = scene.mesh();
        check(&mesh);
        check_cover(&mesh, &mut scene);
        let lengths = check_paths(&mesh, &mut scene);
        (found, shortest) = (found + lengths.0, shortest + lengths.1);
    }
    println!("paths are {:.4} times as long as the shortest", found / shortest);
    assert!(found / shortest < 1.03);
}

#[test]
fn a_mesh_is_a_function_of_the_set_of_its_obstacles() {
    for seed in 2000..2200 {
        let mut scene = Scene::new(seed);
        let mesh = scene.mesh();
        // Another order, with a stranger that comes and goes, committed at random moments.
        let mut other = NavMesh::new(&scene.definition).unwrap();
        let mut stranger: Option<ObstacleId> = None;
        let mut outlines = scene.outlines.clone();
        while !outlines.is_empty() {
            let next = outlines.swap_remove(scene.random.below(outlines.len() as u64) as usize);
            other.add_obstacle(&next).unwrap();
            match stranger.take() {
                Some(id) => other.remove_obstacle(id).unwrap(),
                None => stranger = Some(other.add_obstacle(&next[..3]).unwrap()),
            }
            if scene.random.below(2) == 0 {
                other.commit().unwrap();
                check(&other);
            }
        }
        if let Some(id) = stranger {
            other.remove_obstacle(id).unwrap();
        }
        other.commit().unwrap();
        assert_same_tiles(&mesh, &other);

        // Away and back again.
        let (id, _) = mesh.obstacles().next().unwrap();
        let outline = mesh.obstacles().next().unwrap().1.to_vec();
        let mut edited = mesh.clone();
        edited.remove_obstacle(id).unwrap();
        edited.commit().unwrap();
        check(&edited);
        edited.add_obstacle(&outline).unwrap();
        edited.commit().unwrap();
        assert_same_tiles(&mesh, &edited);
    }
}

#[test]
fn moving_a_world_by_whole_tiles_changes_no_bit() {
    for seed in 3000..3100 {
        let scene = Scene::new(seed);
        let mesh = scene.mesh();
        let tile = (scene.definition.tile_size * 1024.0).round() / 1024.0;
        for (columns, rows) in [(-3, 5), (1000, -1000)] {
            let shift = vec2(columns as f32 * tile, rows as f32 * tile);
            // Only where the moved coordinates are exact in f32 is it the same world.
            let exact = |p: Vec2| (p + shift).as_dvec2() == p.as_dvec2() + shift.as_dvec2();
            let corners = [scene.definition.bounds.min, scene.definition.bounds.max];
            if !scene.outlines.iter().flatten().chain(&corners).all(|&p| exact(p)) {
                continue;
            }
            let bounds = Bounds::new(corners[0] + shift, corners[1] + shift);
            let definition = MeshDefinition { bounds, ..scene.definition.clone() };
            let outlines: Vec<Vec<Vec2>> = scene
                .outlines
                .iter()
                .map(|ring| ring.iter().map(|&p| p + shift).collect())
                .collect();
            let moved = Scene { definition, outlines, random: Random(0) }.mesh();
            assert_same_tiles(&mesh, &moved);
        }
    }
}

fn assert_same_tiles(p: &NavMesh, q: &NavMesh) {
    let (p, q) = (tiles_of(p).tiling(), tiles_of(q).tiling());
    assert_eq!((p.tile_count(), p.cell_count()), (q.tile_count(), q.cell_count()));
    for tile in 0..p.tile_count() {
        assert_eq!(p.tile(tile), q.tile(tile), "tile {tile}");
        assert_eq!(
            (p.seam_east(tile), p.seam_north(tile)),
            (q.seam_east(tile), q.seam_north(tile))
        );
    }
}

#[test]
fn the_coordinate_limit_leaves_room_for_the_kernel() {
    // The largest world, with obstacles in its far corner: nothing overflows (debug builds would panic).
    let far = (COORDINATE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    let bounds = Bounds::new(Vec2::splat(-far), Vec2::splat(far));
    let mut mesh =
        NavMesh::new(&MeshDefinition { tile_size: 4096.0, ..MeshDefinition::new(bounds) }).unwrap();
    let corner = dvec2(far as f64, far as f64);
    let at = |x: f64, y: f64| (corner - dvec2(x, y)).as_vec2();
    mesh.add_obstacle(&[at(9000.0, 9000.0), at(1000.0, 8000.0), at(500.0, 300.0)]).unwrap();
    mesh.add_obstacle(&[at(9000.0, 1000.0), at(2000.0, 8000.0), at(4000.0, 300.0)]).unwrap();
    mesh.commit().unwrap();
    assert_eq!(mesh.locate(at(3000.0, 7000.0)), Location::Blocked);
    assert!(matches!(mesh.locate(at(9500.0, 9500.0)), Location::Cell(_)));
}

/// More lines than half a word numbers, and long ones.
#[test]
fn a_tile_of_very_many_lines_is_as_others() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(4096.0));
    let definition = MeshDefinition { tile_size: 4096.0, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let mut random = Random(3);
    let mut share = || random.below(1 << 12) as f32 / 256.0;
    for place in (0..92 * 92).map(|k| vec2((k % 92) as f32, (k / 92) as f32) * 44.0 + 2.0) {
        let corners = [vec2(0.0, share()), vec2(share(), 40.0), vec2(40.0, 40.0 - share())];
        let last = vec2(40.0 - share(), 0.0);
        let ring = [last, corners[2], corners[1], corners[0]].map(|corner| place + corner);
        mesh.add_obstacle(&ring).unwrap();
    }
    mesh.commit().unwrap();
    assert_eq!(tiles_of(&mesh).tile_count(), 1);
    let lines =
        mesh.cells().flat_map(|id| tiles_of(&mesh).tile(0).sides(id.cell)).map(|side| side.line());
    assert!(lines.max() > Some(1 << 15));
    check_tables(&mesh);
    for cell in mesh.cells().step_by(97) {
        for portal in mesh.cells.portals(cell) {
            let back = mesh.cells.portals(portal.cell).find(|back| back.cell == cell);
            assert_eq!(back.map(|back| [back.right, back.left]), Some([portal.left, portal.right]));
        }
    }
}
