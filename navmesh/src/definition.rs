//! What a mesh is made for, and what follows from it.

use glam::I64Vec2;

use crate::bounds::Bounds;
use crate::error::MeshError;
use crate::kernel::outline::quantised;
use crate::tiles::lattice::Lattice;
use crate::tolerances::*;

/// What a mesh is made for.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshDefinition {
    /// The world's rectangle, in metres, at most 1 048 576 m from the origin. It is a wall all round. Positions are
    /// f32, which resolves the mesh's 1/1024 m up to 16 km from the origin: keep worlds near it.
    pub bounds: Bounds,
    /// The radius of the discs that move on the mesh, in metres; 0 (points) by default. The mesh is the free area of
    /// their centres.
    pub agent_radius: f32,
    /// The side of a tile, in metres, between 1 and 4 096; 32 by default. An edit costs in proportion to the obstacles
    /// that overlap a tile (1 to 5 are best), a search in proportion to the number of cells.
    pub tile_size: f32,
    /// With how many sides a disc is rounded when obstacles grow by the agent radius: 4, 8, 16 or 32; 8 by default,
    /// which keeps up to 8 % of the radius too much distance at corners, and never too little.
    pub corner_sides: u32,
}

impl MeshDefinition {
    /// The defaults, for these bounds.
    pub fn new(bounds: Bounds) -> Self {
        Self { bounds, agent_radius: 0.0, tile_size: 32.0, corner_sides: 8 }
    }

    /// The tile size at which about three of so many obstacles overlap a tile: a power of two between 8 m and 64 m.
    pub fn suggested_tile_size(bounds: Bounds, obstacle_count: usize) -> f32 {
        let area = bounds.width() * bounds.height();
        let ideal = (3.0 * area / obstacle_count.max(1) as f32).sqrt();
        // Each power of two serves from √½ to √2 of itself.
        [8.0, 16.0, 32.0]
            .into_iter()
            .find(|size| ideal < size * std::f32::consts::SQRT_2)
            .unwrap_or(64.0)
    }
}

/// The part of the bounds that centres may reach, in units.
pub(crate) fn free_part(definition: &MeshDefinition) -> Result<(I64Vec2, I64Vec2), MeshError> {
    let (bounds, agent_radius) = (definition.bounds, definition.agent_radius);
    let limit = (COORDINATE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    if !bounds.min.is_finite() || !bounds.max.is_finite() {
        return Err(MeshError::BoundsNotFinite { bounds });
    }
    if bounds.min.min_element() < -limit || bounds.max.max_element() > limit {
        return Err(MeshError::BoundsTooFar { bounds, limit });
    }
    let largest = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT * 0.25) as f32;
    if !(0.0..=largest).contains(&agent_radius) {
        return Err(MeshError::AgentRadius { agent_radius, limit: largest });
    }
    let radius = (agent_radius as f64 * UNITS_PER_METRE).ceil() as i64;
    let free = (quantised(bounds.min) + radius, quantised(bounds.max) - radius);
    if free.0.cmpge(free.1).any() {
        return Err(MeshError::BoundsEmpty { bounds, agent_radius });
    }
    Ok(free)
}

/// The tiles that cover the free part.
pub(crate) fn lattice_of(
    definition: &MeshDefinition,
    free: (I64Vec2, I64Vec2),
) -> Result<Lattice, MeshError> {
    let metres = |units: i64| (units as f64 * METRES_PER_UNIT) as f32;
    let (least, most) = (metres(TILE_LIMITS.0), metres(TILE_LIMITS.1));
    let tile_size = definition.tile_size;
    if !(least..=most).contains(&tile_size) {
        return Err(MeshError::TileSize { tile_size, least, most });
    }
    if ![4, 8, 16, 32].contains(&definition.corner_sides) {
        return Err(MeshError::CornerSides { sides: definition.corner_sides });
    }
    let size = (tile_size as f64 * UNITS_PER_METRE).round() as i64;
    let lattice = Lattice::covering(free.0, free.1, size);
    if lattice.tile_count() > TILE_COUNT_LIMIT {
        return Err(MeshError::TooManyTiles {
            count: lattice.tile_count(),
            limit: TILE_COUNT_LIMIT,
        });
    }
    Ok(lattice)
}
