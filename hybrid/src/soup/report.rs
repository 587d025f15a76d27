//! What was found in a level mesh.

use glam::Vec2;
use navmesh::{Bounds, Outline};

use crate::parameters::WorldDefinition;
use crate::terrain::heights::HeightGrid;

/// The ground of a level mesh; see [`SoupDefinition`](crate::SoupDefinition).
#[derive(Clone, Debug, PartialEq)]
pub struct SoupGround {
    /// What is walkable: polygons with holes, that do not touch. Metres.
    pub walkable: Outline,
    /// A box round it, with some room: bounds for a world.
    pub bounds: Bounds,
    /// How high the walkable ground lies; beside it, as high as the nearest.
    pub heights: HeightGrid,
    /// What was found.
    pub report: SoupReport,
}

impl SoupGround {
    /// Returns a definition of a world on this ground, for units of these radii. Its heights come by
    /// [`World::set_heights`](crate::World::set_heights).
    pub fn world(&self, class_radii: Vec<f32>) -> WorldDefinition {
        WorldDefinition {
            walkable: Some(self.walkable.clone()),
            ..WorldDefinition::new(self.bounds, class_radii)
        }
    }
}

/// What was found in a level mesh. Areas are square metres of the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct SoupReport {
    /// How many triangles were given.
    pub triangles: usize,
    /// How many of them have no area and were passed over.
    pub degenerate: usize,
    /// The area of the cells that were found walkable, of the floors that count.
    pub cell_area: f64,
    /// The area within the outline: no more than half a cell times [`perimeter`](Self::perimeter) from that of the cells.
    pub area: f64,
    /// The length of all borders of the outline, in metres.
    pub perimeter: f64,
    /// How many polygons the outline has: each is an island, ground that hangs together.
    pub islands: usize,
    /// How many holes these have.
    pub holes: usize,
    /// How many vertices all rings have.
    pub vertices: usize,
    /// The lowest and the highest walkable ground, in metres.
    pub lowest: f32,
    /// See [`lowest`](Self::lowest).
    pub highest: f32,
    /// Where floors lie over each other; the first is the largest.
    pub overlaps: Vec<FloorOverlap>,
}

/// A place where floors lie over each other, of cells that hang together.
#[derive(Clone, Debug, PartialEq)]
pub struct FloorOverlap {
    /// A point in it, in metres.
    pub at: Vec2,
    /// How high the floors are there, to within a voxel, in metres, from the lowest up; two at least.
    pub heights: Vec<f32>,
    /// The area of the plane in which there are several, in square metres.
    pub area: f64,
    /// A box round it.
    pub bounds: Bounds,
}
