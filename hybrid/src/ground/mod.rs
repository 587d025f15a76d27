//! The ground that units walk on: a mesh for each class, and what makes ground dearer.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod modifiers;
mod extents;
mod placed;
pub(crate) mod meshes;
