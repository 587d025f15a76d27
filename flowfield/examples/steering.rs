//! A field's value as the *desired velocity* of a steering behaviour: the unit does not take it on at
//! once, but accelerates towards it as far as its engine allows, and so rounds corners in curves.
//!
//! The behaviour is Craig Reynolds's "flow field following" (*Steering Behaviors For Autonomous
//! Characters*, 1999): steering force = desired velocity − velocity, of limited length.
//!
//! Run with `cargo run -p hybridnav_flowfield --example steering`.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use flowfield::glam::{IVec2, UVec2, Vec2};
use flowfield::{Frame, HeatMap, Steps, VectorField};

/// Metres a second.
const SPEED: f32 = 2.0;
/// Metres a second, each second.
const ACCELERATION: f32 = 8.0;
/// Seconds.
const TICK: f32 = 0.05;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A room of 20 × 12 tiles with a wall that reaches down to a gap of three tiles.
    let frame = Frame::new(IVec2::ZERO, UVec2::new(20, 12), 1.0)?;
    let mut steps = Steps::open(frame);
    for y in 3..12 {
        steps.set_open(frame.index_of(UVec2::new(10, y)), false)?;
    }
    let goal = UVec2::new(16, 9);
    let (mut heat_map, mut field) = (HeatMap::default(), VectorField::default());
    heat_map.solve(&steps, &[goal])?;
    field.set_gradient(&heat_map);

    let (mut position, mut velocity) = (Vec2::new(3.5, 9.5), Vec2::ZERO);
    let open =
        |point: Vec2| frame.cell_of(point).is_some_and(|cell| steps.is_open(frame.index_of(cell)));
    for tick in 0..1000 {
        if position.distance(frame.center(goal)) < 1.0 {
            println!("arrived after {:.1} s", tick as f32 * TICK);
            return Ok(());
        }
        let desired = SPEED * field.sample(position).ok_or("no way from here")?;
        velocity += (desired - velocity).clamp_length_max(ACCELERATION * TICK);
        // Along a wall, where one is in the way.
        let ways = [velocity, velocity * Vec2::X, velocity * Vec2::Y, Vec2::ZERO];
        velocity = ways.into_iter().find(|way| open(position + TICK * *way)).unwrap_or_default();
        position += TICK * velocity;
        if tick % 20 == 0 {
            let seconds = tick as f32 * TICK;
            println!("{seconds:4.1} s: at {position:.2}, {:.2} m/s", velocity.length());
        }
    }
    Err("it did not arrive within 50 s".into())
}
