//! The program of the guide's first hour: a crowd, a gate that closes and opens, a unit that is held up, calls that are refused.
//!
//! `cargo run --release -p hybridnav --example first_hour`, and ` -- FILE` to record it. In C, C++ and JavaScript it is the same program and ends in the same
//! state: `ffi/examples/first_hour.c`, `ffi/examples/first_hour.cpp`, `ffi/web/examples/first_hour.mjs`.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

// ANCHOR: head
use std::error::Error;
use std::fs::File;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Event, Goal, ObstacleId, UnitDefinition, UnitId, World, WorldDefinition, WorldError};

/// Seconds: the length of every step, and that of a frame of a game that draws 60 times a second.
const TICK: f32 = 0.1;
const FRAME: f32 = 1.0 / 60.0;
// ANCHOR_END: head

/// The corners of a rectangle.
fn rectangle(low: Vec2, high: Vec2) -> [Vec2; 4] {
    [low, vec2(high.x, low.y), high, vec2(low.x, high.y)]
}

// ANCHOR: world
/// A yard of 60 × 40 m for units of up to 0.4 m radius; a wall with a gate and a back door in it; a hut with a door of 1.2 m.
fn yard() -> Result<World, WorldError> {
    let bounds = Bounds::new(vec2(0.0, 0.0), vec2(60.0, 40.0));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4]))?;
    let walls = [
        rectangle(vec2(29.0, 0.0), vec2(31.0, 18.0)),
        rectangle(vec2(29.0, 22.0), vec2(31.0, 34.0)),
        rectangle(vec2(29.0, 37.0), vec2(31.0, 40.0)),
    ];
    let hut = [
        rectangle(vec2(40.0, 4.0), vec2(40.5, 7.4)),
        rectangle(vec2(40.0, 8.6), vec2(40.5, 12.0)),
        rectangle(vec2(40.5, 4.0), vec2(48.0, 4.5)),
        rectangle(vec2(40.5, 11.5), vec2(48.0, 12.0)),
        rectangle(vec2(47.5, 4.5), vec2(48.0, 11.5)),
    ];
    for outline in walls.iter().chain(&hut) {
        world.add_obstacle(outline)?;
    }
    Ok(world)
}
// ANCHOR_END: world

// ANCHOR: units
/// Forty units in five rows, a scout, and a guard of the other team who holds the door of the hut.
fn people(world: &mut World) -> Result<(Vec<UnitId>, UnitId, UnitId), WorldError> {
    let mut crowd = Vec::new();
    for k in 0..40_u16 {
        let position = vec2(4.0 + f32::from(k % 8), 16.0 + f32::from(k / 8));
        crowd.push(world.add_unit(&UnitDefinition::new(position, 0.4, 2.0))?);
    }
    let scout = world.add_unit(&UnitDefinition::new(vec2(34.0, 8.0), 0.4, 2.0))?;
    let position = vec2(40.25, 8.0);
    let guard = UnitDefinition { team: 1, ..UnitDefinition::new(position, 0.4, 2.0) };
    let guard = world.add_unit(&guard)?;
    world.hold(&[guard])?;
    Ok((crowd, scout, guard))
}
// ANCHOR_END: units

// ANCHOR: edits
/// What the game changes before a step: the gate closes after 6 s, and opens after 12 s.
fn change(world: &mut World, gate: &mut Option<ObstacleId>) -> Result<(), WorldError> {
    match world.tick_count() {
        60 => *gate = Some(world.add_obstacle(&rectangle(vec2(29.0, 18.0), vec2(31.0, 22.0)))?),
        120 => {
            if let Some(gate) = gate.take() {
                world.remove_obstacle(gate)?;
            }
        }
        _ => {}
    }
    Ok(())
}
// ANCHOR_END: edits

