//! The library as C and C++ see it. Needs a C and a C++ compiler: `cc` and `c++`, or those that `CC` and `CXX` name.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

mod compiler;
mod header;
#[cfg(target_os = "linux")]
mod programs;
