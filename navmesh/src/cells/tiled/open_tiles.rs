//! Straight ways over open tiles. One cell is all of such a tile, so nobody need look for portals there.

use glam::DVec2;

use super::sites::TiledCells;
use crate::cells::id::CellId;
use crate::tiles::edge::TileEdge;
use crate::tolerances::{METRES_PER_UNIT, OPEN_CORNER};

impl TiledCells {
    pub(crate) fn is_open_part(&self, tile: u32) -> bool {
        self.tile(tile).is_open(self.lattice().size)
    }

    /// The tiles that hold walls, and perhaps a few more, in ascending order.
    pub(crate) fn with_walls(&self) -> impl Iterator<Item = u32> {
        let is_open = |tile: u32| self.is_open_part(tile);
        let is_open_beyond =
            move |tile: u32, edge| self.tile_across(tile, edge).is_some_and(is_open);
        let is_bare = move |tile: u32| {
            is_open(tile) && TileEdge::ALL.into_iter().all(|edge| is_open_beyond(tile, edge))
        };
        (0..self.tile_count()).filter(move |&tile| !is_bare(tile))
    }

    pub(crate) fn over_open_parts(&self, first: CellId, start: DVec2, way: DVec2) -> CellId {
        if !self.is_open_part(first.tile) {
            return first;
        }
        let size = self.lattice().size as f64 * METRES_PER_UNIT;
        let (mut tile, mut low) = (first.tile, self.lattice().corner_in_metres(first.tile));
        let leads_back = way.cmplt(DVec2::ZERO);
        let exits = [
            if leads_back.x { (TileEdge::West, DVec2::NEG_X) } else { (TileEdge::East, DVec2::X) },
            if leads_back.y {
                (TileEdge::South, DVec2::NEG_Y)
            } else {
                (TileEdge::North, DVec2::Y)
            },
        ];
        let far = DVec2::select(leads_back, DVec2::ZERO, DVec2::splat(size));
        loop {
            // The shares of the way at which it leaves the tile's column and row.
            let shares = (low + far - start) / way;
            let is_row = shares.x >= shares.y;
            let share = if is_row { shares.y } else { shares.x };
            let at = start + way * share - low;
            let beside = if is_row { at.x } else { at.y };
            let leaves = share < 1.0 && beside > OPEN_CORNER && beside < size - OPEN_CORNER;
            let (edge, step) = exits[usize::from(is_row)];
            match self.tile_across(tile, edge).filter(|&next| leaves && self.is_open_part(next)) {
                Some(next) => (tile, low) = (next, low + step * size),
                None => return CellId { tile, cell: 0 },
            }
        }
    }
}
