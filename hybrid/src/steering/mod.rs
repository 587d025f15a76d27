//! Where each unit wants to go: by the field of its order, along a path of its own, or not at all.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod progress;
pub(crate) mod firm;
pub(crate) mod barred;
pub(crate) mod round;
pub(crate) mod stuck;
mod decision;
pub(crate) mod context;
pub(crate) mod own_paths;
pub(crate) mod parallel;
