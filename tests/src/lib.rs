//! Runs hybridnav without a display: scenes, a runner that scores, pictures, and the command on top.
//!
//! Modules are listed from the bottom of the house to the top; each imports only modules above it in
//! this list.
#![forbid(unsafe_code)]

pub mod tolerances;
pub mod error;
pub mod random;
pub mod buckets;
pub mod scorecard;
pub mod legend;
pub mod sources;
pub mod scenes;
pub mod scoring;
pub mod fuzzing;
pub mod soak;
pub mod replaying;
pub mod drawing;
pub mod command;

/// The code of the README, tried by the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
