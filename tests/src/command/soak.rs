//! The command that soaks.

use std::collections::BTreeMap;
use std::panic;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::arguments::SoakArguments;
use super::output::{complain, say};
use crate::error::{Error, Place};
use crate::soak::campaign::{Failed, Table, Worlds, explore, in_order};
use crate::soak::finding::{Finding, FindingKind};
use crate::soak::program::Program;
use crate::soak::run::{SoakOutcome, caught, run};
use crate::soak::shrink::{cut, shrink};
use crate::soak::watch::Watch;

/// Seconds between two lines that tell how far it is.
const PROGRESS: Duration = Duration::from_secs(15);

/// Units times ticks that may be run to make a program smaller.
const SHRINKING: u64 = 20_000_000;

/// Does what is asked; false if more was found than is tolerated.
///
/// # Errors
/// Arguments that make no sense, a file that cannot be read.
pub fn soak(arguments: &SoakArguments) -> Result<bool, Error> {
    let worlds = match (arguments.liveness, arguments.wild) {
        (true, _) => Worlds::Liveness,
        (_, true) => Worlds::Wild,
        _ => Worlds::All,
    };
    if arguments.print {
        let seed = arguments.seeds.as_ref().map_or(0, |seeds| seeds.start);
        let nothing = || Error::Usage(format!("no world can be made from seed {seed}"));
        let (_, program) = worlds.of(seed);
        let program = program.ok_or_else(nothing)?;
        return say(program.text().trim_end()).map(|()| true);
    }
    // Panics of the library are findings; they are told as such.
    panic::set_hook(Box::new(|_| {}));
    let watch = Watch::new(Duration::from_secs(arguments.hangs));
    // Nothing can be done about a world that hangs, but to tell it and to end.
    let hangs = |text: &str| {
        drop(say(text));
        std::process::exit(1);
    };
    let is_clean = watch.over(hangs, || match &arguments.program {
        Some(file) => replay(&file.display().to_string(), !arguments.no_shrink, &watch),
        None => campaign(arguments, worlds, &watch),
    });
    drop(panic::take_hook());
    is_clean
}

/// Runs the worlds of many seeds.
fn campaign(arguments: &SoakArguments, worlds: Worlds, watch: &Watch) -> Result<bool, Error> {
    let begun = Instant::now();
    let (seeds, end) = match arguments.minutes {
        Some(minutes) => {
            let first = fresh_seed();
            say(&format!("seeds from {first} on"))?;
            (first..u64::MAX, Some(begun + Duration::from_secs_f64(minutes * 60.0)))
        }
        None => (arguments.seeds.clone().unwrap_or(0..100), None),
    };
    let threads = arguments.threads.map_or_else(all_threads, usize::from);
    let (mut table, mut failed) =
        (Table::default(), BTreeMap::<FindingKind, (u64, Finding)>::new());
    let mut told = begun;
    let work = |seed| {
        if end.is_some_and(|end| Instant::now() >= end) {
            return None;
        }
        let running = watch.begin(format!("seed {seed}"));
        Some(explore(|| worlds.of(seed), |program| running.runs(program)))
    };
    let take = |seed, (goals, outcome): (&'static str, Option<SoakOutcome>)| {
        let found = outcome.and_then(|outcome| table.add(seed, goals, &outcome));
        if let Some(Failed { found, .. }) = found {
            watch.note_failed();
            tell(seed, goals, &found);
            for finding in found {
                failed.entry(finding.kind).or_insert((seed, finding));
            }
        }
        if told.elapsed() >= PROGRESS {
            told = Instant::now();
            let [bad, all] = table.failed();
            complain(&format!("{all} worlds, {bad} with findings, {} ticks", table.ticks));
        }
    };
    in_order(seeds, threads, work, take);
    if !arguments.no_shrink {
        for (seed, finding) in failed.values() {
            // What panics while it is made has no program.
            if let Ok((_, Some(program))) = caught(|| worlds.of(*seed)) {
                say_smallest(&format!("seed {seed}"), &program, finding, watch)?;
            }
        }
    }
    say(&table.text())?;
    let [bad, all] = table.failed();
    let (longest, seed) = &table.longest;
    say(&format!(
        "{all} worlds, {} ticks, {} ticks of units; {bad} worlds with findings, {} findings; longest \
         step {longest} of seed {seed}; memory {}; {:.0} s",
        table.ticks,
        table.unit_ticks,
        table.findings(),
        memory(),
        begun.elapsed().as_secs_f64()
    ))?;
    Ok(table.is_within(arguments.tolerate))
}

fn tell(seed: u64, goals: &str, found: &[Finding]) {
    let lines: String = found.iter().map(|finding| format!("\n    {finding}")).collect();
    if let Err(error) = say(&format!("seed {seed} ({goals}):{lines}")) {
        complain(&error);
    }
}

/// Prints the smallest program that shows a finding, as far as there is time.
fn say_smallest(
    of: &str,
    program: &Program,
    finding: &Finding,
    watch: &Watch,
) -> Result<(), Error> {
    let kind = finding.kind;
    let mut left = SHRINKING;
    let mut shows = |candidate: &Program| {
        if left == 0 {
            return false;
        }
        let running = watch.begin(format!("a smaller program of {of}"));
        running.runs(candidate);
        // From a setup that was made too plain no world can be made.
        let Ok(outcome) = run(candidate, Some(kind)) else { return false };
        left = left.saturating_sub(outcome.unit_ticks + 1);
        outcome.findings.has(kind)
    };
    let cut = cut(program, finding.tick);
    let first = if shows(&cut) { cut } else { program.clone() };
    let least = shrink(&first, &mut shows);
    let text = least.text();
    say(&format!(
        "# {} of {of}, made smaller; run it with --program FILE\n{}",
        kind.name(),
        text.trim_end()
    ))
}

fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn fresh_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() % 1_000_000_000 * 1000)
}

/// Returns how much memory the process takes, where that is known.
fn memory() -> String {
    let pages = std::fs::read_to_string("/proc/self/status").ok();
    let line =
        pages.as_deref().and_then(|text| text.lines().find(|line| line.starts_with("VmHWM")));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.map_or_else(|| "unknown".into(), |kilobytes| format!("{} MB", kilobytes / 1024))
}

/// Runs the program of a file.
fn replay(file: &str, shrinks: bool, watch: &Watch) -> Result<bool, Error> {
    let wrong = |message: String| {
        let place = Place { file: file.into(), line: 1, column: 1 };
        Error::Input { place, message }
    };
    let text = std::fs::read_to_string(file)
        .map_err(|error| wrong(format!("cannot be read ({error}); a program is expected")))?;
    let program = Program::read(file, &text)?;
    let running = watch.begin(file.into());
    running.runs(&program);
    let outcome = run(&program, None)
        .map_err(|why| wrong(format!("{why}; a setup of which a world can be made is expected")))?;
    drop(running);
    let found = outcome.findings.all();
    if !found.is_empty() {
        watch.note_failed();
    }
    found.iter().try_for_each(|finding| say(&finding.to_string()))?;
    if shrinks {
        found.iter().try_for_each(|finding| say_smallest(file, &program, finding, watch))?;
    }
    let [under_way, stuck] = outcome.left;
    say(&format!(
        "1 world, {} ticks; {} units rest, {under_way} are under way, {stuck} are stuck; {} worlds with \
         findings, {} findings; longest step {}",
        outcome.ticks,
        outcome.rest,
        usize::from(!found.is_empty()),
        found.len(),
        outcome.longest
    ))?;
    Ok(found.is_empty())
}
