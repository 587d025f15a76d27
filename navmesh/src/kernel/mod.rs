//! Exact plane geometry: integer lines and outlines, convex pieces and what they share.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod turn;
pub(crate) mod line;
pub(crate) mod outline;
pub(crate) mod plugs;
pub(crate) mod blade;
pub(crate) mod ring;
pub(crate) mod pieces;
pub(crate) mod portals;
