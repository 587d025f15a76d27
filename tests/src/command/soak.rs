//! The command that soaks.

use std::collections::BTreeMap;
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::arguments::SoakArguments;
use super::output::{complain, say};
use crate::error::{Error, Place};
use crate::soak::campaign::{Failed, Table, Worlds, in_order};
use crate::soak::finding::{Finding, Kind};
use crate::soak::program::Program;
use crate::soak::run::{Outcome, run};
use crate::soak::shrink::{cut, shrink};

/// Seconds between two lines that tell how far it is.
const PROGRESS: Duration = Duration::from_secs(15);

/// Seconds after which a world counts as one that hangs.
const HANGS: Duration = Duration::from_secs(900);

/// Units times ticks that may be run to make a program smaller.
const SHRINKING: u64 = 20_000_000;

/// Does what is asked; false if something was found.
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
        let program = worlds.of(seed).1.ok_or_else(nothing)?;
        return say(program.text().trim_end()).map(|()| true);
    }
    // Panics of the library are findings; they are told as such.
    panic::set_hook(Box::new(|_| {}));
    let is_clean = match &arguments.program {
        Some(file) => replay(&file.display().to_string(), !arguments.no_shrink),
        None => campaign(arguments, worlds),
    };
    drop(panic::take_hook());
    is_clean
}

/// Runs the worlds of many seeds.
fn campaign(arguments: &SoakArguments, worlds: Worlds) -> Result<bool, Error> {
    let begun = Instant::now();
    let (seeds, end) = match arguments.minutes {
        Some(minutes) => {
            let first = fresh_seed();
            say(&format!("seeds from {first} on"))?;
            let most = Duration::from_secs_f64(minutes.clamp(0.0, 1e6) * 60.0);
            (first..u64::MAX, Some(begun + most))
        }
        None => (arguments.seeds.clone().unwrap_or(0..100), None),
    };
    let threads = arguments.threads.map_or_else(all_threads, usize::from);
    let clock = Clock::default();
    let (mut table, mut failed) = (Table::default(), BTreeMap::<Kind, (u64, Finding)>::new());
    let mut told = begun;
    let work = |seed| {
        if end.is_some_and(|end| Instant::now() >= end) {
            return None;
        }
        clock.begin(seed);
        let (goals, program) = worlds.of(seed);
        let outcome = program.map(|program| run(&program, None));
        clock.end(seed);
        Some((goals, outcome))
    };
    let take = |seed, (goals, outcome): (&'static str, Option<Outcome>)| {
        let found = outcome.and_then(|outcome| table.add(seed, goals, &outcome));
        if let Some(Failed { found, .. }) = found {
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
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| clock.watch(worlds));
        in_order(seeds, threads, work, take);
        clock.stop();
        drop(watch.join());
    });
    if !arguments.no_shrink {
        for (seed, finding) in failed.values() {
            if let (_, Some(program)) = worlds.of(*seed) {
                say_smallest(&format!("seed {seed}"), &program, finding)?;
            }
        }
    }
    say(&table.text())?;
    let [bad, all] = table.failed();
    let (longest, seed) = &table.longest;
    say(&format!(
        "{all} worlds, {} ticks, {} ticks of units, {bad} worlds with findings; longest step {:.1} ms \
         ({}, tick {} of seed {seed}); memory {}; {:.0} s",
        table.ticks,
        table.unit_ticks,
        longest.ms,
        longest.phase,
        longest.tick,
        memory(),
        begun.elapsed().as_secs_f64()
    ))?;
    Ok(bad == 0)
}

fn tell(seed: u64, goals: &str, found: &[Finding]) {
    let lines: String = found.iter().map(|finding| format!("\n    {finding}")).collect();
    if let Err(error) = say(&format!("seed {seed} ({goals}):{lines}")) {
        complain(&error);
    }
}

/// Prints the smallest program that shows a finding, as far as there is time.
fn say_smallest(of: &str, program: &Program, finding: &Finding) -> Result<(), Error> {
    let kind = finding.kind;
    let mut left = SHRINKING;
    let mut shows = |candidate: &Program| {
        if left == 0 {
            return false;
        }
        let outcome = run(candidate, Some(kind));
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
fn replay(file: &str, shrinks: bool) -> Result<bool, Error> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let place = Place { file: file.into(), line: 1, column: 1 };
        Error::Input { place, message: format!("cannot be read ({error})") }
    })?;
    let program = Program::read(file, &text)?;
    let outcome = run(&program, None);
    let found = outcome.findings.all();
    found.iter().try_for_each(|finding| say(&finding.to_string()))?;
    if shrinks {
        found.iter().try_for_each(|finding| say_smallest(file, &program, finding))?;
    }
    let [under_way, stuck] = outcome.left;
    say(&format!(
        "{} ticks; {} units rest, {under_way} are under way, {stuck} are stuck; {} findings",
        outcome.ticks,
        outcome.rest,
        found.len()
    ))?;
    Ok(found.is_empty())
}

/// Knows since when worlds have been running.
#[derive(Default)]
struct Clock {
    running: Mutex<(BTreeMap<u64, Instant>, bool)>,
}

impl Clock {
    fn with<T>(&self, act: impl FnOnce(&mut (BTreeMap<u64, Instant>, bool)) -> T) -> T {
        act(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn begin(&self, seed: u64) {
        self.with(|(running, _)| running.insert(seed, Instant::now()));
    }

    fn end(&self, seed: u64) {
        self.with(|(running, _)| running.remove(&seed));
    }

    fn stop(&self) {
        self.with(|(_, is_over)| *is_over = true);
    }

    /// Ends the process if a world hangs: nothing can be done about it from within.
    fn watch(&self, worlds: Worlds) {
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let (hanging, is_over) = self.with(|(running, is_over)| {
                let hanging = running.iter().find(|(_, since)| since.elapsed() > HANGS);
                (hanging.map(|(&seed, _)| seed), *is_over)
            });
            if is_over {
                return;
            }
            if let Some(seed) = hanging {
                let text = worlds.of(seed).1.map(|program| program.text()).unwrap_or_default();
                let about = format!("seed {seed}: hangs for {} s\n{text}", HANGS.as_secs());
                drop(say(&about));
                std::process::exit(1);
            }
        }
    }
}
