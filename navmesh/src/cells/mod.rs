//! The cells of a mesh: one interface, and the two stores behind it.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod id;
pub(crate) mod one_of;
pub(crate) mod sectors;
pub(crate) mod doors;
pub(crate) mod tiled;
pub(crate) mod baked;
pub(crate) mod store;
mod sight;
