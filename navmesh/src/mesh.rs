//! The mesh: its definition, its obstacles and tiles, and the edits that change them.

use std::sync::Arc;

use glam::{I64Vec2, Vec2};
use slotmap::SlotMap;

use crate::bounds::Bounds;
use crate::definition::{MeshDefinition, free_part, lattice_of};
use crate::error::{CommitError, MeshError, ObstacleError};
use crate::fixed::cells::FixedCells;
use crate::kernel::outline::{
    circumscribed, convex_ring, extent, in_metres, minkowski_sum, quantised,
};
use crate::tiles::islands::Islands;
use crate::tiles::lattice::{Lattice, TileId};
use crate::tiles::seam::Seam;
use crate::tiles::tile::{Edge, Tile};
use crate::tolerances::*;

slotmap::new_key_type! {
    /// Names an obstacle of a mesh, until it is removed.
    pub struct ObstacleId;
}

/// What a [`NavMesh::commit`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The version of the mesh from now on; as before, where nothing changed.
    pub version: u64,
    /// The tiles whose cells changed, in ascending order.
    pub changed: Vec<TileId>,
}

#[derive(Clone, Debug)]
struct Obstacle {
    outline: Vec<Vec2>,
    /// Grown by the agent radius; units.
    inflated: Vec<I64Vec2>,
}

/// A tile and its seams with the tiles to the east and north. Shared, so that a copy of the mesh keeps what it has.
#[derive(Clone, Debug, Default)]
struct Slot {
    tile: Arc<Tile>,
    east: Arc<Seam>,
    north: Arc<Seam>,
    obstacles: Vec<ObstacleId>,
    dirty: bool,
}

/// The walkable part of a rectangle, as convex cells joined by portals.
///
/// A copy shares its tiles with the original: edits replace tiles and never change one, so a copy is a snapshot.
#[derive(Clone, Debug)]
pub struct NavMesh {
    definition: MeshDefinition,
    /// The part of the bounds that centres may reach; units.
    free: (I64Vec2, I64Vec2),
    disc: Vec<I64Vec2>,
    lattice: Lattice,
    slots: Vec<Slot>,
    obstacles: SlotMap<ObstacleId, Obstacle>,
    dirty: Vec<u32>,
    /// New with every commit that changes the mesh: it also tells one state of a mesh from another.
    islands: Arc<Islands>,
    /// For each tile the number of its first cell, and the number of all cells at the end.
    first_cell: Vec<u32>,
    version: u64,
    /// The cells of a mesh that never changes, instead of tiles.
    fixed: Option<Arc<FixedCells>>,
}

impl NavMesh {
    /// An empty mesh: all of the bounds is walkable.
    ///
    /// # Errors
    /// Bounds that are not finite, too far or too small for the radius; a radius, tile size or number of corner sides
    /// out of range.
    pub fn new(definition: &MeshDefinition) -> Result<Self, MeshError> {
        let free = free_part(definition)?;
        let lattice = lattice_of(definition, free)?;
        let tile_count = lattice.tile_count() as usize;
        let mut mesh = Self {
            definition: definition.clone(),
            free,
            disc: circumscribed(definition.agent_radius, definition.corner_sides),
            slots: vec![Slot { dirty: true, ..Slot::default() }; tile_count],
            obstacles: SlotMap::with_key(),
            dirty: (0..tile_count as u32).collect(),
            islands: Arc::default(),
            first_cell: Vec::new(),
            version: 0,
            lattice,
            fixed: None,
        };
        // An empty tile has one cell, so this cannot fail.
        let _ = mesh.commit();
        mesh.version = 1;
        Ok(mesh)
    }

    /// A mesh of cells that never change.
    pub(crate) fn of_fixed(definition: MeshDefinition, cells: FixedCells) -> Self {
        let corner = quantised(definition.bounds.min);
        Self {
            definition,
            free: (corner, corner),
            disc: Vec::new(),
            lattice: Lattice::covering(corner, corner, 1),
            slots: Vec::new(),
            obstacles: SlotMap::with_key(),
            dirty: Vec::new(),
            islands: Arc::default(),
            first_cell: Vec::new(),
            version: 1,
            fixed: Some(Arc::new(cells)),
        }
    }

