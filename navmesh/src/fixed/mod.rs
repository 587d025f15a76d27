//! Cells that never change: convex rings on shared vertices, whose portals are whole sides.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod sides;
pub(crate) mod buckets;
pub(crate) mod walk;
pub(crate) mod windows;
pub(crate) mod blocks;
pub(crate) mod cells;
pub(crate) mod landmarks;
pub(crate) mod views;
pub(crate) mod chart;
pub(crate) mod convex;
pub(crate) mod overlaps;
pub(crate) mod polygons;
