//! The borders of cells as half edges: rings, the corners of walls, cones between them, and the boundary.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod cone;
pub(crate) mod rings;
pub(crate) mod corners;
pub(crate) mod boundary;
pub(crate) mod walls;
