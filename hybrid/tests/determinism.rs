//! Equal calls give equal worlds, bit for bit.

use std::sync::{Arc, Mutex};

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{
    Executor, Goal, Guidance, HeightGrid, Task, ThreadPool, UnitDefinition, UnitId, World,
    WorldDefinition, WorldParameters,
};

use crate::support::{add_wall, rectangle, world_of};

/// A scene with everything in it: classes, shared and own goals, walls that come and go, units that leave and stop.
/// Gives the hash after each tick.
fn hashes(radii: &[f32], ticks: u64) -> Vec<u64> {
    hashes_with(radii, (ticks, 0), &mut |_| ())
}

/// The states of a scene whose plans are used `latency` ticks after they were asked for; `each_tick` does something that
/// must not matter.
fn hashes_with(
    radii: &[f32],
    (ticks, latency): (u64, u32),
    each_tick: &mut dyn FnMut(&mut World),
) -> Vec<u64> {
    let parameters = WorldParameters { plan_latency: latency, ..WorldParameters::default() };
    let mut world = world_of(48.0, 32.0).radii(radii).parameters(parameters).build();
    let wall = |x: f32, y: f32, w: f32, h: f32| rectangle([x, y, x + w, y + h]);
    world.add_obstacle(&wall(20.0, 0.0, 1.0, 13.0)).unwrap();
    world.add_obstacle(&wall(20.0, 18.0, 1.0, 14.0)).unwrap();
    world.add_obstacle(&[vec2(30.0, 12.0), vec2(34.0, 14.0), vec2(31.0, 18.0)]).unwrap();
    let mut crowd = |corner: Vec2, count: usize, radius: f32| -> Vec<UnitId> {
        let at = |k: usize| corner + 1.2 * vec2((k % 6) as f32, (k / 6) as f32);
        (0..count)
            .map(|k| world.add_unit(&UnitDefinition::new(at(k), radius, 1.4)).unwrap())
            .collect()
    };
    let (small, large) = (crowd(vec2(3.0, 8.0), 60, 0.25), crowd(vec2(36.0, 6.0), 20, 0.5));
    world.order(&small, &Goal::Point(vec2(42.0, 16.0))).unwrap();
    let goals = (0..20)
        .map(|k| vec2(5.0, 5.0) + 1.1 * vec2((k / 10) as f32, 2.0 * (k % 10) as f32))
        .collect();
    world.order(&large, &Goal::Each(goals)).unwrap();
    let mut door = None;
    let mut step = |tick: u64| {
        match tick {
            40 => door = Some(world.add_obstacle(&wall(26.0, 10.0, 1.0, 9.0)).unwrap()),
            90 => world.remove_obstacle(door.take().unwrap()).unwrap(),
            60 => world.remove_unit(small[7]).unwrap(),
            70 => world.stop(&small[20..24]).unwrap(),
            100 => drop(world.order(&small[30..50], &Goal::Point(vec2(10.0, 26.0))).unwrap()),
            120 => drop(world.add_unit(&UnitDefinition::new(vec2(24.0, 28.0), 0.2, 2.0)).unwrap()),
            _ => {}
        }
        each_tick(&mut world);
        world.step(0.1).unwrap();
        world.state_hash()
    };
    (0..ticks).map(&mut step).collect()
}

/// What an executor may do with tasks, and none should.
#[derive(Clone, Copy, Debug)]
enum Whim {
    AtOnce,
    Never,
    /// One in three, ten at a time, the last one first, on the same thread; the others are dropped.
    LateAndBackwards,
    /// Each on a thread of its own.
    Everywhere,
}

struct Whimsical(Whim, Mutex<Vec<Task>>);

impl Executor for Whimsical {
    fn worker_count(&self) -> usize {
        3
    }

    fn execute(&self, task: Task) {
        match self.0 {
            Whim::AtOnce => task.run(),
            Whim::Never => drop(task),
            Whim::Everywhere => drop(std::thread::spawn(|| task.run())),
            Whim::LateAndBackwards => {
                let mut kept = self.1.lock().unwrap();
                kept.push(task);
                if kept.len() == 30 {
                    let late = std::mem::take(&mut *kept);
                    drop(kept);
                    late.into_iter().rev().step_by(3).for_each(Task::run);
                }
            }
        }
    }
}

