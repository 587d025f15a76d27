//! Looking at a mesh: its cells, their outlines, and the portals between them.

use glam::{DVec2, Vec2, dvec2};

use crate::bounds::Bounds;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::tiles::islands::{Component, Islands};
use crate::tiles::tile::Edge;
use crate::tolerances::METRES_PER_UNIT;

/// Names a convex cell of a mesh. Valid until the next [`NavMesh::commit`] that changes the cell's tile; a cell that
/// does not exist has no outline and no portals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId {
    pub(crate) tile: u32,
    pub(crate) cell: u16,
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

impl NavMesh {
    /// The tile beyond an edge of a tile.
    pub(crate) fn tile_across(&self, tile: u32, edge: Edge) -> Option<u32> {
        match edge {
            Edge::East => self.lattice().east_of(tile),
            Edge::North => self.lattice().north_of(tile),
            Edge::West => self.lattice().west_of(tile),
            Edge::South => self.lattice().south_of(tile),
        }
    }

    fn exists(&self, id: CellId) -> bool {
        id.tile < self.tile_count() && id.cell < self.tile(id.tile).cell_count()
    }

    /// All cells, in ascending order.
    pub fn cells(&self) -> impl Iterator<Item = CellId> {
        (0..self.tile_count()).flat_map(|tile| {
            (0..self.tile(tile).cell_count()).map(move |cell| CellId { tile, cell })
        })
    }

    /// The cells whose bounding boxes meet the area, in ascending order. An area that is not finite meets none.
    pub fn cells_in(&self, area: Bounds) -> impl Iterator<Item = CellId> {
        let finite = area.min.is_finite() && area.max.is_finite();
        let tiles =
            finite.then(|| self.lattice().touching(quantised(area.min), quantised(area.max)));
        tiles.into_iter().flatten().flat_map(move |tile| {
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

    /// The outline of a cell: a strictly convex ring, counter-clockwise, in metres.
    pub fn outline(&self, cell: CellId) -> impl Iterator<Item = Vec2> {
        let corner = self.exists(cell).then(|| self.lattice().corner_in_metres(cell.tile));
        let ring = corner.map(|corner| (corner, self.tile(cell.tile).vertices(cell.cell)));
        ring.into_iter()
            .flat_map(|(corner, ring)| ring.iter().map(move |v| (corner + v.as_dvec2()).as_vec2()))
    }

    /// The ways out of a cell. Each is at least 1/1024 m wide; the cell beyond has the same portal, seen from there.
    pub fn portals(&self, cell: CellId) -> impl Iterator<Item = Portal> {
        let wide = self.exists(cell).then(|| self.wide_portals(cell));
        wide.into_iter().flatten().map(|portal| Portal {
            cell: portal.cell,
            left: portal.left.as_vec2(),
            right: portal.right.as_vec2(),
        })
    }

    /// The connected part of the mesh to which a cell belongs.
    pub fn component(&self, cell: CellId) -> Component {
        if !self.exists(cell) {
            return Islands::NOWHERE;
        }
        self.islands().component(cell.tile, self.tile(cell.tile).label(cell.cell))
    }

    /// The number of a cell among all cells of the mesh.
    pub(crate) fn number_of(&self, cell: CellId) -> u32 {
        self.first_cell(cell.tile) + cell.cell as u32
    }

    pub(crate) fn wide_portals(&self, id: CellId) -> impl Iterator<Item = WidePortal> {
        let corner = self.lattice().corner_in_metres(id.tile);
        let inner = self.tile(id.tile).portals(id.cell).iter().map(move |portal| WidePortal {
            cell: CellId { tile: id.tile, cell: portal.beyond },
            left: corner + portal.left.as_dvec2(),
            right: corner + portal.right.as_dvec2(),
        });
        inner.chain(Edge::ALL.into_iter().flat_map(move |edge| self.portals_across(id, edge)))
    }

    /// The portals to the neighbouring tile across one edge.
    pub(crate) fn portals_across(
        &self,
        id: CellId,
        edge: Edge,
    ) -> impl Iterator<Item = WidePortal> {
        let tile = self.tile(id.tile);
        let found = tile.border_index(id.cell, edge).and_then(|index| {
            let (beyond, stitches) = match edge {
                Edge::East => {
                    (self.lattice().east_of(id.tile)?, self.seam_east(id.tile).of_before(index))
                }
                Edge::North => {
                    (self.lattice().north_of(id.tile)?, self.seam_north(id.tile).of_before(index))
                }
                Edge::West => {
                    let west = self.lattice().west_of(id.tile)?;
                    (west, self.seam_east(west).of_behind(index))
                }
                Edge::South => {
                    let south = self.lattice().south_of(id.tile)?;
                    (south, self.seam_north(south).of_behind(index))
                }
            };
            Some((beyond, stitches))
        });
        let corner = self.lattice().corner_in_metres(id.tile);
        let size = self.lattice().size as f64 * METRES_PER_UNIT;
        found.into_iter().flat_map(move |(beyond, stitches)| {
            stitches.iter().map(move |stitch| {
                let (low, high) = (stitch.low as f64, stitch.high as f64);
                let (cell, left, right) = match edge {
                    Edge::East => (stitch.behind, dvec2(size, high), dvec2(size, low)),
                    Edge::North => (stitch.behind, dvec2(low, size), dvec2(high, size)),
                    Edge::West => (stitch.before, dvec2(0.0, low), dvec2(0.0, high)),
                    Edge::South => (stitch.before, dvec2(high, 0.0), dvec2(low, 0.0)),
                };
                let cell = CellId { tile: beyond, cell };
                WidePortal { cell, left: corner + left, right: corner + right }
            })
        })
    }
}
