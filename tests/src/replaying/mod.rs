//! Recordings that show a fault, made small.

// From the ground up: a module uses only modules above it in this list.
pub mod script;
pub mod fault;
pub mod smaller;
