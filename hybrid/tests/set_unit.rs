//! Units are changed under way.

use hybrid::glam::vec2;
use hybrid::navmesh::{Area, Bounds, KindCosts, LinkDefinition};
use hybrid::{
    Activity, Driver, Event, Fit, Goal, PathLostReason, UnitChange, UnitDefinition, UnitId, World,
    WorldError, WorldParameters,
};

use crate::support::{
    TICK, add_wall, all_arrived, overlap_in, rows, step_until, steps, strict, world_of,
};

const RADIUS: f32 = 0.25;

fn radius(radius: f32) -> UnitChange {
    UnitChange { radius: Some(radius), ..Default::default() }
}

fn moving(change: UnitChange) -> UnitChange {
    UnitChange { fit: Fit::Move, ..change }
}

fn class_of(world: &World, unit: UnitId) -> usize {
    world.unit(unit).unwrap().class
}

/// A wall from south to north, 1.6 m thick, with a gap of 0.8 m: small units pass, those of the large class do not.
fn gap(parameters: WorldParameters) -> World {
    let walls = [[19.0, 0.0, 20.6, 15.0], [19.0, 15.8, 20.6, 32.0]];
    world_of(40.0, 32.0).radii(&[RADIUS, 0.6]).parameters(parameters).walls(&walls).build()
}

#[test]
fn values_are_changed_under_way() {
    let mut world = world_of(60.0, 30.0).radii(&[RADIUS, 0.6]).build();
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 2);
    let order = world.order(&units, &Goal::Point(vec2(50.0, 15.0))).unwrap();
    steps(&mut world, 30);
    let slow = UnitChange {
        max_speed: Some(0.5),
        mass: Some(3.0),
        team: Some(4),
        user_data: Some(9),
        ..Default::default()
    };
    let before = world.unit(units[0]).unwrap();
    world.set_unit(units[0], &slow).unwrap();
    let unit = world.unit(units[0]).unwrap();
    assert_eq!((unit.max_speed, unit.mass, unit.team, unit.user_data), (0.5, 3.0, 4, 9));
    assert_eq!(
        (unit.order, unit.place, unit.velocity),
        (Some(order), before.place, before.velocity)
    );
    assert!((unit.velocity - unit.push).length() <= 0.5001, "what it goes on from is what it may");
    for _ in 0..40 {
        world.step(TICK).unwrap();
        let unit = world.unit(units[0]).unwrap();
        assert!((unit.velocity - unit.push).length() <= 0.5001);
    }
    assert!(world.unit(units[1]).unwrap().velocity.length() > 1.3, "the other goes on as before");
    world.set_unit(units[0], &UnitChange { max_speed: Some(4.0), ..Default::default() }).unwrap();
    steps(&mut world, 60);
    assert!(world.unit(units[0]).unwrap().position.x > world.unit(units[1]).unwrap().position.x);
    step_until(&mut world, 600, |world| all_arrived(world, &units));
}

#[test]
fn turn_rate_and_acceleration_count_from_then_on() {
    let mut world = world_of(60.0, 30.0).build();
    let units = rows(vec2(30.0, 5.0)).pitch(5.0).add(&mut world, 2);
    let lame = UnitChange { turn_rate: Some(0.2), acceleration: Some(0.1), ..Default::default() };
    world.set_unit(units[0], &lame).unwrap();
    let goals = units.iter().map(|&unit| world.unit(unit).unwrap().position - vec2(20.0, 0.0));
    let goals = goals.collect();
    world.order(&units, &Goal::Each(goals)).unwrap();
    steps(&mut world, 40);
    let way = |unit| (world.unit(unit).unwrap().heading.x, world.unit(unit).unwrap().velocity.x);
    let ways = [way(units[0]), way(units[1])];
    assert!(ways[0].0 > 0.5 && ways[1].0 < -0.9, "{ways:?}");
}

