//! The mesh: its definition, its obstacles and tiles, and the edits that change them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::{DVec2, I64Vec2};

use crate::areas::{self, AreaId, AreaShape};
use crate::bounds::Bounds;
use crate::definition::{MeshDefinition, free_part, lattice_of, walls};
use crate::error::{CommitError, MeshError, ObstacleError};
use crate::fixed::cells::FixedCells;
use crate::fixed::chart::Chart;
use crate::kernel::outline::{circumscribed, in_metres, quantised};
use crate::links::{Link, LinkId};
use crate::obstacles::{Obstacle, ObstacleId, Role};
use crate::store::pages::SharedVec;
use crate::store::roster::SharedSlotMap;
use crate::tiles::alike::Alike;
use crate::tiles::carver::Carver;
use crate::tiles::crossings::Crossings;
use crate::tiles::ground::SightGraph;
use crate::tiles::islands::Islands;
use crate::tiles::lattice::{Lattice, TileId};
use crate::tiles::seam::Seam;
use crate::tiles::tile::Tile;
use crate::tiles::tiling::{Extent, OldGround, Rebuilt, State, Tiling};
use crate::tolerances::*;

/// What a [`NavMesh::commit`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The version of the mesh from now on; as before, where nothing changed.
    pub version: u64,
    /// The tiles whose cells changed, in ascending order.
    pub changed: Vec<TileId>,
}

/// What a tile is made from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// The obstacles that overlap it.
    pub(crate) obstacles: Vec<ObstacleId>,
    /// Those just beside it: the gaps between them and others may be too narrow to pass.
    pub(crate) beside: Vec<ObstacleId>,
    areas: Vec<AreaId>,
}

/// The box round two.
fn joined(p: Extent, q: Extent) -> Extent {
    (p.0.min(q.0), p.1.max(q.1))
}

/// The walkable part of a rectangle, as convex cells joined by portals.
///
/// A copy shares its tiles with the original: edits replace tiles and never change one, so a copy is a snapshot. It
/// costs microseconds, and may be read on another thread.
#[derive(Clone, Debug)]
pub struct NavMesh {
    definition: MeshDefinition,
    /// The part of the bounds that centres may reach; units.
    free: (I64Vec2, I64Vec2),
    disc: Arc<[I64Vec2]>,
    tiling: Tiling,
    sites: SharedVec<Site>,
    obstacles: SharedSlotMap<ObstacleId, Obstacle>,
    areas: SharedSlotMap<AreaId, AreaShape>,
    links: SharedSlotMap<LinkId, Link>,
    /// New with every change of the links; copies share it.
    link_state: Arc<State>,
    /// Which parts of the ground the links join, found when somebody first asks.
    crossings: Arc<OnceLock<Crossings>>,
    /// The tiles that staged edits touch, with the boxes round these edits.
    dirty: BTreeMap<u32, Extent>,
    carver: Carver,
    version: u64,
    /// The cells of a mesh that never changes, instead of tiles.
    fixed: Option<Arc<FixedCells>>,
    /// The ground of these cells, made when a query first needs it.
    fixed_ground: Arc<OnceLock<Arc<SightGraph>>>,
    /// The whole corner graph of these cells, if it was asked for.
    fixed_chart: Arc<OnceLock<Chart>>,
}

impl NavMesh {
    /// A mesh without obstacles: all of the bounds is walkable, or what the definition says of them.
    ///
    /// # Errors
    /// Bounds that are not finite, reversed, too far or too small for the radius; a radius, tile size or number of corner
    /// sides out of range; a walkable outline that is not valid, lies outside the bounds or is too detailed.
    pub fn new(definition: &MeshDefinition) -> Result<Self, MeshError> {
        let free = free_part(definition)?;
        let lattice = lattice_of(definition, free)?;
        let tile_count = lattice.tile_count() as u32;
        let mut mesh = Self {
            definition: definition.clone(),
            free,
            disc: circumscribed(definition.agent_radius, definition.corner_sides).into(),
            tiling: Tiling::new(lattice),
            sites: SharedVec::new(tile_count as usize),
            obstacles: SharedSlotMap::default(),
            areas: SharedSlotMap::default(),
            links: SharedSlotMap::default(),
            link_state: Arc::default(),
            crossings: Arc::default(),
            dirty: BTreeMap::new(),
            carver: Carver::default(),
            version: 0,
            fixed: None,
            fixed_ground: Arc::default(),
            fixed_chart: Arc::default(),
        };
        (0..tile_count).for_each(|tile| mesh.edit_site(tile, free, |_| ()));
        mesh.add_walls()?;
        mesh.commit()?;
        mesh.version = 1;
        Ok(mesh)
    }

