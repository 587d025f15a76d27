//! The scorecard of a run: what scripts read, and what a scene's `expect` looks at.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Scores of one run. Times in seconds unless the name says otherwise; `None` (null) where nothing
/// could be measured, such as the detour of a run without long legs.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Scorecard {
    /// Name of the scene.
    pub scene: String,
    /// Number of the arrangement.
    pub arrangement: u64,
    /// Units with an order.
    pub units: usize,
    /// Ticks until the end of the run, without the seconds at rest after it.
    pub ticks: u32,
    /// Units that were once within `arrive_radius` of their places.
    pub arrived: usize,
    /// Units that end within `near_radius` of their goals.
    pub near: usize,
    /// Whether three quarters of the units are near.
    pub resolved: bool,
    /// Median of the arrivals; a unit that never arrived counts with the whole run.
    pub arrival_p50_s: Option<f64>,
    /// 95th percentile of the arrivals.
    pub arrival_p95_s: Option<f64>,
    /// Median of the seconds per metre of straight line, whole metres.
    pub sec_per_tile_p50: Option<f64>,
    /// 95th percentile of the same.
    pub sec_per_tile_p95: Option<f64>,
    /// Mean of the time ratio: time until arrival over that of the free way to within
    /// `arrive_radius` of the place (string-pulled, no units) at full speed; ways under 1 m left
    /// out.
    pub time_ratio_mean: Option<f64>,
    /// Greatest of the same.
    pub time_ratio_max: Option<f64>,
    /// 95th percentile of the last time that a unit was further than `near_radius` from its goal.
    pub settle_p95_s: Option<f64>,
    /// Most neighbours within 1.5 m of a unit at any tick.
    pub peak_density: u32,
    /// Crossings of the scene's line per second between the first and the last tenth of the units,
    /// over its length; none if a unit never crossed it.
    pub flow_per_metre: Option<f64>,
    /// For each of the scene's gaps the share of the units that crossed it; empty without gaps.
    pub gap_shares: Vec<f64>,
    /// Mean order of the lanes in the scene's corridor while both directions are there: 0.11 where
    /// they mix at random, 1 where nobody has an opponent in front.
    pub lane_order: Option<f64>,
    /// Mean order of the lanes over the last third of that time.
    pub lane_order_late: Option<f64>,
    /// Unit-ticks before arrival in which a unit that touches two or more stands still.
    pub hard_stops: u64,
    /// Median share of the time further than `near_radius` from the goal that a unit stands.
    pub stall_share_p50: Option<f64>,
    /// 95th percentile of the distance walked there over the straight line there; legs under twice
    /// `near_radius` left out.
    pub detour_p95: Option<f64>,
    /// Largest relative overlap that lasts half a second, after the first second.
    pub overlap_max: f64,
    /// Largest relative overlap at any tick.
    pub overlap_peak: f64,
    /// Pairs that overlap by more than 1 %, per 1000 unit-ticks.
    pub overlap_pairs_per_1000: f64,
    /// Units that did not arrive and hardly moved in the last 5 s.
    pub stuck: usize,
    /// Units whose way to their goals was lost, or was never there, and not found again before the end of the run.
    pub orders_lost: usize,
    /// Which they are, block by block, and why; empty where none.
    pub lost_why: Vec<String>,
    /// Mean distance walked in the 10 s after a unit first rested after arriving, in radii.
    pub goal_jitter: Option<f64>,
    /// Share of the units that end the run farther from their places than 0.7 of their radii.
    pub off_place_share: Option<f64>,
    /// Median of how far a unit was at most beside the straight line from its start to its place, in metres; of arrived ones.
    pub lateral_p50_m: Option<f64>,
    /// 95th percentile of the same.
    pub lateral_p95_m: Option<f64>,
    /// How often units turned back before they arrived, per unit with an order: what they moved in half a second leads more
    /// than 120° away from what they moved in the half second before, both at a quarter of their speed at least.
    pub reversals_per_unit: Option<f64>,
    /// Median of the metres that a unit walked while it waited before passages, of those that did: from when the world told it
    /// to, as it was the turn of others, and it had slowed down below half its speed, until it was told to go on.
    pub walked_while_waiting_m: Option<f64>,
    /// 95th percentile of the metres walked until arrival over those of the free way to within `arrive_radius` of the place
    /// (string-pulled, no units); of arrived ones, ways under 1 m left out.
    pub walked_ratio_p95: Option<f64>,
    /// Seconds in which all could be there, as the scene reckons it, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound_s: Option<f64>,
    /// When the last unit arrived, over that; a unit that never arrived counts with the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound_ratio: Option<f64>,
    /// Unit-ticks with the centre nearer to a wall than 0.95 of the radius.
    pub wall_violations: u64,
    /// How often the flow that a unit follows points more than 120° away from where it pointed 2 s before, per 1000
    /// seconds of units with a flow; counted anew after each.
    pub field_reversals_per_1000: Option<f64>,
    /// Unit-ticks of groups with a window that had no flow for the unit and showed it the straight way instead.
    pub unfielded_unit_ticks: u64,
    /// Mean and most grid cells of a window, and the share of all cells of the map that the mean is.
    pub window_cells_mean: Option<f64>,
    /// See `window_cells_mean`.
    pub window_cells_max: u64,
    /// See `window_cells_mean`.
    pub window_share: Option<f64>,
    /// Median milliseconds of a step.
    pub step_ms_p50: Option<f64>,
    /// 99th percentile of the milliseconds of a step.
    pub step_ms_p99: Option<f64>,
    /// Mean milliseconds of a step.
    pub step_ms_mean: Option<f64>,
    /// Mean milliseconds of each phase of a step, in order.
    #[serde(serialize_with = "as_object")]
    pub phase_ms: Vec<(String, f64)>,
    /// Hash of the world's state at the very end, hexadecimal.
    pub state_hash: String,
    /// The limits of the scene's `expect` that this run does not hold.
    pub expect_failed: Vec<String>,
}

