//! Everyone follows the next one.

use std::time::Duration;

use glam::Vec2;
use headless::command::bench::BenchResult;
use hybrid::{Goal, Guidance};

use crate::scenes::{add_units, longest_step, side, world};
use crate::table::{LINEAR, Subject, ensure};

pub(crate) const SUBJECTS: &[Subject] = &[Subject {
    name: "everyone follows the next",
    least: 500,
    bar: 12.0,
    growth: LINEAR,
    run: step,
}];

fn step(count: usize) -> BenchResult<Duration> {
    let mut world = world(Vec2::splat(side(count, 3.0) + 10.0), &[0.25])?;
    let columns = side(count, 1.0) as usize + 1;
    let units = add_units(&mut world, count, (Vec2::ONE, columns, 1.5))?;
    for (index, &unit) in units.iter().enumerate() {
        let next = units[(index + 1) % units.len()];
        world.order(&[unit], &Goal::Unit(next))?;
    }
    let longest = longest_step(&mut world, 60)?;
    let led = world.units().filter(|unit| unit.guidance != Guidance::None || unit.arrived).count();
    ensure(4 * led > 3 * count, || format!("only {led} units follow another one"))?;
    Ok(longest)
}
