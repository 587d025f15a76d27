//! Tiles: the free part of a square as cells, how tiles join, and which cells hang together.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod edge;
mod packed_box;
mod stored;
pub(crate) mod tile;
pub(crate) mod alike;
mod levies;
pub(crate) mod carver;
pub(crate) mod seam;
pub(crate) mod lattice;
pub(crate) mod islands;
pub(crate) mod crossings;
pub(crate) mod ground;
pub(crate) mod tiling;
pub(crate) mod wall_graph;
