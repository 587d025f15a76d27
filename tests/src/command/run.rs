//! `run`: a scene, in one arrangement or several.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::arguments::RunArguments;
use super::output::{complain, say, say_files, say_json, table};
use super::page;
use crate::drawing::pictures;
use crate::error::Error;
use crate::legend::legend;
use crate::scenes::loaded::{LoadedScene, load};
use crate::scenes::settings::Settings;
use crate::scorecard::{Scorecard, judge, resolved_share};
use crate::scoring::runner::{Outcome, Progress, RunOptions, run as run_scene};

/// Runs what is asked for; false if the scene's own expectation failed.
///
/// # Errors
/// [`Error`] for bad input.
pub fn run(arguments: &RunArguments) -> Result<bool, Error> {
    let loaded = load(&arguments.scene, Settings::parse(&arguments.settings)?)?;
    let page = arguments.html.as_ref().map(|file| Ok((file, page::inspector()?))).transpose()?;
    // A page needs the recording, whether the user wants its file or not.
    let between = page.as_ref().map(|_| between()).filter(|_| arguments.record.is_none());
    let record_to = arguments.record.clone().or_else(|| between.clone());
    let (mut cards, mut files) = (Vec::new(), Vec::new());
    for arrangement in arrangements(arguments, loaded.arrangements())? {
        let record = !arguments.no_pictures && cards.is_empty();
        let threads = arguments.threads.map(|threads| usize::from(threads) - 1);
        let ticks = arguments.ticks;
        let record_to = record_to.clone();
        let options =
            RunOptions { arrangement, ticks, record, threads, record_to, ..RunOptions::default() };
        let outcome = with_progress(&loaded, options)?;
        if let Some(recording) = outcome.recording {
            let folder =
                arguments.out.clone().unwrap_or_else(|| Path::new("out").join(&loaded.scene.name));
            files = pictures::draw(&folder, &loaded, &recording)?;
        }
        cards.push(outcome.card);
    }
    let held = judge(&mut cards, &loaded.scene.expect);
    if let (Some((file, page)), Some(recorded)) = (page, &record_to) {
        let recording =
            std::fs::read(recorded).map_err(|error| Error::unwritten(recorded, &error))?;
        page::write(file, &page, &recording, cards.first().map(|card| json!(card)).as_ref())?;
        files.push(file.clone());
    }
    if let Some(between) = between {
        // It lies among files that the system clears away.
        let _ = std::fs::remove_file(between);
    }
    report(arguments, &cards)?;
    if cards.iter().all(|card| card.units == 0) {
        let name = &loaded.scene.name;
        complain(&format!(
            "{name}: no unit has an order, so nobody moves; blocks with a `goal` are expected, see `headless --help scene`"
        ));
    }
    if arguments.explain {
        say(&legend())?;
    }
    if !arguments.json {
        say_files(&files)?;
    }
    Ok(held)
}

/// A file for the recording of a page.
fn between() -> PathBuf {
    std::env::temp_dir().join(format!("hybridnav_{}.rec", std::process::id()))
}

/// The arrangements to run: one, or several at equal strides over all.
fn arrangements(arguments: &RunArguments, all: u64) -> Result<Vec<u64>, Error> {
    if let Some(count) = arguments.arrangements {
        let count = count.min(all);
        // In 128 bits: a product of two counts may not fit 64.
        return Ok((0..count)
            .map(|k| (u128::from(k) * u128::from(all) / u128::from(count)) as u64)
            .collect());
    }
    match arguments.arrangement.unwrap_or(0) {
        arrangement if arrangement < all => Ok(vec![arrangement]),
        arrangement => {
            let message = format!(
                "--arrangement {arrangement}: the scene has {all}; a number from 0 to {} is expected",
                all - 1
            );
            Err(Error::Usage(message))
        }
    }
}

/// Runs a scene with a progress bar, if somebody sees it.
///
/// # Errors
/// Those of the runner.
pub fn with_progress(loaded: &LoadedScene, options: RunOptions) -> Result<Outcome, Error> {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:40}] tick {pos}, {msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_prefix(loaded.scene.name.clone());
    let outcome = run_scene(loaded, options, &mut |progress: Progress| {
        bar.set_length(u64::from(progress.budget));
        bar.set_position(u64::from(progress.tick));
        // Texts cost more than positions: a few a second will do.
        if progress.tick.is_multiple_of(16) {
            bar.set_message(format!("{} of {} arrived", progress.arrived, progress.units));
        }
    });
    bar.finish_and_clear();
    outcome
}

fn report(arguments: &RunArguments, cards: &[Scorecard]) -> Result<(), Error> {
    let several = arguments.arrangements.is_some();
    match (arguments.json, cards) {
        (true, [card]) if !several => say_json(card),
        (true, _) => {
            let name = cards.first().map(|card| card.scene.as_str());
            say_json(
                &json!({ "scene": name, "resolved_share": resolved_share(cards), "runs": cards }),
            )
        }
        (false, [card]) => say(&table(card)),
        (false, _) => say(&overview(cards)),
    }
}

/// One line a run.
fn overview(cards: &[Scorecard]) -> String {
    let head = [
        "arrangement",
        "ticks",
        "arrived",
        "near",
        "stuck",
        "p95 s",
        "density",
        "overlap",
        "walls",
    ];
    let mut lines = vec![head.map(|title| format!("{title:>11}")).concat()];
    for card in cards {
        let cells = [
            card.arrangement.to_string(),
            card.ticks.to_string(),
            format!("{}/{}", card.arrived, card.units),
            card.near.to_string(),
            card.stuck.to_string(),
            card.arrival_p95_s.map_or("-".into(), |seconds| format!("{seconds:.1}")),
            card.peak_density.to_string(),
            format!("{:.3}", card.overlap_max),
            card.wall_violations.to_string(),
        ];
        lines.push(cells.map(|cell| format!("{cell:>11}")).concat());
        lines.extend(card.expect_failed.iter().map(|failed| format!("            {failed}")));
    }
    lines.push(format!("resolved: {:.1} % of {} runs", 100.0 * resolved_share(cards), cards.len()));
    lines.join("\n")
}
