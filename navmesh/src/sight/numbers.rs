//! Numbers for the corners of a mesh, given tile by tile as they are met, and kept through edits elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec2;

use super::sweep::Sighting;
use crate::mesh::NavMesh;
use crate::tiles::ground::Ground;
use crate::tiles::tiling::State;

/// What is known of a tile.
#[derive(Clone, Debug, Default)]
struct Entry {
    /// `None`: the tile was not met, or has changed since.
    ground: Option<Arc<Ground>>,
    /// The first of its corners in `numbers`.
    first: u32,
    /// The age in which the tile last changed.
    changed: u32,
}

/// The corners that were met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// Of the mesh for which the rest holds.
    state: Option<Arc<State>>,
    tiles: Vec<Entry>,
    /// For each corner of each tile its number.
    numbers: Vec<u32>,
    /// Corners on the borders of tiles, which several tiles know, by the bits of their coordinates.
    shared: BTreeMap<[u64; 2], u32>,
    /// For each number where it is, in metres, and a tile that knows it.
    places: Vec<DVec2>,
    homes: Vec<Sighting>,
    /// Counts the changes that were followed.
    age: u32,
    /// How many numbers were given up with tiles that changed.
    lost: usize,
}

/// Numbers that may be lost before it pays to begin anew, whatever their share.
const LOST_ALLOWANCE: usize = 1 << 12;

impl Numbers {
    /// Follows the mesh: forgets the tiles that changed since it was last seen. Returns whether everything had to go.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) -> bool {
        if self.state.as_ref().is_some_and(|state| Arc::ptr_eq(state, mesh.state())) {
            return false;
        }
        self.state = Some(Arc::clone(mesh.state()));
        self.age += 1;
        let other = self.tiles.len() != mesh.ground_count() as usize;
        if other || self.lost > self.places.len() / 2 + LOST_ALLOWANCE || self.age == u32::MAX {
            self.clear(mesh.ground_count());
            return true;
        }
        for (tile, entry) in self.tiles.iter_mut().enumerate() {
            let Some(known) = &entry.ground else { continue };
            let now = mesh.ground_cell(tile as u32).get();
            if now.is_none_or(|now| !Arc::ptr_eq(now, known)) {
                self.lost += known.corners.len();
                entry.ground = None;
                entry.changed = self.age;
            }
        }
        false
    }

    fn clear(&mut self, tile_count: u32) {
        self.tiles.clear();
        self.tiles.resize(tile_count as usize, Entry::default());
        self.numbers.clear();
        self.shared.clear();
        self.places.clear();
        self.homes.clear();
        (self.age, self.lost) = (1, 0);
    }

    /// Counts the changes of the mesh.
    pub(crate) fn age(&self) -> u32 {
        self.age
    }

    /// Whether none of these tiles, all met by then, has changed since an age.
    pub(crate) fn unchanged_since(&self, age: u32, tiles: &[u32]) -> bool {
        tiles.iter().all(|&tile| self.tiles[tile as usize].changed <= age)
    }

    /// Gives numbers to the corners of a tile.
    pub(crate) fn meet(&mut self, mesh: &NavMesh, tile: u32) {
        if self.tiles[tile as usize].ground.is_some() {
            return;
        }
        mesh.ground(tile);
        let Some(ground) = mesh.ground_cell(tile).get() else { return };
        let (low, high) = mesh.inside_of(tile);
        self.tiles[tile as usize].ground = Some(Arc::clone(ground));
        self.tiles[tile as usize].first = self.numbers.len() as u32;
        for (index, corner) in ground.corners.iter().enumerate() {
            let (at, home) = (corner.at, (tile, index as u32));
            // What lies within a tile is known to no other.
            let inside = at.cmpgt(low).all() && at.cmplt(high).all();
            let fresh = self.places.len() as u32;
            let number = if inside {
                fresh
            } else {
                *self.shared.entry(at.to_array().map(f64::to_bits)).or_insert(fresh)
            };
            if number == fresh {
                self.places.push(at);
                self.homes.push(home);
            } else {
                self.homes[number as usize] = home;
            }
            self.numbers.push(number);
        }
    }

    /// The number of a corner that was seen.
    pub(crate) fn of(&mut self, mesh: &NavMesh, (tile, corner): Sighting) -> u32 {
        self.meet(mesh, tile);
        self.numbers[(self.tiles[tile as usize].first + corner) as usize]
    }

    /// Where a corner is; metres.
    pub(crate) fn place(&self, number: u32) -> DVec2 {
        self.places[number as usize]
    }

    /// A tile that knows a corner, and its number there.
    pub(crate) fn home(&mut self, mesh: &NavMesh, number: u32) -> Sighting {
        // If that tile has changed elsewhere, its corners are numbered anew there.
        self.meet(mesh, self.homes[number as usize].0);
        self.homes[number as usize]
    }

    /// How many corners were met so far.
    pub(crate) fn count(&self) -> usize {
        self.places.len()
    }
}
