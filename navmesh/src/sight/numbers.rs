//! Numbers for the corners of a mesh, given tile by tile as they are met, and kept through edits.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec2;

use super::reach::{Reach, directions_to};
use super::sweep::Sighting;
use crate::mesh::NavMesh;
use crate::store::sparse::Sparse;
use crate::tiles::ground::SightGraph;
use crate::tiles::tile::Tile;
use crate::tiles::tiling::State;

/// Tells places apart.
fn bits(at: DVec2) -> [u64; 2] {
    at.to_array().map(f64::to_bits)
}

/// Returns whether a place lies within a rectangle, not on its border.
fn is_inside(low: DVec2, high: DVec2, at: DVec2) -> bool {
    at.cmpgt(low).all() && at.cmplt(high).all()
}

/// What is known of a tile.
#[derive(Clone, Debug, Default)]
struct TileNumbers {
    /// `None`: nothing depends on the tile.
    tile: Option<Arc<Tile>>,
    /// `None`: its corners were not met, or it or one round it has changed since.
    ground: Option<Arc<SightGraph>>,
    /// The first of its corners in `numbers`.
    first: u32,
    /// The age in which the tile last changed as a whole.
    changed: u32,
    /// Later changes of parts of it: in which age, and the box round what changed; metres.
    parts: Vec<(u32, [DVec2; 2])>,
    before: Option<Before>,
}

/// What a tile's ground was like before changes: its corners keep their numbers.
#[derive(Clone, Debug)]
struct Before {
    ground: Arc<SightGraph>,
    first: u32,
}

/// Changes of parts of a tile that are told apart; what was learnt before older ones is no longer believed.
const MOST_PARTS: usize = 16;

/// The corners that were met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// Of the mesh for which the rest holds.
    state: Option<Arc<State>>,
    tiles: Sparse<TileNumbers>,
    /// For each tile the age in which it last changed, if anything depends on it.
    last_change: Vec<u32>,
    /// The last changes of parts of tiles, and the age of the last other one.
    recent: Vec<(u32, [DVec2; 2])>,
    before_recent: u32,
    /// For each corner of each tile its number.
    numbers: Vec<u32>,
    /// Corners on the borders of tiles, which several tiles know, by the bits of their coordinates.
    shared: BTreeMap<[u64; 2], u32>,
    /// For each number where it is, in metres, and a tile that knows it.
    places: Vec<DVec2>,
    homes: Vec<Sighting>,
    /// Counts the changes that were followed.
    age: u32,
    /// How many numbers were given up with corners that went.
    lost: usize,
    /// How many entries of `numbers` no tile uses any more.
    spent: usize,
}

/// Numbers that may be lost before it pays to begin anew, whatever their share.
const LOST_ALLOWANCE: usize = 1 << 12;

/// Entries no longer used that may be kept before it pays to begin anew: they only take memory.
const SPENT_ALLOWANCE: usize = 1 << 20;

