//! Edits: obstacles, areas and links come, move and go.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod staging;
pub(crate) mod obstacles;
pub(crate) mod links;
pub(crate) mod building;
pub(crate) mod would_block;
