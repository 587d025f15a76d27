//! Orders under way: way points, goals that move, ranges, units that join and leave, goals that cannot be reached.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Area, Bounds, KindCosts, Ray};
use hybrid::{
    Activity, Driver, Event, Goal, OrderDefinition, OrderId, PathLostReason, UnitDefinition,
    UnitId, Unreachable, World, WorldError,
};

mod exchange;
mod unreachable;

use unreachable::as_near;

use crate::support::{TICK, add_wall, rows, strict, world_of};

const SPEED: f32 = 1.4;

fn world() -> World {
    world_of(60.0, 60.0).radii(&[0.25, 0.5]).build()
}

/// Steps, and gives all events.
fn run(world: &mut World, ticks: u32) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..ticks {
        world.step(TICK).unwrap();
        events.extend_from_slice(world.events());
    }
    events
}

/// Steps until all of some units rest.
fn rest(world: &mut World, units: &[UnitId], most_ticks: u32) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..most_ticks {
        events.extend(run(world, 1));
        if units.iter().all(|&unit| activity(world, unit) == Activity::Resting) {
            return events;
        }
    }
    let late = units.iter().filter(|&&unit| activity(world, unit) != Activity::Resting);
    panic!("{} do not rest", late.count());
}

fn activity(world: &World, unit: UnitId) -> Activity {
    world.unit(unit).unwrap().activity
}

fn position(world: &World, unit: UnitId) -> Vec2 {
    world.unit(unit).unwrap().position
}

fn arrivals(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Arrived { .. })).count()
}

fn losses(events: &[Event]) -> Vec<(UnitId, PathLostReason, Option<Vec2>)> {
    let loss = |event: &Event| match *event {
        Event::PathLost { unit, reason, goes_to, .. } => Some((unit, reason, goes_to)),
        _ => None,
    };
    events.iter().filter_map(loss).collect()
}

fn past(way_points: &[Vec2], goal: Vec2) -> OrderDefinition {
    OrderDefinition { way_points: way_points.to_vec(), ..OrderDefinition::new(Goal::Point(goal)) }
}

#[test]
fn way_points_are_passed_in_turn_and_nobody_stops_at_them() {
    for count in [1, 3, 40] {
        let mut world = world();
        add_wall(&mut world, [28.0, 0.0, 30.0, 50.0]);
        let units = rows(vec2(5.0, 5.0)).columns(8).add(&mut world, count);
        let way_points = [vec2(20.0, 10.0), vec2(20.0, 55.0), vec2(40.0, 50.0)];
        let order = world.order_with(&units, &past(&way_points, vec2(50.0, 10.0))).unwrap();
        assert_eq!(world.unit(units[0]).unwrap().way_point, Some(way_points[0]));
        let mut slowest = f32::INFINITY;
        let mut events = Vec::new();
        for tick in 0..1200 {
            events.extend(run(&mut world, 1));
            let passing = world.units().filter(|unit| unit.way_point.is_some());
            let pace = passing.map(|unit| unit.velocity.length()).fold(f32::INFINITY, f32::min);
            slowest = if tick > 20 && count == 1 { slowest.min(pace) } else { slowest };
            if arrivals(&events) == count {
                break;
            }
        }
        assert_eq!(arrivals(&events), count, "{count} units");
        assert!(slowest > 0.5 * SPEED, "{slowest} m/s");
        for &unit in &units {
            let of_unit = events.iter().filter(|event| event.unit() == unit);
            let passed: Vec<Event> = of_unit.copied().collect();
            let way = |way_point: u32| Event::PassedWayPoint { unit, order, way_point };
            assert_eq!(passed, [way(0), way(1), way(2), Event::Arrived { unit, order }]);
        }
    }
}

#[test]
fn a_way_point_that_is_shut_off_is_passed_over() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 8);
    world.order_with(&units, &past(&[vec2(30.0, 30.0)], vec2(50.0, 5.0))).unwrap();
    run(&mut world, 20);
    add_wall(&mut world, [28.0, 28.0, 32.0, 32.0]);
    let events = rest(&mut world, &units, 600);
    assert!(events.iter().all(|event| matches!(event, Event::Arrived { .. })), "{events:?}");
}

#[test]
fn goals_are_appended_while_the_units_walk_and_after_they_have_arrived() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 8);
    let order = world.order(&units, &Goal::Point(vec2(20.0, 5.0))).unwrap();
    run(&mut world, 20);
    world.append_goal(order, vec2(20.0, 25.0)).unwrap();
    let events = rest(&mut world, &units, 600);
    assert_eq!((arrivals(&events), events.len()), (8, 16), "each passes and arrives");
    world.append_goal(order, vec2(40.0, 25.0)).unwrap();
    let view = world.order_view(order).unwrap();
    assert_eq!((view.goal, view.unit_count), (Some(vec2(40.0, 25.0)), 8));
    assert_eq!((view.way_points, view.first_way_point), (&[vec2(20.0, 25.0)][..], 1));
    let events = rest(&mut world, &units, 600);
    assert_eq!(arrivals(&events), 8);
    assert!(units.iter().all(|&unit| position(&world, unit).distance(vec2(40.0, 25.0)) < 2.0));
}

