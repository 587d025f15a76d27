//! Great crowds at gates, across each other and at one point, against how soon all could be there.

use crate::support::judge::Judge;

/// Runs a gate with three seeds, and how many times the bound the last one may take.
fn gate(settings: &[&str], most: f64) {
    let seeded = ["seed=1", "seed=2", "seed=3"]
        .map(|seed| settings.iter().copied().chain([seed]).collect::<Vec<&str>>());
    let each: Vec<&[&str]> = seeded.iter().map(Vec::as_slice).collect();
    let mut judge = Judge::of_some("gate", &each, 1);
    judge.median("bound_ratio of 95 %", most, |card| {
        card.arrival_p95_s.unwrap_or(f64::INFINITY) / card.bound_s.unwrap_or(0.0)
    });
    judge.finish();
}

#[test]
fn crowds_take_turns_at_a_gate_for_one() {
    gate(&["width=0.8"], 1.5);
}

#[test]
fn crowds_take_turns_at_a_gate_for_two_without_slack() {
    gate(&["width=1.2"], 1.55);
}

#[test]
fn a_crowd_goes_through_a_gate_for_two_without_slack() {
    gate(&["width=1.2", "directions=1"], 1.4);
}

#[test]
fn a_great_crowd_goes_through_a_gate_for_three() {
    gate(&["width=1.8", "directions=1", "units=300"], 1.25);
}

#[test]
fn crowds_take_turns_at_a_gate_for_three() {
    gate(&["width=1.8"], 1.6);
}

#[test]
fn great_crowds_take_turns_at_a_gate_for_four() {
    gate(&["width=2.4", "units=300"], 1.7);
}

#[test]
fn crowds_share_a_gate_for_eight() {
    gate(&["width=4.8"], 1.25);
}

#[test]
fn great_crowds_share_a_gate_for_eight() {
    gate(&["width=4.8", "units=500"], 1.6);
}

#[test]
fn crowds_share_a_gate_that_is_almost_open_ground() {
    gate(&["width=8.0"], 1.15);
}

#[test]
fn crowds_that_cross_do_not_drag_each_other_away() {
    let seeds: Vec<[&str; 1]> = vec![["seed=1"], ["seed=2"], ["seed=3"]];
    let each: Vec<&[&str]> = seeds.iter().map(|seed| &seed[..]).collect();
    let mut judge = Judge::of_some("crossroads", &each, 1);
    judge.median("arrival_p95_s", 36.0, |card| card.arrival_p95_s.unwrap_or(f64::INFINITY));
    judge.median("lateral_p50_m", 2.0, |card| card.lateral_p50_m.unwrap_or(f64::INFINITY));
    judge.median("lateral_p95_m", 6.0, |card| card.lateral_p95_m.unwrap_or(f64::INFINITY));
    judge.finish();
}

#[test]
fn a_company_fills_its_parade_ground() {
    let mut judge = Judge::of_some("parade", &[&["seed=1"], &["seed=2"], &["seed=3"]], 1);
    judge.median("arrival_p95_s", 33.0, |card| card.arrival_p95_s.unwrap_or(f64::INFINITY));
    judge.finish();
}

#[test]
fn crowds_walk_round_a_line_that_holds() {
    let mut judge = Judge::of_some("hold_line", &[&["seed=1"], &["seed=2"], &["seed=3"]], 1);
    judge.median("arrival_p95_s", 26.0, |card| card.arrival_p95_s.unwrap_or(f64::INFINITY));
    judge.finish();
}

#[test]
fn crowds_of_several_orders_come_to_rest_at_one_point() {
    for (orders, jitter) in [("orders=1", 0.7), ("orders=4", 1.2)] {
        let mut judge = Judge::of_some("rally", &[&["units=60", orders]], 1);
        judge.most("bound_ratio", 1.1, |card| card.bound_ratio.unwrap_or(f64::INFINITY));
        judge.most("goal_jitter", jitter, |card| card.goal_jitter.unwrap_or(f64::INFINITY));
        judge.finish();
    }
    let mut judge = Judge::of_some("rally", &[&["seed=1"], &["seed=2"], &["seed=3"]], 1);
    judge.most("bound_ratio", 1.1, |card| card.bound_ratio.unwrap_or(f64::INFINITY));
    judge.median("goal_jitter", 1.3, |card| card.goal_jitter.unwrap_or(f64::INFINITY));
    judge.finish();
}

/// Runs a scene with some settings, and how many times the bound the last one may take.
fn bounded(scene: &'static str, settings: &[&str], most: f64) {
    let mut judge = Judge::of_some(scene, &[settings], 1);
    judge.most("bound_ratio", most, |card| card.bound_ratio.unwrap_or(f64::INFINITY));
    judge.finish();
}

#[test]
fn crowds_take_far_gaps_too() {
    bounded("gaps", &["beside=16"], 1.4);
}

#[test]
fn crowds_merge_like_a_zip() {
    bounded("merge", &["seed=1"], 1.25);
    bounded("merge", &["streams=4", "units=60"], 1.3);
}

#[test]
fn crowds_go_round_an_island() {
    bounded("roundabout", &[], 1.6);
}

#[test]
fn crowds_pass_between_pillars() {
    bounded("pillars", &["units=40"], 2.2);
}

#[test]
fn a_hall_is_left_by_its_exits() {
    bounded("evacuation", &["units=400", "exits=2"], 1.6);
}
