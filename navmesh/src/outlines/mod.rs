//! Outlines of any form: checked, rounded to the lattice, and cut into convex parts.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod triangulation;
pub(crate) mod parts;
pub(crate) mod polygons;
