//! Units that get nowhere: said once, with a reason; what can be tried is tried, and then they wait.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Activity, Driver, Event, Goal, StuckReason, UnitDefinition, UnitId, World};

use crate::support::{TICK, add_wall, world_of};

fn at(x: f32, y: f32) -> UnitDefinition {
    UnitDefinition::new(vec2(x, y), 0.25, 1.4)
}

/// Two halls and a corridor of 0.8 m between them at x = 10 … 20.
fn halls() -> World {
    world_of(30.0, 10.0).walls(&[[10.0, 0.0, 20.0, 4.6], [10.0, 5.4, 20.0, 10.0]]).build()
}

fn stuck_of(world: &World, unit: UnitId) -> Option<StuckReason> {
    world.events().iter().find_map(|event| match *event {
        Event::Stuck { unit: of, reason, .. } if of == unit => Some(reason),
        _ => None,
    })
}

/// Steps; how often the unit was reported stuck, and why the last time.
fn watch(world: &mut World, unit: UnitId, ticks: usize) -> (usize, Option<StuckReason>) {
    let mut seen = (0, None);
    for _ in 0..ticks {
        world.step(TICK).unwrap();
        if let Some(reason) = stuck_of(world, unit) {
            seen = (seen.0 + 1, Some(reason));
        }
    }
    seen
}

#[test]
fn behind_one_that_holds() {
    let mut world = halls();
    let holder = world.add_unit(&at(15.0, 5.0)).unwrap();
    world.hold(&[holder]).unwrap();
    let unit = world.add_unit(&at(8.0, 5.0)).unwrap();
    world.order(&[unit], &Goal::Point(vec2(25.0, 5.0))).unwrap();
    assert_eq!(watch(&mut world, unit, 85), (0, None), "it walks, then waits for 5 s");
    assert_eq!(watch(&mut world, unit, 1500), (1, Some(StuckReason::Units)));
    let blocked = world.unit(unit).unwrap();
    assert_eq!((blocked.activity, blocked.arrived), (Activity::Stuck, false));
    // It waits, and does not push for ever.
    let mut pushes = 0;
    for _ in 0..200 {
        world.step(TICK).unwrap();
        pushes += usize::from(world.unit(unit).unwrap().desired_velocity != Vec2::ZERO);
    }
    assert!(pushes <= 150, "{pushes}");
    // As soon as the way is free it goes on.
    world.order(&[holder], &Goal::Point(vec2(27.0, 8.0))).unwrap();
    assert_eq!(watch(&mut world, unit, 300), (0, None));
    assert!(world.unit(unit).unwrap().arrived);
}

#[test]
fn behind_a_friend_that_is_idle_it_does_not_stay() {
    let mut world = halls();
    world.add_unit(&at(15.0, 5.0)).unwrap();
    let unit = world.add_unit(&at(8.0, 5.0)).unwrap();
    world.order(&[unit], &Goal::Point(vec2(25.0, 5.0))).unwrap();
    watch(&mut world, unit, 900);
    assert!(world.unit(unit).unwrap().arrived, "{:?}", world.unit(unit));
}

#[test]
fn where_no_way_begins() {
    let mut world = halls();
    // A closed cell in the first hall.
    for [x0, y0, x1, y1] in
        [[1.0, 1.0, 4.0, 1.5], [1.0, 3.5, 4.0, 4.0], [1.0, 1.0, 1.5, 4.0], [3.5, 1.0, 4.0, 4.0]]
    {
        add_wall(&mut world, [x0, y0, x1, y1]);
    }
    let engine =
        world.add_unit(&UnitDefinition { driver: Driver::Engine, ..at(8.0, 8.0) }).unwrap();
    world.order(&[engine], &Goal::Point(vec2(25.0, 5.0))).unwrap();
    world.step(TICK).unwrap();
    world.set_motion(engine, vec2(2.5, 2.5), Vec2::ZERO).unwrap();
    assert_eq!(watch(&mut world, engine, 400), (1, Some(StuckReason::NoWay)));
    assert_eq!(world.unit(engine).unwrap().desired_velocity, Vec2::ZERO);
    world.set_motion(engine, vec2(8.0, 8.0), Vec2::ZERO).unwrap();
    watch(&mut world, engine, 2);
    let free = world.unit(engine).unwrap();
    assert!(free.desired_velocity.length() > 1.0 && free.activity == Activity::Moving);
}

#[test]
fn an_engine_that_stands_still_on_open_ground_is_not_stuck() {
    let mut world = halls();
    let engine =
        world.add_unit(&UnitDefinition { driver: Driver::Engine, ..at(5.0, 5.0) }).unwrap();
    world.order(&[engine], &Goal::Point(vec2(25.0, 5.0))).unwrap();
    assert_eq!(watch(&mut world, engine, 200), (0, None));
}

#[test]
fn a_unit_that_only_turns_slowly_is_not_stuck() {
    let mut world = halls();
    let unit = world.add_unit(&UnitDefinition { turn_rate: 0.5, ..at(9.0, 5.0) }).unwrap();
    world.order(&[unit], &Goal::Point(vec2(1.0, 5.0))).unwrap();
    assert_eq!(watch(&mut world, unit, 400), (0, None));
    assert!(world.unit(unit).unwrap().arrived);
}

#[test]
fn who_walks_and_comes_no_nearer_is_told_once_until_it_does() {
    let mut world = world_of(60.0, 10.0).build();
    let driven = UnitDefinition { driver: Driver::Engine, ..at(20.0, 5.0) };
    let unit = world.add_unit(&driven).unwrap();
    world.order(&[unit], &Goal::Point(vec2(55.0, 5.0))).unwrap();
    let mut seen = Vec::new();
    for tick in 0..1200 {
        // For a minute the engine walks it to and fro; then it may go where it wants to.
        let view = world.unit(unit).unwrap();
        let forth = vec2(if tick % 50 < 25 { 1.4 } else { -1.4 }, 0.0);
        let velocity = if tick < 600 { forth } else { view.desired_velocity };
        world.set_motion(unit, view.position + TICK * velocity, velocity).unwrap();
        world.step(TICK).unwrap();
        seen.extend(stuck_of(&world, unit).map(|reason| (tick, reason)));
    }
    assert!(matches!(seen[..], [(tick, StuckReason::NoProgress)] if tick < 130), "{seen:?}");
    assert!(world.unit(unit).unwrap().arrived);
}
