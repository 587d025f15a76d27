//! Ground that is known to be free round a unit.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A disc of free ground: moves within it need no look at the walls.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ClearDisc {
    pub(crate) center: Vec2,
    /// Negative if nothing is known.
    pub(crate) radius: f32,
    /// The lower half of the version of the mesh that it was seen on.
    pub(crate) version: u32,
}

impl ClearDisc {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self { center: Vec2::ZERO, radius: -1.0, version: 0 };

    /// Returns whether it was seen on a version of the mesh.
    pub(crate) fn is_of(&self, version: u64) -> bool {
        self.version == version as u32
    }

    /// Returns whether a point lies in it.
    pub(crate) fn holds(&self, point: Vec2) -> bool {
        self.radius > 0.0 && self.center.distance_squared(point) <= self.radius * self.radius
    }
}
