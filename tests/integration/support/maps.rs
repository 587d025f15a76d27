//! Maps with queries whose exact lengths are known: a small one of the repository, always, and larger ones of games where
//! they are.

use std::path::{Path, PathBuf};

use headless::sources::grid_map::GridMap;
use headless::sources::queries::{self, Query};

/// The name of the map in `tests/maps`; `small_map` draws it.
pub(crate) const SMALL: &str = "harbour";

/// The maps of games and generators, from the smallest to the largest.
const LARGE: [&str; 6] =
    ["arena", "random-100-33", "orz103d", "maze512-8-0", "room-600-60", "AcrosstheCape"];

pub(crate) struct KnownMap {
    pub(crate) name: &'static str,
    folder: PathBuf,
}

impl KnownMap {
    pub(crate) fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.name))
    }

    pub(crate) fn grid(&self) -> GridMap {
        GridMap::read(&self.file("map")).unwrap()
    }

    /// Those with exact lengths.
    pub(crate) fn queries(&self) -> Vec<Query> {
        queries::read(&self.file("queries"), &self.grid()).unwrap()
    }
}

pub(crate) fn small() -> KnownMap {
    KnownMap { name: SMALL, folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("maps") }
}

/// Where the build found the larger maps.
const FOUND: Option<&str> = option_env!("HYBRIDNAV_MAPS_FOUND");

/// A larger map; only for tests that are ignored without them.
pub(crate) fn large_one(name: &'static str) -> KnownMap {
    let folder = FOUND.expect("tests that need larger maps are ignored where there are none");
    KnownMap { name, folder: folder.into() }
}

/// All larger maps; only for tests that are ignored without them.
pub(crate) fn large() -> impl Iterator<Item = KnownMap> {
    LARGE.into_iter().map(large_one)
}

/// Makes two tests of each check of a map: `small`, and `large`, which is ignored where the larger maps are missing.
macro_rules! on_maps {
    ($($check:ident),+ $(,)?) => {
        $(
            mod $check {
                #[test]
                fn small() {
                    super::$check(&$crate::support::maps::small());
                }

                #[test]
                #[cfg_attr(not(has_maps), ignore = "needs the maps of HYBRIDNAV_MAPS")]
                fn large() {
                    $crate::support::maps::large().for_each(|map| super::$check(&map));
                }
            }
        )+
    };
}
pub(crate) use on_maps;

/// The build looks for the folder beside the checkout only when it is made anew.
#[test]
fn the_build_knows_of_all_maps_that_are_there() {
    let folder = std::env::var_os("HYBRIDNAV_MAPS")
        .map_or_else(|| super::root().join("../shared/maps"), PathBuf::from);
    let there = folder.join("arena.map").exists();
    assert_eq!(there, cfg!(has_maps), "{}: touch tests/build.rs", folder.display());
}
