//! Cost fields: shadow sweeps over ground of different cost, and over links.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod pace;
pub(crate) mod by_cell;
pub(crate) mod root;
pub(crate) mod station;
pub(crate) mod scene;
pub(crate) mod survey;
mod sight;
pub(crate) mod sweep;
pub(crate) mod field;
pub(crate) mod listing;
pub(crate) mod build;
