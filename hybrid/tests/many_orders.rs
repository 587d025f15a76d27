//! Orders by the thousand, given again and again, over islands and over goal areas larger than any window.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Goal, Guidance, UnitId, World, WorldParameters};

use crate::support::{TICK, add_wall, rows, steps, world_of};

const SPEED: f32 = 1.4;

fn places(world: &World, units: &[UnitId], offset: Vec2) -> Vec<Vec2> {
    units.iter().map(|&unit| world.unit(unit).unwrap().position + offset).collect()
}

/// Steps until all have arrived; gives the seconds that this took.
fn arrive(world: &mut World, most_ticks: u32) -> f32 {
    for tick in 1..=most_ticks {
        world.step(TICK).unwrap();
        if world.units().all(|unit| unit.arrived) {
            return tick as f32 * TICK;
        }
    }
    panic!("{} have not arrived", world.units().filter(|unit| !unit.arrived).count());
}

#[test]
fn five_thousand_orders_in_one_tick() {
    let mut world = world_of(100.0, 100.0).build();
    let units = rows(vec2(2.0, 2.0)).columns(71).pitch(1.3).add(&mut world, 5000);
    for (&unit, goal) in units.iter().zip(places(&world, &units, vec2(2.0, 1.0))) {
        world.order(&[unit], &Goal::Point(goal)).unwrap();
    }
    let seconds = arrive(&mut world, 100);
    assert!(seconds < 5.0, "{seconds}");
}

#[test]
fn a_thousand_groups_of_one() {
    let mut world = world_of(200.0, 200.0).build();
    let units = rows(vec2(4.0, 4.0)).columns(32).pitch(6.0).add(&mut world, 1000);
    let goals = places(&world, &units, vec2(3.0, 1.0));
    world.order(&units, &Goal::Each(goals)).unwrap();
    world.step(TICK).unwrap();
    assert_eq!(world.groups().count(), 1000);
    let seconds = arrive(&mut world, 100);
    assert!(seconds < 5.0, "{seconds}");
}

#[test]
fn a_group_on_two_islands_finds_a_flow_on_both() {
    let parameters = WorldParameters { direct_distance: 0.0, ..WorldParameters::default() };
    let mut world = world_of(60.0, 60.0).parameters(parameters).build();
    // Half a metre thick, from border to border: nobody gets to the other side.
    add_wall(&mut world, [0.0, 9.5, 60.0, 10.0]);
    let mut units = rows(vec2(5.0, 8.0)).columns(10).pitch(0.6).add(&mut world, 20);
    units.extend(rows(vec2(5.0, 11.0)).columns(10).pitch(0.6).add(&mut world, 20));
    let goals = places(&world, &units, vec2(40.0, 0.0));
    world.order(&units, &Goal::Each(goals)).unwrap();
    for _ in 0..50 {
        world.step(TICK).unwrap();
        assert!(world.units().all(|unit| unit.guidance == Guidance::Field));
    }
    assert_eq!(world.groups().count(), 1, "they walk side by side");
    arrive(&mut world, 600);
}

#[test]
fn a_goal_area_larger_than_a_window() {
    let parameters = WorldParameters { window_cells: 2048, ..WorldParameters::default() };
    let mut world = world_of(100.0, 100.0).parameters(parameters).build();
    let units = rows(vec2(43.0, 43.0)).columns(20).add(&mut world, 400);
    let goals = (0..400).map(|k| vec2(15.0 + 3.5 * (k % 20) as f32, 15.0 + 3.5 * (k / 20) as f32));
    world.order(&units, &Goal::Each(goals.collect())).unwrap();
    world.step(TICK).unwrap();
    let windows = || world.groups().filter_map(|group| group.field);
    assert!(windows().count() > 1 && windows().all(|field| field.frame().cell_count() <= 2048));
    let seconds = arrive(&mut world, 1500);
    assert!(seconds < 2.0 * 50.0 / SPEED, "{seconds}");
}

#[test]
fn an_order_that_is_given_again_and_again_costs_no_time() {
    let walk = |period: Option<usize>| {
        let mut world = world_of(60.0, 60.0).build();
        add_wall(&mut world, [30.0, 0.0, 31.0, 40.0]);
        let units = rows(vec2(5.0, 5.0)).columns(6).add(&mut world, 24);
        for tick in 0..800 {
            let again = period.is_some_and(|period| tick % period == 0);
            let arrived = world.units().filter(|unit| unit.arrived).count();
            if arrived == units.len() {
                return tick as f32 * TICK;
            }
            if tick == 0 || (again && arrived == 0) {
                world.order(&units, &Goal::Point(vec2(50.0, 8.0))).unwrap();
            }
            world.step(TICK).unwrap();
        }
        f32::INFINITY
    };
    let (once, often) = (walk(None), walk(Some(3)));
    assert!(often <= 1.1 * once, "{often} s, once given {once} s");
}

#[test]
fn a_door_that_opens_is_seen_within_a_second() {
    let mut world = world_of(80.0, 80.0).build();
    add_wall(&mut world, [40.0, 0.0, 41.0, 28.0]);
    add_wall(&mut world, [40.0, 32.0, 41.0, 76.0]);
    let door = add_wall(&mut world, [40.0, 28.0, 41.0, 32.0]);
    let units = rows(vec2(20.0, 28.0)).columns(6).add(&mut world, 24);
    world.order(&units, &Goal::Point(vec2(60.0, 30.0))).unwrap();
    let rising = |world: &World| world.units().map(|unit| unit.velocity.y).sum::<f32>() / 24.0;
    steps(&mut world, 50);
    assert!(rising(&world) > 0.5 * SPEED, "round the wall");
    world.remove_obstacle(door).unwrap();
    steps(&mut world, 10);
    assert!(rising(&world) < 0.0, "through the door");
    add_wall(&mut world, [40.0, 28.0, 41.0, 32.0]);
    steps(&mut world, 10);
    assert!(rising(&world) > 0.5 * SPEED, "round the wall again");
    arrive(&mut world, 1500);
}
