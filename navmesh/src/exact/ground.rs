//! The mesh as a visibility sweep wants it: cells with their portals, and the corners at the portals' ends. Made tile by
//! tile when a sweep first gets there.
//!
//! Portals are rounded to f32 and have a least length. Sight is more delicate: it passes through slits where cuts nearly
//! meet on open ground, and along walls that are nearly in line. So doors are made anew from the cells' lines, in f64.

use std::collections::BTreeMap;

use glam::{DVec2, dvec2};

use super::corner::Corner;
use crate::cells::CellId;
use crate::fixed::cells::FixedCells;
use crate::mesh::NavMesh;
use crate::tiles::tile::{Edge, Tile};
use crate::tolerances::{LEAST_SLIT, METRES_PER_UNIT, ON_LATTICE};

/// The number of no corner.
pub(crate) const NO_CORNER: u32 = u32::MAX;

/// What two cells share of their borders, and the corners at its ends. Left and right as seen when leaving the cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Door {
    pub(crate) left: DVec2,
    pub(crate) right: DVec2,
    pub(crate) left_corner: u32,
    pub(crate) right_corner: u32,
    /// The cell beyond.
    pub(crate) beyond: CellId,
}

/// A door of a tile while that is opened: the cell, the cell beyond, the left and the right end in tile-local units.
type Gap = (u16, CellId, [DVec2; 2]);

/// The doors of the cells and the corners that were met so far, of one state of one mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    /// For each tile the first of its entries in `first_door`, or [`UNKNOWN`].
    tiles: Vec<u32>,
    /// For each cell of a known tile its first door, and one more at the end of the tile.
    first_door: Vec<u32>,
    doors: Vec<Door>,
    corners: Vec<Corner>,
    /// By the bits of their places.
    corner_of: BTreeMap<[u64; 2], u32>,
}

/// A tile that no sweep has met.
const UNKNOWN: u32 = u32::MAX;

impl Ground {
    /// Forgets everything.
    pub(crate) fn clear(&mut self, part_count: u32) {
        self.tiles.clear();
        self.tiles.resize(part_count as usize, UNKNOWN);
        self.first_door.clear();
        self.doors.clear();
        self.corners.clear();
        self.corner_of.clear();
    }

    /// The doors of a cell.
    pub(crate) fn doors(&mut self, mesh: &NavMesh, id: CellId) -> &[Door] {
        if self.tiles[id.tile as usize] == UNKNOWN {
            self.open(mesh, id.tile);
        }
        let entry = self.tiles[id.tile as usize] as usize + id.cell as usize;
        &self.doors[self.first_door[entry] as usize..self.first_door[entry + 1] as usize]
    }

    fn open(&mut self, mesh: &NavMesh, tile: u32) {
        self.tiles[tile as usize] = self.first_door.len() as u32;
        if let Some(fixed) = mesh.fixed() {
            self.open_fixed(mesh, fixed, tile);
            return;
        }
        let gaps = gaps(mesh, tile);
        let mut next = gaps.iter().peekable();
        for cell in 0..mesh.tile(tile).cell_count() {
            self.first_door.push(self.doors.len() as u32);
            while let Some(&(_, beyond, ends)) = next.next_if(|gap| gap.0 == cell) {
                let [left, right] = ends.map(|end| self.end(mesh, tile, end));
                let (left_corner, right_corner) = (left.1, right.1);
                let (left, right) = (left.0, right.0);
                self.doors.push(Door { left, right, left_corner, right_corner, beyond });
            }
        }
        self.first_door.push(self.doors.len() as u32);
    }

    /// The end of a door in metres, and the number of the corner there, if that is one.
    fn end(&mut self, mesh: &NavMesh, tile: u32, end: DVec2) -> (DVec2, u32) {
        let nearest = end.round();
        let corner = mesh.lattice().corner(tile);
        if (end - nearest).abs().max_element() > ON_LATTICE {
            return (mesh.lattice().corner_in_metres(tile) + end * METRES_PER_UNIT, NO_CORNER);
        }
        let point = corner + nearest.as_i64vec2();
        let at = point.as_dvec2() * METRES_PER_UNIT;
        (at, self.corner_number(mesh, at))
    }

    /// Cells that never change know what they share.
    fn open_fixed(&mut self, mesh: &NavMesh, fixed: &FixedCells, run: u32) {
        for cell in 0..mesh.cells_of_part(run) {
            self.first_door.push(self.doors.len() as u32);
            let number = mesh.number_of(CellId { tile: run, cell });
            for side in fixed.sides(number) {
                let Some(beyond) = side.beyond else { continue };
                let (left, right) = (side.to, side.from);
                let [left_corner, right_corner] =
                    [left, right].map(|end| self.corner_number(mesh, end));
                let beyond = CellId::of_fixed(beyond);
                self.doors.push(Door { left, right, left_corner, right_corner, beyond });
            }
        }
        self.first_door.push(self.doors.len() as u32);
    }

    fn corner_number(&mut self, mesh: &NavMesh, at: DVec2) -> u32 {
        // Both zeros have the same bits after this.
        let key = (at + DVec2::ZERO).to_array().map(f64::to_bits);
        if let Some(&known) = self.corner_of.get(&key) {
            return known;
        }
        let number = mesh.corner_at(at).map_or(NO_CORNER, |corner| {
            self.corners.push(corner);
            self.corners.len() as u32 - 1
        });
        self.corner_of.insert(key, number);
        number
    }

    pub(crate) fn corner(&self, number: u32) -> &Corner {
        &self.corners[number as usize]
    }

    /// How many corners were met so far.
    pub(crate) fn corner_count(&self) -> usize {
        self.corners.len()
    }
}

/// What the cells of a tile share with others, sorted by cell.
fn gaps(mesh: &NavMesh, tile: u32) -> Vec<Gap> {
    let inner = mesh.tile(tile).sharp_overlaps(LEAST_SLIT).into_iter().map(|overlap| {
        (overlap.cell, CellId { tile, cell: overlap.beyond }, [overlap.left, overlap.right])
    });
    let mut gaps: Vec<Gap> = inner.collect();
    for edge in Edge::ALL {
        if let Some(beyond) = mesh.tile_across(tile, edge) {
            let size = mesh.lattice().size as f64;
            let tiles = [mesh.tile(tile), mesh.tile(beyond)];
            for (cell, other, low, high) in common(tiles, edge) {
                let ends = match edge {
                    Edge::East => [dvec2(size, high), dvec2(size, low)],
                    Edge::North => [dvec2(low, size), dvec2(high, size)],
                    Edge::West => [dvec2(0.0, low), dvec2(0.0, high)],
                    Edge::South => [dvec2(high, 0.0), dvec2(low, 0.0)],
                };
                gaps.push((cell, CellId { tile: beyond, cell: other }, ends));
            }
        }
    }
    gaps.sort_by_key(|gap| gap.0);
    gaps
}

/// What the cells of a tile share with those of the tile across an edge: both cells, and the interval along the edge.
fn common(tiles: [&Tile; 2], edge: Edge) -> Vec<(u16, u16, f64, f64)> {
    let (own, other) = (tiles[0].sharp_border(edge), tiles[1].sharp_border(edge.opposite()));
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while let (Some(p), Some(q)) = (own.get(i), other.get(j)) {
        let (low, high) = (p.1.max(q.1), p.2.min(q.2));
        if high - low >= LEAST_SLIT {
            found.push((p.0, q.0, low, high));
        }
        if p.2 < q.2 { i += 1 } else { j += 1 }
    }
    found
}
