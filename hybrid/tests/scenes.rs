//! Small scenes, from the first order to the last arrival.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Location;
use hybrid::{Event, Goal, PathLostReason, UnitDefinition, World};

use crate::support::{TICK, add_wall, overlap_in, rows, strict, world_of};

const RADIUS: f32 = 0.25;
const SPEED: f32 = 1.4;

fn finite_and_free(world: &World) {
    for unit in world.units() {
        assert!(unit.position.is_finite() && unit.velocity.is_finite());
        assert!((unit.velocity - unit.push).length() <= unit.max_speed + 1e-4);
        let here = world.mesh(unit.class).unwrap().locate(unit.position);
        assert!(matches!(here, Location::Cell(_)), "{unit:?} in a wall");
    }
}

/// Steps until all units have arrived; gives the seconds, and checks every tick.
fn run(world: &mut World, seconds: f32) -> f32 {
    let mut arrived = 0;
    for tick in 1..=(seconds / TICK) as usize {
        world.step(TICK).unwrap();
        finite_and_free(world);
        arrived +=
            world.events().iter().filter(|event| matches!(event, Event::Arrived { .. })).count();
        assert_eq!(arrived, world.units().filter(|unit| unit.arrived).count(), "one event each");
        if world.units().all(|unit| unit.arrived || unit.order.is_none()) {
            return tick as f32 * TICK;
        }
    }
    let late: Vec<_> = world.units().filter(|unit| unit.order.is_some() && !unit.arrived).collect();
    panic!("{} not arrived after {seconds} s: {:?}", late.len(), late.first());
}

/// Asserts that nobody overlaps another one by more than a fiftieth.
fn are_apart(world: &World) {
    let overlap = overlap_in(world);
    assert!(overlap < 0.02, "{overlap}");
}

#[test]
fn one_unit_straight() {
    let mut world = world_of(80.0, 20.0).build();
    let units = rows(vec2(5.0, 10.0)).columns(1).add(&mut world, 1);
    world.order(&units, &Goal::Point(vec2(75.0, 11.0))).unwrap();
    let seconds = run(&mut world, 80.0);
    let ratio = seconds / (vec2(70.0, 1.0).length() / SPEED);
    println!("time ratio {ratio}");
    assert!(ratio <= 1.03, "{ratio}");
}

#[test]
fn four_units_with_a_window() {
    let mut world = world_of(80.0, 30.0).build();
    let units = rows(vec2(5.0, 10.0)).columns(2).add(&mut world, 4);
    world.order(&units, &Goal::Point(vec2(75.0, 20.0))).unwrap();
    world.step(TICK).unwrap();
    let group = world.groups().next().unwrap();
    assert!(
        group.field.is_some()
            && group.exit.is_some()
            && group.crowd.is_some()
            && group.steps.is_some()
    );
    assert!(group.path.len() >= 2 && group.units.len() == 4);
    let seconds = run(&mut world, 90.0);
    let ratio = seconds / (vec2(70.0, 10.0).length() / SPEED);
    println!("time ratio {ratio}");
    assert!(ratio <= 1.05, "{ratio}");
}

#[test]
fn forty_through_a_door() {
    let mut world = world_of(40.0, 20.0).build();
    add_wall(&mut world, [19.5, 0.0, 20.5, 9.4]);
    add_wall(&mut world, [19.5, 10.6, 20.5, 20.0]);
    let units = rows(vec2(4.0, 4.0)).columns(5).add(&mut world, 40);
    world.order(&units, &Goal::Point(vec2(33.0, 10.0))).unwrap();
    run(&mut world, 120.0);
    are_apart(&world);
}

#[test]
fn two_groups_through_each_other() {
    let mut world = world_of(50.0, 20.0).build();
    let (left, right) =
        (rows(vec2(4.0, 7.0)).add(&mut world, 32), rows(vec2(43.0, 7.0)).add(&mut world, 32));
    world.order(&left, &Goal::Point(vec2(44.0, 10.0))).unwrap();
    world.order(&right, &Goal::Point(vec2(6.0, 10.0))).unwrap();
    run(&mut world, 90.0);
    are_apart(&world);
}

