//! Level meshes: from a heap of triangles to walkable ground and its heights.
//!
//! A [`SoupDefinition`] says how large agents are and how finely the triangles are looked at; [`SoupDefinition::build`] makes
//! [`SoupGround`] of them: an outline for [`WorldDefinition::walkable`](crate::WorldDefinition::walkable), a grid for
//! [`World::set_heights`](crate::World::set_heights), and a [`SoupReport`]. The triangles need not be closed, joined or in
//! any order.
//!
//! The triangles are cut into voxels, and those where an agent can stand are found by the crate `rerecast`, a port of M.
//! Mononen's Recast Navigation (2009). What follows is done in the plane: the floor of each cell is chosen, and lines are led
//! round what is walkable, at most half a cell from the sides of the cells, so that they never cross. The outline is not
//! shrunk by a radius: the meshes of a world do that, for each class by its own.
//!
//! A world is flat: of floors that lie over each other only one can be walked on. Where there are several is told
//! ([`FloorOverlap`]), and unless [`SoupDefinition::floor`] says which one counts they are refused.

pub(crate) mod report;
pub(crate) mod error;
pub(crate) mod definition;
mod columns;
mod raster;
mod voxels;
mod floors;
mod gates;
mod rings;
mod surface;
mod build;