#[test]
fn who_grows_under_way_takes_the_way_of_its_new_class() {
    let mut world = gap(WorldParameters::default());
    // Its way round the wall.
    let link = LinkDefinition::new(30.0);
    world.add_link(vec2(17.0, 28.0), vec2(23.0, 28.0), &link).unwrap();
    let units = rows(vec2(5.0, 12.0)).columns(2).add(&mut world, 4);
    let order = world.order(&units, &Goal::Point(vec2(32.0, 15.0))).unwrap();
    steps(&mut world, 30);
    world.set_unit(units[0], &radius(0.5)).unwrap();
    assert_eq!((class_of(&world, units[0]), class_of(&world, units[1])), (1, 0));
    let mut crossed = Vec::new();
    for _ in 0..900 {
        world.step(TICK).unwrap();
        crossed.extend(world.events().iter().filter_map(|event| match *event {
            Event::LinkEntered { unit, .. } => Some(unit),
            _ => None,
        }));
    }
    assert_eq!(crossed, [units[0]]);
    assert!(all_arrived(&world, &units) && overlap_in(&world) < 0.02, "{}", overlap_in(&world));
    assert_eq!(world.unit(units[0]).unwrap().order, Some(order));
}

#[test]
fn who_has_no_way_any_more_is_told() {
    for (nearest, latency) in [(false, 0), (true, 0), (false, 6), (true, 6)] {
        let mut world = gap(WorldParameters { plan_latency: latency, ..Default::default() });
        let units = rows(vec2(5.0, 12.0)).columns(2).add(&mut world, 4);
        let definition = hybrid::OrderDefinition {
            unreachable: if nearest {
                hybrid::Unreachable::Nearest
            } else {
                hybrid::Unreachable::Stop
            },
            ..hybrid::OrderDefinition::new(Goal::Point(vec2(32.0, 15.0)))
        };
        world.order_with(&units, &definition).unwrap();
        steps(&mut world, 33);
        assert!(world.groups().next().is_some());
        world.set_unit(units[3], &radius(0.6)).unwrap();
        world.step(TICK).unwrap();
        let lost: Vec<_> = world
            .events()
            .iter()
            .filter_map(|event| match *event {
                Event::PathLost { unit, reason, goes_to, .. } => Some((unit, reason, goes_to)),
                _ => None,
            })
            .collect();
        assert_eq!(lost.len(), 1, "{lost:?}");
        assert_eq!((lost[0].0, lost[0].2.is_some()), (units[3], nearest));
        assert!(lost[0].1 == PathLostReason::Unreachable, "{:?}", lost[0]);
        step_until(&mut world, 600, |world| all_arrived(world, &units[..3]));
        let unit = world.unit(units[3]).unwrap();
        assert_eq!(unit.order.is_some(), nearest);
        assert!(unit.position.x < 19.0, "{}", unit.position);
        // Small again it gets through.
        world.set_unit(units[3], &radius(RADIUS)).unwrap();
        if nearest {
            step_until(&mut world, 600, |world| world.unit(units[3]).unwrap().position.x > 25.0);
        }
    }
}

#[test]
fn who_grows_at_its_place_gets_one_with_room() {
    let mut world = world_of(40.0, 32.0).radii(&[RADIUS, 0.6]).build();
    let units = rows(vec2(5.0, 12.0)).add(&mut world, 12);
    world.order(&units, &Goal::Point(vec2(20.0, 16.0))).unwrap();
    step_until(&mut world, 600, |world| all_arrived(world, &units));
    for &unit in &units[..3] {
        world.set_unit(unit, &radius(0.6)).unwrap();
    }
    steps(&mut world, 200);
    assert!(overlap_in(&world) < 0.02, "{}", overlap_in(&world));
    let resting = |unit: &UnitId| world.unit(*unit).unwrap().activity == Activity::Resting;
    assert!(
        units.iter().all(resting),
        "{:?}",
        world.units().map(|unit| unit.activity).collect::<Vec<_>>()
    );
}

