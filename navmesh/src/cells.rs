//! Looking at a mesh: its cells, their outlines, and the portals between them.

use glam::{DVec2, Vec2, dvec2};

use crate::areas::Area;
use crate::bounds::Bounds;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::tiles::edge::{BorderSide, TileEdge, name_across};
use crate::tiles::ground::{SightGraph, WallCorner};
use crate::tiles::islands::Component;
use crate::tiles::lattice::TileId;
use crate::tiles::seam::common;
use crate::tolerances::{METRES_PER_UNIT, PORTAL_SLACK};

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

/// Cells that never change are named in runs of this many.
const RUN: u32 = 1 << 8;

impl CellId {
    /// The cell with this number of a mesh that never changes.
    pub(crate) fn of_fixed(number: u32) -> CellId {
        CellId { tile: number / RUN, cell: (number % RUN) as u16 }
    }

    /// The tile that it is part of.
    pub fn tile(self) -> TileId {
        TileId(self.tile)
    }

    pub(crate) fn fixed_number(self) -> u32 {
        self.tile * RUN + self.cell as u32
    }
}

impl NavMesh {
    /// How many tiles hold the cells: squares, or runs of cells that never change.
    pub(crate) fn part_count(&self) -> u32 {
        self.fixed().map_or_else(|| self.tile_count(), |fixed| fixed.count().div_ceil(RUN))
    }

    /// How many cells a tile or run holds.
    pub(crate) fn cells_of_part(&self, part: u32) -> u16 {
        match self.fixed() {
            Some(fixed) => (fixed.count() - part * RUN).min(RUN) as u16,
            None => self.tile(part).cell_count(),
        }
    }

    /// How many grounds the mesh has: one for each tile, or one for cells that never change.
    pub(crate) fn ground_count(&self) -> u32 {
        if self.is_fixed() { 1 } else { self.tile_count() }
    }

    /// The ground to which a cell belongs, and the number of the cell there.
    pub(crate) fn spot(&self, id: CellId) -> (u32, u32) {
        if self.is_fixed() { (0, id.fixed_number()) } else { (id.tile, id.cell as u32) }
    }

    /// The rectangle within which no other ground reaches; metres.
    pub(crate) fn inside_of(&self, ground: u32) -> (DVec2, DVec2) {
        if self.is_fixed() {
            return (DVec2::NEG_INFINITY, DVec2::INFINITY);
        }
        let low = self.lattice().corner_in_metres(ground);
        (low, low + self.lattice().size as f64 * METRES_PER_UNIT)
    }

    /// The cell with this number of a ground.
    pub(crate) fn cell_at_spot(&self, (ground, cell): (u32, u32)) -> CellId {
        if self.is_fixed() {
            CellId::of_fixed(cell)
        } else {
            CellId { tile: ground, cell: cell as u16 }
        }
    }

    /// The number of a cell of a ground among all cells of the mesh.
    pub(crate) fn number_at_spot(&self, (ground, cell): (u32, u32)) -> u32 {
        if self.is_fixed() { cell } else { self.first_cell(ground) + cell }
    }

    /// The cell that a ground names: its tile and number.
    pub(crate) fn named(&self, (tile, name): (u32, u32)) -> (u32, u32) {
        if self.is_fixed() { (tile, name) } else { (tile, self.tile(tile).named(name) as u32) }
    }

    /// How the ground of a tile names a cell; `None` where it only touches that tile in a point.
    pub(crate) fn name_from(&self, ground: u32, (tile, cell): (u32, u32)) -> Option<(u32, u32)> {
        if tile == ground {
            return Some((tile, cell));
        }
        let edge =
            TileEdge::ALL.into_iter().find(|&edge| self.tile_across(tile, edge) == Some(ground))?;
        let side = self.tile(tile).border_index(cell as u16, edge)?;
        Some((tile, name_across(edge, side)))
    }

    /// The cells round a corner: tile and number.
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

    /// The tile beyond an edge of a tile.
    pub(crate) fn tile_across(&self, tile: u32, edge: TileEdge) -> Option<u32> {
        self.lattice().across(tile, edge)
    }

