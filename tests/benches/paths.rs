//! Path queries on real maps, against the `polyanya` crate and petgraph's A* on the same polygons in the same run.
//!
//! Both ends are located inside every call. Each side answers all queries of a map before it is another's turn, each
//! turn starts at another query, and a side's time is its least over the turns. Every answer is checked: a path must be
//! found, and never be shorter than the known shortest; the bench fails if one of ours is wrong.
#![forbid(unsafe_code)]

#[path = "paths/ground.rs"]
mod ground;
#[path = "paths/peers.rs"]
mod peers;
#[path = "paths/polygons.rs"]
mod polygons;
#[path = "paths/side.rs"]
mod side;
#[path = "paths/threads.rs"]
mod threads;

use std::process::ExitCode;

use clap::Parser;
use ground::{Ground, MAPS, folder};
use headless::command::output::{complain, say, say_json};
use hybrid::navmesh::Entry;
use peers::{Petgraph, Polyanya};
use polygons::merged;
use serde_json::{Value, json};
use side::{Edited, Ours, Outcome, Seen, Side};

#[derive(Parser)]
#[command(name = "paths", about = "Path queries against polyanya and petgraph")]
struct Arguments {
    /// One JSON object on stdout, nothing else there
    #[arg(long)]
    json: bool,
    /// Within 30 seconds
    #[arg(long)]
    quick: bool,
    /// Only this map
    #[arg(long)]
    map: Option<String>,
    /// What cargo adds to a bench; without it the bench only tries itself out
    #[arg(long, hide = true)]
    bench: bool,
}

/// One side on one map, as it was seen next to the peer.
struct Row {
    map: String,
    side: String,
    baked: Option<bool>,
    seen: Seen,
    peer_us: f64,
}

impl Row {
    fn speedup(&self) -> f64 {
        self.peer_us / self.seen.microseconds
    }

    fn json(&self) -> Value {
        json!({
            "map": self.map,
            "entry": self.side,
            "baked": self.baked,
            "us_mean": self.seen.microseconds,
            "ratio_mean": self.seen.ratio_mean(),
            "ratio_max": self.seen.ratio_max,
            "found": self.seen.found,
            "below_optimal": self.seen.below,
            "peer": "polyanya",
            "peer_us_mean": self.peer_us,
            "speedup": self.speedup(),
        })
    }

    fn line(&self) -> String {
        format!(
            "{:<14} {:<22}{:>10.2}{:>9.2}{:>10.5}{:>9.4}{:>6}{:>7}",
            self.map,
            label(&self.side, self.baked),
            self.seen.microseconds,
            self.speedup(),
            self.seen.ratio_mean(),
            self.seen.ratio_max,
            self.seen.found,
            self.seen.below
        )
    }

    /// What is wrong with the answers, if they are ours.
    fn fault(&self, queries: usize) -> Option<String> {
        let name = label(&self.side, self.baked);
        let (missed, below) = (queries - self.seen.found.min(queries), self.seen.below);
        (self.baked.is_some() && (missed > 0 || below > 0)).then(|| {
            format!("{}, {name}: {missed} paths not found, {below} below the shortest", self.map)
        })
    }
}

fn label(side: &str, baked: Option<bool>) -> String {
    match baked {
        Some(true) => format!("{side}, baked"),
        Some(false) => format!("{side}, tiles"),
        None => side.to_owned(),
    }
}

const HEAD: &str =
    "map            side                  µs / query    ratio    length  longest found  below";

