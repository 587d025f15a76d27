//! Which cells of tiles hold a point.

use glam::{DVec2, I64Vec2, Vec2};

use super::sites::TiledCells;
use crate::areas::Footing;
use crate::bounds::Bounds;
use crate::cells::id::CellId;
use crate::kernel::outline::{floor, quantised};
use crate::tolerances::{AT_CROSSING, SAME_VERTEX, UNITS_PER_METRE};

impl TiledCells {
    /// Returns what the ground at a place (metres) is like, or that it is not free; `None` where it is so near to the border of
    /// a cell that this may be a rounding.
    pub(crate) fn ground_at(&self, at: DVec2) -> Option<Option<Footing>> {
        let point = at * UNITS_PER_METRE;
        let low = floor(point);
        let covering = |depth: f64| {
            let local = |tile: u32| point - self.lattice().corner(tile).as_dvec2();
            let mut tiles = self.lattice().touching(low, low + 1);
            let covering = |tile| Some((tile, self.tile(tile).covering(local(tile), depth)?));
            tiles.find_map(covering)
        };
        match covering(SAME_VERTEX) {
            Some((tile, cell)) => Some(Some(self.tile(tile).footing(cell))),
            None => covering(-SAME_VERTEX).is_none().then_some(None),
        }
    }

    pub(crate) fn has_inside(&self, cell: CellId, point: Vec2, bounds: &Bounds) -> bool {
        let is_there = cell.tile < self.tile_count() && cell.cell < self.cells_of_part(cell.tile);
        if !is_there || !bounds.contains(point) {
            return false;
        }
        let local = quantised(point) - self.lattice().corner(cell.tile);
        let in_tile = local.cmpgt(I64Vec2::ZERO).all()
            && local.cmplt(I64Vec2::splat(self.lattice().size)).all();
        in_tile && self.tile(cell.tile).has_inside(cell.cell, local)
    }

    pub(crate) fn at(&self, point: I64Vec2) -> impl Iterator<Item = CellId> {
        self.lattice().touching(point, point).flat_map(move |tile| {
            let cells = self.in_tile(tile, point).map(|local| self.tile(tile).cells_at(local));
            cells.into_iter().flatten().map(move |cell| CellId { tile, cell })
        })
    }

    pub(crate) fn first_at(&self, point: I64Vec2) -> Option<CellId> {
        self.lattice().touching(point, point).find_map(|tile| {
            let id = |cell| CellId { tile, cell };
            let mut cells = self.tile(tile).cells_at(self.in_tile(tile, point)?).map(id);
            let first = cells.next()?;
            // At a corner, a splinter without ways out may hold the point, too.
            let leads_on = |&cell: &CellId| self.portals(cell).next().is_some();
            let is_dead_end = !leads_on(&first);
            Some(is_dead_end.then(|| cells.find(leads_on)).flatten().unwrap_or(first))
        })
    }

    /// A lattice point as a tile names it, if it lies in the tile or on its border.
    fn in_tile(&self, tile: u32, point: I64Vec2) -> Option<I64Vec2> {
        let local = point - self.lattice().corner(tile);
        let size = I64Vec2::splat(self.lattice().size);
        (local.cmpge(I64Vec2::ZERO).all() && local.cmple(size).all()).then_some(local)
    }

    /// The cells that meet at the end of a door; metres.
    pub(super) fn meeting_at(&self, at: DVec2) -> impl Iterator<Item = CellId> {
        let at = at * UNITS_PER_METRE;
        let near = self.lattice().touching(floor(at - AT_CROSSING), floor(at + AT_CROSSING));
        near.flat_map(move |tile| {
            let local = at - self.lattice().corner(tile).as_dvec2();
            let cells = self.tile(tile).cells_meeting_at(local);
            cells.map(move |cell| CellId { tile, cell })
        })
    }

    /// The tiles that meet an area of a mesh with these bounds, in ascending order; none in an area that is not finite.
    pub(crate) fn tiles_within(
        &self,
        area: Bounds,
        Bounds { min, max }: Bounds,
    ) -> impl Iterator<Item = u32> + use<> {
        let finite = area.min.is_finite() && area.max.is_finite();
        // Beyond the bounds there is nothing, and coordinates may be too large for the lattice.
        let held = |end: Vec2| quantised(end.clamp(min - 1.0, max + 1.0));
        let tiles = finite.then(|| self.lattice().touching(held(area.min), held(area.max)));
        tiles.into_iter().flatten()
    }
}
