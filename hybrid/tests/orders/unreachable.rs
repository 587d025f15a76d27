//! Goals that are or become out of reach.

use super::*;

pub(crate) fn as_near(goal: Goal) -> OrderDefinition {
    OrderDefinition { unreachable: Unreachable::Nearest, ..OrderDefinition::new(goal) }
}

#[test]
pub(crate) fn as_near_as_they_can_get_and_on_when_a_way_opens() {
    let mut world = world();
    let gate = add_wall(&mut world, [30.0, 0.0, 31.0, 60.0]);
    let units = rows(vec2(5.0, 5.0)).columns(6).add(&mut world, 30);
    let goal = vec2(45.0, 30.0);
    assert!(matches!(
        world.order_with(&units, &strict(&Goal::Point(goal))),
        Err(WorldError::GoalUnreachable { .. })
    ));
    let order = world.order_with(&units, &as_near(Goal::Point(goal))).unwrap();
    let events = rest(&mut world, &units, 900);
    let lost = losses(&events);
    assert_eq!((lost.len(), arrivals(&events)), (30, 30));
    assert!(lost.iter().all(|&(_, reason, goes_to)| {
        reason == PathLostReason::Unreachable && goes_to.is_some_and(|place| place.x < 30.0)
    }));
    assert!(units.iter().all(|&unit| position(&world, unit).distance(vec2(29.7, 30.0)) < 4.5));
    // What cannot matter changes nothing.
    let other = add_wall(&mut world, [50.0, 50.0, 51.0, 51.0]);
    assert_eq!(run(&mut world, 20), []);
    world.remove_obstacle(other).unwrap();
    world.remove_obstacle(gate).unwrap();
    let events = rest(&mut world, &units, 900);
    let found = events.iter().filter(|event| matches!(event, Event::PathFound { .. })).count();
    assert_eq!((found, losses(&events).len()), (30, 0));
    assert!(units.iter().all(|&unit| position(&world, unit).distance(goal) < 2.5));
    assert!(world.units().all(|unit| unit.order == Some(order)));
}

#[test]
fn a_goal_that_becomes_unreachable_under_way() {
    for policy in [Unreachable::Stop, Unreachable::Nearest] {
        let mut world = world();
        add_wall(&mut world, [30.0, 0.0, 31.0, 28.0]);
        add_wall(&mut world, [30.0, 32.0, 31.0, 60.0]);
        let units = rows(vec2(20.0, 28.0)).columns(3).add(&mut world, 12);
        let goals = (0..12).map(|k| vec2(45.0, 20.0 + k as f32)).collect();
        let definition =
            OrderDefinition { unreachable: policy, ..OrderDefinition::new(Goal::Each(goals)) };
        world.order_with(&units, &definition).unwrap();
        run(&mut world, 60);
        add_wall(&mut world, [30.0, 28.0, 31.0, 32.0]);
        let lost = losses(&run(&mut world, 1));
        assert!(!lost.is_empty());
        let lost_units: Vec<UnitId> = lost.iter().map(|loss| loss.0).collect();
        assert!(lost.iter().all(|loss| loss.2.is_some() == (policy == Unreachable::Nearest)));
        if policy == Unreachable::Nearest {
            rest(&mut world, &units, 600);
            assert!(
                lost_units.iter().all(|&unit| (28.0..30.0).contains(&position(&world, unit).x))
            );
        }
    }
}

#[test]
fn goals_in_walls_on_islands_and_without_room() {
    let mut world = world();
    add_wall(&mut world, [40.0, 10.0, 50.0, 20.0]);
    // A closet with room for a few.
    for wall in [[10.0, 40.0, 13.0, 41.0], [10.0, 43.0, 13.0, 44.0], [9.0, 40.0, 10.0, 44.0]] {
        add_wall(&mut world, wall);
    }
    let units = rows(vec2(5.0, 5.0)).columns(5).add(&mut world, 20);
    world.order_with(&units, &as_near(Goal::Point(vec2(45.0, 12.0)))).unwrap();
    let events = rest(&mut world, &units, 900);
    assert!(losses(&events).iter().all(|loss| loss.1 == PathLostReason::PlaceBlocked));
    assert!(units.iter().all(|&unit| position(&world, unit).distance(vec2(45.0, 9.7)) < 4.0));
    add_wall(&mut world, [13.0, 40.0, 14.0, 44.0]);
    let locked = rows(vec2(10.5, 41.5)).columns(2).add(&mut world, 2);
    let all = [&units[..], &locked[..]].concat();
    let order = world.order_with(&all, &as_near(Goal::Point(vec2(12.0, 42.0)))).unwrap();
    let events = rest(&mut world, &all, 900);
    assert_eq!(losses(&events).len(), 20, "those inside reach it");
    // A closet with too little room, for those inside it: the others stay where they are.
    let crowd = rows(vec2(10.4, 41.4)).columns(3).add(&mut world, 3);
    world.join(order, &crowd).unwrap();
    assert!(world.units().all(|unit| unit.place.is_some()));
    run(&mut world, 100);
    assert!(world.units().all(|unit| unit.position.is_finite()));
}

