//! Which cell holds a point.

use glam::{DVec2, I64Vec2, Vec2};

use crate::cells::CellId;
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
    /// What is at a point, rounded to 1/1024 m. Exact.
    pub fn locate(&self, point: Vec2) -> Location {
        if !self.definition().bounds.contains(point) {
            return Location::Outside;
        }
        self.cells_at(quantised(point)).next().map_or(Location::Blocked, Location::Cell)
    }

    /// The cells that hold a lattice point (their borders included), in ascending order. Exact.
    pub(crate) fn cells_at(&self, point: I64Vec2) -> impl Iterator<Item = CellId> {
        let fixed = self.fixed().into_iter().flat_map(move |fixed| {
            fixed.at(point.as_dvec2() * METRES_PER_UNIT).map(CellId::of_fixed)
        });
        let tiled = self.fixed().is_none().then(|| self.tiled_cells_at(point));
        fixed.chain(tiled.into_iter().flatten())
    }

    fn tiled_cells_at(&self, point: I64Vec2) -> impl Iterator<Item = CellId> {
        self.lattice().touching(point, point).flat_map(move |tile| {
            let local = point - self.lattice().corner(tile);
            let near = local.cmpge(I64Vec2::ZERO).all()
                && local.cmple(I64Vec2::splat(self.lattice().size)).all();
            let cells = near.then(|| self.tile(tile).cells_at(local));
            cells.into_iter().flatten().map(move |cell| CellId { tile, cell })
        })
    }

    /// The radius of a disc round a point in which all is free, in metres: the distance to the border of its cell. 0 where
    /// the point is not free. Moves within the disc need no [`slide`](NavMesh::slide).
    pub fn free_radius(&self, point: Vec2) -> f32 {
        let Location::Cell(cell) = self.locate(point) else { return 0.0 };
        let at = point.as_dvec2();
        let depth = |[from, to]: [DVec2; 2]| (to - from).perp_dot(at - from) / from.distance(to);
        // Rounding to the lattice moves points by up to 0.71 units.
        let radius = self.sides(cell).map(depth).fold(f64::INFINITY, f64::min) - METRES_PER_UNIT;
        radius.max(0.0) as f32
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
