//! The store of a mesh that can be edited: its tiles, and what each is made from.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::I64Vec2;

use crate::areas::{AreaId, AreaShape, GroundRule, KindCosts};
use crate::bounds::Bounds;
use crate::definition::{MeshDefinition, free_part, lattice_of};
use crate::error::{CommitError, MeshError};
use crate::kernel::outline::{circumscribed, in_metres};
use crate::obstacles::{Obstacle, ObstacleId};
use crate::store::pages::SharedVec;
use crate::store::roster::SharedSlotMap;
use crate::tiles::alike::Alike;
use crate::tiles::carver::Carver;
use crate::tiles::ground::SightGraph;
use crate::tiles::lattice::{Lattice, TileId};
use crate::tiles::tile::Tile;
use crate::tiles::tiling::{Extent, OldGround, Rebuilt, State, Tiling};
use crate::tolerances::{CELL_COUNT_LIMIT, PLUG_REACH};

/// What a tile is made from.
#[derive(Clone, Debug, Default)]
struct Site {
    /// The obstacles that overlap it.
    obstacles: Vec<ObstacleId>,
    /// Those just beside it: the gaps between them and others may be too narrow to pass.
    beside: Vec<ObstacleId>,
    areas: Vec<AreaId>,
}

/// The obstacles and areas of a mesh, staged ones included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rosters<'a> {
    pub(crate) obstacles: &'a SharedSlotMap<ObstacleId, Obstacle>,
    pub(crate) areas: &'a SharedSlotMap<AreaId, AreaShape>,
}

/// The box round two.
fn joined(p: Extent, q: Extent) -> Extent {
    (p.0.min(q.0), p.1.max(q.1))
}

/// Cells in tiles, which edits cut anew.
#[derive(Clone, Debug)]
pub(crate) struct TiledCells {
    pub(super) tiling: Tiling,
    sites: SharedVec<Site>,
    /// The tiles that staged edits touch, with the boxes round these edits.
    dirty: BTreeMap<u32, Extent>,
    carver: Carver,
    /// The part of the bounds that centres may reach; units.
    free: Extent,
    disc: Arc<[I64Vec2]>,
    /// What kinds of ground cost, and which are left out.
    kinds: KindCosts,
}

impl TiledCells {
    /// Makes tiles without cells, all of them staged to be built.
    ///
    /// # Errors
    /// Those of a definition of which no tiles can be made.
    pub(crate) fn new(definition: &MeshDefinition) -> Result<Self, MeshError> {
        let free = free_part(definition)?;
        let lattice = lattice_of(definition, free)?;
        let tile_count = lattice.tile_count() as u32;
        Ok(Self {
            tiling: Tiling::new(lattice),
            sites: SharedVec::new(tile_count as usize),
            dirty: (0..tile_count).map(|tile| (tile, free)).collect(),
            carver: Carver::default(),
            free,
            disc: circumscribed(definition.agent_radius, definition.corner_sides).into(),
            kinds: definition.kinds,
        })
    }

    /// The disc by which obstacles grow, round the origin; units.
    pub(crate) fn disc(&self) -> &[I64Vec2] {
        &self.disc
    }

    /// The part of the bounds that centres may reach, in units.
    pub(crate) fn free_part(&self) -> Extent {
        self.free
    }

    /// Returns whether there may be corners that are not on the lattice of tiles, and so known but for a rounding: walls round
    /// ground that the definition excludes bend where it crosses stronger ground of other kinds.
    pub(super) fn may_bend_off_lattice(&self) -> bool {
        self.kinds.exclude_any()
    }

    pub(crate) fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    pub(crate) fn lattice(&self) -> &Lattice {
        &self.tiling.lattice
    }

    pub(crate) fn tile_count(&self) -> u32 {
        self.tiling.tile_count()
    }

    pub(crate) fn tile(&self, tile: u32) -> &Tile {
        self.tiling.tile(tile)
    }

