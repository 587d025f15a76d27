//! Gives the shared library its soname; rustc sets none.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

/// The number after `libhnav.so.`: always the value of `ABI_VERSION` in `src/library.rs`, which a test checks.
const ABI_VERSION: u32 = 0;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhnav.so.{ABI_VERSION}");
    }
}
