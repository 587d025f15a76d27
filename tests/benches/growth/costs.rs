//! Fields of costs, over heights and over areas that change: the longest step as a multiple of the mean one. A second stands
//! for 1000.

use std::time::Duration;

use headless::command::bench::BenchResult;
use headless::random::Random;
use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Area, polygon};
use hybrid::{Goal, HeightGrid, UnitId, World};

use crate::scenes::{add_units, add_wall, mean_distance, world};
use crate::table::{Subject, ensure, timed};

/// A ratio may not grow at all; small ones are of the machine.
const LEVEL: f64 = 0.3;

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject { name: "heights, longest / mean", least: 25, bar: 2.0, growth: LEVEL, run: heights },
    Subject { name: "areas edited, longest / mean", least: 8, bar: 2.0, growth: LEVEL, run: edits },
];

/// Metres.
const SIDE: f32 = 100.0;
const GOAL: Vec2 = Vec2::splat(90.0);

fn number(random: &mut Random, end: f32) -> f32 {
    end * random.below(1 << 20) as f32 / (1 << 20) as f32
}

/// Random heights of so many samples a side.
fn heights(columns: usize) -> BenchResult<Duration> {
    let mut random = Random::new(3);
    let mut world = world(Vec2::splat(SIDE), &[0.25])?;
    let units = add_units(&mut world, 100, (Vec2::ONE, 50, 0.6))?;
    let heights = (0..columns * columns).map(|_| number(&mut random, 1.0)).collect();
    let spacing = SIDE / columns as f32;
    world.set_heights(Some(HeightGrid { min: Vec2::ZERO, spacing, columns, heights }))?;
    world.order(&units, &Goal::Point(GOAL))?;
    longest_by_mean(&mut world, &units, |_, _| Ok(()))
}

/// An obstacle comes or goes every fourth step, on ground with so many areas.
fn edits(areas: usize) -> BenchResult<Duration> {
    let mut random = Random::new(5);
    let mut world = world(Vec2::splat(SIDE), &[0.25])?;
    for index in 0..areas {
        let at = vec2(number(&mut random, 90.0), number(&mut random, 90.0));
        let corners = [at, at + vec2(8.0, 0.0), at + Vec2::splat(8.0), at + vec2(0.0, 8.0)];
        let area = Area { kind: 1, cost: 1.5 + (index % 7) as f32 };
        world.add_area(polygon(&corners, &[]), area)?;
    }
    let units = add_units(&mut world, 60, (Vec2::ONE, 30, 0.6))?;
    world.order(&units, &Goal::Point(GOAL))?;
    let mut door = None;
    longest_by_mean(&mut world, &units, |world, step| {
        match (step % 4 == 0, door.take()) {
            (true, Some(open)) => world.remove_obstacle(open)?,
            (true, None) => {
                add_wall(world, vec2(30.0, 30.0), vec2(10.0, 4.0))?;
                door = world.obstacles().last();
            }
            (false, kept) => door = kept,
        }
        Ok(())
    })
}

/// Takes steps, each after what is done before it; returns the time of the longest one divided by that of the mean one.
fn longest_by_mean(
    world: &mut World,
    units: &[UnitId],
    mut before: impl FnMut(&mut World, usize) -> BenchResult<()>,
) -> BenchResult<Duration> {
    const STEPS: usize = 60;
    let tick = world.definition().parameters.tick;
    let first = mean_distance(world, units, GOAL);
    let (mut longest, mut sum) = (Duration::ZERO, Duration::ZERO);
    for step in 0..STEPS {
        before(world, step)?;
        let (time, stepped) = timed(|| world.step(tick));
        stepped?;
        longest = longest.max(time);
        sum += time;
    }
    let nearer = first - mean_distance(world, units, GOAL);
    ensure(nearer > 3.0, || format!("units are only {nearer} m nearer to their goal"))?;
    Ok(Duration::from_secs_f64(1e-3 * longest.as_secs_f64() * STEPS as f64 / sum.as_secs_f64()))
}
