//! Scenes as towns have them: a wall with gaps, corridors that become one, a roundabout, a square full of pillars, a hall with
//! exits. All say how soon all could be there.

use std::f64::consts::TAU;

use glam::{DVec2, Vec2};

use crate::error::Error;
use crate::random::Random;
use crate::scenes::parts::{MOST_SEEDS, Rows, boxes, field, flow, walker};
use crate::scenes::scene::{Block, Goal, Obstacle, Scene};
use crate::scenes::settings::Settings;

/// Most units of a block.
const MOST_UNITS: u32 = 2000;

/// What pedestrians are like: metres and m/s.
const RADIUS: f32 = 0.2;
const SPEED: f32 = 1.34;

/// Diameters: the least width of gaps and corridors. Through narrower ones nobody would come, for all roundings.
const LEAST_WIDTH: f32 = 1.1;

/// A gap, an exit or the end of a corridor that a crowd goes through.
#[derive(Debug, Clone, Copy)]
struct Neck {
    /// Units a second.
    flow: f32,
    /// Seconds until the first one who goes that way could be there.
    walk: f32,
}

/// When so many units could all be there, in seconds, if each went the way on which it is there soonest, and all ways were full
/// from when their first ones come.
fn fluid_optimum(units: u32, mut necks: Vec<Neck>) -> f32 {
    necks.sort_by(|one, other| one.walk.total_cmp(&other.walk));
    let (mut flow, mut late) = (0.0, 0.0);
    let mut end = f32::INFINITY;
    for neck in necks {
        if neck.walk >= end {
            break;
        }
        flow += neck.flow;
        late += neck.flow * neck.walk;
        end = (units as f32 + late) / flow;
    }
    end
}

/// A crowd before a wall with a narrow gap straight ahead and a wide one far to the side; with `count` more than two, others as
/// narrow between them. The bound is when all could be through if they chose the gaps as well as can be.
pub fn gaps(settings: &mut Settings) -> Result<Scene, Error> {
    const RADIUS: f32 = 0.25;
    const SPEED: f32 = 2.0;
    const WALL: [f32; 2] = [40.0, 41.0];
    const FRONT: f32 = 29.6;
    const GOAL: f32 = 70.0;
    let units = settings.count("units", 200, MOST_UNITS)?;
    let count = settings.count("count", 2, 9)?;
    let near = settings.number("near", 1.0, [LEAST_WIDTH * 2.0 * RADIUS, 20.0])?;
    let far = settings.number("far", 3.0, [LEAST_WIDTH * 2.0 * RADIUS, 20.0])?;
    let beside = settings.number("beside", 26.0, [1.0, 200.0])?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let step = beside / (count.max(2) - 1) as f32;
    let least = near.max(0.5 * (near + far)) + 1.0;
    if count > 1 && step < least {
        return Err(Error::Usage(format!(
            "--set beside={beside}: {count} gaps do not fit; at least {} is expected",
            least * (count - 1) as f32
        )));
    }
    let layout = Rows { count: units, columns: 8, pitch: 0.8 };
    let half = 0.5 * layout.size().y;
    let middle = (half + 4.0).max(30.0);
    let height = (middle + beside + 0.5 * far + 2.5).max(2.0 * middle);
    let goal = Vec2::new(GOAL, middle);
    let (mut from, mut obstacles, mut lines, mut necks) = (0.0, Vec::new(), Vec::new(), Vec::new());
    for gap in 0..count {
        let at = middle + step * gap as f32;
        let width = if gap > 0 && gap + 1 == count { far } else { near };
        let [low, high] = [at - 0.5 * width, at + 0.5 * width];
        obstacles.push(Obstacle::from_box([WALL[0], from, WALL[1], low]));
        lines.push([WALL[1], low, WALL[1], high]);
        from = high;
        // From who is nearest to it.
        let (first, through) = (
            Vec2::new(FRONT, at.clamp(middle - half, middle + half)),
            Vec2::new(0.5 * (WALL[0] + WALL[1]), at),
        );
        let walk = (first.distance(through) + through.distance(goal)) / SPEED;
        necks.push(Neck { flow: flow(width, RADIUS, SPEED), walk });
    }
    obstacles.push(Obstacle::from_box([WALL[0], from, WALL[1], height]));
    let from = Vec2::new(FRONT - 0.5 * layout.size().x, middle);
    let crowd = layout.block(from, Goal::point(goal.x, goal.y));
    Ok(Scene {
        budget: 4000,
        obstacles,
        gaps: lines,
        near_radius: 10.0,
        bound_s: Some(fluid_optimum(units, necks)),
        ..field(
            [0.0, 0.0, 80.0, height],
            walker(RADIUS, SPEED),
            vec![Block { scatter: seed, ..crowd }],
        )
    })
}

