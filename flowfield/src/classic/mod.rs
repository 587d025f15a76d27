//! The classic vector fields on tiles: heat maps, weights, heights, terrain.

pub(crate) mod heat_map;
pub(crate) mod vector_field;
pub(crate) mod weighted;
pub(crate) mod heights;