#[test]
fn a_unit_is_followed_and_not_trodden_on() {
    let mut world = world();
    add_wall(&mut world, [28.0, 10.0, 30.0, 50.0]);
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 12);
    let hare = world.add_unit(&UnitDefinition::new(vec2(15.0, 30.0), 0.5, 0.5 * SPEED)).unwrap();
    world.order(&units, &Goal::Unit(hare)).unwrap();
    world
        .order_with(&[hare], &past(&[vec2(25.0, 55.0), vec2(35.0, 55.0)], vec2(45.0, 30.0)))
        .unwrap();
    rest(&mut world, &[hare], 1500);
    let events = rest(&mut world, &units, 300);
    assert_eq!(losses(&events), []);
    let near = |unit: UnitId| position(&world, unit).distance(position(&world, hare));
    assert!(units.iter().all(|&unit| near(unit) > 0.7 && near(unit) < 3.0));
    // Standing they cost nothing: nobody gets another place.
    let places = |world: &World| world.units().map(|unit| unit.place).collect::<Vec<_>>();
    let before = places(&world);
    run(&mut world, 50);
    assert_eq!(places(&world), before);
    // Away again.
    world.order(&[hare], &Goal::Point(vec2(55.0, 55.0))).unwrap();
    rest(&mut world, &[hare], 600);
    rest(&mut world, &units, 300);
    assert!(units.iter().all(|&unit| position(&world, unit).distance(vec2(55.0, 55.0)) < 3.0));
}

#[test]
fn who_follows_a_unit_that_is_removed() {
    for (policy, stays) in [(Unreachable::Stop, false), (Unreachable::Nearest, true)] {
        let mut world = world();
        let units = rows(vec2(5.0, 5.0)).add(&mut world, 8);
        let hare = world.add_unit(&UnitDefinition::new(vec2(25.0, 5.0), 0.25, SPEED)).unwrap();
        let definition =
            OrderDefinition { unreachable: policy, ..OrderDefinition::new(Goal::Unit(hare)) };
        let order = world.order_with(&units, &definition).unwrap();
        run(&mut world, 20);
        world.remove_unit(hare).unwrap();
        let lost = losses(&run(&mut world, 10));
        assert_eq!(lost.len(), 8);
        assert!(lost.iter().all(|&(_, reason, goes_to)| {
            reason == PathLostReason::TargetGone && goes_to.is_some() == stays
        }));
        assert_eq!(world.order_view(order).is_some(), stays);
        if stays {
            rest(&mut world, &units, 400);
            assert!(
                units.iter().all(|&unit| position(&world, unit).distance(vec2(25.0, 5.0)) < 2.0)
            );
        }
    }
}

#[test]
fn the_game_moves_a_goal_every_tick() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).columns(6).add(&mut world, 24);
    let order = world.order(&units, &Goal::Point(vec2(50.0, 5.0))).unwrap();
    let mut changes = 0;
    let place = |world: &World| world.unit(units[0]).unwrap().place;
    for tick in 0..300 {
        let before = place(&world);
        world.move_goal(order, vec2(50.0, 5.0 + 0.1 * tick as f32)).unwrap();
        run(&mut world, 1);
        changes += u32::from(place(&world) != before);
    }
    assert!((2..=30).contains(&changes), "{changes} changes of places in 300 ticks");
    let goal = vec2(50.0, 34.9);
    let events = rest(&mut world, &units, 400);
    assert!(arrivals(&events) > 0);
    assert!(units.iter().all(|&unit| position(&world, unit).distance(goal) < 2.5));
    world.move_goal(order, vec2(40.0, 34.9)).unwrap();
    let mut events = run(&mut world, 10);
    events.extend(rest(&mut world, &units, 400));
    assert_eq!(arrivals(&events), 24, "they arrive again");
}

/// Whether all units stand in range and sight of a point.
fn are_in_range(world: &World, units: &[UnitId], goal: Vec2, range: f32) -> bool {
    units.iter().all(|&unit| {
        let unit = world.unit(unit).unwrap();
        let sees = world.mesh(unit.class).unwrap().ray_cast(unit.position, goal) == Ok(Ray::Clear);
        sees && unit.position.distance(goal) <= range + 0.2
    })
}