#[test]
fn whoever_helps_and_however_late() {
    for latency in [0, 2, 7] {
        let with = |executor: Option<Arc<dyn Executor>>| {
            hashes_with(&[0.25, 0.5], (160, latency), &mut |world| {
                world.set_executor(executor.clone());
            })
        };
        let alone = with(None);
        for threads in [0, 1, 3] {
            assert_eq!(with(Some(Arc::new(ThreadPool::new(threads)))), alone, "{threads} threads");
        }
        for whim in [Whim::AtOnce, Whim::Never, Whim::LateAndBackwards, Whim::Everywhere] {
            let executor = Whimsical(whim, Mutex::default());
            assert_eq!(with(Some(Arc::new(executor))), alone, "{whim:?}, latency {latency}");
        }
        let finishing = hashes_with(&[0.25, 0.5], (160, latency), &mut World::finish_plans);
        assert_eq!(finishing, alone, "finished before they are due");
        let cloned = hashes_with(&[0.25, 0.5], (160, latency), &mut |world| *world = world.clone());
        assert_eq!(cloned, alone, "a clone each tick");
    }
}

/// So many units that they are shared out in parts.
#[test]
fn an_army_walks_alike_with_any_help() {
    let hashes = |executor: Option<Arc<dyn Executor>>| -> Vec<u64> {
        let mut world = world_of(120.0, 80.0).build();
        world.set_executor(executor);
        for y in [0.0, 30.0, 60.0] {
            add_wall(&mut world, [60.0, y, 61.0, y + 16.0]);
        }
        let at = |k: usize| vec2(4.0, 4.0) + 0.7 * vec2((k % 40) as f32, (k / 40) as f32);
        let mut unit = |k| world.add_unit(&UnitDefinition::new(at(k), 0.25, 1.4)).unwrap();
        let units: Vec<UnitId> = (0..1_500).map(&mut unit).collect();
        for (order, goal) in units.chunks(500).zip([vec2(90.0, 20.0), vec2(100.0, 60.0)]) {
            world.order(order, &Goal::Point(goal)).unwrap();
        }
        // These find ways of their own.
        let goals = (0..60).map(|k| vec2(80.0, 2.0 + k as f32)).collect();
        world.order(&units[1_000..1_060], &Goal::Each(goals)).unwrap();
        let step = |_| {
            world.step(0.1).unwrap();
            world.state_hash()
        };
        (0..60).map(step).collect()
    };
    let alone = hashes(None);
    for threads in [1, 3, 8] {
        assert_eq!(hashes(Some(Arc::new(ThreadPool::new(threads)))), alone, "{threads} threads");
    }
    for whim in [Whim::AtOnce, Whim::Never, Whim::LateAndBackwards, Whim::Everywhere] {
        let executor = Whimsical(whim, Mutex::default());
        assert_eq!(hashes(Some(Arc::new(executor))), alone, "{whim:?}");
    }
}

#[test]
fn twice_the_same() {
    assert_eq!(hashes(&[0.25, 0.5], 300), hashes(&[0.25, 0.5], 300));
}

#[test]
fn the_order_of_the_classes_does_not_matter() {
    assert_eq!(hashes(&[0.25, 0.5], 150), hashes(&[0.5, 0.25], 150));
}

#[test]
fn a_clone_goes_the_same_way() {
    let mut world = world_of(30.0, 20.0).build();
    let units: Vec<UnitId> = (0..20)
        .map(|k| {
            world
                .add_unit(&UnitDefinition::new(vec2(3.0 + 0.6 * k as f32, 5.0), 0.25, 1.4))
                .unwrap()
        })
        .collect();
    world.order(&units, &Goal::Point(vec2(25.0, 15.0))).unwrap();
    for _ in 0..37 {
        world.step(0.1).unwrap();
    }
    let mut other = world.clone();
    for _ in 0..100 {
        world.step(0.1).unwrap();
        other.step(0.1).unwrap();
        assert_eq!(world.state_hash(), other.state_hash());
    }
}

/// Eight orders on ground with many corners, in a world that has little time for distance fields.
fn far_orders(latency: u32) -> (World, Vec<UnitId>) {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(160.0));
    let mut definition = WorldDefinition::new(bounds, vec![0.25]);
    (definition.parameters.search_cells, definition.parameters.plan_latency) = (4_000, latency);
    let mut world = World::new(&definition).unwrap();
    for k in 0..15 * 15 {
        let corner = vec2(7.0 + 10.0 * (k % 15) as f32, 7.0 + 10.0 * (k / 15) as f32);
        let side = [vec2(6.0, 1.0), vec2(1.0, 6.0)][k % 2];
        let ring = [Vec2::ZERO, vec2(side.x, 0.0), side, vec2(0.0, side.y)];
        world.add_obstacle(&ring.map(|at| corner + at)).unwrap();
    }
    let mut all = Vec::new();
    for order in 0..8 {
        let corner = vec2(1.0, 2.0 + 18.0 * order as f32);
        let at = |k: usize| corner + 0.7 * vec2((k % 4) as f32, (k / 4) as f32);
        let mut unit = |k| world.add_unit(&UnitDefinition::new(at(k), 0.25, 1.4)).unwrap();
        let units: Vec<UnitId> = (0..16).map(&mut unit).collect();
        let goal = vec2(155.0, 155.0 - 18.0 * order as f32);
        world.order(&units, &Goal::Point(goal)).unwrap();
        all.extend(units);
    }
    (world, all)
}

