//! Windows against the whole map: times, reversals of the flow, and cells.

use headless::command::bench::{BenchResult, Effort};
use headless::scenes::built_in;
use headless::scorecard::Scorecard;
use serde_json::json;

use crate::Row;
use crate::runs::{cards, median};

/// The scenes of the movement benchmark.
const BENCHMARK: [&str; 8] = [
    "openfield",
    "oneway",
    "corner",
    "blob",
    "parking",
    "counterflow_w2",
    "counterflow_w4",
    "counterflow_w8",
];

pub(crate) fn rows(
    effort: Effort,
    each: &mut dyn FnMut(Row) -> BenchResult<()>,
) -> BenchResult<()> {
    let most = if effort == Effort::Whole { 9 } else { 1 };
    for scene in built_in::ALL.iter().map(|scene| scene.name) {
        let is_shown = match effort {
            Effort::Trial => scene == "oneway",
            Effort::Quick => BENCHMARK.contains(&scene),
            Effort::Whole => true,
        };
        if is_shown {
            each(row(scene, most)?)?;
        }
    }
    Ok(())
}

fn row(scene: &str, most: u64) -> BenchResult<Row> {
    let whole = ["margin=1000", "window_cells=4000000"].map(str::to_owned);
    let (own, whole) = (cards(scene, &[], most)?, cards(scene, &whole, most)?);
    let of = |cards: &[Scorecard], key: fn(&Scorecard) -> Option<f64>| {
        // Scenes of few units have no windows.
        cards.iter().all(|card| key(card).is_some()).then(|| median(cards.iter().map(key)))
    };
    let [time, whole_time] = [&own, &whole].map(|cards| of(cards, |card| card.arrival_p95_s));
    let [turns, whole_turns] =
        [&own, &whole].map(|cards| of(cards, |card| card.field_reversals_per_1000));
    let share = of(&own, |card| card.window_share);
    let without: u64 = own.iter().map(|card| card.unfielded_unit_ticks).sum();
    let shown = |value: Option<f64>, decimals| {
        value.map_or_else(|| "-".into(), |value| format!("{value:.decimals$}"))
    };
    let ratio = time.zip(whole_time).map(|(own, whole)| own / whole);
    let text = format!(
        "windows  {scene:18} p95 {:>6} s, whole map {:>6} s, ratio {:>5}; reversals {:>5}, {:>5}; {:>5} % of the cells",
        shown(time, 1),
        shown(whole_time, 1),
        shown(ratio, 3),
        shown(turns, 1),
        shown(whole_turns, 1),
        shown(share.map(|share| 100.0 * share), 1),
    );
    let value = json!({
        "part": "windows", "scene": scene, "p95_s": time, "whole_p95_s": whole_time,
        "reversals_per_1000": turns, "whole_reversals_per_1000": whole_turns, "share": share,
    });
    let missed = (without > 0).then(|| format!("{scene}: {without} unit-ticks without a flow"));
    Ok(Row { text, value, missed })
}
