//! What a mesh is made for, and what follows from it.

use glam::{I64Vec2, Vec2};

use crate::areas::KindCosts;
use crate::bounds::Bounds;
use crate::error::{MeshError, ObstacleError};
use crate::kernel::outline::quantised;
use crate::outlines::outline::Outline;
use crate::outlines::polygons::{check_rings, parts_outside};
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
    /// What is walkable within the bounds; `None`, by default: all of them. Polygons of any form, with or without holes,
    /// in metres. Their borders are walls like any other, in obstacles that cannot be removed and are not listed.
    pub walkable: Option<Outline>,
    /// What the kinds of ground and of links cost for those who move on the mesh, and which they cannot enter; all cost what
    /// their areas and links say by default. Ground of an excluded kind is no part of the mesh, as if a wall stood round
    /// it; it does not grow by the agent radius, as what counts is where the centre is. To exclude kind 0 leaves the areas
    /// of other kinds alone: water, for a boat. Factors are part of what [`NavMesh::area`](crate::NavMesh::area) says, and
    /// what a query says of kinds ([`PathOptions::kinds`](crate::PathOptions::kinds)) comes on top.
    pub kinds: KindCosts,
    /// With how many sides a disc is rounded when obstacles grow by the agent radius: 4, 8, 16 or 32; 8 by default,
    /// which keeps up to 8 % of the radius too much distance at corners, and never too little.
    pub corner_sides: u32,
}

impl MeshDefinition {
    /// The defaults, for these bounds.
    pub fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            agent_radius: 0.0,
            tile_size: 32.0,
            walkable: None,
            kinds: KindCosts::default(),
            corner_sides: 8,
        }
    }

    /// The defaults, for what lies within these polygons: see [`walkable`](Self::walkable). The bounds are the box round
    /// them.
    pub fn within(walkable: impl Into<Outline>) -> Self {
        let walkable = walkable.into();
        let bounds = walkable.bounds().unwrap_or(Bounds::new(Vec2::ZERO, Vec2::ZERO));
        Self { walkable: Some(walkable), ..Self::new(bounds) }
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

/// Makes sure that the numbers are in their ranges, however they came: given in a call, or read from bytes.
fn check_numbers(definition: &MeshDefinition) -> Result<(), MeshError> {
    let (bounds, agent_radius) = (definition.bounds, definition.agent_radius);
    let limit = (COORDINATE_LIMIT as f64 * METRES_PER_UNIT) as f32;
    if !bounds.min.is_finite() || !bounds.max.is_finite() {
        return Err(MeshError::BoundsNotFinite { bounds });
    }
    // Both corners in all directions: they may be given the wrong way round.
    if bounds.min.abs().max(bounds.max.abs()).max_element() > limit {
        return Err(MeshError::BoundsTooFar { bounds, limit });
    }
    if bounds.min.cmpgt(bounds.max).any() {
        return Err(MeshError::BoundsReversed { bounds });
    }
    let largest = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT * 0.25) as f32;
    if !(0.0..=largest).contains(&agent_radius) {
        return Err(MeshError::AgentRadius { agent_radius, limit: largest });
    }
    let metres = |units: i64| (units as f64 * METRES_PER_UNIT) as f32;
    let (least, most) = (metres(TILE_LIMITS.0), metres(TILE_LIMITS.1));
    let tile_size = definition.tile_size;
    if !(least..=most).contains(&tile_size) {
        return Err(MeshError::TileSize { tile_size, least, most });
    }
    if ![4, 8, 16, 32].contains(&definition.corner_sides) {
        return Err(MeshError::CornerSides { sides: definition.corner_sides });
    }
    Ok(())
}

/// The part of the bounds that centres may reach, in units; all numbers of the definition are checked.
pub(crate) fn free_part(definition: &MeshDefinition) -> Result<(I64Vec2, I64Vec2), MeshError> {
    check_numbers(definition)?;
    let (bounds, agent_radius) = (definition.bounds, definition.agent_radius);
    let radius = (agent_radius as f64 * UNITS_PER_METRE).ceil() as i64;
    let free = (quantised(bounds.min) + radius, quantised(bounds.max) - radius);
    if free.0.cmpge(free.1).any() {
        return Err(MeshError::BoundsEmpty { bounds, agent_radius });
    }
    Ok(free)
}

/// The tiles that cover the free part, of a definition that was checked.
pub(crate) fn lattice_of(
    definition: &MeshDefinition,
    free: (I64Vec2, I64Vec2),
) -> Result<Lattice, MeshError> {
    let size = (definition.tile_size as f64 * UNITS_PER_METRE).round() as i64;
    let lattice = Lattice::covering(free.0, free.1, size);
    if lattice.tile_count() > TILE_COUNT_LIMIT {
        return Err(MeshError::TooManyTiles {
            count: lattice.tile_count(),
            limit: TILE_COUNT_LIMIT,
        });
    }
    Ok(lattice)
}

/// Makes sure that a definition can be that of cells that never change, which are not made from it.
///
/// # Errors
/// Numbers out of range, as for all meshes, and vertices of what is walkable that are none.
pub(crate) fn check_fixed(definition: &MeshDefinition) -> Result<(), MeshError> {
    check_numbers(definition)?;
    definition.walkable.as_ref().map_or(Ok(()), check_rings)?;
    Ok(())
}

/// The convex parts of the bounds that are not walkable, not grown; units.
pub(crate) fn walls(definition: &MeshDefinition) -> Result<Vec<Vec<I64Vec2>>, MeshError> {
    let Some(walkable) = &definition.walkable else { return Ok(Vec::new()) };
    let bounds = definition.bounds;
    let parts = parts_outside(walkable, quantised(bounds.min), quantised(bounds.max))?;
    match walkable.bounds().filter(|extent| extent.intersection(&bounds).is_none()) {
        Some(extent) => Err(ObstacleError::OutsideBounds { extent, bounds }.into()),
        None => Ok(parts),
    }
}
