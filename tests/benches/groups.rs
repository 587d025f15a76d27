//! How groups share their ways: what the windows' seeds are worth against the paper's exit point, what windows lose
//! against the whole map, and what a crowd gains by a second route against the best fixed split.
//!
//! Times are those of the simulated crowds, so a busy machine does not count.
#![forbid(unsafe_code)]

#[path = "groups/goals.rs"]
mod goals;
#[path = "groups/routes.rs"]
mod routes;
#[path = "groups/runs.rs"]
mod runs;
#[path = "groups/windows.rs"]
mod windows;

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use headless::command::bench::{self, BenchArguments, BenchResult, Effort};
use serde_json::Value;

/// What is run.
#[derive(Args)]
struct Arguments {
    #[command(flatten)]
    bench: BenchArguments,
    /// Only this part
    #[arg(long, value_enum)]
    only: Option<Part>,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The frontier against the exit point
    Goals,
    /// Windows against the whole map
    Windows,
    /// The crowd's own choice against fixed splits
    Routes,
}

impl Part {
    const ALL: [Self; 3] = [Self::Goals, Self::Windows, Self::Routes];

    fn rows(self, effort: Effort, each: &mut dyn FnMut(Row) -> BenchResult<()>) -> BenchResult<()> {
        match self {
            Self::Goals => goals::rows(effort, each),
            Self::Windows => windows::rows(effort, each),
            Self::Routes => routes::rows(effort, each),
        }
    }
}

/// A line of the tables, and what is wrong with it.
struct Row {
    text: String,
    value: Value,
    missed: Option<String>,
}

fn run(Arguments { bench, only }: &Arguments) -> BenchResult<()> {
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for part in Part::ALL.into_iter().filter(|part| only.is_none_or(|only| only == *part)) {
        part.rows(bench.effort(), &mut |row| {
            rows.push(row.value);
            missed.extend(row.missed);
            bench.tell(&row.text)
        })?;
    }
    bench.finish("groups", &rows, &missed)
}

fn main() -> ExitCode {
    bench::main("groups", "How groups share their ways", run)
}