#[test]
pub(crate) fn who_has_lost_a_target_hears_of_lost_ways_once() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 4);
    let hare = world.add_unit(&UnitDefinition::new(vec2(25.0, 25.0), 0.25, SPEED)).unwrap();
    let order = world.order_with(&units, &as_near(Goal::Unit(hare))).unwrap();
    run(&mut world, 20);
    world.remove_unit(hare).unwrap();
    let mut events = run(&mut world, 40);
    add_wall(&mut world, [20.0, 20.0, 30.0, 30.0]);
    events.extend(run(&mut world, 40));
    assert_eq!(losses(&events).len(), 4);
    // To a goal that it is given then there is a way.
    world.move_goal(order, vec2(40.0, 5.0)).unwrap();
    let found = run(&mut world, 40);
    let is_found = |event: &&Event| matches!(event, Event::PathFound { .. });
    assert_eq!(found.iter().filter(is_found).count(), 4);
}

#[test]
fn nothing_is_told_of_a_unit_that_is_removed_before_the_step() {
    let mut world = world();
    add_wall(&mut world, [40.0, 20.0, 44.0, 24.0]);
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 2);
    let order = world.order_with(&units, &as_near(Goal::Point(vec2(42.0, 22.0)))).unwrap();
    world.remove_unit(units[0]).unwrap();
    let events = run(&mut world, 1);
    let told = Event::PathLost {
        unit: units[1],
        order,
        reason: PathLostReason::PlaceBlocked,
        goes_to: world.unit(units[1]).unwrap().place,
    };
    assert_eq!(events, [told]);
}

#[test]
fn a_goal_that_becomes_free_is_found_again_however_near_its_unit_stands() {
    let mut world = world();
    let wall = add_wall(&mut world, [30.0, 28.0, 34.0, 30.0]);
    let units = rows(vec2(20.0, 29.0)).add(&mut world, 1);
    // A fifth of a radius inside of what the wall keeps free.
    let goal = vec2(29.8, 29.0);
    world.order_with(&units, &as_near(Goal::Each(vec![goal]))).unwrap();
    let events = rest(&mut world, &units, 900);
    assert_eq!((losses(&events).len(), arrivals(&events)), (1, 1));
    world.remove_obstacle(wall).unwrap();
    let events = run(&mut world, 40);
    let found = events.iter().filter(|event| matches!(event, Event::PathFound { .. })).count();
    assert_eq!((found, world.unit(units[0]).unwrap().place), (1, Some(goal)));
}

/// Beside a unit there must be room for the largest of those who follow it, and ground that each of them may enter.
#[test]
fn large_and_small_ones_of_other_kinds_follow_one_along_a_wall() {
    let kinds = vec![KindCosts::default(), KindCosts::default().without(1).unwrap()];
    let mut world = world_of(60.0, 40.0).radii(&[0.35, 0.8]).movement_kinds(kinds).build();
    add_wall(&mut world, [30.0, 5.0, 30.5, 20.0]);
    let area = Area { kind: 1, cost: 1.0 };
    world.add_area(Bounds::new(vec2(0.0, 0.0), vec2(60.0, 4.0)), area).unwrap();
    let add = |world: &mut World, at: Vec2, radius: f32, movement_kind: usize| {
        let definition = UnitDefinition { movement_kind, ..UnitDefinition::new(at, radius, SPEED) };
        world.add_unit(&definition).unwrap()
    };
    let leader = add(&mut world, vec2(30.9, 1.0), 0.35, 0);
    let followers =
        [add(&mut world, vec2(50.0, 30.0), 0.8, 0), add(&mut world, vec2(52.0, 30.0), 0.35, 1)];
    world.order(&[leader], &Goal::Point(vec2(30.9, 18.0))).unwrap();
    world.order_with(&followers, &strict(&Goal::Unit(leader))).unwrap();
    let events = run(&mut world, 600);
    assert_eq!(losses(&events), []);
    assert!(followers.iter().all(|&unit| world.unit(unit).unwrap().arrived));
}
