//! The ground: where grids lie, what they hold, and where one can walk on them.

pub(crate) mod direction;
pub(crate) mod frame;
pub(crate) mod grid;
pub(crate) mod steps;
pub(crate) mod terrain;
pub(crate) mod bilinear;