#[test]
fn units_stop_in_range_and_sight_of_a_point() {
    for range in [3.0, 8.0, 15.0] {
        let mut world = world();
        // A wall hides the goal until they are round it.
        add_wall(&mut world, [25.0, 10.0, 26.0, 40.0]);
        let units = rows(vec2(10.0, 20.0)).columns(5).add(&mut world, 25);
        let goal = vec2(30.0, 25.0);
        let definition = OrderDefinition { range, ..OrderDefinition::new(Goal::Point(goal)) };
        world.order_with(&units, &definition).unwrap();
        let events = rest(&mut world, &units, 900);
        assert_eq!(arrivals(&events), 25);
        assert!(are_in_range(&world, &units, goal, range));
        let mean =
            units.iter().map(|&unit| position(&world, unit).distance(goal)).sum::<f32>() / 25.0;
        assert!(mean > 0.3 * range, "{mean} m: they stop as soon as they may");
    }
}

#[test]
fn one_who_joins_those_in_range_stops_as_soon_as_it_may_and_they_stay() {
    let mut world = world_of(40.0, 20.0).build();
    let units = rows(vec2(30.0, 10.0)).columns(3).add(&mut world, 9);
    let late = rows(vec2(4.0, 10.0)).columns(1).add(&mut world, 1);
    let goal = vec2(26.0, 10.0);
    let definition = OrderDefinition { range: 10.0, ..OrderDefinition::new(Goal::Point(goal)) };
    let order = world.order_with(&units, &definition).unwrap();
    rest(&mut world, &units, 10);
    let stands: Vec<Vec2> = units.iter().map(|&unit| position(&world, unit)).collect();
    world.join(order, &late).unwrap();
    rest(&mut world, &late, 400);
    let place = position(&world, late[0]);
    assert!(are_in_range(&world, &late, goal, 10.0) && place.x < 17.0, "{place}: on its own side");
    let moved = units.iter().zip(&stands).map(|(&unit, at)| position(&world, unit).distance(*at));
    assert!(moved.fold(0.0, f32::max) < 0.25, "the others stay, but for making room");
}

#[test]
fn those_for_whom_there_is_no_room_in_range_stand_behind() {
    let mut world = world();
    let units = rows(vec2(10.0, 20.0)).columns(6).add(&mut world, 36);
    let goal = vec2(30.0, 25.0);
    let definition = OrderDefinition { range: 0.9, ..OrderDefinition::new(Goal::Point(goal)) };
    world.order_with(&units, &definition).unwrap();
    assert_eq!(arrivals(&rest(&mut world, &units, 900)), 36);
    let near = units.iter().filter(|&&unit| position(&world, unit).distance(goal) < 1.2).count();
    assert!((5..30).contains(&near), "{near}");
}

#[test]
fn a_unit_that_walks_is_kept_in_range_without_a_dance() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 12);
    let prey = world.add_unit(&UnitDefinition::new(vec2(25.0, 8.0), 0.25, 0.3 * SPEED)).unwrap();
    let definition = OrderDefinition { range: 10.0, ..OrderDefinition::new(Goal::Unit(prey)) };
    world.order_with(&units, &definition).unwrap();
    rest(&mut world, &units, 400);
    // It walks within their range: nobody moves.
    let stand: Vec<Vec2> = units.iter().map(|&unit| position(&world, unit)).collect();
    world.order(&[prey], &Goal::Point(vec2(24.0, 8.0))).unwrap();
    run(&mut world, 60);
    assert!(units.iter().zip(&stand).all(|(&unit, at)| position(&world, unit).distance(*at) < 0.3));
    world.order(&[prey], &Goal::Point(vec2(50.0, 30.0))).unwrap();
    rest(&mut world, &[prey], 1500);
    rest(&mut world, &units, 300);
    assert!(are_in_range(&world, &units, position(&world, prey), 10.0));
}

#[test]
fn units_join_and_leave_an_order_under_way() {
    let mut world = world();
    let first = rows(vec2(5.0, 5.0)).columns(5).add(&mut world, 20);
    let more = rows(vec2(5.0, 20.0)).columns(5).add(&mut world, 10);
    let late = rows(vec2(5.0, 30.0)).columns(5).add(&mut world, 10);
    let goal = vec2(45.0, 10.0);
    let order = world.order_with(&first, &past(&[vec2(25.0, 10.0)], goal)).unwrap();
    run(&mut world, 30);
    world.join(order, &more).unwrap();
    world.stop(&first[..5]).unwrap();
    assert_eq!(world.order_view(order).unwrap().unit_count, 25);
    let mut units = [&first[5..], &more[..]].concat();
    rest(&mut world, &units, 900);
    world.join(order, &late).unwrap();
    units.extend(&late);
    let events = rest(&mut world, &units, 900);
    assert_eq!(arrivals(&events), 10, "the others stay");
    assert!(units.iter().all(|&unit| position(&world, unit).distance(goal) < 3.5));
    let mut places: Vec<_> = world.units().filter_map(|unit| unit.place).collect();
    let count = places.len();
    places.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    places.dedup();
    assert_eq!((places.len(), count), (35, 35), "everyone has a place of his own");
    world.stop(&units).unwrap();
    assert_eq!((world.order_view(order), world.orders().count()), (None, 0));
    assert_eq!(world.join(order, &late), Err(WorldError::StaleOrder { order }));
}

