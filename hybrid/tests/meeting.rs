//! Whom a unit meets, who gives way to whom, how large it is when it is avoided; and engines that move units along walls.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Location;
use hybrid::{Driver, Event, Goal, UnitDefinition, UnitId, World, WorldError};

use crate::support::{Random, TICK, add_wall, steps, world_of};

const AIR: u32 = 2;

fn at(x: f32, y: f32) -> UnitDefinition {
    UnitDefinition::new(vec2(x, y), 0.25, 1.4)
}

/// A unit of the air, which meets only such.
fn flier(x: f32, y: f32) -> UnitDefinition {
    UnitDefinition { collision_layers: AIR, collision_mask: AIR, ..at(x, y) }
}

fn position(world: &World, unit: UnitId) -> Vec2 {
    world.unit(unit).unwrap().position
}

/// Two columns that pass through each other on one line, or on two that are some metres apart; returns how far anybody got off
/// its line, and when all had arrived.
fn opposed(west: UnitDefinition, east: UnitDefinition, apart: f32) -> (f32, Option<usize>) {
    let mut world = world_of(40.0, 20.0).build();
    let mut row = |plain: UnitDefinition, [x, goal]: [f32; 2], y: f32| {
        let place = |k: usize| {
            let heading = vec2(goal - x, 0.0);
            UnitDefinition { position: vec2(x + k as f32, y), heading, ..plain }
        };
        let units: Vec<UnitId> = (0..4).map(|k| world.add_unit(&place(k)).unwrap()).collect();
        let goals = (0..4).map(|k| vec2(goal + k as f32, y)).collect();
        world.order(&units, &Goal::Each(goals)).unwrap();
        units.into_iter().map(move |unit| (unit, y))
    };
    let mut all: Vec<(UnitId, f32)> = row(west, [4.0, 32.0], 10.0).collect();
    all.extend(row(east, [32.0, 4.0], 10.0 + apart));
    let (mut off, mut done) = (0.0_f32, None);
    for tick in 0..400 {
        world.step(TICK).unwrap();
        for &(unit, y) in &all {
            off = off.max((position(&world, unit).y - y).abs());
        }
        let arrived = all.iter().all(|&(unit, _)| world.unit(unit).unwrap().arrived);
        done = done.or(arrived.then_some(tick));
    }
    (off, done)
}

#[test]
fn who_does_not_meet_walks_through_as_if_alone() {
    let (off, met) = opposed(at(0.0, 0.0), at(0.0, 0.0), 0.0);
    assert!(off > 0.1, "those who meet turn aside: {off}");
    let (ghost, still) = (UnitDefinition { collision_mask: 0, ..at(0.0, 0.0) }, at(0.0, 0.0));
    let nowhere = UnitDefinition { collision_layers: 0, ..at(0.0, 0.0) };
    for (west, east) in [(flier(0.0, 0.0), still), (ghost, still), (still, nowhere)] {
        let (off, done) = opposed(west, east, 0.0);
        let (alone, _) = opposed(west, east, 6.0);
        assert!(off < alone + 0.01 && alone < 0.1, "{off} {alone}");
        assert!(done.is_some() && done <= met, "{done:?} {met:?}");
    }
    let (off, _) = opposed(flier(0.0, 0.0), flier(0.0, 0.0), 0.0);
    assert!(off > 0.1, "fliers meet each other: {off}");
}

#[test]
fn who_does_not_meet_takes_a_place_that_the_other_stands_on() {
    let mut world = world_of(40.0, 20.0).build();
    let idle = world.add_unit(&at(20.0, 10.0)).unwrap();
    let fliers: Vec<UnitId> =
        (0..6).map(|k| world.add_unit(&flier(5.0, 7.0 + k as f32)).unwrap()).collect();
    world.order(&fliers, &Goal::Point(vec2(20.0, 10.0))).unwrap();
    for _ in 0..300 {
        world.step(TICK).unwrap();
        assert!(!world.events().iter().any(|event| matches!(event, Event::Stuck { .. })));
        assert_eq!(position(&world, idle), vec2(20.0, 10.0));
    }
    assert!(fliers.iter().all(|&unit| world.unit(unit).unwrap().arrived));
    let over = |&&unit: &&UnitId| position(&world, unit).distance(vec2(20.0, 10.0)) < 0.3;
    assert_eq!(fliers.iter().filter(over).count(), 1);
}

