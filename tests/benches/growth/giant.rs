//! A huge empty world.

use std::time::Duration;

use glam::Vec2;
use headless::command::bench::BenchResult;
use hybrid::Goal;

use crate::scenes::{add_units, longest_step, mean_distance, world};
use crate::table::{LINEAR, Subject, ensure};

pub(crate) const SUBJECTS: &[Subject] =
    &[Subject { name: "an empty world, km", least: 4, bar: 2.0, growth: LINEAR, run: step }];

fn step(kilometres: usize) -> BenchResult<Duration> {
    let side = 1000.0 * kilometres as f32;
    let mut world = world(Vec2::splat(side), &[0.25])?;
    let units = add_units(&mut world, 50, (Vec2::ONE, 10, 0.6))?;
    let goal = Vec2::splat(side - 3.0);
    world.order(&units, &Goal::Point(goal))?;
    let before = mean_distance(&world, &units, goal);
    let longest = longest_step(&mut world, 60)?;
    let nearer = before - mean_distance(&world, &units, goal);
    ensure(nearer > 8.0, || format!("units are only {nearer} m nearer to their goal"))?;
    Ok(longest)
}
