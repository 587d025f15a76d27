//! Tests that look inside: random worlds on tiny lattices, and all that must hold for them.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

#[path = "../support/random.rs"]
mod random;
mod random_scene;
mod invariants;
mod path_checks;
mod random_worlds;
mod distance_checks;
mod exact_paths;
mod between_cells;
mod dead_ends;
mod baked;
mod place_queries;
mod path_results;
#[cfg(feature = "petgraph")]
mod portal_graphs;
mod saved;
mod validity;
#[cfg(feature = "geo")]
mod geo_types;
mod linked_slices;
