//! The step that a disc makes over the mesh in a tick: never into a wall.

use glam::Vec2;
use navmesh::CellId;
use slotmap::SlotMap;

use super::disc::Disc;
use crate::base::handle::UnitId;
use crate::bodies::free::ClearDisc;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;

/// The step of a disc over the mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) from: Vec2,
    pub(super) class: u8,
    /// The cell where it was last seen.
    pub(super) cell: Option<CellId>,
    /// A disc of ground that is known to be free, as in [`ClearDisc`].
    center: Vec2,
    radius: f32,
}

impl Step {
    /// The step of a disc that still stands where it did.
    pub(super) fn new(disc: &Disc, bodies: &SlotMap<UnitId, Body>, meshes: &Meshes) -> Self {
        let body = &bodies[disc.unit];
        let is_current = body.free.is_of(meshes.of(disc.class.into()).version());
        let ClearDisc { center, radius, .. } =
            if is_current { body.free } else { ClearDisc::UNKNOWN };
        Self { from: disc.position, class: disc.class, cell: body.cell, center, radius }
    }

    /// Returns where the disc gets that goes from a free point to another.
    pub(super) fn walk(&mut self, meshes: &Meshes, to: Vec2) -> Vec2 {
        let ground = self.ground(0);
        if self.from == to || (ground.holds(self.from) && ground.holds(to)) {
            return to;
        }
        let mesh = meshes.of(self.class.into());
        // A point that is not free (an obstacle has just come) stays.
        let at = mesh.slide_near(self.from, to, self.cell).unwrap_or(self.from);
        let (cell, radius) = mesh.free_cell_near(at, self.cell).unzip();
        self.cell = cell.or(self.cell);
        (self.center, self.radius) = (at, radius.unwrap_or_default());
        at
    }

    /// The ground that is known to be free, on the mesh of a version.
    pub(super) fn ground(&self, version: u64) -> ClearDisc {
        ClearDisc { center: self.center, radius: self.radius, version: version as u32 }
    }
}