    pub(crate) fn state(&self) -> &Arc<State> {
        self.tiling.state()
    }

    /// Returns where the ground of a tile is kept.
    pub(super) fn ground_cell(&self, tile: u32) -> &OnceLock<Arc<SightGraph>> {
        self.tiling.ground_cell(tile)
    }

    /// Returns what the ground of a tile was before edits.
    pub(super) fn old_ground(&self, tile: u32) -> Option<&OldGround> {
        self.tiling.old_ground(tile)
    }

    /// The square of a tile, in metres; `None` for tiles of a larger mesh.
    pub(crate) fn bounds_of(&self, TileId(tile): TileId) -> Option<Bounds> {
        (tile < self.tile_count()).then(|| self.square(tile))
    }

    fn square(&self, tile: u32) -> Bounds {
        let (corner, size) = (self.lattice().corner(tile), self.lattice().size);
        Bounds::new(in_metres(corner), in_metres(corner + size))
    }

    /// The obstacles that overlap a tile, staged ones included.
    pub(crate) fn obstacles_of<'a>(
        &'a self,
        tile: u32,
        Rosters { obstacles, .. }: Rosters<'a>,
    ) -> impl Iterator<Item = &'a Arc<Obstacle>> {
        let site = self.sites.get(tile as usize).map_or(&[][..], |site| &site.obstacles);
        site.iter().filter_map(move |&id| obstacles.get(id))
    }

    /// Returns whether edits are staged.
    pub(crate) fn has_staged(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// The tiles that staged edits touch, in ascending order.
    pub(crate) fn staged(&self) -> impl Iterator<Item = u32> {
        self.dirty.keys().copied()
    }

    fn edit_site(&mut self, tile: u32, extent: Extent, edit: impl FnOnce(&mut Site)) {
        if let Some(site) = self.sites.get_mut(tile as usize) {
            edit(site);
            let staged = self.dirty.entry(tile).or_insert(extent);
            *staged = joined(*staged, extent);
        }
    }

    /// Enters an obstacle at the tiles that it overlaps.
    pub(crate) fn list(&mut self, id: ObstacleId, obstacle: &Obstacle) {
        self.edit_sites(obstacle, |list| list.push(id));
    }

    /// Strikes an obstacle out at the tiles that it overlapped.
    pub(crate) fn unlist(&mut self, id: ObstacleId, obstacle: &Obstacle) {
        self.edit_sites(obstacle, |list| list.retain(|&other| other != id));
    }

    /// Edits the lists of the tiles that an obstacle overlaps, and of those just beside which it lies.
    fn edit_sites(&mut self, obstacle: &Obstacle, edit: impl Fn(&mut Vec<ObstacleId>)) {
        let (min, max) = obstacle.extent();
        let is_alone = self.lattice().overlap_count(min, max) == 1;
        let near = (min - PLUG_REACH, max + PLUG_REACH);
        for tile in self.lattice().overlapping(near.0, near.1) {
            let low = self.lattice().corner(tile);
            let high = low + self.lattice().size;
            let meets = min.cmplt(high).all() && max.cmpgt(low).all();
            if meets && (is_alone || obstacle.overlaps(low, high)) {
                self.edit_site(tile, near, |site| edit(&mut site.obstacles));
            } else if obstacle.overlaps(low - PLUG_REACH, high + PLUG_REACH) {
                self.edit_site(tile, near, |site| edit(&mut site.beside));
            }
        }
    }

    /// Enters an area at the tiles that it overlaps, or strikes it out there.
    pub(crate) fn list_area(&mut self, id: AreaId, shape: &AreaShape, listed: bool) {
        let boxes: Vec<Extent> = shape.parts().map(|(_, [min, max])| (min, max)).collect();
        let Some(extent) = boxes.iter().copied().reduce(joined) else { return };
        let tiles = boxes.iter().flat_map(|&(min, max)| self.lattice().overlapping(min, max));
        let mut tiles: Vec<u32> = tiles.collect();
        tiles.sort_unstable();
        tiles.dedup();
        for tile in tiles {
            self.edit_site(tile, extent, |site| match listed {
                true => site.areas.push(id),
                false => site.areas.retain(|&other| other != id),
            });
        }
    }

    /// Builds the tiles that staged edits touch.
    ///
    /// # Errors
    /// A tile would have too many cells.
    pub(crate) fn build_staged(
        &mut self,
        rosters: Rosters<'_>,
    ) -> Result<Vec<Arc<Tile>>, CommitError> {
        let mut carver = std::mem::take(&mut self.carver);
        let built = self.built_tiles(self.staged(), rosters, &mut carver);
        self.carver = carver;
        built
    }

    /// Builds tiles from what is listed there.
    ///
    /// # Errors
    /// A tile would have too many cells.
    pub(crate) fn built_tiles(
        &self,
        tiles: impl Iterator<Item = u32>,
        rosters: Rosters<'_>,
        carver: &mut Carver,
    ) -> Result<Vec<Arc<Tile>>, CommitError> {
        let mut alike = Alike::default();
        tiles.map(|tile| Ok(alike.shared(self.built(tile, rosters, carver)?))).collect()
    }

    /// Puts the tiles that were built for the staged edits in their places; returns those that are not as before.
    pub(crate) fn replace_staged(&mut self, built: Vec<Arc<Tile>>) -> Vec<TileId> {
        let staged = std::mem::take(&mut self.dirty);
        let rebuilt = staged.into_iter().zip(built);
        let rebuilt = rebuilt.map(|((number, extent), tile)| Rebuilt { number, tile, extent });
        self.tiling.replace(rebuilt.collect())
    }

    fn built(
        &self,
        tile: u32,
        rosters: Rosters<'_>,
        carver: &mut Carver,
    ) -> Result<Tile, CommitError> {
        let (corner, size) = (self.lattice().corner(tile), self.lattice().size);
        let local = |point: I64Vec2| (point - corner).clamp(I64Vec2::ZERO, I64Vec2::splat(size));
        carver.begin(self.kinds);
        let Site { obstacles, beside, areas } = &self.sites[tile as usize];
        for (ids, is_beside) in [(obstacles, false), (beside, true)] {
            for obstacle in ids.iter().filter_map(|&id| rosters.obstacles.get(id)) {
                let ring = obstacle.inflated_sides();
                carver.add(ring.map(|(from, divisor)| (from - corner, divisor)), is_beside);
            }
        }
        for &id in areas {
            let Some(shape) = rosters.areas.get(id) else { continue };
            for (ring, [min, max]) in shape.parts() {
                if (min - corner).cmplt(I64Vec2::splat(size)).all() && max.cmpgt(corner).all() {
                    let ring: Vec<I64Vec2> =
                        ring.iter().map(|at| at.as_i64vec2() - corner).collect();
                    match shape.ground {
                        GroundRule::Area(area) => carver.add_area(area, &ring),
                        GroundRule::Surcharge(amount) => carver.add_surcharge(amount, &ring),
                    }
                }
            }
        }
        carver.finish(size, local(self.free.0), local(self.free.1)).ok_or_else(|| {
            CommitError::TooManyCells { tile: self.square(tile), limit: CELL_COUNT_LIMIT }
        })
    }

    /// The bytes of tiles, seams, components, and of what is listed at the tiles.
    pub(crate) fn size_in_bytes(&self) -> usize {
        let of_site = |site: &Site| {
            let obstacles = size_of_val(&*site.obstacles) + size_of_val(&*site.beside);
            obstacles + size_of_val(&*site.areas)
        };
        self.tiling.size_in_bytes()
            + self.sites.size_in_bytes()
            + self.sites.iter().map(of_site).sum::<usize>()
    }
}
