//! Writes what fuzz targets begin with: saved meshes and worlds, built-in scenes, small maps. `seeds FOLDER`.
#![forbid(unsafe_code)]

// What coverage counts is kept by libFuzzer: so one build serves the targets and this.
use libfuzzer_sys as _;
use std::path::Path;

use headless::fuzzing::exercise::{saved_meshes, saved_worlds, seed_maps, seed_scenes};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "corpus".into());
    let text = |all: Vec<String>| all.into_iter().map(String::into_bytes).collect();
    let kinds: [(&str, Vec<Vec<u8>>); 4] = [
        ("mesh", saved_meshes()),
        ("world", saved_worlds()),
        ("scene", text(seed_scenes())),
        ("map", text(seed_maps())),
    ];
    for (kind, all) in kinds {
        let folder = Path::new(&folder).join(kind);
        std::fs::create_dir_all(&folder)?;
        for (number, bytes) in all.iter().enumerate() {
            std::fs::write(folder.join(format!("seed_{number}")), bytes)?;
        }
    }
    Ok(())
}
