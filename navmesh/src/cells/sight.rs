//! The questions of sight: grounds with their doors, corners, and what changes.

use std::sync::{Arc, OnceLock};

use glam::DVec2;

use super::id::CellId;
use super::one_of::OneOf;
use super::sectors::{Sector, Walls};
use super::store::{Cells, ask};
use crate::fixed::chart::Chart;
use crate::tiles::ground::{SightGraph, WallCorner};
use crate::tiles::tile::Tile;

/// Cells as grounds tell them apart.
impl Cells {
    /// Returns how many grounds there are: one for each tile, or one for all cells.
    pub(crate) fn ground_count(&self) -> u32 {
        ask!(self, cells => cells.ground_count())
    }

    /// Returns the ground to which a cell belongs, and the number of the cell there.
    pub(crate) fn spot(&self, id: CellId) -> (u32, u32) {
        ask!(self, cells => cells.spot(id))
    }

    /// Returns the cell with this number of a ground.
    pub(crate) fn cell_at_spot(&self, spot: (u32, u32)) -> CellId {
        ask!(self, cells => cells.cell_at_spot(spot))
    }

    /// Returns the number of a cell of a ground among all cells of the mesh.
    pub(crate) fn number_at_spot(&self, spot: (u32, u32)) -> u32 {
        ask!(self, cells => cells.number_at_spot(spot))
    }

    /// Returns the cell that the doors of a ground name: its ground and number.
    pub(crate) fn named(&self, name: (u32, u32)) -> (u32, u32) {
        ask!(self, cells => cells.named(name))
    }
}

/// Doors and corners.
impl Cells {
    /// Returns the doors of a ground: made when they are first asked for, kept while the ground and those round it stay.
    pub(crate) fn ground(&self, ground: u32) -> &SightGraph {
        match self {
            Cells::Tiled(tiles) => tiles.ground(ground),
            Cells::Baked(baked) => baked.ground(),
        }
    }

    /// Returns the doors of a ground, if somebody has asked for them.
    pub(crate) fn known_ground(&self, ground: u32) -> Option<&Arc<SightGraph>> {
        match self {
            Cells::Tiled(tiles) => tiles.known_ground(ground),
            Cells::Baked(baked) => baked.known_ground(),
        }
    }

    /// Returns the doors of all grounds, of those for which somebody has asked. A ground of all cells is made now.
    pub(crate) fn known_grounds(&self) -> Vec<Option<&Arc<SightGraph>>> {
        if let Cells::Baked(baked) = self {
            baked.ground();
        }
        (0..self.ground_count()).map(|ground| self.known_ground(ground)).collect()
    }

    /// Returns the grounds to which doors of a ground may lead.
    pub(crate) fn grounds_beside(&self, ground: u32) -> impl Iterator<Item = u32> {
        match self {
            Cells::Tiled(tiles) => OneOf::Tiled(tiles.grounds_beside(ground)),
            Cells::Baked(_) => OneOf::Baked(std::iter::empty()),
        }
    }

    /// Returns the rectangle within which no other ground reaches; metres.
    pub(crate) fn inside_of(&self, ground: u32) -> (DVec2, DVec2) {
        match self {
            Cells::Tiled(tiles) => tiles.inside_of(ground),
            Cells::Baked(_) => (DVec2::NEG_INFINITY, DVec2::INFINITY),
        }
    }

    /// Returns what a cell covers of the directions round a place of its border where sides meet; `None` if it is no such
    /// place.
    pub(crate) fn sector(&self, id: CellId, at: DVec2) -> Option<Sector> {
        ask!(self, cells => cells.sector(id, at))
    }

    /// Returns the walls of the corner at a place, and the cells round it; `None` if there is no corner.
    pub(crate) fn walls_at(&self, at: DVec2) -> Option<Walls> {
        ask!(self, cells => cells.walls_at(at))
    }

    /// Returns the cells round a corner: ground and number.
    pub(crate) fn cells_round<'a>(
        &'a self,
        ground: &'a SightGraph,
        corner: &'a WallCorner,
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        let is_kept = corner.cells.1 > 0;
        let asked = (!is_kept).then(|| self.walls_at(corner.at)).flatten();
        let asked = asked.map_or(Vec::new(), |(_, cells)| cells);
        let kept = ground.cells_round(corner).iter().map(|&name| self.named(name));
        kept.chain(asked.into_iter().map(|cell| self.spot(cell)))
    }

    /// Returns where the whole corner graph is kept; `None` where it is found bit by bit, as cells may change.
    pub(crate) fn chart_cell(&self) -> Option<&OnceLock<Chart>> {
        match self {
            Cells::Tiled(_) => None,
            Cells::Baked(baked) => Some(baked.chart_cell()),
        }
    }

    /// Returns the whole corner graph, and its ground, if it was made.
    pub(crate) fn chart(&self) -> Option<(&SightGraph, &Chart)> {
        match self {
            Cells::Tiled(_) => None,
            Cells::Baked(baked) => baked.chart(),
        }
    }

    /// Returns the bytes of what is kept for sight.
    pub(crate) fn sight_size_in_bytes(&self) -> usize {
        match self {
            Cells::Tiled(tiles) => tiles.tiling().grounds_size_in_bytes(),
            Cells::Baked(baked) => baked.sight_size_in_bytes(),
        }
    }
}

/// What changes leave as it was.
impl Cells {
    /// Returns the tile that a ground is, as copies share it: another where it has changed. `None` where the ground itself tells
    /// that.
    pub(crate) fn shared_tile(&self, ground: u32) -> Option<&Arc<Tile>> {
        self.tiles().map(|tiles| tiles.shared_tile(ground))
    }

    /// Returns the box round what differs between a tile and what it was just before, in metres; `None` if it was not that.
    pub(crate) fn changed_part(&self, ground: u32, before: &Arc<Tile>) -> Option<[DVec2; 2]> {
        self.tiles()?.changed_part(ground, before)
    }

    /// Returns the box round a cell, relative to an apex, in metres: what is seen there stays as long as nothing changes in it.
    /// `None` where changes are not told by their places.
    pub(crate) fn watched_box(&self, spot: (u32, u32), apex: DVec2) -> Option<[DVec2; 2]> {
        self.tiles().map(|tiles| tiles.watched_box(spot, apex))
    }

    /// Returns the grounds that may know the corner at a place after another one no longer does.
    pub(crate) fn grounds_meeting_at(&self, at: DVec2) -> impl Iterator<Item = u32> {
        self.tiles().into_iter().flat_map(move |tiles| tiles.grounds_meeting_at(at))
    }
}
