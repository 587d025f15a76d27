//! Who gives way to whom: idle and resting units, teams, units that hold, heavy ones, and those that an engine moves.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Activity, Driver, Event, Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, add_wall, all_arrived, rows, steps, world_of};

fn world() -> World {
    world_of(40.0, 20.0).radii(&[0.25, 1.0]).build()
}

fn at(x: f32, y: f32) -> UnitDefinition {
    UnitDefinition::new(vec2(x, y), 0.25, 1.4)
}

fn position(world: &World, unit: UnitId) -> Vec2 {
    world.unit(unit).unwrap().position
}

/// A corridor of 0.9 m, in which two units of 0.5 m cannot pass, with a niche to the south at x = 19 … 21; a unit stands
/// in its mouth, and another one wants through.
fn corridor(team: u32) -> (World, UnitId, UnitId) {
    let mut world = world();
    add_wall(&mut world, [0.0, 10.45, 40.0, 20.0]);
    add_wall(&mut world, [0.0, 0.0, 19.0, 9.55]);
    add_wall(&mut world, [21.0, 0.0, 40.0, 9.55]);
    let idle = world.add_unit(&UnitDefinition { team, ..at(20.0, 9.9) }).unwrap();
    let mover = world.add_unit(&at(15.0, 10.0)).unwrap();
    world.order(&[mover], &Goal::Point(vec2(26.0, 10.0))).unwrap();
    (world, idle, mover)
}

#[test]
fn an_idle_unit_lets_a_friend_pass_and_returns() {
    let (mut world, idle, mover) = corridor(0);
    let home = position(&world, idle);
    let mut farthest = 0.0_f32;
    for _ in 0..300 {
        world.step(TICK).unwrap();
        farthest = farthest.max(position(&world, idle).distance(home));
        assert_eq!(world.unit(idle).unwrap().activity, Activity::Idle);
    }
    assert!(world.unit(mover).unwrap().arrived);
    assert!(farthest > 0.1, "it had to make room: {farthest}");
    let rest = position(&world, idle);
    assert!(rest.distance(home) <= 0.64 * 0.25 + 1e-3, "it is back: {rest}");
    steps(&mut world, 50);
    assert_eq!(position(&world, idle), rest, "and stays");
}

#[test]
fn a_packed_crowd_parts_for_one_from_its_middle_and_closes_again() {
    for count in [40, 100, 200] {
        let mut world = world();
        let point = vec2(12.0, 10.0);
        let crowd = rows(vec2(8.0, 6.0)).columns(10).add(&mut world, count);
        world.order(&crowd, &Goal::Point(point)).unwrap();
        steps(&mut world, 500);
        assert!(all_arrived(&world, &crowd));
        let off = |unit: UnitId| position(&world, unit).distance(point);
        let one = crowd.iter().copied().min_by(|&a, &b| off(a).total_cmp(&off(b))).unwrap();
        let free = (vec2(34.0, 10.0).distance(position(&world, one)) / 1.4).ceil();
        world.order(&[one], &Goal::Point(vec2(34.0, 10.0))).unwrap();
        let begun = world.tick_count();
        while world.tick_count() < begun + 600 && !all_arrived(&world, &[one]) {
            world.step(TICK).unwrap();
        }
        let late = (world.tick_count() - begun) as f32 * TICK - free;
        assert!(late < 8.0, "{count}: {late} s late");
        steps(&mut world, 100);
        for unit in crowd.iter().map(|&unit| world.unit(unit).unwrap()) {
            let off = unit.place.unwrap().distance(unit.position);
            assert!(unit.arrived && off <= 2.0 * 0.25 + 1e-3, "{count}: {off} m off its place");
        }
    }
}

#[test]
fn nobody_steps_aside_who_is_not_in_the_way() {
    let mut world = world();
    let idle: Vec<UnitId> =
        (0..8).map(|k| world.add_unit(&at(10.0 + 2.0 * k as f32, 10.0)).unwrap()).collect();
    let before: Vec<Vec2> = idle.iter().map(|&unit| position(&world, unit)).collect();
    let movers: Vec<UnitId> =
        (0..4).map(|k| world.add_unit(&at(5.0 - k as f32, 11.2)).unwrap()).collect();
    world.order(&movers, &Goal::Point(vec2(35.0, 11.2))).unwrap();
    steps(&mut world, 300);
    assert!(movers.iter().all(|&unit| world.unit(unit).unwrap().arrived));
    for (&unit, &home) in idle.iter().zip(&before) {
        assert!(position(&world, unit).distance(home) < 0.05);
    }
}