    /// Whether a cell of this name exists.
    pub(crate) fn exists(&self, id: CellId) -> bool {
        match self.fixed() {
            Some(_) if id.cell as u32 >= RUN || id.tile >= self.part_count() => false,
            Some(fixed) => id.fixed_number() < fixed.count(),
            None => id.tile < self.tile_count() && id.cell < self.tile(id.tile).cell_count(),
        }
    }

    /// All cells, in ascending order.
    pub fn cells(&self) -> impl Iterator<Item = CellId> {
        (0..self.part_count())
            .flat_map(|tile| (0..self.cells_of_part(tile)).map(move |cell| CellId { tile, cell }))
    }

    /// The cells whose bounding boxes meet the area, in ascending order. An area that is not finite meets none.
    pub fn cells_in(&self, area: Bounds) -> impl Iterator<Item = CellId> {
        let finite = area.min.is_finite() && area.max.is_finite();
        let fixed = self.fixed().filter(|_| finite).into_iter().flat_map(move |fixed| {
            let near = fixed.within(area.min.as_dvec2(), area.max.as_dvec2()).into_iter();
            let meets = move |&cell: &u32| {
                let [min, max] = fixed.extent(cell);
                min.cmple(area.max).all() && max.cmpge(area.min).all()
            };
            near.filter(meets).map(CellId::of_fixed)
        });
        // Beyond the bounds there is nothing, and coordinates may be too large for the lattice.
        let Bounds { min, max } = self.definition().bounds;
        let held = |end: Vec2| quantised(end.clamp(min - 1.0, max + 1.0));
        let tiles = (finite && !self.is_fixed())
            .then(|| self.lattice().touching(held(area.min), held(area.max)));
        fixed.chain(tiles.into_iter().flatten().flat_map(move |tile| {
            let corner = self.lattice().corner_in_metres(tile);
            let (low, high) = (area.min.as_dvec2() - corner, area.max.as_dvec2() - corner);
            (0..self.tile(tile).cell_count()).map(move |cell| CellId { tile, cell }).filter(
                move |id| {
                    let (min, max) = self.tile(tile).extent(id.cell);
                    min.as_dvec2().cmple(high).all() && max.as_dvec2().cmpge(low).all()
                },
            )
        }))
    }

    /// The outline of a cell: a strictly convex ring, counter-clockwise, in metres. On a mesh that never changes it may
    /// have straight vertices, where others meet it.
    pub fn outline(&self, cell: CellId) -> impl Iterator<Item = Vec2> {
        let ring = self.exists(cell).then(|| self.ring(cell));
        ring.into_iter().flatten().map(|vertex| vertex.as_vec2())
    }

    /// The vertices of a cell, counter-clockwise; metres.
    pub(crate) fn ring(&self, cell: CellId) -> impl Iterator<Item = DVec2> + Clone {
        let fixed = self.fixed().map(|fixed| fixed.ring(cell.fixed_number()));
        let tiled = self.fixed().is_none().then(|| {
            let corner = self.lattice().corner_in_metres(cell.tile);
            let ring = self.tile(cell.tile).vertices(cell.cell).iter();
            ring.map(move |vertex| corner + vertex.as_dvec2())
        });
        fixed.into_iter().flatten().chain(tiled.into_iter().flatten())
    }

    /// The end points of a cell's sides, counter-clockwise; metres.
    pub(crate) fn sides(&self, cell: CellId) -> impl Iterator<Item = [DVec2; 2]> {
        let mut ring = self.ring(cell);
        let last = ring.clone().last();
        let mut from = last.unwrap_or_default();
        std::iter::from_fn(move || {
            let to = ring.next()?;
            Some([std::mem::replace(&mut from, to), to])
        })
    }

