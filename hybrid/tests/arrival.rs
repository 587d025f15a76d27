//! Slots: first come, deepest slot; who rests hardly moves again.

use hybrid::glam::{Vec2, vec2};
use hybrid::{Activity, Event, Goal, UnitDefinition, UnitId, World};

use crate::support::{TICK, all_arrived, rows, step_until, world_of};

/// A hall with a dead end to the east, 1.3 m wide: two units of 0.5 m fit beside each other.
fn dead_end() -> World {
    world_of(40.0, 12.0).walls(&[[25.0, 0.0, 40.0, 5.35], [25.0, 6.65, 40.0, 12.0]]).build()
}

#[test]
fn the_first_go_to_the_end_of_a_dead_end() {
    let mut world = dead_end();
    // Slow ones in front: the fast ones overtake them on the way, so that who is first then was not at first.
    let units: Vec<UnitId> = (0..24)
        .map(|k| {
            let speed = if k < 12 { 0.8 } else { 1.6 };
            let position = vec2(8.0 - 0.6 * (k / 6) as f32, 4.0 + 0.7 * (k % 6) as f32);
            world.add_unit(&UnitDefinition::new(position, 0.25, speed)).unwrap()
        })
        .collect();
    world.order(&units, &Goal::Point(vec2(39.5, 6.0))).unwrap();
    let mut walked = vec![0.0_f32; units.len()];
    for _ in 0..1200 {
        let before: Vec<_> = units.iter().map(|&unit| world.unit(unit).unwrap()).collect();
        world.step(TICK).unwrap();
        for (walked, before) in walked.iter_mut().zip(before) {
            if before.arrived {
                *walked += world.unit(before.id).unwrap().position.distance(before.position);
            }
        }
    }
    assert!(world.units().all(|unit| unit.arrived && unit.activity == Activity::Resting));
    let mean = walked.iter().sum::<f32>() / walked.len() as f32 / 0.25;
    println!("{mean} radii walked after the arrival");
    assert!(mean < 1.0, "{mean} radii");
    let mut places: Vec<_> =
        world.units().map(|unit| unit.place.unwrap().to_array().map(f32::to_bits)).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), units.len(), "to each its own");
}

#[test]
fn who_has_arrived_rests_and_has_not_just_swapped_its_place() {
    for corridor in [1.3, 2.0, 3.0, 5.0] {
        let (low, high) = (6.0 - 0.5 * corridor, 6.0 + 0.5 * corridor);
        let walls = [[25.0, 0.0, 40.0, low], [25.0, high, 40.0, 12.0]];
        let mut world = world_of(40.0, 12.0).walls(&walls).build();
        let fast = rows(vec2(2.0, 3.0)).columns(8).of(0.25, 1.8).add(&mut world, 40);
        let slow = rows(vec2(9.0, 3.0)).columns(8).of(0.25, 0.9).add(&mut world, 40);
        world.order(&[fast, slow].concat(), &Goal::Point(vec2(39.0, 6.0))).unwrap();
        let mut told = 0;
        while world.tick_count() < 1200 && told < 80 {
            world.step(TICK).unwrap();
            for event in world.events() {
                let Event::Arrived { unit, .. } = *event else { continue };
                let unit = world.unit(unit).unwrap();
                let off = unit.place.unwrap().distance(unit.position);
                assert!(unit.activity == Activity::Resting && off <= 0.64 * 0.25, "{unit:?}");
                told += 1;
            }
        }
        assert_eq!(told, 80, "each is told once");
    }
}

#[test]
fn what_a_unit_does_is_part_of_the_state() {
    let hash = |change: fn(&mut World, UnitId)| {
        let mut world = dead_end();
        let unit = UnitDefinition::new(vec2(5.0, 5.0), 0.25, 1.4);
        let unit = world.add_unit(&unit).unwrap();
        world.stop(&[unit]).unwrap();
        change(&mut world, unit);
        world.state_hash()
    };
    let (idle, held) = (hash(|_, _| ()), hash(|world, unit| world.hold(&[unit]).unwrap()));
    assert_ne!(idle, held);
    assert_eq!(
        idle,
        hash(|world, unit| {
            world.hold(&[unit]).unwrap();
            world.stop(&[unit]).unwrap();
        })
    );
}

#[test]
fn orders_to_one_point_do_not_share_places() {
    let mut world = world_of(60.0, 60.0).radii(&[0.5]).build();
    let goal = vec2(30.0, 30.0);
    for corner in [vec2(5.0, 5.0), vec2(45.0, 5.0), vec2(5.0, 45.0)] {
        let units = rows(corner).of(0.5, 2.0).columns(5).pitch(1.2).add(&mut world, 25);
        world.order(&units, &Goal::Point(goal)).unwrap();
        let places: Vec<Vec2> = world.units().filter_map(|unit| unit.place).collect();
        for (index, place) in places.iter().enumerate() {
            let near = places[..index].iter().map(|other| other.distance(*place));
            let near = near.fold(f32::INFINITY, f32::min);
            // Who could not get to its place may stand where it was held up, beside the places of others.
            let is_new = index + units.len() >= places.len();
            assert!(near > 0.99 || !is_new, "{place}, {near} m from another one");
        }
        // Seventy-five discs of 1 m side by side reach 5 m.
        let far = places.iter().map(|place| place.distance(goal)).fold(0.0, f32::max);
        assert!(far < 6.5, "{far}");
        step_until(&mut world, 2000, |world| all_arrived(world, &units));
    }
}

/// Where one stream fills a square and the other one comes late, those in front must move up across it all.
#[test]
fn two_streams_fill_a_square_from_both_sides_and_rest() {
    let walls = [
        [20.0, 0.0, 21.0, 17.5],
        [20.0, 22.5, 21.0, 40.0],
        [49.0, 0.0, 50.0, 17.5],
        [49.0, 22.5, 50.0, 40.0],
    ];
    for west in [200, 300, 400] {
        let mut world = world_of(90.0, 40.0).radii(&[0.3]).walls(&walls).build();
        let goal = Goal::Point(vec2(35.0, 20.0));
        let block = |x: f32, count: usize, world: &mut World| {
            let units = rows(vec2(x, 6.0)).columns(16).pitch(0.9).of(0.3, 1.8).add(world, count);
            world.order(&units, &goal).unwrap();
        };
        block(3.0, west, &mut world);
        block(70.0, 500 - west, &mut world);
        let rests = |world: &World| world.units().all(|unit| unit.activity == Activity::Resting);
        step_until(&mut world, 500, rests);
    }
}
