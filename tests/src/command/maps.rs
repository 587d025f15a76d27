//! `paths` and `draw`: a map alone, without a crowd.

use std::path::Path;

use hybrid::navmesh::Entry;

use super::arguments::{DrawArguments, EntryName, PathsArguments};
use super::output::{say, say_files, say_json, table};
use crate::error::Error;
use crate::grid_map::GridMap;
use crate::map_pictures::draw_mesh;
use crate::path_queries::{PathReport, ask, build_mesh};
use crate::queries;

/// Asks a map for paths.
///
/// # Errors
/// [`Error`] for bad input.
pub fn paths(arguments: &PathsArguments) -> Result<(), Error> {
    let entry = match arguments.entry {
        EntryName::Midpoint => Entry::Midpoint,
        EntryName::Crossing => Entry::Crossing,
        EntryName::Portals => Entry::Portals,
        EntryName::Exact => Entry::Exact,
    };
    if arguments.bake {
        return Err(not_available("--bake", "leave it out"));
    }
    let map = GridMap::read(&arguments.map)?;
    let queries = queries::read(&arguments.queries, &map)?;
    let (mesh, build_ms) = build_mesh(&map, arguments.radius, arguments.tile)?;
    let report = PathReport {
        map: stem(&arguments.map),
        build_ms,
        ..ask(&mesh, &queries, entry, arguments.reps)
    };
    if arguments.json { say_json(&report) } else { say(&table(&report)) }
}

/// Draws the mesh of a map.
///
/// # Errors
/// [`Error`] for bad input.
pub fn draw(arguments: &DrawArguments) -> Result<(), Error> {
    let map = GridMap::read(&arguments.map)?;
    let (mesh, _) = build_mesh(&map, arguments.radius, arguments.tile)?;
    let name = stem(&arguments.map);
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("out").join(&name));
    let outlines: Vec<_> = mesh.obstacles().map(|(_, outline)| outline.to_vec()).collect();
    let file = folder.join("mesh.png");
    draw_mesh(&file, &name, &mesh, &outlines, &[])?;
    say(&format!("{} obstacles, {} cells", outlines.len(), mesh.cell_count()))?;
    say_files(&[file])
}

fn not_available(what: &str, instead: &str) -> Error {
    Error::NotAvailable { place: "command line".into(), what: what.into(), instead: instead.into() }
}

/// A file's name without folder and ending.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
