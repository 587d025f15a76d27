//! Exact paths that leave out dead ends are those that do not.

use glam::{Vec2, vec2};

use super::random_scene::{Random, inflated};
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
            mesh.add_obstacle(&rectangle([min.x, max.x], [min.y, max.y])).unwrap();
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

/// A box somewhere in a maze: often over a wall, or right across a way.
fn block(random: &mut Random) -> [Vec2; 4] {
    let share = |random: &mut Random, steps: u64| random.below(steps) as f32 / 8.0;
    let side = ROOMS * ROOM as u64 * 8;
    let min = vec2(share(random, side), share(random, side));
    let max = min + vec2(share(random, 40), share(random, 40)) + 0.5;
    rectangle([min.x, max.x], [min.y, max.y])
}

fn rectangle(x: [f32; 2], y: [f32; 2]) -> [Vec2; 4] {
    [vec2(x[0], y[0]), vec2(x[1], y[0]), vec2(x[1], y[1]), vec2(x[0], y[1])]
}

#[test]
fn a_way_leads_through_dead_ends_round_obstacles_that_came() {
    // A room between two others; off it an alcove with a pillar, and off that another, to the left.
    let bounds = Bounds::new(Vec2::ZERO, vec2(400.0, 62.0));
    let mut mesh =
        NavMesh::new(&MeshDefinition { tile_size: 512.0, ..MeshDefinition::new(bounds) }).unwrap();
    for (x, y) in [
        ([0., 400.], [0., 8.]),
        ([0., 195.], [48., 54.]),
        ([0., 185.], [54., 60.]),
        ([0., 195.], [60., 62.]),
        ([205., 400.], [48., 62.]),
        ([195., 196.], [50., 51.]),
        ([150., 151.], [8., 27.]),
        ([150., 151.], [29., 48.]),
        ([250., 251.], [8., 27.]),
        ([250., 251.], [29., 48.]),
    ] {
        mesh.add_obstacle(&rectangle(x, y)).unwrap();
    }
    mesh.commit().unwrap();
    let (options, mut search) = (PathOptions::with_entry(Entry::Exact), Search::default());
    for step in 0..100 {
        let from = vec2(10.0, 10.0 + step as f32 / 4.0);
        mesh.find_path(&mut search, from, vec2(186.0, 55.0), &options).unwrap();
    }
    // Right across the room and most of the alcove; and across what is left there, but for a way through the other one.
    mesh.add_obstacle(&rectangle([199., 201.], [7., 57.])).unwrap();
    mesh.add_obstacle(&rectangle([194., 199.5], [55., 56.])).unwrap();
    mesh.commit().unwrap();
    let ask = |search: &mut Search| {
        let path = mesh.find_path(search, vec2(100.0, 28.0), vec2(300.0, 28.0), &options);
        path.unwrap().points
    };
    let points = ask(&mut search);
    assert!(points.contains(&vec2(195.0, 54.0)), "{points:?}");
    assert_eq!(points, ask(&mut Search::default()));
}

#[test]
fn dead_ends_are_believed_while_obstacles_come_and_go() {
    let options = PathOptions::with_entry(Entry::Exact);
    for (seed, missing) in [(5, 0), (6, 3), (7, 15)] {
        let (mut mesh, mut random) = (maze(seed, missing), Random(seed + 90));
        let mut search = Search::default();
        let point = |random: &mut Random| {
            let mut share = || random.below(ROOMS * 8 - 4) as f32 / 8.0 + 0.2;
            vec2(share(), share()) * ROOM
        };
        for _ in 0..800 {
            let _ = mesh.find_path(&mut search, point(&mut random), point(&mut random), &options);
        }
        let (mut blocks, mut before, mut after) = (Vec::new(), 0, 0);
        for turn in 0..300 {
            if blocks.len() < 6 && random.below(2) == 0 {
                blocks.push(mesh.add_obstacle(&block(&mut random)).unwrap());
            } else if !blocks.is_empty() {
                let index = random.below(blocks.len() as u64) as usize;
                mesh.remove_obstacle(blocks.swap_remove(index)).unwrap();
            }
            mesh.commit().unwrap();
            for _ in 0..4 {
                let (from, to) = (point(&mut random), point(&mut random));
                let fresh = mesh.find_path(&mut Search::default(), from, to, &options);
                let path = mesh.find_path(&mut search, from, to, &options);
                if let (Ok(path), Ok(fresh)) = (&path, &fresh) {
                    let off = (path.length - fresh.length).abs();
                    assert!(off < 1e-4, "seed {seed}, edit {turn}: {from} → {to}, {off} m");
                    (before, after) = (before + fresh.expanded, after + path.expanded);
                }
                assert_eq!(path.is_ok(), fresh.is_ok(), "seed {seed}: {from} → {to}");
            }
        }
        println!("{missing} % of the walls missing: {before} corners expanded, then {after}");
        assert!(after * 10 < before * 9, "{before} {after}");
    }
}

