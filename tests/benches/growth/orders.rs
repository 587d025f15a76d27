//! Orders of many units: at once, again and again, with way points, and of units that stand on each other.

use std::time::Duration;

use glam::Vec2;
use headless::command::bench::BenchResult;
use headless::random::Random;
use hybrid::{Goal, OrderDefinition, UnitId, Unreachable};

use crate::scenes::{add_units, add_wall, check_places, longest_step, side, world};
use crate::table::{LINEAR, Subject, ensure, timed};

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject { name: "one order", least: 500, bar: 100.0, growth: LINEAR, run: order },
    Subject { name: "way points appended", least: 25, bar: 200.0, growth: LINEAR, run: append },
    Subject {
        name: "refused, and to the nearest",
        least: 500,
        bar: 100.0,
        growth: LINEAR,
        run: refused,
    },
];

fn order(count: usize) -> BenchResult<Duration> {
    let width = side(count, 1.6) + 20.0;
    let mut world = world(Vec2::splat(width), &[0.25])?;
    let units = add_units(&mut world, count, (Vec2::ONE, side(count, 1.0) as usize, 0.6))?;
    let (time, ordered) = timed(|| world.order(&units, &Goal::Point(Vec2::splat(0.5 * width))));
    let has_it = world.units_of(ordered?).count();
    ensure(has_it == count, || format!("{has_it} units have the order"))?;
    longest_step(&mut world, 1)?;
    check_places(&world, &units)?;
    Ok(time)
}

fn append(count: usize) -> BenchResult<Duration> {
    let mut world = world(Vec2::splat(100.0), &[0.25])?;
    let units = add_units(&mut world, 100, (Vec2::ONE, 25, 0.6))?;
    let order = world.order(&units, &Goal::Point(Vec2::splat(50.0)))?;
    let mut random = Random::new(3);
    let mut point = || {
        let [x, y] = [0; 2].map(|_| 5.0 + random.below(90_000) as f32 / 1000.0);
        Vec2::new(x, y)
    };
    let (time, appended) = timed(|| (0..count).try_for_each(|_| world.append_goal(order, point())));
    appended?;
    let way_points = world.order_view(order).map_or(0, |order| order.way_points.len());
    ensure(way_points == count, || format!("{way_points} way points"))?;
    Ok(time)
}

fn refused(count: usize) -> BenchResult<Duration> {
    let width = side(count, 1.6) + 60.0;
    let mut world = world(Vec2::splat(width), &[0.25])?;
    let (middle, apart) = (Vec2::splat(0.5 * width), 10.0);
    for [x, y, w, h] in [
        [-1.0, -1.0, 2.0, 0.1],
        [-1.0, 0.9, 2.0, 0.1],
        [-1.0, -1.0, 0.1, 2.0],
        [0.9, -1.0, 0.1, 2.0],
    ] {
        add_wall(&mut world, middle + apart * Vec2::new(x, y), apart * Vec2::new(w, h))?;
    }
    let units = add_units(&mut world, count, (Vec2::ONE, side(count, 1.0) as usize, 0.6))?;
    let nearest = OrderDefinition::new(Goal::Point(middle));
    let strict = OrderDefinition { unreachable: Unreachable::Stop, ..nearest.clone() };
    let (time, orders) =
        timed(|| (world.order_with(&units, &strict).is_err(), world.order_with(&units, &nearest)));
    ensure(orders.0, || "an order that nobody can follow is given".into())?;
    let has_it = world.units_of(orders.1?).count();
    ensure(has_it == count, || format!("{has_it} units have the order"))?;
    longest_step(&mut world, 1)?;
    check_places(&world, &units)?;
    let inside = |unit: &UnitId| {
        let place = world.unit(*unit).and_then(|unit| unit.place);
        place.is_none_or(|place| (place - middle).abs().max_element() < 0.9 * apart)
    };
    ensure(!units.iter().any(inside), || "a place that nobody can get to".into())?;
    Ok(time)
}
