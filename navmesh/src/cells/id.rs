//! How cells are named, and the portals between them.

use glam::{DVec2, Vec2};

use crate::tiles::lattice::TileId;

/// Names a convex cell of a mesh. Valid until the next [`NavMesh::commit`](crate::NavMesh::commit) that changes the cell's
/// tile; a cell that does not exist has no outline and no portals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId {
    pub(crate) tile: u32,
    pub(crate) cell: u16,
}

impl CellId {
    /// The tile that it is part of.
    pub fn tile(self) -> TileId {
        TileId(self.tile)
    }
}

/// A way out of a cell: the part of its border that it shares with another cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// The cell beyond.
    pub cell: CellId,
    /// The left end, as seen when leaving; metres.
    pub left: Vec2,
    /// The right end, as seen when leaving; metres.
    pub right: Vec2,
}

/// A portal with positions that lose nothing: world metres in f64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WidePortal {
    pub(crate) cell: CellId,
    pub(crate) left: DVec2,
    pub(crate) right: DVec2,
}

/// Room to cut the borders of cells: the sides of a cell's portals, how far along them they begin, and the portals.
pub(crate) type Cuts = Vec<(u16, f64, WidePortal)>;
