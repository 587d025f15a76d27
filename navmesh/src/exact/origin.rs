//! What a mesh was at one time: as long as it has only lost ground since, what no path could do then none can do now.

use std::sync::Arc;

use glam::I64Vec2;

use crate::mesh::NavMesh;
use crate::obstacles::Obstacle;
use crate::tiles::lattice::Lattice;
use crate::tiles::tile::Tile;
use crate::tiles::tiling::Extent;
use crate::tolerances::MOST_OBSTRUCTED;

/// A tile as it was.
#[derive(Clone, Debug)]
struct Was {
    tile: Arc<Tile>,
    /// What was cut out of it.
    obstacles: Box<[Arc<Obstacle>]>,
    /// The tile as it was last seen.
    now: Arc<Tile>,
}

/// The tiles of a mesh as they were, and how they have changed since.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    lattice: Lattice,
    bounds: Extent,
    tiles: Vec<Was>,
    /// The tiles that have changed.
    changed: Vec<u32>,
    /// The cells that there were, by tile and number, in which there are obstacles now: only there paths may come back to
    /// a cell that they left.
    obstructed: Vec<(u32, u32)>,
}

impl Origin {
    /// A mesh as it is now; `None` where changes of it cannot be told.
    pub(crate) fn new(mesh: &NavMesh) -> Option<Self> {
        let tiles = mesh.cells.tiles()?;
        if tiles.has_staged() || !mesh.definition().kinds.is_plain() {
            return None;
        }
        let was = |number: u32| {
            let tile = Arc::clone(tiles.shared_tile(number));
            let obstacles = tiles.obstacles_of(number, mesh.rosters()).cloned().collect();
            Was { now: Arc::clone(&tile), tile, obstacles }
        };
        Some(Self {
            lattice: tiles.lattice().clone(),
            bounds: tiles.free_part(),
            tiles: (0..tiles.tile_count()).map(was).collect(),
            changed: Vec::new(),
            obstructed: Vec::new(),
        })
    }

    /// Looks what has changed; returns whether only obstacles have come that were not there, and not too many.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) -> bool {
        let Some(tiles) = mesh.cells.tiles() else { return false };
        if *tiles.lattice() != self.lattice || tiles.free_part() != self.bounds {
            return false;
        }
        for number in 0..self.tiles.len() as u32 {
            let was = &mut self.tiles[number as usize];
            let now = tiles.shared_tile(number);
            if Arc::ptr_eq(now, &was.now) {
                continue;
            }
            was.now = Arc::clone(now);
            let known = self.changed.binary_search(&number);
            // A tile is told by its obstacles, so it is what it was when they are.
            match (known, was.now == was.tile) {
                (Ok(place), true) => drop(self.changed.remove(place)),
                (Err(place), false) => self.changed.insert(place, number),
                _ => (),
            }
        }
        self.obstructed.clear();
        self.changed.iter().all(|&number| {
            let was = &self.tiles[number as usize];
            let is_still_there = |obstacle: &Arc<Obstacle>| {
                tiles.obstacles_of(number, mesh.rosters()).any(|other| Arc::ptr_eq(other, obstacle))
            };
            let corner = self.lattice.corner(number);
            for new in tiles.obstacles_of(number, mesh.rosters()) {
                if !was.obstacles.iter().any(|obstacle| Arc::ptr_eq(obstacle, new)) {
                    let extent = new.extent();
                    let cells = was.tile.cells_in(extent.0 - corner, extent.1 - corner);
                    self.obstructed.extend(cells.map(|cell| (number, cell as u32)));
                }
            }
            self.obstructed.len() <= MOST_OBSTRUCTED && was.obstacles.iter().all(is_still_there)
        })
    }

    /// Returns whether a tile is as it was.
    pub(crate) fn is_as_before(&self, tile: u32) -> bool {
        self.changed.binary_search(&tile).is_err()
    }

    /// The cells that there were, in which there are obstacles now.
    pub(crate) fn obstructed(&self) -> &[(u32, u32)] {
        &self.obstructed
    }

    /// The cells of a tile that held a lattice point; units.
    pub(crate) fn cells_at(&self, tile: u32, point: I64Vec2) -> impl Iterator<Item = (u32, u32)> {
        let cells = self.tiles[tile as usize].tile.cells_at(point - self.lattice.corner(tile));
        cells.map(move |cell| (tile, cell as u32))
    }
}
