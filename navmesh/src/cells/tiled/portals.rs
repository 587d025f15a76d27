//! The cells of tiles: how they are numbered, their rings, and the portals between them.

use glam::{DVec2, dvec2};

use super::sites::TiledCells;
use crate::areas::{Area, Footing};
use crate::bounds::Bounds;
use crate::cells::id::{CellId, WidePortal};
use crate::tiles::edge::{BorderSide, TileEdge, name_across};
use crate::tiles::islands::Component;
use crate::tiles::seam::common;
use crate::tolerances::{METRES_PER_UNIT, PORTAL_SLACK};

/// How the cells are told apart: by tile, and by ground, which is the tile as well. What is asked is said at
/// [`Cells`](crate::cells::store::Cells).
impl TiledCells {
    pub(crate) fn part_count(&self) -> u32 {
        self.tile_count()
    }

    pub(crate) fn cells_of_part(&self, tile: u32) -> u16 {
        self.tile(tile).cell_count()
    }

    pub(crate) fn part_corner(&self, tile: u32) -> DVec2 {
        self.lattice().corner_in_metres(tile)
    }

    pub(crate) fn count(&self) -> usize {
        self.tiling.cell_count()
    }

    pub(crate) fn number_of(&self, cell: CellId) -> u32 {
        self.tiling.first_cell(cell.tile) + cell.cell as u32
    }

    pub(crate) fn ground_count(&self) -> u32 {
        self.tile_count()
    }

    pub(crate) fn spot(&self, id: CellId) -> (u32, u32) {
        (id.tile, id.cell as u32)
    }

    pub(crate) fn cell_at_spot(&self, (tile, cell): (u32, u32)) -> CellId {
        CellId { tile, cell: cell as u16 }
    }

    pub(crate) fn number_at_spot(&self, (tile, cell): (u32, u32)) -> u32 {
        self.tiling.first_cell(tile) + cell
    }

    pub(crate) fn named(&self, (tile, name): (u32, u32)) -> (u32, u32) {
        (tile, self.tile(tile).named(name) as u32)
    }

    /// Returns how the ground of a tile names a cell; `None` where it only touches that tile in a point.
    pub(super) fn name_from(&self, ground: u32, (tile, cell): (u32, u32)) -> Option<(u32, u32)> {
        if tile == ground {
            return Some((tile, cell));
        }
        let edge =
            TileEdge::ALL.into_iter().find(|&edge| self.tile_across(tile, edge) == Some(ground))?;
        let side = self.tile(tile).border_index(cell as u16, edge)?;
        Some((tile, name_across(edge, side)))
    }

    /// The tile beyond an edge of a tile.
    pub(super) fn tile_across(&self, tile: u32, edge: TileEdge) -> Option<u32> {
        self.lattice().across(tile, edge)
    }

    pub(crate) fn area(&self, cell: CellId) -> Area {
        self.tile(cell.tile).area(cell.cell)
    }

    pub(crate) fn footing(&self, cell: CellId) -> Footing {
        self.tile(cell.tile).footing(cell.cell)
    }

    pub(crate) fn is_slow(&self) -> bool {
        self.tiling.is_slow()
    }

    pub(crate) fn has_areas(&self) -> bool {
        self.tiling.has_areas()
    }

    pub(crate) fn component(&self, cell: CellId) -> Component {
        self.tiling.islands().component(cell.tile, self.tile(cell.tile).label(cell.cell))
    }
}

/// Where cells are, and what is beyond.
impl TiledCells {
    pub(crate) fn ring(&self, cell: CellId) -> impl Iterator<Item = DVec2> + Clone {
        let corner = self.lattice().corner_in_metres(cell.tile);
        let ring = self.tile(cell.tile).vertices(cell.cell).iter();
        ring.map(move |vertex| corner + vertex.as_dvec2())
    }

    pub(crate) fn each_side(&self, cell: CellId, mut each: impl FnMut([DVec2; 2])) {
        let corner = self.lattice().corner_in_metres(cell.tile);
        let ring = self.tile(cell.tile).vertices(cell.cell);
        let Some(&last) = ring.last() else { return };
        let mut from = corner + last.as_dvec2();
        for vertex in ring {
            let to = corner + vertex.as_dvec2();
            each([from, to]);
            from = to;
        }
    }