#[test]
fn strangers_and_units_that_hold_stay_where_they_are() {
    for holds in [false, true] {
        let (mut world, blocker, _) = corridor(u32::from(!holds));
        if holds {
            world.hold(&[blocker]).unwrap();
        }
        for tick in 0..100 {
            let back = vec2(20.0, 9.9) - position(&world, blocker);
            world.step(TICK).unwrap();
            // In between it keeps to what it wanted when it looked around.
            if tick % 2 == 1 {
                continue;
            }
            let unit = world.unit(blocker).unwrap();
            assert!(unit.desired_velocity.perp_dot(back).abs() < 0.01, "it steps nowhere but back");
            assert!(unit.desired_velocity.dot(back) >= 0.0);
            assert!(!holds || unit.position == vec2(20.0, 9.9), "it is not even pushed");
        }
        let expected = if holds { Activity::Holding } else { Activity::Idle };
        assert_eq!(world.unit(blocker).unwrap().activity, expected);
    }
}

#[test]
fn holding_ends_with_the_next_order_or_stop() {
    let mut world = world();
    let units = [4.0, 8.0].map(|x| world.add_unit(&at(x, 4.0)).unwrap());
    world.order(&units, &Goal::Point(vec2(20.0, 4.0))).unwrap();
    steps(&mut world, 10);
    world.hold(&units).unwrap();
    assert!(units.iter().all(|&unit| world.unit(unit).unwrap().order.is_none()));
    steps(&mut world, 20);
    let activities = |world: &World| units.map(|unit| world.unit(unit).unwrap().activity);
    assert_eq!(activities(&world), [Activity::Holding; 2]);
    world.stop(&units[..1]).unwrap();
    world.order(&units[1..], &Goal::Point(vec2(30.0, 4.0))).unwrap();
    assert_eq!(activities(&world), [Activity::Idle, Activity::Moving]);
    steps(&mut world, 300);
    assert_eq!(activities(&world), [Activity::Idle, Activity::Resting]);
}

#[test]
fn heavier_units_push_lighter_ones() {
    let pushed = |mass: f32| {
        let mut world = world();
        // So fast that they are apart within a tick.
        let at = |x: f32| UnitDefinition { max_speed: 4.0, ..at(x, 10.0) };
        let light = world.add_unit(&at(9.8)).unwrap();
        let other = world.add_unit(&UnitDefinition { mass, ..at(10.1) }).unwrap();
        steps(&mut world, 1);
        (9.8 - position(&world, light).x, position(&world, other).x - 10.1)
    };
    let (one, other) = pushed(1.0);
    assert!((one - other).abs() < 1e-3 && one > 0.09, "{one} {other}");
    let (one, other) = pushed(9.0);
    assert!((one / other - 9.0).abs() < 0.5, "{one} {other}");
    let default = UnitDefinition::new(Vec2::ZERO, 0.5, 1.0);
    assert_eq!((default.mass, default.team, default.driver), (4.0, 0, Driver::World));
}

#[test]
fn the_world_never_moves_what_the_engine_moves() {
    let mut world = world();
    let engine = UnitDefinition { driver: Driver::Engine, ..at(20.0, 10.0) };
    let engine = world.add_unit(&engine).unwrap();
    let inside = world.add_unit(&at(20.1, 10.0)).unwrap();
    let crowd: Vec<UnitId> =
        (0..12).map(|k| world.add_unit(&at(10.0 - 0.6 * k as f32, 10.0)).unwrap()).collect();
    world.order(&crowd, &Goal::Point(vec2(32.0, 10.0))).unwrap();
    for _ in 0..250 {
        world.step(TICK).unwrap();
        let unit = world.unit(engine).unwrap();
        assert_eq!((unit.position, unit.velocity), (vec2(20.0, 10.0), Vec2::ZERO));
    }
    assert!(position(&world, inside).distance(vec2(20.0, 10.0)) > 0.49, "who is not, gives way");
    assert!(crowd.iter().all(|&unit| world.unit(unit).unwrap().arrived));
}

