//! Worlds that come back after edits go on as the ones that they are copies of.

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::{Area, Bounds};
use hybrid::{Goal, UnitDefinition, UnitId, World, WorldParameters};

use crate::support::world_of;

#[test]
fn an_edit_that_changes_no_cell_leaves_the_world_that_comes_back_its_fields() {
    for (search_cells, cost) in [(100, 3.0), (20_000, 1.0)] {
        let parameters = WorldParameters { search_cells, ..WorldParameters::default() };
        let mut world = world_of(60.0, 60.0).parameters(parameters).build();
        let area = Area { kind: 0, cost };
        world.add_area(Bounds::new(vec2(3.0, 40.0), vec2(6.0, 44.0)), area).unwrap();
        let wall = |low: Vec2, high: Vec2| [low, vec2(high.x, low.y), high, vec2(low.x, high.y)];
        for k in 0..10 {
            let low = vec2(10.0 + 4.0 * k as f32, 4.0 + 2.0 * (k % 3) as f32);
            let high = vec2(low.x + 1.5, 50.0 + (k % 4) as f32);
            world.add_obstacle(&wall(low, high)).unwrap();
        }
        let place = |k: usize, of: usize| {
            vec2(3.0 + 0.6 * (of % 4) as f32, 3.0 + 4.0 * k as f32 + 0.6 * (of / 4) as f32)
        };
        let mut add = |at| world.add_unit(&UnitDefinition::new(at, 0.25, 1.4)).unwrap();
        let groups: Vec<Vec<UnitId>> =
            (0..8).map(|k| (0..8).map(|of| add(place(k, of))).collect()).collect();
        for (k, units) in groups[..6].iter().enumerate() {
            world.order(units, &Goal::Point(vec2(56.0, 5.0 + 5.0 * k as f32))).unwrap();
        }
        (0..60).for_each(|_| world.step(0.1).unwrap());
        world.add_obstacle(&wall(vec2(10.4, 20.0), vec2(11.0, 22.0))).unwrap();
        world.step(0.1).unwrap();
        let mut other = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
        for world in [&mut world, &mut other] {
            world.order(&groups[6], &Goal::Point(vec2(56.0, 40.0))).unwrap();
            world.order(&groups[7], &Goal::Point(vec2(56.0, 45.0))).unwrap();
        }
        for tick in 0..100 {
            world.step(0.1).unwrap();
            other.step(0.1).unwrap();
            assert_eq!(other.counters(), world.counters(), "{search_cells} {cost} tick {tick}");
            assert_eq!(other.state_hash(), world.state_hash(), "{search_cells} {cost} tick {tick}");
        }
    }
}

#[test]
fn units_that_join_before_an_edit_and_after_a_save_get_their_places_together() {
    let mut world = world_of(40.0, 20.0).build();
    let mut add = |k: usize| {
        let at = vec2(2.0 + 0.8 * (k % 4) as f32, 6.0 + 0.8 * (k / 4) as f32);
        world.add_unit(&UnitDefinition::new(at, 0.25, 1.4)).unwrap()
    };
    let units: Vec<UnitId> = (0..12).map(&mut add).collect();
    let order = world.order(&units[..3], &Goal::Point(vec2(30.0, 10.0))).unwrap();
    world.join(order, &units[3..8]).unwrap();
    let (low, high) = (vec2(29.6, 9.6), vec2(30.4, 10.4));
    world.add_obstacle(&[low, vec2(high.x, low.y), high, vec2(low.x, high.y)]).unwrap();
    let mut other = World::from_bytes(&world.to_bytes().unwrap()).unwrap();
    assert_eq!(other.state_hash(), world.state_hash());
    for tick in 0..300 {
        for world in [&mut world, &mut other] {
            if tick == 0 {
                world.join(order, &units[8..]).unwrap();
            }
            world.step(0.1).unwrap();
        }
        assert_eq!(other.state_hash(), world.state_hash(), "tick {tick}");
    }
    assert!(world.units().all(|unit| unit.arrived));
}