/// A place on or beside a wall: at a corner, along a side, or a few lattice points beside either; or where two tiles meet.
fn by_wall(mesh: &NavMesh, random: &mut Random) -> Vec2 {
    let rings: Vec<Vec<glam::I64Vec2>> = inflated(mesh).collect();
    // The last ones are those that came.
    let last = [rings.len() as u64, 6][random.below(2) as usize];
    let ring = &rings[rings.len() - 1 - random.below(last) as usize];
    let ring: Vec<Vec2> = ring.iter().map(|at| (at.as_dvec2() / 1024.0).as_vec2()).collect();
    let k = random.below(ring.len() as u64) as usize;
    let (from, to) = (ring[k], ring[(k + 1) % ring.len()]);
    let at = match random.below(3) {
        0 => from,
        1 => from.lerp(to, random.below(1025) as f32 / 1024.0),
        _ => from.lerp(to, 0.5),
    };
    let mut beside = || (random.below(5) as f32 - 2.0) / 2048.0;
    let at = at + vec2(beside(), beside());
    match random.below(6) {
        0 => vec2((at.x / 16.0).round() * 16.0, at.y),
        1 => vec2(at.x, (at.y / 16.0).round() * 16.0),
        _ => at,
    }
}

/// Ends on walls, at corners and on the borders of tiles have a cell in what there was before the edits, too: else all
/// corners would be left out, or taken for dead ends.
#[test]
fn paths_along_walls_in_edited_tiles_are_as_short() {
    let options = PathOptions::with_entry(Entry::Exact);
    let (mut found, mut partly) = (0, 0);
    for seed in 0..4 {
        let (mut mesh, mut random) = (maze(seed + 11, 5), Random(seed + 190));
        let mut search = Search::default();
        let point = |random: &mut Random| {
            let mut share = || random.below(ROOMS * 8 - 4) as f32 / 8.0 + 0.2;
            vec2(share(), share()) * ROOM
        };
        for _ in 0..800 {
            let _ = mesh.find_path(&mut search, point(&mut random), point(&mut random), &options);
        }
        let mut blocks = Vec::new();
        for turn in 0..100 {
            if blocks.len() < 5 && random.below(3) != 0 {
                let middle = point(&mut random);
                let spin = Vec2::from_angle(random.below(7) as f32 * 0.3);
                let ring = block(&mut random);
                let ring = ring.map(|at| middle + spin.rotate(at - ring[0]));
                // Outside the bounds it is refused.
                blocks.extend(mesh.add_obstacle(&ring));
            } else if !blocks.is_empty() {
                let index = random.below(blocks.len() as u64) as usize;
                mesh.remove_obstacle(blocks.swap_remove(index)).unwrap();
            }
            mesh.commit().unwrap();
            for _ in 0..8 {
                let (from, to) = (by_wall(&mesh, &mut random), by_wall(&mesh, &mut random));
                let partial = if random.below(4) == 0 { options.or_nearest() } else { options };
                let path = mesh.find_path(&mut search, from, to, &partial);
                let fresh = mesh.find_path(&mut Search::default(), from, to, &partial);
                assert_eq!(path.is_ok(), fresh.is_ok(), "seed {seed}: {from} → {to}");
                if let (Ok(path), Ok(fresh)) = (&path, &fresh) {
                    let off = (path.length - fresh.length).abs();
                    assert!(off < 1e-4, "seed {seed}, edit {turn}: {from} → {to}, {off} m");
                    found += 1;
                    partly += (path.end != crate::PathEnd::Goal) as u32;
                }
            }
        }
    }
    assert!(found > 200 && partly > 20, "{found} {partly}");
}
