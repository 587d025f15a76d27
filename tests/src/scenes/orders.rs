//! Scenes of orders under way: ways that open and vanish, and armies that change places.

use std::path::Path;

use crate::error::Error;
use crate::scenes::parts::{block, boxes, field, walker};
use crate::scenes::scene::{Block, Event, Goal, Obstacle, Scene};
use crate::scenes::settings::Settings;
use crate::sources::grid_map::GridMap;

/// Four groups come out of four streets, cross one square and leave by the streets ahead.
pub fn crossing4(settings: &mut Settings) -> Result<Scene, Error> {
    const LENGTH: f32 = 84.0;
    const STREET: [f32; 2] = [34.0, 50.0];
    let units = settings.count("units", 50, 200)?;
    let [low, high] = STREET;
    let corners = boxes([
        [0.0, 0.0, low, low],
        [high, 0.0, LENGTH, low],
        [0.0, high, low, LENGTH],
        [high, high, LENGTH, LENGTH],
    ]);
    let (rows, middle) = (units.div_ceil(10) as f32, 0.5 * LENGTH);
    // Ten units side by side in the middle of their street.
    let (near, far) = (8.0, LENGTH - 8.0 - rows);
    let side = middle - 5.0;
    let along = |from: [f32; 2], to: [f32; 2], columns: u32| {
        block(units, columns, from, 1.0, Goal::fan_out(to, columns, 1))
    };
    let deep = units.div_ceil(10);
    let blocks = vec![
        along([side, near], [side, far], 10),
        along([side, far], [side, near], 10),
        along([near, side], [far, side], deep),
        along([far, side], [near, side], deep),
    ];
    let scene = field([0.0, 0.0, LENGTH, LENGTH], walker(0.3, 1.4), blocks);
    Ok(Scene { budget: 3000, obstacles: corners, ..scene })
}

/// A crowd is on its way round a long wall when a door opens in the middle of it, and closes again before all are
/// through.
pub fn door_opens(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 60, 400)?;
    let wall = boxes([[40.0, 0.0, 41.0, 28.0], [40.0, 32.0, 41.0, 74.0]]);
    let door =
        || Obstacle { id: Some("door".into()), ..Obstacle::from_box([40.0, 28.0, 41.0, 32.0]) };
    let obstacles = wall.into_iter().chain([door()]).collect();
    let crowd = block(units, 10, [8.0, 25.0], 1.0, Goal::fan_out([60.0, 25.0], 10, 1));
    let again = Obstacle { id: None, ..door() };
    let events = vec![
        Event { remove_obstacle: Some("door".into()), ..event(100) },
        Event { add_obstacle: Some(again), id: Some("closed".into()), ..event(430) },
    ];
    let scene = field([0.0, 0.0, 80.0, 80.0], walker(0.3, 1.4), vec![crowd]);
    Ok(Scene { budget: 3000, obstacles, events, ..scene })
}

/// Two bridges lead over a river. The near one falls while a crowd walks over it: who stood there gets to the banks, and
/// all take the far one.
pub fn bridge_falls(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 60, 400)?;
    let river =
        boxes([[36.0, 0.0, 44.0, 27.0], [36.0, 33.0, 44.0, 60.0], [36.0, 66.0, 44.0, 80.0]]);
    let crowd = block(units, 10, [8.0, 25.0], 1.0, Goal::fan_out([60.0, 25.0], 10, 1));
    let fallen = Obstacle::from_box([36.0, 27.0, 44.0, 33.0]);
    let events =
        vec![Event { add_obstacle: Some(fallen), id: Some("fallen".into()), ..event(200) }];
    let scene = field([0.0, 0.0, 80.0, 80.0], walker(0.3, 1.4), vec![crowd]);
    Ok(Scene { budget: 4000, obstacles: river, events, ..scene })
}

/// Nothing happens, at a tick.
pub fn event(tick: u32) -> Event {
    Event {
        tick,
        add_obstacle: None,
        id: None,
        remove_obstacle: None,
        add_area: None,
        remove_area: None,
        block: None,
        goal: None,
        follow: None,
        way_points: Vec::new(),
        repeat: None,
        range: None,
        unreachable: None,
    }
}

/// The number of armies.
const ARMIES: usize = 4;