    /// Calls `each` with the ends of all sides of a cell, as [`sides`](Self::sides) gives them.
    pub(crate) fn each_side(&self, cell: CellId, mut each: impl FnMut([DVec2; 2])) {
        if self.is_fixed() {
            return self.sides(cell).for_each(each);
        }
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

    /// The ways out of a cell; the cell beyond has the same portal, seen from there. Where obstacles are nearer to each other than
    /// 1/1024 m there is none. A portal may be narrower, where cells nearly meet in a point on open ground.
    pub fn portals(&self, cell: CellId) -> impl Iterator<Item = Portal> {
        let wide = self.exists(cell).then(|| self.wide_portals(cell));
        wide.into_iter().flatten().map(|portal| Portal {
            cell: portal.cell,
            left: portal.left.as_vec2(),
            right: portal.right.as_vec2(),
        })
    }

    /// What the ground of a cell is like: of kind 0 and cost 1, where it lies in no area.
    pub fn area(&self, cell: CellId) -> Area {
        match self.fixed() {
            _ if !self.exists(cell) => Area::default(),
            Some(fixed) => fixed.area(cell.fixed_number()),
            None => self.tile(cell.tile).area(cell.cell),
        }
    }

    /// The connected part of the mesh to which a cell belongs.
    pub fn component(&self, cell: CellId) -> Component {
        if !self.exists(cell) {
            return Component::NOWHERE;
        }
        if let Some(fixed) = self.fixed() {
            return Component::numbered(fixed.joined(cell.fixed_number()));
        }
        self.islands().component(cell.tile, self.tile(cell.tile).label(cell.cell))
    }

    /// The number of a cell among all cells of the mesh.
    pub(crate) fn number_of(&self, cell: CellId) -> u32 {
        if self.is_fixed() {
            return cell.fixed_number();
        }
        self.first_cell(cell.tile) + cell.cell as u32
    }

    pub(crate) fn wide_portals(&self, id: CellId) -> impl Iterator<Item = WidePortal> {
        let fixed = self.fixed().into_iter().flat_map(move |fixed| {
            let portals = fixed.sides(id.fixed_number()).filter(|side| side.is_portal);
            portals.filter_map(|side| {
                let cell = CellId::of_fixed(side.beyond?);
                Some(WidePortal { cell, left: side.to, right: side.from })
            })
        });
        let tiled = self.fixed().is_none().then(|| self.tiled_portals(id));
        fixed.chain(tiled.into_iter().flatten())
    }

    /// Calls `each` with the portals of a cell that may hold a point of its border: all, less those on borders of its tile
    /// far from there.
    pub(crate) fn each_portal_near(
        &self,
        id: CellId,
        point: DVec2,
        mut each: impl FnMut(WidePortal),
    ) {
        if self.is_fixed() {
            return self.wide_portals(id).for_each(each);
        }
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
    pub(crate) fn inner_portals(&self, id: CellId) -> impl Iterator<Item = WidePortal> {
        let corner = self.lattice().corner_in_metres(id.tile);
        self.tile(id.tile).portals(id.cell).map(move |portal| WidePortal {
            cell: CellId { tile: id.tile, cell: portal.beyond },
            left: corner + portal.left.as_dvec2(),
            right: corner + portal.right.as_dvec2(),
        })
    }

    fn tiled_portals(&self, id: CellId) -> impl Iterator<Item = WidePortal> {
        let outer = TileEdge::ALL.into_iter().flat_map(move |edge| self.portals_across(id, edge));
        self.inner_portals(id).chain(outer)
    }

    /// The portals to the neighbouring tile across one edge.
    pub(crate) fn portals_across(
        &self,
        id: CellId,
        edge: TileEdge,
    ) -> impl Iterator<Item = WidePortal> {
        let tile = self.tile(id.tile);
        let found = tile.border_index(id.cell, edge).and_then(|index| {
            let beyond = self.tile_across(id.tile, edge)?;
            let stitches = match edge {
                TileEdge::East => self.seam_east(id.tile).of_before(index),
                TileEdge::North => self.seam_north(id.tile).of_before(index),
                TileEdge::West => self.seam_east(beyond).of_behind(index),
                TileEdge::South => self.seam_north(beyond).of_behind(index),
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
