//! Ground of a scene that is no rectangle: walkable polygons, and how high they lie. What `headless soup` makes of a level.

use glam::Vec2;
use hybrid::HeightGrid;
use hybrid::navmesh::{Bounds, MeshDefinition, NavMesh, Outline, polygon};
use serde::{Deserialize, Serialize};

/// The ground.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneLevel {
    /// What is walkable within the bounds. Default: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walkable: Vec<WalkablePolygon>,
    /// How high the ground lies. Default: flat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heights: Option<SceneHeights>,
}

/// Ground within a border; corners in order, either way round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkablePolygon {
    /// Its border.
    pub border: Vec<[f32; 2]>,
    /// Holes in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Vec<[f32; 2]>>,
}

/// Heights at the points of a grid, as of a [`HeightGrid`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneHeights {
    /// Where the first sample lies.
    pub min: [f32; 2],
    /// Metres from sample to sample.
    pub spacing: f32,
    /// Samples of a row, from west to east.
    pub columns: usize,
    /// Metres, row by row from south to north.
    pub heights: Vec<f32>,
}

impl SceneLevel {
    /// A level with this ground; on 1/1024 m, as meshes have it.
    pub fn new(walkable: &Outline, heights: Option<&HeightGrid>) -> Self {
        let ring = |ring: &[glam::DVec2]| {
            ring.iter().map(|at| ((*at * 1024.0).round() / 1024.0).as_vec2().to_array()).collect()
        };
        let polygons = walkable.polygons().iter().map(|polygon| WalkablePolygon {
            border: ring(polygon.border()),
            holes: polygon.holes().map(ring).collect(),
        });
        let heights = heights.map(|grid| SceneHeights {
            min: grid.min.to_array(),
            spacing: grid.spacing,
            columns: grid.columns,
            // Millimetres: files stay small.
            heights: grid.heights.iter().map(|height| (height * 1e3).round() / 1e3).collect(),
        });
        Self { walkable: polygons.collect(), heights }
    }

    /// What is walkable, if that is said.
    pub fn outline(&self) -> Option<Outline> {
        let ring = |ring: &Vec<[f32; 2]>| ring.iter().copied().map(Vec2::from_array).collect();
        let of = |ground: &WalkablePolygon| {
            let (border, holes): (Vec<Vec2>, Vec<Vec<Vec2>>) =
                (ring(&ground.border), ground.holes.iter().map(ring).collect());
            polygon(&border, &holes.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        (!self.walkable.is_empty()).then(|| self.walkable.iter().map(of).collect())
    }

    /// The heights as a world takes them.
    pub fn grid(&self) -> Option<HeightGrid> {
        self.heights.clone().map(|SceneHeights { min, spacing, columns, heights }| HeightGrid {
            min: min.into(),
            spacing,
            columns,
            heights,
        })
    }

    /// Convex parts of what is not walkable within bounds, for pictures and scores.
    ///
    /// # Errors
    /// What a mesh says of the polygons.
    pub fn blocked(&self, bounds: Bounds) -> Result<Vec<Vec<Vec2>>, String> {
        let Some(walkable) = self.outline() else { return Ok(Vec::new()) };
        let mut mesh =
            NavMesh::new(&MeshDefinition::new(bounds)).map_err(|error| error.to_string())?;
        mesh.add_outline(walkable).map_err(|error| error.to_string())?;
        mesh.commit().map_err(|error| error.to_string())?;
        Ok(mesh.cells().map(|cell| mesh.outline(cell).collect()).collect())
    }
}
