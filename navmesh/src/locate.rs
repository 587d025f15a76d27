//! Which cell holds a point.

use glam::{I64Vec2, Vec2};

use crate::cells::CellId;
use crate::error::PathError;
use crate::mesh::NavMesh;
use crate::outline::quantised;

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
    /// What is at a point, rounded to 1/1024 m. Exact.
    pub fn locate(&self, point: Vec2) -> Location {
        if !self.definition().bounds.contains(point) {
            return Location::Outside;
        }
        let point = quantised(point);
        let found = self.lattice().touching(point, point).find_map(|tile| {
            let local = point - self.lattice().corner(tile);
            let near = local.cmpge(I64Vec2::ZERO).all()
                && local.cmple(I64Vec2::splat(self.lattice().size)).all();
            let cell = near.then(|| self.tile(tile).cell_at(local)).flatten()?;
            Some(CellId { tile, cell })
        });
        found.map_or(Location::Blocked, Location::Cell)
    }

    /// The cell at the start of a query.
    pub(crate) fn start_cell(&self, point: Vec2) -> Result<CellId, PathError> {
        match self.locate(point) {
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
