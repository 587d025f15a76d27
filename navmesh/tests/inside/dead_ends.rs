//! Exact paths that leave out dead ends are those that do not.

use glam::{Vec2, vec2};

use super::random_scene::Random;
use crate::{Bounds, Entry, MeshDefinition, NavMesh, PathOptions, Search};

/// The side of a maze in rooms, and of a room in metres.
const ROOMS: u64 = 24;
const ROOM: f32 = 4.0;

/// A maze in which every room can be reached, in one way only but for a few walls that are missing.
fn maze(seed: u64, missing: u64) -> NavMesh {
    let mut random = Random(seed);
    let side = ROOMS as f32 * ROOM;
    let definition = MeshDefinition {
        agent_radius: 0.3,
        tile_size: 16.0,
        ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(side)))
    };
    let mut mesh = NavMesh::new(&definition).unwrap();
    let mut room_of: Vec<u64> = (0..ROOMS * ROOMS).collect();
    let mut walls: Vec<(u64, bool)> =
        (0..ROOMS * ROOMS).flat_map(|room| [(room, false), (room, true)]).collect();
    while !walls.is_empty() {
        let (room, is_above) = walls.swap_remove(random.below(walls.len() as u64) as usize);
        let (column, row) = (room % ROOMS, room / ROOMS);
        if if is_above { row } else { column } + 1 == ROOMS {
            continue;
        }
        let other = room + if is_above { ROOMS } else { 1 };
        let [here, there] = [room, other].map(|room| room_of[room as usize]);
        if here != there {
            room_of.iter_mut().filter(|room| **room == there).for_each(|room| *room = here);
            continue;
        }
        if random.below(100) >= missing {
            let corner = vec2(column as f32, row as f32) * ROOM;
            let (min, max) = if is_above {
                (corner + vec2(0.0, ROOM - 0.2), corner + vec2(ROOM, ROOM))
            } else {
                (corner + vec2(ROOM - 0.2, 0.0), corner + vec2(ROOM, ROOM))
            };
            mesh.add_obstacle(&[min, vec2(max.x, min.y), max, vec2(min.x, max.y)]).unwrap();
        }
    }
    mesh.commit().unwrap();
    mesh
}

#[test]
fn paths_that_leave_out_dead_ends_are_as_short() {
    let options = PathOptions::with_entry(Entry::Exact);
    for (seed, missing) in [(1, 0), (2, 3), (3, 10), (4, 30)] {
        let (mesh, mut random) = (maze(seed, missing), Random(seed + 50));
        let mut point = |rooms: u64| {
            let share = |random: &mut Random| random.below(rooms * 8 - 4) as f32 / 8.0 + 0.2;
            vec2(share(&mut random), share(&mut random)) * ROOM
        };
        let (mut search, mut before, mut after) = (Search::default(), 0, 0);
        // First in one part only: nobody has looked at most of the tiles when the dead ends are found.
        for _ in 0..800 {
            let _ = mesh.find_path(&mut search, point(ROOMS / 2), point(ROOMS / 2), &options);
        }
        for _ in 0..400 {
            let (from, to) = (point(ROOMS), point(ROOMS));
            let fresh = mesh.find_path(&mut Search::default(), from, to, &options);
            let path = mesh.find_path(&mut search, from, to, &options);
            if let (Ok(path), Ok(fresh)) = (&path, &fresh) {
                assert_eq!(path.points, fresh.points, "seed {seed}: {from} → {to}");
                (before, after) = (before + fresh.expanded, after + path.expanded);
            }
            assert_eq!(path.is_ok(), fresh.is_ok(), "seed {seed}: {from} → {to}");
        }
        println!("{missing} % of the walls missing: {before} corners expanded, then {after}");
        assert!(before > 1000 && after < before, "{before} {after}");
    }
}
