//! The command: arguments in, scorecards and pictures out, a status for scripts.

pub mod arguments;
pub mod output;
pub mod page;
pub mod run;
mod peers;
pub mod gallery;
pub mod shrink;
pub mod replay;
pub mod maps;
pub mod soup;
pub mod bench;
pub mod soak;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::drawing::field_pictures::draw_all;
use crate::error::Error;
use crate::scenes::built_in;
use crate::scenes::settings::Settings;
use crate::scenes::written::as_file;
use arguments::{Action, Arguments, RunArguments, ScenesArguments};
use output::{complain, say, say_files, say_json};

/// The scene that runs when nothing is asked for.
const DEFAULT_SCENE: &str = "maze";

/// The form of scene files.
const SCENE_FORMAT: &str = include_str!("../../SCENES.md");

/// Runs the command with the arguments of the process: 0 done, 1 a scene's own expectation failed or the soak has findings, 2 bad
/// input.
pub fn main() -> ExitCode {
    let asks_for_scenes = std::env::args().skip(1).eq(["--help", "scene"]);
    if asks_for_scenes {
        return finish(say(SCENE_FORMAT.trim_end()).map(|()| true));
    }
    finish(match Arguments::try_parse() {
        Ok(arguments) => {
            act(arguments.action.unwrap_or_else(|| Action::Run(RunArguments::of(DEFAULT_SCENE))))
        }
        Err(error)
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            say(error.render().to_string().trim_end()).map(|()| true)
        }
        Err(error) => Err(Error::Usage(one_line(&error))),
    })
}

/// The status for scripts.
fn finish(status: Result<bool, Error>) -> ExitCode {
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
        Action::Scenes(arguments) => scenes(&arguments).map(|()| true),
        Action::Run(arguments) => run::run(&arguments),
        Action::Replay(arguments) => replay::replay(&arguments),
        Action::Gallery(arguments) => gallery::gallery(&arguments).map(|()| true),
        Action::Paths(arguments) => maps::paths(&arguments).map(|()| true),
        Action::Draw(arguments) => maps::draw(&arguments).map(|()| true),
        Action::Soup(arguments) => soup::soup(&arguments).map(|()| true),
        Action::Soak(arguments) => soak::soak(&arguments),
        Action::Fields(arguments) => say_files(&draw_all(&arguments.out)?).map(|()| true),
    }
}

/// Lists the built-in scenes, or one of them; or prints that as a scene file.
fn scenes(arguments: &ScenesArguments) -> Result<(), Error> {
    let ScenesArguments { name, json, settings } = arguments;
    let line = |built_in: &built_in::BuiltIn| format!("{:<16}{}", built_in.name, built_in.about);
    let Some(name) = name else {
        return say(&built_in::ALL.iter().map(line).collect::<Vec<_>>().join("\n"));
    };
    let scene = as_file(name, Settings::parse(settings)?)?;
    match built_in::ALL.iter().find(|built_in| built_in.name == name) {
        Some(built_in) if !json => say(&line(built_in)),
        _ => say_json(&scene),
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
