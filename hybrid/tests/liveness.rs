//! Every walk ends: units arrive, or are told why they do not, and nobody walks to and fro.

use std::f32::consts::TAU;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{
    Activity, Event, Goal, OrderDefinition, PathLostReason, UnitDefinition, UnitId, Unreachable,
    World, WorldDefinition, WorldParameters,
};

use crate::support::{TICK, world_of};

const RADIUS: f32 = 0.25;
const SPEED: f32 = 1.5;

fn world(side: f32, latency: u32) -> World {
    let parameters = WorldParameters { plan_latency: latency, ..WorldParameters::default() };
    world_of(side, side).parameters(parameters).build()
}

fn unit(world: &mut World, position: Vec2) -> UnitId {
    world.add_unit(&UnitDefinition::new(position, RADIUS, SPEED)).unwrap()
}

/// What happened until all units had arrived.
struct Walk {
    seconds: f32,
    /// How far each unit walked, in metres.
    walked: Vec<f32>,
    events: Vec<Event>,
}

/// Steps a world until all its units have arrived, which must be so in time.
fn walk(world: &mut World, units: &[UnitId], most_seconds: f32) -> Walk {
    let at = |world: &World| -> Vec<Vec2> {
        units.iter().map(|&unit| world.unit(unit).unwrap().position).collect()
    };
    let mut last = at(world);
    let mut walk = Walk { seconds: 0.0, walked: vec![0.0; units.len()], events: Vec::new() };
    while !world.units().all(|unit| unit.arrived) {
        let late: Vec<UnitId> =
            world.units().filter(|unit| !unit.arrived).map(|unit| unit.id).collect();
        assert!(
            walk.seconds < most_seconds,
            "{} of {} not there after {most_seconds} s; {}",
            late.len(),
            units.len(),
            world.explain(late[0]).unwrap()
        );
        world.step(TICK).unwrap();
        walk.seconds += TICK;
        walk.events.extend(world.events());
        let now = at(world);
        for (walked, (now, last)) in walk.walked.iter_mut().zip(now.iter().zip(&last)) {
            *walked += now.distance(*last);
        }
        last = now;
    }
    walk
}

#[test]
fn of_four_units_with_goals_of_their_own_none_swings_between_field_and_path() {
    // The way of the first one to its own place leads round the wall, away from the places of the others.
    let starts = [(3.0, 37.0), (37.0, 11.0), (28.0, 22.0), (21.25, 14.25)];
    let goals = [(17.0, 28.0), (17.0, 33.0), (16.0, 35.0), (17.75, 29.25)].map(Vec2::from);
    for latency in [0, 3] {
        for (x, y) in [(12.642_055, 29.743_692), (12.5, 29.75)] {
            let mut world = world(40.0, latency);
            let corners = [(x, y), (x + 8.0, y), (x + 8.0, y + 0.3), (x, y + 0.3)];
            world.add_obstacle(&corners.map(Vec2::from)).unwrap();
            let units: Vec<UnitId> =
                starts.iter().map(|&(x, y)| unit(&mut world, vec2(x, y))).collect();
            world.order(&units, &Goal::Each(goals.to_vec())).unwrap();
            let walk = walk(&mut world, &units, 60.0);
            assert!(walk.walked[0] < 20.0, "{} m", walk.walked[0]);
        }
    }
}

/// Units on a ring, all of one order, each sent to the opposite place.
fn ring(count: u16, radius: f32) -> Walk {
    let mut world = world(2.0 * radius + 10.0, 0);
    let middle = Vec2::splat(radius + 5.0);
    let on_ring = |k: u16| {
        let (sin, cos) = (f32::from(k) * TAU / f32::from(count)).sin_cos();
        middle + radius * vec2(cos, sin)
    };
    let units: Vec<UnitId> = (0..count).map(|k| unit(&mut world, on_ring(k))).collect();
    let goals = (0..count).map(|k| 2.0 * middle - on_ring(k)).collect();
    world.order(&units, &Goal::Each(goals)).unwrap();
    walk(&mut world, &units, 120.0)
}

#[test]
fn a_ring_of_units_of_one_order_changes_sides() {
    for (count, radius) in [(40, 25.0), (40, 12.0), (100, 25.0)] {
        let walk = ring(count, radius);
        let straight = 2.0 * radius / SPEED;
        assert!(walk.seconds < 2.0 * straight, "{count} on {radius} m: {} s", walk.seconds);
        let longest = walk.walked.iter().copied().fold(0.0, f32::max);
        assert!(longest < 1.5 * 2.0 * radius, "{count} on {radius} m: {longest} m");
    }
}

