//! How groups share narrow ways: counterflow, turns, lanes and second routes against their bars.
//!
//! Each test looks at all its bars before it fails, and prints the figures.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that fails says so by panicking"
)]

mod support;

use headless::scorecard::Scorecard;
use support::judge::{Judge, arrival, jitter, time_ratio};

/// Arrangements of a scene of two shifted blocks that the movement benchmark judges over.
const JUDGED: u64 = 27;

/// Arrangements of the harder variations.
const SOME: u64 = 9;

/// A scene of the movement benchmark in which two blocks swap sides, with the bar for its median time.
fn counterflow(scene: &'static str, bar: f64) -> Judge {
    let mut judge = Judge::of_some(scene, &[&[]], JUDGED);
    judge.median("arrival_p95_s", bar, arrival);
    judge.median("goal_jitter", 1.0, jitter);
    judge.most("peak_density", 12.0, |card| f64::from(card.peak_density));
    judge
}

#[test]
fn two_blocks_swap_sides_through_a_gap_of_two() {
    let mut judge = counterflow("counterflow_w2", 70.0);
    let floor = Judge::new("openfield", &[&[]]);
    let mut paces: Vec<f64> = floor.cards.iter().filter_map(|card| card.sec_per_tile_p50).collect();
    paces.sort_by(f64::total_cmp);
    let floor = paces[paces.len() / 2];
    judge.median("grind", 2.0, |card| card.sec_per_tile_p95.unwrap_or(f64::INFINITY) / floor);
    judge.finish();
}

#[test]
fn two_blocks_swap_sides_through_a_gap_of_four() {
    counterflow("counterflow_w4", 54.0).finish();
}

#[test]
fn two_blocks_swap_sides_through_a_gap_of_eight() {
    counterflow("counterflow_w8", 52.0).finish();
}

/// The same, turned by an angle at which no wall lies along the grid.
#[test]
fn turned_gaps_are_as_good() {
    for (scene, bar) in
        [("counterflow_w2", 70.0), ("counterflow_w4", 54.0), ("counterflow_w8", 52.0)]
    {
        let mut judge = Judge::of_some(scene, &[&["turn=30"]], SOME);
        judge.median("arrival_p95_s", bar, arrival);
        judge.median("goal_jitter", 1.0, jitter);
        judge.finish();
    }
}

/// Bends, two gaps in a row, and a T: everybody gets through, in a time that a jam would exceed.
#[test]
fn passages_bend_follow_each_other_and_meet() {
    for scene in ["bend", "serial", "tee"] {
        let mut judge = Judge::of_some(scene, &[&[], &["turn=30"]], SOME);
        judge.most("arrival_p95_s", 150.0, arrival);
        judge.median("goal_jitter", 1.0, jitter);
        judge.finish();
    }
}

fn late_order(card: &Scorecard) -> f64 {
    card.lane_order_late.unwrap_or(0.0)
}

/// Two directions in a corridor of seven and a half diameters part into lanes and lose no time.
#[test]
fn directions_part_into_lanes() {
    let seeds: Vec<String> = (1..=20).map(|seed| format!("seed={seed}")).collect();
    let seeded: Vec<[&str; 1]> = seeds.iter().map(|seed| [seed.as_str()]).collect();
    let settings: Vec<&[&str]> = seeded.iter().map(|seed| &seed[..]).collect();
    let mut judge = Judge::new("corridor", &settings);
    judge.least("lane_order_late", 0.8, late_order);
    judge.median("disorder", 0.05, |card| 1.0 - late_order(card));
    let one_way = time_ratio(&Judge::new("corridor", &[&["directions=1"]]).cards[0]);
    judge.median("time both ways over one way", 1.03, |card| time_ratio(card) / one_way);
    judge.finish();
}

/// Two columns meet in a passage for one: they take turns, and lose little against a single column of as many.
#[test]
fn columns_take_turns() {
    for length in ["length=3", "length=10", "length=30"] {
        let mut judge = Judge::new("columns", &[&[length]]);
        let one_way = Judge::new("columns", &[&[length, "directions=1"]]);
        let ticks = f64::from(one_way.cards[0].ticks);
        judge.least("throughput over one-way", 0.7, |card| ticks / f64::from(card.ticks));
        judge.finish();
    }
}