impl Numbers {
    /// Follows the mesh: notes what changed since it was last seen. Returns whether everything had to go.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) -> bool {
        if self.state.as_ref().is_some_and(|state| Arc::ptr_eq(state, mesh.cells.state())) {
            return false;
        }
        self.state = Some(Arc::clone(mesh.cells.state()));
        self.age += 1;
        let other = self.tiles.len() != mesh.cells.ground_count() as usize;
        let lost = self.lost > self.places.len() / 2 + LOST_ALLOWANCE;
        let spent = self.spent > (self.numbers.len() / 2).max(SPENT_ALLOWANCE);
        if other || lost || spent || self.age == u32::MAX {
            self.clear(mesh.cells.ground_count());
            return true;
        }
        // Nothing was learnt of the others.
        let used: Vec<usize> = self.tiles.used().collect();
        used.into_iter().for_each(|tile| self.follow_tile(mesh, tile as u32));
        false
    }

    fn follow_tile(&mut self, mesh: &NavMesh, tile: u32) {
        let (entry, now) = (self.tiles.at(tile as usize), mesh.cells.shared_tile(tile));
        let stays = match (&entry.ground, mesh.cells.known_ground(tile)) {
            (Some(known), Some(now)) => Arc::ptr_eq(known, now),
            _ => false,
        };
        let Some(now) = now else {
            if !stays {
                *entry = TileNumbers { changed: self.age, ..TileNumbers::default() };
                self.last_change[tile as usize] = self.age;
                self.before_recent = self.age;
            }
            return;
        };
        let Some(known) = &entry.tile else { return };
        if !Arc::ptr_eq(known, now) {
            self.last_change[tile as usize] = self.age;
            match mesh.cells.changed_part(tile, known) {
                Some(part) => {
                    entry.parts.push((self.age, part));
                    self.recent.push((self.age, part));
                    if self.recent.len() > MOST_PARTS {
                        self.before_recent = self.before_recent.max(self.recent.remove(0).0);
                    }
                }
                None => {
                    (entry.changed, entry.parts) = (self.age, Vec::new());
                    self.before_recent = self.age;
                }
            }
            if entry.parts.len() > MOST_PARTS {
                entry.changed = entry.parts.remove(0).0;
            }
            entry.tile = Some(Arc::clone(now));
        }
        if !stays && let Some(ground) = entry.ground.take() {
            entry.before = Some(Before { ground, first: entry.first });
        }
    }

    fn clear(&mut self, tile_count: u32) {
        self.tiles = Sparse::new(tile_count as usize, TileNumbers::default());
        // Zeros that nobody looks at take no time.
        (self.before_recent, self.last_change) = (0, vec![0; tile_count as usize]);
        self.recent.clear();
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

    /// Returns whether surely nothing has changed since an age within a box round what was seen, relative to an apex.
    pub(crate) fn unchanged_since(&self, age: u32, apex: DVec2, extent: &Reach) -> bool {
        let mut later = self.recent.iter().rev().take_while(|part| part.0 > age);
        self.before_recent <= age && !later.any(|part| extent.touches(part.1.map(|end| end - apex)))
    }

    /// Puts into `cones` in which directions something may have changed since an age of what was seen from an apex: all
    /// these tiles were watched then. Returns whether that is known.
    pub(crate) fn changes_since(
        &self,
        age: u32,
        apex: DVec2,
        seen: &[Reach],
        cones: &mut Vec<[DVec2; 2]>,
    ) -> bool {
        for seen in seen.iter().filter(|seen| self.last_change[seen.tile as usize] > age) {
            let entry = &self.tiles[seen.tile as usize];
            if entry.changed > age {
                return false;
            }
            for (_, ends) in entry.parts.iter().rev().take_while(|part| part.0 > age) {
                let ends = ends.map(|end| end - apex);
                if seen.touches(ends) {
                    let Some(cone) = directions_to(ends) else { return false };
                    cones.push(cone);
                }
            }
        }
        true
    }

    /// Remembers to look whether a tile changes.
    pub(crate) fn watch(&mut self, mesh: &NavMesh, tile: u32) {
        let entry = self.tiles.at(tile as usize);
        if entry.tile.is_none() {
            entry.tile = mesh.cells.shared_tile(tile).cloned();
        }
        if entry.tile.is_none() {
            self.meet(mesh, tile);
        }
    }

    /// Gives numbers to the corners of a tile.
    fn meet(&mut self, mesh: &NavMesh, tile: u32) {
        let entry = &self.tiles[tile as usize];
        if entry.ground.is_none() {
            mesh.cells.ground(tile);
            self.take_in(mesh, tile);
        }
    }

    /// Numbers the corners of a ground that is open: as before, where there was one.
    fn take_in(&mut self, mesh: &NavMesh, tile: u32) {
        let Some(ground) = mesh.cells.known_ground(tile) else { return };
        let inside = mesh.cells.inside_of(tile);
        let entry = self.tiles.at(tile as usize);
        let mut known: Vec<([u64; 2], u32)> = Vec::new();
        if let Some(Before { ground, first }) = entry.before.take() {
            let corners = ground.corners.iter().zip(&self.numbers[first as usize..]);
            let corners = corners.filter(|(corner, _)| is_inside(inside.0, inside.1, corner.at));
            known.extend(corners.map(|(corner, &number)| (bits(corner.at), number)));
            known.sort_unstable();
            self.spent += ground.corners.len();
        }
        entry.tile = mesh.cells.shared_tile(tile).cloned();
        entry.ground = Some(Arc::clone(ground));
        entry.first = self.numbers.len() as u32;
        self.lost += known.len();
        for (corner, index) in ground.corners.iter().zip(0..) {
            let fresh = self.places.len() as u32;
            // What lies within a tile is known to no other.
            let number = if is_inside(inside.0, inside.1, corner.at) {
                let known_at = known.binary_search_by_key(&bits(corner.at), |known| known.0);
                self.lost -= known_at.is_ok() as usize;
                known_at.map_or(fresh, |index| known[index].1)
            } else {
                *self.shared.entry(bits(corner.at)).or_insert(fresh)
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

    /// The number of a corner that was seen.
    pub(crate) fn of(&mut self, mesh: &NavMesh, (tile, corner): Sighting) -> u32 {
        self.meet(mesh, tile);
        self.numbers[(self.tiles[tile as usize].first + corner) as usize]
    }

    /// Returns where a corner is; metres.
    pub(crate) fn place(&self, number: u32) -> DVec2 {
        self.places[number as usize]
    }

    /// A tile that knows a corner, and its number there.
    pub(crate) fn home(&mut self, mesh: &NavMesh, number: u32) -> Sighting {
        // If that tile has changed elsewhere, its corners are numbered anew there.
        self.meet(mesh, self.homes[number as usize].0);
        self.homes[number as usize]
    }

    /// Returns a tile that knows a corner which may have gone, or be known to another tile only, and its number there.
    pub(crate) fn find_home(&mut self, mesh: &NavMesh, number: u32) -> Option<Sighting> {
        let (at, home) = (self.places[number as usize], self.home(mesh, number));
        let there = mesh.cells.ground(home.0).corners.get(home.1 as usize);
        if there.is_some_and(|corner| corner.at == at) {
            return Some(home);
        }
        mesh.cells.grounds_meeting_at(at).find_map(|tile| {
            let corner =
                mesh.cells.ground(tile).corners.iter().position(|corner| corner.at == at)?;
            Some((tile, corner as u32))
        })
    }

    /// Returns how many corners were met so far.
    pub(crate) fn count(&self) -> usize {
        self.places.len()
    }
}