// ANCHOR: events
/// What the game makes of the events of a step; returns how many units have arrived.
fn answer(world: &mut World) -> Result<usize, WorldError> {
    let seconds = world.tick_count() as f32 * TICK;
    let mut arrived = 0;
    // A copy: the answer to an event may be a call that changes the world.
    for event in world.events().to_vec() {
        match event {
            Event::Arrived { .. } => arrived += 1,
            Event::Stuck { unit, reason, blocker, .. } => {
                println!("{seconds:.1} s: {unit:?} is stuck: {reason}");
                println!("  {}", world.explain(unit)?);
                if let Some(blocker) = blocker {
                    println!("  {blocker:?} is sent out of the way");
                    world.order(&[blocker], &Goal::Point(vec2(37.0, 14.0)))?;
                }
            }
            Event::PathLost { unit, reason, .. } => {
                println!("{seconds:.1} s: {unit:?} has lost its way: {reason}");
            }
            Event::Displaced { unit, from, to } => {
                println!("{seconds:.1} s: {unit:?} was put from {from} to {to}");
            }
            _ => {}
        }
    }
    Ok(arrived)
}
// ANCHOR_END: events

// ANCHOR: frames
/// Where units are drawn, `due` seconds after the last step: between where they were before it and where they are.
fn drawn(world: &World, due: f32) -> impl Iterator<Item = (UnitId, Vec2, Vec2)> {
    let back = move |velocity: Vec2| velocity * (TICK - due);
    world.units().map(move |unit| (unit.id, unit.position - back(unit.velocity), unit.heading))
}
// ANCHOR_END: frames

// ANCHOR: mistakes
/// Calls that are refused. Each says why, and has changed nothing.
fn mistakes(world: &mut World, crowd: &[UnitId]) -> Result<(), WorldError> {
    let before = world.state_hash();
    let gone = world.add_unit(&UnitDefinition::new(vec2(2.0, 2.0), 0.4, 2.0))?;
    world.remove_unit(gone)?;
    let refused = [
        world.step(FRAME).err(),
        world.add_unit(&UnitDefinition::new(vec2(29.5, 4.0), 0.4, 2.0)).err(),
        world.add_unit(&UnitDefinition::new(vec2(5.0, 5.0), 0.9, 2.0)).err(),
        world.order(crowd, &Goal::Point(vec2(80.0, 20.0))).err(),
        world.order(&[gone], &Goal::Point(vec2(50.0, 20.0))).err(),
        world.add_obstacle(&[vec2(1.0, 1.0), vec2(2.0, f32::NAN), vec2(1.0, 2.0)]).err(),
    ];
    for error in refused.into_iter().flatten() {
        println!("refused: {error}");
    }
    assert_eq!(world.state_hash(), before, "a refused call changes nothing");
    Ok(())
}
// ANCHOR_END: mistakes

// ANCHOR: record
/// From here on everything that changes the world is written to a file.
fn record(world: &mut World, file: &str) -> Result<(), Box<dyn Error>> {
    Ok(world.start_recording(File::create(file)?)?)
}
// ANCHOR_END: record

// ANCHOR: loop
fn play(recording: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut world = yard()?;
    if let Some(file) = recording {
        record(&mut world, file)?;
    }
    let (crowd, scout, _guard) = people(&mut world)?;
    world.order(&crowd, &Goal::Point(vec2(50.0, 20.0)))?;
    world.order(&[scout], &Goal::Point(vec2(44.0, 8.0)))?;

    let (mut gate, mut arrived, mut due) = (None, 0, 0.0);
    while arrived < crowd.len() + 2 && world.tick_count() < 1000 {
        due += FRAME;
        while due >= TICK {
            due -= TICK;
            change(&mut world, &mut gate)?;
            world.step(TICK)?;
            arrived += answer(&mut world)?;
        }
        // Here a game draws its figures.
        assert!(drawn(&world, due).all(|(_, position, _)| position.is_finite()));
    }
    let seconds = world.tick_count() as f32 * TICK;
    println!("{arrived} units are there after {seconds:.1} s");
    mistakes(&mut world, &crowd)?;
    println!("state {:016x}", world.state_hash());
    if world.is_recording() {
        world.stop_recording()?;
    }
    Ok(())
}
// ANCHOR_END: loop

fn main() -> Result<(), Box<dyn Error>> {
    play(std::env::args().nth(1).as_deref())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_program_of_the_guide_runs() -> Result<(), Box<dyn std::error::Error>> {
        super::play(None)
    }
}