#[test]
fn an_engine_that_follows_arrives_and_its_word_is_taken() {
    let mut world = world();
    add_wall(&mut world, [18.0, 4.0, 20.0, 20.0]);
    let engine = UnitDefinition { driver: Driver::Engine, ..at(4.0, 10.0) };
    let engine = world.add_unit(&engine).unwrap();
    let order = world.order(&[engine], &Goal::Point(vec2(30.0, 10.0))).unwrap();
    let mut arrivals = 0;
    for _ in 0..600 {
        world.step(TICK).unwrap();
        arrivals += world.events().len();
        assert!(
            world.events().iter().all(|event| *event == Event::Arrived { unit: engine, order })
        );
        let unit = world.unit(engine).unwrap();
        let next = unit.position + unit.desired_velocity * TICK;
        world.set_motion(engine, next, unit.desired_velocity).unwrap();
        let after = world.unit(engine).unwrap();
        assert_eq!((after.position, after.velocity), (next, unit.desired_velocity));
    }
    assert_eq!(arrivals, 1);
    assert_eq!(world.unit(engine).unwrap().activity, Activity::Resting);
}

#[test]
fn an_engine_that_walks_into_a_wall_is_led_out() {
    let mut world = world();
    add_wall(&mut world, [18.0, 4.0, 20.0, 20.0]);
    let engine = UnitDefinition { driver: Driver::Engine, ..at(4.0, 10.0) };
    let engine = world.add_unit(&engine).unwrap();
    world.order(&[engine], &Goal::Point(vec2(30.0, 10.0))).unwrap();
    world.set_motion(engine, vec2(18.4, 10.0), Vec2::ZERO).unwrap();
    world.step(TICK).unwrap();
    assert!(world.unit(engine).unwrap().desired_velocity.x < -1.0, "back to where it came from");
    assert_eq!(position(&world, engine), vec2(18.4, 10.0));
    // Neither do new obstacles move it.
    add_wall(&mut world, [17.0, 9.0, 18.0, 11.0]);
    world.step(TICK).unwrap();
    assert_eq!(position(&world, engine), vec2(18.4, 10.0));
}

#[test]
fn units_make_room_for_an_engine_of_their_team() {
    let moved = |team: u32| {
        let mut world = world();
        let idle = world.add_unit(&UnitDefinition { team, ..at(20.0, 10.1) }).unwrap();
        let engine = UnitDefinition { driver: Driver::Engine, ..at(10.0, 10.0) };
        let engine = world.add_unit(&engine).unwrap();
        let mut desired = false;
        for k in 0..200 {
            let at = vec2(10.0 + 0.1 * k as f32, 10.0);
            world.set_motion(engine, at, vec2(1.0, 0.0)).unwrap();
            world.step(TICK).unwrap();
            desired |= position(&world, engine).x < 20.0
                && world.unit(idle).unwrap().desired_velocity.y > 0.0;
        }
        desired
    };
    assert!(moved(0));
    assert!(!moved(7));
}

/// A block of units with the lower left one at a point.
fn block(world: &mut World, team: u32, from: Vec2) -> Vec<UnitId> {
    rows(from).columns(5).pitch(0.6).team(team).add(world, 20)
}

#[test]
fn crowds_that_are_sent_to_one_point_come_to_rest() {
    let goal = Goal::Point(vec2(20.0, 10.0));
    for team in [0, 1] {
        for rests in [true, false] {
            let mut world = world();
            let first = block(&mut world, 0, vec2(if rests { 19.0 } else { 5.0 }, 9.0));
            let second = block(&mut world, team, vec2(33.0, 9.2));
            if !rests {
                world.order(&first, &goal).unwrap();
                steps(&mut world, 200);
            }
            world.order(&second, &goal).unwrap();
            steps(&mut world, 900);
            let arrived = second.iter().filter(|&&unit| world.unit(unit).unwrap().arrived).count();
            assert_eq!(arrived, second.len(), "team {team}, the first ones idle: {rests}");
            let before: Vec<Vec2> = world.units().map(|unit| unit.position).collect();
            for _ in 0..100 {
                world.step(TICK).unwrap();
                let now = world.units().map(|unit| unit.position);
                let moved = now.zip(&before).map(|(now, before)| now.distance(*before));
                assert!(moved.fold(0.0, f32::max) < 0.05, "team {team}, {rests}: they mill about");
            }
        }
    }
}