#[test]
fn who_grows_in_a_group_before_it_arrives_gets_room_with_all() {
    for latency in [0, 8] {
        let parameters = WorldParameters { plan_latency: latency, ..Default::default() };
        let mut world = world_of(60.0, 32.0).radii(&[RADIUS, 0.6]).parameters(parameters).build();
        let units = rows(vec2(5.0, 12.0)).columns(5).add(&mut world, 20);
        world.order(&units, &Goal::Point(vec2(50.0, 16.0))).unwrap();
        steps(&mut world, 21);
        let half = units.iter().step_by(2).map(|&unit| (unit, radius(0.55)));
        world.set_units(half).unwrap();
        steps(&mut world, 1);
        let listed: usize = world.groups().map(|group| group.units.len()).sum();
        assert!(listed >= 10, "{listed}");
        step_until(&mut world, 900, |world| all_arrived(world, &units));
        steps(&mut world, 50);
        assert!(overlap_in(&world) < 0.02, "{}", overlap_in(&world));
    }
}

#[test]
fn who_does_not_fit_is_refused_or_moved() {
    let mut world = gap(WorldParameters::default());
    let in_gap = UnitDefinition::new(vec2(19.8, 15.4), RADIUS, 1.4);
    let units = [in_gap, UnitDefinition { position: vec2(19.3, 15.4), ..in_gap }]
        .map(|unit| world.add_unit(&unit).unwrap());
    world.hold(&units[1..]).unwrap();
    let before = world.to_bytes().unwrap();
    let error = world.set_unit(units[0], &radius(0.5)).unwrap_err();
    assert!(
        matches!(error, WorldError::UnitDoesNotFit { unit, radius, .. }
        if unit == units[0] && radius == 0.6),
        "{error}"
    );
    assert!(error.to_string().contains("Fit::Move"), "{error}");
    let both =
        [(units[1], UnitChange { mass: Some(9.0), ..Default::default() }), (units[0], radius(0.5))];
    assert!(world.set_units(both).is_err());
    assert_eq!(world.to_bytes().unwrap(), before, "all or none");
    world.set_units(units.map(|unit| (unit, moving(radius(0.5))))).unwrap();
    for &unit in &units {
        let unit = world.unit(unit).unwrap();
        let mesh = world.mesh(unit.class).unwrap();
        assert!(mesh.nearest_point(unit.position, 0.0).unwrap().is_some(), "{}", unit.position);
    }
    assert_eq!(world.unit(units[1]).unwrap().activity, Activity::Holding);
    assert!(overlap_in(&world) < 0.02, "each has room");
    world.step(TICK).unwrap();
    let displaced = |event: &&Event| matches!(event, Event::Displaced { .. });
    assert_eq!(world.events().iter().filter(displaced).count(), 2);
}

#[test]
fn who_fits_nowhere_is_not_moved() {
    // A room of 1.4 m, and nothing else.
    let sides =
        [[0.0, 0.0, 4.0, 1.3], [0.0, 2.7, 4.0, 4.0], [0.0, 0.0, 1.3, 4.0], [2.7, 0.0, 4.0, 4.0]];
    let mut world = world_of(4.0, 4.0).radii(&[RADIUS, 0.9]).walls(&sides).build();
    let unit = world.add_unit(&UnitDefinition::new(vec2(2.0, 2.0), RADIUS, 1.4)).unwrap();
    let error = world.set_unit(unit, &moving(radius(0.9))).unwrap_err();
    assert!(matches!(error, WorldError::UnitDoesNotFit { radius: 0.9, .. }), "{error}");
    assert_eq!(class_of(&world, unit), 0);
}