    /// The cells of a mesh that never changes; `None` where tiles hold the cells.
    pub(crate) fn fixed(&self) -> Option<&FixedCells> {
        self.fixed.as_deref()
    }

    /// Whether the mesh was baked or made from polygons, so that it cannot be edited.
    pub fn is_fixed(&self) -> bool {
        self.fixed.is_some()
    }

    /// What the mesh was made for.
    pub fn definition(&self) -> &MeshDefinition {
        &self.definition
    }

    /// Counts the commits that changed the mesh; 1 for a new one.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Stages a convex obstacle, given by its outline in metres, of either winding. It takes effect with the next
    /// [`commit`](Self::commit). Vertices are rounded to 1/1024 m. What lies outside the bounds does not matter.
    ///
    /// # Errors
    /// Fewer than three vertices, coordinates that are not finite, no area, not convex, wholly outside the bounds, or
    /// larger than 16 km; a mesh that never changes. The mesh is as before.
    pub fn add_obstacle(&mut self, outline: &[Vec2]) -> Result<ObstacleId, ObstacleError> {
        if self.is_fixed() {
            return Err(ObstacleError::Fixed);
        }
        let ring = convex_ring(outline)?;
        let (min, max) = extent(&ring);
        let box_ = Bounds::new(in_metres(min), in_metres(max));
        let bounds = self.definition.bounds;
        let (least, most) = (quantised(bounds.min), quantised(bounds.max));
        if min.cmpge(most).any() || max.cmple(least).any() {
            return Err(ObstacleError::OutsideBounds { extent: box_, bounds });
        }
        let inflated = canonical(minkowski_sum(&ring, &self.disc));
        let (min, max) = extent(&inflated);
        if (max - min).max_element() > OBSTACLE_LIMIT {
            let limit = (OBSTACLE_LIMIT as f64 * METRES_PER_UNIT) as f32;
            return Err(ObstacleError::TooLarge { extent: box_, limit });
        }
        let id = self
            .obstacles
            .insert(Obstacle { outline: ring.into_iter().map(in_metres).collect(), inflated });
        for tile in self.lattice.overlapping(min, max) {
            self.slots[tile as usize].obstacles.push(id);
            self.mark(tile);
        }
        Ok(id)
    }

    /// Stages the removal of an obstacle. It takes effect with the next [`commit`](Self::commit); the handle is stale
    /// at once.
    ///
    /// # Errors
    /// A stale handle; a mesh that never changes. The mesh is as before.
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Result<(), ObstacleError> {
        if self.is_fixed() {
            return Err(ObstacleError::Fixed);
        }
        let obstacle = self.obstacles.remove(id).ok_or(ObstacleError::Stale)?;
        let (min, max) = extent(&obstacle.inflated);
        for tile in self.lattice.overlapping(min, max) {
            self.slots[tile as usize].obstacles.retain(|&other| other != id);
            self.mark(tile);
        }
        Ok(())
    }

    /// The obstacles, staged ones included, with their outlines: counter-clockwise, rounded to 1/1024 m, not grown.
    pub fn obstacles(&self) -> impl Iterator<Item = (ObstacleId, &[Vec2])> {
        self.obstacles.iter().map(|(id, obstacle)| (id, obstacle.outline.as_slice()))
    }

    /// The obstacles, grown by the agent radius, in units.
    #[cfg(test)]
    pub(crate) fn inflated(&self) -> impl Iterator<Item = &[I64Vec2]> {
        self.obstacles.values().map(|obstacle| obstacle.inflated.as_slice())
    }

    /// The part of the bounds that centres may reach, in units.
    #[cfg(test)]
    pub(crate) fn free_part(&self) -> (I64Vec2, I64Vec2) {
        self.free
    }

    fn mark(&mut self, tile: u32) {
        if !std::mem::replace(&mut self.slots[tile as usize].dirty, true) {
            self.dirty.push(tile);
        }
    }

