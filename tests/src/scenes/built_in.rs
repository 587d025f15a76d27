//! The built-in scenes: data, made through the types of the scene file.

use super::benchmarks as benchmark;
use super::crowded;
use super::crowds;
use super::land;
use super::orders;
use super::passages;
use super::sieges;
use super::towns;
use crate::error::Error;
use crate::scenes::maze::Maze;
use crate::scenes::parts::{MOST_SEEDS, block, field, walker};
use crate::scenes::scene::{Block, Goal, Obstacle, Scene};
use crate::scenes::settings::Settings;

/// A scene that needs no file.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    make: fn(&mut Settings) -> Result<Scene, Error>,
}

impl BuiltIn {
    /// The scene, with the settings that are its own taken out.
    ///
    /// # Errors
    /// [`Error::Usage`] for a setting out of range.
    pub fn scene(&self, settings: &mut Settings) -> Result<Scene, Error> {
        let scene = (self.make)(settings)?;
        Ok(Scene { name: self.name.into(), about: self.about.into(), ..scene })
    }
}

/// All built-in scenes.
pub const ALL: &[BuiltIn] = &[
    named("maze", "200 units through a perfect maze of 24 × 24 cells, from corner to corner", maze),
    named("lanes", "two groups of 100 walk through each other on open ground", lanes),
    named("choke", "400 units before a wall with three gaps", choke),
    named(
        "openfield",
        "40 tanks on open ground: the floor of seconds per metre",
        benchmark::open_field,
    ),
    named("oneway", "16 tanks queue before a gap of two tiles", benchmark::one_way),
    named("corner", "24 tanks go around the bend of a narrow corridor", benchmark::corner),
    named("blob", "100 tanks go to one tile", benchmark::blob),
    named("parking", "8 tanks drive through a field of parked ones", benchmark::parking),
    named("circle", "250 units swap places across a circle", crowds::circle),
    named("blocks", "four groups of 25 meet between four square blocks", crowds::blocks),
    named("door", "100 units leave a room through one door", crowds::door),
    named("headon", "two units, or two files, walk head on into each other", crowds::head_on),
    named("pushed", "a heavy unit walks through a crowd at rest", crowds::pushed),
    named(
        "counterflow_w2",
        "two blocks of 16 tanks swap sides through a gap of 2 m",
        passages::two,
    ),
    named(
        "counterflow_w4",
        "two blocks of 16 tanks swap sides through a gap of 4 m",
        passages::four,
    ),
    named(
        "counterflow_w8",
        "two blocks of 16 tanks swap sides through a gap of 8 m",
        passages::eight,
    ),
    named(
        "bend",
        "two blocks of 16 tanks swap sides through a corridor that bends twice",
        passages::bend,
    ),
    named(
        "serial",
        "two blocks of 16 tanks swap sides through two gaps, one after another",
        passages::serial,
    ),
    named("tee", "three blocks of 12 tanks meet where three corridors meet", passages::tee),
    named(
        "two_routes",
        "a crowd before a wall with a near gap and a farther one",
        passages::two_routes,
    ),
    named("corridor", "two groups of 27 walk through each other in a corridor", passages::corridor),
    named("columns", "two columns meet in a passage for one", passages::columns),
    named("gate", "two crowds of 150 pass a gate of 2.4 m, one from each side", crowded::gate),
    named(
        "courtyard",
        "100 go into a walled court by its only door while 100 leave it",
        crowded::courtyard,
    ),
    named("crossroads", "two groups of 100 cross each other on open ground", crowded::crossroads),
    named("rally", "four crowds of 250 come to one point, by an order each", crowded::rally),
    named("hold_line", "60 units walk round a line of units that hold", crowded::hold_line),
    named("parade", "300 units march through a gate to places of their own", crowded::parade),
    named("gaps", "200 before a wall with a near narrow gap and a far wide one", towns::gaps),
    named("merge", "two crowds of 100 merge from side corridors into one of 3 m", towns::merge),
    named("roundabout", "four groups of 50 cross a square with a round island", towns::roundabout),
    named("pillars", "60 against 60 among turned square blocks", towns::pillars),
    named("evacuation", "1000 people leave a hall by four exits of 1 m", towns::evacuation),
    named("crossing4", "four groups of 50 cross one square", orders::crossing4),
    named("door_opens", "a door opens and closes while a crowd is on its way", orders::door_opens),
    named("bridge_falls", "a bridge falls while a crowd is on it", orders::bridge_falls),
    named(
        "armies",
        "four armies of 100 change places; --set map=FILE: on that map",
        orders::armies,
    ),
    named(
        "river",
        "tanks cross a bridge, boats sail below it, infantry jumps over a wall",
        land::river,
    ),
    named("siege", "1000 units before a town whose gate opens and whose wall falls", sieges::siege),
];