fn as_object<S: Serializer>(pairs: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

/// Percentile as the game's benchmark has it: `sorted[⌊n · percent / 100⌋]`, at most the last.
pub fn percentile(values: impl IntoIterator<Item = f64>, percent: usize) -> Option<f64> {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() * percent / 100).or(sorted.last()).copied()
}

/// Mean of some values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The key over all runs that `expect` may name beside those of the scorecard.
const RESOLVED_SHARE: &str = "resolved_share";

/// Whether a limit of `expect` names a numeric key of the scorecard; if not, what would be right.
///
/// # Errors
/// The message.
pub fn check_limit(limit: &str) -> Result<(), String> {
    let Some((key, _)) = split_limit(limit) else {
        return Err(format!(
            "'{limit}' is no limit; a key of the scorecard with _min or _max is expected"
        ));
    };
    let keys = numeric_keys();
    if key == RESOLVED_SHARE || keys.iter().any(|known| known == key) {
        return Ok(());
    }
    Err(format!("'{key}' is no number of the scorecard; {RESOLVED_SHARE}, {} are", keys.join(", ")))
}

fn split_limit(limit: &str) -> Option<(&str, bool)> {
    let least = limit.strip_suffix("_min").map(|key| (key, true));
    least.or_else(|| limit.strip_suffix("_max").map(|key| (key, false)))
}

fn fields(card: &Scorecard) -> serde_json::Map<String, Value> {
    match serde_json::to_value(card) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    }
}

fn numeric_keys() -> Vec<String> {
    let numeric = |value: &Value| value.is_number() || value.is_boolean() || value.is_null();
    fields(&Scorecard::default())
        .into_iter()
        .filter(|(_, value)| numeric(value))
        .map(|(key, _)| key)
        .collect()
}

/// Fills `expect_failed` of every run; a number that could not be measured holds no limit.
/// `resolved_share` is judged over all runs and noted in each. Returns whether all limits hold.
pub fn judge(runs: &mut [Scorecard], expect: &BTreeMap<String, f64>) -> bool {
    let share = resolved_share(runs);
    for run in &mut *runs {
        let fields = fields(run);
        let failed = expect.iter().filter_map(|(limit, &bound)| {
            let (key, least) = split_limit(limit)?;
            let value = match fields.get(key) {
                _ if key == RESOLVED_SHARE => Some(share),
                Some(Value::Bool(value)) => Some(f64::from(u8::from(*value))),
                value => value.and_then(Value::as_f64),
            };
            let holds =
                value.is_some_and(|value| if least { value >= bound } else { value <= bound });
            let shown = value.map_or("not measured".to_owned(), |value| value.to_string());
            (!holds).then(|| {
                format!(
                    "{key} is {shown}, expected at {} {bound}",
                    if least { "least" } else { "most" }
                )
            })
        });
        run.expect_failed = failed.collect();
    }
    runs.iter().all(|run| run.expect_failed.is_empty())
}

/// Share of the runs that are resolved.
pub fn resolved_share(runs: &[Scorecard]) -> f64 {
    runs.iter().filter(|run| run.resolved).count() as f64 / runs.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_benchmark() {
        let values = || (0..10).map(f64::from);
        assert_eq!(percentile(values(), 50), Some(5.0));
        assert_eq!(percentile(values(), 95), Some(9.0));
        assert_eq!(percentile([3.0], 99), Some(3.0));
        assert_eq!(percentile([], 50), None);
    }

    #[test]
    fn limits_name_numbers_of_the_scorecard() {
        for good in [
            "overlap_max_max",
            "resolved_share_min",
            "resolved_min",
            "detour_p95_max",
            "arrived_min",
        ] {
            assert_eq!(check_limit(good), Ok(()), "{good}");
        }
        for bad in [
            "overlap_max",
            "scene_min",
            "state_hash_max",
            "phase_ms_max",
            "overlaps_max",
            "arrived",
        ] {
            assert!(check_limit(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_are_judged() {
        let run = |arrived, resolved| Scorecard { arrived, resolved, ..Scorecard::default() };
        let mut runs = [run(5, true), run(3, false)];
        let expect = |limits: &[(&str, f64)]| {
            limits.iter().map(|(key, bound)| ((*key).to_owned(), *bound)).collect()
        };
        assert!(judge(&mut runs, &expect(&[("arrived_min", 3.0), ("resolved_share_min", 0.5)])));
        assert!(!judge(&mut runs, &expect(&[("arrived_min", 4.0)])));
        assert_eq!(runs[0].expect_failed.len(), 0);
        assert_eq!(runs[1].expect_failed, ["arrived is 3, expected at least 4"]);
        assert!(!judge(&mut runs, &expect(&[("resolved_share_min", 0.75)])));
        assert!(!judge(&mut runs, &expect(&[("detour_p95_max", 9.0)])));
        assert_eq!(runs[0].expect_failed, ["detour_p95 is not measured, expected at most 9"]);
    }
}
