//! Large commits with the help of threads: tiles are built in parts.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::error::CommitError;
use crate::mesh::{Commit, NavMesh};
use crate::tiles::alike::Alike;
use crate::tiles::carver::Carver;
use crate::tiles::tile::Tile;
use crate::tolerances::TILES_A_PART;
use crate::workers::{Parts, Workers};

/// The staged tiles of a mesh, to be built in parts.
struct Building {
    /// As it was when the work was given out.
    mesh: NavMesh,
    tiles: Vec<u32>,
    parts: Vec<OnceLock<Result<Vec<Arc<Tile>>, CommitError>>>,
}

impl Building {
    fn range(&self, part: usize) -> Range<usize> {
        let first = part * TILES_A_PART;
        first..(first + TILES_A_PART).min(self.tiles.len())
    }

    /// Returns the tiles of a part, which are built now unless somebody has.
    fn built(&self, part: usize) -> &Result<Vec<Arc<Tile>>, CommitError> {
        self.parts[part].get_or_init(|| {
            let tiles = self.tiles[self.range(part)].iter().copied();
            self.mesh.built_tiles(tiles, &mut Carver::default())
        })
    }
}

impl Parts for Building {
    fn count(&self) -> usize {
        self.parts.len()
    }

    fn part(&self, index: usize) {
        if index < self.parts.len() {
            self.built(index);
        }
    }
}

impl NavMesh {
    /// Makes the staged edits take effect as [`commit`](Self::commit) does, with the help of workers where many tiles are to
    /// be built. The mesh has the same bits then.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn commit_with(&mut self, workers: &dyn Workers) -> Result<Commit, CommitError> {
        let tiles: Vec<u32> = self.staged().collect();
        if tiles.len() <= TILES_A_PART {
            return self.commit();
        }
        let parts = vec![OnceLock::new(); tiles.len().div_ceil(TILES_A_PART)];
        let building = Arc::new(Building { mesh: self.clone(), tiles, parts });
        workers.run(Arc::<Building>::clone(&building));
        let mut alike = Alike::default();
        let mut built = Vec::with_capacity(building.tiles.len());
        for part in 0..building.count() {
            let tiles = building.built(part).as_ref().map_err(Clone::clone)?;
            built.extend(tiles.iter().map(|tile| alike.joined(Arc::clone(tile))));
        }
        // The copy of the mesh goes before the mesh changes: what they share need not be doubled.
        drop(building);
        Ok(self.replace_staged(built))
    }
}
