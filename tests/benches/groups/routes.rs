//! A second route: what the crowd's own choice gains, and what the best fixed split does.
//!
//! In a fixed split so many units, those with the least way round, can pass the farther gap only, and the others the near
//! one only.

use glam::Vec2;
use headless::command::bench::{BenchResult, Effort};
use headless::scenes::loaded::LoadedScene;
use headless::scenes::parts::single;
use headless::scenes::scene::{Area, Block, Scene, UnitKind};
use headless::scoring::stage::Stage;
use serde_json::json;

use crate::Row;
use crate::runs::{loaded, median};

/// Per cent of the crowd that fixed splits send the other way.
const SHARES: [usize; 10] = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50];

/// Kinds of ground: that in the first gap and that in the second.
const FIRST: u8 = 1;
const SECOND: u8 = 2;

/// Metres: how thick the wall is.
const THICK: f32 = 0.4;

/// Sizes of the crowd.
const UNITS: [usize; 3] = [10, 100, 200];

/// How it is decided who goes where.
#[derive(Clone, Copy)]
enum Choice {
    /// There is one way only.
    None,
    /// The crowd's own.
    Own,
    /// So many per cent go the other way.
    Fixed(usize),
}

/// What came of it: ticks until all were there, and the share that went the other way.
struct Result {
    ticks: u32,
    share: f64,
}

pub(crate) fn rows(
    effort: Effort,
    each: &mut dyn FnMut(Row) -> BenchResult<()>,
) -> BenchResult<()> {
    let (units, shares, seeds) = effort.of(
        (&UNITS[..1], &SHARES[..1], 1),
        (&UNITS[..], &SHARES[3..8], 1),
        (&UNITS[..], &SHARES[..], 20),
    );
    for space in ["1", "1.4"] {
        for &units in units {
            each(row((units, space), shares, seeds)?)?;
        }
    }
    Ok(())
}

fn row((units, space): (usize, &str), shares: &[usize], seeds: u32) -> BenchResult<Row> {
    let runs = |choice: Choice| -> BenchResult<Vec<Result>> {
        (1..=seeds).map(|seed| run((units, space), seed, choice)).collect()
    };
    let one = runs(Choice::None)?;
    let gain = |runs: &[Result]| {
        let gain = |(run, one): (&Result, &Result)| {
            Some(1.0 - f64::from(run.ticks) / f64::from(one.ticks))
        };
        median(runs.iter().zip(&one).map(gain))
    };
    let own = runs(Choice::Own)?;
    let (own_gain, own_share) = (gain(&own), median(own.iter().map(|run| Some(run.share))));
    let mut splits = Vec::new();
    for &share in shares {
        splits.push((share, gain(&runs(Choice::Fixed(share))?)));
    }
    let best = splits
        .iter()
        .copied()
        .fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best });
    let text = format!(
        "routes   {units:3} units, room {space:3}: own choice gains {:5.1} % with {:4.1} % on the other way; the best fixed split {:5.1} % with {} %; all: {}",
        100.0 * own_gain,
        100.0 * own_share,
        100.0 * best.1,
        best.0,
        splits
            .iter()
            .map(|(share, gain)| format!("{share}: {:.1}", 100.0 * gain))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let value = json!({
        "part": "routes", "units": units, "personal_space": space, "gain": own_gain, "share": own_share,
        "best_fixed_gain": best.1, "best_fixed_share": best.0 as f64 / 100.0, "fixed": splits,
    });
    Ok(Row { text, value, missed: None })
}

fn run((units, space): (usize, &str), seed: u32, choice: Choice) -> BenchResult<Result> {
    let routes = if matches!(choice, Choice::None) { 1 } else { 2 };
    let settings = [
        format!("units={units}"),
        format!("routes={routes}"),
        format!("seed={seed}"),
        format!("personal_space={space}"),
    ];
    let mut loaded = loaded("two_routes", &settings)?;
    if let Choice::Fixed(share) = choice {
        loaded = split(&loaded, units * share / 100)?;
    }
    let mut stage = Stage::new(&loaded, 0)?;
    let mut ticks = 0;
    while stage.score.progress().1 < units {
        if ticks == loaded.scene.budget {
            return Err(format!("{units} units: not all have arrived").into());
        }
        stage.world.step(loaded.scene.world.tick)?;
        stage.observe();
        ticks += 1;
    }
    let share = stage.score.scorecard().gap_shares.get(1).copied().unwrap_or(0.0);
    Ok(Result { ticks, share })
}

/// A scene with a crowd of two kinds that start where its units do: for so many of them, those with the least way
/// round, the ground in the first gap is none to walk on, for the others that in the second.
fn split(loaded: &LoadedScene, others: usize) -> BenchResult<LoadedScene> {
    let scene = &loaded.scene;
    let (Some(block), [_, _]) = (scene.blocks.first(), &scene.gaps[..]) else {
        return Err("two_routes has a block and two gaps".into());
    };
    let goal = block.goal.clone().unwrap_or_default();
    let middle = |[x, low, _, high]: [f32; 4]| Vec2::new(x, 0.5 * (low + high));
    let way = |from: Vec2, gap: [f32; 4]| {
        from.distance(middle(gap)) + middle(gap).distance(goal.position(0))
    };
    let detour = |from: Vec2| way(from, scene.gaps[1]) - way(from, scene.gaps[0]);
    let mut starts: Vec<Vec2> =
        Stage::new(loaded, 0)?.seen().iter().map(|seen| seen.position).collect();
    starts.sort_by(|&a, &b| detour(a).total_cmp(&detour(b)));
    let one = |(rank, at): (usize, &Vec2)| {
        let kind = if rank < others { "second" } else { "first" };
        Block { kind: kind.into(), goal: Some(goal.clone()), ..single(*at, Vec2::ZERO) }
    };
    let kind = |shut: u8| {
        let excludes = vec![shut];
        scene.kinds.get(&block.kind).map(|kind| UnitKind { excludes, ..kind.clone() })
    };
    let ground = |(&[x, low, _, high], kind): (&[f32; 4], u8)| Area {
        box_: Some([x - THICK, low, x, high]),
        kind,
        ..Area::default()
    };
    let kinds = [("second", kind(FIRST)), ("first", kind(SECOND))];
    let scene = Scene {
        blocks: starts.iter().enumerate().map(one).collect(),
        kinds: kinds.into_iter().filter_map(|(name, kind)| Some((name.into(), kind?))).collect(),
        areas: scene.gaps.iter().zip([FIRST, SECOND]).map(ground).collect(),
        ..scene.clone()
    };
    Ok(LoadedScene { scene, ..loaded.clone() })
}
