//! Meshes as bytes, and back.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod error;
pub(crate) mod checksum;
pub(crate) mod bytes;
pub(crate) mod sections;
pub(crate) mod definition;
pub(crate) mod slots;
pub(crate) mod roster;
pub(crate) mod areas;
pub(crate) mod fixed;
pub(crate) mod mesh;
