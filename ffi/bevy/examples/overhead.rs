//! What Bevy adds to a world of many units, in one run: frames of an app against steps of a world of its own, in turn.
//!
//! `cargo run --release --example overhead [UNITS [TICKS]]`, by default 10 000 units and 100 ticks.
#![allow(clippy::print_stdout, reason = "a measurement shows what it found")]

use std::time::{Duration, Instant};

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_hybridnav::hybrid::{
    Goal, UnitDefinition, UnitId, World as Crowd, WorldDefinition, WorldError, glam,
    navmesh::Bounds,
};
use bevy_hybridnav::prelude::*;
use bevy_math::Vec2;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::{TransformPlugin, components::Transform};

const SIDE: f32 = 400.0;
const FAR: f32 = 300.0;

fn places(count: usize) -> impl Iterator<Item = Vec2> {
    let columns = (count as f32).sqrt().ceil() as usize;
    (0..count).map(move |k| {
        Vec2::new(20.0 + (k % columns) as f32 * 1.2, 20.0 + (k / columns) as f32 * 1.2)
    })
}

/// Everybody has a goal of its own, all the same way.
fn goals(count: usize) -> impl Iterator<Item = Vec2> {
    places(count).map(|at| at + Vec2::splat(FAR - 80.0))
}

fn main() -> Result<(), WorldError> {
    let number = |k: usize, default: usize| {
        std::env::args().nth(k).and_then(|word| word.parse().ok()).unwrap_or(default)
    };
    let (count, ticks) = (number(1, 10_000), number(2, 100));
    let definition =
        WorldDefinition::new(Bounds::new(glam::Vec2::ZERO, glam::Vec2::splat(SIDE)), vec![0.4]);
    let inward = |point: Vec2| glam::Vec2::new(point.x, point.y);

    let mut crowd = Crowd::new(&definition)?;
    let mut units: Vec<UnitId> = Vec::new();
    for at in places(count) {
        let unit =
            UnitDefinition { heading: glam::Vec2::X, ..UnitDefinition::new(inward(at), 0.4, 2.0) };
        units.push(crowd.add_unit(&unit)?);
    }
    crowd.order(&units, &Goal::Each(goals(count).map(inward).collect()))?;

    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, HybridNavPlugin));
    app.insert_resource(NavWorld::new(&definition)?);
    // Frames of 20 ms: five to a tick.
    let frame = Duration::from_millis(20);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    let turned = NavPlane::Xz.rotation(Vec2::X);
    let spawned: Vec<Entity> = places(count)
        .map(|at| Transform::from_xyz(at.x, 0.0, at.y).with_rotation(turned))
        .map(|place| app.world_mut().spawn((NavUnit::new(0.4, 2.0), place)).id())
        .collect();
    app.world_mut().commands().nav_order(spawned, NavOrder::to_each(goals(count)));
    app.finish();
    app.cleanup();
    let ticks_of = |app: &App| app.world().resource::<NavWorld>().world().tick_count();
    // Both take their first steps.
    while ticks_of(&app) < 10 {
        app.update();
    }
    (0..10).try_for_each(|_| crowd.step(0.1))?;

    // By frame: the time of the world alone in the app is what the profile says; the rest is what Bevy adds.
    let (mut bare, mut frames, mut whole, mut still) =
        (Duration::ZERO, 0_u32, Duration::ZERO, Duration::ZERO);
    let mut still_frames = 0_u32;
    let mut bevy_steps = 0_u32;
    let mut step_frames = Duration::ZERO;
    for _ in 0..ticks {
        let begun = Instant::now();
        crowd.step(0.1)?;
        bare += begun.elapsed();
        let before = ticks_of(&app);
        while ticks_of(&app) == before {
            let begun = Instant::now();
            app.update();
            let took = begun.elapsed();
            whole += took;
            frames += 1;
            if ticks_of(&app) == before {
                still += took;
                still_frames += 1;
            } else {
                step_frames += took;
                bevy_steps += 1;
            }
        }
    }
    let millis = |time: Duration, count: u32| time.as_secs_f64() * 1e3 / f64::from(count.max(1));
    let nav = app.world().resource::<NavWorld>().world();
    println!(
        "{count} units, {ticks} ticks, {frames} frames; the same state: {}",
        nav.state_hash() == crowd.state_hash()
    );
    println!("a step of the bare world             {:8.3} ms", millis(bare, ticks as u32));
    println!("a frame with a step, through Bevy    {:8.3} ms", millis(step_frames, bevy_steps));
    println!("a frame without a step               {:8.3} ms", millis(still, still_frames));
    let added = whole.as_secs_f64() - bare.as_secs_f64();
    println!("Bevy adds, in the mean frame         {:8.3} ms", added * 1e3 / f64::from(frames));
    println!("Bevy's share of all                  {:8.1} %", 100.0 * added / whole.as_secs_f64());
    Ok(())
}
