//! Flow fields and where they begin: what sampling them needs.

use flowfield::{Direction, FlowField, Frame, Goal, Grid, Steps};
use glam::{IVec2, UVec2, Vec2};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::tolerances::UNIT_LENGTH;

/// The bits of a cell that is open, and of its steps to the east and to the north.
const OPEN: u8 = 1;
const EAST: u8 = 2;
const NORTH: u8 = 4;

/// A field as it is written.
#[derive(Serialize, Deserialize)]
struct SavedField {
    origin: IVec2,
    size: UVec2,
    cell_size: f32,
    steps: Vec<u8>,
    potential: Vec<f32>,
    velocity: Vec<Vec2>,
}

/// Writes a field: for `serde(with)`.
pub(crate) fn serialize<S: Serializer>(field: &FlowField, to: S) -> Result<S::Ok, S::Error> {
    let Frame { origin, size, cell_size, .. } = *field.frame();
    let steps = field.steps();
    let bits = |cell: usize| {
        let bit = |is_open: bool, bit: u8| if is_open { bit } else { 0 };
        bit(steps.is_open(cell), OPEN)
            | bit(steps.step_is_open(cell, Direction::East), EAST)
            | bit(steps.step_is_open(cell, Direction::North), NORTH)
    };
    SavedField {
        origin,
        size,
        cell_size,
        steps: (0..steps.frame().cell_count()).map(bits).collect(),
        potential: field.potential().as_slice().to_vec(),
        velocity: field.velocity().as_slice().to_vec(),
    }
    .serialize(to)
}

/// Reads a field: for `serde(with)`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<FlowField, D::Error> {
    restored(&SavedField::deserialize(from)?).ok_or(D::Error::custom("it is no flow field"))
}

fn restored(saved: &SavedField) -> Option<FlowField> {
    let frame = Frame::new(saved.origin, saved.size, saved.cell_size).ok()?;
    let count = frame.cell_count();
    // Before anything of that size is made.
    if [saved.steps.len(), saved.potential.len(), saved.velocity.len()] != [count; 3] {
        return None;
    }
    // No field leads faster than at the free speed: squares of what is much longer would not be finite.
    if saved.velocity.iter().any(|velocity| velocity.length_squared() > 1.0 + UNIT_LENGTH) {
        return None;
    }
    let mut steps = Steps::closed(frame);
    for (cell, bits) in saved.steps.iter().enumerate() {
        steps.set_open(cell, bits & OPEN != 0).ok()?;
    }
    for (cell, bits) in saved.steps.iter().enumerate() {
        steps.set_step(cell, Direction::East, bits & EAST != 0).ok()?;
        steps.set_step(cell, Direction::North, bits & NORTH != 0).ok()?;
    }
    let mut potential = Grid::new(frame.size, 0.0);
    potential.as_mut_slice().copy_from_slice(&saved.potential);
    let mut velocity = Grid::new(frame.size, Vec2::ZERO);
    velocity.as_mut_slice().copy_from_slice(&saved.velocity);
    FlowField::from_solution(&steps, potential, velocity)
}

/// Writes and reads where a field begins: for `serde(with)`.
pub(crate) mod seeds {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(seeds: &[Goal], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(seeds.iter().map(|seed| (seed.cell, seed.start)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Goal>, D::Error> {
        let all = Vec::<(UVec2, f32)>::deserialize(from)?;
        Ok(all.into_iter().map(|(cell, start)| Goal { cell, start }).collect())
    }
}

/// Writes and reads where a window lies, if there is one: for `serde(with)`.
pub(crate) mod frame {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        frame: &Option<Frame>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        frame.map(|frame| (frame.origin, frame.size, frame.cell_size)).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Frame>, D::Error> {
        let saved = Option::<(IVec2, UVec2, f32)>::deserialize(from)?;
        let frame = |(origin, size, cell_size)| Frame::new(origin, size, cell_size);
        saved.map(frame).transpose().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of two cells with a velocity in one of them.
    fn saved(velocity: Vec2) -> SavedField {
        SavedField {
            origin: IVec2::ZERO,
            size: UVec2::new(2, 1),
            cell_size: 0.5,
            steps: vec![OPEN | EAST, OPEN],
            potential: vec![0.5, 0.0],
            velocity: vec![velocity, Vec2::ZERO],
        }
    }

    #[test]
    fn a_field_that_leads_faster_than_at_the_free_speed_is_refused() {
        let slanting = Vec2::new(0.1, 3.0).normalize();
        for right in [Vec2::ZERO, Vec2::X, Vec2::NEG_Y * 0.25, slanting] {
            assert!(restored(&saved(right)).is_some(), "{right}");
        }
        for wrong in [Vec2::X * 1.1, Vec2::Y * -3e38, Vec2::splat(1e20), Vec2::INFINITY, Vec2::NAN]
        {
            assert!(restored(&saved(wrong)).is_none(), "{wrong}");
        }
    }
}
