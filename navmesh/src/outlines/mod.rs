//! Outlines of any form: checked, rounded to the lattice, and cut into convex parts.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod triangulation;
pub(crate) mod parts;
pub(crate) mod outline;
#[cfg(feature = "geo")]
mod geo_types;
mod sides;
pub(crate) mod validity;
pub(crate) mod polygons;
