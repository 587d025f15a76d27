//! All queries of the real maps, where they are: found, never shorter than the exact length, nearly
//! as short.

use headless::scoring::path_queries::{ask, build_mesh};
use headless::sources::grid_map::GridMap;
use headless::sources::queries;
use hybrid::navmesh::Entry;

const MAPS: [&str; 6] =
    ["AcrosstheCape", "arena", "maze512-8-0", "orz103d", "random-100-33", "room-600-60"];

#[test]
fn every_query_is_answered_by_a_short_path() {
    let Some(folder) = crate::support::maps() else { return };
    for name in MAPS {
        let map = GridMap::read(&folder.join(format!("{name}.map"))).unwrap();
        let queries = queries::read(&folder.join(format!("{name}.queries")), &map).unwrap();
        let (mesh, build_ms) = build_mesh(&map, 0.0, None).unwrap();
        for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
            let report = ask(&mesh, &queries, entry, 1);
            println!("{name}: build {build_ms:.1} ms, {report:?}");
            assert_eq!(
                (report.found, report.below_optimal),
                (queries.len(), Some(0)),
                "{name}, {}",
                report.entry
            );
            let ratio = report.ratio_mean.unwrap();
            assert!((1.0 - 1e-6..=1.03).contains(&ratio), "{name}, {}: {ratio}", report.entry);
        }
    }
}

#[test]
fn baked_maps_give_shorter_paths_through_cells_of_less_memory() {
    let Some(folder) = crate::support::maps() else { return };
    for name in MAPS {
        let map = GridMap::read(&folder.join(format!("{name}.map"))).unwrap();
        let queries = queries::read(&folder.join(format!("{name}.queries")), &map).unwrap();
        let (tiles, _) = build_mesh(&map, 0.0, None).unwrap();
        let mesh = tiles.bake(&mut |_| {}).unwrap();
        assert!(mesh.cell_count() < tiles.cell_count(), "{name}");
        let bytes = mesh.size_in_bytes() as f64 / mesh.cell_count() as f64;
        println!("{name}: {} cells of {bytes:.0} bytes", mesh.cell_count());
        // Rooms have a straight vertex at every door.
        assert!(bytes <= 240.0, "{name}: {bytes} bytes a cell");
        for (entry, most) in [
            (Entry::Midpoint, 1.03),
            (Entry::Crossing, 1.013),
            (Entry::Portals, 1.005),
            (Entry::Exact, 1.000_001),
        ] {
            let report = ask(&mesh, &queries, entry, 1);
            println!("{name}: {report:?}");
            let (name, ratio) = (format!("{name}, {}", report.entry), report.ratio_mean.unwrap());
            assert_eq!((report.found, report.below_optimal), (queries.len(), Some(0)), "{name}");
            assert!((1.0 - 1e-6..=most).contains(&ratio), "{name}: {ratio}");
        }
    }
}

#[test]
fn benchmark_scenarios_are_read() {
    let Some(folder) = crate::support::maps() else { return };
    for name in MAPS {
        let file = folder.join(format!("{name}.scen"));
        if file.exists() {
            let map = GridMap::read(&folder.join(format!("{name}.map"))).unwrap();
            assert!(queries::read(&file, &map).unwrap().len() >= 100, "{name}");
        }
    }
}