#[test]
fn a_corridor_that_a_stranger_blocks_is_open_to_a_ghost() {
    let mut world = world_of(40.0, 20.0).build();
    add_wall(&mut world, [0.0, 10.35, 40.0, 20.0]);
    add_wall(&mut world, [0.0, 0.0, 40.0, 9.65]);
    let blocker = world.add_unit(&at(20.0, 10.0)).unwrap();
    world.hold(&[blocker]).unwrap();
    let ghost = UnitDefinition { collision_mask: 0, ..at(15.0, 10.0) };
    let units = [ghost, at(13.0, 10.0)].map(|unit| world.add_unit(&unit).unwrap());
    units.iter().for_each(|&unit| {
        world.order(&[unit], &Goal::Point(vec2(30.0, 10.0))).unwrap();
    });
    let mut stuck = Vec::new();
    for _ in 0..200 {
        world.step(TICK).unwrap();
        stuck.extend(world.events().iter().filter_map(|event| match event {
            Event::Stuck { unit, .. } => Some(*unit),
            _ => None,
        }));
    }
    assert!(world.unit(units[0]).unwrap().arrived, "{:?}", world.unit(units[0]));
    assert_eq!(stuck, [units[1]], "the other one is held up");
}

#[test]
fn who_yields_does_all_of_the_dodging() {
    let detours = |yields: [u32; 2]| {
        let mut world = world_of(40.0, 20.0).build();
        let plain = [at(5.0, 10.0), UnitDefinition { heading: Vec2::NEG_X, ..at(35.0, 10.05) }];
        let units = [0, 1].map(|k| {
            let unit = UnitDefinition { yields_to: yields[k], ..plain[k] };
            world.add_unit(&unit).unwrap()
        });
        world.order(&units, &Goal::Each(vec![vec2(35.0, 10.0), vec2(5.0, 10.05)])).unwrap();
        let mut off = [0.0_f32; 2];
        for _ in 0..300 {
            world.step(TICK).unwrap();
            for k in 0..2 {
                off[k] = off[k].max((position(&world, units[k]).y - plain[k].position.y).abs());
            }
        }
        assert!(units.iter().all(|&unit| world.unit(unit).unwrap().arrived));
        off
    };
    let [one, other] = detours([0, 0]);
    assert!(one > 0.05 && other > 0.05, "{one} {other}");
    let [one, other] = detours([1, 0]);
    assert!(one > 0.4 && other < 0.01, "{one} {other}");
    let [one, other] = detours([0, 1]);
    assert!(one < 0.01 && other > 0.4, "{one} {other}");
    assert_eq!(detours([1, 1]), detours([0, 0]), "two that yield to each other are equals");
    assert_eq!(detours([AIR, AIR]), detours([0, 0]), "nobody is in that layer");
}

#[test]
fn others_keep_from_a_large_avoidance_radius_and_still_rest_beside_it() {
    let nearest = |avoidance_radius: f32| {
        let mut world = world_of(40.0, 20.0).build();
        let idle = world.add_unit(&UnitDefinition { avoidance_radius, team: 1, ..at(20.0, 10.0) });
        let (idle, mover) = (idle.unwrap(), world.add_unit(&at(5.0, 10.1)).unwrap());
        world.order(&[mover], &Goal::Point(vec2(35.0, 10.1))).unwrap();
        let mut nearest = f32::INFINITY;
        for _ in 0..300 {
            world.step(TICK).unwrap();
            nearest = nearest.min(position(&world, idle).distance(position(&world, mover)));
        }
        assert!(world.unit(mover).unwrap().arrived);
        let beside = vec2(20.0, 10.6);
        world.order(&[mover], &Goal::Point(beside)).unwrap();
        steps(&mut world, 400);
        assert!(position(&world, mover).distance(beside) < 0.3, "{:?}", position(&world, mover));
        nearest
    };
    let (plain, wide) = (nearest(0.0), nearest(1.5));
    assert!(plain < 0.7 && wide > 1.2, "{plain} {wide}");
    assert_eq!(plain, nearest(0.25));
}

