//! Large commits with the help of threads: tiles are built in parts.

use std::sync::Arc;

use crate::error::CommitError;
use crate::mesh::{Commit, NavMesh};
use crate::tiles::alike::Alike;
use crate::tiles::carver::Carver;
use crate::tolerances::TILES_A_PART;
use crate::workers::{Results, Workers};

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
        let (count, parts) = (tiles.len(), tiles.len().div_ceil(TILES_A_PART));
        // The mesh as it was when the work was given out.
        let mesh = self.clone();
        let building = Results::of(workers, parts, move |part| {
            let last = tiles.len().min((part + 1) * TILES_A_PART);
            let tiles = tiles[part * TILES_A_PART..last].iter().copied();
            mesh.built_tiles(tiles, &mut Carver::default())
        });
        let mut alike = Alike::default();
        let mut built = Vec::with_capacity(count);
        for part in building.iter() {
            let tiles = part.as_ref().map_err(Clone::clone)?;
            built.extend(tiles.iter().map(|tile| alike.joined(Arc::clone(tile))));
        }
        // The copy of the mesh goes before the mesh changes: what they share need not be doubled.
        drop(building);
        Ok(self.replace_staged(built))
    }
}
