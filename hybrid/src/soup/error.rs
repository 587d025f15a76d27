//! Why a level mesh was refused.

use glam::{Vec2, Vec3};
use thiserror::Error;

use super::report::FloorOverlap;

/// Why a level mesh was refused: what, where, and what would be right.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SoupError {
    /// A number of the definition is out of its range.
    #[error("{name} is {value}: it must be from {least} to {most}")]
    Parameter {
        /// The field.
        name: &'static str,
        /// Its value.
        value: f32,
        /// The least that it may be.
        least: f32,
        /// The most that it may be.
        most: f32,
    },
    /// The place to start from is not one.
    #[error("start is {start}: its numbers must be finite")]
    Start {
        /// The place.
        start: Vec3,
    },
    /// There are no triangles.
    #[error("there are no triangles: at least one is needed")]
    Empty,
    /// A vertex is NaN, infinite, or too far away.
    #[error("vertex {index} is {vertex}: its numbers must be from -{limit} to {limit}")]
    Vertex {
        /// Its index.
        index: usize,
        /// The vertex as it was given.
        vertex: Vec3,
        /// The largest coordinate, in metres.
        limit: f32,
    },
    /// A triangle has a vertex that there is not.
    #[error("triangle {triangle} has vertex {vertex}: there are {count}, from 0")]
    UnknownVertex {
        /// Its index.
        triangle: usize,
        /// The index of the vertex.
        vertex: u32,
        /// How many vertices there are.
        count: usize,
    },
    /// The level has more cells or voxels than can be looked at.
    #[error(
        "{width} by {depth} cells, {height} voxels high: at most {limit} cells in all, {side} along a side and {layers} voxels are looked at; \
         take larger cells, or leave out what lies far away"
    )]
    TooLarge {
        /// Cells along x.
        width: u64,
        /// Cells along y.
        depth: u64,
        /// Voxels from the lowest vertex to the highest.
        height: u64,
        /// The most cells.
        limit: u64,
        /// The most cells along a side.
        side: u64,
        /// The most voxels in a column.
        layers: u64,
    },
    /// The triangles lie over each other so often that it would take too long to look at all.
    #[error(
        "{pairs} pairs of triangles lie over each other in a cell: at most {limit} are looked at; take larger cells or fewer triangles"
    )]
    TooDense {
        /// The squares of how many triangles may lie over each cell, by the boxes round them, in all cells.
        pairs: u64,
        /// The most.
        limit: u64,
    },
    /// There are too many floors over each other.
    #[error("{count} floors lie over each other at {at}: at most {limit} are looked at")]
    TooManyFloors {
        /// Where.
        at: Vec2,
        /// How many.
        count: usize,
        /// The most.
        limit: usize,
    },
    /// Nobody can stand anywhere.
    #[error("no ground is walkable: {}", why_not(*.flat, *.turned, *.islands))]
    NotWalkable {
        /// How many triangles are flat enough, and face up.
        flat: usize,
        /// How many are flat enough but face down.
        turned: usize,
        /// How many islands were too small.
        islands: usize,
    },
    /// There is no ground where one starts.
    #[error("no walkable ground within {reach} m above or below the start {start}")]
    NoStart {
        /// The place.
        start: Vec3,
        /// How far in height ground may be.
        reach: f32,
    },
    /// Floors lie over each other.
    #[error("{}", overlaps_in_words(.overlaps))]
    FloorsOverlap {
        /// Where; the first is the largest.
        overlaps: Vec<FloorOverlap>,
    },
    /// The crate that makes voxels of triangles failed.
    #[error("the voxels could not be made: {reason}")]
    Voxels {
        /// What it says.
        reason: String,
    },
}

/// What would make ground walkable.
fn why_not(flat: usize, turned: usize, islands: usize) -> String {
    match (flat, turned, islands) {
        (_, _, 1..) => {
            format!(
                "{islands} islands are smaller than least_island or have no room for agent_radius; make these smaller"
            )
        }
        (0, 1.., _) => format!(
            "{turned} triangles are flat enough but face down; their vertices must run counter-clockwise seen from above: \
             take the other axis for up, or both sides of triangles"
        ),
        (0, 0, _) => {
            "no triangle is flat enough; take a steeper slope, or the other axis for up".into()
        }
        _ => format!(
            "{flat} triangles are flat enough, but have too little room above them or end within a cell; take a lower agent or \
             smaller cells"
        ),
    }
}

/// Where floors lie over each other, and what can be done.
fn overlaps_in_words(overlaps: &[FloorOverlap]) -> String {
    let place = |overlap: &FloorOverlap| {
        let heights: Vec<String> = overlap.heights.iter().map(|at| format!("{at:.2}")).collect();
        let Vec2 { x, y } = overlap.at;
        format!("at ({x:.2}, {y:.2}): heights {} ({:.1} m²)", heights.join(" and "), overlap.area)
    };
    let shown: Vec<String> = overlaps.iter().take(3).map(place).collect();
    let more = match overlaps.len().saturating_sub(3) {
        0 => String::new(),
        more => format!(", and at {more} more places"),
    };
    format!(
        "floors lie over each other {}{more}: say that the lowest or the highest counts, or where to start",
        shown.join(", ")
    )
}
