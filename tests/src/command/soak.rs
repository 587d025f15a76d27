//! The command that soaks.

use std::panic;

use super::arguments::SoakArguments;
use super::output::{complain, say};
use crate::error::{Error, Place};
use crate::soak::campaign::Table;
use crate::soak::liveness_worlds::world_of;
use crate::soak::program::Program;
use crate::soak::run::run;

/// Does what is asked; false if something was found.
///
/// # Errors
/// Arguments that make no sense, a file that cannot be read.
pub fn soak(arguments: &SoakArguments) -> Result<bool, Error> {
    // Panics of the library are findings; they are told as such.
    panic::set_hook(Box::new(|_| {}));
    let done = go(arguments);
    drop(panic::take_hook());
    done
}

fn go(arguments: &SoakArguments) -> Result<bool, Error> {
    if let Some(file) = &arguments.program {
        return replay(&file.display().to_string());
    }
    let seeds = arguments.seeds.clone().unwrap_or(0..100);
    if let Some(seed) = arguments.print {
        let program = world_of(seed).ok_or_else(|| Error::Usage(format!("no world {seed}")))?;
        return say(program.text().trim_end()).map(|()| true);
    }
    let threads = arguments.threads.map_or_else(all_threads, usize::from);
    let report = |line: String| {
        if let Err(error) = say(&line) {
            complain(&error);
        }
    };
    let table = Table::of(seeds, threads, report);
    let [failed, worlds] = table.failed();
    say(&format!("{}\n{worlds} worlds, {failed} with findings", table.text()))?;
    Ok(failed == 0)
}

fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the program of a file.
fn replay(file: &str) -> Result<bool, Error> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let place = Place { file: file.into(), line: 1, column: 1 };
        Error::Input { place, message: format!("cannot be read ({error})") }
    })?;
    let outcome = run(&Program::read(file, &text)?, None);
    for finding in outcome.findings.all() {
        say(&finding.to_string())?;
    }
    let [under_way, stuck] = outcome.left;
    say(&format!(
        "{} ticks; {} units rest, {under_way} are under way, {stuck} are stuck; {} findings",
        outcome.ticks,
        outcome.rest,
        outcome.findings.all().len()
    ))?;
    Ok(outcome.findings.all().is_empty())
}
