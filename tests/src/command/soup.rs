//! `soup`: a level mesh becomes ground to walk on: a summary, a picture, and a scene.

use std::path::{Path, PathBuf};

use glam::Vec3;
use hybrid::navmesh::{MeshDefinition, NavMesh};
use hybrid::{FloorChoice, FloorOverlap, SoupDefinition, SoupError, SoupGround, UpAxis, World};
use serde_json::{Map, Value, json};

use super::arguments::SoupArguments;
use super::output::{say, say_files, say_json, table};
use crate::drawing::level_pictures::draw_level;
use crate::error::{Error, Place};
use crate::scenes::scene::Scene;
use crate::scenes::walkers::walkers;
use crate::sources::level_mesh::LevelMesh;

/// Reads a level, and writes what is walkable of it.
///
/// # Errors
/// [`Error`] for bad input.
pub fn soup(arguments: &SoupArguments) -> Result<(), Error> {
    let file = &arguments.file;
    let refused = |message: String| Error::Input {
        place: Place { file: file.display().to_string(), line: 1, column: 1 },
        message,
    };
    let level = LevelMesh::read(file)?;
    let definition = definition(arguments);
    let ground =
        definition.build(&level.vertices, &level.triangles).map_err(|error| match error {
            SoupError::Parameter { .. } | SoupError::Start { .. } => {
                Error::Usage(error.to_string())
            }
            SoupError::FloorsOverlap { .. } => {
                refused(format!("{error} (--floor lowest, --floor highest, --start X,Y,Z)"))
            }
            error => refused(error.to_string()),
        })?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (mesh, world) = meshes(&ground, arguments.radius).map_err(refused)?;
    let fitting = world.mesh(0).unwrap_or(&mesh);
    let scene =
        walkers(&name, &ground, fitting, arguments.units, arguments.radius).map_err(refused)?;
    let units = scene.unit_count();
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("out").join(&name));
    let picture = folder.join("level.png");
    draw_level(&picture, &name, &ground, &mesh, &world)?;
    let written = write(&folder.join(format!("{name}.json")), &scene)?;
    let summary = summary(&definition, &ground, units);
    if arguments.json {
        return say_json(&summary);
    }
    let mut shown = summary;
    shown["overlaps"] = json!(ground.report.overlaps.len());
    say(&table(&shown))?;
    for overlap in &ground.report.overlaps {
        say(&in_words(overlap, definition.floor))?;
    }
    say_files(&[picture, written])
}

/// A mesh of the ground for points, and a world with its heights for units of a radius.
fn meshes(ground: &SoupGround, radius: f32) -> Result<(NavMesh, World), String> {
    let definition = MeshDefinition::within(ground.walkable.clone());
    let mesh = NavMesh::new(&definition).map_err(|error| error.to_string())?;
    let mut world = World::new(&ground.world(vec![radius])).map_err(|error| error.to_string())?;
    world.set_heights(Some(ground.heights.clone())).map_err(|error| error.to_string())?;
    Ok((mesh, world))
}

fn definition(arguments: &SoupArguments) -> SoupDefinition {
    SoupDefinition {
        cell_size: arguments.cell_size,
        cell_height: arguments.cell_height,
        agent_radius: arguments.radius,
        agent_height: arguments.agent_height,
        climb: arguments.climb,
        slope: arguments.slope.to_radians(),
        least_island: arguments.least_island,
        up: arguments.up.into(),
        two_sided: arguments.two_sided,
        floor: arguments.floor.into(),
        start: arguments.start.map(Vec3::from_array),
        height_spacing: arguments.height_spacing.unwrap_or(0.5_f32.max(arguments.cell_size)),
    }
}

/// What was found.
fn summary(definition: &SoupDefinition, ground: &SoupGround, units: usize) -> Value {
    let report = &ground.report;
    let place = |overlap: &FloorOverlap| json!({ "at": overlap.at.to_array(), "heights": overlap.heights, "area": overlap.area });
    let mut fields = Map::new();
    let mut add = |key: &str, value: Value| fields.insert(key.into(), value);
    add("triangles", json!(report.triangles));
    add("degenerate", json!(report.degenerate));
    add("area", json!(report.area));
    add("cell_area", json!(report.cell_area));
    add("area_within", json!(0.5 * f64::from(definition.cell_size) * report.perimeter));
    add("perimeter", json!(report.perimeter));
    add("islands", json!(report.islands));
    add("holes", json!(report.holes));
    add("vertices", json!(report.vertices));
    add("lowest", json!(report.lowest));
    add("highest", json!(report.highest));
    add("units", json!(units));
    add("overlaps", report.overlaps.iter().map(place).collect());
    Value::Object(fields)
}

/// Where floors lie over each other, and which of them counts.
fn in_words(overlap: &FloorOverlap, floor: FloorChoice) -> String {
    let heights: Vec<String> = overlap.heights.iter().map(|at| format!("{at:.2}")).collect();
    let kept = if floor == FloorChoice::Highest { "highest" } else { "lowest" };
    format!(
        "floors lie over each other at ({:.2}, {:.2}), on {:.1} m²: heights {}; the {kept} counts",
        overlap.at.x,
        overlap.at.y,
        overlap.area,
        heights.join(" and ")
    )
}

fn write(file: &Path, scene: &Scene) -> Result<PathBuf, Error> {
    let text = serde_json::to_string(scene).map_err(|error| Error::unwritten(file, &error))?;
    std::fs::write(file, text + "\n").map_err(|error| Error::unwritten(file, &error))?;
    Ok(file.to_path_buf())
}

impl From<super::arguments::UpName> for UpAxis {
    fn from(up: super::arguments::UpName) -> Self {
        match up {
            super::arguments::UpName::Y => Self::Y,
            super::arguments::UpName::Z => Self::Z,
        }
    }
}

impl From<super::arguments::FloorName> for FloorChoice {
    fn from(floor: super::arguments::FloorName) -> Self {
        match floor {
            super::arguments::FloorName::Only => Self::Only,
            super::arguments::FloorName::Lowest => Self::Lowest,
            super::arguments::FloorName::Highest => Self::Highest,
        }
    }
}
