//! How edits of the ground are staged, once they are through the door ([`NavMesh::editable`](crate::NavMesh)).

use glam::I64Vec2;

use crate::areas::{AreaId, AreaShape, GroundRule};
use crate::error::{AreaError, ObstacleError};
use crate::mesh::Editable;
use crate::obstacles::{Obstacle, ObstacleId, Role, check_place};
use crate::outlines::outline::Outline;
use crate::outlines::polygons::parts_of;
use crate::store::roster::SharedSlotMap;

/// Obstacles.
impl Editable<'_> {
    /// The parts of an obstacle, if they may be added.
    pub(super) fn parts(&self, rings: Vec<Vec<I64Vec2>>) -> Result<Vec<Obstacle>, ObstacleError> {
        check_place(&rings, self.definition.bounds)?;
        rings.into_iter().map(|ring| Obstacle::new(ring, self.tiles.disc())).collect()
    }

    pub(super) fn stage(&mut self, mut parts: Vec<Obstacle>) -> Result<ObstacleId, ObstacleError> {
        let mut ids: Vec<ObstacleId> = Vec::with_capacity(parts.len());
        while let Some(mut part) = parts.pop() {
            // The last one to come is the one with the handle, and knows the others.
            if parts.is_empty() {
                part.role = Role::First(std::mem::take(&mut ids).into());
            }
            let id = self.obstacles.insert(part).ok_or(ObstacleError::TooMany)?;
            self.list(id);
            ids.push(id);
        }
        let first = ids.pop().unwrap_or_default();
        for id in self.parts_after(first)?.to_vec() {
            if let Some(part) = self.obstacles.get(id) {
                let part = Obstacle::clone(part).with_role(Role::Other(first));
                self.obstacles.replace(id, part);
            }
        }
        Ok(first)
    }

    /// Stages another shape for an obstacle.
    pub(super) fn restage(
        &mut self,
        id: ObstacleId,
        obstacle: Obstacle,
    ) -> Result<(), ObstacleError> {
        let before = self.obstacles.replace(id, obstacle).ok_or(ObstacleError::Stale)?;
        self.tiles.unlist(id, &before);
        self.list(id);
        Ok(())
    }

    /// The handles of the parts of an obstacle after its first.
    pub(super) fn parts_after(&self, id: ObstacleId) -> Result<&[ObstacleId], ObstacleError> {
        match self.obstacles.get(id).map(|part| &part.role) {
            Some(Role::First(others)) => Ok(others),
            _ => Err(ObstacleError::Stale),
        }
    }

    pub(super) fn unstage_parts_after(&mut self, id: ObstacleId) -> Result<(), ObstacleError> {
        let others = self.parts_after(id)?.to_vec();
        others.into_iter().try_for_each(|other| self.unstage(other))
    }

    pub(super) fn unstage(&mut self, id: ObstacleId) -> Result<(), ObstacleError> {
        let part = self.obstacles.remove(id).ok_or(ObstacleError::Stale)?;
        self.tiles.unlist(id, &part);
        Ok(())
    }

    fn list(&mut self, id: ObstacleId) {
        if let Some(obstacle) = self.obstacles.get(id) {
            self.tiles.list(id, obstacle);
        }
    }

    /// Takes over all obstacles of another mesh with the same definition, walls included.
    pub(crate) fn take_obstacles(&mut self, obstacles: SharedSlotMap<ObstacleId, Obstacle>) {
        let old = std::mem::replace(self.obstacles, obstacles);
        old.iter().for_each(|(id, part)| self.tiles.unlist(id, part));
        self.obstacles.iter().for_each(|(id, part)| self.tiles.list(id, part));
    }
}

/// Areas.
impl Editable<'_> {
    pub(super) fn stage_ground(
        &mut self,
        outline: &Outline,
        ground: GroundRule,
    ) -> Result<AreaId, AreaError> {
        ground.check()?;
        let rings = parts_of(outline)?;
        check_place(&rings, self.definition.bounds)?;
        let shape = AreaShape::new(ground, rings)?;
        let id = self.areas.insert(shape.clone()).ok_or(ObstacleError::TooMany)?;
        self.tiles.list_area(id, &shape, true);
        Ok(id)
    }

    pub(super) fn unstage_ground(&mut self, id: AreaId) -> Result<(), AreaError> {
        let shape = self.areas.remove(id).ok_or(AreaError::Stale)?;
        self.tiles.list_area(id, &shape, false);
        Ok(())
    }

    /// Takes over all areas of another mesh with the same definition.
    pub(crate) fn take_areas(&mut self, areas: SharedSlotMap<AreaId, AreaShape>) {
        areas.iter().for_each(|(id, shape)| self.tiles.list_area(id, shape, true));
        *self.areas = areas;
    }
}
