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
    // It stands, and does not push.
    for _ in 0..200 {
        world.step(TICK).unwrap();
        assert_eq!(world.unit(unit).unwrap().desired_velocity, Vec2::ZERO);
        assert_eq!(world.unit(unit).unwrap().position, blocked.position);
    }
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
fn whose_place_one_that_holds_has_taken_rests_beside_it() {
    for offset in [vec2(0.0, 0.0), vec2(0.3, 0.0), vec2(0.1, -0.3)] {
        let mut world = world_of(30.0, 10.0).build();
        let unit = world.add_unit(&at(8.0, 5.0)).unwrap();
        let place = vec2(14.0, 5.0);
        world.order(&[unit], &Goal::Point(place)).unwrap();
        world.step(TICK).unwrap();
        let there = place + offset;
        let holder = world.add_unit(&at(there.x, there.y)).unwrap();
        world.hold(&[holder]).unwrap();
        watch(&mut world, unit, 300);
        let unit = world.unit(unit).unwrap();
        assert!(unit.arrived && unit.position.distance(place) < 1.2, "{offset} {unit:?}");
        assert_eq!(world.unit(holder).unwrap().position, there);
    }
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

/// How a crowd fared before a door of 1.2 m that somebody barred for 5 minutes.
struct BarredCrowd {
    world: World,
    units: Vec<UnitId>,
    /// How often each was told that it is stuck.
    told: Vec<usize>,
    /// How far each walked from 30 s on, in metres.
    walked: Vec<f32>,
}

/// Two halls, and a door of 1.2 m between them.
fn hall_with_door() -> World {
    let walls = [[19.0, 0.0, 21.0, 9.4], [19.0, 10.6, 21.0, 20.0]];
    world_of(40.0, 20.0).radii(&[0.4]).walls(&walls).build()
}

fn before_a_barred_door(mut world: World, count: usize, blocker: UnitId) -> BarredCrowd {
    let unit = |k: usize| {
        let at = vec2(5.0 + (k % 5) as f32, 7.0 + (k / 5) as f32);
        UnitDefinition::new(at, 0.4, 2.0)
    };
    let units: Vec<UnitId> = (0..count).map(|k| world.add_unit(&unit(k)).unwrap()).collect();
    world.order(&units, &Goal::Point(vec2(35.0, 10.0))).unwrap();
    let (mut told, mut walked) = (vec![0; count], vec![0.0; count]);
    let places = |world: &World| -> Vec<Vec2> {
        units.iter().map(|&unit| world.unit(unit).unwrap().position).collect()
    };
    let mut last = places(&world);
    for tick in 0..3000 {
        world.step(TICK).unwrap();
        for event in world.events() {
            if let Event::Stuck { unit, reason, blocker: by, .. } = *event {
                assert_eq!((reason, by), (StuckReason::Units, Some(blocker)), "tick {tick}");
                told[units.iter().position(|&of| of == unit).unwrap()] += 1;
            }
        }
        let now = places(&world);
        if tick >= 300 {
            let ways = now.iter().zip(&last).map(|(now, last)| now.distance(*last));
            walked.iter_mut().zip(ways).for_each(|(walked, way)| *walked += way);
        }
        last = now;
    }
    BarredCrowd { world, units, told, walked }
}

#[test]
fn a_crowd_before_a_barred_door_stands_is_told_once_each_and_goes_on_at_once() {
    for count in [1, 2, 4, 10, 30] {
        let mut world = hall_with_door();
        let holder = world.add_unit(&UnitDefinition::new(vec2(20.0, 10.0), 0.4, 2.0)).unwrap();
        world.hold(&[holder]).unwrap();
        let BarredCrowd { mut world, units, told, walked } =
            before_a_barred_door(world, count, holder);
        assert!(walked.iter().all(|&walked| walked <= 1.0), "{count}: {walked:?}");
        assert!(told.iter().all(|&told| told == 1), "{count}: {told:?}");
        // Out of the way it goes: all follow.
        world.order(&[holder], &Goal::Point(vec2(37.0, 2.0))).unwrap();
        let ticks = (1..).find(|_| {
            world.step(TICK).unwrap();
            let far = |&unit: &UnitId| world.unit(unit).unwrap().arrived;
            units.iter().all(far) || world.tick_count() > 9000
        });
        let alone = 10.0 + 1.5 * count as f32;
        assert!(ticks.unwrap() as f32 * TICK <= alone, "{count}: {ticks:?}");
    }
}

/// A gate of 4 m with a rank of four that hold their positions in it, or all but one of them; the rest of the wall is closed.
fn gate_with_rank(count: usize) -> (World, Vec<UnitId>) {
    let walls = [[19.0, 0.0, 21.0, 8.0], [19.0, 12.0, 21.0, 20.0]];
    let mut world = world_of(40.0, 20.0).radii(&[0.4]).walls(&walls).build();
    let at = |k: usize| UnitDefinition::new(vec2(20.0, 8.45 + 1.03 * k as f32), 0.4, 2.0);
    let rank: Vec<UnitId> = (0..count).map(|k| world.add_unit(&at(k)).unwrap()).collect();
    world.hold(&rank).unwrap();
    (world, rank)
}

#[test]
fn a_rank_bars_a_gate_that_it_fills_and_none_beside_which_there_is_room() {
    for count in [4, 3] {
        let (mut world, rank) = gate_with_rank(count);
        let unit = |k: usize| UnitDefinition::new(vec2(10.0, 7.0 + k as f32), 0.4, 2.0);
        let units: Vec<UnitId> = (0..6).map(|k| world.add_unit(&unit(k)).unwrap()).collect();
        world.order(&units, &Goal::Point(vec2(32.0, 10.0))).unwrap();
        let mut told = 0;
        for _ in 0..600 {
            world.step(TICK).unwrap();
            let is_stuck = |event: &&Event| matches!(event, Event::Stuck { .. });
            told += world.events().iter().filter(is_stuck).count();
        }
        let arrived = units.iter().filter(|&&unit| world.unit(unit).unwrap().arrived).count();
        let expected = if count == 4 { 0 } else { 6 };
        assert_eq!(arrived, expected, "{count} in the gate");
        assert!(if count == 4 { told == 6 } else { told <= 6 }, "{count}: {told}");
        if count == 4 {
            let moves = |unit: &UnitId| world.unit(*unit).unwrap().velocity != Vec2::ZERO;
            assert!(!units.iter().any(moves));
            // One leaves, and they go through where it stood.
            world.remove_unit(rank[2]).unwrap();
            for _ in 0..300 {
                world.step(TICK).unwrap();
            }
            assert!(units.iter().all(|&unit| world.unit(unit).unwrap().arrived));
        }
    }
}

#[test]
fn who_stands_before_a_barred_door_obeys_orders_and_edits() {
    let mut world = hall_with_door();
    let holder = world.add_unit(&UnitDefinition::new(vec2(20.0, 10.0), 0.4, 2.0)).unwrap();
    world.hold(&[holder]).unwrap();
    let BarredCrowd { mut world, units, .. } = before_a_barred_door(world, 10, holder);
    let (one, others) = units.split_first().unwrap();
    let text = world.explain(*one).unwrap().to_string();
    assert!(text.contains("it stands, as") && text.contains("bars its way"), "{text}");
    // Loaded from bytes they stand as well.
    world = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    world.order(&[*one], &Goal::Point(vec2(5.0, 5.0))).unwrap();
    for _ in 0..150 {
        world.step(TICK).unwrap();
    }
    assert!(world.unit(*one).unwrap().arrived);
    assert!(others.iter().all(|&unit| world.unit(unit).unwrap().velocity == Vec2::ZERO));
    // A new door opens in the wall.
    let walls: Vec<_> = world.obstacles().collect();
    world.remove_obstacle(walls[0]).unwrap();
    for _ in 0..300 {
        world.step(TICK).unwrap();
    }
    assert!(others.iter().all(|&unit| world.unit(unit).unwrap().arrived));
}
