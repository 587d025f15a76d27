//! Scenes of the movement benchmark of Warzone 2100 (`doc/PathfindingBench.md`, `tests/movebench/`,
//! pull request 5042, 2026). Metres are tiles; y points down in the game, and nothing depends on it.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::scenes::parts::{block, boxes, field, walker};
use crate::scenes::scene::{Block, Goal, Obstacle, Scene, UnitKind};
use crate::scenes::settings::Settings;

/// A side of the map.
const MAP: [f32; 4] = [0.0, 0.0, 64.0, 64.0];

/// The game's tank.
const TANK: &str = "tank";

/// The tank, which covers a tile in 1.8 s.
fn tank() -> UnitKind {
    UnitKind {
        acceleration: Some(2.0),
        turn_rate: Some(std::f32::consts::TAU),
        ..walker(0.39, 1.0 / 1.8)
    }
}

pub(crate) fn scene(budget: u32, obstacles: Vec<Obstacle>, blocks: Vec<Block>) -> Scene {
    let kinds = BTreeMap::from([(TANK.to_owned(), tank())]);
    Scene { budget, obstacles, kinds, ..field(MAP, tank(), blocks) }
}

/// A block of tanks at a pitch of a tile that arrangements shift.
pub(crate) fn tanks(count: u32, columns: u32, anchor: [f32; 2], rows: i32, goal: Goal) -> Block {
    Block { kind: TANK.into(), rows, shift: true, ..block(count, columns, anchor, 1.0, goal) }
}

/// Free travel: its median of seconds per tile is the floor of the other scenes.
pub fn open_field(_: &mut Settings) -> Result<Scene, Error> {
    let goal = Goal::own([46.0, 10.0], 10, 2);
    Ok(scene(900, Vec::new(), vec![tanks(40, 10, [8.0, 10.0], 1, goal)]))
}

/// A queue before a gap of two tiles, without an opponent.
pub fn one_way(_: &mut Settings) -> Result<Scene, Error> {
    let wall = boxes([[0.0, 32.0, 31.0, 35.0], [33.0, 32.0, 64.0, 35.0]]);
    let goal = Goal::own([28.0, 42.0], 8, 2);
    Ok(scene(1200, wall, vec![tanks(16, 4, [30.0, 24.0], -1, goal)]))
}

/// A cluster goes around a bend: a corridor of two tiles leads down, turns east and opens into a
/// closed hall.
pub fn corner(_: &mut Settings) -> Result<Scene, Error> {
    let walls = boxes([
        [0.0, 18.0, 30.0, 64.0],
        [32.0, 18.0, 45.0, 27.0],
        [30.0, 29.0, 45.0, 64.0],
        [45.0, 18.0, 64.0, 20.0],
        [45.0, 42.0, 64.0, 64.0],
    ]);
    let goal = Goal::own([53.0, 28.0], 8, 2);
    Ok(scene(3000, walls, vec![tanks(24, 8, [27.0, 10.0], 1, goal)]))
}

/// A hundred units go to one tile.
pub fn blob(_: &mut Settings) -> Result<Scene, Error> {
    let goal = Goal::point(32.5, 28.5);
    Ok(scene(3000, Vec::new(), vec![tanks(100, 10, [27.0, 6.0], 1, goal)]))
}

/// A column drives through a loose field of idle units.
pub fn parking(_: &mut Settings) -> Result<Scene, Error> {
    let goal = Goal::own([28.0, 28.0], 8, 2);
    let column = tanks(8, 4, [30.0, 8.0], -1, goal.clone());
    let parked = tanks(24, 12, [21.0, 18.0], 1, goal);
    let parked = Block { pitch: 2.0, shift: false, goal: None, ..parked };
    Ok(scene(900, Vec::new(), vec![parked, column]))
}
