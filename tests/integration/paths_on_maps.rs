//! All queries of maps: found, never shorter than the exact length, nearly as short, and exact paths just as long.

use headless::scoring::path_queries::{ask, build_mesh, length};
use headless::sources::queries;
use hybrid::navmesh::{Entry, NavMesh, PathOptions, Search};

use crate::support::maps::{KnownMap, on_maps};

/// How far an exact path may be from the exact length, as a share of it; metres below one metre.
const BAR: f64 = 1e-4;

/// The mesh of tiles of a map.
fn tiles(map: &KnownMap) -> NavMesh {
    build_mesh(&map.grid(), 0.0, None).unwrap().0
}

fn every_query_is_answered_by_a_short_path(map: &KnownMap) {
    let (name, mesh, queries) = (map.name, tiles(map), map.queries());
    for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
        let report = ask(&mesh, &queries, entry, 1);
        println!("{name}: {report:?}");
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

fn exact_paths_have_the_exact_lengths(map: &KnownMap) {
    let (tiles, queries) = (tiles(map), map.queries());
    let baked = tiles.bake(&mut |_| {}).unwrap();
    for (kind, mesh) in [("tiles", tiles), ("baked", baked)] {
        let (mut search, options) = (Search::default(), PathOptions::with_entry(Entry::Exact));
        let mut wrong = 0;
        for query in &queries {
            let (from, to, shortest) = (query.start, query.goal, query.exact.unwrap());
            let path = mesh.find_path(&mut search, from, to, &options).unwrap();
            assert_eq!((path.points.first(), path.points.last()), (Some(&from), Some(&to)));
            let length = length(&path.points);
            if (length - shortest).abs() > BAR * shortest.max(1.0) {
                wrong += 1;
                println!("{}, {kind}: {from} → {to}: {length}, shortest {shortest}", map.name);
            }
        }
        assert_eq!(wrong, 0, "{}, {kind}", map.name);
    }
}

fn baked_maps_give_shorter_paths_through_cells_of_less_memory(map: &KnownMap) {
    let (name, tiles, queries) = (map.name, tiles(map), map.queries());
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

fn benchmark_scenarios_are_read(map: &KnownMap) {
    // The benchmark has none for this one.
    if map.name != "maze512-8-0" {
        let scenarios = queries::read(&map.file("scen"), &map.grid()).unwrap();
        assert!(scenarios.len() >= 100, "{}", map.name);
    }
}

on_maps!(
    every_query_is_answered_by_a_short_path,
    exact_paths_have_the_exact_lengths,
    baked_maps_give_shorter_paths_through_cells_of_less_memory,
    benchmark_scenarios_are_read,
);
