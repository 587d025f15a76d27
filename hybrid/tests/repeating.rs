//! Orders that repeat their way, and followers that arrive anew.

use std::collections::BTreeMap;

use hybrid::glam::{Vec2, vec2};
use hybrid::{
    Activity, Event, Goal, MOST_WAY_POINTS, OrderDefinition, OrderId, Repeat, UnitDefinition,
    UnitId, Unreachable, World, WorldError,
};

use crate::support::{TICK, add_wall, rows, steps, world_of};

fn patrol(repeat: Repeat, way_points: &[Vec2], goal: Vec2) -> OrderDefinition {
    let way_points = way_points.to_vec();
    OrderDefinition { repeat, way_points, ..OrderDefinition::new(Goal::Point(goal)) }
}

const WAY: [Vec2; 2] = [vec2(30.0, 5.0), vec2(30.0, 25.0)];
const GOAL: Vec2 = vec2(10.0, 15.0);

/// What each unit told in so many steps: the indices of way points, and 9 for an arrival. Nobody is stuck.
fn told(world: &mut World, order: OrderId, count: usize) -> BTreeMap<UnitId, Vec<u32>> {
    let mut told: BTreeMap<UnitId, Vec<u32>> = BTreeMap::new();
    for _ in 0..count {
        world.step(TICK).unwrap();
        for &event in world.events() {
            let number = match event {
                Event::PassedWayPoint { way_point, order: of, .. } if of == order => way_point,
                Event::Arrived { order: of, .. } if of == order => 9,
                other => panic!("{other:?}"),
            };
            told.entry(event.unit()).or_default().push(number);
        }
    }
    told
}

#[test]
fn units_go_round_for_ever_and_tell_each_way_point_and_each_round() {
    let round = [(Repeat::Loop, vec![0, 1, 9]), (Repeat::ToAndFro, vec![0, 1, 9, 1])];
    for (repeat, round) in round {
        let mut world = world_of(40.0, 30.0).build();
        let units = rows(vec2(4.0, 4.0)).add(&mut world, 6);
        let order = world.order_with(&units, &patrol(repeat, &WAY, GOAL)).unwrap();
        let mut all = told(&mut world, order, 600);
        let mut read = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
        // What groups have of windows comes and goes.
        let mut sizes = Vec::new();
        for _ in 0..180 {
            sizes.push(world.to_bytes().unwrap().len());
            for (unit, more) in told(&mut world, order, 10) {
                all.entry(unit).or_default().extend(more);
            }
        }
        steps(&mut read, 1800);
        assert_eq!(read.state_hash(), world.state_hash(), "{repeat:?}");
        let most = |sizes: &[usize]| sizes.iter().copied().max().unwrap();
        let (early, late) = (most(&sizes[..60]), most(&sizes[120..]));
        assert!(late < early + early / 5, "{repeat:?}: {early} bytes, then {late}");
        assert_eq!(all.len(), 6);
        for (unit, told) in all {
            assert!(told.len() > 12, "{repeat:?} {unit:?}: {told:?}");
            let expected = round.iter().cycle().take(told.len());
            assert!(told.iter().eq(expected), "{repeat:?} {unit:?}: {told:?}");
            assert!(world.unit(unit).unwrap().way_point.is_some());
        }
        assert_eq!(world.order_with(&units, &patrol(repeat, &WAY, GOAL)), Ok(order), "again");
        assert_eq!(world.order_view(order).unwrap().repeat, repeat);
    }
}

#[test]
fn points_at_one_place_neither_hang_nor_flood() {
    for (count, apart) in [(1, 0.0), (1, 0.1), (24, 0.0), (24, 0.4)] {
        for repeat in [Repeat::Loop, Repeat::ToAndFro] {
            let mut world = world_of(40.0, 30.0).build();
            let units = rows(vec2(4.0, 4.0)).columns(6).add(&mut world, count);
            let (first, goal) = (vec2(20.0, 15.0), vec2(20.0 + apart, 15.0));
            let order = world.order_with(&units, &patrol(repeat, &[first], goal)).unwrap();
            told(&mut world, order, 400);
            let later = told(&mut world, order, 1000);
            let text = format!("{count} units, {apart} m apart, {repeat:?}: {later:?}");
            assert!(later.is_empty(), "{text}");
            assert!(
                units.iter().all(|&unit| world.unit(unit).unwrap().activity == Activity::Resting)
            );
        }
    }
}

#[test]
fn points_near_together_are_passed_as_units_walk_and_not_at_once() {
    let mut world = world_of(40.0, 30.0).build();
    let units = rows(vec2(4.0, 4.0)).add(&mut world, 1);
    let points = [vec2(20.0, 15.0), vec2(20.5, 15.0), vec2(21.0, 15.0), vec2(26.0, 15.0)];
    let order = patrol(Repeat::Loop, &points[..3], points[3]);
    let order = world.order_with(&units, &order).unwrap();
    let told = told(&mut world, order, 1200);
    for told in told.values() {
        assert!((8..400).contains(&told.len()), "{told:?}");
        assert!(told.iter().eq([0, 1, 2, 9].iter().cycle().take(told.len())), "{told:?}");
    }
}

