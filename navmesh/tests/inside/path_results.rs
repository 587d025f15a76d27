//! What paths tell of themselves: where they end, which cells they run through; searches in slices.

use glam::{DVec2, Vec2, vec2};

use super::path_checks::component_at;
use super::random_scene::Scene;
use crate::{
    Bounds, CellId, Entry, MeshDefinition, NavMesh, Path, PathEnd, PathError, PathOptions, Search,
    Slice, SliceError,
};

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

fn scene(seed: u64) -> Scene {
    if seed.is_multiple_of(2) { Scene::new(seed) } else { Scene::turned(seed) }
}

/// How far a point lies outside a cell.
fn outside(mesh: &NavMesh, cell: CellId, at: DVec2) -> f64 {
    let ring: Vec<DVec2> = mesh.outline(cell).map(|vertex| vertex.as_dvec2()).collect();
    let beside = |k: usize| {
        let (from, to) = (ring[k], ring[(k + 1) % ring.len()]);
        -(to - from).normalize().perp_dot(at - from)
    };
    (0..ring.len()).map(beside).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn corridors_are_joined_cells_from_the_start_to_the_goal() {
    for seed in 7000..7300 {
        let mut scene = scene(seed);
        let (mut mesh, mut search) = (scene.mesh(), Search::default());
        if seed % 3 == 0 {
            mesh = mesh.bake(&mut |_| ()).unwrap();
        }
        for _ in 0..3 {
            let (from, to) = (scene.point(), scene.point());
            for entry in ENTRIES {
                let options = PathOptions::with_entry(entry).and_corridor();
                let Ok(path) = mesh.find_path(&mut search, from, to, &options) else { continue };
                assert_eq!(path.end, PathEnd::Goal);
                let cells = &path.corridor;
                assert!(outside(&mesh, cells[0], from.as_dvec2()) < 2e-3);
                assert!(outside(&mesh, cells[cells.len() - 1], to.as_dvec2()) < 2e-3);
                for pair in cells.windows(2) {
                    let joined = mesh.portals(pair[0]).any(|portal| portal.cell == pair[1]);
                    assert!(joined, "seed {seed}, {entry:?}: {pair:?} share no portal");
                }
                if entry != Entry::Exact {
                    continue;
                }
                // Each point of an exact path lies in its corridor.
                for leg in path.points.windows(2) {
                    for share in [0.25, 0.5, 0.75] {
                        let at = leg[0].as_dvec2().lerp(leg[1].as_dvec2(), share);
                        let near = cells.iter().map(|&cell| outside(&mesh, cell, at));
                        let near = near.fold(f64::INFINITY, f64::min);
                        assert!(near < 5e-3, "seed {seed}: {at} is {near} m beside the corridor");
                    }
                }
            }
        }
    }
}

#[test]
fn partial_paths_end_at_the_nearest_point_that_can_be_reached() {
    let mut partial = 0;
    for seed in 7300..7600 {
        let mut scene = scene(seed);
        let (mesh, mut search) = (scene.mesh(), Search::default());
        let side = scene.definition.bounds.max.x;
        for _ in 0..4 {
            let (from, to) = (scene.point(), scene.point() * 2.0 - side * 0.5);
            for entry in ENTRIES {
                let options = PathOptions::with_entry(entry);
                let whole = mesh.find_path(&mut search, from, to, &options);
                let found = mesh.find_path(&mut search, from, to, &options.or_nearest());
                if let Err(PathError::StartBlocked { .. }) = whole {
                    assert_eq!(found, whole);
                    continue;
                }
                let path = found.unwrap();
                if let Ok(whole) = whole {
                    assert_eq!((path.points, path.end), (whole.points, PathEnd::Goal));
                    continue;
                }
                let end = path.points[path.points.len() - 1];
                let PathEnd::Nearest { distance } = path.end else { panic!("{:?}", path.end) };
                assert_eq!(distance, end.as_dvec2().distance(to.as_dvec2()) as f32);
                assert_eq!(component_at(&mesh, end), component_at(&mesh, from));
                // Nothing that can be reached is nearer.
                let own = component_at(&mesh, from);
                for _ in 0..20 {
                    let other = scene.point();
                    let nearer = other.distance(to) < distance - 0.01;
                    assert!(!nearer || component_at(&mesh, other) != own, "seed {seed}: {other}");
                }
                partial += 1;
            }
        }
    }
    assert!(partial > 1000, "{partial}");
}

#[test]
fn slices_give_the_same_path() {
    let (mut slices, mut answers) = (0, 0);
    for seed in 7600..7700 {
        let mut scene = scene(seed);
        let mesh = scene.mesh();
        let (mut search, mut sliced_search) = (Search::default(), Search::default());
        for entry in ENTRIES {
            let (from, to) = (scene.point(), scene.point());
            let options = PathOptions::with_entry(entry).and_corridor();
            let whole = mesh.find_path(&mut search, from, to, &options);
            let begun = mesh.begin_path(&mut sliced_search, from, to, &options);
            let sliced = match begun {
                Ok(sliced) => sliced,
                Err(error) => {
                    assert_eq!(whole, Err(error));
                    continue;
                }
            };
            let mut path = Path::default();
            let mut go_on = || mesh.continue_path(&mut sliced_search, &sliced, 2, &mut path);
            while go_on() == Ok(Slice::Running) {
                slices += 1;
                assert!(slices < 1_000_000, "seed {seed}");
            }
            answers += 1;
            assert_eq!(whole.as_ref(), Ok(&path), "seed {seed}");
            let again = mesh.continue_path(&mut sliced_search, &sliced, 2, &mut path);
            assert_eq!(again, Err(SliceError::SearchUsed));
            assert_eq!(path, Path::default());
        }
    }
    assert!(slices > answers, "{slices} slices for {answers} answers");
}

#[test]
fn slices_refuse_another_mesh_and_another_search() {
    let scene = Scene::new(0);
    let mut mesh = NavMesh::new(&scene.definition).unwrap();
    let side = scene.definition.bounds.max.x;
    let (from, to) = (Vec2::splat(side * 0.3), Vec2::splat(side * 0.7));
    let (mut search, mut path) = (Search::default(), Path::default());
    let options = PathOptions::default();
    let sliced = mesh.begin_path(&mut search, from, to, &options).unwrap();
    let other = &mut Search::default();
    assert_eq!(mesh.continue_path(other, &sliced, 9, &mut path), Err(SliceError::SearchUsed));

    // A copy is the same mesh until one of them changes.
    let snapshot = mesh.clone();
    let corner = Vec2::splat(side * 0.45);
    let ring = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|at| corner + at * side * 0.1);
    mesh.add_obstacle(&ring).unwrap();
    mesh.commit().unwrap();
    assert_eq!(
        mesh.continue_path(&mut search, &sliced, 9, &mut path),
        Err(SliceError::MeshChanged)
    );
    assert!(snapshot.continue_path(&mut search, &sliced, 99, &mut path).is_ok());
    assert_eq!(path.points, [from, to]);

    let sliced = mesh.begin_path(&mut search, from, to, &options).unwrap();
    mesh.find_path(&mut search, from, to, &options).unwrap();
    assert_eq!(mesh.continue_path(&mut search, &sliced, 9, &mut path), Err(SliceError::SearchUsed));
}

