//! Orders that never stop coming: renewed in every few ticks, given again, or with ever more goals.

use hybrid::glam::{Vec2, vec2};
use hybrid::{
    Activity, Event, Goal, OrderDefinition, UnitDefinition, UnitId, World, WorldParameters,
};

use crate::support::{Rows, TICK, add_wall, rows, steps, world_of};

fn crowd(corner: Vec2) -> Rows {
    rows(corner).columns(14).pitch(0.9).of(0.4, 2.0)
}

fn world(plan_latency: u32) -> World {
    let parameters = WorldParameters { plan_latency, ..WorldParameters::default() };
    let mut world = world_of(120.0, 60.0).radii(&[0.4]).parameters(parameters).build();
    add_wall(&mut world, [59.0, 10.0, 61.0, 50.0]);
    world
}

fn mean_x(world: &World, units: &[UnitId]) -> f32 {
    let x = units.iter().map(|&unit| world.unit(unit).unwrap().position.x);
    x.sum::<f32>() / units.len() as f32
}

/// How far a crowd has come in 5 s, in m, where the order is renewed every so many ticks for goals that are moved by so much.
fn way(latency: u32, count: usize, every: usize, shift: f32, goal: Vec2) -> f32 {
    let mut world = world(latency);
    let units = crowd(vec2(25.0, 20.0)).add(&mut world, count);
    let before = mean_x(&world, &units);
    for tick in 0..50 {
        if tick % every == 0 {
            let goal = goal + vec2(0.0, shift * (tick % 3) as f32);
            world.order(&units, &Goal::Point(goal)).unwrap();
        }
        world.step(TICK).unwrap();
    }
    (mean_x(&world, &units) - before).abs()
}

#[test]
fn units_set_off_at_once_whatever_the_latency_and_the_rhythm_of_orders() {
    for count in [1, 4, 30, 200] {
        for goal in [vec2(100.0, 30.0), vec2(5.0, 30.0)] {
            let once = way(0, count, 1000, 0.0, goal);
            for (latency, every) in [(0, 1), (1, 1), (2, 2), (5, 3), (8, 1), (8, 10)] {
                for shift in [0.0, 0.3] {
                    let way = way(latency, count, every, shift, goal);
                    let text = format!(
                        "{count} units to {goal}, latency {latency}, every {every}, {shift} m"
                    );
                    assert!(way >= 0.8 * once, "{text}: {way} m, once {once} m");
                }
            }
        }
    }
}

#[test]
fn a_crowd_turns_in_the_tick_after_the_order() {
    let mut world = world(5);
    let units = crowd(vec2(25.0, 20.0)).add(&mut world, 30);
    world.order(&units, &Goal::Point(vec2(100.0, 30.0))).unwrap();
    steps(&mut world, 40);
    for tick in 0..30 {
        if tick % 3 == 0 {
            world.order(&units, &Goal::Point(vec2(5.0, 30.0 + (tick % 2) as f32))).unwrap();
        }
        world.step(TICK).unwrap();
    }
    let speed = units.iter().map(|&unit| world.unit(unit).unwrap().velocity.x).sum::<f32>() / 30.0;
    assert!(speed < -1.6, "{speed} m/s");
}

#[test]
fn the_order_that_units_have_already_changes_nothing() {
    let mut world = world(0);
    let units = crowd(vec2(5.0, 5.0)).columns(3).add(&mut world, 9);
    let goals = [
        Goal::Point(vec2(20.0, 8.0)),
        Goal::Each((0..9).map(|k| vec2(3.0 + k as f32, 20.0)).collect()),
    ];
    for goal in goals {
        let order = world.order(&units, &goal).unwrap();
        let mut arrivals = 0;
        for tick in 0..400 {
            if tick % 7 == 3 {
                assert_eq!(world.order(&units, &goal), Ok(order));
            }
            world.step(TICK).unwrap();
            arrivals += world
                .events()
                .iter()
                .filter(|event| matches!(event, Event::Arrived { .. }))
                .count();
        }
        assert_eq!(arrivals, 9);
        assert!(world.units().all(|unit| unit.activity == Activity::Resting), "nobody moves");
    }
    let goal = Goal::Point(vec2(20.0, 8.0));
    let order = world.order(&units, &goal).unwrap();
    assert_ne!(world.order(&units[1..], &goal), Ok(order), "not all of its units");
    assert_ne!(world.order(&units[1..], &Goal::Point(vec2(20.0, 9.0))), Ok(order), "another goal");
}

#[test]
fn way_points_that_all_have_passed_are_forgotten() {
    let mut world = world(0);
    let unit = world.add_unit(&UnitDefinition::new(vec2(5.0, 5.0), 0.4, 2.0)).unwrap();
    let order = world.order(&[unit], &Goal::Point(vec2(10.0, 5.0))).unwrap();
    let (mut legs, mut passed) = (0_u32, Vec::new());
    for _ in 0..2000 {
        world.step(TICK).unwrap();
        for &event in world.events() {
            match event {
                Event::Arrived { .. } => legs += 1,
                Event::PassedWayPoint { way_point, .. } => passed.push(way_point),
                _ => continue,
            }
            if let Event::Arrived { .. } = event {
                world
                    .append_goal(order, vec2(if legs % 2 == 0 { 10.0 } else { 8.0 }, 5.0))
                    .unwrap();
                break;
            }
        }
    }
    let view = world.order_view(order).unwrap();
    assert!(legs > 50 && view.way_points.len() <= 1, "{legs} legs, {view:?}");
    assert!(passed.iter().copied().eq(0..passed.len() as u32), "{passed:?}");
    assert!(view.first_way_point + 2 >= passed.len() as u32);
    assert!(World::from_bytes(&world.to_bytes().unwrap()).is_ok());
}

#[test]
fn who_is_in_range_and_sees_the_goal_stays_where_it_is() {
    for count in [1, 2, 5, 10, 20] {
        let mut world = world(0);
        let target = world
            .add_unit(&UnitDefinition {
                team: 1,
                ..UnitDefinition::new(vec2(30.0, 20.0), 0.4, 1.5)
            })
            .unwrap();
        world.hold(&[target]).unwrap();
        let units = crowd(vec2(26.0, 14.5)).columns(5).add(&mut world, count);
        let far = world.add_unit(&UnitDefinition::new(vec2(50.0, 20.0), 0.4, 2.0)).unwrap();
        let before: Vec<Vec2> =
            units.iter().map(|&unit| world.unit(unit).unwrap().position).collect();
        let definition = OrderDefinition { range: 8.0, ..OrderDefinition::new(Goal::Unit(target)) };
        let all: Vec<UnitId> = units.iter().copied().chain([far]).collect();
        world.order_with(&all, &definition).unwrap();
        world.step(TICK).unwrap();
        let arrivals = world.events().iter().filter(|event| matches!(event, Event::Arrived { .. }));
        assert_eq!(arrivals.count(), count);
        steps(&mut world, 150);
        for (unit, before) in units.iter().zip(before) {
            let way = world.unit(*unit).unwrap().position.distance(before);
            assert!(way < 0.05, "{count}: {way} m");
        }
        let near = world.unit(far).unwrap().position.distance(vec2(30.0, 20.0));
        assert!(near <= 8.1, "{near} m");
    }
}
