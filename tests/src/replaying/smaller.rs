//! Leaves out of a recording what its fault does not need.
//!
//! Delta debugging: Andreas Zeller, Ralf Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.

use std::io::Write;

use hybrid::RecordingError;

use super::fault::Fault;
use super::script::{CallScript, Part};

/// A script that still shows its fault.
#[derive(Debug, Clone)]
pub struct Smaller {
    /// What is kept, in order.
    pub parts: Vec<Part>,
    /// Steps until the fault shows.
    pub steps: u64,
    /// How often it was run.
    pub runs: u32,
}

/// Leaves out parts, many at once first, as long as the fault shows, until none can be left out or it was run so often; `progress`
/// hears of each run. `None` if the fault does not show in all of it.
pub fn smaller(
    script: &CallScript,
    fault: Fault,
    most_runs: u32,
    progress: &mut dyn FnMut(&Smaller),
) -> Option<Smaller> {
    let parts = script.parts();
    let steps = fault.shows(script, &parts, script.steps)?;
    let mut least = Smaller { parts, steps, runs: 1 };
    let mut size = least.parts.len().div_ceil(2).max(1);
    loop {
        let before = least.parts.len();
        let mut at = 0;
        while at < least.parts.len() && least.runs < most_runs {
            let end = (at + size).min(least.parts.len());
            let kept = [&least.parts[..at], &least.parts[end..]].concat();
            least.runs += 1;
            match fault.shows(script, &kept, least.steps) {
                Some(steps) => (least.parts, least.steps) = (kept, steps),
                None => at = end,
            }
            progress(&least);
        }
        let is_least = size == 1 && least.parts.len() == before;
        if is_least || least.runs >= most_runs {
            return Some(least);
        }
        if least.parts.len() == before || size > least.parts.len() {
            size = size.min(least.parts.len()).div_ceil(2).max(1);
        }
    }
}

/// Records what is left.
///
/// # Errors
/// The world cannot be loaded, or the recording not be written.
pub fn write(
    script: &CallScript,
    smaller: &Smaller,
    sink: impl Write + Send + Sync + 'static,
) -> Result<(), RecordingError> {
    let mut world = script.world(&smaller.parts)?;
    world.start_recording(sink)?;
    // A panic at its end: what is written until then shows it.
    let run = || script.run(&mut world, &smaller.parts, smaller.steps, &mut |_| false);
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_ok() {
        world.stop_recording()?;
    }
    Ok(())
}
