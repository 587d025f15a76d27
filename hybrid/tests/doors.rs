//! A few units at a door, from both sides, on ways so short that they see their places from the beginning.

use hybrid::glam::vec2;
use hybrid::{Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, all_arrived, steps, world_of};

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
