//! `replay FILE --shrink FILE`: a recording without what its fault does not need.

use std::fs::File;
use std::io::IsTerminal;
use std::path::Path;

use hybrid::Recording;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::json;

use super::arguments::ReplayArguments;
use super::output::{say, say_json, table};
use crate::error::Error;
use crate::replaying::fault::Fault;
use crate::replaying::script::CallScript;
use crate::replaying::smaller::{smaller, write};

/// Makes a recording smaller; false: its fault is found, and the new recording has it.
///
/// # Errors
/// [`Error::Usage`] if there is no fault in it, or for an expectation that says nothing; [`Error::Output`] if the file cannot be written.
pub fn shrink(
    recording: &Recording,
    to: &Path,
    arguments: &ReplayArguments,
) -> Result<bool, Error> {
    let unwritten = |error: &dyn std::fmt::Display| Error::unwritten(to, &error);
    let expected = arguments.expect.as_deref().map(Fault::parse).transpose();
    let expected = expected.map_err(|message| Error::Usage(format!("--expect {message}")))?;
    // Each run may panic: once is told, by the report.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let found = found(recording, expected, arguments.runs);
    std::panic::set_hook(hook);
    let (fault, script, least) = found?;
    let sink = File::create(to).map_err(|error| unwritten(&error))?;
    write(&script, &least, sink).map_err(|error| unwritten(&error))?;
    let card = json!({
        "file": arguments.file.display().to_string(),
        "fault": format!("{fault:?}"),
        "parts": script.parts().len(),
        "kept": least.parts.len(),
        "steps": script.steps,
        "kept_steps": least.steps,
        "units": script.units(&script.parts()),
        "kept_units": script.units(&least.parts),
        "runs": least.runs,
        "shrunk": to.display().to_string(),
    });
    if arguments.json {
        say_json(&card)?
    } else {
        say(&table(&card))?
    }
    Ok(false)
}

type Found = (Fault, CallScript, crate::replaying::smaller::Smaller);

fn found(recording: &Recording, expected: Option<Fault>, runs: u32) -> Result<Found, Error> {
    let script = CallScript::new(recording).map_err(|error| Error::Usage(error.to_string()))?;
    let faults = expected.map_or(vec![Fault::Panic, Fault::Difference], |fault| vec![fault]);
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(u64::from(runs)), target);
    for fault in faults {
        let least = smaller(&script, fault, runs, &mut |least| {
            bar.set_position(u64::from(least.runs));
            bar.set_message(format!("{} parts", least.parts.len()));
        });
        if let Some(least) = least {
            bar.finish_and_clear();
            return Ok((fault, script, least));
        }
    }
    let what =
        "it does not panic, has the same states with more threads, and breaks no expectation";
    Err(Error::Usage(format!(
        "--shrink: there is no fault in the recording: {what}; --expect KEY=N may say which one"
    )))
}
