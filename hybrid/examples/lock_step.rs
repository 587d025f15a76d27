//! A session in lock step: players whose machines have different numbers of threads step a world each with the same
//! inputs, and compare its hash after every tick. In the middle one more player joins with a snapshot.
//!
//! `cargo run --release -p hybridnav --example lock_step`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use std::sync::Arc;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, ThreadPool, UnitDefinition, UnitId, World, WorldDefinition, WorldError};

const TICKS: u64 = 300;
const JOINS: u64 = 120;

// ANCHOR: input
/// What players do; sent to all of them, to be done before a tick.
enum Input {
    Send { units: Vec<UnitId>, goal: Vec2 },
    Build { corner: Vec2, size: Vec2 },
    Stop { units: Vec<UnitId> },
}

impl Input {
    fn apply(&self, world: &mut World) -> Result<(), WorldError> {
        match self {
            Self::Send { units, goal } => world.order(units, &Goal::Point(*goal)).map(|_| ()),
            Self::Stop { units } => world.stop(units),
            Self::Build { corner, size } => {
                let far = *corner + *size;
                let wall = [*corner, vec2(far.x, corner.y), far, vec2(corner.x, far.y)];
                world.add_obstacle(&wall).map(|_| ())
            }
        }
    }
}
// ANCHOR_END: input

/// The world at the start, the same for all.
fn start() -> Result<(World, Vec<UnitId>), WorldError> {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(60.0));
    let mut definition = WorldDefinition::new(bounds, vec![0.4]);
    // Plans are made while the game draws, and used two ticks later: on every machine in the same tick.
    definition.parameters.plan_latency = 2;
    let mut world = World::new(&definition)?;
    let position = |k: u16| vec2(4.0 + f32::from(k % 12), 4.0 + f32::from(k / 12));
    let definition = |k: u16| UnitDefinition::new(position(k), 0.4, 1.5);
    let units = (0..120).map(|k| world.add_unit(&definition(k))).collect::<Result<_, _>>()?;
    Ok((world, units))
}

/// What is done before a tick.
fn inputs(tick: u64, units: &[UnitId]) -> Vec<Input> {
    let half = units.len() / 2;
    match tick {
        0 => vec![
            Input::Send { units: units[..half].to_vec(), goal: vec2(50.0, 10.0) },
            Input::Send { units: units[half..].to_vec(), goal: vec2(10.0, 50.0) },
        ],
        60 => vec![Input::Build { corner: vec2(24.0, 0.0), size: vec2(2.0, 16.0) }],
        150 => vec![Input::Send { units: units[20..90].to_vec(), goal: vec2(45.0, 45.0) }],
        200 => vec![Input::Stop { units: units[..10].to_vec() }],
        _ => Vec::new(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (world, units) = start()?;
    let mut players: Vec<(usize, World)> = Vec::new();
    for threads in [0, 1, 3] {
        let mut world = world.clone();
        world.set_executor((threads > 0).then(|| Arc::new(ThreadPool::new(threads)) as _));
        players.push((threads, world));
    }
    // ANCHOR: ticks
    for tick in 0..TICKS {
        if tick == JOINS {
            let bytes = players[0].1.to_bytes()?;
            println!("tick {tick}: one more player joins with {} bytes", bytes.len());
            players.push((0, World::from_bytes(&bytes)?));
        }
        let inputs = inputs(tick, &units);
        for (_, world) in &mut players {
            inputs.iter().try_for_each(|input| input.apply(world))?;
            world.step(0.1)?;
        }
        let hash = players[0].1.state_hash();
        for (threads, world) in &players {
            if world.state_hash() != hash {
                return Err(format!("tick {tick}: {threads} threads are out of step").into());
            }
        }
        if tick % 50 == 49 {
            println!("tick {}: {} players agree on {hash:016x}", tick + 1, players.len());
        }
    }
    // ANCHOR_END: ticks
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_players_agree() -> Result<(), Box<dyn std::error::Error>> {
        super::main()
    }
}