/// Crowds of `units` come out of `streams` side corridors, from both sides in turn, into one that is `width` metres wide as they
/// are. The bound is when the last could be there if the end of that were full from when the first one comes.
pub fn merge(settings: &mut Settings) -> Result<Scene, Error> {
    /// Metres: the outer wall, from a crowd to the corridor, from one pair of side corridors to the next, from the last to the
    /// hall, from there to the goals, and from these to each other.
    const WALL: f32 = 2.0;
    const BEFORE: f32 = 8.0;
    const APART: f32 = 10.0;
    const ON: f32 = 15.0;
    const HALL: f32 = 12.0;
    const ASIDE: f32 = 7.0;
    let units = settings.count("units", 100, 500)?;
    let streams = settings.count("streams", 2, 4)?;
    let width = settings.number("width", 3.0, [LEAST_WIDTH * 2.0 * RADIUS, 12.0])?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let pitch = 0.5;
    let columns = (((width - 2.0 * RADIUS) / pitch).floor() as u32 + 1).min(units);
    let layout = Rows { count: units, columns, pitch };
    let deep = layout.size().y + BEFORE + 1.0;
    let (middle, height) = (deep + 0.5 * width, 2.0 * deep + width);
    let left = |pair: u32| WALL + pair as f32 * (width + APART);
    let hall = left(streams.div_ceil(2) - 1) + width + ON;
    let mut obstacles = boxes([[0.0, deep, WALL, deep + width]]);
    for (side, [low, high]) in [[0.0, deep], [deep + width, height]].into_iter().enumerate() {
        let mut from = 0.0;
        for stream in (side as u32..streams).step_by(2) {
            obstacles.push(Obstacle::from_box([from, low, left(stream / 2), high]));
            from = left(stream / 2) + width;
        }
        obstacles.push(Obstacle::from_box([from, low, hall, high]));
    }
    let (mut blocks, mut soonest) = (Vec::new(), f32::INFINITY);
    let mut onward = f32::INFINITY;
    for stream in 0..streams {
        let up = if stream % 2 == 0 { 1.0 } else { -1.0 };
        let x = left(stream / 2) + 0.5 * width;
        let start = Vec2::new(x, middle - up * (0.5 * (height - layout.size().y) - 1.0));
        let goal = Vec2::new(hall + HALL * (1 + stream / 2) as f32, middle - up * ASIDE);
        let goal_of = Goal::point(goal.x, goal.y);
        let scatter = seed.saturating_mul(stream + 1);
        blocks.push(Block { scatter, ..layout.block(start, goal_of) });
        // Round the inner corner from the front row, the right end of it.
        let right = x + 0.5 * layout.size().x;
        soonest = soonest.min(BEFORE.hypot(x + 0.5 * width - right) + hall - x - 0.5 * width);
        onward = onward.min(goal.distance(Vec2::new(hall, middle - 0.5 * up * width)));
    }
    let end = [hall, deep, hall, deep + width];
    let all = units * streams;
    let length = hall + HALL * streams.div_ceil(2) as f32 + 10.0;
    Ok(Scene {
        budget: 4000,
        obstacles,
        line: Some(end),
        near_radius: 8.0,
        bound_s: Some((soonest + onward) / SPEED + all as f32 / flow(width, RADIUS, SPEED)),
        ..field([0.0, 0.0, length, height], walker(RADIUS, SPEED), blocks)
    })
}

