//! Scenes of narrow ways that several groups share: the counterflow scenes of the movement benchmark of
//! Warzone 2100 (pull request 5042, 2026), harder variations of them, and those by which crowds are
//! measured elsewhere: two routes, lanes in a corridor, columns that meet.

use glam::Vec2;

use crate::error::Error;
use crate::scenes::benchmarks::{scene, tanks};
use crate::scenes::parts::{MOST_SEEDS, Rows, block, boxes, field, walker};
use crate::scenes::scene::{Block, Goal, Obstacle, Scene};
use crate::scenes::settings::Settings;

/// Metres beyond the map to which walls go on: still closed when the scene is turned.
const BEYOND: f32 = 32.0;

/// A wall from west to east with one gap.
fn wall([low, high]: [f32; 2], [left, right]: [f32; 2]) -> [Obstacle; 2] {
    [[-BEYOND, low, left, high], [right, low, 64.0 + BEYOND, high]].map(Obstacle::from_box)
}

/// The scene turned by the setting `turn`, in degrees.
fn turned(scene: Scene, settings: &mut Settings) -> Result<Scene, Error> {
    Ok(Scene { turn: settings.count("turn", 0, 359)? as f32, ..scene })
}

/// Two blocks of 16 that swap sides, and a budget.
fn swap(obstacles: Vec<Obstacle>, budget: u32) -> Scene {
    let north = tanks(16, 4, [30.0, 24.0], -1, Goal::own([28.0, 42.0], 8, 2));
    let south = tanks(16, 4, [30.0, 42.0], 1, Goal::own([28.0, 24.0], 8, -2));
    scene(budget, obstacles, vec![north, south])
}

fn counterflow(settings: &mut Settings, width: f32, budget: u32) -> Result<Scene, Error> {
    let gap = [32.0 - 0.5 * width, 32.0 + 0.5 * width];
    turned(swap(wall([32.0, 35.0], gap).to_vec(), budget), settings)
}

/// Two blocks swap sides through a gap of two tiles.
pub fn two(settings: &mut Settings) -> Result<Scene, Error> {
    counterflow(settings, 2.0, 5000)
}

/// Two blocks swap sides through a gap of four tiles.
pub fn four(settings: &mut Settings) -> Result<Scene, Error> {
    counterflow(settings, 4.0, 5000)
}

/// Two blocks swap sides through a gap of eight tiles.
pub fn eight(settings: &mut Settings) -> Result<Scene, Error> {
    counterflow(settings, 8.0, 1200)
}

/// The gap is a corridor that bends to the right and back.
pub fn bend(settings: &mut Settings) -> Result<Scene, Error> {
    let walls = boxes([
        [-BEYOND, 31.0, 31.0, 36.0],
        [33.0, 31.0, 64.0 + BEYOND, 34.0],
        [39.0, 34.0, 64.0 + BEYOND, 39.0],
        [-BEYOND, 36.0, 37.0, 39.0],
    ]);
    let north = tanks(16, 4, [30.0, 23.0], -1, Goal::own([34.0, 46.0], 8, 2));
    let south = tanks(16, 4, [36.0, 46.0], 1, Goal::own([28.0, 23.0], 8, -2));
    turned(scene(5000, walls, vec![north, south]), settings)
}

/// Two walls with a gap each, one behind the other and three metres to the side.
pub fn serial(settings: &mut Settings) -> Result<Scene, Error> {
    let mut walls = wall([28.0, 30.0], [31.0, 33.0]).to_vec();
    walls.extend(wall([35.0, 37.0], [34.0, 36.0]));
    let north = tanks(16, 4, [30.0, 20.0], -1, Goal::own([28.0, 44.0], 8, 2));
    let south = tanks(16, 4, [33.0, 44.0], 1, Goal::own([28.0, 20.0], 8, -2));
    turned(scene(5000, walls, vec![north, south]), settings)
}

/// Three corridors of two tiles meet in a T; each block goes to where the next one came from.
pub fn tee(settings: &mut Settings) -> Result<Scene, Error> {
    let walls = boxes([
        [22.0, -BEYOND, 42.0, 31.0],
        [-BEYOND, 33.0, 31.0, 43.0],
        [33.0, 33.0, 64.0 + BEYOND, 43.0],
    ]);
    let west = tanks(12, 4, [14.0, 27.0], 1, Goal::own([48.0, 18.0], 4, 2));
    let east = tanks(12, 4, [46.0, 27.0], 1, Goal::own([30.0, 52.0], 4, 2));
    let south = tanks(12, 4, [30.0, 47.0], 1, Goal::own([12.0, 18.0], 4, 2));
    turned(scene(5000, walls, vec![west, east, south]), settings)
}

