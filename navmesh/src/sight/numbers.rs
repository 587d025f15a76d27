//! Numbers for the corners of a mesh, given tile by tile as they are met, and kept through edits elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec2;

use super::sweep::Sighting;
use crate::mesh::NavMesh;
use crate::tiles::ground::Ground;
use crate::tiles::tile::Tile;
use crate::tiles::tiling::State;

/// Whether a place lies within a rectangle, not on its border.
fn is_inside((low, high): (DVec2, DVec2), at: DVec2) -> bool {
    at.cmpgt(low).all() && at.cmplt(high).all()
}

/// What is known of a tile.
#[derive(Clone, Debug, Default)]
struct Entry {
    /// `None`: nothing depends on the tile, or it has changed since.
    tile: Option<Arc<Tile>>,
    /// `None`: its corners were not met, or it has changed since.
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
    /// How many entries of `numbers` no tile uses any more.
    spent: usize,
}

/// Numbers that may be lost before it pays to begin anew, whatever their share.
const LOST_ALLOWANCE: usize = 1 << 12;

/// The same for entries that are no longer used: they only take memory.
const SPENT_ALLOWANCE: usize = 1 << 20;

impl Numbers {
    /// Follows the mesh: forgets the tiles that changed since it was last seen. Returns whether everything had to go.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) -> bool {
        if self.state.as_ref().is_some_and(|state| Arc::ptr_eq(state, mesh.state())) {
            return false;
        }
        self.state = Some(Arc::clone(mesh.state()));
        self.age += 1;
        let other = self.tiles.len() != mesh.ground_count() as usize;
        let lost = self.lost > self.places.len() / 2 + LOST_ALLOWANCE;
        let spent = self.spent > (self.numbers.len() / 2).max(SPENT_ALLOWANCE);
        if other || lost || spent || self.age == u32::MAX {
            self.clear(mesh.ground_count());
            return true;
        }
        for tile in 0..self.tiles.len() as u32 {
            self.follow_tile(mesh, tile);
        }
        false
    }

    fn follow_tile(&mut self, mesh: &NavMesh, tile: u32) {
        let entry = &mut self.tiles[tile as usize];
        let as_before = match (&entry.tile, mesh.shared_tile(tile)) {
            (Some(known), Some(now)) => Arc::ptr_eq(known, now),
            _ => false,
        };
        let Some(known) = entry.ground.take() else {
            if entry.tile.is_some() && !as_before {
                *entry = Entry { changed: self.age, ..Entry::default() };
            }
            return;
        };
        if mesh.ground_cell(tile).get().is_some_and(|now| Arc::ptr_eq(now, &known)) {
            entry.ground = Some(known);
        } else if as_before {
            // Only a neighbour has changed: what lies inside is as it was.
            mesh.ground_after(tile, &known);
            let inside = self.numbers_inside(mesh, tile, &known);
            self.take_in(mesh, tile, &inside);
            self.spent += known.corners.len();
        } else {
            self.lost += known.corners.len();
            *entry = Entry { changed: self.age, ..Entry::default() };
        }
    }

    fn clear(&mut self, tile_count: u32) {
        self.tiles.clear();
        self.tiles.resize(tile_count as usize, Entry::default());
        self.numbers.clear();
        self.shared.clear();
        self.places.clear();
        self.homes.clear();
        (self.age, self.lost, self.spent) = (1, 0, 0);
    }

    /// Counts the changes of the mesh.
    pub(crate) fn age(&self) -> u32 {
        self.age
    }

    /// Whether none of these tiles, all watched by then, has changed since an age.
    pub(crate) fn unchanged_since(&self, age: u32, tiles: &[u32]) -> bool {
        tiles.iter().all(|&tile| self.tiles[tile as usize].changed <= age)
    }

    /// Remembers to look whether a tile changes.
    pub(crate) fn watch(&mut self, mesh: &NavMesh, tile: u32) {
        let entry = &mut self.tiles[tile as usize];
        if entry.tile.is_none() {
            entry.tile = mesh.shared_tile(tile).cloned();
        }
        if entry.tile.is_none() {
            self.meet(mesh, tile);
        }
    }

    /// Gives numbers to the corners of a tile.
    fn meet(&mut self, mesh: &NavMesh, tile: u32) {
        if self.tiles[tile as usize].ground.is_none() {
            mesh.ground(tile);
            self.take_in(mesh, tile, &[]);
        }
    }

    /// Numbers the corners of a ground that is open. Those inside, in their order, have the numbers `before`; others there
    /// are new.
    fn take_in(&mut self, mesh: &NavMesh, tile: u32, before: &[u32]) {
        let Some(ground) = mesh.ground_cell(tile).get() else { return };
        let first = self.numbers.len() as u32;
        let changed = self.tiles[tile as usize].changed;
        let shared = mesh.shared_tile(tile).cloned();
        self.tiles[tile as usize] =
            Entry { tile: shared, ground: Some(Arc::clone(ground)), first, changed };
        let (inside, mut before) = (mesh.inside_of(tile), before.iter());
        for (corner, index) in ground.corners.iter().zip(0..) {
            let fresh = self.places.len() as u32;
            // What lies within a tile is known to no other.
            let number = if is_inside(inside, corner.at) {
                before.next().copied().unwrap_or(fresh)
            } else {
                *self.shared.entry(corner.at.to_array().map(f64::to_bits)).or_insert(fresh)
            };
            if number == fresh {
                self.places.push(corner.at);
                self.homes.push((tile, index));
            } else {
                self.homes[number as usize] = (tile, index);
            }
            self.numbers.push(number);
        }
    }

    /// The numbers of the corners inside a ground, in their order.
    fn numbers_inside(&self, mesh: &NavMesh, tile: u32, ground: &Ground) -> Vec<u32> {
        let (first, inside) = (self.tiles[tile as usize].first as usize, mesh.inside_of(tile));
        let numbers = ground.corners.iter().zip(&self.numbers[first..]);
        let within = numbers.filter(|(corner, _)| is_inside(inside, corner.at));
        within.map(|(_, &number)| number).collect()
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
