//! Discs of free ground.

use glam::Vec2;
use navmesh::NavMesh;

/// All in it is free on all meshes, and from each of its points all others are seen: on open ground nothing else need be
/// looked at.
#[derive(Clone, Copy)]
pub(super) struct OpenDisc {
    center: Vec2,
    squared: f32,
}

impl OpenDisc {
    /// The one round a point that is known at once; `None` if the point is not free.
    pub(super) fn round(meshes: &[&NavMesh], center: Vec2) -> Option<Self> {
        let free = |mesh: &&NavMesh| mesh.free_cell_near(center, None).map(|(_, radius)| radius);
        let radius =
            meshes.iter().try_fold(f32::MAX, |least, mesh| Some(least.min(free(mesh)?)))?;
        Some(Self { center, squared: (radius * WITHIN).powi(2) })
    }

    pub(super) fn holds(&self, point: Vec2) -> bool {
        self.center.distance_squared(point) <= self.squared
    }
}

/// A point is within a disc for sure if it is so by this part of the radius.
const WITHIN: f32 = 0.999;
