//! What a step of 10 000 walking units takes without Godot: `bench/many.gd` makes the same calls.
#![allow(clippy::print_stdout, reason = "a measurement shows what it found")]

use std::time::Instant;

use hybrid::glam::{DVec2, Vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, UnitDefinition, UnitId, World, WorldDefinition, WorldError};

const COUNT: u32 = 10_000;
const COLUMNS: u32 = 100;
const FAR: f64 = 220.0;

fn main() -> Result<(), WorldError> {
    let definition = WorldDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(400.0)), vec![0.375]);
    let mut world = World::new(&definition)?;
    world.set_executor(None);
    let place = |k: u32| 20.0 + 1.2 * DVec2::new(f64::from(k % COLUMNS), f64::from(k / COLUMNS));
    let unit = |k| UnitDefinition::new(place(k).as_vec2(), 0.375, 2.0);
    let units = (0..COUNT).map(|k| world.add_unit(&unit(k))).collect::<Result<Vec<UnitId>, _>>()?;
    let goals = (0..COUNT).map(|k| (place(k) + FAR).as_vec2()).collect();
    world.order(&units, &Goal::Each(goals))?;
    (0..10).try_for_each(|_| world.step(0.1))?;
    let began = Instant::now();
    (0..100).try_for_each(|_| world.step(0.1))?;
    let millis = began.elapsed().as_secs_f64() * 10.0;
    println!("without Godot: {millis:.2} ms a step, state {:016x}", world.state_hash());
    Ok(())
}