#[test]
fn units_without_room_at_a_blocked_goal_go_as_near_as_there_is_room() {
    // The free point nearest to the goal lies in a pocket with room for one, whose door no lattice of places passes.
    for latency in [0, 3] {
        let mut definition = WorldDefinition::new(
            Bounds::new(Vec2::ZERO, vec2(52.478_87, 41.831_024)),
            vec![RADIUS],
        );
        definition.parameters.plan_latency = latency;
        let mut world = World::new(&definition).unwrap();
        let corners = [
            (4.861_951_4, 35.0404),
            (3.599_082, 41.621_883),
            (0.308_341_03, 40.990_448),
            (1.571_210_4, 34.408_966),
        ];
        world.add_obstacle(&corners.map(Vec2::from)).unwrap();
        let goal = vec2(1.147_701_3, 40.825_61);
        let starts = [
            (38.875_52, 1.910_748_8),
            (16.328_133, 30.876_572),
            (10.044_253, 7.782_241_3),
            (0.952_509_3, 19.000_217),
            (19.063_583, 7.170_054),
        ];
        let units: Vec<UnitId> =
            starts.iter().map(|&(x, y)| unit(&mut world, vec2(x, y))).collect();
        let order = OrderDefinition {
            unreachable: Unreachable::Nearest,
            ..OrderDefinition::new(Goal::Point(goal))
        };
        world.order_with(&units, &order).unwrap();
        let walk = walk(&mut world, &units, 60.0);
        for &unit in &units {
            let view = world.unit(unit).unwrap();
            assert!(view.position.distance(goal) < 12.0, "{unit:?} rests at {}", view.position);
            let told: Vec<&Event> =
                walk.events.iter().filter(|event| event.unit() == unit).collect();
            assert!(
                matches!(told[..], [Event::PathLost { .. }, Event::Arrived { .. }]),
                "{unit:?}: {told:?}"
            );
        }
    }
}

#[test]
fn units_for_which_there_is_no_room_at_all_are_told_so_once_before_they_arrive() {
    // A room for about a dozen, all of which is free ground of the same part.
    let mut definition =
        WorldDefinition::new(Bounds::new(Vec2::ZERO, vec2(4.0, 2.5)), vec![RADIUS]);
    definition.parameters.slot_spacing = 1.6;
    let mut world = World::new(&definition).unwrap();
    let at = |k: u16| vec2(0.5 + 0.6 * f32::from(k % 6), 0.45 + 0.55 * f32::from(k / 6));
    let units: Vec<UnitId> = (0..24).map(|k| unit(&mut world, at(k))).collect();
    let order = OrderDefinition {
        unreachable: Unreachable::Nearest,
        ..OrderDefinition::new(Goal::Point(vec2(2.0, 1.25)))
    };
    world.order_with(&units, &order).unwrap();
    let mut events: Vec<Event> = Vec::new();
    for _ in 0..600 {
        world.step(TICK).unwrap();
        events.extend(world.events());
    }
    let is_told = |event: &Event| {
        matches!(event, Event::PathLost { reason: PathLostReason::NoRoom, goes_to: Some(_), .. })
    };
    let mut count = 0;
    for &unit in &units {
        let told: Vec<&Event> = events.iter().filter(|event| event.unit() == unit).collect();
        match told[..] {
            [Event::Arrived { .. }] => {}
            [lost, Event::Arrived { .. }] if is_told(lost) => count += 1,
            _ => panic!("{told:?}"),
        }
        assert_eq!(world.unit(unit).unwrap().activity, Activity::Resting);
    }
    // Of 24 units those have no room for whom there is none: about half of them.
    assert!((8..=16).contains(&count), "{count}");
}

#[test]
fn a_fast_unit_passes_way_points_that_it_does_not_come_to_rest_at() {
    // It goes 1.5 m a tick, and turns in a circle wider than a way point is round.
    let mut definition = WorldDefinition::new(Bounds::new(Vec2::ZERO, vec2(24.0, 62.0)), vec![0.2]);
    definition.parameters.tick = 0.25;
    let mut world = World::new(&definition).unwrap();
    let unit = world.add_unit(&UnitDefinition::new(vec2(9.0, 54.0), 0.2, 5.9)).unwrap();
    let mut order = OrderDefinition::new(Goal::Each(vec![vec2(7.0, 26.0)]));
    order.way_points = [(17.0, 27.0), (10.0, 6.0), (18.0, 30.0)].map(Vec2::from).to_vec();
    world.order_with(&[unit], &order).unwrap();
    let mut passed = 0;
    for _ in 0..160 {
        world.step(0.25).unwrap();
        passed += world
            .events()
            .iter()
            .filter(|event| matches!(event, Event::PassedWayPoint { .. }))
            .count();
    }
    assert_eq!(passed, 3);
    assert!(world.unit(unit).unwrap().arrived);
}

