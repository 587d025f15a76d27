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

use clap::{Parser, ValueEnum};
use headless::command::output::{complain, say, say_json};
use runs::Outcome;
use serde_json::{Value, json};

#[derive(Parser)]
#[command(name = "groups", about = "How groups share their ways")]
struct Arguments {
    /// One JSON object on stdout, nothing else there
    #[arg(long)]
    json: bool,
    /// Fewer runs
    #[arg(long)]
    quick: bool,
    /// Only this part
    #[arg(long, value_enum)]
    only: Option<Part>,
    /// What cargo adds to a bench; without it the bench only tries itself out
    #[arg(long, hide = true)]
    bench: bool,
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

    fn rows(self, effort: Effort, each: &mut dyn FnMut(Row) -> Outcome<()>) -> Outcome<()> {
        match self {
            Self::Goals => goals::rows(effort, each),
            Self::Windows => windows::rows(effort, each),
            Self::Routes => routes::rows(effort, each),
        }
    }
}

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effort {
    /// To see that it runs.
    Trial,
    Quick,
    Whole,
}

/// A line of the tables, and what is wrong with it.
struct Row {
    text: String,
    value: Value,
    missed: Option<String>,
}

fn run(arguments: &Arguments) -> Outcome<()> {
    let effort = match (arguments.bench, arguments.quick) {
        (false, _) => Effort::Trial,
        (true, true) => Effort::Quick,
        (true, false) => Effort::Whole,
    };
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for part in Part::ALL {
        if arguments.only.is_some_and(|only| only != part) {
            continue;
        }
        part.rows(effort, &mut |row| {
            rows.push(row.value);
            missed.extend(row.missed);
            if arguments.json { Ok(()) } else { Ok(say(&row.text)?) }
        })?;
    }
    if arguments.json {
        say_json(&json!({ "bench": "groups", "rows": rows }))?;
    }
    if missed.is_empty() { Ok(()) } else { Err(missed.join("; ").into()) }
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