    /// A mesh of cells that never change.
    pub(crate) fn of_fixed(definition: MeshDefinition, cells: FixedCells) -> Self {
        let corner = quantised(definition.bounds.min);
        Self {
            definition,
            free: (corner, corner),
            disc: Arc::default(),
            tiling: Tiling::new(Lattice::covering(corner, corner, 1)),
            sites: SharedVec::default(),
            obstacles: SharedSlotMap::default(),
            areas: SharedSlotMap::default(),
            links: SharedSlotMap::default(),
            link_state: Arc::default(),
            crossings: Arc::default(),
            dirty: BTreeMap::new(),
            carver: Carver::default(),
            version: 1,
            fixed: Some(Arc::new(cells)),
            fixed_ground: Arc::default(),
            fixed_chart: Arc::default(),
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

    /// Counts the commits that changed the mesh, and the links that came and went; 1 for a new one.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Stages what is no obstacle: it stays for ever and is not listed.
    fn add_walls(&mut self) -> Result<(), MeshError> {
        for ring in walls(&self.definition)? {
            let wall = Obstacle::new(ring, &self.disc)?.with_role(Role::Wall);
            let id = self.obstacles.insert(wall).ok_or(ObstacleError::TooMany)?;
            self.list(id);
        }
        Ok(())
    }

    /// Takes over all obstacles of another mesh with the same definition, walls included: staged.
    pub(crate) fn take_obstacles(&mut self, obstacles: SharedSlotMap<ObstacleId, Obstacle>) {
        let old = std::mem::replace(&mut self.obstacles, obstacles.clone());
        old.iter().for_each(|(id, part)| self.unlist(id, part));
        obstacles.iter().for_each(|(id, _)| self.list(id));
    }

    /// Takes over all areas of another mesh with the same definition: staged.
    pub(crate) fn take_areas(&mut self, areas: SharedSlotMap<AreaId, AreaShape>) {
        areas.iter().for_each(|(id, shape)| self.list_area(id, shape, true));
        self.areas = areas;
    }

    pub(crate) fn area_roster(&self) -> &SharedSlotMap<AreaId, AreaShape> {
        &self.areas
    }

    /// Returns the mesh with another version.
    pub(crate) fn with_version(self, version: u64) -> Self {
        Self { version, ..self }
    }

    /// Counts a change that is no commit.
    pub(crate) fn count_version(&mut self) {
        self.version += 1;
    }

    /// Whether edits are staged.
    pub(crate) fn has_staged(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// The disc by which obstacles grow, round the origin; units.
    pub(crate) fn disc(&self) -> &[I64Vec2] {
        &self.disc
    }

    pub(crate) fn roster(&self) -> &SharedSlotMap<ObstacleId, Obstacle> {
        &self.obstacles
    }

    pub(crate) fn roster_mut(&mut self) -> &mut SharedSlotMap<ObstacleId, Obstacle> {
        &mut self.obstacles
    }

    pub(crate) fn link_roster(&self) -> &SharedSlotMap<LinkId, Link> {
        &self.links
    }

    pub(crate) fn link_roster_mut(&mut self) -> &mut SharedSlotMap<LinkId, Link> {
        self.link_state = Arc::default();
        self.crossings = Arc::default();
        &mut self.links
    }

    pub(crate) fn areas_mut(&mut self) -> &mut SharedSlotMap<AreaId, AreaShape> {
        &mut self.areas
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

    /// Whether a metre costs more than 1 in any cell, or any cell is of another kind than 0.
    pub fn has_areas(&self) -> bool {
        self.fixed().map_or_else(|| self.tiling.has_areas(), FixedCells::has_areas)
    }

    /// The obstacles that overlap a tile, staged ones included.
    pub(crate) fn obstacles_of(&self, tile: u32) -> impl Iterator<Item = &Arc<Obstacle>> {
        let site = self.sites.get(tile as usize).map_or(&[][..], |site| &site.obstacles);
        site.iter().filter_map(|&id| self.obstacles.get(id))
    }

    pub(crate) fn edit_site(&mut self, tile: u32, extent: Extent, edit: impl FnOnce(&mut Site)) {
        if let Some(site) = self.sites.get_mut(tile as usize) {
            edit(site);
            let staged = self.dirty.entry(tile).or_insert(extent);
            *staged = joined(*staged, extent);
        }
    }

    /// The obstacles, grown by the agent radius, and the plugs of narrow gaps between them; in units.
    #[cfg(test)]
    pub(crate) fn inflated(&self) -> impl Iterator<Item = Vec<I64Vec2>> {
        let grown = self.obstacles.iter().map(|(_, obstacle)| obstacle.inflated().collect());
        crate::kernel::plugs::with_plugs(grown.collect()).into_iter()
    }

    /// The part of the bounds that centres may reach, in units.
    pub(crate) fn free_part(&self) -> Extent {
        self.free
    }

    /// Makes the staged edits take effect: rebuilds the tiles they touch and stitches their borders. It costs
    /// microseconds for each of these tiles, however large the mesh. The components are brought up to date when they
    /// are next asked for.
    ///
    /// # Errors
    /// A tile would have too many cells: nothing changes, and the edits stay staged.
    pub fn commit(&mut self) -> Result<Commit, CommitError> {
        let mut carver = std::mem::take(&mut self.carver);
        let built = self.built_tiles(self.staged(), &mut carver);
        self.carver = carver;
        Ok(self.replace_staged(built?))
    }

    /// The tiles that staged edits touch, in ascending order.
    pub(crate) fn staged(&self) -> impl Iterator<Item = u32> {
        self.dirty.keys().copied()
    }

    /// Builds tiles from what is listed there.
    pub(crate) fn built_tiles(
        &self,
        tiles: impl Iterator<Item = u32>,
        carver: &mut Carver,
    ) -> Result<Vec<Arc<Tile>>, CommitError> {
        let mut alike = Alike::default();
        tiles.map(|tile| Ok(alike.shared(self.built(tile, carver)?))).collect()
    }

    /// Puts the tiles that were built for the staged edits in their places.
    pub(crate) fn replace_staged(&mut self, built: Vec<Arc<Tile>>) -> Commit {
        let staged = std::mem::take(&mut self.dirty);
        let rebuilt = staged.into_iter().zip(built);
        let rebuilt = rebuilt.map(|((number, extent), tile)| Rebuilt { number, tile, extent });
        let changed = self.tiling.replace(rebuilt.collect());
        if !changed.is_empty() {
            self.version += 1;
            self.crossings = Arc::default();
        }
        Commit { version: self.version, changed }
    }

    fn built(&self, tile: u32, carver: &mut Carver) -> Result<Tile, CommitError> {
        let (corner, size) = (self.lattice().corner(tile), self.lattice().size);
        let local = |point: I64Vec2| (point - corner).clamp(I64Vec2::ZERO, I64Vec2::splat(size));
        carver.begin(self.definition.kinds);
        let Site { obstacles, beside, areas } = &self.sites[tile as usize];
        for (ids, is_beside) in [(obstacles, false), (beside, true)] {
            for obstacle in ids.iter().filter_map(|&id| self.obstacles.get(id)) {
                let ring = obstacle.inflated_sides();
                carver.add(ring.map(|(from, divisor)| (from - corner, divisor)), is_beside);
            }
        }
        for &id in areas {
            let Some(shape) = self.areas.get(id) else { continue };
            for (ring, [min, max]) in shape.parts() {
                if (min - corner).cmplt(I64Vec2::splat(size)).all() && max.cmpgt(corner).all() {
                    let ring: Vec<I64Vec2> =
                        ring.iter().map(|at| at.as_i64vec2() - corner).collect();
                    match shape.ground {
                        areas::GroundRule::Area(area) => carver.add_area(area, &ring),
                        areas::GroundRule::Surcharge(amount) => carver.add_surcharge(amount, &ring),
                    }
                }
            }
        }
        carver.finish(size, local(self.free.0), local(self.free.1)).ok_or_else(|| {
            CommitError::TooManyCells { tile: self.square(tile), limit: CELL_COUNT_LIMIT }
        })
    }

    /// The square of a tile, in metres; `None` for tiles of a larger mesh.
    pub fn tile_bounds(&self, TileId(tile): TileId) -> Option<Bounds> {
        (tile < self.tile_count()).then(|| self.square(tile))
    }

    fn square(&self, tile: u32) -> Bounds {
        let (corner, size) = (self.lattice().corner(tile), self.lattice().size);
        Bounds::new(in_metres(corner), in_metres(corner + size))
    }

    pub(crate) fn tile(&self, tile: u32) -> &Tile {
        self.tiling.tile(tile)
    }

    /// The tile as copies share it: another where it has changed. `None` where there are no tiles.
    pub(crate) fn shared_tile(&self, tile: u32) -> Option<&Arc<Tile>> {
        (!self.is_fixed()).then(|| self.tiling.shared_tile(tile))
    }

    /// Where it is kept which parts of the ground the links join.
    pub(crate) fn crossings_cell(&self) -> &OnceLock<Crossings> {
        &self.crossings
    }

    /// The box round what differs between a tile and what it was just before, in metres; `None` if it was not that.
    pub(crate) fn changed_part(&self, tile: u32, before: &Arc<Tile>) -> Option<[DVec2; 2]> {
        let (min, max) = self.tiling.changed_part(tile, before)?;
        Some([min, max].map(|end| end.as_dvec2() * METRES_PER_UNIT))
    }

    pub(crate) fn lattice(&self) -> &Lattice {
        &self.tiling.lattice
    }

    pub(crate) fn tile_count(&self) -> u32 {
        self.tiling.tile_count()
    }

    /// New with every commit that changes the mesh; copies share it. It tells one state of a mesh from another.
    pub(crate) fn state(&self) -> &Arc<State> {
        self.tiling.state()
    }

    /// What tells one state of a mesh and its links from another.
    pub(crate) fn states(&self) -> [&Arc<State>; 2] {
        [self.state(), &self.link_state]
    }

    pub(crate) fn islands(&self) -> &Islands {
        self.tiling.islands()
    }

    /// Where the ground of a tile is kept, or that of all cells that never change.
    pub(crate) fn ground_cell(&self, ground: u32) -> &OnceLock<Arc<SightGraph>> {
        if self.is_fixed() { &self.fixed_ground } else { self.tiling.ground_cell(ground) }
    }

    /// What the ground of a tile was before edits.
    pub(crate) fn old_ground(&self, ground: u32) -> Option<&OldGround> {
        if self.is_fixed() { None } else { self.tiling.old_ground(ground) }
    }

    /// The bytes of what the mesh keeps for exact paths and distance fields: what sight needs of the parts that were
    /// asked for, and, on meshes that never change, the whole corner graph. Not part of
    /// [`size_in_bytes`](Self::size_in_bytes); what a [`Search`](crate::Search) learns by itself is not counted.
    pub fn exact_size_in_bytes(&self) -> usize {
        let fixed = self.fixed_ground.get().map_or(0, |ground| ground.size_in_bytes());
        let chart = self.fixed_chart.get().map_or(0, Chart::size_in_bytes);
        fixed + chart + self.tiling.grounds_size_in_bytes()
    }

    /// Where the whole corner graph of cells that never change is kept.
    pub(crate) fn chart_cell(&self) -> &OnceLock<Chart> {
        &self.fixed_chart
    }

    /// The whole corner graph of cells that never change, and its ground, if it was made.
    pub(crate) fn chart(&self) -> Option<(&SightGraph, &Chart)> {
        Some((self.fixed_ground.get()?, self.fixed_chart.get()?))
    }

    /// The seam between a tile and the one to its east.
    pub(crate) fn seam_east(&self, tile: u32) -> &Seam {
        self.tiling.seam_east(tile)
    }

    /// The seam between a tile and the one to its north.
    pub(crate) fn seam_north(&self, tile: u32) -> &Seam {
        self.tiling.seam_north(tile)
    }

    /// The number of a tile's first cell among all cells of the mesh.
    pub(crate) fn first_cell(&self, tile: u32) -> u32 {
        self.tiling.first_cell(tile)
    }

    /// How many cells the mesh has.
    pub fn cell_count(&self) -> usize {
        self.fixed().map_or_else(|| self.tiling.cell_count(), |fixed| fixed.count() as usize)
    }

    /// The bytes of the mesh: cells, portals, components (where they have been asked for) and obstacles, without the
    /// allocator's own. Copies share most of them.
    pub fn size_in_bytes(&self) -> usize {
        let of_obstacle = |(_, obstacle): (_, &Obstacle)| obstacle.size_in_bytes();
        let of_site = |site: &Site| {
            let obstacles = size_of_val(&*site.obstacles) + size_of_val(&*site.beside);
            obstacles + size_of_val(&*site.areas)
        };
        let of_area = |(_, area): (_, &AreaShape)| area.size_in_bytes();
        size_of::<Self>()
            + self.fixed().map_or(0, FixedCells::size_in_bytes)
            + self.tiling.size_in_bytes()
            + self.sites.size_in_bytes()
            + self.sites.iter().map(of_site).sum::<usize>()
            + self.obstacles.size_in_bytes()
            + self.obstacles.iter().map(of_obstacle).sum::<usize>()
            + self.links.size_in_bytes()
            + self.areas.size_in_bytes()
            + self.areas.iter().map(of_area).sum::<usize>()
    }
}
