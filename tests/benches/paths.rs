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

use clap::Args;
use ground::{Ground, MAPS, folder};
use headless::command::bench::{self, BenchArguments, BenchResult};
use hybrid::navmesh::Entry;
use peers::{Petgraph, Polyanya};
use polygons::merged;
use serde_json::{Value, json};
use side::{Edited, Ours, Seen, Side};

/// What is run.
#[derive(Args)]
struct Arguments {
    #[command(flatten)]
    bench: BenchArguments,
    /// Only this map
    #[arg(long)]
    map: Option<String>,
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
fn rows(ground: &Ground, turns: usize) -> BenchResult<Vec<Row>> {
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

fn run(Arguments { bench, map: only }: &Arguments) -> BenchResult<()> {
    let turns = bench.effort().of(0, 2, 12);
    let Some(folder) = folder() else {
        bench.tell("ran without maps: HYBRIDNAV_MAPS names no folder with arena.map")?;
        return bench.finish("paths", &[], &[]);
    };
    let wanted = |name: &&&str| only.as_ref().is_none_or(|only| only == **name);
    let (mut all, mut faults, mut gains) = (Vec::new(), Vec::new(), Vec::new());
    let most = bench.effort().of(1, MAPS.len(), MAPS.len());
    bench.tell(HEAD)?;
    for name in MAPS.iter().filter(wanted).take(most) {
        let ground = Ground::read(&folder, name)?;
        let rows = rows(&ground, turns)?;
        rows.iter().try_for_each(|row| bench.tell(&row.line()))?;
        faults.extend(rows.iter().filter_map(|row| row.fault(ground.queries.len())));
        gains.push((*name, threads::gain(&ground, turns)?));
        all.extend(rows);
    }
    let means = means(&all);
    means.iter().try_for_each(|mean| bench.tell(&mean_line(mean)))?;
    let mut rows: Vec<Value> = all.iter().map(Row::json).chain(means).collect();
    for (map, gain) in gains {
        bench.tell(&format!("{map:<14} {:<22}{:>10}{gain:>9.2}", "two threads over one", ""))?;
        rows.push(json!({ "map": map, "entry": "crossing", "threads": 2, "gain": gain }));
    }
    bench.finish("paths", &rows, &faults)
}

fn main() -> ExitCode {
    bench::main("paths", "Path queries against polyanya and petgraph", run)
}