#[test]
fn points_that_cannot_be_reached_are_passed_over_until_they_can() {
    let mut world = world_of(40.0, 30.0).build();
    let unit = world.add_unit(&UnitDefinition::new(vec2(5.0, 5.0), 0.25, 2.0)).unwrap();
    let wall = add_wall(&mut world, [26.0, 21.0, 34.0, 29.0]);
    let definition = patrol(Repeat::Loop, &WAY, GOAL);
    let stop = OrderDefinition { unreachable: Unreachable::Stop, ..definition.clone() };
    let error = world.order_with(&[unit], &stop).unwrap_err();
    assert!(matches!(error, WorldError::WayPointBlocked { .. }), "{error}");
    let nearest = OrderDefinition { unreachable: Unreachable::Nearest, ..definition };
    let order = world.order_with(&[unit], &nearest).unwrap();
    let told_before = told(&mut world, order, 900).remove(&unit).unwrap();
    assert!(told_before.len() > 4, "{told_before:?}");
    assert!(told_before.iter().eq([0, 9].iter().cycle().take(told_before.len())));
    world.remove_obstacle(wall).unwrap();
    let told_after = told(&mut world, order, 900).remove(&unit).unwrap();
    assert!(told_after.windows(3).any(|all| all == [0, 1, 9]), "{told_after:?}");
}

#[test]
fn what_cannot_repeat_is_refused() {
    let mut world = world_of(40.0, 30.0).build();
    let units = rows(vec2(4.0, 4.0)).add(&mut world, 3);
    let (pair, hare) = (&units[..2], units[2]);
    let right = patrol(Repeat::Loop, &WAY, GOAL);
    for (definition, word) in [
        (OrderDefinition { way_points: vec![], ..right.clone() }, "way point"),
        (OrderDefinition { goal: Goal::Unit(hare), ..right.clone() }, "one point"),
        (OrderDefinition { goal: Goal::Each(WAY.to_vec()), ..right.clone() }, "one point"),
        (OrderDefinition { range: 2.0, ..right.clone() }, "range"),
    ] {
        let before = world.state_hash();
        let error = world.order_with(pair, &definition).unwrap_err();
        assert!(matches!(error, WorldError::RepeatNeeds { .. }), "{error}");
        assert!(error.to_string().contains(word), "{error}");
        assert_eq!(world.state_hash(), before);
    }
    let order = world.order_with(pair, &right).unwrap();
    assert_eq!(world.move_goal(order, GOAL), Err(WorldError::OrderRepeats { order }));
    assert_eq!(world.append_goal(order, GOAL), Err(WorldError::OrderRepeats { order }));
    steps(&mut world, 250);
    world.join(order, &[hare]).unwrap();
    assert_eq!(world.unit(hare).unwrap().way_point, Some(WAY[0]));
    let joined = told(&mut world, order, 600).remove(&hare).unwrap();
    assert!(joined.starts_with(&[0, 1, 9]), "{joined:?}");
}

#[test]
fn too_many_way_points_are_refused_given_or_appended() {
    let mut world = world_of(40.0, 30.0).build();
    let unit = world.add_unit(&UnitDefinition::new(vec2(5.0, 5.0), 0.25, 2.0)).unwrap();
    let with = |count: usize| patrol(Repeat::Once, &vec![WAY[0]; count], GOAL);
    let limit = MOST_WAY_POINTS;
    let refused = WorldError::TooManyWayPoints { count: limit + 1, limit };
    assert_eq!(world.order_with(&[unit], &with(limit + 1)), Err(refused.clone()));
    let order = world.order_with(&[unit], &with(limit - 1)).unwrap();
    world.append_goal(order, WAY[1]).unwrap();
    let before = world.to_bytes().unwrap();
    assert_eq!(world.append_goal(order, GOAL), Err(refused));
    assert_eq!(world.to_bytes().unwrap(), before);
    // Those that all have passed do not count.
    steps(&mut world, 200);
    world.append_goal(order, GOAL).unwrap();
}

#[test]
fn followers_arrive_anew_once_for_each_leg_of_their_target() {
    for range in [0.0, 4.0] {
        let mut world = world_of(100.0, 40.0).radii(&[0.4]).build();
        let heavy = UnitDefinition::new(vec2(10.0, 20.0), 0.4, 1.0);
        let target = world.add_unit(&UnitDefinition { mass: 500.0, ..heavy }).unwrap();
        let followers = rows(vec2(3.0, 10.0)).columns(6).pitch(1.0).of(0.4, 2.5);
        let followers = followers.add(&mut world, 6);
        let order = OrderDefinition { range, ..OrderDefinition::new(Goal::Unit(target)) };
        world.order_with(&followers, &order).unwrap();
        steps(&mut world, 150);
        let mut most = 0;
        for leg in 0..8 {
            world.order(&[target], &Goal::Point(vec2(17.0 + 9.0 * leg as f32, 20.0))).unwrap();
            let mut told: BTreeMap<UnitId, u32> = BTreeMap::new();
            for _ in 0..250 {
                world.step(TICK).unwrap();
                for event in world.events() {
                    if let Event::Arrived { unit, .. } = *event {
                        *told.entry(unit).or_default() += 1;
                    }
                }
            }
            assert_eq!(told.remove(&target), Some(1), "leg {leg}");
            most += told.len();
            assert!(told.values().all(|&count| count == 1), "range {range}, leg {leg}: {told:?}");
        }
        assert!(most >= 46, "range {range}: hardly any of 48 is missing, {most}");
        // While it stands nobody tells more.
        for _ in 0..300 {
            world.step(TICK).unwrap();
            assert_eq!(world.events(), []);
        }
    }
}
