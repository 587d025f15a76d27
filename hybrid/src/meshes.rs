//! One mesh per radius class, and the obstacles that all of them share.

use std::sync::Arc;

use glam::Vec2;
use navmesh::{Bounds, CommitError, NavMesh, ObstacleError};
use slotmap::SlotMap;

use crate::error::WorldError;
use crate::grids::cluster::extent;
use crate::handle::ObstacleId;
use crate::parameters::WorldDefinition;

#[derive(Clone)]
struct Obstacle {
    /// What each mesh calls it.
    handles: Vec<navmesh::ObstacleId>,
    extent: Bounds,
    /// What the game keeps with it.
    user_data: u64,
}

/// The meshes of a world, in ascending order of their radii.
#[derive(Clone)]
pub(crate) struct Meshes {
    /// Shared with those who go on with a mesh as it was.
    classes: Vec<Arc<NavMesh>>,
    obstacles: SlotMap<ObstacleId, Obstacle>,
    /// The extents of edits that no mesh shows yet.
    staged: Vec<Bounds>,
}

impl Meshes {
    /// Meshes without obstacles. The definition is checked.
    pub(crate) fn new(definition: &WorldDefinition) -> Result<Self, WorldError> {
        let mesh = |&radius: &f32| {
            NavMesh::new(&definition.parameters.mesh(definition.bounds, radius))
                .map(Arc::new)
                .map_err(|source| WorldError::Mesh { radius, source })
        };
        let classes = definition.class_radii.iter().map(mesh).collect::<Result<_, _>>()?;
        Ok(Self { classes, obstacles: SlotMap::with_key(), staged: Vec::new() })
    }

    /// The mesh of a class.
    pub(crate) fn of(&self, class: usize) -> &NavMesh {
        &self.classes[class]
    }

    /// The mesh of a class, to be kept as it is now.
    pub(crate) fn shared(&self, class: usize) -> &Arc<NavMesh> {
        &self.classes[class]
    }

    /// The mesh of a class, if there is such a class.
    pub(crate) fn get(&self, class: usize) -> Option<&NavMesh> {
        self.classes.get(class).map(Arc::as_ref)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.classes.len()
    }

    /// Stages an obstacle for all meshes, or for none.
    pub(crate) fn add(&mut self, outline: &[Vec2]) -> Result<ObstacleId, ObstacleError> {
        let mut handles = Vec::with_capacity(self.classes.len());
        for class in 0..self.classes.len() {
            match Arc::make_mut(&mut self.classes[class]).add_obstacle(outline) {
                Ok(handle) => handles.push(handle),
                Err(error) => {
                    self.remove_from_each(&handles)?;
                    return Err(error);
                }
            }
        }
        let (min, max) = extent(outline).unwrap_or_default();
        let extent = Bounds::new(min, max);
        self.staged.push(extent);
        Ok(self.obstacles.insert(Obstacle { handles, extent, user_data: 0 }))
    }

    /// Stages the removal of an obstacle from all meshes.
    pub(crate) fn remove(&mut self, obstacle: ObstacleId) -> Result<(), WorldError> {
        let obstacle = self.obstacles.remove(obstacle).ok_or(WorldError::StaleObstacle)?;
        self.staged.push(obstacle.extent);
        Ok(self.remove_from_each(&obstacle.handles)?)
    }

    /// All obstacles, in the order of their handles.
    pub(crate) fn obstacles(&self) -> impl Iterator<Item = ObstacleId> {
        self.obstacles.keys()
    }

    /// What the game keeps with an obstacle; `None` if the handle is stale.
    pub(crate) fn user_data(&self, obstacle: ObstacleId) -> Option<u64> {
        self.obstacles.get(obstacle).map(|obstacle| obstacle.user_data)
    }

    /// The same, to be changed.
    pub(crate) fn user_data_mut(&mut self, obstacle: ObstacleId) -> Option<&mut u64> {
        self.obstacles.get_mut(obstacle).map(|obstacle| &mut obstacle.user_data)
    }

    fn remove_from_each(&mut self, handles: &[navmesh::ObstacleId]) -> Result<(), ObstacleError> {
        self.classes
            .iter_mut()
            .zip(handles)
            .try_for_each(|(mesh, &handle)| Arc::make_mut(mesh).remove_obstacle(handle))
    }

    /// Makes the staged edits take effect in all meshes, or in none. Gives the areas in which cells may have changed:
    /// with each edit, all tiles that the grown obstacle reaches into.
    pub(crate) fn commit(&mut self) -> Result<Vec<Bounds>, CommitError> {
        if self.staged.is_empty() {
            return Ok(Vec::new());
        }
        let mut classes = self.classes.clone();
        for mesh in &mut classes {
            Arc::make_mut(mesh).commit()?;
        }
        self.classes = classes;
        let definitions = self.classes.iter().map(|mesh| mesh.definition());
        let reach =
            definitions.map(|mesh| 2.0 * mesh.agent_radius + mesh.tile_size).fold(0.0, f32::max);
        Ok(std::mem::take(&mut self.staged)
            .into_iter()
            .map(|extent| extent.expanded(reach))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_mesh_refuses_is_in_none() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::new(20_000.0, 40.0));
        let mut definition = WorldDefinition::new(bounds, vec![0.25, 0.5]);
        definition.parameters.tile_size = 4096.0;
        let mut meshes = Meshes::new(&definition).unwrap();
        let triangle =
            |end: f32| [Vec2::new(10.0, 9.0), Vec2::new(end, 9.0), Vec2::new(10.0, 12.0)];
        let kept = meshes.add(&triangle(20.0)).unwrap();
        // Grown by 0.25 m it is just below the greatest extent of 16 384 m, by 0.5 m just above.
        let error = meshes.add(&triangle(16_393.25)).unwrap_err();
        assert!(matches!(error, ObstacleError::TooLarge { .. }), "{error}");
        assert_eq!(meshes.commit().unwrap().len(), 1);
        assert!((0..2).all(|class| meshes.of(class).obstacles().count() == 1));
        meshes.remove(kept).unwrap();
        assert_eq!(meshes.remove(kept), Err(WorldError::StaleObstacle));
        assert_eq!(meshes.commit().unwrap().len(), 1);
        assert!(meshes.commit().unwrap().is_empty());
        assert!((0..2).all(|class| meshes.of(class).obstacles().count() == 0));
    }
}
