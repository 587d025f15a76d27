//! Which cell holds a point.

use glam::Vec2;

use crate::cells::id::CellId;
use crate::error::PathError;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::tolerances::METRES_PER_UNIT;

/// What is at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// This cell. On a shared side it is the least of the cells.
    Cell(CellId),
    /// An obstacle, or a wall nearer than the agent radius.
    Blocked,
    /// Nothing: the point lies outside the bounds, or is not finite.
    Outside,
}

impl NavMesh {
    /// Returns what is at a point, rounded to 1/1024 m. Exact.
    pub fn locate(&self, point: Vec2) -> Location {
        if !self.definition().bounds.contains(point) {
            return Location::Outside;
        }
        self.cells.first_at(quantised(point)).map_or(Location::Blocked, Location::Cell)
    }

    /// As [`locate`](NavMesh::locate), in less time where the point lies inside the cell `hint`: for something that
    /// moves, the cell where it was before. With any other cell, of another mesh even, the answer is the same.
    pub fn locate_near(&self, point: Vec2, hint: Option<CellId>) -> Location {
        let bounds = &self.definition().bounds;
        let known = hint.filter(|&cell| self.cells.has_inside(cell, point, bounds));
        known.map_or_else(|| self.locate(point), Location::Cell)
    }

    /// The radius of a disc round a point in which all is free, in metres: the distance to the border of its cell. 0 where
    /// the point is not free. Moves within the disc need no [`slide`](NavMesh::slide).
    pub fn free_radius(&self, point: Vec2) -> f32 {
        self.free_radius_near(point, None)
    }

    /// As [`free_radius`](NavMesh::free_radius), in less time where the point lies inside the cell `hint`; see
    /// [`locate_near`](NavMesh::locate_near).
    pub fn free_radius_near(&self, point: Vec2, hint: Option<CellId>) -> f32 {
        self.free_cell_near(point, hint).map_or(0.0, |(_, radius)| radius)
    }

    /// The cell that holds a point, and the [`free_radius_near`](NavMesh::free_radius_near) there; `None` where the point is
    /// not free.
    pub fn free_cell_near(&self, point: Vec2, hint: Option<CellId>) -> Option<(CellId, f32)> {
        let Location::Cell(cell) = self.locate_near(point, hint) else { return None };
        let at = point.as_dvec2();
        let mut radius = f64::INFINITY;
        self.cells.each_side(cell, |[from, to]| {
            radius = radius.min((to - from).perp_dot(at - from) / from.distance(to));
        });
        // Rounding to the lattice moves points by up to 0.71 units.
        Some((cell, (radius - METRES_PER_UNIT).max(0.0) as f32))
    }

    /// The cell at the start of a query.
    pub(crate) fn start_cell(&self, point: Vec2) -> Result<CellId, PathError> {
        self.start_cell_near(point, None)
    }

    /// The cell at the start of a query, where a cell may be known.
    pub(crate) fn start_cell_near(
        &self,
        point: Vec2,
        hint: Option<CellId>,
    ) -> Result<CellId, PathError> {
        match self.locate_near(point, hint) {
            Location::Cell(cell) => Ok(cell),
            Location::Blocked => Err(PathError::StartBlocked { point }),
            Location::Outside if !point.is_finite() => Err(PathError::NotFinite { point }),
            Location::Outside => Err(PathError::StartOutside { point }),
        }
    }

    /// The cell at the goal of a query.
    pub(crate) fn goal_cell(&self, point: Vec2) -> Result<CellId, PathError> {
        self.start_cell(point).map_err(|error| match error {
            PathError::StartBlocked { point } => PathError::GoalBlocked { point },
            PathError::StartOutside { point } => PathError::GoalOutside { point },
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Bounds;
    use crate::definition::MeshDefinition;

    #[test]
    fn a_hint_never_changes_the_answer() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(48.0));
        let mut mesh = NavMesh::new(&MeshDefinition {
            tile_size: 16.0,
            agent_radius: 0.5,
            ..MeshDefinition::new(bounds)
        })
        .unwrap();
        for k in 0..12_u16 {
            let at = Vec2::new(f32::from(k * 29 % 43), f32::from(k * 17 % 41));
            mesh.add_obstacle(&[at, at + Vec2::new(3.0, 1.0), at + Vec2::new(1.0, 4.0)]).unwrap();
        }
        mesh.commit().unwrap();
        let cells: Vec<CellId> = mesh.cells().collect();
        let beyond = CellId { tile: 7000, cell: 3 };
        // Quarters of a metre: many lie on the borders of cells.
        for k in 0..200 * 200_u32 {
            let point = Vec2::new((k % 200) as f32, (k / 200) as f32) * 0.25 - 0.5;
            let location = mesh.locate(point);
            let other = cells[k as usize % cells.len()];
            let own = match location {
                Location::Cell(cell) => Some(cell),
                _ => None,
            };
            for hint in [own, Some(other), Some(beyond), None] {
                assert_eq!(mesh.locate_near(point, hint), location, "{point} {hint:?}");
            }
        }
        assert_eq!(mesh.locate_near(Vec2::NAN, Some(cells[0])), Location::Outside);
    }
}
