//! What an obstacle would do, if it were there.

use glam::Vec2;

use crate::error::BlockError;
use crate::mesh::NavMesh;

impl NavMesh {
    /// Returns whether a convex obstacle, if it were added, would cut two points apart: a way leads from one to the other now,
    /// and none would then. An obstacle that covers one of the points cuts it off, too. Exact; the mesh stays as it is. Staged
    /// edits are taken as made.
    ///
    /// It rebuilds the tiles under the obstacle on a copy, which shares all others.
    ///
    /// # Errors
    /// An outline that [`add_obstacle`](Self::add_obstacle) refuses; points that are not finite, outside the bounds or
    /// blocked; a tile that would have too many cells.
    pub fn would_block(&self, outline: &[Vec2], from: Vec2, to: Vec2) -> Result<bool, BlockError> {
        let mut after = self.clone();
        after.commit()?;
        let joined = after.reachable(from, to)?;
        after.add_obstacle(outline)?;
        after.commit()?;
        // A point that is not free any more is cut off.
        Ok(joined && !after.reachable(from, to).unwrap_or(false))
    }
}