#[test]
fn two_units_head_on() {
    let mut world = world_of(30.0, 10.0).build();
    let a = rows(vec2(3.0, 5.0)).columns(1).add(&mut world, 1);
    let b = rows(vec2(27.0, 5.0)).columns(1).add(&mut world, 1);
    world.order(&a, &Goal::Point(vec2(27.0, 5.0))).unwrap();
    world.order(&b, &Goal::Point(vec2(3.0, 5.0))).unwrap();
    let seconds = run(&mut world, 60.0);
    assert!(seconds < 24.0, "{seconds}");
}

#[test]
fn unreachable_goals_are_refused() {
    let mut world = world_of(30.0, 10.0).build();
    add_wall(&mut world, [14.0, 0.0, 15.0, 10.0]);
    let units = rows(vec2(3.0, 5.0)).columns(2).add(&mut world, 2);
    let before = world.state_hash();
    let error = world.order_with(&units, &strict(&Goal::Point(vec2(25.0, 5.0)))).unwrap_err();
    assert!(matches!(error, hybrid::WorldError::GoalUnreachable { .. }), "{error}");
    assert_eq!(world.state_hash(), before);
}

#[test]
fn a_wall_that_cuts_the_way() {
    let mut world = world_of(40.0, 20.0).build();
    add_wall(&mut world, [19.5, 0.0, 20.5, 9.0]);
    add_wall(&mut world, [19.5, 11.0, 20.5, 20.0]);
    let units = rows(vec2(4.0, 6.0)).add(&mut world, 12);
    let order = world.order_with(&units, &strict(&Goal::Point(vec2(33.0, 10.0)))).unwrap();
    for _ in 0..30 {
        world.step(TICK).unwrap();
    }
    let door = add_wall(&mut world, [19.5, 9.0, 20.5, 11.0]);
    world.step(TICK).unwrap();
    let lost: Vec<_> = units
        .iter()
        .map(|&unit| Event::PathLost {
            unit,
            order,
            reason: PathLostReason::Unreachable,
            goes_to: None,
        })
        .collect();
    assert_eq!(world.events(), lost);
    assert!(world.units().all(|unit| unit.order.is_none()));
    for _ in 0..20 {
        world.step(TICK).unwrap();
        assert!(world.events().is_empty());
    }
    assert!(world.units().all(|unit| unit.velocity.length() < 0.01));
    world.remove_obstacle(door).unwrap();
    world.order(&units, &Goal::Point(vec2(33.0, 10.0))).unwrap();
    run(&mut world, 60.0);
}

#[test]
fn a_detour_appears_on_the_way() {
    let mut world = world_of(60.0, 30.0).build();
    let units = rows(vec2(4.0, 12.0)).add(&mut world, 12);
    world.order(&units, &Goal::Point(vec2(54.0, 14.0))).unwrap();
    for _ in 0..60 {
        world.step(TICK).unwrap();
    }
    add_wall(&mut world, [30.0, 4.0, 31.0, 30.0]);
    run(&mut world, 90.0);
}

#[test]
fn an_obstacle_lands_on_units_and_places() {
    let mut world = world_of(40.0, 20.0).build();
    let units = rows(vec2(4.0, 6.0)).add(&mut world, 12);
    let order = world.order(&units, &Goal::Point(vec2(33.0, 10.0))).unwrap();
    add_wall(&mut world, [3.0, 5.0, 6.0, 7.5]);
    add_wall(&mut world, [31.0, 8.0, 32.5, 9.5]);
    world.step(TICK).unwrap();
    finite_and_free(&world);
    let is_displaced = |event: &Event| matches!(event, Event::Displaced { .. });
    assert!(world.events().iter().all(is_displaced), "there are other slots");
    run(&mut world, 60.0);
    add_wall(&mut world, [32.5, 9.5, 33.5, 10.5]);
    world.step(TICK).unwrap();
    let lost = |event: &Event| matches!(*event, Event::PathLost { order: of, reason: PathLostReason::PlaceBlocked, .. } if of == order);
    assert!(world.events().iter().any(lost), "the goal itself is lost");
    assert!(world.events().iter().all(|event| lost(event) || is_displaced(event)));
}

