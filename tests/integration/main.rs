//! Tests across crates: whole scenes, the command, the house rules.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that fails says so by panicking"
)]

mod support;
mod c_crowd;
mod command;
mod crowded;
mod determinism;
mod distance_on_maps;
mod forged;
mod grid_and_mesh;
mod groups;
mod guide;
mod invariance;
mod layers;
mod levels;
mod motion;
mod passages;
mod paths_on_maps;
mod pedestrians;
mod queues;
mod recordings;
mod scene_areas;
mod scene_files;
mod scenes;
mod small_map;
mod soak;
mod words;
