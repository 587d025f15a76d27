//! The edges of a tile's square, and the cells' sides on them.

use glam::Vec2;

/// The sides of a tile's square, in the order of their lines in the tile's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TileEdge {
    South,
    East,
    North,
    West,
}

impl TileEdge {
    pub(crate) const ALL: [TileEdge; 4] =
        [TileEdge::South, TileEdge::East, TileEdge::North, TileEdge::West];

    /// Returns this edge, seen from the tile across it.
    pub(crate) fn opposite(self) -> TileEdge {
        match self {
            TileEdge::South => TileEdge::North,
            TileEdge::East => TileEdge::West,
            TileEdge::North => TileEdge::South,
            TileEdge::West => TileEdge::East,
        }
    }

    /// The interval of the coordinate along the edge between two points on it.
    pub(super) fn interval(self, [from, to]: [Vec2; 2]) -> (f32, f32) {
        let (from, to) = if self.is_horizontal() { (from.x, to.x) } else { (from.y, to.y) };
        (from.min(to), from.max(to))
    }

    /// Returns whether the edge runs along x.
    pub(crate) fn is_horizontal(self) -> bool {
        matches!(self, TileEdge::South | TileEdge::North)
    }
}

/// A cell's side on the border of the tile: an interval of the coordinate along that border, in tile-local metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BorderSide {
    pub(crate) cell: u16,
    pub(crate) low: f32,
    pub(crate) high: f32,
}

/// A cell's side on the border of the tile, in f64: an interval of the coordinate along the border, in tile-local units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharpSide {
    pub(crate) cell: u16,
    /// Its number among the sides on the edge.
    pub(crate) index: usize,
    /// Its number in the ring of the cell.
    pub(crate) side: usize,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Marks the name of a cell that is not its number.
const ACROSS: u32 = 1 << 31;

/// Where in such a name the edge begins.
const EDGE_SHIFT: u32 = 24;

/// Names a cell by its side on an edge of its tile, counted along that: for what lies across the edge. The name stays when
/// the tile is cut anew but for that edge.
pub(crate) fn name_across(edge: TileEdge, side: usize) -> u32 {
    ACROSS | (edge as u32) << EDGE_SHIFT | side as u32
}

/// The edge and the side that a name tells; `None` where it is the number of a cell.
pub(super) fn told_by(name: u32) -> Option<(TileEdge, usize)> {
    let edge = TileEdge::ALL[(name >> EDGE_SHIFT & 3) as usize];
    (name & ACROSS != 0).then_some((edge, (name & ((1 << EDGE_SHIFT) - 1)) as usize))
}
