//! Tiles that are alike become one: open country is.

use std::sync::Arc;

use super::tile::Tile;

/// Takes tiles in ascending order, and shares those that equal the one before them or the last one of a single cell.
#[derive(Default)]
pub(crate) struct Alike {
    last: Arc<Tile>,
    /// The last one of a single cell.
    open: Arc<Tile>,
}

impl Alike {
    /// Returns the tile that a new one equals, or else the new one.
    pub(crate) fn shared(&mut self, new: Tile) -> Arc<Tile> {
        if *self.last == new { Arc::clone(&self.last) } else { self.entered(Arc::new(new)) }
    }

    /// Returns the tile that one that may be shared already equals, or else that one.
    pub(crate) fn joined(&mut self, new: Arc<Tile>) -> Arc<Tile> {
        if self.last == new { Arc::clone(&self.last) } else { self.entered(new) }
    }

    fn entered(&mut self, new: Arc<Tile>) -> Arc<Tile> {
        self.last = if self.open == new { Arc::clone(&self.open) } else { new };
        if self.last.cell_count() == 1 {
            self.open = Arc::clone(&self.last);
        }
        Arc::clone(&self.last)
    }
}
