//! The soak: random worlds that are watched in every step, and programs that show what was found.
//!
//! A world is a [`program`](program::Program): what the world is made from, and a list of calls. So what a seed makes can be printed,
//! run again, and made smaller.

// From the ground up: a module uses only modules above it in this list.
pub mod dice;
pub mod program;
pub mod finding;
pub mod stage;
mod acts;
pub mod measure;
pub mod room;
mod legs;
pub mod telling;
pub mod safety;
pub mod liveness;
pub mod run;
pub mod shrink;
pub mod layout;
pub mod liveness_worlds;
pub mod wild_worlds;
pub mod campaign;
pub mod watch;

#[cfg(test)]
mod planted;
