//! Groups on long ways: exits shared, ways that open and vanish under way, armies on maps, and no seams.

use crate::support::maps::{self, KnownMap};
use headless::scenes::loaded::load;
use headless::scenes::settings::Settings;
use headless::scorecard::Scorecard;
use headless::scoring::runner::{RunOptions, run};

fn card(scene: &str, settings: &[&str]) -> Scorecard {
    cards(scene, settings, 1).remove(0)
}

/// The cards of some arrangements of a scene.
fn cards(scene: &str, settings: &[&str], arrangements: u64) -> Vec<Scorecard> {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let loaded = load(scene, Settings::parse(&settings).unwrap()).unwrap();
    let card = |arrangement| {
        let options = RunOptions { arrangement, ..RunOptions::default() };
        let card = run(&loaded, options, &mut |_| ()).unwrap().card;
        println!(
            "{scene} {settings:?}: p95 {:?} s, time ratio {:?}, at most {:?}, {} without flow, {:?} reversals",
            card.arrival_p95_s,
            card.time_ratio_mean,
            card.time_ratio_max,
            card.unfielded_unit_ticks,
            card.field_reversals_per_1000,
        );
        card
    };
    (0..arrangements).map(card).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// All arrive, nobody is stuck or in a wall, and whoever has a window finds a flow in it.
fn is_whole(card: &Scorecard) {
    assert_eq!(card.arrived, card.units);
    assert_eq!((card.stuck, card.wall_violations, card.unfielded_unit_ticks), (0, 0, 0));
    assert!(card.overlap_max <= 0.05, "{}", card.overlap_max);
    assert!(card.window_cells_max <= 20_000, "{}", card.window_cells_max);
}

#[test]
fn four_groups_cross_one_square() {
    let card = card("crossing4", &[]);
    is_whole(&card);
    assert!(card.time_ratio_max.unwrap() <= 1.6);
}

#[test]
fn a_door_that_opens_is_taken_and_one_that_closes_left() {
    let open = card("door_opens", &[]);
    is_whole(&open);
    // The way round is 97 m longer: 70 s.
    assert!(open.arrival_p50_s.unwrap() < 60.0);
}

#[test]
fn a_bridge_that_falls_sends_the_rest_to_the_other_one() {
    let card = card("bridge_falls", &[]);
    is_whole(&card);
    assert!(card.arrival_p95_s.unwrap() > 60.0, "some had to take the other one");
}

#[test]
fn before_a_link_nobody_lacks_a_flow() {
    is_whole(&card("river", &[]));
}

#[test]
fn armies_change_places() {
    is_whole(&card("armies", &["units=49"]));
}

/// Four armies change places, each with the one farthest off.
fn armies_on(map: &KnownMap, units: usize) {
    let map = format!("map={}", map.file("map").display());
    let card = card("armies", &[&map, &format!("units={units}")]);
    is_whole(&card);
    assert_eq!(card.units, 4 * units);
    assert!(card.time_ratio_max.unwrap() <= 2.5, "{:?}", card.time_ratio_max);
}

#[test]
fn armies_change_places_on_a_small_map() {
    armies_on(&maps::small(), 25);
}

#[test]
#[cfg_attr(not(has_maps), ignore = "needs the maps of HYBRIDNAV_MAPS")]
fn armies_change_places_on_a_map_of_halls() {
    armies_on(&maps::large_one("orz103d"), 100);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute; run it with --release")]
#[cfg_attr(not(any(debug_assertions, has_maps)), ignore = "needs the maps of HYBRIDNAV_MAPS")]
fn armies_change_places_on_a_large_map() {
    armies_on(&maps::large_one("AcrosstheCape"), 100);
}

#[test]
fn the_frontier_is_never_slower_than_one_exit() {
    for scene in ["choke", "maze"] {
        let time = |goal: &str| {
            let card = card(scene, &[goal]);
            assert_eq!((card.arrived, card.unfielded_unit_ticks), (card.units, 0));
            card.arrival_p50_s.unwrap()
        };
        let (frontier, exit) = (time("window_goal=frontier"), time("window_goal=exit_point"));
        assert!(frontier <= 1.03 * exit, "{scene}: {frontier} s, by one exit {exit} s");
    }
}

#[test]
fn windows_do_what_a_whole_map_does() {
    const SCENES: [&str; 5] = ["openfield", "oneway", "corner", "parking", "blob"];
    for scene in SCENES {
        let small = cards(scene, &[], 9);
        let whole = cards(scene, &["margin=1000", "window_cells=4000000"], 9);
        let of = |cards: &[Scorecard], key: fn(&Scorecard) -> Option<f64>| {
            median(cards.iter().filter_map(key).collect())
        };
        let [p95, all] = [&small, &whole].map(|cards| of(cards, |card| card.arrival_p95_s));
        let reversals =
            [&small, &whole].map(|cards| of(cards, |card| card.field_reversals_per_1000));
        let share = of(&small, |card| card.window_share);
        println!(
            "{scene}: {p95} s, whole map {all} s, {:.1} % of the cells, reversals {reversals:.1?}",
            100.0 * share
        );
        assert!(p95 <= 1.04 * all, "{scene}: {p95} s, on the whole map {all} s");
        assert!(reversals[0] <= 1.3 * reversals[1] + 1.0, "{scene}: {reversals:?}");
        assert!(small.iter().all(|card| card.unfielded_unit_ticks == 0), "{scene}");
    }
}