/// The rows of a map: all sides, by turns.
fn rows(ground: &Ground, turns: usize) -> Outcome<Vec<Row>> {
    let polygons = merged(&ground.map)?;
    let mut polyanya = Polyanya { mesh: &polygons };
    let mut petgraph = Petgraph::new(&polygons);
    let mut ours: Vec<Ours> = Vec::new();
    for entry in [Entry::Midpoint, Entry::Crossing, Entry::Portals, Entry::Exact] {
        ours.push(Ours::new(&ground.tiles, entry, false));
        ours.push(Ours::new(&ground.baked, entry, true));
    }
    let mut edited = [Edited::new(ground, false)?, Edited::new(ground, true)?];
    let mut sides: Vec<&mut dyn Side> = vec![&mut polyanya, &mut petgraph];
    sides.extend(ours.iter_mut().map(|side| side as &mut dyn Side));
    sides.extend(edited.iter_mut().map(|side| side as &mut dyn Side));
    let mut seen: Vec<Seen> = Vec::new();
    for side in &mut sides {
        seen.push(Seen::checked(&mut **side, &ground.queries)?);
    }
    for turn in 0..turns {
        for (side, seen) in sides.iter_mut().zip(&mut seen) {
            seen.time(&mut **side, &ground.queries, turn)?;
        }
    }
    let peer_us = seen[0].microseconds;
    let row = |(side, seen): (&mut &mut dyn Side, Seen)| {
        let (side, baked) = side.name();
        Row { map: ground.name.clone(), side, baked, seen, peer_us }
    };
    Ok(sides.iter_mut().zip(seen).map(row).collect())
}

/// The geometric mean over the maps, for each side.
fn means(rows: &[Row]) -> Vec<Value> {
    let mut names: Vec<(&str, Option<bool>)> = Vec::new();
    for row in rows {
        if !names.contains(&(&row.side, row.baked)) {
            names.push((&row.side, row.baked));
        }
    }
    let mean = |(side, baked): (&str, Option<bool>)| {
        let of_side = rows.iter().filter(|row| row.side == side && row.baked == baked);
        let speedups: Vec<f64> = of_side.clone().map(Row::speedup).collect();
        let worst = of_side.map(|row| row.seen.ratio_mean()).fold(0.0, f64::max);
        let logarithm = speedups.iter().map(|ratio| ratio.ln()).sum::<f64>();
        let speedup = (logarithm / speedups.len() as f64).exp();
        json!({ "map": "all", "entry": side, "baked": baked, "peer": "polyanya", "speedup": speedup,
                "ratio_mean": worst })
    };
    names.into_iter().map(mean).collect()
}

fn mean_line(mean: &Value) -> String {
    let number = |key: &str| mean[key].as_f64().unwrap_or(f64::NAN);
    format!(
        "{:<14} {:<22}{:>10}{:>9.2}{:>10.5}",
        "mean; worst",
        label(mean["entry"].as_str().unwrap_or_default(), mean["baked"].as_bool()),
        "",
        number("speedup"),
        number("ratio_mean")
    )
}

fn run(arguments: &Arguments) -> Outcome<()> {
    let turns = match (arguments.bench, arguments.quick) {
        (false, _) => 0,
        (true, true) => 2,
        (true, false) => 12,
    };
    let Some(folder) = folder() else {
        return if arguments.json {
            Ok(say_json(&json!({ "bench": "paths", "rows": [], "without_maps": true }))?)
        } else {
            Ok(say("ran without maps: HYBRIDNAV_MAPS names no folder with arena.map")?)
        };
    };
    let wanted = |name: &&&str| arguments.map.as_ref().is_none_or(|only| only == **name);
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    let mut threads = Vec::new();
    for name in MAPS.iter().filter(wanted).take(if arguments.bench { MAPS.len() } else { 1 }) {
        let ground = Ground::read(&folder, name)?;
        let rows = rows(&ground, turns)?;
        faults.extend(rows.iter().filter_map(|row| row.fault(ground.queries.len())));
        threads.push((*name, threads::gain(&ground, turns)?));
        all.extend(rows);
    }
    let means = means(&all);
    if arguments.json {
        let gains = threads.iter().map(
            |(map, gain)| json!({ "map": map, "entry": "crossing", "threads": 2, "gain": gain }),
        );
        let rows: Vec<Value> = all.iter().map(Row::json).chain(means).chain(gains).collect();
        say_json(&json!({ "bench": "paths", "rows": rows }))?;
    } else {
        let lines = all.iter().map(Row::line).chain(means.iter().map(mean_line));
        let gains = threads.iter().map(|(map, gain)| {
            format!("{map:<14} {:<22}{:>10}{gain:>9.2}", "two threads over one", "")
        });
        say(&format!("{HEAD}\n{}", lines.chain(gains).collect::<Vec<_>>().join("\n")))?;
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ").into()) }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}
