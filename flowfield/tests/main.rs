//! Tests of the whole crate, through its public interface.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that fails says so by panicking"
)]

mod accuracy;
mod changes;
mod classic;
mod solvers;
mod symmetry;
mod walls;