#[test]
fn the_whole_world_is_filled() {
    let mut world = world_of(20.0, 20.0).build();
    let units = rows(vec2(4.0, 6.0)).add(&mut world, 12);
    world.order(&units, &Goal::Point(vec2(14.0, 10.0))).unwrap();
    add_wall(&mut world, [-5.0, -5.0, 25.0, 25.0]);
    for _ in 0..10 {
        world.step(TICK).unwrap();
    }
    assert!(world.units().all(|unit| unit.position.is_finite() && unit.velocity.is_finite()));
}

#[test]
fn units_leave_mid_way() {
    let mut world = world_of(50.0, 20.0).build();
    let units = rows(vec2(4.0, 6.0)).add(&mut world, 24);
    world.order(&units, &Goal::Point(vec2(42.0, 10.0))).unwrap();
    for (tick, &unit) in (0..).zip(&units) {
        if tick % 2 == 0 {
            world.remove_unit(unit).unwrap();
            assert!(world.unit(unit).is_none());
            assert!(
                world.groups().all(|group| !group.units.contains(&unit) && group.leader != unit)
            );
        }
        for _ in 0..4 {
            world.step(TICK).unwrap();
        }
    }
    run(&mut world, 60.0);
    assert_eq!(world.unit_count(), 12);
    for unit in units.iter().skip(1).step_by(2) {
        world.remove_unit(*unit).unwrap();
    }
    world.step(TICK).unwrap();
    assert_eq!(world.groups().count(), 0);
}

#[test]
fn one_goal_each() {
    let mut world = world_of(60.0, 40.0).build();
    add_wall(&mut world, [28.0, 8.0, 32.0, 32.0]);
    let units = rows(vec2(4.0, 14.0)).add(&mut world, 20);
    let goals: Vec<Vec2> =
        (0..20).map(|k| vec2(50.0, 8.0) + vec2((k % 4) as f32, (k / 4) as f32 * 5.0)).collect();
    world.order(&units, &Goal::Each(goals.clone())).unwrap();
    run(&mut world, 90.0);
    for (unit, goal) in units.iter().zip(goals) {
        assert_eq!(world.unit(*unit).unwrap().place, Some(goal));
    }
}

#[test]
fn crowds_come_to_rest() {
    let mut world = world_of(50.0, 30.0).build();
    let units = rows(vec2(4.0, 6.0)).columns(10).add(&mut world, 100);
    world.order(&units, &Goal::Point(vec2(40.0, 15.0))).unwrap();
    run(&mut world, 90.0);
    for _ in 0..50 {
        world.step(TICK).unwrap();
    }
    let before: Vec<Vec2> = world.units().map(|unit| unit.position).collect();
    for _ in 0..100 {
        world.step(TICK).unwrap();
    }
    for (unit, before) in world.units().zip(before) {
        assert!(unit.position.distance(before) < 0.1 * RADIUS);
    }
    are_apart(&world);
}

#[test]
fn units_at_one_point_are_parted() {
    let mut world = world_of(20.0, 20.0).build();
    for _ in 0..10 {
        world.add_unit(&UnitDefinition::new(vec2(10.0, 10.0), RADIUS, SPEED)).unwrap();
    }
    for _ in 0..60 {
        world.step(TICK).unwrap();
        finite_and_free(&world);
    }
    are_apart(&world);
}