/// Four armies change places, each with the one farthest off: on open ground with pillars, or on a map.
pub fn armies(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 100, 2500)?;
    let map = settings.text("map")?;
    let columns = (1..).find(|side| side * side >= units).unwrap_or(1);
    let (places, scene) = match map {
        Some(file) => {
            let map = GridMap::read(Path::new(&file))?;
            let places = squares(&map, columns + 1).ok_or_else(|| {
                Error::Usage(format!(
                    "--set map={file}: no four open squares of {} m in one part of the map; a map with more room is \
                     expected",
                    columns + 1
                ))
            })?;
            let empty = field([0.0; 4], walker(0.4, 2.0), Vec::new());
            (places, Scene { bounds: None, map: Some(file.into()), budget: 12_000, ..empty })
        }
        None => {
            // The pillars stand in the middle: great armies have their places farther out.
            let side = (4.0 * columns as f32).max(120.0);
            let (near, far, first) = (4.0, side - 4.0 - columns as f32, 0.5 * side - 38.0);
            let pillar = |k: u16| {
                let (x, y) = (f32::from(k % 5) * 18.0 + first, f32::from(k / 5) * 18.0 + first);
                Obstacle::from_box([x, y, x + 4.0, y + 4.0])
            };
            let empty = field([0.0, 0.0, side, side], walker(0.4, 2.0), Vec::new());
            let scene = Scene { obstacles: (0..25).map(pillar).collect(), ..empty };
            ([[near, near], [far, far], [near, far], [far, near]], scene)
        }
    };
    let army = |index: usize| {
        let [from, to] = [places[index], places[index ^ 1]];
        let goal = Goal::fan_out(to, columns, 1);
        Block { team: Some(index as u32), ..block(units, columns, from, 1.0, goal) }
    };
    Ok(Scene { blocks: (0..ARMIES).map(army).collect(), ..scene })
}

/// The least corners of four open squares of the largest part of a map, far from each other: the first two are the
/// farthest, then each next one is the one farthest from all before it.
fn squares(map: &GridMap, side: u32) -> Option<[[f32; 2]; ARMIES]> {
    let part = largest_part(map);
    let (width, height) = (map.width() as usize, map.height() as usize);
    let mut sizes = vec![0; width * height];
    let mut corners: Vec<[i64; 2]> = Vec::new();
    for (y, x) in (1..height).flat_map(|y| (1..width).map(move |x| (y, x))) {
        let index = y * width + x;
        if part[index] {
            let around = [index - 1, index - width, index - width - 1];
            sizes[index] = 1 + around.into_iter().map(|near| sizes[near]).min().unwrap_or(0);
        }
        if sizes[index] >= side {
            let first = |end: usize| end as i64 + 1 - i64::from(side);
            corners.push([first(x), first(y)]);
        }
    }
    let apart = |a: [i64; 2], b: [i64; 2]| (a[0] - b[0]).pow(2) + (a[1] - b[1]).pow(2);
    // From anywhere the farthest is an end; from there the farthest is the other end.
    let farthest = |from: &[[i64; 2]]| {
        let key = |corner: &&[i64; 2]| from.iter().map(|&other| apart(**corner, other)).min();
        corners.iter().max_by_key(key).copied()
    };
    let first = farthest(&[*corners.first()?])?;
    let mut chosen = vec![first];
    while chosen.len() < ARMIES {
        chosen.push(farthest(&chosen)?);
    }
    let is_apart =
        |(a, b): (usize, usize)| apart(chosen[a], chosen[b]) >= i64::from(2 * side).pow(2);
    let pairs = (0..ARMIES).flat_map(|b| (0..b).map(move |a| (a, b)));
    let places: Vec<[f32; 2]> =
        chosen.iter().map(|corner| corner.map(|at| at as f32 + 0.5)).collect();
    if pairs.into_iter().all(is_apart) { places.try_into().ok() } else { None }
}

/// The open cells of the largest part of a map: cells are joined by their sides.
fn largest_part(map: &GridMap) -> Vec<bool> {
    let (width, height) = (map.width() as usize, map.height() as usize);
    let is_open = |index: usize| map.is_open((index % width) as u32, (index / width) as u32);
    let mut seen = vec![false; width * height];
    let mut largest: Vec<usize> = Vec::new();
    for start in 0..width * height {
        if seen[start] || !is_open(start) {
            continue;
        }
        let mut part = vec![start];
        seen[start] = true;
        let mut next = 0;
        while let Some(&index) = part.get(next) {
            next += 1;
            let (x, y) = (index % width, index / width);
            let sides = [
                (x > 0).then(|| index - 1),
                (x + 1 < width).then(|| index + 1),
                (y > 0).then(|| index - width),
                (y + 1 < height).then(|| index + width),
            ];
            for beyond in sides.into_iter().flatten().filter(|&beyond| is_open(beyond)) {
                if !std::mem::replace(&mut seen[beyond], true) {
                    part.push(beyond);
                }
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    let mut cells = vec![false; width * height];
    largest.into_iter().for_each(|index| cells[index] = true);
    cells
}
