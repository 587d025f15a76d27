//! What the keys of the scorecard mean, for `--explain`.

/// Each key of the scorecard, and what it means.
pub const KEYS: &[(&str, &str)] = &[
    ("scene", "name of the scene"),
    ("arrangement", "number of the arrangement"),
    ("units", "units with an order"),
    ("ticks", "ticks until the end of the run, without the seconds at rest after it"),
    ("arrived", "units that were once within arrive_radius of their places"),
    ("near", "units that end within near_radius of their goals"),
    ("resolved", "whether three quarters of the units are near"),
    (
        "arrival_p50_s",
        "median of the arrivals; who never arrived counts with the whole run; none where nobody arrived",
    ),
    ("arrival_p95_s", "95th percentile of the arrivals"),
    (
        "sec_per_tile_p50",
        "median of the seconds per metre of straight line, of ways of a metre at least",
    ),
    ("sec_per_tile_p95", "95th percentile of these"),
    ("time_ratio_mean", "mean of the time until arrival over that of the way alone at full speed"),
    ("time_ratio_max", "greatest of these"),
    (
        "settle_p95_s",
        "95th percentile of the last time that a unit was farther than near_radius from its goal",
    ),
    ("peak_density", "most neighbours within 1.5 m of a unit at any tick"),
    ("flow_per_metre", "crossings of the scene's line per second and metre"),
    ("gap_shares", "for each of the scene's gaps the share of the units that crossed it"),
    (
        "lane_order",
        "mean order of the lanes in the scene's corridor: 0.11 mixed, 1 nobody has an opponent in front",
    ),
    ("lane_order_late", "its mean over the last third of that time"),
    (
        "hard_stops",
        "unit-ticks before arrival in which a unit that touches two or more stands still",
    ),
    ("stall_share_p50", "median share of the time far from the goal that a unit stands"),
    ("detour_p95", "95th percentile of the distance walked over the straight line"),
    (
        "overlap_max",
        "largest share of two radii by which units overlap for half a second, after the first second",
    ),
    ("overlap_peak", "largest such share at any tick"),
    ("overlap_pairs_per_1000", "pairs that overlap by more than 1 %, per 1000 unit-ticks"),
    ("stuck", "units that did not arrive and hardly moved in the last 5 s"),
    (
        "orders_lost",
        "units whose way to their goals was lost, or was never there, and not found again",
    ),
    ("lost_why", "which they are, block by block, and why"),
    (
        "goal_jitter",
        "mean distance walked in the 10 s after a unit first rested after arriving, in radii",
    ),
    (
        "off_place_share",
        "share of the units that are farther from their places than 0.7 of their radii when a run ends, 15 s after the last arrival",
    ),
    (
        "lateral_p50_m",
        "median of how far a unit was at most beside the straight line to its place, in metres",
    ),
    ("lateral_p95_m", "95th percentile of the same"),
    (
        "reversals_per_unit",
        "how often a unit turned back before it arrived: half a second's way leads over 120 degrees away from that of the half \
         second before, both at a quarter of its speed or more; mean over the units",
    ),
    (
        "walked_while_waiting_m",
        "metres walked from when a unit was told to wait before a passage, as it was the others' turn, and had slowed down \
         below half its speed, until it was told to go on; all its waits together; median of the units that ever waited",
    ),
    (
        "walked_ratio_p95",
        "95th percentile of the distance walked until arrival over the shortest way there, round walls; of units that arrived",
    ),
    ("bound_s", "seconds in which all could be there, as the scene reckons it, if it does"),
    ("bound_ratio", "when the last unit arrived, over that"),
    ("wall_violations", "unit-ticks with the centre nearer to a wall than 0.95 of the radius"),
    ("field_reversals_per_1000", "how often the flow that a unit follows turns round, per 1000 s"),
    ("unfielded_unit_ticks", "unit-ticks in which a window had no flow for the unit"),
    ("window_cells_mean", "mean grid cells of a window"),
    ("window_cells_max", "most grid cells of a window"),
    ("window_share", "share of all cells of the map that the mean is"),
    ("step_ms_p50", "median milliseconds of a step"),
    ("step_ms_p99", "99th percentile of these"),
    ("step_ms_mean", "mean of these"),
    ("phase_ms", "mean milliseconds of each phase of a step"),
    ("state_hash", "hash of the world's state at the very end: equal runs have equal ones"),
    ("expect_failed", "limits of the scene's expect that the run does not hold"),
];

/// One line for each key.
pub fn legend() -> String {
    let line = |(key, meaning): &(&str, &str)| format!("{key:<26}{meaning}");
    KEYS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scorecard::Scorecard;

    #[test]
    fn every_key_of_the_scorecard_is_explained() {
        let bound = Some(1.0);
        let card = Scorecard { bound_s: bound, bound_ratio: bound, ..Scorecard::default() };
        let card = serde_json::to_value(card).unwrap();
        let mut keys: Vec<&str> = card.as_object().unwrap().keys().map(String::as_str).collect();
        let mut known: Vec<&str> = KEYS.iter().map(|&(key, _)| key).collect();
        keys.sort_unstable();
        known.sort_unstable();
        assert_eq!(known, keys);
    }
}
