//! Tests of the whole crate, through its public interface.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that fails says so by panicking"
)]

mod support;
mod areas;
mod bad_input;
mod baked_areas;
mod boundary;
mod bridges;
mod costs;
mod distance;
mod edits;
mod history;
mod hostile;
mod kept;
mod kinds;
mod layers;
mod links;
mod many_goals;
mod outlines;
mod polygons;
mod saving;
mod roads;
mod slits;
mod surcharges;
mod walking;
