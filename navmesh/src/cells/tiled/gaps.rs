//! What cells share of their borders, made from their lines anew.

use glam::{DVec2, dvec2};

use super::sites::TiledCells;
use crate::cells::doors::Gap;
use crate::tiles::edge::{TileEdge, name_across};
use crate::tiles::tile::Tile;
use crate::tolerances::{LEAST_SLIT, ON_LATTICE};

impl TiledCells {
    /// Returns what the cells of a tile share with others, sorted by cell, and round it.
    pub(super) fn gaps(&self, tile: u32) -> Vec<Gap> {
        let own = self.tile(tile);
        let gap = |cell: u16, side: usize, ends: [DVec2; 2], beyond: (u32, u32)| {
            let [from, to] = own.side_ends(cell, side);
            let along = ends[0].dot((to - from).as_dvec2());
            Gap { cell: cell as u32, side, along, ends, beyond }
        };
        let inner = own.sharp_overlaps(LEAST_SLIT).into_iter().map(|(overlap, [left, right])| {
            let beyond = (tile, overlap.beyond as u32);
            gap(overlap.cell, overlap.side as usize, [right, left], beyond)
        });
        let mut gaps: Vec<Gap> = inner.collect();
        for edge in TileEdge::ALL {
            if let Some(beyond) = self.tile_across(tile, edge) {
                let size = self.lattice().size as f64;
                for (cell, side, other, low, high) in common([own, self.tile(beyond)], edge) {
                    let ends = match edge {
                        TileEdge::East => [dvec2(size, low), dvec2(size, high)],
                        TileEdge::North => [dvec2(high, size), dvec2(low, size)],
                        TileEdge::West => [dvec2(0.0, high), dvec2(0.0, low)],
                        TileEdge::South => [dvec2(low, 0.0), dvec2(high, 0.0)],
                    };
                    gaps.push(gap(cell, side, ends, (beyond, other)));
                }
            }
        }
        gaps.sort_by(|p, q| {
            p.cell.cmp(&q.cell).then(p.side.cmp(&q.side)).then(p.along.total_cmp(&q.along))
        });
        gaps
    }
}

/// Returns what the cells of a tile share with those of the tile across an edge: the cell and its side, the name of the cell
/// beyond, and the interval along the edge.
fn common(tiles: [&Tile; 2], edge: TileEdge) -> Vec<(u16, usize, u32, f64, f64)> {
    let (own, other) = (tiles[0].sharp_border(edge), tiles[1].sharp_border(edge.opposite()));
    let (mut i, mut j, mut last, mut found) = (0, 0, f64::NEG_INFINITY, Vec::new());
    while let (Some(p), Some(q)) = (own.get(i), other.get(j)) {
        let (low, high) = (p.low.max(q.low), p.high.min(q.high));
        if high - low >= LEAST_SLIT {
            // Where one ends the next begins, whichever lines these crossings were computed from.
            let low = if (low - last).abs() <= ON_LATTICE { last } else { low };
            last = high;
            found.push((p.cell, p.side, name_across(edge.opposite(), q.index), low, high));
        }
        if p.high < q.high { i += 1 } else { j += 1 }
    }
    found
}
