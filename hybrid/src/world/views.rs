//! What was put into a world is read back: for editors and debuggers that did not make it.

use navmesh::{AreaDefinition, Outline};

use crate::base::handle::{AreaId, DiscomfortId, ObstacleId};
use crate::terrain::discomfort::Discomfort;
use crate::terrain::heights::HeightGrid;
use crate::world::state::World;

/// What may be read of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObstacleView<'a> {
    /// Its handle.
    pub id: ObstacleId,
    /// Its outline as it was given, in metres: not rounded, not grown, not cut into parts.
    pub outline: &'a Outline,
    /// What the game keeps with it.
    pub user_data: u64,
}

/// What may be read of an area.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AreaView<'a> {
    /// Its handle.
    pub id: AreaId,
    /// Its outline as it was given, in metres.
    pub outline: &'a Outline,
    /// What the ground in it is like, and on which layer it lies.
    pub area: AreaDefinition,
    /// What the game keeps with it.
    pub user_data: u64,
}

impl World {
    /// An obstacle, as it was added or moved last, also where that is still to take effect; `None` if the handle is stale: at
    /// once when it was removed. All of them are in [`World::obstacles`].
    ///
    /// ```
    /// use hybrid::navmesh::Bounds;
    /// use hybrid::{World, WorldDefinition, glam::Vec2};
    ///
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition::new(bounds, vec![0.25]))?;
    /// let wall = world.add_outline(Bounds::new(Vec2::splat(8.0), Vec2::splat(9.0)))?;
    /// let same = World::from_bytes(&world.to_bytes()?)?;
    /// assert_eq!(same.obstacle(wall), world.obstacle(wall));
    /// assert!(same.obstacle(wall).is_some_and(|view| view.outline.polygons()[0].border().len() == 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn obstacle(&self, obstacle: ObstacleId) -> Option<ObstacleView<'_>> {
        let (outline, user_data) = self.core.meshes.obstacle(obstacle)?;
        Some(ObstacleView { id: obstacle, outline, user_data })
    }

    /// An area, also one that is still to take effect; `None` if the handle is stale. All of them are in [`World::areas`].
    pub fn area(&self, area: AreaId) -> Option<AreaView<'_>> {
        let (outline, ground, user_data) = self.core.meshes.area(area)?;
        Some(AreaView { id: area, outline, area: ground, user_data })
    }

    /// All discomforts that are not over, in the order of their handles, as they were added.
    pub fn discomforts(&self) -> impl Iterator<Item = (DiscomfortId, Discomfort)> {
        self.modifiers.all()
    }

    /// The heights that were set last, also where they are still to take effect; `None` where all ground is flat.
    pub fn heights(&self) -> Option<&HeightGrid> {
        self.modifiers.heights()
    }
}
