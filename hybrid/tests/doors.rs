//! A few units at a door, from both sides, on ways so short that they see their places from the beginning.

use hybrid::glam::vec2;
use hybrid::{Event, Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, all_arrived, rows, steps, world_of};

/// A door of a width in a wall of 2 m, and units of a radius that stand side by side so many metres from its middle, on both
/// sides; each goes to where one of the others stands.
fn door(width: f32, radius: f32, far: f32, count: usize) -> (World, Vec<UnitId>) {
    let (low, high) = (20.0 - 0.5 * width, 20.0 + 0.5 * width);
    let walls = [[19.0, 0.0, 21.0, low], [19.0, high, 21.0, 40.0]];
    let mut world = world_of(40.0, 40.0).radii(&[radius]).walls(&walls).build();
    let mut units = Vec::new();
    for number in 0..count {
        let y = 20.0 + (number as f32 - 0.5 * (count - 1) as f32) * 2.2 * radius;
        let [west, east] = [vec2(20.0 - far, y), vec2(20.0 + far, y)];
        for (from, to) in [(west, east), (east, west)] {
            let unit = world.add_unit(&UnitDefinition::new(from, radius, 1.4)).unwrap();
            world.order(&[unit], &Goal::Point(to)).unwrap();
            units.push(unit);
        }
    }
    (world, units)
}

#[test]
fn a_few_units_are_through_a_door_without_delay() {
    // The door, the radius, how far, how many on each side, and the seconds in which all are there.
    let doors = [
        (1.3, 0.4, 2.0, 1, 9.0),
        (1.3, 0.4, 4.0, 1, 12.0),
        (1.0, 0.4, 6.0, 1, 15.0),
        (1.0, 0.25, 2.0, 3, 7.0),
        (1.0, 0.25, 3.0, 3, 8.0),
        (1.0, 0.25, 4.0, 3, 10.0),
        (1.8, 0.25, 2.0, 3, 6.0),
        (1.8, 0.4, 4.0, 3, 10.0),
    ];
    for (width, radius, far, count, most) in doors {
        let (mut world, units) = door(width, radius, far, count);
        let mut seconds = 0.0;
        while seconds < 60.0 && !all_arrived(&world, &units) {
            world.step(TICK).unwrap();
            seconds += TICK;
        }
        assert!(seconds < most, "{width} m, {far} m before it, {count} each: {seconds} s");
    }
}

/// Where a unit of 0.25 m radius stands along a line, and its orders: after how many steps, and to where.
type Walk<'a> = (f32, &'a [(u64, f32)]);

