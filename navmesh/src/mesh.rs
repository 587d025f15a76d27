//! The mesh: its definition, its cells, and what they are made from.

use std::sync::{Arc, OnceLock};

use crate::areas::{Area, AreaId, AreaShape, GroundRule, KindCosts};
use crate::bounds::Bounds;
use crate::cells::baked::BakedCells;
use crate::cells::store::Cells;
use crate::cells::tiled::sites::{Rosters, TiledCells};
use crate::definition::{MeshDefinition, walls};
use crate::error::{CommitError, MeshError, ObstacleError};
use crate::fixed::cells::FixedCells;
use crate::links::{Link, LinkId};
use crate::obstacles::{Obstacle, ObstacleId, Role};
use crate::store::roster::SharedSlotMap;
use crate::tiles::carver::Carver;
use crate::tiles::crossings::Crossings;
use crate::tiles::lattice::TileId;
use crate::tiles::tile::Tile;
use crate::tiles::tiling::State;

/// What a [`NavMesh::commit`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The version of the mesh from now on; as before, where nothing changed.
    pub version: u64,
    /// The tiles whose cells changed, in ascending order.
    pub changed: Vec<TileId>,
}

/// The walkable part of a rectangle, as convex cells joined by portals.
///
/// A copy shares its tiles with the original: edits replace tiles and never change one, so a copy is a snapshot. It
/// costs microseconds, and may be read on another thread.
#[derive(Clone, Debug)]
pub struct NavMesh {
    definition: MeshDefinition,
    pub(crate) cells: Cells,
    obstacles: SharedSlotMap<ObstacleId, Obstacle>,
    areas: SharedSlotMap<AreaId, AreaShape>,
    links: SharedSlotMap<LinkId, Link>,
    /// New with every change of the links; copies share it.
    link_state: Arc<State>,
    /// Which parts of the ground the links join, found when somebody first asks.
    crossings: Arc<OnceLock<Crossings>>,
    version: u64,
    /// What a metre costs at least anywhere: at most 1.
    least_cost: f32,
}

/// What edits of the ground work on.
pub(crate) struct Editable<'a> {
    pub(crate) definition: &'a MeshDefinition,
    pub(crate) tiles: &'a mut TiledCells,
    pub(crate) obstacles: &'a mut SharedSlotMap<ObstacleId, Obstacle>,
    pub(crate) areas: &'a mut SharedSlotMap<AreaId, AreaShape>,
}

impl NavMesh {
    /// A mesh without obstacles: all of the bounds is walkable, or what the definition says of them.
    ///
    /// # Errors
    /// Bounds that are not finite, reversed, too far or too small for the radius; a radius, tile size or number of corner
    /// sides out of range; a walkable outline that is not valid, lies outside the bounds or is too detailed.
    pub fn new(definition: &MeshDefinition) -> Result<Self, MeshError> {
        let mut tiles = TiledCells::new(definition)?;
        let mut obstacles = SharedSlotMap::default();
        // What is no obstacle: it stays for ever and is not listed.
        for ring in walls(definition)? {
            let wall = Obstacle::new(ring, tiles.disc())?.with_role(Role::Wall);
            let id = obstacles.insert(wall).ok_or(ObstacleError::TooMany)?;
            if let Some(wall) = obstacles.get(id) {
                tiles.list(id, wall);
            }
        }
        let mut mesh = Self::of_cells(definition.clone(), Cells::Tiled(tiles), 0);
        mesh.obstacles = obstacles;
        mesh.commit()?;
        mesh.version = 1;
        Ok(mesh)
    }

    /// A mesh of cells that never change.
    pub(crate) fn of_baked(definition: MeshDefinition, cells: FixedCells) -> Self {
        let is_blunt = definition.kinds.exclude_any();
        let costs = (0..cells.count()).map(|cell| cells.area(cell).cost);
        let least_cost = if cells.has_areas() { costs.fold(1.0, f32::min) } else { 1.0 };
        let baked = Self::of_cells(definition, Cells::Baked(BakedCells::new(cells, is_blunt)), 1);
        Self { least_cost, ..baked }
    }

    fn of_cells(definition: MeshDefinition, cells: Cells, version: u64) -> Self {
        Self {
            definition,
            cells,
            obstacles: SharedSlotMap::default(),
            areas: SharedSlotMap::default(),
            links: SharedSlotMap::default(),
            link_state: Arc::default(),
            crossings: Arc::default(),
            version,
            least_cost: 1.0,
        }
    }

    /// Returns whether the mesh was baked or made from polygons, so that it cannot be edited.
    pub fn is_fixed(&self) -> bool {
        self.cells.tiles().is_none()
    }

