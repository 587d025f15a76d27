//! The loop of a game in thirty lines: a wall with a door, a crowd, an order, and what is read back after each tick.
//!
//! `cargo run --release -p hybridnav --example game_loop`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Event, Goal, UnitDefinition, World, WorldDefinition, WorldError};

fn main() -> Result<(), WorldError> {
    let bounds = Bounds::new(Vec2::ZERO, vec2(40.0, 30.0));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4]))?;
    for (low, high) in [(0.0, 14.0), (16.0, 30.0)] {
        let wall = [vec2(19.0, low), vec2(21.0, low), vec2(21.0, high), vec2(19.0, high)];
        world.add_obstacle(&wall)?;
    }
    let mut units = Vec::new();
    for index in 0..20_u16 {
        let position = vec2(3.0 + f32::from(index / 5), 10.0 + f32::from(index % 5));
        units.push(world.add_unit(&UnitDefinition::new(position, 0.4, 1.5))?);
    }
    world.order(&units, &Goal::Point(vec2(32.0, 15.0)))?;
    let mut arrived = 0;
    while arrived < units.len() {
        world.step(0.1)?;
        // Here a game would move its figures: world.units() has positions and headings.
        for event in world.events() {
            if let Event::Arrived { unit, .. } = event {
                arrived += 1;
                let seconds = world.tick_count() as f32 * 0.1;
                println!("{seconds:5.1} s: {unit:?} is there, {arrived} of {}", units.len());
            }
        }
    }
    Ok(())
}