#[test]
fn a_unit_that_an_engine_moves_is_followed() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).columns(2).add(&mut world, 3);
    let definition = UnitDefinition {
        driver: Driver::Engine,
        ..UnitDefinition::new(vec2(20.0, 20.0), 0.5, SPEED)
    };
    let player = world.add_unit(&definition).unwrap();
    world.order(&units, &Goal::Unit(player)).unwrap();
    for tick in 0..400 {
        let at = vec2(20.0 + 0.05 * tick as f32, 20.0);
        world.set_motion(player, at, vec2(0.5, 0.0)).unwrap();
        run(&mut world, 1);
    }
    assert!(units.iter().all(|&unit| position(&world, unit).distance(vec2(40.0, 20.0)) < 3.0));
}

#[test]
fn what_is_refused_leaves_orders_as_they_were() {
    let mut world = world();
    let units = rows(vec2(5.0, 5.0)).add(&mut world, 8);
    let other = rows(vec2(15.0, 5.0)).columns(2).add(&mut world, 2);
    let order = world.order_with(&units, &strict(&Goal::Point(vec2(30.0, 30.0)))).unwrap();
    let each = world.order(&other, &Goal::Each(vec![vec2(40.0, 40.0), vec2(41.0, 40.0)])).unwrap();
    add_wall(&mut world, [50.0, 50.0, 55.0, 55.0]);
    run(&mut world, 5);
    let hash = world.state_hash();
    let stale = OrderId::default();
    let goal = |goal: Goal| OrderDefinition::new(goal);
    let blocked = vec2(52.0, 52.0);
    let past_blocked = past(&[blocked], vec2(9.0, 9.0));
    let past_blocked = OrderDefinition { unreachable: Unreachable::Stop, ..past_blocked };
    let mut refused: Vec<(WorldError, &str)> = vec![
        (world.order_with(&units, &goal(Goal::Unit(units[0]))).unwrap_err(), "itself"),
        (
            world.order_with(&units, &goal(Goal::Unit(UnitId::default()))).unwrap_err(),
            "names no unit",
        ),
        (world.order_with(&units, &past_blocked).unwrap_err(), "free point"),
        (world.order_with(&units, &past(&[Vec2::NAN], vec2(9.0, 9.0))).unwrap_err(), "finite"),
        (world.order_with(&units, &as_near(Goal::Point(vec2(99.0, 9.0)))).unwrap_err(), "bounds"),
        (world.move_goal(stale, vec2(9.0, 9.0)).unwrap_err(), "names no order"),
        (world.move_goal(each, vec2(9.0, 9.0)).unwrap_err(), "of their own"),
        (world.append_goal(each, vec2(9.0, 9.0)).unwrap_err(), "of their own"),
        (world.move_goal(order, blocked).unwrap_err(), "free goal"),
        (world.append_goal(order, Vec2::INFINITY).unwrap_err(), "finite"),
        (world.join(order, &[]).unwrap_err(), "at least one"),
        (world.join(each, &units).unwrap_err(), "of their own"),
        (world.join(order, &[UnitId::default()]).unwrap_err(), "names no unit"),
    ];
    for range in [-1.0, f32::NAN, f32::INFINITY] {
        let definition = OrderDefinition { range, ..goal(Goal::Point(vec2(9.0, 9.0))) };
        refused.push((world.order_with(&units, &definition).unwrap_err(), "range"));
    }
    let of_each = goal(Goal::Each(vec![vec2(9.0, 9.0); 8]));
    let definition = OrderDefinition { range: 2.0, ..of_each };
    refused.push((world.order_with(&units, &definition).unwrap_err(), "has no range"));
    for (error, names) in refused {
        assert!(error.to_string().contains(names), "{error}: {names}");
    }
    assert_eq!(world.state_hash(), hash);
    // A follower: its own order cannot follow it, and nothing comes after a unit.
    let follow = world.order(&other, &Goal::Unit(units[0])).unwrap();
    assert!(matches!(world.join(follow, &units[..1]), Err(WorldError::FollowsItself { .. })));
    assert!(matches!(
        world.append_goal(follow, vec2(9.0, 9.0)),
        Err(WorldError::FollowsUnit { .. })
    ));
}
