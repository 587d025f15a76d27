//! Units that join an order, are stopped or removed, one by one.

use std::time::Duration;

use glam::Vec2;
use headless::command::bench::BenchResult;
use hybrid::{Goal, OrderId, UnitId, World};

use crate::scenes::{add_units, check_places, longest_step, side, world};
use crate::table::{LINEAR, Subject, ensure, timed};

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject { name: "join, one by one", least: 500, bar: 200.0, growth: LINEAR, run: join },
    Subject { name: "join, all at once", least: 500, bar: 100.0, growth: LINEAR, run: join_all },
    Subject { name: "join, a step after it", least: 500, bar: 100.0, growth: LINEAR, run: place },
    Subject { name: "stop, one by one", least: 500, bar: 20.0, growth: LINEAR, run: stop },
    Subject { name: "remove, one by one", least: 500, bar: 20.0, growth: LINEAR, run: remove },
];

fn begun(count: usize) -> BenchResult<(World, Vec<UnitId>, OrderId)> {
    let width = side(count, 1.6) + 20.0;
    let mut world = world(Vec2::splat(width), &[0.25])?;
    let units = add_units(&mut world, count, (Vec2::ONE, side(count, 1.0) as usize, 0.6))?;
    let order = world.order(&units[..1], &Goal::Point(Vec2::splat(0.5 * width)))?;
    Ok((world, units, order))
}

fn joined(count: usize) -> BenchResult<(World, Vec<UnitId>, Duration)> {
    let (mut world, units, order) = begun(count)?;
    let (time, joined) =
        timed(|| units[1..].iter().try_for_each(|&unit| world.join(order, &[unit])));
    joined?;
    let has_it = world.order_view(order).map_or(0, |order| order.unit_count);
    ensure(has_it == count, || format!("{has_it} units have the order"))?;
    Ok((world, units, time))
}

fn join(count: usize) -> BenchResult<Duration> {
    let (mut world, units, time) = joined(count)?;
    longest_step(&mut world, 1)?;
    check_places(&world, &units)?;
    Ok(time)
}

fn place(count: usize) -> BenchResult<Duration> {
    let (mut world, units, _) = joined(count)?;
    let time = longest_step(&mut world, 1)?;
    check_places(&world, &units)?;
    Ok(time)
}

fn join_all(count: usize) -> BenchResult<Duration> {
    let (mut world, units, order) = begun(count)?;
    let (time, joined) = timed(|| world.join(order, &units[1..]));
    joined?;
    longest_step(&mut world, 1)?;
    check_places(&world, &units)?;
    Ok(time)
}

fn stop(count: usize) -> BenchResult<Duration> {
    let (mut world, units, _) = joined(count)?;
    longest_step(&mut world, 1)?;
    let (time, stopped) = timed(|| units.iter().try_for_each(|&unit| world.stop(&[unit])));
    stopped?;
    ensure(world.orders().next().is_none(), || "an order is left".into())?;
    Ok(time)
}

fn remove(count: usize) -> BenchResult<Duration> {
    let (mut world, units, _) = joined(count)?;
    longest_step(&mut world, 1)?;
    let (time, removed) = timed(|| units.iter().try_for_each(|&unit| world.remove_unit(unit)));
    removed?;
    ensure(world.unit_count() == 0, || "units are left".into())?;
    Ok(time)
}