/// Four crowds come out of four streets and leave a square by the streets ahead; in its middle lies a round island. The bound is
/// the longest walk round that.
pub fn roundabout(settings: &mut Settings) -> Result<Scene, Error> {
    const LENGTH: f32 = 84.0;
    const STREET: [f32; 2] = [36.0, 48.0];
    const SQUARE: [f32; 2] = [24.0, 60.0];
    const SIDES: u32 = 24;
    const RADIUS: f32 = 0.3;
    const SPEED: f32 = 1.4;
    let units = settings.count("units", 50, 200)?;
    let island = settings.number("island", 8.0, [1.0, 15.0])?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let center = Vec2::splat(0.5 * LENGTH);
    let ([low, high], [left, right]) = (STREET, SQUARE);
    let mut obstacles = boxes([
        [0.0, 0.0, low, left],
        [0.0, left, left, low],
        [high, 0.0, LENGTH, left],
        [right, left, LENGTH, low],
        [0.0, right, low, LENGTH],
        [0.0, high, left, right],
        [high, right, LENGTH, LENGTH],
        [right, high, LENGTH, right],
    ]);
    obstacles.push(polygon(center, island, SIDES, 0.0));
    let deep = units.div_ceil(10);
    let across = Rows { count: units, columns: 10.min(units), pitch: 1.0 };
    let along = Rows { columns: deep, ..across };
    let mut blocks = Vec::new();
    for (number, (layout, way)) in
        [(across, Vec2::Y), (across, Vec2::NEG_Y), (along, Vec2::X), (along, Vec2::NEG_X)]
            .into_iter()
            .enumerate()
    {
        let out = 0.5 * LENGTH - 2.0 - 0.5 * layout.size().dot(way.abs());
        let (from, to) = (center - way * out, center + way * out);
        let scatter = seed.saturating_mul(number as u32 + 1);
        blocks.push(Block { scatter, ..layout.block(from, layout.fan_out(to)) });
    }
    let way = |block: &Block, unit: u32| {
        let goal = block.goal.as_ref().map(|goal| goal.position(unit)).unwrap_or_default();
        way_round(block.position(unit, Vec2::ZERO) - center, goal - center, island + RADIUS)
    };
    let ways = blocks.iter().flat_map(|block| (0..units).map(move |unit| way(block, unit)));
    let longest = ways.fold(0.0, f32::max);
    Ok(Scene {
        budget: 3000,
        obstacles,
        bound_s: Some(longest / SPEED),
        ..field([0.0, 0.0, LENGTH, LENGTH], walker(RADIUS, SPEED), blocks)
    })
}

/// Two crowds of `units` go through each other among square blocks of 2 m, each turned by another angle, at least `gap` metres
/// apart. The bound is the walk straight ahead.
pub fn pillars(settings: &mut Settings) -> Result<Scene, Error> {
    const SIDE: f32 = 2.0;
    const COLUMNS: u16 = 6;
    const BEFORE: f32 = 3.0;
    const RADIUS: f32 = 0.3;
    const SPEED: f32 = 1.4;
    const TURNS: usize = 1 << 10;
    let units = settings.count("units", 60, MOST_UNITS)?;
    let gap = settings.number("gap", 0.8, [0.65, 5.0])?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let reach = SIDE * std::f32::consts::FRAC_1_SQRT_2;
    let apart = 2.0 * reach + gap;
    let layout = Rows { count: units, columns: 6, pitch: 0.9 };
    let rows = ((layout.size().y + 8.0) / apart).ceil().max(6.0) as u16;
    let height = f32::from(rows) * apart;
    let first = 2.0 + layout.size().x + BEFORE;
    let wide = f32::from(COLUMNS) * apart - gap;
    let mut random = Random::new(seed.into());
    let mut pillar = |number: u16| {
        let at = Vec2::new(f32::from(number % COLUMNS), f32::from(number / COLUMNS)) * apart;
        let turn = random.below(TURNS) as f64 / TURNS as f64 / 4.0;
        polygon(at + Vec2::new(first + reach, 0.5 * apart), reach, 4, turn)
    };
    let obstacles = (0..COLUMNS * rows).map(&mut pillar).collect();
    let width = 2.0 * first + wide;
    let out = 2.0 + 0.5 * layout.size().x;
    let [west, east] = [out, width - out].map(|x| Vec2::new(x, 0.5 * height));
    let crowd = |from: Vec2, to: Vec2, scatter: u32| Block {
        scatter,
        ..layout.block(from, layout.fan_out(to))
    };
    let blocks = vec![crowd(west, east, seed), crowd(east, west, seed.saturating_mul(2))];
    Ok(Scene {
        budget: 3000,
        obstacles,
        bound_s: Some(west.distance(east) / SPEED),
        ..field([0.0, 0.0, width, height], walker(RADIUS, SPEED), blocks)
    })
}