#[test]
fn nobody_takes_a_place_that_has_become_too_narrow_for_it() {
    let parameters = WorldParameters { plan_latency: 0, ..WorldParameters::default() };
    let mut world =
        world_of(30.0, 30.0).radii(&[RADIUS, 3.0 * RADIUS]).parameters(parameters).build();
    let goal = vec2(20.0, 15.0);
    // The small one is in front and gets the deepest place; the large one comes first all the same.
    let small = world.add_unit(&UnitDefinition::new(vec2(8.0, 15.0), RADIUS, 0.2)).unwrap();
    let large = world.add_unit(&UnitDefinition::new(vec2(4.0, 15.0), 3.0 * RADIUS, SPEED)).unwrap();
    world.order(&[small, large], &Goal::Point(goal)).unwrap();
    world.step(TICK).unwrap();
    let deepest = world.unit(small).unwrap().place.unwrap();
    let wall = [(0.5, -2.0), (1.0, -2.0), (1.0, 2.0), (0.5, 2.0)];
    world.add_obstacle(&wall.map(|corner| deepest + Vec2::from(corner))).unwrap();
    for _ in 0..1200 {
        world.step(TICK).unwrap();
        for unit in world.units() {
            let (mesh, place) = (world.mesh(unit.class).unwrap(), unit.place.unwrap());
            assert!(mesh.reachable(unit.position, place).unwrap_or(false), "{unit:?}");
        }
    }
    assert!(world.units().all(|unit| unit.arrived));
}

#[test]
fn there_is_room_within_a_range_when_its_nearest_point_is_built_upon() {
    let bounds = Bounds::new(Vec2::ZERO, vec2(51.0, 15.0));
    for unreachable in [Unreachable::Nearest, Unreachable::Stop] {
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap();
        for wall in [
            [(7.5, 5.5), (13.5, 5.5), (13.5, 6.0), (7.5, 6.0)],
            [(7.5, 6.0), (8.0, 6.0), (8.0, 8.5), (7.5, 8.5)],
        ] {
            world.add_obstacle(&wall.map(Vec2::from)).unwrap();
        }
        let unit = world.add_unit(&UnitDefinition::new(vec2(47.0, 7.0), 0.5, SPEED)).unwrap();
        let goal = vec2(6.0, 7.0);
        let order = OrderDefinition {
            way_points: vec![vec2(18.0, 10.0)],
            range: 6.054_009,
            unreachable,
            ..OrderDefinition::new(Goal::Point(goal))
        };
        world.order_with(&[unit], &order).unwrap();
        world.step(TICK).unwrap();
        let place = world.unit(unit).unwrap().place.unwrap();
        let block = [(7.0, 8.0), (9.0, 8.0), (9.0, 9.0), (7.0, 9.0)];
        world.add_obstacle(&block.map(Vec2::from)).unwrap();
        let walk = walk(&mut world, &[unit], 60.0);
        let is_lost = |event: &Event| matches!(event, Event::PathLost { .. });
        assert!(!walk.events.iter().any(is_lost), "{place}: {:?}", walk.events);
    }
}

#[test]
fn two_crowds_of_which_one_follows_a_unit_of_the_other_come_to_rest() {
    let mut world = world(40.0, 2);
    let at = |k: u16, x: f32| vec2(x + 0.8 * f32::from(k % 6), 4.0 + 0.8 * f32::from(k / 6));
    let leader = unit(&mut world, vec2(12.0, 10.0));
    let crowds = [2.0, 16.0]
        .map(|x| -> Vec<UnitId> { (0..30).map(|k| unit(&mut world, at(k, x))).collect() });
    world.order(&[leader], &Goal::Point(vec2(25.0, 28.0))).unwrap();
    world.order(&crowds[0], &Goal::Unit(leader)).unwrap();
    world.order(&crowds[1], &Goal::Unit(crowds[0][0])).unwrap();
    let rest = |world: &World| world.units().all(|unit| unit.activity == Activity::Resting);
    let mut seconds = 0.0;
    while !rest(&world) {
        if seconds > 120.0 {
            for u in world.units().filter(|unit| unit.activity != Activity::Resting) {
                println!("{:?} {:?} {}", u.activity, u.id, world.explain(u.id).unwrap());
            }
            panic!();
        }
        world.step(TICK).unwrap();
        seconds += TICK;
    }
    // And they stay there.
    for _ in 0..300 {
        world.step(TICK).unwrap();
        assert!(rest(&world));
    }
}
