//! Adding, removing and moving obstacles, as seen from outside.

use crate::support::{diamond, picture};
use navmesh::glam::{Vec2, vec2};
use navmesh::*;

fn empty() -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, vec2(200.0, 100.0));
    NavMesh::new(&MeshDefinition {
        agent_radius: 0.5,
        tile_size: 16.0,
        ..MeshDefinition::new(bounds)
    })
    .unwrap()
}

#[test]
fn a_moved_obstacle_keeps_its_handle_and_leaves_nothing_behind() {
    let mut mesh = empty();
    mesh.add_obstacle(&diamond(60.0, 50.0, 7.0)).unwrap();
    let id = mesh.add_obstacle(&diamond(50.0, 50.0, 9.0)).unwrap();
    mesh.commit().unwrap();
    for step in 1..40 {
        let outline =
            diamond(50.0 + 3.0 * step as f32, 50.0 - step as f32, 5.0 + step as f32 * 0.3);
        mesh.move_obstacle(id, &outline).unwrap();
        mesh.commit().unwrap();
        let mut fresh = empty();
        fresh.add_obstacle(&outline).unwrap();
        fresh.add_obstacle(&diamond(60.0, 50.0, 7.0)).unwrap();
        fresh.commit().unwrap();
        assert_eq!(picture(&mesh), picture(&fresh), "step {step}");
        let components =
            |mesh: &NavMesh| mesh.cells().map(|cell| mesh.component(cell)).collect::<Vec<_>>();
        assert_eq!(components(&mesh), components(&fresh), "step {step}");
    }
    mesh.remove_obstacle(id).unwrap();
    assert_eq!(mesh.move_obstacle(id, &diamond(9.0, 9.0, 3.0)), Err(ObstacleError::Stale));
}

#[test]
fn a_move_to_a_bad_outline_is_refused_and_changes_nothing() {
    let mut mesh = empty();
    let id = mesh.add_obstacle(&diamond(50.0, 50.0, 9.0)).unwrap();
    mesh.commit().unwrap();
    let before = picture(&mesh);
    for bad in [
        vec![],
        vec![vec2(1.0, f32::NAN); 3],
        diamond(500.0, 50.0, 3.0),
        vec![vec2(0.0, 0.0), vec2(9.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 9.0)],
    ] {
        mesh.move_obstacle(id, &bad).unwrap_err();
    }
    let commit = mesh.commit().unwrap();
    assert!(commit.changed.is_empty() && picture(&mesh) == before);
    assert_eq!(mesh.obstacles().next().unwrap().1.len(), 4);
}

#[test]
fn a_commit_names_the_tiles_that_changed_and_no_others() {
    let mut mesh = empty();
    let before = mesh.clone();
    for x in [20.0, 100.0, 180.0] {
        mesh.add_obstacle(&diamond(x, 50.0, 6.0)).unwrap();
    }
    let commit = mesh.commit().unwrap();
    let areas: Vec<Bounds> =
        commit.changed.iter().map(|&tile| mesh.tile_bounds(tile).unwrap()).collect();
    assert!(areas.iter().all(|area| area.width() == 16.0 && area.height() == 16.0));
    assert!(commit.changed.is_sorted());
    // Every place whose answer changed lies in one of them.
    let mut changed = 0;
    for column in 0..400 {
        for row in 0..200 {
            let point = vec2(column as f32 * 0.5, row as f32 * 0.5);
            if before.locate(point) != mesh.locate(point) {
                changed += 1;
                assert!(areas.iter().any(|area| area.contains(point)), "{point}");
            }
        }
    }
    assert!(changed > 100);
    let larger = Bounds::new(Vec2::ZERO, vec2(2000.0, 2000.0));
    let mut larger = NavMesh::new(&MeshDefinition::new(larger)).unwrap();
    larger.add_obstacle(&diamond(1990.0, 1990.0, 5.0)).unwrap();
    let far = larger.commit().unwrap().changed[0];
    assert_eq!(mesh.tile_bounds(far), None);
}

#[test]
fn a_copy_is_a_snapshot_for_another_thread() {
    let mut mesh = empty();
    mesh.add_obstacle(&diamond(50.0, 50.0, 9.0)).unwrap();
    mesh.commit().unwrap();
    let (snapshot, before) = (mesh.clone(), picture(&mesh));
    let reader = std::thread::spawn(move || {
        let ends = (vec2(30.0, 50.0), vec2(70.0, 50.0));
        let path =
            snapshot.find_path(&mut Search::default(), ends.0, ends.1, &PathOptions::default());
        (picture(&snapshot), path.unwrap().length)
    });
    for x in 1..20 {
        mesh.add_obstacle(&diamond(x as f32 * 10.0, 30.0, 5.0)).unwrap();
        mesh.commit().unwrap();
    }
    let (seen, length) = reader.join().unwrap();
    assert!(seen == before && length > 40.0);
    assert_ne!(picture(&mesh), before);
}

#[test]
fn the_size_counts_what_is_there() {
    let mut mesh = empty();
    let before = mesh.size_in_bytes();
    for x in 1..20 {
        mesh.add_obstacle(&diamond(x as f32 * 10.0, 30.0, 4.5)).unwrap();
    }
    mesh.commit().unwrap();
    let (cells, grown) = (mesh.cell_count(), mesh.size_in_bytes() - before);
    assert!(grown > 50 * cells && grown < 1000 * cells, "{grown} bytes, {cells} cells");
}

/// Every second part on another thread; one part is left out, and the work is kept for later.
#[derive(Default)]
struct Halves(std::sync::Mutex<Option<std::sync::Arc<dyn Parts>>>);

impl Workers for Halves {
    fn run(&self, work: std::sync::Arc<dyn Parts>) {
        let every_second =
            |first: usize| (first..work.count() + 2).step_by(2).for_each(|index| work.part(index));
        std::thread::scope(|scope| {
            scope.spawn(|| every_second(1));
            every_second(2);
        });
        *self.0.lock().unwrap() = Some(work);
    }
}

#[test]
fn workers_change_no_bit_of_a_commit() {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(400.0));
    let definition = MeshDefinition { tile_size: 16.0, ..MeshDefinition::new(bounds) };
    let (mut alone, mut helped) =
        (NavMesh::new(&definition).unwrap(), NavMesh::new(&definition).unwrap());
    let workers = Halves::default();
    for round in 0..3 {
        for k in 0..300 {
            let (x, y) = (7.0 + 386.0 * ((k * 37) % 300) as f32 / 300.0, 7.0 + 1.28 * k as f32);
            let outline = diamond(x, y, 1.0 + round as f32 + (k % 5) as f32);
            let ids = [&mut alone, &mut helped].map(|mesh| mesh.add_obstacle(&outline).unwrap());
            assert_eq!(ids[0], ids[1]);
        }
        assert_eq!(helped.commit_with(&workers), alone.commit(), "round {round}");
        assert!(workers.0.lock().unwrap().as_ref().is_some_and(|work| work.count() > 5));
        assert_eq!(picture(&helped), picture(&alone), "round {round}");
        assert_eq!(helped.size_in_bytes(), alone.size_in_bytes(), "round {round}");
    }
    let bytes = alone.to_bytes().unwrap();
    let loaded = NavMesh::from_bytes_with(&bytes, &workers).unwrap();
    assert_eq!(picture(&loaded), picture(&alone));
}