/// A full hall of 30 m by 20 m is left by up to four exits, two in each long wall, as in test 9 of the RiMEA guideline
/// (version 3.0, 2016): each quarter of the crowd goes to the nearest open one. The bound is when the last could be there if the
/// exit with the most people were full from when the first one comes.
pub fn evacuation(settings: &mut Settings) -> Result<Scene, Error> {
    /// Metres: the hall, the ground beside and before it, its walls, and how far outside the crowds meet.
    const HALL: Vec2 = Vec2::new(30.0, 20.0);
    const AROUND: Vec2 = Vec2::new(8.0, 24.0);
    const THICK: f32 = 0.5;
    const OUTSIDE: f32 = 12.0;
    const QUARTERS: [Vec2; 4] =
        [Vec2::new(-1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)];
    let units = settings.count("units", 1000, MOST_UNITS)?;
    let exits = settings.count("exits", 4, 4)?;
    let width = settings.number("width", 1.0, [LEAST_WIDTH * 2.0 * RADIUS, 6.0])?;
    let seed = settings.count("seed", 0, MOST_SEEDS)?;
    let center = AROUND + 0.5 * HALL;
    let [low, high] = [AROUND, AROUND + HALL];
    let at =
        |quarter: Vec2, out: f32| center + quarter * Vec2::new(0.25 * HALL.x, 0.5 * HALL.y + out);
    let open = &QUARTERS[..exits as usize];
    let mut obstacles = boxes([
        [low.x - THICK, low.y - THICK, low.x, high.y + THICK],
        [high.x, low.y - THICK, high.x + THICK, high.y + THICK],
    ]);
    for [bottom, top] in [[low.y - THICK, low.y], [high.y, high.y + THICK]] {
        let mut doors: Vec<f32> = open
            .iter()
            .map(|&exit| at(exit, 0.5 * THICK))
            .filter(|door| door.y > bottom && door.y < top)
            .map(|door| door.x)
            .collect();
        doors.sort_by(f32::total_cmp);
        let mut from = low.x;
        for door in doors {
            obstacles.push(Obstacle::from_box([from, bottom, door - 0.5 * width, top]));
            from = door + 0.5 * width;
        }
        obstacles.push(Obstacle::from_box([from, bottom, high.x, top]));
    }
    let (mut blocks, mut loads, mut nearest) = (Vec::new(), vec![0; open.len()], f32::INFINITY);
    for (quarter, number) in QUARTERS.into_iter().zip(0..) {
        let count = (units + 3 - number) / 4;
        let layout = Rows::even(count, 0.5 * HALL - 2.0 * RADIUS);
        let middle = center + quarter * 0.25 * HALL;
        let far = |&exit: &usize| at(open[exit], 0.0).distance(middle).to_bits();
        let Some(exit) = (0..open.len()).min_by_key(far).filter(|_| count > 0) else { continue };
        loads[exit] += count;
        nearest = nearest.min(at(open[exit], 0.0).distance(middle) - 0.5 * layout.size().y);
        let goal = at(open[exit], OUTSIDE);
        let scatter = seed.saturating_mul(number + 1);
        blocks.push(Block { scatter, ..layout.block(middle, Goal::point(goal.x, goal.y)) });
    }
    let line = |&exit: &Vec2| {
        let door = at(exit, THICK);
        [door.x - 0.5 * width, door.y, door.x + 0.5 * width, door.y]
    };
    let most = loads.into_iter().max().unwrap_or(0) as f32;
    Ok(Scene {
        budget: 4000,
        obstacles,
        gaps: open.iter().map(line).collect(),
        near_radius: 10.0,
        bound_s: Some((nearest.max(0.0) + OUTSIDE) / SPEED + most / flow(width, RADIUS, SPEED)),
        ..field(
            [0.0, 0.0, HALL.x + 2.0 * AROUND.x, HALL.y + 2.0 * AROUND.y],
            walker(RADIUS, SPEED),
            blocks,
        )
    })
}

