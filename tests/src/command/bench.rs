//! The frame of the benches: their arguments, how much they do, their output and the exit status.

use std::error::Error;
use std::process::ExitCode;

use clap::{Args, Command};
use serde_json::{Value, json};

use super::output::{complain, say, say_json};

/// What may go wrong in a bench.
pub type BenchResult<T> = Result<T, Box<dyn Error>>;

/// The arguments of every bench.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// One JSON object on stdout, nothing else there
    #[arg(long)]
    json: bool,
    /// Less of it, within 30 seconds
    #[arg(long)]
    quick: bool,
    /// What cargo adds to a bench; without it the bench only tries itself out
    #[arg(long, hide = true)]
    bench: bool,
}

/// How much a bench does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// To see that it runs.
    Trial,
    /// Within half a minute.
    Quick,
    /// All of it.
    Whole,
}

impl Effort {
    /// What belongs to this effort, of what belongs to each.
    pub fn of<T>(self, trial: T, quick: T, whole: T) -> T {
        match self {
            Self::Trial => trial,
            Self::Quick => quick,
            Self::Whole => whole,
        }
    }
}

impl BenchArguments {
    /// How much is to be done.
    pub fn effort(&self) -> Effort {
        match (self.bench, self.quick) {
            (false, _) => Effort::Trial,
            (true, true) => Effort::Quick,
            (true, false) => Effort::Whole,
        }
    }

    /// Shows lines of the table as they come; not where JSON is wanted.
    ///
    /// # Errors
    /// See [`say`].
    pub fn tell(&self, lines: &str) -> BenchResult<()> {
        if self.json { Ok(()) } else { Ok(say(lines)?) }
    }

    /// Ends a bench: shows its rows where JSON is wanted.
    ///
    /// # Errors
    /// See [`say`]; and the faults, if there are any.
    pub fn finish(&self, name: &str, rows: &[Value], faults: &[String]) -> BenchResult<()> {
        if self.json {
            say_json(&json!({ "bench": name, "rows": rows }))?;
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("; ").into()) }
    }
}

/// Runs a bench with the arguments of the process: fails with one line on stderr.
pub fn main<A: Args>(
    name: &'static str,
    about: &'static str,
    run: impl FnOnce(&A) -> BenchResult<()>,
) -> ExitCode {
    let command = A::augment_args(Command::new(name)).about(about);
    let arguments = A::from_arg_matches(&command.get_matches());
    match run(&arguments.unwrap_or_else(|error| error.exit())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}
