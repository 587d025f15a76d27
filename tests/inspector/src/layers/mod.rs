//! What is drawn of a world, a file a layer.

// From the ground up: a module uses only modules above it in this list.
pub mod ground;
pub mod windows;
pub mod distance;
pub mod passages;
pub mod units;
pub mod ways;
