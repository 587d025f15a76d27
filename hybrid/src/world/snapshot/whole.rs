//! A whole world as bytes, and back.

use super::state::SavedWorld;
use crate::saving::envelope::{opened, sealed};
use crate::saving::error::SnapshotError;
use crate::world::state::World;

impl World {
    /// The world as bytes, the same on every machine: for saved games, and for players who join a session later. All that
    /// decides its future is in it, so that the world that comes back goes on with the same bits; what was only reported
    /// (the profile, densities of crowds, what steps of fields cost) is not.
    ///
    /// Edits of obstacles that are still to take effect have done so in the world that comes back: in a session in lock
    /// step, save right after a step.
    ///
    /// ```
    /// use hybrid::{Goal, UnitDefinition, World, WorldDefinition, glam::Vec2, navmesh::Bounds};
    ///
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    /// let unit = world.add_unit(&UnitDefinition::new(Vec2::new(4.0, 16.0), 0.25, 1.4))?;
    /// world.order(&[unit], &Goal::Point(Vec2::new(28.0, 16.0)))?;
    /// world.step(0.1)?;
    /// let mut other = World::from_bytes(&world.to_bytes()?)?;
    /// world.step(0.1)?;
    /// other.step(0.1)?;
    /// assert_eq!(world.state_hash(), other.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The edits that are still to take effect do not fit a mesh.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SnapshotError> {
        let mut world = self.clone();
        let save = |what: String| SnapshotError::Save { what };
        world.take_effect().map_err(|error| save(error.to_string()))?;
        let state = SavedWorld::of(world).map_err(|error| save(error.to_string()))?;
        let content =
            postcard::to_extend(&state, Vec::new()).map_err(|error| save(error.to_string()))?;
        Ok(sealed(&content))
    }

    /// The world that was saved as these bytes, with all its handles. What is read is checked as if a stranger had written
    /// it. It takes as long as making its meshes anew; distance fields are made when they are first needed, in
    /// the first steps after that.
    ///
    /// # Errors
    /// Bytes that were not written by [`World::to_bytes`], or by that of an older or newer version; that are cut off, or changed in
    /// any bit.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let content = opened(bytes)?;
        let (state, rest) = postcard::take_from_bytes::<SavedWorld>(content)
            .map_err(|_| SnapshotError::Value { part: "contents" })?;
        SnapshotError::unless(rest.is_empty(), "contents")?;
        state.world()
    }
}
