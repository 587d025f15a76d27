//! The command: arguments in, scorecards and pictures out, a status for scripts.

pub mod arguments;
pub mod output;
pub mod run;
pub mod maps;
pub mod bench;
pub mod soak;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::drawing::field_pictures::draw_all;
use crate::error::Error;
use crate::scenes::built_in;
use arguments::{Action, Arguments, RunArguments};
use output::{complain, say, say_files};

/// The scene that runs when nothing is asked for.
const DEFAULT_SCENE: &str = "maze";

/// Runs the command with the arguments of the process: 0 done, 1 a scene's own expectation failed or the soak has findings, 2 bad
/// input.
pub fn main() -> ExitCode {
    let status = match Arguments::try_parse() {
        Ok(arguments) => {
            act(arguments.action.unwrap_or_else(|| Action::Run(RunArguments::of(DEFAULT_SCENE))))
        }
        Err(error)
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            say(error.render().to_string().trim_end()).map(|()| true)
        }
        Err(error) => Err(Error::Usage(one_line(&error))),
    };
    match status {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Does what is asked; false if the scene's own expectation failed, or if the soak has findings.
fn act(action: Action) -> Result<bool, Error> {
    match action {
        Action::Scenes => {
            let line =
                |built_in: &built_in::BuiltIn| format!("{:<16}{}", built_in.name, built_in.about);
            say(&built_in::ALL.iter().map(line).collect::<Vec<_>>().join("\n")).map(|()| true)
        }
        Action::Run(arguments) => run::run(&arguments),
        Action::Paths(arguments) => maps::paths(&arguments).map(|()| true),
        Action::Draw(arguments) => maps::draw(&arguments).map(|()| true),
        Action::Soak(arguments) => soak::soak(&arguments),
        Action::Fields(arguments) => say_files(&draw_all(&arguments.out)?).map(|()| true),
    }
}

/// What the argument parser says, without its usage paragraph, on one line.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said = text
        .split("\n\nUsage")
        .next()
        .and_then(|said| said.split("\n\nFor more").next())
        .unwrap_or(&text);
    let words: Vec<&str> = said.split_whitespace().collect();
    format!("{}; see --help", words.join(" ").trim_start_matches("error: "))
}