    /// Makes the staged edits take effect: rebuilds the tiles they touch, stitches their borders, and brings the
    /// components up to date.
    ///
    /// # Errors
    /// A tile would have too many cells: nothing changes, and the edits stay staged.
    pub fn commit(&mut self) -> Result<Commit, CommitError> {
        let mut dirty = self.dirty.clone();
        dirty.sort_unstable();
        let built = dirty.iter().map(|&tile| self.built(tile)).collect::<Result<Vec<_>, _>>()?;
        self.dirty.clear();
        let mut changed = Vec::new();
        for (tile, new) in dirty.into_iter().zip(built) {
            let slot = &mut self.slots[tile as usize];
            slot.dirty = false;
            if *slot.tile != new {
                slot.tile = Arc::new(new);
                changed.push(TileId(tile));
            }
        }
        if !changed.is_empty() {
            changed.iter().for_each(|&TileId(tile)| self.stitch(tile));
            self.number();
            self.version += 1;
        }
        Ok(Commit { version: self.version, changed })
    }

    fn built(&self, tile: u32) -> Result<Tile, CommitError> {
        let (corner, size) = (self.lattice.corner(tile), self.lattice.size);
        let local = |point: I64Vec2| (point - corner).clamp(I64Vec2::ZERO, I64Vec2::splat(size));
        let obstacles = self.slots[tile as usize].obstacles.iter();
        let rings = obstacles
            .map(|&id| self.obstacles[id].inflated.iter().map(|&point| point - corner).collect());
        let square = || Bounds::new(in_metres(corner), in_metres(corner + size));
        Tile::build(size, local(self.free.0), local(self.free.1), rings.collect())
            .ok_or_else(|| CommitError::TooManyCells { tile: square(), limit: CELL_COUNT_LIMIT })
    }

    /// Makes the four seams of a tile anew.
    fn stitch(&mut self, tile: u32) {
        let (west, south) = (self.lattice.west_of(tile), self.lattice.south_of(tile));
        for before in [Some(tile), west].into_iter().flatten() {
            if let Some(behind) = self.lattice.east_of(before) {
                let seam = Seam::new(
                    self.tile(before).border(Edge::East),
                    self.tile(behind).border(Edge::West),
                );
                self.slots[before as usize].east = Arc::new(seam);
            }
        }
        for before in [Some(tile), south].into_iter().flatten() {
            if let Some(behind) = self.lattice.north_of(before) {
                let seam = Seam::new(
                    self.tile(before).border(Edge::North),
                    self.tile(behind).border(Edge::South),
                );
                self.slots[before as usize].north = Arc::new(seam);
            }
        }
    }

    /// Numbers the cells and finds the components.
    fn number(&mut self) {
        let mut count = 0;
        self.first_cell.clear();
        for slot in &self.slots {
            self.first_cell.push(count);
            count += slot.tile.cell_count() as u32;
        }
        self.first_cell.push(count);
        let (lattice, slots) = (&self.lattice, &self.slots);
        let seams = (0..slots.len() as u32).flat_map(|before| {
            let slot = &slots[before as usize];
            let east = lattice.east_of(before).map(|behind| (before, behind, &*slot.east));
            let north = lattice.north_of(before).map(|behind| (before, behind, &*slot.north));
            east.into_iter().chain(north)
        });
        self.islands = Arc::new(Islands::new(slots.iter().map(|slot| &*slot.tile), seams));
    }

    pub(crate) fn tile(&self, tile: u32) -> &Tile {
        &self.slots[tile as usize].tile
    }

    pub(crate) fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    pub(crate) fn tile_count(&self) -> u32 {
        self.slots.len() as u32
    }

    pub(crate) fn islands(&self) -> &Arc<Islands> {
        &self.islands
    }

    /// The seam between a tile and the one to its east.
    pub(crate) fn seam_east(&self, tile: u32) -> &Seam {
        &self.slots[tile as usize].east
    }

    /// The seam between a tile and the one to its north.
    pub(crate) fn seam_north(&self, tile: u32) -> &Seam {
        &self.slots[tile as usize].north
    }

    /// The number of a tile's first cell among all cells of the mesh.
    pub(crate) fn first_cell(&self, tile: u32) -> u32 {
        self.first_cell[tile as usize]
    }

    /// How many cells the mesh has.
    pub fn cell_count(&self) -> usize {
        if let Some(fixed) = self.fixed() {
            return fixed.count() as usize;
        }
        self.first_cell.last().map_or(0, |&count| count as usize)
    }
}

/// A strictly convex ring from its least vertex.
fn canonical(mut ring: Vec<I64Vec2>) -> Vec<I64Vec2> {
    let least = (0..ring.len()).min_by_key(|&k| ring[k].to_array()).unwrap_or(0);
    ring.rotate_left(least);
    ring
}