/// Returns in how many seconds all are there who walk along a line through a corridor 15 m to 25 m from the left: its width, and
/// whether it is closed behind.
fn seconds_along(width: f32, is_closed: bool, walks: &[Walk<'_>]) -> f32 {
    let (low, high) = (20.0 - 0.5 * width, 20.0 + 0.5 * width);
    let mut walls = vec![[15.0, 0.0, 25.0, low], [15.0, high, 25.0, 40.0]];
    walls.extend(is_closed.then_some([25.0, 10.0, 26.0, 30.0]));
    let mut world = world_of(40.0, 40.0).radii(&[0.25]).walls(&walls).build();
    let at = |x: f32| vec2(x, 20.0);
    let mut add =
        |walk: &Walk<'_>| world.add_unit(&UnitDefinition::new(at(walk.0), 0.25, 1.4)).unwrap();
    let units: Vec<UnitId> = walks.iter().map(&mut add).collect();
    let last = walks.iter().flat_map(|walk| walk.1).map(|order| order.0).max().unwrap();
    for tick in 0..900 {
        for (&unit, walk) in units.iter().zip(walks) {
            for &(_, to) in walk.1.iter().filter(|order| order.0 == tick) {
                world.order(&[unit], &Goal::Point(at(to))).unwrap();
            }
        }
        world.step(TICK).unwrap();
        let stuck = world.events().iter().find(|event| matches!(event, Event::Stuck { .. }));
        assert_eq!(stuck, None, "{width} m, {walks:?}, tick {tick}");
        if tick >= last && all_arrived(&world, &units) {
            return world.tick_count() as f32 * TICK;
        }
    }
    f32::INFINITY
}

#[test]
fn who_comes_to_a_corridor_later_waits_until_the_other_one_is_out() {
    // Each alone needs 11.8 s, and the first is out of the mouth after 9.5 s.
    for width in [0.55, 0.75] {
        let seconds = seconds_along(width, false, &[(12.0, &[(0, 28.0)]), (28.0, &[(20, 12.0)])]);
        assert!(seconds < 22.0, "{width} m: {seconds} s");
    }
}

#[test]
fn nobody_enters_a_narrow_dead_end_from_which_somebody_comes() {
    for width in [0.55, 0.75] {
        for deep in [3.0, 6.0, 9.0] {
            let bottom = 15.0 + deep;
            let seconds =
                seconds_along(width, true, &[(bottom, &[(0, 11.0)]), (12.0, &[(0, bottom)])]);
            // Until the first is out, and then in.
            let least = (2.0 * deep + 2.0) / 1.4;
            assert!(seconds < least + 5.0, "{width} m, {deep} m: {seconds} s, {least} s");
        }
    }
}

#[test]
fn who_meets_another_one_in_a_corridor_goes_back_where_that_is_nearer() {
    for width in [0.55, 0.75] {
        // Both go east, and the first one is called back.
        let back =
            seconds_along(width, false, &[(12.0, &[(0, 30.0), (60, 8.0)]), (10.0, &[(0, 28.0)])]);
        assert!(back < 30.0, "{width} m: {back} s");
        // One that stands inside is sent to where another one comes from.
        let out = seconds_along(width, false, &[(20.0, &[(40, 12.0)]), (12.0, &[(0, 28.0)])]);
        assert!(out < 26.0, "{width} m: {out} s");
    }
}

#[test]
fn who_idles_in_a_corridor_goes_out_ahead_of_others_and_comes_back() {
    let walls = [[15.0, 0.0, 25.0, 19.7], [15.0, 20.3, 25.0, 40.0]];
    let mut world = world_of(40.0, 40.0).radii(&[0.25]).walls(&walls).build();
    let [idle, walker] = [20.0, 12.0]
        .map(|x| world.add_unit(&UnitDefinition::new(vec2(x, 20.0), 0.25, 1.4)).unwrap());
    world.order(&[walker], &Goal::Point(vec2(30.0, 20.0))).unwrap();
    // Alone it needs 13.2 s.
    steps(&mut world, 145);
    assert!(all_arrived(&world, &[walker]), "{:?}", world.explain(walker).unwrap());
    steps(&mut world, 200);
    let off = world.unit(idle).unwrap().position.distance(vec2(20.0, 20.0));
    assert!(off < 0.25, "{off} m from where it stood");
}

#[test]
fn a_unit_that_sees_its_place_uses_the_passage_before_it_and_none_behind_it() {
    // From a place of its own it has no path, from farther off one that ends behind the door.
    for far in [3.0, 6.0] {
        let (mut world, units) = door(1.0, 0.4, far, 1);
        steps(&mut world, 4);
        let users = |world: &World| -> Vec<UnitId> {
            world.passages().flat_map(|passage| passage.users).map(|user| user.unit).collect()
        };
        assert_eq!(users(&world), units, "{far} m");
        let [one, other] = [units[0], units[1]];
        let is_behind = |unit: UnitId, sign: f32| {
            move |world: &World| sign * (world.unit(unit).unwrap().position.x - 20.0) > 2.0
        };
        let (west_is_out, east_is_out) = (is_behind(one, 1.0), is_behind(other, -1.0));
        for _ in 0..200 {
            world.step(TICK).unwrap();
            let users = users(&world);
            assert!(!(west_is_out(&world) && users.contains(&one)), "{far} m");
            assert!(!(east_is_out(&world) && users.contains(&other)), "{far} m");
        }
        assert!(all_arrived(&world, &units));
    }
}

#[test]
fn who_stands_in_a_plain_queue_is_not_told_that_it_is_stuck() {
    for (width, count) in [(2.4, 150), (4.8, 300)] {
        let (low, high) = (20.0 - 0.5 * width, 20.0 + 0.5 * width);
        let walls = [[29.0, 0.0, 31.0, low], [29.0, high, 31.0, 40.0]];
        let mut world = world_of(60.0, 40.0).radii(&[0.3]).walls(&walls).build();
        let columns = 15;
        let crowd = rows(vec2(27.0 - 0.7 * count as f32 / columns as f32, 15.1));
        let units = crowd.columns(count / columns).pitch(0.7).of(0.3, 1.4).add(&mut world, count);
        world.order(&units, &Goal::Point(vec2(45.0, 20.0))).unwrap();
        let mut told = 0;
        while world.tick_count() < 900 && !all_arrived(&world, &units) {
            world.step(TICK).unwrap();
            let is_stuck = |event: &&Event| matches!(event, Event::Stuck { .. });
            told += world.events().iter().filter(is_stuck).count();
        }
        assert!(all_arrived(&world, &units));
        assert_eq!(told, 0, "{count} at a gate of {width} m");
    }
}
