//! Scenes in which great crowds meet: gates, a courtyard, a crossroads, a rally point, a line that holds, a parade ground.
//! Some say how soon all could be there, so that runs can be compared with that.

use crate::error::Error;
use crate::scenes::parts::{MOST_SEEDS, block, boxes, field, flow, walker};
use crate::scenes::scene::{Block, Goal, Scene};
use crate::scenes::settings::Settings;

/// Most units of a block.
const MOST_UNITS: u32 = 2000;

/// How fast units are, in m/s.
const SPEED: f32 = 1.4;

/// Metres: how far blocks stand before a wall, and go behind it.
const BEFORE: f32 = 19.0;

/// Metres: how thick a wall is.
const THICK: f32 = 2.0;

/// Diameters from unit to unit of a block.
const PITCH: f32 = 4.0 / 3.0;

/// A block of units that goes to where another one stands, its middle at a height.
struct Swap {
    count: u32,
    columns: u32,
    radius: f32,
    /// Where its first column stands, and where that goes.
    from: f32,
    to: f32,
    middle: f32,
    scatter: u32,
}

impl Swap {
    fn block(&self) -> Block {
        let &Self { count, columns, radius, from, to, middle, scatter } = self;
        let pitch = 2.0 * radius * PITCH;
        let low = middle - 0.5 * (count.div_ceil(columns) - 1) as f32 * pitch - 0.5;
        let to = Goal { pitch: Some(pitch), ..Goal::fan_out([to - 0.5, low], columns, 1) };
        Block { scatter, ..block(count, columns, [from - 0.5, low], pitch, to) }
    }
}

/// Crowds of `units` pass a gate `width` metres wide from both sides, or, with `directions=1`, from one. The bound is how soon
/// the last is through if files of units, one behind the other at full speed, fill the gate from when the first one comes.
pub fn gate(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 150, MOST_UNITS)?;
    let width = settings.number("width", 2.4, [0.3, 40.0])?;
    let radius = settings.number("radius", 0.3, [0.05, 2.0])?;
    let directions = settings.count("directions", 2, 2)?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    if width < 2.0 * radius {
        let least = 2.0 * radius;
        return Err(Error::Usage(format!(
            "--set width={width}: a gate through which a unit fits, of {least} or more, is expected"
        )));
    }
    let columns = if units > 200 { 20 } else { 10 };
    let pitch = 2.0 * radius * PITCH;
    let depth = columns as f32 * pitch;
    let height = (units.div_ceil(columns) as f32 * pitch + 20.0).max(40.0).max(width + 20.0);
    let (wall, middle) = (depth + BEFORE + 8.0, 0.5 * height);
    let ends = [8.0, wall + THICK + BEFORE];
    let swap = |[from, to]: [f32; 2], scatter: u32| {
        Swap { count: units, columns, radius, from, to, middle, scatter }.block()
    };
    let mut blocks = vec![swap(ends, seed)];
    if directions == 2 {
        blocks.push(swap([ends[1], ends[0]], seed.saturating_mul(2)));
    }
    let [low, high] = [middle - 0.5 * width, middle + 0.5 * width];
    let flow = flow(width, radius, SPEED);
    let way = 2.0 * BEFORE + THICK;
    Ok(Scene {
        budget: 8000,
        obstacles: boxes([[wall, 0.0, wall + THICK, low], [wall, high, wall + THICK, height]]),
        line: Some([wall + 0.5 * THICK, low, wall + 0.5 * THICK, high]),
        near_radius: 14.0,
        bound_s: Some((directions * units) as f32 / flow + way / SPEED),
        ..field([0.0, 0.0, 2.0 * wall + THICK, height], walker(radius, SPEED), blocks)
    })
}

/// A crowd goes into a walled court by its only door while as many leave it.
pub fn courtyard(settings: &mut Settings) -> Result<Scene, Error> {
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let swap = |from: f32, to: f32, scatter: u32| {
        let (count, columns, radius, middle) = (100, 10, 0.25, 25.0);
        Swap { count, columns, radius, from, to, middle, scatter }.block()
    };
    let walls = boxes([
        [30.0, 12.0, 55.0, 13.0],
        [30.0, 37.0, 55.0, 38.0],
        [54.0, 13.0, 55.0, 37.0],
        [30.0, 13.0, 31.0, 24.25],
        [30.0, 25.75, 31.0, 37.0],
    ]);
    let blocks = vec![swap(4.0, 40.0, seed), swap(44.0, 4.0, seed.saturating_mul(2))];
    Ok(Scene {
        budget: 4000,
        obstacles: walls,
        near_radius: 8.0,
        ..field([0.0, 0.0, 60.0, 50.0], walker(0.25, 2.0), blocks)
    })
}

