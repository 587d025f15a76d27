//! `paths` and `draw`: a map alone, without a crowd.

use std::path::Path;
use std::time::Instant;

use hybrid::navmesh::Entry;

use super::arguments::{DrawArguments, EntryName, PathsArguments};
use super::output::{say, say_files, say_json, table};
use crate::drawing::map_pictures::draw_mesh;
use crate::error::Error;
use crate::scoring::path_queries::{PathReport, ask, build_mesh};
use crate::sources::grid_map::GridMap;
use crate::sources::polygon_map::PolygonMap;
use crate::sources::queries::{self, Extent};

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
    let (mesh, build_ms, within) = if is_polygons(&arguments.map) {
        arguments_for_polygons(arguments.bake, arguments.radius, arguments.tile)?;
        let map = PolygonMap::read(&arguments.map)?;
        let start = Instant::now();
        let mesh = map.mesh()?;
        let bounds = mesh.definition().bounds;
        (mesh, milliseconds(start), Extent::from(bounds))
    } else {
        let map = GridMap::read(&arguments.map)?;
        let (mut mesh, mut build_ms) = build_mesh(&map, arguments.radius, arguments.tile)?;
        if arguments.bake {
            let start = Instant::now();
            mesh = mesh.bake(&mut |_| {}).map_err(|error| Error::Usage(error.to_string()))?;
            build_ms += milliseconds(start);
        }
        (mesh, build_ms, Extent::from(&map))
    };
    let queries = queries::read(&arguments.queries, within)?;
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
    let mesh = if is_polygons(&arguments.map) {
        arguments_for_polygons(false, arguments.radius, arguments.tile)?;
        PolygonMap::read(&arguments.map)?.mesh()?
    } else {
        build_mesh(&GridMap::read(&arguments.map)?, arguments.radius, arguments.tile)?.0
    };
    let name = stem(&arguments.map);
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("out").join(&name));
    let outlines: Vec<_> = mesh.obstacles().map(|(_, outline)| outline.to_vec()).collect();
    let file = folder.join("mesh.png");
    draw_mesh(&file, &name, &mesh, &outlines, &[])?;
    say(&format!("{} obstacles, {} cells", outlines.len(), mesh.cell_count()))?;
    say_files(&[file])
}

/// Whether a file holds polygons instead of a grid.
fn is_polygons(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "mesh")
}

/// Polygons are taken as they are.
fn arguments_for_polygons(bake: bool, radius: f32, tile: Option<f32>) -> Result<(), Error> {
    let given = [("--bake", bake), ("--radius", radius != 0.0), ("--tile", tile.is_some())];
    match given.into_iter().find(|&(_, given)| given) {
        Some((name, _)) => Err(Error::Usage(format!(
            "{name}: the polygons of a .mesh are taken as they are; leave it out, or give a .map"
        ))),
        None => Ok(()),
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// A file's name without folder and ending.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
