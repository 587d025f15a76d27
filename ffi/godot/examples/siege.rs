//! What the demo project does, without Godot: the calls that its nodes and scripts make, and the state that these lead to.
//! `ffi/godot/test` compares both.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, ObstacleId, Unit, UnitDefinition, UnitId, World, WorldDefinition, WorldError};

const KEEP: Vec2 = vec2(95.0, 40.0);

/// An upright rectangle round a point.
fn wall(
    world: &mut World,
    x: f32,
    from: f32,
    to: f32,
    width: f32,
) -> Result<ObstacleId, WorldError> {
    let (left, right) = (x - width / 2.0, x + width / 2.0);
    world.add_obstacle(&[vec2(left, from), vec2(right, from), vec2(right, to), vec2(left, to)])
}

fn main() -> Result<(), WorldError> {
    let bounds = Bounds::new(Vec2::ZERO, vec2(110.0, 80.0));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4]))?;
    for (from, to) in [(0.0, 18.0), (24.0, 56.0), (60.0, 80.0)] {
        wall(&mut world, 50.0, from, to, 3.0)?;
    }
    for (from, to) in [(0.0, 30.0), (34.0, 46.0), (50.0, 80.0)] {
        wall(&mut world, 75.0, from, to, 2.0)?;
    }
    let weak = wall(&mut world, 50.0, 56.0, 60.0, 3.0)?;
    let gate = wall(&mut world, 50.0, 18.0, 24.0, 1.0)?;
    for company in 0..4_u8 {
        let mut units: Vec<UnitId> = Vec::new();
        for k in 0..50_u8 {
            let row = 8.0 + 18.0 * f32::from(company) + f32::from(k / 10);
            let at = vec2(8.0 + f32::from(k % 10), row);
            let speed = 2.0 + 0.25 * f32::from(company);
            units.push(world.add_unit(&UnitDefinition::new(at, 0.35, speed))?);
        }
        world.order(&units, &Goal::Point(KEEP))?;
    }
    let mut there = 0;
    while there < 200 && world.tick_count() < 3000 {
        match world.tick_count() {
            250 => world.remove_obstacle(gate)?,
            350 => world.remove_obstacle(weak)?,
            _ => {}
        }
        world.step(0.1)?;
        // Before the gate is broken they arrive as near as they can get.
        let is_in_keep = |unit: &Unit| unit.arrived && unit.position.distance(KEEP) < 15.0;
        there = world.units().filter(is_in_keep).count();
    }
    println!("{there} of 200 are in the keep after {} ticks", world.tick_count());
    println!("state {:016x}", world.state_hash());
    Ok(())
}
