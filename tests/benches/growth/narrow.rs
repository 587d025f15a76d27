//! A small unit follows a large one where there is hardly any room: each size halves the small one.

use std::time::Duration;

use glam::Vec2;
use headless::command::bench::BenchResult;
use hybrid::{Goal, OrderDefinition, UnitDefinition, Unreachable};

use crate::scenes::{longest_step, world};
use crate::table::{LINEAR, Subject, ensure, timed};

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject {
        name: "a small one follows, order",
        least: 125,
        bar: 5.0,
        growth: LINEAR,
        run: order,
    },
    Subject { name: "a small one follows, step", least: 125, bar: 5.0, growth: LINEAR, run: step },
    Subject { name: "a small one, in range", least: 125, bar: 30.0, growth: LINEAR, run: range },
];

/// Metres: a range that ends short of where the units stand, and how far they have to go at most.
const RANGE: f32 = 20.0;
const WAY: f32 = 7.0;

fn follow(parts: usize) -> BenchResult<(hybrid::World, hybrid::UnitId, Duration)> {
    let mut world = world(Vec2::splat(4.3), &[0.25, 2.0])?;
    let large = world.add_unit(&UnitDefinition::new(Vec2::splat(2.15), 2.0, 2.0))?;
    let radius = 1.0 / parts as f32;
    let small = world.add_unit(&UnitDefinition::new(Vec2::new(2.15, 0.3), radius, 2.0))?;
    let (time, ordered) = timed(|| world.order(&[small], &Goal::Unit(large)));
    ordered?;
    let place = world.unit(small).and_then(|unit| unit.place).ok_or("no place")?;
    let apart = place.distance(Vec2::splat(2.15));
    ensure((2.0 + radius..2.7).contains(&apart), || format!("a place {apart} m away"))?;
    Ok((world, small, time))
}

fn order(parts: usize) -> BenchResult<Duration> {
    Ok(follow(parts)?.2)
}

fn step(parts: usize) -> BenchResult<Duration> {
    let (mut world, ..) = follow(parts)?;
    longest_step(&mut world, 60)
}

fn range(parts: usize) -> BenchResult<Duration> {
    let mut world = world(Vec2::splat(40.0), &[0.25])?;
    let radius = 1.0 / parts as f32;
    let mut units = Vec::new();
    for place in 0..3 {
        let at = Vec2::new(2.0 + place as f32, 2.0);
        units.push(world.add_unit(&UnitDefinition::new(at, radius, 2.0))?);
    }
    let goal = Vec2::splat(20.0);
    let definition = OrderDefinition {
        range: RANGE,
        unreachable: Unreachable::Nearest,
        ..OrderDefinition::new(Goal::Point(goal))
    };
    let (time, ordered) = timed(|| world.order_with(&units, &definition));
    ordered?;
    for &unit in &units {
        let place = world.unit(unit).and_then(|unit| unit.place).ok_or("no place")?;
        // They stand about 25 m from the goal: a place is in range, and no farther round it than need be.
        let (from, off) = (world.unit(unit).ok_or("no unit")?.position, place.distance(goal));
        ensure(off <= RANGE, || format!("a place {off} m from the goal"))?;
        ensure(place.distance(from) <= WAY, || format!("a place at {place}, from {from}"))?;
    }
    Ok(time)
}