/// A crowd before a thin wall with a gap straight ahead and another one 8 m to the side; with
/// `routes=1` the other one is shut.
pub fn two_routes(settings: &mut Settings) -> Result<Scene, Error> {
    const HALF: f32 = 0.6;
    const WALL: [f32; 2] = [19.8, 20.2];
    let units = settings.count("units", 200, 1000)?;
    let routes = settings.count("routes", 2, 2)?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let gaps: Vec<f32> = [12.0, 20.0].into_iter().take(routes as usize).collect();
    let mut from = 0.0;
    let mut obstacles = Vec::new();
    for gap in &gaps {
        obstacles.push(Obstacle::from_box([WALL[0], from, WALL[1], gap - HALF]));
        from = gap + HALF;
    }
    obstacles.push(Obstacle::from_box([WALL[0], from, WALL[1], 32.0]));
    let rows = Rows::even(units, Vec2::new(12.0, 10.0));
    let crowd = rows.block(Vec2::new(10.0, 12.0), Goal::point(28.0, 12.0));
    Ok(Scene {
        budget: 2000,
        obstacles,
        gaps: gaps.iter().map(|gap| [WALL[1], gap - HALF, WALL[1], gap + HALF]).collect(),
        near_radius: 8.0,
        ..field([0.0, 0.0, 40.0, 32.0], walker(0.2, 1.34), vec![Block { scatter: seed, ..crowd }])
    })
}

/// A corridor of 38 m by 3 m between two halls: 27 units go from each end of it to beyond the other, or,
/// with `directions=1`, 54 from one end.
pub fn corridor(settings: &mut Settings) -> Result<Scene, Error> {
    const HALL: f32 = 10.0;
    const END: f32 = HALL + 38.0;
    const WAY: f32 = 38.0;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let both = settings.count("directions", 2, 2)? == 2;
    let crowd = |columns: u32, pitch: f32, (from, way): (f32, f32), scatter: u32| {
        let anchor = [from, 5.0 - pitch - 0.5];
        let to = [from + way, anchor[1]];
        let goal = Goal { pitch: Some(pitch), ..Goal::own(to, columns, 1) };
        Block { scatter, ..block(3 * columns, columns, anchor, pitch, goal) }
    };
    let blocks = if both {
        let west = crowd(9, 0.95, (END - 8.6, -WAY), seed.saturating_mul(2));
        vec![crowd(9, 0.95, (HALL, WAY), seed), west]
    } else {
        vec![crowd(18, 0.475, (HALL, WAY), seed)]
    };
    Ok(Scene {
        budget: 1500,
        obstacles: boxes([[HALL, 0.0, END, 3.5], [HALL, 6.5, END, 10.0]]),
        lanes: both.then_some([HALL + 9.0, 3.5, HALL + 29.0, 6.5]),
        arrive_radius: 0.5,
        ..field([0.0, 0.0, END + HALL, 10.0], walker(0.2, 1.34), blocks)
    })
}

/// Two columns meet in a passage for one that is `length` metres long; with `directions=1` all come
/// from the west.
pub fn columns(settings: &mut Settings) -> Result<Scene, Error> {
    const ROOM: f32 = 24.0;
    let length = settings.count("length", 10, 100)? as f32;
    let units = settings.count("units", 100, 400)?;
    let both = settings.count("directions", 2, 2)? == 2;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let end = 2.0 * ROOM + length;
    let [low, high] = [11.65, 12.35];
    let walls = boxes([[ROOM, 0.0, ROOM + length, low], [ROOM, high, ROOM + length, 24.0]]);
    let crowd = |count: u32, [from, to]: [f32; 2], scatter: u32| {
        let goal = Goal::fan_out([to, 7.0], 10, 1);
        Block { scatter, ..block(count, 10, [from, 7.0], 1.0, goal) }
    };
    let ends = [8.0, end - 18.0];
    let blocks = if both {
        let (half, other) = (units / 2, seed.saturating_mul(2));
        vec![crowd(half, ends, seed), crowd(units - half, [ends[1], ends[0]], other)]
    } else {
        vec![crowd(units, ends, seed)]
    };
    let middle = ROOM + 0.5 * length;
    Ok(Scene {
        budget: 6000,
        obstacles: walls,
        line: Some([middle, low, middle, high]),
        ..field([0.0, 0.0, end, 24.0], walker(0.25, 1.34), blocks)
    })
}