/// A regular polygon round a point, turned by a share of a full turn; on 1/1024 m, so that the last bit of a platform's sine does
/// not matter.
fn polygon(center: Vec2, reach: f32, sides: u32, turn: f64) -> Obstacle {
    let corner = |side: u32| {
        let angle = (f64::from(side) / f64::from(sides) + turn) * TAU;
        let corner = center.as_dvec2() + DVec2::from_angle(angle) * f64::from(reach);
        ((corner * 1024.0).round() / 1024.0).as_vec2().to_array()
    };
    Obstacle { polygon: Some((0..sides).map(corner).collect()), ..Obstacle::default() }
}

/// How long the shortest way is from one point to another round a disc about the origin, in metres.
fn way_round(from: Vec2, to: Vec2, radius: f32) -> f32 {
    let way = to - from;
    let share = (-from.dot(way) / way.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    if from.lerp(to, share).length() >= radius {
        return way.length();
    }
    // Two tangents, and the arc between them.
    let tangent = |point: Vec2| (point.length_squared() - radius * radius).max(0.0).sqrt();
    let seen = |point: Vec2| (radius / point.length()).min(1.0).acos();
    let arc = (from.angle_to(to).abs() - seen(from) - seen(to)).max(0.0);
    tangent(from) + tangent(to) + radius * arc
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-3, "{found}, expected {expected}");
    }

    #[test]
    fn the_fluid_optimum_takes_each_way_that_pays() {
        let [near, far] = [Neck { flow: 2.0, walk: 10.0 }, Neck { flow: 8.0, walk: 30.0 }];
        // 40 are there after 20 s before the first one by the far way could be.
        close(fluid_optimum(40, vec![far, near]), 30.0);
        close(fluid_optimum(20, vec![far, near]), 20.0);
        // 40 by then, and the other 100 at 10 a second.
        close(fluid_optimum(140, vec![far, near]), 40.0);
        close(fluid_optimum(140, vec![near]), 80.0);
    }

    #[test]
    fn the_way_round_is_tangents_and_an_arc() {
        let (from, to) = (Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
        close(way_round(from, to, 0.0), 10.0);
        close(way_round(from + Vec2::Y * 3.0, to + Vec2::Y * 3.0, 3.0), 10.0);
        // Tangents of 4 m touch after acos(3 / 5) of the half turn.
        close(way_round(from, to, 3.0), 8.0 + 3.0 * (std::f32::consts::PI - 2.0 * 0.6_f32.acos()));
        close(way_round(to, from, 5.0), 5.0 * std::f32::consts::PI);
        close(way_round(from, from * 2.0, 5.0), 5.0);
    }

    #[test]
    fn bounds_are_as_reckoned_by_hand() {
        let bound = |make: fn(&mut Settings) -> Result<Scene, Error>, asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(|&asked| asked.to_owned()).collect();
            make(&mut Settings::parse(&asked).unwrap()).unwrap().bound_s.unwrap()
        };
        // Two files of 4 a second; 10.9 m to the gap and 29.5 m on.
        close(bound(gaps, &["count=1", "near=1"]), 200.0 / 8.0 + (10.9 + 29.5) / 2.0);
        // Ever more gaps let all be there ever sooner.
        let each = ["count=1", "count=2", "count=3", "count=5"].map(|count| bound(gaps, &[count]));
        assert!(each.windows(2).all(|pair| pair[1] < pair[0]), "{each:?}");
        // Seven files of 3.35 a second.
        let more = bound(merge, &["units=200"]) - bound(merge, &["units=100"]);
        close(more, 200.0 / (7.0 * 3.35));
        let half = bound(evacuation, &["exits=2"]) - bound(evacuation, &[]);
        assert!((half - 250.0 / 6.7).abs() < 8.0, "250 more through two files, {half}");
    }

    #[test]
    fn gaps_that_do_not_fit_are_refused() {
        let mut settings = Settings::parse(&["beside=3".into(), "count=3".into()]).unwrap();
        let error = gaps(&mut settings).unwrap_err().to_string();
        assert!(
            error.contains("--set beside=3: 3 gaps do not fit; at least 6 is expected"),
            "{error}"
        );
    }
}