/// Three orders on rough ground, in a world that has little time for its fields.
fn hilly_orders(latency: u32) -> (World, Vec<UnitId>) {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(60.0));
    let mut definition = WorldDefinition::new(bounds, vec![0.25]);
    (definition.parameters.search_cells, definition.parameters.plan_latency) = (6_000, latency);
    let mut world = World::new(&definition).unwrap();
    let height = |k: usize| ((k * k * 7 + k * 3) % 11) as f32 * 0.3;
    let heights = (0..16 * 16).map(height).collect();
    let hills = HeightGrid { min: Vec2::ZERO, spacing: 4.0, columns: 16, heights };
    world.set_heights(Some(hills)).unwrap();
    let mut all = Vec::new();
    for order in 0..3 {
        let corner = vec2(1.0, 2.0 + 18.0 * order as f32);
        let at = |k: usize| corner + 0.7 * vec2((k % 4) as f32, (k / 4) as f32);
        let mut unit = |k| world.add_unit(&UnitDefinition::new(at(k), 0.25, 1.4)).unwrap();
        let units: Vec<UnitId> = (0..16).map(&mut unit).collect();
        world.order(&units, &Goal::Point(vec2(56.0, 55.0 - 18.0 * order as f32))).unwrap();
        all.extend(units);
    }
    (world, all)
}

#[test]
fn distance_fields_come_at_a_set_pace_and_units_do_not_wait_for_them() {
    for latency in [0, 3] {
        assert_paced(&|| far_orders(latency), (15, 60), 100);
    }
}

#[test]
fn fields_of_costs_come_at_a_set_pace_and_units_do_not_wait_for_them() {
    for latency in [0, 3] {
        assert_paced(&|| hilly_orders(latency), (8, 40), 120);
    }
}

/// Whoever makes the fields of a world and when, also one that is saved meanwhile, it takes the same steps: early on, so many
/// units follow the ways of their orders, and all have set off; in the end all are led by fields.
fn assert_paced(
    begin: &dyn Fn() -> (World, Vec<UnitId>),
    (early, on_ways): (usize, usize),
    ticks: usize,
) {
    let hashes = |executor: Option<Arc<dyn Executor>>, between: &mut dyn FnMut(&mut World)| {
        let (mut world, units) = begin();
        world.set_executor(executor);
        let starts: Vec<Vec2> =
            units.iter().map(|&unit| world.unit(unit).unwrap().position).collect();
        let guided = |world: &World, by: &[Guidance]| {
            world.units().filter(|unit| by.contains(&unit.guidance)).count()
        };
        let mut hashes = Vec::new();
        for tick in 0..ticks {
            between(&mut world);
            world.step(0.1).unwrap();
            hashes.push(world.state_hash());
            if tick == early {
                let paths = guided(&world, &[Guidance::Path]);
                assert!(paths > on_ways, "{paths} follow the ways of their orders");
                let moved = |(&unit, start): (&UnitId, &Vec2)| {
                    world.unit(unit).unwrap().position.distance(*start) > 0.3
                };
                assert!(units.iter().zip(&starts).all(moved), "all have set off");
            }
        }
        let fields = guided(&world, &[Guidance::Field, Guidance::Distance]);
        assert_eq!(fields, units.len());
        hashes
    };
    let alone = hashes(None, &mut |_| ());
    for threads in [1, 3] {
        let pool = Arc::new(ThreadPool::new(threads));
        assert_eq!(hashes(Some(pool), &mut |_| ()), alone, "{threads} threads");
    }
    for whim in [Whim::AtOnce, Whim::Never, Whim::LateAndBackwards, Whim::Everywhere] {
        let executor = Arc::new(Whimsical(whim, Mutex::default()));
        assert_eq!(hashes(Some(executor), &mut |_| ()), alone, "{whim:?}");
    }
    assert_eq!(hashes(None, &mut World::finish_plans), alone, "finished ahead");
    let mut calls = 0;
    let renew = |world: &mut World| {
        calls += 1;
        match calls % 7 {
            3 => *world = world.clone(),
            6 => *world = World::from_bytes(&world.to_bytes().unwrap()).unwrap(),
            _ => (),
        }
    };
    assert_eq!(hashes(None, &mut { renew }), alone, "cloned and restored");
}
