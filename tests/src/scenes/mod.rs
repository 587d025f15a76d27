//! Scenes: those that are built in, those that are read from files, and the settings of both.

// From the ground up: a module uses only modules above it in this list.
pub mod alike;
pub mod followed;
pub mod level;
pub mod scene;
pub mod terms;
pub mod settings;
pub mod parts;
pub mod walkers;
pub mod maze;
pub mod benchmarks;
pub mod crowds;
pub mod crowded;
pub mod towns;
pub mod passages;
pub mod land;
pub mod orders;
pub mod sieges;
pub mod built_in;
pub mod checks;
pub mod loaded;
pub mod written;
