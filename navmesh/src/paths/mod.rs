//! Paths through the cells: A* and string pulling.

// From the ground up: a module uses only modules above it in this list.
pub(crate) mod options;
pub(crate) mod funnel;
pub(crate) mod exits;
pub(crate) mod cutting;
pub(crate) mod refraction;
pub(crate) mod uneven;
pub(crate) mod cell_search;
mod part_graph;
mod link_tree;
mod link_ways;
pub(crate) mod linked;
pub(crate) mod search;
pub(crate) mod find;
#[cfg(feature = "petgraph")]
pub(crate) mod portal_graph;
