//! Looks for the passages of a large mesh some tiles at a time, so that no step has to find them all.
//!
//! Tiles are added to what is known as if an edit had changed them; so the passages in the end are those that are found at
//! once. How far a search has come decides nothing: passages are put to use in a tick that is settled when it begins.

use glam::IVec2;
use navmesh::{NavMesh, TileId};

use super::buckets::square_of;
use super::map::{Map, PassageGround};

/// Cells: in meshes of so many all passages are found in one step.
const AT_ONCE: usize = 2048;

/// Cells whose walls are looked at in a step, and up to a tile more.
pub(super) const CELLS_A_STEP: usize = 1024;

/// Returns whether passages of a mesh are looked for over some steps.
pub(super) fn is_large(mesh: &NavMesh) -> bool {
    !mesh.is_fixed() && !mesh.is_bare() && mesh.cell_count() > AT_ONCE
}

/// In how many ticks the passages of a mesh are found.
pub(super) fn ticks(mesh: &NavMesh) -> u64 {
    mesh.cell_count().div_ceil(CELLS_A_STEP) as u64
}

/// A search for passages that is under way.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// As it was when the search began.
    mesh: NavMesh,
    /// The tiles that are still to be looked at, the next one last, and how many cells they have.
    tiles: Vec<TileId>,
    cells: usize,
    map: Map,
}

impl Search {
    pub(super) fn new(ground: PassageGround<'_>) -> Self {
        let mesh = ground.mesh.clone();
        let mut tiles: Vec<TileId> = mesh.tiles_with_walls().collect();
        // Those of a step lie together: what comes near their border is looked at again.
        tiles.sort_by_cached_key(|&tile| place(&mesh, tile));
        let cells = tiles.iter().map(|&tile| mesh.tile_cells(tile).count()).sum();
        Self { tiles, cells, map: Map::unknown(ground), mesh }
    }

    /// Looks at the tiles of one step, where all are to be done in so many ticks; or late, if that is 0.
    pub(super) fn advance(&mut self, ticks: u64) {
        let share = self.cells.checked_div(ticks as usize).unwrap_or(0) + 1;
        self.look(share.max(CELLS_A_STEP));
    }

    /// Looks at tiles of so many cells, and up to a tile more.
    pub(super) fn look(&mut self, least: usize) {
        let (mut some, mut cells) = (Vec::new(), 0);
        while cells < least
            && let Some(tile) = self.tiles.pop()
        {
            cells += self.mesh.tile_cells(tile).count();
            some.push(tile);
        }
        some.sort_unstable();
        self.cells -= cells;
        self.map.add(&self.mesh, &some);
    }

    /// Returns whether all tiles were looked at.
    pub(super) fn is_over(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns how many pairs of corners and walls were looked at in the last step.
    #[cfg(test)]
    pub(super) fn looks(&self) -> usize {
        self.map.looks()
    }

    /// Returns what was found.
    pub(super) fn found(self) -> Map {
        self.map
    }
}

/// The place of a tile on a curve that stays in each square of 2, 4, 8 … tiles a side until it has been to all of them.
fn place(mesh: &NavMesh, tile: TileId) -> u64 {
    let square = mesh.tile_bounds(tile).map_or(IVec2::ZERO, |square| {
        let corner = square.min - mesh.definition().bounds.min;
        square_of(corner + 0.5 * square.width(), square.width())
    });
    (0..31)
        .map(|bit| {
            (u64::from(square.y as u32 >> bit & 1) << 1 | u64::from(square.x as u32 >> bit & 1))
                << (2 * bit)
        })
        .sum()
}
