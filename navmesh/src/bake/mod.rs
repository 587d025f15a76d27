//! Meshes that never change: from an engine's own polygons, or baked from tiles.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod from_polygons;
pub(crate) mod triangles;
pub(crate) mod merge;
pub(crate) mod baked;
pub(crate) mod free_area;
