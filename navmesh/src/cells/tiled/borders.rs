//! The borders of cells of tiles, cut into portals and walls.

use glam::{DVec2, Vec2};

use super::sites::TiledCells;
use crate::cells::id::{CellId, Cuts, WidePortal};
use crate::tiles::edge::TileEdge;
use crate::tiles::tile::InnerPortal;
use crate::tolerances::{METRES_PER_UNIT, SAME_CORNER, VERTEX_ROUNDING};

impl TiledCells {
    /// Calls `each` with the parts of a cell's border. Ends that are the same corner become one.
    pub(crate) fn each_part(
        &self,
        cell: CellId,
        cuts: &mut Cuts,
        mut each: impl FnMut(u16, DVec2, Option<CellId>),
    ) {
        let corner = self.lattice().corner_in_metres(cell.tile);
        let rounding = self.lattice().size as f64 * METRES_PER_UNIT * VERTEX_ROUNDING;
        let rounding = rounding.min(SAME_CORNER);
        let tile = self.tile(cell.tile);
        let ring = tile.vertices(cell.cell);
        let Some(&last) = ring.last() else { return };
        let place = |vertex: Vec2| corner + vertex.as_dvec2();
        let cut = |side: usize, portal: WidePortal| {
            let (from, to) =
                (place(if side == 0 { last } else { ring[side - 1] }), place(ring[side]));
            (side as u16, (portal.right - from).dot(to - from), portal)
        };
        cuts.clear();
        for (side, InnerPortal { beyond, left, right }) in tile.portals_on_sides(cell.cell) {
            let cell = CellId { tile: cell.tile, cell: beyond };
            cuts.push(cut(side, WidePortal { cell, left: place(left), right: place(right) }));
        }
        if tile.is_at_border(cell.cell) {
            for (number, side) in tile.sides(cell.cell).enumerate() {
                if let Some(&edge) = TileEdge::ALL.get(side.line() as usize) {
                    let outer = self.portals_across(cell, edge);
                    cuts.extend(outer.map(|portal| cut(number, portal)));
                }
            }
        }
        cuts.sort_unstable_by(|p, q| p.0.cmp(&q.0).then(p.1.total_cmp(&q.1)));
        let is_apart = |p: DVec2, q: DVec2| p.distance(q) > rounding;
        let (mut rest, mut from) = (&cuts[..], place(last));
        for (side, &to) in (0..).zip(ring) {
            let mut at = from;
            from = place(to);
            while let Some(((_, _, portal), others)) =
                rest.split_first().filter(|(cut, _)| cut.0 == side)
            {
                rest = others;
                if is_apart(at, portal.right) {
                    each(side, at, None);
                }
                each(side, portal.right, Some(portal.cell));
                at = portal.left;
            }
            if is_apart(at, from) {
                each(side, at, None);
            }
        }
    }

    /// Returns whether two sides of cells lie on one line, exactly.
    pub(crate) fn are_in_line(&self, sides: [(CellId, u16); 2]) -> bool {
        let normal = |(cell, side): (CellId, u16)| {
            let tile = self.tile(cell.tile);
            let line = tile.line(tile.side(cell.cell, side as usize));
            (line.a, line.b)
        };
        normal(sides[0]) == normal(sides[1])
    }
}