/// Two groups of 100 cross each other at a right angle on open ground. The bound is how soon they would be there alone.
pub fn crossroads(settings: &mut Settings) -> Result<Scene, Error> {
    const WAY: f32 = 44.0;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let crowd = |from: [f32; 2], to: [f32; 2], scatter: u32| {
        let goal = Goal { pitch: Some(0.8), ..Goal::fan_out(to, 10, 1) };
        Block { scatter, ..block(100, 10, from, 0.8, goal) }
    };
    let east = crowd([3.5, 25.5], [3.5 + WAY, 25.5], seed);
    let north = crowd([25.5, 3.5], [25.5, 3.5 + WAY], seed.saturating_mul(2));
    Ok(Scene {
        budget: 1500,
        bound_s: Some(WAY / 1.34),
        ..field([0.0, 0.0, 60.0, 60.0], walker(0.2, 1.34), vec![east, north])
    })
}

/// Four crowds come from the corners to one point, by so many `orders`. The bound is the longest walk to it.
pub fn rally(settings: &mut Settings) -> Result<Scene, Error> {
    const SIDE: f32 = 100.0;
    const CORNER: f32 = 4.0;
    let units = settings.count("units", 250, MOST_UNITS)?;
    let orders = settings.count("orders", 4, 4)?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let columns = (units as f32).sqrt().ceil() as u32;
    let far = SIDE - CORNER - columns as f32 * 0.8;
    let corners = [[CORNER, CORNER], [far, CORNER], [CORNER, far], [far, far]];
    let crowd = |(number, corner): (u32, [f32; 2])| {
        // Blocks to the same point share an order: a millimetre makes them two.
        let apart = 1e-3 * (number % orders) as f32;
        let goal = Goal::point(0.5 * SIDE + apart, 0.5 * SIDE);
        let scatter = seed.saturating_mul(number + 1);
        Block { scatter, ..block(units, columns, corner, 0.8, goal) }
    };
    let longest = (0.5 * SIDE - CORNER) * std::f32::consts::SQRT_2;
    Ok(Scene {
        budget: 3000,
        near_radius: 20.0,
        bound_s: Some(longest / SPEED),
        ..field([0.0, 0.0, SIDE, SIDE], walker(0.3, SPEED), (0..).zip(corners).map(crowd).collect())
    })
}

/// A crowd comes to a line of units that hold their position, in the open: the way round is short.
pub fn hold_line(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 60, MOST_UNITS)?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let line =
        Block { goal: None, hold: true, ..block(20, 1, [30.0, 14.0], 0.55, Goal::default()) };
    let rows = units.div_ceil(6) as f32;
    let low = 19.5 - 0.35 * rows;
    let goal = Goal { pitch: Some(0.7), ..Goal::fan_out([45.0, low], 6, 1) };
    let crowd = Block { scatter: seed, ..block(units, 6, [8.0, low], 0.7, goal) };
    Ok(Scene {
        budget: 2000,
        ..field([0.0, 0.0, 60.0, 39.0], walker(0.25, 2.0), vec![line, crowd])
    })
}

/// A company marches through a gate on to its parade ground, each unit to a place of its own.
pub fn parade(settings: &mut Settings) -> Result<Scene, Error> {
    let units = settings.count("units", 300, MOST_UNITS)?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let height = (units.div_ceil(20) as f32 * 0.67 + 30.0).max(40.0);
    let middle = 0.5 * height;
    let (count, columns, radius, from, to) = (units, 20, 0.25, 4.0, 46.0);
    let company = Swap { count, columns, radius, from, to, middle, scatter: seed }.block();
    let gate = [middle - 1.5, middle + 1.5];
    Ok(Scene {
        budget: 4000,
        obstacles: boxes([[29.5, 0.0, 30.5, gate[0]], [29.5, gate[1], 30.5, height]]),
        near_radius: 14.0,
        line: Some([30.0, gate[0], 30.0, gate[1]]),
        ..field([0.0, 0.0, 64.0, height], walker(radius, 2.0), vec![company])
    })
}
