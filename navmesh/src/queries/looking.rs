//! Looking at a mesh: its cells, their outlines, and the portals between them.

use glam::Vec2;

use crate::areas::Area;
use crate::bounds::Bounds;
use crate::cells::id::{CellId, Portal};
use crate::mesh::NavMesh;
use crate::tiles::islands::Component;

impl NavMesh {
    /// Returns how many cells the mesh has.
    pub fn cell_count(&self) -> usize {
        self.cells.count()
    }

    /// All cells, in ascending order.
    pub fn cells(&self) -> impl Iterator<Item = CellId> {
        self.cells.all()
    }

    /// The cells whose bounding boxes meet the area, in ascending order. An area that is not finite meets none.
    pub fn cells_in(&self, area: Bounds) -> impl Iterator<Item = CellId> {
        self.cells.within(area, self.definition().bounds)
    }

    /// The outline of a cell: a strictly convex ring, counter-clockwise, in metres. On a mesh that never changes it may
    /// have straight vertices, where others meet it.
    pub fn outline(&self, cell: CellId) -> impl Iterator<Item = Vec2> {
        let ring = self.cells.exists(cell).then(|| self.cells.ring(cell));
        ring.into_iter().flatten().map(|vertex| vertex.as_vec2())
    }

    /// The ways out of a cell; the cell beyond has the same portal, seen from there. Where obstacles are nearer to each other than
    /// 1/1024 m there is none. A portal may be narrower, where cells nearly meet in a point on open ground.
    pub fn portals(&self, cell: CellId) -> impl Iterator<Item = Portal> {
        let wide = self.cells.exists(cell).then(|| self.cells.portals(cell));
        wide.into_iter().flatten().map(|portal| Portal {
            cell: portal.cell,
            left: portal.left.as_vec2(),
            right: portal.right.as_vec2(),
        })
    }

    /// Returns what the ground of a cell is like: of kind 0 and cost 1, where it lies in no area.
    pub fn area(&self, cell: CellId) -> Area {
        if self.cells.exists(cell) { self.cells.area(cell) } else { Area::default() }
    }

    /// Returns how fast units are on the ground of a cell, as a factor of their greatest speed: 1, where it lies in no area.
    pub fn ground_speed(&self, cell: CellId) -> f32 {
        if self.cells.exists(cell) { self.cells.footing(cell).speed } else { 1.0 }
    }

    /// Returns whether units are slower in any area.
    pub fn has_slow_ground(&self) -> bool {
        self.cells.is_slow()
    }

    /// Returns whether a metre costs another amount than 1 in any cell, or any cell is of another kind than 0.
    pub fn has_areas(&self) -> bool {
        self.cells.has_areas()
    }

    /// The connected part of the mesh to which a cell belongs.
    pub fn component(&self, cell: CellId) -> Component {
        if self.cells.exists(cell) { self.cells.component(cell) } else { Component::NOWHERE }
    }
}
