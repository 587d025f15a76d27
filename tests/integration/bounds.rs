//! What calls need is bounded by what they are about: told by the memory that they ask for, which no busy machine changes.

use std::alloc::System;
use std::sync::{Mutex, MutexGuard, PoisonError};

use glam::Vec2;
use hybrid::navmesh::{Bounds, LinkDefinition, MeshDefinition, NavMesh, PathOptions, Search};
use hybrid::{
    Goal, OrderDefinition, UnitDefinition, UnitId, Unreachable, World, WorldDefinition, WorldError,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const MEGABYTE: usize = 1 << 20;

/// All that this process allocates is counted: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many bytes some work asks for.
fn bytes_of<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let region = Region::new(ALLOCATOR);
    let made = work();
    (region.change().bytes_allocated, made)
}

#[test]
fn a_small_unit_finds_its_place_beside_a_large_one_in_little_memory() {
    let _alone = alone();
    for radius in [0.016, 0.008, 0.004] {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(4.3));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25, 2.0])).unwrap();
        let middle = Vec2::splat(2.15);
        let large = world.add_unit(&UnitDefinition::new(middle, 2.0, 2.0)).unwrap();
        let small = UnitDefinition::new(Vec2::new(2.15, 0.3), radius, 2.0);
        let small = world.add_unit(&small).unwrap();
        let (bytes, ordered) = bytes_of(|| world.order(&[small], &Goal::Unit(large)));
        ordered.unwrap();
        assert!(bytes < MEGABYTE, "{bytes} bytes with a radius of {radius} m");
        let apart = world.unit(small).unwrap().place.unwrap().distance(middle);
        assert!((2.0 + radius..2.7).contains(&apart), "{apart} m away");
    }
}

#[test]
fn a_small_unit_leaves_the_places_of_large_ones_free_in_little_memory() {
    let _alone = alone();
    for radius in [0.1, 0.008, 0.000_2] {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(60.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25, 2.0])).unwrap();
        let mut add = |x: f32, y: f32, radius: f32| {
            world.add_unit(&UnitDefinition::new(Vec2::new(x, y), radius, 2.0)).unwrap()
        };
        let at = |k: usize| 18.0 + 4.5 * Vec2::new((k % 5) as f32, (k / 5) as f32);
        let large: Vec<UnitId> = (0..25).map(|k| add(at(k).x, at(k).y, 2.0)).collect();
        let small = add(50.0, 50.0, radius);
        world.order(&large, &Goal::Point(at(12))).unwrap();
        (0..300).for_each(|_| world.step(0.1).unwrap());
        let to_middle = |unit: &UnitId| world.unit(*unit).unwrap().position.distance(at(12));
        let middle = *large.iter().min_by(|a, b| to_middle(a).total_cmp(&to_middle(b))).unwrap();
        let (bytes, ordered) = bytes_of(|| world.order(&[small], &Goal::Unit(middle)));
        ordered.unwrap();
        assert!(bytes < MEGABYTE, "{bytes} bytes with a radius of {radius} m");
        let place_of = |unit: UnitId| world.unit(unit).unwrap().place.unwrap();
        let apart = |other: &UnitId| place_of(*other).distance(place_of(small));
        assert!(large.iter().map(apart).all(|apart| apart > 2.0 + radius));
    }
}

#[test]
fn no_room_beside_a_large_unit_is_known_without_a_flood() {
    let _alone = alone();
    let bounds = Bounds::new(Vec2::ZERO, Vec2::new(4.2, 4.2));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.9, 2.0])).unwrap();
    let large = world.add_unit(&UnitDefinition::new(Vec2::splat(2.1), 2.0, 2.0)).unwrap();
    // Where its centre may stand nothing is as far from the large one's as the two radii.
    let small = world.add_unit(&UnitDefinition::new(Vec2::new(2.1, 1.0), 0.004, 2.0)).unwrap();
    let strict = OrderDefinition {
        unreachable: Unreachable::Stop,
        ..OrderDefinition::new(Goal::Unit(large))
    };
    let (bytes, refused) = bytes_of(|| world.order_with(&[small], &strict));
    assert!(matches!(refused, Err(WorldError::TooFewPlaces { found: 0, .. })), "{refused:?}");
    assert!(bytes < MEGABYTE, "{bytes} bytes");
}

#[test]
fn units_that_join_one_by_one_need_memory_in_proportion() {
    let _alone = alone();
    let bytes = [500, 1000, 2000].map(|count| {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(100.0));
        let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25])).unwrap();
        let place = |k: usize| Vec2::ONE + 0.6 * Vec2::new((k % 100) as f32, (k / 100) as f32);
        let unit = |k: usize| UnitDefinition::new(place(k), 0.25, 2.0);
        let units: Vec<UnitId> = (0..count).map(|k| world.add_unit(&unit(k)).unwrap()).collect();
        let order = world.order(&units[..1], &Goal::Point(Vec2::splat(50.0))).unwrap();
        let (bytes, _) =
            bytes_of(|| units[1..].iter().for_each(|&unit| world.join(order, &[unit]).unwrap()));
        assert_eq!(world.order_view(order).unwrap().unit_count, count);
        bytes
    });
    let [least, _, most] = bytes;
    assert!(most < 6 * least, "{bytes:?} bytes for 500, 1000 and 2000 units");
    assert!(most < 32 * MEGABYTE, "{bytes:?} bytes for 500, 1000 and 2000 units");
}

#[test]
fn a_way_over_many_links_needs_little_memory() {
    let _alone = alone();
    let mut mesh =
        NavMesh::new(&MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(100.0)))).unwrap();
    let at = |wall: usize| 9.0 * (wall + 1) as f32;
    for wall in 0..10 {
        let (low, high) = (at(wall), at(wall) + 1.0);
        mesh.add_obstacle(&[(low, 0.0), (high, 0.0), (high, 100.0), (low, 100.0)].map(Vec2::from))
            .unwrap();
    }
    mesh.commit().unwrap();
    for link in 0..2000 {
        let (x, y) = (at(link % 10), 1.0 + (link * 709 % 1960) as f32 / 20.0);
        let definition = LinkDefinition { both_ways: true, ..LinkDefinition::new(3.0) };
        mesh.add_link(Vec2::new(x - 0.6, y), Vec2::new(x + 1.6, y), &definition).unwrap();
    }
    let (from, to) = (Vec2::new(1.0, 12.0), Vec2::new(99.0, 80.0));
    let (bytes, path) =
        bytes_of(|| mesh.find_path(&mut Search::default(), from, to, &PathOptions::default()));
    let path = path.unwrap();
    assert_eq!(path.links.len(), 10);
    // The links lead straight on, and are 0.8 m dearer than they are long.
    let least = from.distance(to) + 8.0;
    assert!((least..least + 6.0).contains(&path.cost), "{path:?}");
    assert!(bytes < 4 * MEGABYTE, "{bytes} bytes");
}
