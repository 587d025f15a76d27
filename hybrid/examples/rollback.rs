//! Rollback: a game steps on what it guesses of another player, and goes back when the true input comes late.
//!
//! `cargo run --release -p hybridnav --example rollback`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use hybrid::glam::{Vec2, vec2};
use hybrid::navmesh::Bounds;
use hybrid::{Goal, SavedState, UnitDefinition, UnitId, World, WorldDefinition, WorldError};

/// Inputs come at most so many ticks late, and a state for each is kept.
const LATEST: u64 = 8;
const TICKS: u64 = 100;

/// Where the other player sends its units before a tick, and in which tick that is heard of here.
const OTHER: [(u64, u64, Vec2); 3] =
    [(5, 9, vec2(30.0, 8.0)), (40, 47, vec2(8.0, 30.0)), (70, 73, vec2(30.0, 30.0))];

fn start() -> Result<(World, Vec<UnitId>), WorldError> {
    let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
    let mut world = World::new(&WorldDefinition::new(bounds, vec![0.4]))?;
    world.add_obstacle(&[
        vec2(18.0, 10.0),
        vec2(22.0, 10.0),
        vec2(22.0, 40.0),
        vec2(18.0, 40.0),
    ])?;
    let position = |k: u16| vec2(4.0 + f32::from(k % 6), 20.0 + f32::from(k / 6));
    let units = (0..30).map(|k| world.add_unit(&UnitDefinition::new(position(k), 0.4, 2.0)));
    let units = units.collect::<Result<_, _>>()?;
    Ok((world, units))
}

// ANCHOR: rollback
/// A world that can go back, with a state from before each of the last ticks.
struct Session {
    world: World,
    states: Vec<SavedState>,
}

impl Session {
    /// Keeps the state of now, over the one that is too old to be gone back to, and steps; `inputs` are those that are known.
    fn step(&mut self, units: &[UnitId], inputs: &[(u64, Vec2)]) -> Result<(), WorldError> {
        let tick = self.world.tick_count();
        match self.states.get_mut((tick % LATEST) as usize) {
            Some(state) => self.world.save_state_into(state),
            None => self.states.push(self.world.save_state()),
        }
        for (_, goal) in inputs.iter().filter(|(at, _)| *at == tick) {
            self.world.order(units, &Goal::Point(*goal))?;
        }
        self.world.step(0.1)
    }

    /// Goes back to before a tick, and steps again to where it was.
    fn correct(
        &mut self,
        at: u64,
        units: &[UnitId],
        inputs: &[(u64, Vec2)],
    ) -> Result<(), WorldError> {
        let now = self.world.tick_count();
        self.world.restore_state(&self.states[(at % LATEST) as usize])?;
        (at..now).try_for_each(|_| self.step(units, inputs))
    }
}
// ANCHOR_END: rollback

fn play() -> Result<(), Box<dyn Error>> {
    let (world, units) = start()?;
    let mut session = Session { world, states: Vec::new() };
    let mut known = Vec::new();
    for tick in 0..TICKS {
        for (at, _, goal) in OTHER.iter().filter(|(_, heard, _)| *heard == tick) {
            known.push((*at, *goal));
            session.correct(*at, &units, &known)?;
            println!("tick {tick}: went back to {at}, and stepped {} ticks again", tick - at);
        }
        session.step(&units, &known)?;
    }

    // Who has known everything from the beginning is in the same state.
    let (mut other, units) = start()?;
    for tick in 0..TICKS {
        for (_, _, goal) in OTHER.iter().filter(|(at, ..)| *at == tick) {
            other.order(&units, &Goal::Point(*goal))?;
        }
        other.step(0.1)?;
    }
    let (here, there) = (session.world.state_hash(), other.state_hash());
    println!("tick {TICKS}: {here:016x} here, {there:016x} there");
    if here == there { Ok(()) } else { Err("they are out of step".into()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    play()
}

#[cfg(test)]
mod tests {
    #[test]
    fn who_goes_back_ends_where_the_others_are() -> Result<(), Box<dyn std::error::Error>> {
        super::play()
    }
}
