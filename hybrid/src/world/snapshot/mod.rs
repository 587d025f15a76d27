//! Whole worlds as bytes, and back.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod pool;
pub(crate) mod check;
pub(crate) mod state;
pub(crate) mod whole;
