//! The maps and their queries.

use std::path::{Path, PathBuf};

use headless::command::bench::BenchResult;
use headless::scoring::path_queries::build_mesh;
use headless::sources::grid_map::GridMap;
use headless::sources::queries::{self, Query};
use hybrid::navmesh::NavMesh;

pub(crate) const MAPS: [&str; 6] =
    ["arena", "room-600-60", "maze512-8-0", "orz103d", "AcrosstheCape", "random-100-33"];

/// Metres: the side of a tile.
const TILE: f32 = 32.0;

/// A map with its queries and its meshes: tiles, and the same baked.
pub(crate) struct Ground {
    pub(crate) name: String,
    pub(crate) map: GridMap,
    pub(crate) queries: Vec<Query>,
    pub(crate) tiles: NavMesh,
    pub(crate) baked: NavMesh,
}

impl Ground {
    pub(crate) fn read(folder: &Path, name: &str) -> BenchResult<Self> {
        let map = GridMap::read(&folder.join(format!("{name}.map")))?;
        let queries = queries::read(&folder.join(format!("{name}.queries")), &map)?;
        let (tiles, _) = build_mesh(&map, 0.0, Some(TILE))?;
        let baked = tiles.bake(&mut |_| {})?;
        Ok(Self { name: name.into(), map, queries, tiles, baked })
    }
}

/// The folder of the maps, where there is one.
pub(crate) fn folder() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/maps");
    let folder = std::env::var_os("HYBRIDNAV_MAPS").map_or_else(beside, PathBuf::from);
    folder.join("arena.map").exists().then_some(folder)
}
