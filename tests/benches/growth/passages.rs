//! Passages: what they take in the first steps of a world and in the steps after an edit, by how many obstacles there are. These
//! times are those that the world tells of a phase: by the clock.
//!
//! In a small world passages are found in the first step, in larger ones over more and more steps: the longest one counts.

use std::time::Duration;

use headless::command::bench::BenchResult;
use headless::random::Random;
use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, OrderDefinition, UnitDefinition, UnitId, Unreachable, World, WorldDefinition};

use crate::table::{LINEAR, Subject, ensure, timed};

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject {
        name: "passages, first steps",
        least: 500,
        bar: 40.0,
        growth: LINEAR,
        run: longest_of_first,
    },
    // In the place of milliseconds.
    Subject {
        name: "passages, steps until known",
        least: 500,
        bar: 100.0,
        growth: LINEAR,
        run: steps_until_known,
    },
    // In the place of milliseconds.
    Subject {
        name: "passages / building the mesh",
        least: 500,
        bar: 0.3,
        growth: LINEAR,
        run: share_of_building,
    },
    Subject { name: "passages, after an edit", least: 500, bar: 1.0, growth: LINEAR, run: edit },
];

/// Metres: on a square of this side lies an obstacle, on average.
const ROOM: f32 = 6.0;

/// Edits that are made, and steps after each: in one of them passages are looked for.
const EDITS: usize = 20;
const STEPS: usize = 12;

/// Steps within which some unit comes to a passage.
const SEARCH: usize = 300;

fn between(random: &mut Random, low: f32, high: f32) -> f32 {
    low + (high - low) * random.below(1 << 24) as f32 / (1 << 24) as f32
}

fn bar(random: &mut Random, side: f32) -> [Vec2; 4] {
    let at = vec2(between(random, 0.0, side - 2.0), between(random, 0.0, side - 2.0));
    let along = vec2(between(random, -1.0, 1.0), between(random, -1.0, 1.0)).normalize_or(Vec2::X);
    let (long, wide) = (2.0 * along, 0.5 * along.perp());
    [at, at + long, at + long + wide, at + wide]
}

/// A world of so many obstacles with some units on their way.
fn world(obstacles: usize, random: &mut Random) -> BenchResult<World> {
    Ok(built(obstacles, random)?.1)
}

/// Returns how long its mesh takes to be built, and the world.
fn built(obstacles: usize, random: &mut Random) -> BenchResult<(Duration, World)> {
    let side = ROOM * (obstacles as f32).sqrt();
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    world.set_executor(None);
    for _ in 0..obstacles {
        world.add_obstacle(&bar(random, side))?;
    }
    let (building, committed) = timed(|| world.commit());
    committed?;
    let place = |k: u8| vec2(2.0 + 0.6 * f32::from(k % 10), 2.0 + 0.6 * f32::from(k / 10));
    let add = |k: u8| world.add_unit(&UnitDefinition::new(place(k), 0.25, 2.0)).ok();
    let units: Vec<UnitId> = (0..100).filter_map(add).collect();
    ensure(units.len() > 50, || format!("room for {} units only", units.len()))?;
    let goal = Goal::Point(Vec2::splat(side.min(100.0) - 3.0));
    let order = OrderDefinition { unreachable: Unreachable::Nearest, ..OrderDefinition::new(goal) };
    world.order_with(&units, &order)?;
    Ok((building, world))
}

/// Steps on until a unit has a passage ahead: the time that passages take in each step. An error if none ever has: then what
/// was measured is that there are none.
fn until_known(world: &mut World) -> BenchResult<Vec<Duration>> {
    let mut times = Vec::new();
    while times.len() < SEARCH {
        times.push(step(world)?);
        let knows_one = |unit: UnitId| world.explain(unit).is_ok_and(|why| why.passage.is_some());
        if world.units().any(|unit| knows_one(unit.id)) {
            return Ok(times);
        }
    }
    Err("no unit is ever near a passage".into())
}

/// The time that passages take in the next step: by the clock, as the world measures it.
fn step(world: &mut World) -> BenchResult<Duration> {
    let tick = world.definition().parameters.tick;
    world.step(tick)?;
    let phases = world.profile().phases.iter();
    let seconds = phases.filter(|phase| phase.name == "passages").map(|phase| phase.seconds).sum();
    Ok(Duration::from_secs_f64(seconds))
}

/// The longest of some times.
fn longest(times: Vec<Duration>) -> Duration {
    times.into_iter().max().unwrap_or_default()
}

/// What passages take in the longest step until they are known.
fn longest_of_first(obstacles: usize) -> BenchResult<Duration> {
    let mut world = world(obstacles, &mut Random::new(1))?;
    Ok(longest(until_known(&mut world)?))
}

/// The steps until some unit knows of a passage: a second stands for 1000.
fn steps_until_known(obstacles: usize) -> BenchResult<Duration> {
    let mut world = world(obstacles, &mut Random::new(1))?;
    Ok(Duration::from_millis(until_known(&mut world)?.len() as u64))
}

/// What passages take in the longest step until they are known, as a share of building the mesh of the same obstacles in the
/// same run: a second stands for 1000.
fn share_of_building(obstacles: usize) -> BenchResult<Duration> {
    let (building, mut world) = built(obstacles, &mut Random::new(1))?;
    let time = longest(until_known(&mut world)?);
    Ok(Duration::from_secs_f64(1e-3 * time.as_secs_f64() / building.as_secs_f64()))
}

/// What passages take in the longest step after an edit, in the median of some edits.
fn edit(obstacles: usize) -> BenchResult<Duration> {
    let mut random = Random::new(1);
    let mut world = world(obstacles, &mut random)?;
    let side = ROOM * (obstacles as f32).sqrt();
    until_known(&mut world)?;
    let mut all = Vec::new();
    for _ in 0..EDITS {
        world.add_obstacle(&bar(&mut random, side))?;
        let mut longest = Duration::ZERO;
        for _ in 0..STEPS {
            longest = longest.max(step(&mut world)?);
        }
        all.push(longest);
    }
    all.sort_unstable();
    Ok(all[EDITS / 2])
}
