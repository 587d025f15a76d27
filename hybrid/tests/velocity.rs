//! What a unit says of its velocity is what it moved.

use std::collections::BTreeMap;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::LinkDefinition;
use hybrid::{Driver, Event, Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, add_wall, all_arrived, rows, steps, world_of};

/// Steps on, and asserts of every unit that it moved as it says. Returns the greatest push, in m/s.
fn step(world: &mut World) -> f32 {
    let before: BTreeMap<UnitId, Vec2> =
        world.units().map(|unit| (unit.id, unit.position)).collect();
    world.step(TICK).unwrap();
    let mut greatest = 0.0_f32;
    for unit in world.units() {
        let moved = (unit.position - before[&unit.id]) / TICK;
        let off = (moved - unit.velocity).length();
        assert!(off <= 1e-3 + 1e-4 * moved.length(), "{moved} is told as {}", unit.velocity);
        let own = (unit.velocity - unit.push).length();
        assert!(own <= unit.max_speed * 1.001 || unit.driver == Driver::Engine, "{own} m/s");
        greatest = greatest.max(unit.push.length());
    }
    greatest
}

#[test]
fn units_on_one_point_say_how_fast_they_are_spread() {
    let mut world = world_of(40.0, 40.0).radii(&[0.4]).build();
    let unit = UnitDefinition::new(vec2(20.0, 20.0), 0.4, 2.0);
    for _ in 0..50 {
        world.add_unit(&unit).unwrap();
    }
    assert!(step(&mut world) > 0.9);
    for _ in 0..100 {
        step(&mut world);
    }
    assert_eq!(step(&mut world), 0.0, "nobody is pushed who stands");
    let saved = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    assert!(saved.units().eq(world.units()));
}

#[test]
fn units_that_press_through_a_gap_and_over_a_fast_link_say_what_they_moved() {
    let mut world = world_of(40.0, 32.0).radii(&[0.3]).build();
    add_wall(&mut world, [19.0, 0.0, 21.0, 14.0]);
    add_wall(&mut world, [19.0, 15.0, 21.0, 32.0]);
    // Four metres in a tick.
    let link = LinkDefinition { capacity: 2, ..LinkDefinition::new(0.1) };
    world.add_link(vec2(18.0, 4.0), vec2(22.0, 4.0), &link).unwrap();
    let slow = LinkDefinition { capacity: 2, ..LinkDefinition::new(3.0) };
    world.add_link(vec2(18.0, 28.0), vec2(22.0, 28.0), &slow).unwrap();
    let mut units = rows(vec2(4.0, 4.0)).of(0.3, 1.5).add(&mut world, 24);
    units.extend(rows(vec2(4.0, 22.0)).of(0.3, 1.5).add(&mut world, 24));
    world.order(&units, &Goal::Point(vec2(32.0, 16.0))).unwrap();
    let (mut leaps, mut left) = (0, 0);
    for _ in 0..600 {
        leaps += usize::from(step(&mut world) > 30.0);
        let events = world.events().iter();
        left += events.filter(|event| matches!(event, Event::LinkLeft { .. })).count();
    }
    assert!(all_arrived(&world, &units));
    assert!(leaps > 0 && left > leaps, "{leaps} leaps, {left} left a link");
}

#[test]
fn what_is_put_elsewhere_has_not_moved() {
    let mut world = world_of(40.0, 40.0).radii(&[0.4]).build();
    let units: Vec<UnitId> = (0..50)
        .map(|_| world.add_unit(&UnitDefinition::new(vec2(20.0, 20.0), 0.4, 2.0)).unwrap())
        .collect();
    assert!(step(&mut world) > 0.9);
    world.teleport(units[0], vec2(5.0, 5.0)).unwrap();
    let unit = world.unit(units[0]).unwrap();
    assert_eq!((unit.velocity, unit.push), (Vec2::ZERO, Vec2::ZERO));
    steps(&mut world, 200);
    let at = world.unit(units[1]).unwrap().position;
    let corners = [vec2(-0.2, -0.2), vec2(0.2, -0.2), vec2(0.2, 0.2), vec2(-0.2, 0.2)];
    world.add_obstacle(&corners.map(|corner| at + corner)).unwrap();
    world.step(TICK).unwrap();
    let displaced =
        |event: &Event| matches!(event, Event::Displaced { unit, .. } if *unit == units[1]);
    assert!(world.events().iter().any(displaced));
    assert!(world.unit(units[1]).unwrap().velocity.length() < 2.0);
}

#[test]
fn nothing_pushes_a_unit_that_the_engine_moves() {
    let mut world = world_of(40.0, 40.0).radii(&[0.4]).build();
    let plain = UnitDefinition::new(vec2(20.0, 20.0), 0.4, 2.0);
    let engine = world.add_unit(&UnitDefinition { driver: Driver::Engine, ..plain }).unwrap();
    for _ in 0..9 {
        world.add_unit(&plain).unwrap();
    }
    world.set_motion(engine, plain.position, vec2(900.0, 0.0)).unwrap();
    world.step(TICK).unwrap();
    let unit = world.unit(engine).unwrap();
    assert_eq!((unit.velocity, unit.push), (vec2(900.0, 0.0), Vec2::ZERO));
}
