//! Units take links: jumps, ladders, teleports.

use std::collections::BTreeMap;

use hybrid::navmesh::{Area, Bounds, KindCosts, LinkDefinition, LinkError};
use hybrid::{
    Activity, Event, Goal, LinkId, UnitDefinition, UnitId, World, WorldError, WorldParameters,
    glam::Vec2,
};

use crate::support::{all_arrived, rows, step_until, steps, strict, world_of};

/// A wall from south to north, with a gap in the far north or none.
fn world(gap: bool) -> World {
    let top = if gap { 29.0 } else { 32.0 };
    world_of(40.0, 32.0).radii(&[0.3]).walls(&[[19.0, 0.0, 21.0, top]]).build()
}

fn block(world: &mut World, corner: (f32, f32), count: usize) -> Vec<UnitId> {
    rows(corner.into()).of(0.3, 1.5).add(world, count)
}

fn jump(world: &mut World, y: f32, definition: LinkDefinition) -> LinkId {
    world.add_link(Vec2::new(18.0, y), Vec2::new(22.0, y), &definition).unwrap()
}

/// Steps on; gives how often links were entered, and the most units that were on each at once.
fn run(world: &mut World, ticks: usize) -> (usize, BTreeMap<LinkId, usize>) {
    let (mut entered, mut most) = (0, BTreeMap::new());
    for _ in 0..ticks {
        world.step(0.1).unwrap();
        let mut on = BTreeMap::new();
        for unit in world.units() {
            assert_eq!(unit.link.is_some(), unit.activity == Activity::Crossing);
            unit.link.into_iter().for_each(|link| *on.entry(link).or_insert(0) += 1);
            let in_wall =
                unit.position.x > 19.1 && unit.position.x < 20.9 && unit.position.y < 28.0;
            assert!(!in_wall || unit.link.is_some(), "in the wall at {}", unit.position);
        }
        for (link, count) in on {
            let known = most.entry(link).or_insert(0);
            *known = count.max(*known);
        }
        for event in world.events() {
            entered += usize::from(matches!(event, Event::LinkEntered { .. }));
        }
    }
    (entered, most)
}

#[test]
fn a_crowd_takes_a_link_as_its_capacity_says() {
    let mut world = world(false);
    let link = jump(&mut world, 8.0, LinkDefinition { capacity: 3, ..LinkDefinition::new(3.0) });
    let units = block(&mut world, (8.0, 6.0), 16);
    world.order(&units, &Goal::Point(Vec2::new(30.0, 8.0))).unwrap();
    let (entered, most) = run(&mut world, 800);
    assert_eq!((entered, most.get(&link)), (16, Some(&3)));
    assert!(all_arrived(&world, &units));
}

