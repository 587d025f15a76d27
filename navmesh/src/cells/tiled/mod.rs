//! Cells in tiles: cut anew by edits, tile by tile.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod sites;
mod portals;
mod borders;
mod points;
mod open_tiles;
mod corners;
mod gaps;
mod opening;