const fn named(
    name: &'static str,
    about: &'static str,
    make: fn(&mut Settings) -> Result<Scene, Error>,
) -> BuiltIn {
    BuiltIn { name, about, make }
}

/// Cells a side of the maze.
const SIDE: usize = 24;
/// A seed whose way from corner to corner is winding: 80 steps where 46 are the least.
const SEED: u64 = 5;

/// Fig. 8 of "Hybrid Vector Field Pathfinding": a group goes through a maze.
fn maze(settings: &mut Settings) -> Result<Scene, Error> {
    const CELL: f32 = 5.0;
    const COLUMNS: u32 = 7;
    const PITCH: f32 = 0.6;
    let mut left = settings.count("units", 200, 2000)?;
    let maze = Maze::new(SIDE, SEED);
    let far = (SIDE as f32 - 0.5) * CELL;
    // Centred in its cell: the formula of a block adds half a metre.
    let corner =
        |index: usize| index as f32 * CELL + (CELL - (COLUMNS - 1) as f32 * PITCH) / 2.0 - 0.5;
    let mut blocks = Vec::new();
    for (cell, _) in maze.distances(0) {
        let count = left.min(COLUMNS * COLUMNS);
        if count > 0 {
            let anchor = [corner(cell % SIDE), corner(cell / SIDE)];
            blocks.push(block(count, COLUMNS, anchor, PITCH, Goal::point(far, far)));
        }
        left -= count;
    }
    let mut left = settings.count("opposite", 0, 2000)?;
    for (cell, _) in maze.distances(SIDE * SIDE - 1) {
        let count = left.min(COLUMNS * COLUMNS);
        if count > 0 {
            let anchor = [corner(cell % SIDE), corner(cell / SIDE)];
            let home = Goal::point(0.5 * CELL, 0.5 * CELL);
            blocks.push(block(count, COLUMNS, anchor, PITCH, home));
        }
        left -= count;
    }
    let scene =
        field([0.0, 0.0, SIDE as f32 * CELL, SIDE as f32 * CELL], walker(0.25, 2.0), blocks);
    let obstacles = maze.walls(CELL, 0.5).into_iter().map(Obstacle::from_box).collect();
    // The crowd does not fit into the last cell: its slots fill the way to it as well.
    Ok(Scene { obstacles, near_radius: 3.0 * CELL, ..scene })
}

/// Fig. 6: lanes form between two groups that pass through each other.
fn lanes(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 100, 1000)?;
    let rows = units.div_ceil(10) as f32;
    let right = block(units, 10, [3.0, 10.0], 1.0, Goal::fan_out([47.0, 10.0], 10, 1));
    let left = block(units, 10, [47.0, 10.0], 1.0, Goal::fan_out([3.0, 10.0], 10, 1));
    Ok(Scene {
        budget: 2000,
        ..field([0.0, 0.0, 60.0, rows + 20.0], walker(0.3, 1.4), vec![right, left])
    })
}

/// Fig. 7: a crowd before a choke spreads over the gaps as they fill up.
fn choke(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 400, 2000)?;
    let scatter = settings.count("seed", 0, MOST_SEEDS)?;
    let rows = units.div_ceil(20) as f32;
    let (middle, height) = (rows / 2.0 + 12.0, rows + 24.0);
    let gaps = [middle - 9.0, middle, middle + 9.0];
    let mut wall = 0.0;
    let mut obstacles = Vec::new();
    for gap in gaps {
        obstacles.push(Obstacle::from_box([32.0, wall, 34.0, gap - 1.0]));
        wall = gap + 1.0;
    }
    obstacles.push(Obstacle::from_box([32.0, wall, 34.0, height]));
    let crowd = block(units, 20, [5.0, 12.0], 1.0, Goal::fan_out([42.0, 12.0], 20, 1));
    Ok(Scene {
        budget: 3000,
        obstacles,
        gaps: gaps.map(|gap| [34.0, gap - 1.0, 34.0, gap + 1.0]).to_vec(),
        ..field([0.0, 0.0, 66.0, height], walker(0.3, 1.4), vec![Block { scatter, ..crowd }])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_scenes_survive_their_own_file_format() {
        for built_in in ALL {
            let scene = built_in.scene(&mut Settings::default()).unwrap();
            let text = serde_json::to_string(&scene).unwrap();
            let again: Scene = serde_json::from_str(&text).unwrap();
            assert_eq!(serde_json::to_string(&again).unwrap(), text, "{}", built_in.name);
        }
    }

    #[test]
    fn the_way_through_the_maze_is_long_but_not_absurd() {
        let scene = maze(&mut Settings::default()).unwrap();
        assert_eq!(scene.unit_count(), 200);
        let steps =
            Maze::new(24, 1).distances(0).iter().find(|(cell, _)| *cell == 24 * 24 - 1).unwrap().1;
        assert!((50..=110).contains(&steps), "{steps}");
    }
}
