//! What the ground is like beside walls and areas: heights, and where it is unpleasant.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod heights;
pub(crate) mod slopes;
pub(crate) mod discomfort;