#[test]
fn what_is_told_of_a_unit_on_a_link_goes_on_from_its_end() {
    let mut world = world(false);
    jump(&mut world, 8.0, LinkDefinition { both_ways: true, ..LinkDefinition::new(6.0) });
    let units = block(&mut world, (15.0, 7.0), 8);
    let (goal, back) = (Vec2::new(30.0, 12.0), Vec2::new(5.0, 8.0));
    world.order(&units, &Goal::Point(goal)).unwrap();
    let (start, end) = (Vec2::new(18.0, 8.0), Vec2::new(22.0, 8.0));
    let mut seen = 0;
    for _ in 0..150 {
        world.step(0.1).unwrap();
        for unit in world.units().filter(|unit| unit.link.is_some()) {
            let told = world.explain(unit.id).unwrap();
            let place = told.place.unwrap();
            assert_eq!(told.way[..2], [unit.position, end], "{told}");
            assert_eq!(told.way.last(), Some(&place), "{told}");
            let rest = told.rest.unwrap();
            assert!(rest.distance < 10.5 && rest.way_point.x > 22.0, "{told}");
            let preview = world.preview(&[unit.id], &Goal::Point(goal)).unwrap().remove(0);
            assert_eq!(preview.path, [unit.position, end, goal]);
            assert!((preview.length - end.distance(goal)).abs() < 1e-3);
            let on_link = preview.seconds - preview.length / 1.5;
            let share = (end.x - unit.position.x) / (end.x - start.x);
            assert!(on_link > 0.0 && (on_link - 4.0 * share).abs() < 0.4, "{on_link} {share}");
            let preview = world.preview(&[unit.id], &Goal::Point(back)).unwrap().remove(0);
            assert_eq!(preview.path, [unit.position, end, start, back]);
            assert!((preview.length - start.distance(back)).abs() < 1e-3);
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Whoever jumps after another keeps off him; a slow link holds as many as it can all the same.
#[test]
fn units_follow_each_other_over_a_link_at_a_distance() {
    // On a slow link they follow after a second, however near.
    for (cost, apart) in [(4.0, 0.59), (40.0, 0.0)] {
        let mut world = world(false);
        let link = jump(&mut world, 8.0, LinkDefinition::new(cost));
        let units = block(&mut world, (8.0, 6.0), 12);
        world.order(&units, &Goal::Point(Vec2::new(30.0, 8.0))).unwrap();
        let mut most = 0;
        for _ in 0..600 {
            world.step(0.1).unwrap();
            let on = |unit: hybrid::Unit| (unit.link == Some(link)).then_some(unit.position);
            let on: Vec<Vec2> = world.units().filter_map(on).collect();
            most = most.max(on.len());
            for (index, one) in on.iter().enumerate() {
                let least = on[..index].iter().map(|other| one.distance(*other));
                assert!(least.fold(f32::INFINITY, f32::min) >= apart, "{on:?}");
            }
        }
        assert!(all_arrived(&world, &units) && most >= 4, "{most} at once");
    }
}

#[test]
fn the_link_is_taken_where_it_is_the_cheaper_way() {
    for (cost, count) in [(4.0, 8), (60.0, 0)] {
        let mut world = world(true);
        jump(&mut world, 8.0, LinkDefinition::new(cost));
        let units = block(&mut world, (12.0, 6.0), 8);
        world.order(&units, &Goal::Point(Vec2::new(28.0, 8.0))).unwrap();
        assert_eq!(run(&mut world, 700).0, count, "cost {cost}");
        assert!(all_arrived(&world, &units));
    }
}

#[test]
fn a_group_takes_a_cheap_link_though_it_sees_its_goal() {
    for count in [1, 10] {
        let parameters = WorldParameters { window_units: 1, ..WorldParameters::default() };
        let mut world = world_of(40.0, 60.0).radii(&[0.3]).parameters(parameters).build();
        let [from, to] = [Vec2::new(36.0, 5.0), Vec2::new(24.0, 55.0)];
        world.add_link(from, to, &LinkDefinition::new(0.5)).unwrap();
        let units = block(&mut world, (30.0, 6.0), count);
        world.order(&units, &Goal::Point(Vec2::new(28.0, 50.0))).unwrap();
        let (entered, _) = run(&mut world, 250);
        assert_eq!(entered, count);
    }
}

#[test]
fn one_way_is_one_way_and_kinds_may_be_excluded() {
    let mut world = world(false);
    let back = (Vec2::new(10.0, 8.0), Vec2::new(30.0, 8.0));
    jump(&mut world, 8.0, LinkDefinition::new(4.0));
    let there = block(&mut world, (30.0, 6.0), 1)[0];
    let error = world.order_with(&[there], &strict(&Goal::Point(back.0))).unwrap_err();
    assert!(matches!(error, WorldError::GoalUnreachable { .. }), "{error}");
    jump(&mut world, 12.0, LinkDefinition { both_ways: true, ..LinkDefinition::new(4.0) });
    world.order(&[there], &Goal::Point(back.0)).unwrap();
    assert_eq!(run(&mut world, 400).0, 1);
    assert!(all_arrived(&world, &[there]));

    let movement_kinds = vec![KindCosts::default().without(5).unwrap()];
    let mut world = world_of(40.0, 32.0).radii(&[0.3]).movement_kinds(movement_kinds).build();
    world.add_outline(Bounds::new(Vec2::new(19.0, 0.0), Vec2::new(21.0, 32.0))).unwrap();
    jump(&mut world, 8.0, LinkDefinition { kind: 5, ..LinkDefinition::new(4.0) });
    let one = block(&mut world, (10.0, 6.0), 1)[0];
    let error = world.order_with(&[one], &strict(&Goal::Point(back.1))).unwrap_err();
    assert!(matches!(error, WorldError::GoalUnreachable { .. }), "{error}");
}

#[test]
fn links_come_and_go_under_way() {
    let mut world = world(false);
    let link = jump(&mut world, 8.0, LinkDefinition::new(30.0));
    let units = block(&mut world, (14.0, 6.0), 6);
    world.order_with(&units, &strict(&Goal::Point(Vec2::new(28.0, 8.0)))).unwrap();
    step_until(&mut world, 100, |world| world.units().any(|unit| unit.link.is_some()));
    world.remove_link(link).unwrap();
    assert_eq!(world.remove_link(link), Err(WorldError::StaleLink));
    let on: Vec<UnitId> =
        world.units().filter(|unit| unit.link.is_some()).map(|unit| unit.id).collect();
    world.step(0.1).unwrap();
    let lost =
        world.events().iter().filter(|event| matches!(event, Event::PathLost { .. })).count();
    assert_eq!(lost, units.len() - on.len(), "who is on it gets over");
    // An obstacle on an end closes a link, and opens it when it goes.
    let second = jump(&mut world, 14.0, LinkDefinition::new(4.0));
    assert_ne!(link, second);
    let rest: Vec<UnitId> = units.iter().copied().filter(|unit| !on.contains(unit)).collect();
    let end = [(21.5, 13.0), (23.0, 13.0), (23.0, 15.0), (21.5, 15.0)].map(Vec2::from);
    let lid = world.add_obstacle(&end).unwrap();
    let goal = Goal::Point(Vec2::new(28.0, 12.0));
    assert!(matches!(
        world.order_with(&rest, &strict(&goal)),
        Err(WorldError::GoalUnreachable { .. })
    ));
    world.remove_obstacle(lid).unwrap();
    world.order(&rest, &goal).unwrap();
    run(&mut world, 900);
    assert!(all_arrived(&world, &units));
}

#[test]
fn who_is_on_the_way_to_a_link_that_is_removed_turns_round_at_once() {
    for search_cells in [1, 20_000] {
        let parameters = WorldParameters { search_cells, ..WorldParameters::default() };
        let mut world = world_of(40.0, 32.0).radii(&[0.3]).parameters(parameters).build();
        let [at, goal] = [20.0, 2.0].map(|x| Vec2::new(x, 4.0));
        let ends = [38.0, 3.0].map(|x| Vec2::new(x, 10.0));
        let link = world.add_link(ends[0], ends[1], &LinkDefinition::new(0.1)).unwrap();
        let unit = world.add_unit(&UnitDefinition::new(at, 0.3, 1.5)).unwrap();
        world.add_outline(Bounds::new(Vec2::new(8.0, 0.0), Vec2::new(9.0, 20.0))).unwrap();
        world.order(&[unit], &Goal::Each(vec![goal])).unwrap();
        steps(&mut world, 40);
        let before = world.unit(unit).unwrap().position;
        assert!(before.x > at.x + 3.0, "to the link: {before}");
        world.remove_link(link).unwrap();
        steps(&mut world, 30);
        let after = world.unit(unit).unwrap().position;
        assert!(after.x < before.x, "{search_cells}: away from it: {after}");
        steps(&mut world, 400);
        assert!(all_arrived(&world, &[unit]), "{search_cells}");
    }
}

#[test]
fn a_world_comes_back_with_units_on_links_that_take_for_ever() {
    for (cost, max_speed) in [(1e9, 1.4), (1.0, 1e-10), (1.0, f32::from_bits(1)), (0.0, 1e-45)] {
        let mut world = world(false);
        let ladder = jump(&mut world, 8.0, LinkDefinition::new(cost));
        let unit = UnitDefinition::new(Vec2::new(18.0, 8.0), 0.3, max_speed);
        let unit = world.add_unit(&UnitDefinition { acceleration: 1.0, ..unit }).unwrap();
        world.order(&[unit], &Goal::Point(Vec2::new(28.0, 8.0))).unwrap();
        (0..5).for_each(|_| world.step(0.1).unwrap());
        let on = world.unit(unit).and_then(|unit| unit.link);
        assert!(on == Some(ladder) || cost == 0.0, "{cost} m at {max_speed} m/s: on {on:?}");
        let back = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
        assert_eq!(back.state_hash(), world.state_hash());
    }
}

#[test]
fn bad_links_are_refused() {
    let mut world = world(false);
    world
        .add_area(
            Bounds::new(Vec2::new(0.0, 20.0), Vec2::new(18.0, 32.0)),
            Area { kind: 1, cost: 2.0 },
        )
        .unwrap();
    let (here, there) = (Vec2::new(5.0, 5.0), Vec2::new(30.0, 5.0));
    let mut add = |from, to, definition| world.add_link(from, to, &definition).unwrap_err();
    let right = LinkDefinition::new(1.0);
    let wall = Vec2::new(20.0, 5.0);
    assert_eq!(add(here, wall, right), WorldError::Link(LinkError::OffMesh { point: wall }));
    assert!(matches!(add(Vec2::NAN, there, right), WorldError::Link(LinkError::OffMesh { .. })));
    for cost in [-1.0, f32::NAN, f32::INFINITY] {
        let error = add(here, there, LinkDefinition { cost, ..right });
        assert!(matches!(error, WorldError::Link(LinkError::Cost { .. })), "{error}");
    }
    let error = add(here, there, LinkDefinition { capacity: 0, ..right });
    assert_eq!(error, WorldError::Link(LinkError::Capacity));
    let error = add(here, there, LinkDefinition { kind: 16, ..right });
    assert_eq!(error, WorldError::Link(LinkError::Kind { kind: 16 }));
    assert_eq!(world.links().count(), 0);
}

#[test]
fn stopping_holding_and_removing_units_on_a_link() {
    let mut world = world(false);
    jump(&mut world, 8.0, LinkDefinition::new(30.0));
    let units = block(&mut world, (14.0, 6.0), 3);
    world.order_with(&units, &strict(&Goal::Point(Vec2::new(28.0, 8.0)))).unwrap();
    step_until(&mut world, 100, |world| world.units().all(|unit| unit.link.is_some()));
    world.stop(&units[..1]).unwrap();
    world.hold(&units[1..2]).unwrap();
    world.remove_unit(units[2]).unwrap();
    run(&mut world, 250);
    for unit in world.units() {
        assert!(unit.link.is_none() && unit.position.x > 21.0, "{:?}", unit);
    }
}

#[test]
fn a_unit_that_is_put_elsewhere_leaves_its_link() {
    let mut world = world(false);
    let ladder = jump(&mut world, 8.0, LinkDefinition::new(30.0));
    let unit = block(&mut world, (14.0, 8.0), 1)[0];
    world.order(&[unit], &Goal::Point(Vec2::new(28.0, 8.0))).unwrap();
    step_until(&mut world, 100, |world| world.unit(unit).unwrap().link.is_some());
    world.teleport(unit, Vec2::new(10.0, 20.0)).unwrap();
    assert_eq!(world.unit(unit).unwrap().link, None);
    world.teleport(unit, Vec2::new(30.0, 20.0)).unwrap();
    world.step(0.1).unwrap();
    assert_eq!(world.events(), [Event::LinkLeft { unit, link: ladder }]);
    world.step(0.1).unwrap();
    assert_eq!(world.events(), []);
}
