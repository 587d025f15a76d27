//! Saved worlds, by the number of their obstacles: by the clock, as threads of the world help.

use std::time::{Duration, Instant};

use headless::command::bench::BenchResult;
use headless::random::Random;
use hybrid::World;
use hybrid::glam::{Vec2, vec2};

use crate::scenes::{add_wall, side, world};
use crate::table::{LINEAR, Subject, ensure};

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject {
        name: "saving, obstacles",
        least: 12_500,
        bar: 250.0,
        growth: LINEAR,
        run: |count| Ok(saved(count)?.saving),
    },
    Subject {
        name: "loading, obstacles",
        least: 12_500,
        bar: 500.0,
        growth: LINEAR,
        run: |count| Ok(saved(count)?.loading),
    },
];

/// How long it took to save a world and to load it.
struct Saved {
    saving: Duration,
    loading: Duration,
}

fn saved(count: usize) -> BenchResult<Saved> {
    let mut random = Random::new(count as u64);
    let extent = side(count, 6.0);
    let mut world = world(Vec2::splat(extent), &[0.25])?;
    let mut number = |end: f32| end * random.below(1 << 20) as f32 / (1 << 20) as f32;
    for _ in 0..count {
        let at = vec2(number(extent - 3.0), number(extent - 3.0));
        add_wall(&mut world, at, vec2(0.5 + number(2.0), 0.5 + number(2.0)))?;
    }
    world.commit()?;
    let begun = Instant::now();
    let bytes = world.to_bytes()?;
    let saving = begun.elapsed();
    let begun = Instant::now();
    let other = World::from_bytes(&bytes)?;
    let loading = begun.elapsed();
    ensure(other.state_hash() == world.state_hash(), || "another world came back".into())?;
    Ok(Saved { saving, loading })
}
