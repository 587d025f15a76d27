//! Groups, windows, fallbacks, contacts, classes: one property each.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Driver, Event, Goal, UnitDefinition, UnitId, World, WorldParameters};

use crate::support::{TICK, add_wall, steps, world_of};

fn row(world: &mut World, start: Vec2, pitch: Vec2, count: usize) -> Vec<UnitId> {
    let at = |k: usize| UnitDefinition::new(start + pitch * k as f32, 0.25, 1.4);
    (0..count).map(|k| world.add_unit(&at(k)).unwrap()).collect()
}

fn arrive(world: &mut World, most: usize) -> usize {
    for tick in 0..most {
        if world.units().all(|unit| unit.arrived || unit.order.is_none()) {
            return tick;
        }
        world.step(TICK).unwrap();
    }
    panic!("{} not arrived", world.units().filter(|unit| !unit.arrived).count());
}

#[test]
fn a_world_without_units_and_orders() {
    let mut world = world_of(20.0, 20.0).build();
    steps(&mut world, 3);
    assert_eq!((world.tick_count(), world.unit_count(), world.groups().count()), (3, 0, 0));
    let names: Vec<_> = world.profile().phases.iter().map(|phase| phase.name).collect();
    assert_eq!(
        names,
        [
            "edits",
            "neighbours",
            "regroup",
            "plan",
            "steer",
            "passages",
            "avoid",
            "move",
            "contacts",
            "events",
            "fields"
        ]
    );
    let idle = row(&mut world, vec2(5.0, 5.0), Vec2::X, 2);
    steps(&mut world, 3);
    let unit = world.unit(idle[1]).unwrap();
    assert_eq!(
        (unit.position, unit.velocity, unit.order, unit.place),
        (vec2(6.0, 5.0), Vec2::ZERO, None, None)
    );
}

#[test]
fn few_units_have_no_window() {
    let mut world = world_of(60.0, 20.0).build();
    add_wall(&mut world, [29.0, 0.0, 30.0, 14.0]);
    let units = row(&mut world, vec2(5.0, 8.0), Vec2::Y, 3);
    world.order(&units, &Goal::Point(vec2(50.0, 8.0))).unwrap();
    steps(&mut world, 2);
    let group = world.groups().next().unwrap();
    assert!(
        group.field.is_none()
            && group.crowd.is_none()
            && group.steps.is_none()
            && group.exit.is_none()
    );
    assert_eq!(group.leader, units[1]);
    assert!(group.path.len() >= 2, "round the wall");
    arrive(&mut world, 600);
}

#[test]
fn groups_split_and_join() {
    let mut world = world_of(80.0, 40.0).build();
    let mut units = row(&mut world, vec2(5.0, 5.0), Vec2::Y, 6);
    units.extend(row(&mut world, vec2(5.0, 25.0), Vec2::Y, 6));
    world.order(&units, &Goal::Point(vec2(70.0, 20.0))).unwrap();
    steps(&mut world, 1);
    assert_eq!(world.groups().map(|group| group.units.len()).collect::<Vec<_>>(), [6, 6]);
    let joined = (0..400).any(|_| {
        world.step(TICK).unwrap();
        world.groups().count() == 1
    });
    assert!(joined);
    arrive(&mut world, 400);
    steps(&mut world, 10);
    assert_eq!(world.groups().count(), 0, "who rests needs no group");
}

/// Units that drift to and fro about the distance at which groups join do not form new groups with every plan.
#[test]
fn groups_part_farther_off_than_they_join() {
    let mut world = world_of(80.0, 40.0).build();
    let at = |block: usize, k: usize, apart: f32| vec2(5.0 + block as f32 * apart, 5.0 + k as f32);
    let mut units = Vec::new();
    for (block, k) in (0..2).flat_map(|block| (0..4).map(move |k| (block, k))) {
        let unit = UnitDefinition::new(at(block, k, 3.0), 0.25, 1.4);
        units.push(world.add_unit(&UnitDefinition { driver: Driver::Engine, ..unit }).unwrap());
    }
    world.order(&units, &Goal::Point(vec2(70.0, 20.0))).unwrap();
    let mut groups = |apart: f32| {
        for _ in 0..10 {
            for (index, &unit) in units.iter().enumerate() {
                world.set_motion(unit, at(index / 4, index % 4, apart), Vec2::ZERO).unwrap();
            }
            world.step(TICK).unwrap();
        }
        world.groups().count()
    };
    let seen = [3.9, 5.0, 3.9, 5.2, 4.1, 5.4, 5.2, 4.1, 5.4, 4.1, 3.9, 5.2].map(&mut groups);
    assert_eq!(seen, [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1]);
}

