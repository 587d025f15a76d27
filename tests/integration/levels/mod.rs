//! Levels of triangles: their files, what is walkable of them, and units that walk there.

pub(crate) mod shapes;
mod damaged;
mod found;
mod walked;

use std::path::PathBuf;

use headless::sources::level_mesh::LevelMesh;
use hybrid::{SoupDefinition, SoupError, SoupGround, UpAxis};

use crate::support::root;

/// Where a level's file is.
pub(crate) fn level_file(name: &str) -> PathBuf {
    root().join("tests").join("levels").join(name)
}

pub(crate) fn level(name: &str) -> LevelMesh {
    LevelMesh::read(&level_file(name)).unwrap()
}

/// The ground of a level, whose second axis points up.
pub(crate) fn ground(name: &str, definition: SoupDefinition) -> Result<SoupGround, SoupError> {
    let level = level(name);
    SoupDefinition { up: UpAxis::Y, ..definition }.build(&level.vertices, &level.triangles)
}

/// `HYBRIDNAV_WRITE_LEVELS=1` writes them anew.
#[test]
fn the_files_are_those_that_are_drawn() {
    let files = [
        ("courtyard.obj", shapes::courtyard().obj("courtyard").into_bytes()),
        ("hills.obj", shapes::hills().obj("hills").into_bytes()),
        ("house.glb", shapes::house().glb("house")),
    ];
    for (name, drawn) in files {
        let file = level_file(name);
        if std::env::var_os("HYBRIDNAV_WRITE_LEVELS").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        let found = std::fs::read(&file).unwrap();
        assert!(
            found == drawn,
            "{name} is not as it is drawn; HYBRIDNAV_WRITE_LEVELS=1 writes it anew"
        );
        assert!(found.len() <= 30_000, "{name}: {} bytes", found.len());
    }
}
