//! What stands round the picture of the world.

// From the ground up: a module uses only modules above it in this list.
pub mod playback;
pub mod looks;
pub mod chosen;
pub mod timings;
pub mod reports;
pub mod opening;
