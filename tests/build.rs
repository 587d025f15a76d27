//! Looks for the maps that are not in the repository: tests that need them are ignored where they are missing.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=HYBRIDNAV_MAPS");
    println!("cargo::rustc-check-cfg=cfg(has_maps)");
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/maps");
    let folder = std::env::var_os("HYBRIDNAV_MAPS").map_or_else(beside, PathBuf::from);
    let Ok(folder) = folder.canonicalize() else { return };
    if folder.join("arena.map").exists() {
        // Where it is missing it is not named here: cargo would build everything anew each time.
        println!("cargo::rerun-if-changed={}", folder.display());
        println!("cargo::rustc-cfg=has_maps");
        println!("cargo::rustc-env=HYBRIDNAV_MAPS_FOUND={}", folder.display());
    }
}