#[test]
fn far_goals_of_one_order_make_groups_of_their_own() {
    let mut world = world_of(60.0, 60.0).build();
    let units = row(&mut world, vec2(28.0, 30.0), vec2(0.6, 0.0), 8);
    let goals =
        (0..8).map(|k| vec2(if k % 2 == 0 { 5.0 } else { 55.0 }, 10.0 + k as f32)).collect();
    world.order(&units, &Goal::Each(goals)).unwrap();
    steps(&mut world, 1);
    assert_eq!(world.groups().map(|group| group.units.len()).collect::<Vec<_>>(), [4, 4]);
    arrive(&mut world, 500);
}

#[test]
fn windows_are_never_larger_than_allowed() {
    let parameters = WorldParameters { window_cells: 4096, ..WorldParameters::default() };
    let mut world = world_of(150.0, 60.0).parameters(parameters).build();
    let units = row(&mut world, vec2(5.0, 20.0), vec2(1.0, 0.05), 90);
    world.order(&units, &Goal::Point(vec2(140.0, 40.0))).unwrap();
    for tick in 0..100 {
        world.step(TICK).unwrap();
        assert!(
            world
                .groups()
                .filter_map(|group| group.field)
                .all(|field| field.frame().cell_count() <= 4096)
        );
        assert!(tick > 0 || world.groups().count() >= 3);
    }
}

#[test]
fn searches_are_rationed_and_everyone_has_a_turn() {
    let parameters =
        WorldParameters { search_cells: 1, direct_distance: 0.0, ..WorldParameters::default() };
    let mut world = world_of(60.0, 60.0).parameters(parameters).build();
    let units = row(&mut world, vec2(5.0, 5.0), vec2(0.0, 5.0), 10);
    for (k, &unit) in units.iter().enumerate() {
        world.order(&[unit], &Goal::Point(vec2(50.0, 5.0 + 5.0 * k as f32))).unwrap();
    }
    for tick in 1..=10 {
        world.step(TICK).unwrap();
        assert_eq!(world.units().filter(|unit| unit.desired_velocity != Vec2::ZERO).count(), tick);
    }
    arrive(&mut world, 500);
}

#[test]
fn only_paths_that_an_edit_can_change_are_searched_anew() {
    let parameters = WorldParameters { direct_distance: 0.0, ..WorldParameters::default() };
    let mut world = world_of(60.0, 60.0).parameters(parameters).build();
    add_wall(&mut world, [29.0, 0.0, 31.0, 20.0]);
    let far = add_wall(&mut world, [40.0, 50.0, 42.0, 52.0]);
    let unit = row(&mut world, vec2(20.0, 10.0), Vec2::ZERO, 1)[0];
    world.order(&[unit], &Goal::Point(vec2(40.0, 10.0))).unwrap();
    let searches = |world: &mut World| -> usize {
        (0..5).map(|_| world.step(TICK).map(|()| world.counters().searches).unwrap()).sum()
    };
    assert!(searches(&mut world) > 0);
    world.remove_obstacle(far).unwrap();
    add_wall(&mut world, [5.0, 50.0, 7.0, 52.0]);
    assert_eq!(searches(&mut world), 0, "even the straight way past them is longer");
    let beside = add_wall(&mut world, [33.0, 5.0, 34.0, 6.0]);
    assert_eq!(searches(&mut world), 0, "it lies beside the way, and makes no other one shorter");
    let across = add_wall(&mut world, [34.0, 14.0, 37.0, 17.0]);
    assert_eq!(searches(&mut world), 1, "it blocks the way");
    let elsewhere = [vec2(50.0, 30.0), vec2(52.0, 30.0), vec2(52.0, 32.0), vec2(50.0, 32.0)];
    world.move_obstacle(across, &elsewhere).unwrap();
    assert_eq!(searches(&mut world), 1, "where it stood there may be a shorter way");
    world.remove_obstacle(beside).unwrap();
    assert_eq!(searches(&mut world), 1, "there may be a shorter way");
}

#[test]
fn each_class_has_its_own_ways() {
    let mut world = world_of(40.0, 30.0).radii(&[0.25, 0.5]).build();
    // A door of 0.8 m straight ahead, one of 3 m far off.
    add_wall(&mut world, [19.5, 0.0, 20.5, 14.6]);
    add_wall(&mut world, [19.5, 15.4, 20.5, 26.0]);
    add_wall(&mut world, [19.5, 29.0, 20.5, 30.0]);
    let small = world.add_unit(&UnitDefinition::new(vec2(10.0, 14.0), 0.2, 1.4)).unwrap();
    let large = world.add_unit(&UnitDefinition::new(vec2(10.0, 16.0), 0.45, 1.4)).unwrap();
    assert_eq!([small, large].map(|unit| world.class_of(unit).unwrap()), [0, 1]);
    world.order(&[small, large], &Goal::Point(vec2(30.0, 15.0))).unwrap();
    let mut highest = [0.0_f32; 2];
    for _ in 0..600 {
        world.step(TICK).unwrap();
        for (height, unit) in highest.iter_mut().zip(world.units()) {
            *height = height.max(unit.position.y);
        }
    }
    assert!(world.units().all(|unit| unit.arrived));
    assert!(highest[0] < 16.0 && highest[1] > 26.0, "{highest:?}");
}

