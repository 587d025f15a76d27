//! Many groups share a budget of grid cells: each is planned often enough, none before its turn.

use std::sync::Arc;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, ThreadPool, UnitDefinition, UnitId, World, WorldDefinition, WorldParameters};

use crate::support::{rows, world_of};

const GROUPS: usize = 64;

/// 64 blocks of 16 units, each with an order of its own, all to walk 200 m east.
fn world(parameters: WorldParameters) -> World {
    let mut world = world_of(300.0, 640.0).parameters(parameters).build();
    for row in 0..GROUPS {
        let corner = vec2(20.0, 10.0 * row as f32 + 3.0);
        let units = rows(corner).pitch(1.0).add(&mut world, 16);
        world.order(&units, &Goal::Point(corner + vec2(200.0, 1.0))).unwrap();
    }
    world
}

#[test]
fn every_group_has_its_turn_within_two_seconds() {
    const CELLS: usize = 20_000;
    for plan_latency in [0, 4] {
        let plan_cells = CELLS as u32;
        let parameters = WorldParameters { plan_latency, plan_cells, ..WorldParameters::default() };
        let mut world = world(parameters);
        world.set_executor(Some(Arc::new(ThreadPool::new(1))));
        let (mut oldest, mut carried, mut planned) = (0, 0, 0);
        for tick in 0..100_u64 {
            world.step(0.1).unwrap();
            let counters = *world.counters();
            assert!(counters.plan_cells <= CELLS, "{counters:?}");
            carried += counters.carried_over;
            planned += counters.plan_cells;
            if tick > 40 {
                let fields = world.groups().filter_map(|group| group.planned);
                let ages: Vec<u64> = fields.map(|planned| tick - planned).collect();
                assert_eq!(ages.len(), GROUPS, "at tick {tick} every group has a field");
                oldest = ages.into_iter().fold(oldest, u64::max);
            }
        }
        assert!(carried > 0, "the budget is too small for all at once");
        assert!(planned > 80 * CELLS, "it is used up: {planned}");
        assert!(oldest <= 20, "the oldest field was {oldest} ticks old");
    }
}

#[test]
fn one_plan_is_asked_for_however_small_the_budget() {
    let parameters = WorldParameters { plan_cells: 1, ..WorldParameters::default() };
    let mut world = world(parameters);
    let mut plans = 0;
    for _ in 0..GROUPS {
        world.step(0.1).unwrap();
        assert!(world.counters().plans <= 1);
        plans += world.counters().plans;
    }
    let with_field = world.groups().filter(|group| group.planned.is_some()).count();
    assert!(plans >= GROUPS - 2 && with_field >= GROUPS - 2, "{plans} {with_field}");
}

#[test]
fn with_latency_units_set_off_at_once_and_arrive() {
    let arrival = |plan_latency: u32| {
        let parameters = WorldParameters { plan_latency, ..WorldParameters::default() };
        let bounds = Bounds::new(Vec2::ZERO, vec2(60.0, 20.0));
        let mut definition = WorldDefinition::new(bounds, vec![0.25]);
        definition.parameters = parameters;
        let mut world = World::new(&definition).unwrap();
        let at = |k: usize| vec2(5.0 + 0.8 * (k % 6) as f32, 6.0 + 0.8 * (k / 6) as f32);
        let mut unit = |k| world.add_unit(&UnitDefinition::new(at(k), 0.25, 1.4)).unwrap();
        let units: Vec<UnitId> = (0..36).map(&mut unit).collect();
        world.order(&units, &Goal::Point(vec2(50.0, 10.0))).unwrap();
        let mut first_move: Option<u32> = None;
        for tick in 0..900_u32 {
            world.step(0.1).unwrap();
            if first_move.is_none() && world.units().any(|unit| unit.velocity != Vec2::ZERO) {
                first_move = Some(tick);
            }
            assert_eq!(world.counters().units, 36);
            if world.units().all(|unit| unit.arrived) {
                return (first_move, tick);
            }
        }
        panic!("not all have arrived");
    };
    let (at_once, later) = (arrival(0), arrival(10));
    assert_eq!((at_once.0, later.0), (Some(0), Some(0)));
    assert!(at_once.1.abs_diff(later.1) < 20, "{at_once:?} {later:?}");
}

#[test]
fn values_out_of_range_are_refused() {
    for (name, parameters) in [
        ("plan_latency", WorldParameters { plan_latency: 101, ..WorldParameters::default() }),
        ("plan_cells", WorldParameters { plan_cells: 0, ..WorldParameters::default() }),
    ] {
        let mut definition =
            WorldDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(9.0)), vec![0.25]);
        definition.parameters = parameters;
        let message = World::new(&definition).err().unwrap().to_string();
        assert!(message.contains(name), "{message}");
    }
}