    pub(crate) fn within(&self, area: Bounds, bounds: Bounds) -> impl Iterator<Item = CellId> {
        self.tiles_within(area, bounds).flat_map(move |tile| {
            let corner = self.lattice().corner_in_metres(tile);
            let (low, high) = (area.min.as_dvec2() - corner, area.max.as_dvec2() - corner);
            (0..self.tile(tile).cell_count()).map(move |cell| CellId { tile, cell }).filter(
                move |id| {
                    let (min, max) = self.tile(tile).extent(id.cell);
                    min.as_dvec2().cmple(high).all() && max.as_dvec2().cmpge(low).all()
                },
            )
        })
    }

    pub(crate) fn portals(&self, id: CellId) -> impl Iterator<Item = WidePortal> {
        let outer = TileEdge::ALL.into_iter().flat_map(move |edge| self.portals_across(id, edge));
        self.inner_portals(id).chain(outer)
    }

    pub(crate) fn each_portal_near(
        &self,
        id: CellId,
        point: DVec2,
        mut each: impl FnMut(WidePortal),
    ) {
        self.inner_portals(id).for_each(&mut each);
        let low = self.lattice().corner_in_metres(id.tile);
        let size = self.lattice().size as f64 * METRES_PER_UNIT;
        let (before, behind) = (point - low, point - low - size);
        for edge in TileEdge::ALL {
            let offset = match edge {
                TileEdge::East => behind.x,
                TileEdge::North => behind.y,
                TileEdge::West => before.x,
                TileEdge::South => before.y,
            };
            if offset.abs() <= 2.0 * PORTAL_SLACK {
                self.portals_across(id, edge).for_each(&mut each);
            }
        }
    }

    /// The portals to cells of the same tile.
    fn inner_portals(&self, id: CellId) -> impl Iterator<Item = WidePortal> {
        let corner = self.lattice().corner_in_metres(id.tile);
        self.tile(id.tile).portals(id.cell).map(move |portal| WidePortal {
            cell: CellId { tile: id.tile, cell: portal.beyond },
            left: corner + portal.left.as_dvec2(),
            right: corner + portal.right.as_dvec2(),
        })
    }

    /// The portals to the neighbouring tile across one edge.
    pub(super) fn portals_across(
        &self,
        id: CellId,
        edge: TileEdge,
    ) -> impl Iterator<Item = WidePortal> {
        let tile = self.tile(id.tile);
        let found = tile.border_index(id.cell, edge).and_then(|index| {
            let beyond = self.tile_across(id.tile, edge)?;
            let stitches = match edge {
                TileEdge::East => self.tiling.seam_east(id.tile).of_before(index),
                TileEdge::North => self.tiling.seam_north(id.tile).of_before(index),
                TileEdge::West => self.tiling.seam_east(beyond).of_behind(index),
                TileEdge::South => self.tiling.seam_north(beyond).of_behind(index),
            };
            Some((beyond, stitches, tile.border(edge).side(index)))
        });
        let nowhere = BorderSide { cell: id.cell, low: 0.0, high: 0.0 };
        let (beyond, stitches, own) = found.unwrap_or((id.tile, &[], nowhere));
        let corner = self.lattice().corner_in_metres(id.tile);
        let size = self.lattice().size as f64 * METRES_PER_UNIT;
        let others = self.tile(beyond).border(edge.opposite());
        stitches.iter().map(move |stitch| {
            let behind = matches!(edge, TileEdge::East | TileEdge::North);
            let other = if behind { stitch.behind } else { stitch.before };
            let other = others.side(other as usize);
            let (low, high) = common(&own, &other);
            let (low, high) = (low as f64, high as f64);
            let (left, right) = match edge {
                TileEdge::East => (dvec2(size, high), dvec2(size, low)),
                TileEdge::North => (dvec2(low, size), dvec2(high, size)),
                TileEdge::West => (dvec2(0.0, low), dvec2(0.0, high)),
                TileEdge::South => (dvec2(high, 0.0), dvec2(low, 0.0)),
            };
            let cell = other.cell;
            let cell = CellId { tile: beyond, cell };
            WidePortal { cell, left: corner + left, right: corner + right }
        })
    }
}
