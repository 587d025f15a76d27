//! What cells of tiles cover of the directions round a point, and which tiles a change concerns.

use std::sync::Arc;

use glam::{DVec2, dvec2};

use super::sites::TiledCells;
use crate::cells::id::CellId;
use crate::cells::sectors::{Sector, Walls, walls_between};
use crate::kernel::outline::lattice_point;
use crate::tiles::edge::TileEdge;
use crate::tiles::tile::Tile;
use crate::tolerances::{METRES_PER_UNIT, UNITS_PER_METRE};

impl TiledCells {
    pub(crate) fn sector(&self, id: CellId, at: DVec2) -> Option<Sector> {
        let tile = self.tile(id.tile);
        let at = (at - self.lattice().corner_in_metres(id.tile)) * UNITS_PER_METRE;
        let point = lattice_point(at);
        let sides = |k: usize| tile.side(id.cell, k);
        let count = tile.vertices(id.cell).len();
        let on = |k: usize| {
            let line = tile.line(sides(k));
            point.map_or_else(|| line.passes(at), |point| line.sign_at(point) == 0)
        };
        let along = |k: usize| {
            let line = tile.line(sides(k));
            dvec2(line.b as f64, -line.a as f64)
        };
        let first = (0..count).find(|&k| on(k))?;
        let last = (first + 1..count).find(|&k| on(k));
        let (before, after) = match last {
            // The sides on both sides of the ring's seam.
            Some(last) if last != first + 1 => (last, first),
            Some(last) => (first, last),
            None => (first, first),
        };
        let far = [tile.side_ends(id.cell, after)[1], tile.side_ends(id.cell, before)[0]];
        let at = at * METRES_PER_UNIT;
        Some(Sector {
            cell: id,
            sides: [along(after), -along(before)],
            lengths: far.map(|end| end.as_dvec2().distance(at)),
        })
    }

    pub(crate) fn walls_at(&self, at: DVec2) -> Option<Walls> {
        self.walls_round(self.meeting_at(at), at)
    }

    /// The walls of the corner at a place, where it is known which cells meet there.
    pub(super) fn walls_round(
        &self,
        cells: impl Iterator<Item = CellId>,
        at: DVec2,
    ) -> Option<Walls> {
        let sectors = cells.filter_map(|cell| self.sector(cell, at));
        walls_between(sectors, self.may_bend_off_lattice())
    }

    pub(crate) fn grounds_meeting_at(&self, at: DVec2) -> impl Iterator<Item = u32> {
        self.meeting_at(at).map(|cell| cell.tile)
    }

    pub(crate) fn grounds_beside(&self, tile: u32) -> impl Iterator<Item = u32> {
        TileEdge::ALL.into_iter().filter_map(move |edge| self.tile_across(tile, edge))
    }

    pub(crate) fn shared_tile(&self, tile: u32) -> &Arc<Tile> {
        self.tiling.shared_tile(tile)
    }

    pub(crate) fn changed_part(&self, tile: u32, before: &Arc<Tile>) -> Option<[DVec2; 2]> {
        let (min, max) = self.tiling.changed_part(tile, before)?;
        Some([min, max].map(|end| end.as_dvec2() * METRES_PER_UNIT))
    }

    pub(crate) fn watched_box(&self, (tile, cell): (u32, u32), apex: DVec2) -> [DVec2; 2] {
        let corner = self.lattice().corner_in_metres(tile) - apex;
        let (low, high) = self.tile(tile).extent(cell as u16);
        [low, high].map(|end| corner + end.as_dvec2())
    }
}
