//! The library as C and C++ see it. Needs a C and a C++ compiler: `cc` and `c++`, or those that `CC` and `CXX` name.
//! Checks that need other tools say so where they are missing, and fail with `CI=true`.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it leaves out"
)]

mod compiler;
mod header;
#[cfg(target_os = "linux")]
mod structures;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod layout;
#[cfg(target_os = "linux")]
mod install;
#[cfg(target_os = "linux")]
mod packages;
#[cfg(target_os = "linux")]
mod memory;