    /// Opens the door of all edits of the ground: returns what they work on.
    ///
    /// # Errors
    /// A mesh that never changes.
    pub(crate) fn editable(&mut self) -> Result<Editable<'_>, ObstacleError> {
        let Self { definition, cells, obstacles, areas, .. } = self;
        let tiles = cells.tiles_mut().ok_or(ObstacleError::Fixed)?;
        Ok(Editable { definition, tiles, obstacles, areas })
    }

    /// Returns what the mesh was made for.
    pub fn definition(&self) -> &MeshDefinition {
        &self.definition
    }

    /// Counts the commits that changed the mesh, and the links that came and went; 1 for a new one.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the mesh with another version.
    pub(crate) fn with_version(self, version: u64) -> Self {
        Self { version, ..self }
    }

    /// Counts a change that is no commit.
    pub(crate) fn count_version(&mut self) {
        self.version += 1;
    }

    /// Returns the obstacles and areas, staged ones included.
    pub(crate) fn rosters(&self) -> Rosters<'_> {
        Rosters { obstacles: &self.obstacles, areas: &self.areas }
    }

    pub(crate) fn link_roster(&self) -> &SharedSlotMap<LinkId, Link> {
        &self.links
    }

    pub(crate) fn link_roster_mut(&mut self) -> &mut SharedSlotMap<LinkId, Link> {
        self.link_state = Arc::default();
        self.crossings = Arc::default();
        &mut self.links
    }

    /// Returns where it is kept which parts of the ground the links join.
    pub(crate) fn crossings_cell(&self) -> &OnceLock<Crossings> {
        &self.crossings
    }

    /// Returns whether edits are staged.
    pub(crate) fn has_staged(&self) -> bool {
        self.cells.tiles().is_some_and(TiledCells::has_staged)
    }

    /// Makes the staged edits take effect: rebuilds the tiles they touch and stitches their borders. It costs
    /// microseconds for each of these tiles, however large the mesh. The components are brought up to date when they
    /// are next asked for.
    ///
    /// # Errors
    /// A tile would have too many cells: nothing changes, and the edits stay staged.
    pub fn commit(&mut self) -> Result<Commit, CommitError> {
        let Self { cells, obstacles, areas, .. } = self;
        let built = match cells.tiles_mut() {
            Some(tiles) => tiles.build_staged(Rosters { obstacles, areas })?,
            None => Vec::new(),
        };
        Ok(self.replace_staged(built))
    }

    fn find_least_cost(&mut self) {
        let kinds = &self.definition.kinds;
        let of = |(_, shape): (_, &AreaShape)| match shape.ground {
            GroundRule::Area(definition) => kinds.cost(definition.footing().area),
            GroundRule::Surcharge(_) => 1.0,
        };
        let open = kinds.cost(Area::default()).min(1.0);
        self.least_cost = self.areas.iter().map(of).fold(open, f32::min);
    }

    /// Returns what a metre costs at least anywhere on the ground, with these factors: at most 1, and less where there are roads.
    pub fn least_cost(&self, kinds: &KindCosts) -> f32 {
        kinds.least(self.least_cost)
    }

    /// The tiles that staged edits touch, in ascending order.
    pub(crate) fn staged(&self) -> impl Iterator<Item = u32> {
        self.cells.tiles().into_iter().flat_map(TiledCells::staged)
    }

    /// Builds tiles from what is listed there.
    pub(crate) fn built_tiles(
        &self,
        tiles: impl Iterator<Item = u32>,
        carver: &mut Carver,
    ) -> Result<Vec<Arc<Tile>>, CommitError> {
        let store = self.cells.tiles();
        store.map_or(Ok(Vec::new()), |store| store.built_tiles(tiles, self.rosters(), carver))
    }

    /// Puts the tiles that were built for the staged edits in their places.
    pub(crate) fn replace_staged(&mut self, built: Vec<Arc<Tile>>) -> Commit {
        let tiles = self.cells.tiles_mut();
        let changed = tiles.map_or(Vec::new(), |tiles| tiles.replace_staged(built));
        if !changed.is_empty() {
            self.version += 1;
            self.crossings = Arc::default();
            self.find_least_cost();
        }
        Commit { version: self.version, changed }
    }

    /// The square of a tile, in metres; `None` for tiles of a larger mesh.
    pub fn tile_bounds(&self, tile: TileId) -> Option<Bounds> {
        self.cells.tiles()?.bounds_of(tile)
    }

    /// Returns what tells one state of a mesh and its links from another.
    pub(crate) fn states(&self) -> [&Arc<State>; 2] {
        [self.cells.state(), &self.link_state]
    }

    /// Returns whether this is a copy of another mesh, or the other of this, and no edit of either was committed since, nor a
    /// link changed: what was asked of one is the answer of the other. Edits that are staged do not count, as no query sees
    /// them before a [`commit`](Self::commit).
    pub fn is_copy_of(&self, other: &NavMesh) -> bool {
        let pairs = self.states().into_iter().zip(other.states());
        self.version() == other.version() && pairs.into_iter().all(|(p, q)| Arc::ptr_eq(p, q))
    }

    /// The bytes of what the mesh keeps for exact paths and distance fields: what sight needs of the parts that were
    /// asked for, and, on meshes that never change, the whole corner graph. Not part of
    /// [`size_in_bytes`](Self::size_in_bytes); what a [`Search`](crate::Search) learns by itself is not counted.
    pub fn exact_size_in_bytes(&self) -> usize {
        self.cells.sight_size_in_bytes()
    }

    /// The bytes of the mesh: cells, portals, components (where they have been asked for) and obstacles, without the
    /// allocator's own. Copies share most of them.
    pub fn size_in_bytes(&self) -> usize {
        let of_obstacle = |(_, obstacle): (_, &Obstacle)| obstacle.size_in_bytes();
        let of_area = |(_, area): (_, &AreaShape)| area.size_in_bytes();
        size_of::<Self>()
            + self.cells.size_in_bytes()
            + self.obstacles.size_in_bytes()
            + self.obstacles.iter().map(of_obstacle).sum::<usize>()
            + self.links.size_in_bytes()
            + self.areas.size_in_bytes()
            + self.areas.iter().map(of_area).sum::<usize>()
    }
}