#[test]
fn values_out_of_range_are_refused() {
    let mut world = world_of(40.0, 32.0).radii(&[RADIUS, 0.6]).build();
    let unit = rows(vec2(5.0, 5.0)).add(&mut world, 1)[0];
    let other = rows(vec2(9.0, 5.0)).add(&mut world, 1)[0];
    world.remove_unit(other).unwrap();
    let before = world.to_bytes().unwrap();
    let none = UnitChange::default();
    for (change, name) in [
        (UnitChange { max_speed: Some(0.0), ..none }, "max_speed"),
        (UnitChange { acceleration: Some(f32::NAN), ..none }, "acceleration"),
        (UnitChange { turn_rate: Some(f32::INFINITY), ..none }, "turn_rate"),
        (UnitChange { mass: Some(-1.0), ..none }, "mass"),
        (UnitChange { radius: Some(0.0), ..none }, "radius"),
        (UnitChange { radius: Some(0.7), ..none }, "largest class is 0.6"),
        (UnitChange { movement_kind: Some(1), ..none }, "movement kind 1"),
    ] {
        let message = world.set_unit(unit, &change).unwrap_err().to_string();
        assert!(message.contains(name), "{message}");
        assert_eq!(world.check_change(unit, &change).unwrap_err().to_string(), message);
    }
    assert_eq!(world.set_unit(other, &none), Err(WorldError::StaleUnit { unit: other }));
    let twice = world.set_units([(unit, none), (unit, none)]);
    assert_eq!(twice, Err(WorldError::DuplicateUnit { unit }));
    assert_eq!(world.to_bytes().unwrap(), before);
    world.set_unit(unit, &none).unwrap();
    assert_eq!(world.to_bytes().unwrap(), before, "nothing is changed");
}

#[test]
fn who_changes_on_a_link_goes_on_to_its_end() {
    let mut world = gap(WorldParameters::default());
    let link = LinkDefinition { capacity: 1, ..LinkDefinition::new(6.0) };
    world.add_link(vec2(17.0, 8.0), vec2(23.0, 8.0), &link).unwrap();
    // Its end is too near to a wall for the large class.
    world.add_link(vec2(17.0, 24.0), vec2(21.0, 24.0), &link).unwrap();
    let add = |world: &mut World, y| {
        world.add_unit(&UnitDefinition::new(vec2(15.0, y), RADIUS, 1.4)).unwrap()
    };
    let units = [add(&mut world, 8.0), add(&mut world, 24.0)];
    let goals = vec![vec2(26.0, 8.0), vec2(26.0, 24.0)];
    world.order(&units, &Goal::Each(goals)).unwrap();
    step_until(&mut world, 100, |world| world.units().all(|unit| unit.link.is_some()));
    let grow = |world: &mut World, unit, change| world.set_unit(unit, &change);
    grow(&mut world, units[0], radius(0.6)).unwrap();
    assert_eq!(world.unit(units[0]).unwrap().activity, Activity::Crossing);
    let refused = grow(&mut world, units[1], radius(0.6)).unwrap_err();
    assert!(matches!(refused, WorldError::UnitDoesNotFit { .. }), "{refused}");
    grow(&mut world, units[1], moving(radius(0.6))).unwrap();
    step_until(&mut world, 100, |world| world.units().all(|unit| unit.link.is_none()));
    step_until(&mut world, 200, |world| all_arrived(world, &units));
    assert!(units.iter().all(|&unit| class_of(&world, unit) == 1));
}

#[test]
fn movement_kinds_and_drivers_change() {
    const WATER: u8 = 1;
    let land = KindCosts::default().without(WATER).unwrap();
    let kinds = vec![KindCosts::default(), land];
    let mut world = world_of(40.0, 32.0).movement_kinds(kinds).build();
    let river = Bounds::new(vec2(18.0, 0.0), vec2(22.0, 32.0));
    world.add_area(river, Area { kind: WATER, cost: 1.0 }).unwrap();
    let boat = world.add_unit(&UnitDefinition::new(vec2(20.0, 16.0), RADIUS, 1.4)).unwrap();
    let hare = UnitChange { movement_kind: Some(1), ..Default::default() };
    assert!(world.set_unit(boat, &hare).is_err());
    world.set_unit(boat, &moving(hare)).unwrap();
    let shore = world.unit(boat).unwrap();
    assert!((shore.position.x - 20.0).abs() >= 2.0 && shore.class == 1, "{}", shore.position);
    let across = Goal::Point(vec2(40.0 - shore.position.x, 16.0));
    assert!(world.order_with(&[boat], &strict(&across)).is_err());
    world.set_unit(boat, &UnitChange { movement_kind: Some(0), ..Default::default() }).unwrap();
    world.order(&[boat], &Goal::Point(vec2(30.0, 16.0))).unwrap();
    let engine = UnitChange { driver: Some(Driver::Engine), ..Default::default() };
    world.set_unit(boat, &engine).unwrap();
    let at = world.unit(boat).unwrap().position;
    steps(&mut world, 10);
    assert_eq!(world.unit(boat).unwrap().position, at, "the engine moves it");
    add_wall(&mut world, [10.0, 10.0, 12.0, 12.0]);
    world.set_motion(boat, vec2(11.0, 11.0), vec2(90.0, 0.0)).unwrap();
    let back = UnitChange { driver: Some(Driver::World), ..Default::default() };
    assert!(matches!(world.set_unit(boat, &back), Err(WorldError::UnitDoesNotFit { .. })));
    world.set_unit(boat, &moving(back)).unwrap();
    let unit = world.unit(boat).unwrap();
    assert!(!(10.0..12.0).contains(&unit.position.x) || !(10.0..12.0).contains(&unit.position.y));
    assert!((unit.velocity - unit.push).length() <= 1.4001);
    step_until(&mut world, 400, |world| all_arrived(world, &[boat]));
}

