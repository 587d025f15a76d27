//! Passages: what they take in the first step of a world and in the steps after an edit, by how many obstacles there are.

use std::time::Duration;

use headless::command::bench::Outcome;
use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, OrderDefinition, UnitDefinition, UnitId, Unreachable, World, WorldDefinition};

use crate::table::{LINEAR, Subject, ensure};

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject {
        name: "passages, first step",
        least: 500,
        bar: 40.0,
        growth: LINEAR,
        run: first_step,
    },
    Subject { name: "passages, after an edit", least: 500, bar: 1.0, growth: LINEAR, run: edit },
];

/// Metres: on a square of this side lies an obstacle, on average.
const ROOM: f32 = 6.0;

/// Edits that are made, and steps after each: in one of them passages are looked for.
const EDITS: usize = 20;
const STEPS: usize = 12;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    fn bar(&mut self, side: f32) -> [Vec2; 4] {
        let at = vec2(self.between(0.0, side - 2.0), self.between(0.0, side - 2.0));
        let along = vec2(self.between(-1.0, 1.0), self.between(-1.0, 1.0)).normalize_or(Vec2::X);
        let (long, wide) = (2.0 * along, 0.5 * along.perp());
        [at, at + long, at + long + wide, at + wide]
    }
}

/// A world of so many obstacles with some units on their way.
fn world(obstacles: usize, random: &mut Random) -> Outcome<World> {
    let side = ROOM * (obstacles as f32).sqrt();
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(side));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    world.set_executor(None);
    for _ in 0..obstacles {
        world.add_obstacle(&random.bar(side))?;
    }
    world.commit()?;
    let place = |k: u8| vec2(2.0 + 0.6 * f32::from(k % 10), 2.0 + 0.6 * f32::from(k / 10));
    let add = |k: u8| world.add_unit(&UnitDefinition::new(place(k), 0.25, 2.0)).ok();
    let units: Vec<UnitId> = (0..100).filter_map(add).collect();
    ensure(units.len() > 50, || format!("room for {} units only", units.len()))?;
    let goal = Goal::Point(Vec2::splat(side.min(100.0) - 3.0));
    let order = OrderDefinition { unreachable: Unreachable::Nearest, ..OrderDefinition::new(goal) };
    world.order_with(&units, &order)?;
    Ok(world)
}

/// The time that passages take in the next step.
fn step(world: &mut World) -> Outcome<Duration> {
    let tick = world.definition().parameters.tick;
    world.step(tick)?;
    let phases = world.profile().phases.iter();
    let seconds = phases.filter(|phase| phase.name == "passages").map(|phase| phase.seconds).sum();
    Ok(Duration::from_secs_f64(seconds))
}

/// What passages take in the first step.
fn first_step(obstacles: usize) -> Outcome<Duration> {
    step(&mut world(obstacles, &mut Random(1))?)
}

/// What passages take in the longest step after an edit, in the median of some edits.
fn edit(obstacles: usize) -> Outcome<Duration> {
    let mut random = Random(1);
    let mut world = world(obstacles, &mut random)?;
    let side = ROOM * (obstacles as f32).sqrt();
    for _ in 0..STEPS {
        step(&mut world)?;
    }
    let mut all = Vec::new();
    for _ in 0..EDITS {
        world.add_obstacle(&random.bar(side))?;
        let mut longest = Duration::ZERO;
        for _ in 0..STEPS {
            longest = longest.max(step(&mut world)?);
        }
        all.push(longest);
    }
    all.sort_unstable();
    Ok(all[EDITS / 2])
}
