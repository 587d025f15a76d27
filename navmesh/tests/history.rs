//! What was asked before with the same scratch must not change an answer: games save, load and share work among threads.

use crate::support::Random;
use glam::{Vec2, vec2};
use navmesh::{
    AreaDefinition, Bounds, Entry, MeshDefinition, NavMesh, Path, PathError, PathOptions, Search,
};

const ENTRIES: [Entry; 4] = [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact];

fn mesh(side: f32, rings: impl IntoIterator<Item = [Vec2; 4]>) -> NavMesh {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    let definition =
        MeshDefinition { tile_size: 16.0, agent_radius: 0.25, ..MeshDefinition::new(bounds) };
    let mut mesh = NavMesh::new(&definition).unwrap();
    for ring in rings {
        mesh.add_obstacle(&ring).unwrap();
    }
    mesh.commit().unwrap();
    mesh
}

fn fraction(random: &mut Random) -> f32 {
    random.below(1 << 20) as f32 / (1 << 20) as f32
}

/// Thin boxes, turned at random.
fn splinters(random: &mut Random, side: f32, count: usize) -> NavMesh {
    let mut ring = || {
        let middle = vec2(fraction(random), fraction(random)) * side;
        let along = Vec2::from_angle(fraction(random) * 7.0) * (1.0 + 4.0 * fraction(random));
        let across = along.perp().normalize() * 0.15;
        [-along - across, along - across, along + across, across - along].map(|at| middle + at)
    };
    let rings: Vec<_> = (0..count).map(|_| ring()).collect();
    mesh(side, rings)
}

/// Equal boxes at equal distances: a choice of ways that are as long as each other.
fn blocks(side: f32) -> NavMesh {
    let places = (1..side as u32 / 8).flat_map(|x| (1..side as u32 / 8).map(move |y| (x, y)));
    mesh(
        side,
        places.map(|(x, y)| {
            let corner = vec2(x as f32, y as f32) * 8.0;
            [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)].map(|at| corner + at)
        }),
    )
}

/// All of an answer but how much work it was: dead ends that are known are left out.
fn answer(path: Result<Path, PathError>) -> Result<Path, PathError> {
    path.map(|path| Path { expanded: 0, ..path })
}

fn check(mesh: &NavMesh, random: &mut Random, (side, step): (f32, f32)) {
    for entry in ENTRIES {
        let options = PathOptions::with_entry(entry).and_corridor();
        let (mut used, mut found) = (Search::default(), 0);
        for query in 0..300 {
            let mut place = || {
                let at = vec2(fraction(random), fraction(random)) * side;
                (at / step).round() * step
            };
            let (from, to) = (place(), place());
            let known = answer(mesh.find_path(&mut used, from, to, &options));
            let fresh = answer(mesh.find_path(&mut Search::default(), from, to, &options));
            assert_eq!(known, fresh, "{entry:?}, query {query}: {from} to {to}");
            found += u32::from(fresh.is_ok());
        }
        assert!(found > 50, "{found}");
    }
}

#[test]
fn what_was_asked_before_changes_no_answer_among_splinters() {
    let mut random = Random(1);
    for count in [300, 600, 900] {
        let mesh = splinters(&mut random, 120.0, count);
        check(&mesh, &mut random, (120.0, 1e-3));
    }
}

#[test]
fn what_was_asked_before_changes_no_answer_where_many_ways_are_equal() {
    check(&blocks(120.0), &mut Random(2), (120.0, 2.0));
}

/// A box at random.
fn random_box(random: &mut Random, side: f32) -> [Vec2; 4] {
    let (low, size) =
        (vec2(fraction(random), fraction(random)) * side, 1.0 + 5.0 * fraction(random));
    [vec2(0.0, 0.0), vec2(size, 0.0), vec2(size, size), vec2(0.0, size)].map(|at| low + at)
}

#[test]
fn what_was_asked_before_edits_and_of_copies_changes_no_answer() {
    let (mut random, side) = (Random(3), 160.0);
    let mut meshes = [splinters(&mut random, side, 150), splinters(&mut random, side, 150)];
    meshes[1] = meshes[0].clone();
    let mut placed = [Vec::new(), Vec::new()];
    let mut area = None;
    for entry in ENTRIES {
        let options = PathOptions::with_entry(entry).and_corridor();
        let (mut used, mut steady, mut found) = (Search::default(), Search::steady(), 0);
        for edit in 0..60 {
            let one = random.below(2) as usize;
            let mesh = &mut meshes[one];
            match random.below(8) {
                0..4 => {
                    placed[one].push(mesh.add_obstacle(&random_box(&mut random, side)).unwrap())
                }
                4..7 if !placed[one].is_empty() => {
                    let index = random.below(placed[one].len() as u64) as usize;
                    mesh.remove_obstacle(placed[one].swap_remove(index)).unwrap();
                }
                // Ground that costs more comes and goes.
                _ if one == 0 => match area.take() {
                    Some(area) => mesh.remove_area(area).unwrap(),
                    None => {
                        let ground = AreaDefinition::of_speed(1, 0.3);
                        let [low, _, high, _] = random_box(&mut random, side);
                        area = Some(mesh.add_area(Bounds::new(low, high), ground).unwrap());
                    }
                },
                _ => {}
            }
            mesh.commit().unwrap();
            for query in 0..12 {
                let mesh = &meshes[random.below(2) as usize];
                let mut place = || vec2(fraction(&mut random), fraction(&mut random)) * side;
                let (from, to) = (place(), place());
                let fresh = mesh.find_path(&mut Search::steady(), from, to, &options);
                assert_eq!(mesh.find_path(&mut steady, from, to, &options), fresh);
                let fresh = answer(fresh);
                let known = answer(mesh.find_path(&mut used, from, to, &options));
                assert_eq!(known, fresh, "{entry:?}, edit {edit}, query {query}: {from} to {to}");
                found += u32::from(fresh.is_ok());
            }
        }
        assert!(found > 300, "{found}");
    }
}