#[test]
fn those_beside_a_unit_that_grows_make_room() {
    let mut world = world_of(40.0, 32.0).radii(&[RADIUS, 1.5]).build();
    let target = world.add_unit(&UnitDefinition::new(vec2(20.0, 16.0), RADIUS, 1.4)).unwrap();
    world.hold(&[target]).unwrap();
    let units = rows(vec2(5.0, 12.0)).add(&mut world, 6);
    world.order(&units, &Goal::Unit(target)).unwrap();
    step_until(&mut world, 600, |world| all_arrived(world, &units));
    world.set_unit(target, &radius(1.5)).unwrap();
    steps(&mut world, 150);
    for unit in units.iter().filter_map(|&unit| world.unit(unit)) {
        let place = unit.place.unwrap().distance(vec2(20.0, 16.0));
        assert!(place >= 1.7, "{place}");
        assert!(unit.position.distance(vec2(20.0, 16.0)) >= 1.7, "{}", unit.position);
    }
}

/// Steps with changes of all kinds; returns the hash of each step, and the bytes at the end.
fn story(threads: Option<usize>, reload: bool) -> (Vec<u64>, Vec<u8>) {
    let mut world = gap(WorldParameters { plan_latency: 4, ..Default::default() });
    let set = |world: &mut World| {
        let pool = threads.map(|count| std::sync::Arc::new(hybrid::ThreadPool::new(count)) as _);
        world.set_executor(pool);
    };
    set(&mut world);
    world.add_link(vec2(17.0, 28.0), vec2(23.0, 28.0), &LinkDefinition::new(9.0)).unwrap();
    let units = rows(vec2(3.0, 5.0)).columns(10).add(&mut world, 300);
    world.order(&units[..200], &Goal::Point(vec2(32.0, 15.0))).unwrap();
    world.order(&units[200..], &Goal::Point(vec2(32.0, 25.0))).unwrap();
    let mut hashes = Vec::new();
    for tick in 0..160_usize {
        if tick % 7 == 3 {
            let size = if tick % 2 == 0 { 0.5 } else { 0.2 };
            let some = units.iter().skip(tick % 11).step_by(13);
            let change = UnitChange { max_speed: Some(1.0 + size), ..moving(radius(size)) };
            world.set_units(some.map(|&unit| (unit, change))).unwrap();
        }
        if reload && tick % 40 == 4 {
            world = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
            set(&mut world);
        }
        world.step(TICK).unwrap();
        hashes.push(world.state_hash());
    }
    (hashes, world.to_bytes().unwrap())
}

#[test]
fn twins_agree_with_any_number_of_threads_and_after_loading() {
    let plain = story(None, false);
    for (threads, reload) in [(Some(1), false), (Some(3), false), (Some(2), true)] {
        let other = story(threads, reload);
        assert!(plain.0 == other.0, "threads {threads:?}, reload {reload}");
        assert!(plain.1 == other.1, "threads {threads:?}, reload {reload}");
    }
}
