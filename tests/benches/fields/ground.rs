//! The grids that fields are measured on.

use flowfield::Frame;
use glam::{IVec2, UVec2};
use headless::command::bench::BenchResult;

/// Metres.
pub(crate) const CELL: f32 = 0.5;

/// A square of `n` cells a side.
pub(crate) fn frame(n: u32) -> BenchResult<Frame> {
    Ok(Frame::new(IVec2::ZERO, UVec2::splat(n), CELL)?)
}
