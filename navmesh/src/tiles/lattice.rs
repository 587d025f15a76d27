//! The square tiles that the bounds are divided into. They lie on one lattice for all meshes of a tile size, so that
//! the same world gives the same tiles wherever its bounds end.

use glam::{DVec2, I64Vec2, i64vec2};

use super::edge::TileEdge;
use crate::kernel::outline::floor;
use crate::tolerances::METRES_PER_UNIT;

/// A tile of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub(crate) u32);

/// The rows and columns of tiles that cover the bounds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lattice {
    /// The lattice coordinates of the first tile.
    first: I64Vec2,
    pub(crate) columns: i64,
    pub(crate) rows: i64,
    /// The side of a tile, in units.
    pub(crate) size: i64,
}

impl Lattice {
    /// The least lattice of tiles of `size` units that covers the box.
    pub(crate) fn covering(min: I64Vec2, max: I64Vec2, size: i64) -> Lattice {
        let first = i64vec2(min.x.div_euclid(size), min.y.div_euclid(size));
        let last = i64vec2((max.x - 1).div_euclid(size), (max.y - 1).div_euclid(size));
        Lattice { first, columns: last.x - first.x + 1, rows: last.y - first.y + 1, size }
    }

    pub(crate) fn tile_count(&self) -> i64 {
        self.columns * self.rows
    }

    /// The corner of a tile with the least coordinates, in units.
    pub(crate) fn corner(&self, tile: u32) -> I64Vec2 {
        // Far quicker than with 64 bits; there are never more tiles than 32 bits count.
        let columns = self.columns as u32;
        (self.first + i64vec2((tile % columns) as i64, (tile / columns) as i64)) * self.size
    }

    /// The corner of a tile with the least coordinates, in metres.
    pub(crate) fn corner_in_metres(&self, tile: u32) -> DVec2 {
        self.corner(tile).as_dvec2() * METRES_PER_UNIT
    }

    /// The tile to the east, if there is one.
    pub(crate) fn east_of(&self, tile: u32) -> Option<u32> {
        ((tile as i64 + 1) % self.columns != 0).then(|| tile + 1)
    }

    /// The tile to the west, if there is one.
    pub(crate) fn west_of(&self, tile: u32) -> Option<u32> {
        (tile as i64 % self.columns != 0).then(|| tile - 1)
    }

    /// The tile to the north, if there is one.
    pub(crate) fn north_of(&self, tile: u32) -> Option<u32> {
        let north = tile as i64 + self.columns;
        (north < self.tile_count()).then_some(north as u32)
    }

    /// The tile to the south, if there is one.
    pub(crate) fn south_of(&self, tile: u32) -> Option<u32> {
        let south = tile as i64 - self.columns;
        (south >= 0).then_some(south as u32)
    }

    /// The tile beyond an edge of a tile, if there is one.
    pub(crate) fn across(&self, tile: u32, edge: TileEdge) -> Option<u32> {
        match edge {
            TileEdge::East => self.east_of(tile),
            TileEdge::North => self.north_of(tile),
            TileEdge::West => self.west_of(tile),
            TileEdge::South => self.south_of(tile),
        }
    }

    /// The tiles whose insides meet the inside of the box (in units), in ascending order.
    pub(crate) fn overlapping(
        &self,
        min: I64Vec2,
        max: I64Vec2,
    ) -> impl Iterator<Item = u32> + use<> {
        self.between(self.at(min), self.at(max - 1))
    }

    /// Returns how many tiles the box overlaps.
    pub(crate) fn overlap_count(&self, min: I64Vec2, max: I64Vec2) -> i64 {
        let size = I64Vec2::splat(self.size);
        let first = (min.div_euclid(size) - self.first).max(I64Vec2::ZERO);
        let last =
            ((max - 1).div_euclid(size) - self.first).min(i64vec2(self.columns - 1, self.rows - 1));
        (last - first + 1).max(I64Vec2::ZERO).element_product()
    }

    /// The tiles whose closed squares hold the box (in units) or part of it, in ascending order.
    pub(crate) fn touching(&self, min: I64Vec2, max: I64Vec2) -> impl Iterator<Item = u32> + use<> {
        self.between(self.at(min - 1), self.at(max))
    }

    /// A tile and those that touch it, in ascending order.
    pub(crate) fn round(&self, tile: u32) -> impl Iterator<Item = u32> + use<> {
        let tile = tile as i64;
        let at = self.first + i64vec2(tile % self.columns, tile / self.columns);
        self.between(at - 1, at + 1)
    }

    /// The lattice coordinates of the tile whose half-open square holds a point (in units). Exact, as a quotient that is
    /// not whole differs from the next whole number by far more than an f64 is rounded; and faster than with integers.
    fn at(&self, point: I64Vec2) -> I64Vec2 {
        floor(point.as_dvec2() / self.size as f64)
    }

    /// The tiles between two lattice coordinates, both included.
    fn between(&self, first: I64Vec2, last: I64Vec2) -> impl Iterator<Item = u32> + use<> {
        let columns = self.columns;
        let first = (first - self.first).max(I64Vec2::ZERO);
        let last = (last - self.first).min(i64vec2(self.columns - 1, self.rows - 1));
        (first.y..=last.y).flat_map(move |row| {
            (first.x..=last.x).map(move |column| (row * columns + column) as u32)
        })
    }
}