#[test]
fn an_avoidance_radius_out_of_range_is_refused() {
    let mut world = world_of(40.0, 20.0).build();
    for avoidance_radius in [0.24, -1.0, 100.1, f32::NAN, f32::INFINITY] {
        let unit = UnitDefinition { avoidance_radius, ..at(20.0, 10.0) };
        let error = world.add_unit(&unit).unwrap_err();
        let message = error.to_string();
        assert!(matches!(error, WorldError::AvoidanceRadius { radius: 0.25, .. }), "{message}");
        assert!(message.contains("avoidance_radius") && message.contains("0.25"), "{message}");
    }
    let unit = world.add_unit(&UnitDefinition { avoidance_radius: 100.0, ..at(20.0, 10.0) });
    let view = world.unit(unit.unwrap()).unwrap();
    assert_eq!((view.avoidance_radius, view.collision_layers), (100.0, 1));
    assert_eq!((view.collision_mask, view.yields_to), (u32::MAX, 0));
    let plain = world.add_unit(&at(10.0, 10.0)).unwrap();
    assert_eq!(world.unit(plain).unwrap().avoidance_radius, 0.25);
}

#[test]
fn saved_worlds_keep_who_meets_whom() {
    let build = |with: bool| {
        let mut world = world_of(40.0, 20.0).build();
        let set = |unit: UnitDefinition| if with { unit } else { at(unit.position.x, 10.0) };
        let mut add = |unit| world.add_unit(&set(unit)).unwrap();
        let east: Vec<UnitId> = (0..3).map(|k| add(flier(4.0 + k as f32, 10.0))).collect();
        let yields = UnitDefinition { yields_to: 1, avoidance_radius: 0.6, ..at(30.0, 10.0) };
        let west = [add(yields), add(at(32.0, 10.0))];
        world.order(&east, &Goal::Point(vec2(35.0, 10.0))).unwrap();
        world.order(&west, &Goal::Point(vec2(5.0, 10.0))).unwrap();
        world
    };
    let (mut world, plain) = (build(true), build(false));
    assert_ne!(world.state_hash(), plain.state_hash());
    for _ in 0..120 {
        let mut read = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
        read.step(TICK).unwrap();
        world.step(TICK).unwrap();
        assert_eq!(read.state_hash(), world.state_hash());
    }
}

#[test]
fn the_desired_velocity_of_an_engines_unit_leads_into_no_wall() {
    let mut dice = Random(11);
    let (mut moved, mut beside) = (0.0, 0);
    for _ in 0..12 {
        let mut world = world_of(30.0, 30.0).build();
        for _ in 0..25 {
            let center = vec2(dice.between(2.0, 28.0), dice.between(2.0, 28.0));
            let angle = dice.between(0.0, 3.0);
            let along = Vec2::from_angle(angle) * dice.between(0.3, 3.0);
            let across = Vec2::from_angle(angle + 1.6) * dice.between(0.2, 1.0);
            let corners = [center - along, center + across, center + along, center - across];
            // Outlines that cross the bounds are refused.
            let _ = world.add_obstacle(&corners);
        }
        let mut units = Vec::new();
        for _ in 0..60 {
            let place = at(dice.between(1.0, 29.0), dice.between(1.0, 29.0));
            units.extend(world.add_unit(&UnitDefinition { driver: Driver::Engine, ..place }));
        }
        for tick in 0..200 {
            if tick % 50 == 0 {
                for &unit in &units {
                    let goal = vec2(dice.between(1.0, 29.0), dice.between(1.0, 29.0));
                    // It may be in a wall.
                    let _ = world.order(&[unit], &Goal::Point(goal));
                }
            }
            world.step(TICK).unwrap();
            for &unit in &units {
                let view = world.unit(unit).unwrap();
                let to = view.position + view.desired_velocity * TICK;
                let mesh = world.mesh(view.class).unwrap();
                assert!(matches!(mesh.locate(to), Location::Cell(_)), "{view:?} to {to}");
                moved += view.position.distance(to);
                beside += u32::from(mesh.free_radius(to) < 0.01);
                world.set_motion(unit, to, view.desired_velocity).unwrap();
            }
        }
    }
    // They do walk, and along walls too.
    assert!(moved > 5000.0 && beside > 1000, "{moved} {beside}");
}
