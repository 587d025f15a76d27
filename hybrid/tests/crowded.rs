//! Units on top of each other: what comes of it, and that it stays bounded.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, UnitDefinition, UnitId, World, WorldDefinition};

use crate::support::{overlap_in, rows, world_of};

const BOUNDS: Bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));

#[test]
fn units_that_start_on_top_of_each_other_come_apart() {
    let mut world = world_of(40.0, 40.0).build();
    let at = UnitDefinition::new(vec2(5.0, 33.0), 0.25, 1.4);
    let units: Vec<UnitId> = (0..20).map(|_| world.add_unit(&at).unwrap()).collect();
    for _ in 0..30 {
        world.step(0.1).unwrap();
    }
    let apart = |world: &World| {
        let places: Vec<Vec2> =
            units.iter().map(|&unit| world.unit(unit).unwrap().position).collect();
        let pairs = (1..units.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.map(|(one, other)| places[one].distance(places[other])).fold(f32::INFINITY, f32::min)
    };
    assert!(apart(&world) > 0.95 * 0.5, "{}", apart(&world));
    // They belong where they have got to, and do not quarrel about the place that they share.
    for _ in 0..50 {
        world.step(0.1).unwrap();
    }
    let rest: Vec<Vec2> = world.units().map(|unit| unit.position).collect();
    for _ in 0..50 {
        world.step(0.1).unwrap();
    }
    for (unit, before) in world.units().zip(rest) {
        assert!(unit.position.distance(before) < 0.05, "{unit:?}");
    }
}

#[test]
fn a_hundred_thousand_units_on_one_point() {
    let mut world = world_of(40.0, 40.0).build();
    let at = UnitDefinition::new(Vec2::splat(20.0), 0.25, 1.4);
    let units: Vec<UnitId> = (0..100_000).map(|_| world.add_unit(&at).unwrap()).collect();
    for _ in 0..3 {
        world.step(0.1).unwrap();
    }
    let goals = vec![Vec2::splat(30.0); units.len()];
    world.order(&units, &Goal::Each(goals)).unwrap();
    for _ in 0..3 {
        world.step(0.1).unwrap();
    }
    assert!(world.units().all(|unit| unit.position.is_finite()));
}

#[test]
fn ten_thousand_units_to_the_point_where_they_stand() {
    let mut world = world_of(100.0, 100.0).build();
    let at = UnitDefinition::new(Vec2::splat(50.0), 0.25, 1.4);
    let units: Vec<UnitId> = (0..10_000).map(|_| world.add_unit(&at).unwrap()).collect();
    world.order(&units, &Goal::Point(Vec2::splat(50.0))).unwrap();
    world.step(0.1).unwrap();
    let place = |unit: hybrid::Unit| unit.place.unwrap().to_array().map(f32::to_bits);
    let mut places: Vec<_> = world.units().map(place).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), units.len(), "to each its own");
}

#[test]
fn a_crowd_dropped_on_one_place_comes_back_and_goes_on_with_the_same_bits() {
    let mut definition = WorldDefinition::new(BOUNDS, vec![0.25, 0.6]);
    definition.parameters.plan_latency = 2;
    let mut world = World::new(&definition).unwrap();
    let units: Vec<UnitId> = (0..900)
        .map(|k| {
            let (radius, speed) = if k % 9 == 0 { (0.6, 1.0) } else { (0.25, 1.4) };
            let at = vec2(2.0 + 1.2 * (k % 30) as f32, 2.0 + 1.2 * (k / 30) as f32);
            world.add_unit(&UnitDefinition::new(at, radius, speed)).unwrap()
        })
        .collect();
    world.order(&units, &Goal::Point(vec2(30.0, 8.0))).unwrap();
    (0..20).for_each(|_| world.step(0.1).unwrap());
    // Twice more partners than a disc may have, after a tick that saw all of them far apart.
    for (k, &unit) in units.iter().enumerate() {
        let at = vec2(20.0, 20.0) + 0.01 * vec2((k % 30) as f32, (k / 30) as f32);
        world.teleport(unit, at).unwrap();
    }
    for _ in 0..3 {
        let mut other = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
        for tick in 0..12 {
            world.step(0.1).unwrap();
            other.step(0.1).unwrap();
            assert_eq!(world.state_hash(), other.state_hash(), "tick {tick}");
        }
        assert!(world.to_bytes().unwrap() == other.to_bytes().unwrap());
    }
}

#[test]
fn an_army_that_jams_before_a_gap_is_not_pressed_together() {
    let walls = [[20.0, 0.0, 21.0, 19.3], [20.0, 20.7, 21.0, 40.0]];
    let mut world = world_of(40.0, 40.0).walls(&walls).build();
    let units = rows(vec2(1.0, 12.0)).columns(28).pitch(0.6).add(&mut world, 25 * 28);
    world.order(&units, &Goal::Point(vec2(34.0, 20.0))).unwrap();
    let mut worst: f32 = 0.0;
    for _ in 0..300 {
        world.step(0.1).unwrap();
        worst = worst.max(overlap_in(&world));
    }
    assert!(worst <= 0.02, "{worst}");
}
