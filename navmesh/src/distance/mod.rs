//! Distance fields: shadow sweeps over the corners of obstacles.

// From the ground up: a module uses only modules above it in this list.
mod upper;
pub(crate) mod limit;
mod rivals;
pub(crate) mod sources;
mod views;
mod doors;
pub(crate) mod sweep;
pub(crate) mod field;
pub(crate) mod kept;
mod ordering;
pub(crate) mod build;
