//! A crowd that has been on its way for a while walks on without allocations.

use std::alloc::System;
use std::sync::Arc;

use glam::Vec2;
use hybrid::navmesh::Bounds;
use hybrid::{
    Executor, Goal, ThreadPool, UnitDefinition, UnitId, World, WorldDefinition, WorldError,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Metres.
const SIDE: f32 = 80.0;
const RADIUS: f32 = 0.3;

/// Units side by side in a block.
const COLUMNS: usize = 8;

/// Ticks for a way from corner to corner.
const TRIP: usize = 900;

/// Ways on which buffers may still grow.
const WARM_UP: usize = 3;

fn corner(number: usize) -> Vec2 {
    let far = SIDE - 8.0;
    Vec2::from([(8.0, 8.0), (far, 8.0), (far, far), (8.0, far)][number % 4])
}

/// Nine pillars, and a block of units in each corner.
fn world(executor: Option<Arc<dyn Executor>>) -> Result<(World, Vec<Vec<UnitId>>), WorldError> {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![RADIUS]))?;
    for k in 0..9_u8 {
        let at = Vec2::new(f32::from(k % 3), f32::from(k / 3)) * 14.0 + 22.0;
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        world.add_obstacle(&square.map(|offset| at + Vec2::from(offset)))?;
    }
    world.commit()?;
    world.set_executor(executor);
    let block = |number: usize| -> Result<Vec<UnitId>, WorldError> {
        let unit = |k: usize| {
            let offset = Vec2::new((k % COLUMNS) as f32, (k / COLUMNS) as f32) - 3.5;
            let definition = UnitDefinition::new(corner(number) + 0.7 * offset, RADIUS, 1.5);
            world.add_unit(&definition)
        };
        (0..COLUMNS * COLUMNS).map(unit).collect()
    };
    let blocks = (0..4).map(block).collect::<Result<_, _>>()?;
    Ok((world, blocks))
}

/// Waits until the threads of a pool have run all that they were offered.
///
/// What a step does itself because no thread has begun with it lies in the pool's queue until one comes by and finds nothing to do.
/// Till then its memory is in use, and the next job of the kind takes new memory: on a busy machine there would be as many
/// allocations as threads are late, whatever the world does.
fn settle() {
    let is_asleep = |task: &std::fs::DirEntry| {
        // The state stands behind the name, which is in brackets.
        let stat = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with('S'))
    };
    // One is awake: this thread. A thread that is woken counts as awake at once, however long it has to wait for a processor.
    let awake = || {
        let tasks = std::fs::read_dir("/proc/self/task").ok()?;
        Some(tasks.flatten().filter(|task| !is_asleep(task)).count())
    };
    while awake().is_some_and(|awake| awake > 1) {
        std::thread::yield_now();
    }
}

/// All blocks go to and fro between corners that lie across. Gives the allocations of each step of the last way, but for
/// the first one, in which their orders are new.
fn allocations(executor: Option<Arc<dyn Executor>>) -> Result<Vec<usize>, WorldError> {
    let (mut world, blocks) = world(executor)?;
    let mut seen = Vec::new();
    for trip in 0..=WARM_UP {
        for (number, units) in blocks.iter().enumerate() {
            let goal = corner(number + 2 * (trip + 1));
            world.order(units, &Goal::Point(goal))?;
        }
        seen.clear();
        for _ in 0..TRIP {
            settle();
            let region = Region::new(ALLOCATOR);
            world.step(0.1)?;
            let change = region.change();
            seen.push(change.allocations + change.reallocations);
        }
    }
    for (number, units) in blocks.iter().enumerate() {
        let goal = corner(number + 2 * (WARM_UP + 1));
        let is_there = |&unit: &UnitId| {
            world.unit(unit).is_some_and(|unit| unit.position.distance(goal) < 8.0)
        };
        assert!(units.iter().all(is_there), "a block is still on its way");
    }
    Ok(seen.split_off(1))
}

/// One test: all that this process allocates is counted.
#[test]
fn a_crowd_under_way_needs_no_memory_but_for_a_rare_larger_buffer() {
    let pool: Arc<dyn Executor> = Arc::new(ThreadPool::new(2));
    for executor in [None, Some(pool)] {
        let seen = allocations(executor).unwrap();
        let (quiet, all) =
            (seen.iter().filter(|&&count| count == 0).count(), seen.iter().sum::<usize>());
        assert!(quiet * 100 > seen.len() * 95, "{quiet} of {} steps without", seen.len());
        assert!(all < seen.len() / 10, "{all} in {} steps", seen.len());
    }
}
