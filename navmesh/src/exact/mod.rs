//! The shortest paths there are, from corner to corner: over a graph that is found lazily, or one that was made wholly.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod legs;
pub(crate) mod origin;
pub(crate) mod dead_ends;
pub(crate) mod corner_graph;
pub(crate) mod roads;
pub(crate) mod landmarks;
pub(crate) mod charting;
pub(crate) mod charted;
pub(crate) mod route;