#[test]
fn only_searches_at_once_find_out_what_lies_behind_portals() {
    // A comb: between its teeth are dead ends that lead nearer to the goal.
    let definition = MeshDefinition {
        tile_size: 16.0,
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, vec2(64.0, 48.0)))
    };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for left in (2..62).step_by(4) {
        let (low, high) = (vec2(left as f32, 2.0), vec2(left as f32 + 2.0, 48.0));
        mesh.add_obstacle(&[low, vec2(high.x, low.y), high, vec2(low.x, high.y)]).unwrap();
    }
    mesh.commit().unwrap();
    let (mut search, options) = (Search::default(), PathOptions::default());
    let [from, to] = [vec2(1.0, 47.0), vec2(63.0, 47.0)];
    let sliced = |search: &mut Search| {
        let (begun, mut path) =
            (mesh.begin_path(search, from, to, &options).unwrap(), Path::default());
        let mut go_on = || mesh.continue_path(search, &begun, 5, &mut path);
        assert!((0..100_000).any(|_| go_on() != Ok(Slice::Running)));
        path
    };
    let first = sliced(&mut search);
    for _ in 0..20 {
        assert_eq!(sliced(&mut search), first);
    }
    let whole = mesh.find_path(&mut search, from, to, &options).unwrap();
    assert_eq!(whole.points, first.points);
    assert!(whole.expanded < first.expanded, "{} of {}", whole.expanded, first.expanded);
    assert_eq!(sliced(&mut search), whole);
}

#[test]
fn paths_do_not_slip_through_the_point_where_obstacles_touch() {
    // In the first of these worlds a path was straightened to such a point from the wrong side; the others have such
    // points next to their paths.
    for seed in [5_096_032, 5_002_471, 5_003_585, 5_004_749, 5_030_529, 5_034_067, 5_041_754] {
        let mut scene = Scene::new(seed);
        let (mesh, mut search) = (scene.mesh(), Search::default());
        for _ in 0..3 {
            let (from, to) = (scene.point(), scene.point());
            let mut length = |entry: Entry| {
                let options = PathOptions::with_entry(entry);
                mesh.find_path(&mut search, from, to, &options).map(|path| path.length)
            };
            let Ok(exact) = length(Entry::Exact) else { continue };
            for entry in ENTRIES {
                let found = length(entry).unwrap();
                assert!(found > exact - 2e-3, "seed {seed}, {entry:?}: {found}, {exact}");
            }
        }
    }
}
