//! Discs of free ground.

use glam::Vec2;
use navmesh::{CellId, NavMesh};

/// All in it is free on all meshes, and from each of its points all others are seen: on open ground nothing else need be
/// looked at.
#[derive(Clone, Copy)]
pub(super) struct OpenDisc {
    center: Vec2,
    squared: f32,
    /// The cell of its centre on the last mesh.
    cell: Option<CellId>,
}

impl OpenDisc {
    /// The one round a point that is known at once; `None` if the point is not free. It lies perhaps in the cell `hint`.
    pub(super) fn round(meshes: &[&NavMesh], center: Vec2, hint: Option<CellId>) -> Option<Self> {
        let (mut least, mut cell) = (f32::MAX, None);
        for mesh in meshes {
            let (at, radius) = mesh.free_cell_near(center, hint)?;
            (least, cell) = (least.min(radius), Some(at));
        }
        Some(Self { center, squared: (least * WITHIN).powi(2), cell })
    }

    /// A cell near its points.
    pub(super) fn cell(&self) -> Option<CellId> {
        self.cell
    }

    pub(super) fn holds(&self, point: Vec2) -> bool {
        self.center.distance_squared(point) <= self.squared
    }
}

/// A point is within a disc for sure if it is so by this part of the radius.
const WITHIN: f32 = 0.999;