#[test]
fn large_units_push_small_ones_aside() {
    let mut world = world_of(20.0, 20.0).radii(&[0.25, 0.5]).build();
    let small = world.add_unit(&UnitDefinition::new(vec2(9.7, 10.0), 0.25, 4.0)).unwrap();
    let large = world.add_unit(&UnitDefinition::new(vec2(10.0, 10.0), 0.5, 4.0)).unwrap();
    steps(&mut world, 1);
    let [small, large] = [small, large].map(|unit| world.unit(unit).unwrap().position);
    let (far, near) = (9.7 - small.x, large.x - 10.0);
    assert!((small.x - large.x).abs() > 0.74, "apart");
    assert!((far / near - 4.0).abs() < 0.1, "by their areas: {far} {near}");
}

#[test]
fn who_is_pushed_off_comes_back_and_arrives_once() {
    let mut world = world_of(40.0, 20.0).build();
    add_wall(&mut world, [15.0, 0.0, 25.0, 9.4]);
    add_wall(&mut world, [15.0, 10.6, 25.0, 20.0]);
    let resting = row(&mut world, vec2(20.0, 10.0), Vec2::Y, 1);
    world.order(&resting, &Goal::Point(vec2(20.0, 10.0))).unwrap();
    steps(&mut world, 1);
    assert!(matches!(world.events(), [Event::Arrived { .. }]));
    let crowd = row(&mut world, vec2(5.0, 9.0), vec2(0.6, 0.02), 15);
    world.order(&crowd, &Goal::Point(vec2(34.0, 10.0))).unwrap();
    let mut farthest = 0.0_f32;
    for _ in 0..400 {
        world.step(TICK).unwrap();
        assert!(world.events().iter().all(|event| event.unit() != resting[0]));
        farthest =
            farthest.max(world.unit(resting[0]).unwrap().position.distance(vec2(20.0, 10.0)));
    }
    assert!(farthest > 0.05, "{farthest}");
    assert!(world.unit(resting[0]).unwrap().position.distance(vec2(20.0, 10.0)) <= 1.5 * 0.25);
    assert!(world.units().all(|unit| unit.arrived));
}

#[test]
fn a_new_order_replaces_the_old_one() {
    let mut world = world_of(60.0, 20.0).build();
    let units = row(&mut world, vec2(5.0, 8.0), vec2(0.6, 0.0), 8);
    let first = world.order(&units, &Goal::Point(vec2(50.0, 10.0))).unwrap();
    steps(&mut world, 20);
    let second = world.order(&units[..4], &Goal::Point(vec2(8.0, 15.0))).unwrap();
    world.stop(&units[4..6]).unwrap();
    let orders: Vec<_> = world.units().map(|unit| unit.order).collect();
    assert_eq!(orders[..4], [Some(second); 4]);
    assert_eq!(orders[4..], [None, None, Some(first), Some(first)]);
    let mut arrivals = Vec::new();
    for _ in 0..600 {
        world.step(TICK).unwrap();
        arrivals.extend(world.events().iter().map(|event| match *event {
            Event::Arrived { unit, order } => (unit, order),
            other => panic!("{other:?}"),
        }));
    }
    arrivals.sort_unstable();
    let mut expected: Vec<_> = units[..4].iter().map(|&unit| (unit, second)).collect();
    expected.extend(units[6..].iter().map(|&unit| (unit, first)));
    assert_eq!(arrivals, expected);
}

#[test]
fn a_crowd_goes_round_a_wall_of_the_window() {
    // The wall cuts the window in two: the way leads out of it and back.
    let mut world = world_of(60.0, 60.0).build();
    add_wall(&mut world, [0.0, 30.0, 50.0, 30.5]);
    let units = row(&mut world, vec2(3.0, 28.0), vec2(0.6, 0.0), 20);
    world.order(&units, &Goal::Point(vec2(8.0, 33.0))).unwrap();
    let seconds = arrive(&mut world, 1200) as f32 * TICK;
    println!("{seconds} s");
    assert!(seconds < 1.25 * 95.0 / 1.4, "{seconds}");
}
