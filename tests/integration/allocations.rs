//! A crowd that has been on its way for a while walks on without allocations on plain ground. Over areas, heights and links,
//! and after a unit, it needs some; their number is bounded.

use std::alloc::System;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::Vec2;
use hybrid::navmesh::{Area, Bounds, LinkDefinition};
use hybrid::{
    Executor, Goal, HeightGrid, ThreadPool, UnitDefinition, UnitId, World, WorldDefinition,
    WorldError,
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

/// Ways on which buffers may still grow: they last for as many groups at once as there have ever been.
const WARM_UP: usize = 4;

/// What there is in a world beside a crowd and some pillars.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    Areas,
    Heights,
    Links,
    /// The first unit of each block goes to the goal, the others follow it.
    Followers,
}

/// Worlds that need memory in some steps: in how many of a hundred at most, and how many allocations in a hundred steps. Units
/// search paths of their own there, and places move with those that are followed. What was seen: 5 and 171, 7 and 1021, 42
/// and 178, 57 and 4373.
const BARS: [(Kind, [usize; 2]); 4] = [
    (Kind::Areas, [10, 250]),
    (Kind::Heights, [15, 1400]),
    (Kind::Links, [60, 220]),
    (Kind::Followers, [75, 6_000]),
];

fn corner(number: usize) -> Vec2 {
    let far = SIDE - 8.0;
    Vec2::from([(8.0, 8.0), (far, 8.0), (far, far), (8.0, far)][number % 4])
}

/// Adds what belongs to a kind of world.
fn furnish(world: &mut World, kind: Kind) -> Result<(), WorldError> {
    match kind {
        Kind::Areas => {
            for k in 0..6_u8 {
                let low = 8.0 + 11.0 * f32::from(k);
                let mud = Bounds::new(Vec2::new(low, low - 4.0), Vec2::new(low + 6.0, low + 5.0));
                world.add_area(mud, Area { kind: 1, cost: 1.25 + 0.25 * f32::from(k) })?;
            }
        }
        Kind::Heights => {
            let heights = (0..21 * 21).map(|k| 0.4 * ((k * k * 7 + k) % 9) as f32).collect();
            let hills = HeightGrid { min: Vec2::ZERO, spacing: 4.0, columns: 21, heights };
            world.set_heights(Some(hills))?;
        }
        Kind::Links => {
            for k in 0..4_u8 {
                let y = 20.0 + 12.0 * f32::from(k);
                let way = LinkDefinition { both_ways: true, ..LinkDefinition::new(8.0) };
                world.add_link(Vec2::new(18.0, y), Vec2::new(60.0, y), &way)?;
            }
        }
        Kind::Plain | Kind::Followers => {}
    }
    Ok(())
}

/// Nine pillars, what belongs to the kind, and a block of units in each corner.
fn world(
    kind: Kind,
    executor: Option<Arc<dyn Executor>>,
) -> Result<(World, Vec<Vec<UnitId>>), WorldError> {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(SIDE));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![RADIUS]))?;
    for k in 0..9_u8 {
        let at = Vec2::new(f32::from(k % 3), f32::from(k / 3)) * 14.0 + 22.0;
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        world.add_obstacle(&square.map(|offset| at + Vec2::from(offset)))?;
    }
    furnish(&mut world, kind)?;
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
    let began = Instant::now();
    while awake().is_some_and(|awake| awake > 1) {
        assert!(began.elapsed() < Duration::from_secs(60), "the threads of the pool do not rest");
        std::thread::yield_now();
    }
}

/// Sends a block to a corner.
fn send(world: &mut World, kind: Kind, units: &[UnitId], goal: Vec2) -> Result<(), WorldError> {
    if kind == Kind::Followers {
        world.order(&units[..1], &Goal::Point(goal))?;
        world.order(&units[1..], &Goal::Unit(units[0]))?;
    } else {
        world.order(units, &Goal::Point(goal))?;
    }
    Ok(())
}

/// All blocks go to and fro between corners that lie across. Gives the allocations of each step of the last way, but for
/// the first one, in which their orders are new.
fn allocations(kind: Kind, executor: Option<Arc<dyn Executor>>) -> Result<Vec<usize>, WorldError> {
    let (mut world, blocks) = world(kind, executor)?;
    let mut seen = Vec::new();
    for trip in 0..=WARM_UP {
        for (number, units) in blocks.iter().enumerate() {
            send(&mut world, kind, units, corner(number + 2 * (trip + 1)))?;
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
        let is_near = |unit: &UnitId, most: f32| {
            world.unit(*unit).is_some_and(|unit| unit.position.distance(goal) < most)
        };
        let there = |most: f32| units.iter().filter(|unit| is_near(unit, most)).count();
        let is_there = match kind {
            Kind::Plain => there(8.0) == units.len(),
            Kind::Areas | Kind::Heights | Kind::Links => there(12.0) * 10 >= units.len() * 9,
            // Where they are is up to those whom they follow.
            Kind::Followers => true,
        };
        assert!(is_there, "{kind:?}: a block is still on its way");
    }
    Ok(seen.split_off(1))
}

/// One test: all that this process allocates is counted.
#[test]
fn a_crowd_under_way_needs_no_memory_but_for_a_rare_larger_buffer() {
    let pool: Arc<dyn Executor> = Arc::new(ThreadPool::new(2));
    for executor in [None, Some(pool)] {
        let seen = allocations(Kind::Plain, executor).unwrap();
        let (quiet, all) =
            (seen.iter().filter(|&&count| count == 0).count(), seen.iter().sum::<usize>());
        assert!(quiet * 100 > seen.len() * 95, "{quiet} of {} steps without", seen.len());
        assert!(all < seen.len() / 10, "{all} in {} steps", seen.len());
    }
    for (kind, [steps, most]) in BARS {
        let seen = allocations(kind, None).unwrap();
        let (loud, all) =
            (seen.iter().filter(|&&count| count > 0).count(), seen.iter().sum::<usize>());
        assert!(loud * 100 <= seen.len() * steps, "{kind:?}: {loud} of {} steps", seen.len());
        assert!(all * 100 <= seen.len() * most, "{kind:?}: {all} in {} steps", seen.len());
    }
}
