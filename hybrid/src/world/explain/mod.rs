//! Why units go where they go.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod explanation;
pub(crate) mod gather;
pub(crate) mod preview;
