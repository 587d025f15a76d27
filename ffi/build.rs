//! Gives the shared library the name by which programs ask for it; rustc sets none.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

/// The number in the library's name: always the value of `ABI_VERSION` in `src/library.rs`, which a test checks.
const ABI_VERSION: u32 = 0;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux") => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhnav.so.{ABI_VERSION}");
        }
        Ok("macos") => {
            println!(
                "cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libhnav.{ABI_VERSION}.dylib"
            );
        }
        _ => (),
    }
}
