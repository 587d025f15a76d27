//! The shortest paths there are: the taut corner graph, found lazily.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod corner_graph;
pub(crate) mod route;
