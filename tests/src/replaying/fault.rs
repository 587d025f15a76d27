//! What may be wrong with a recording: it panics, it has other states with more threads, or more is reported than is expected.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hybrid::{Event, ThreadPool, World};

use super::script::{CallScript, Part};

/// Threads of the second run.
const THREADS: usize = 4;

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A step or a call panics.
    Panic,
    /// The states are others with more threads.
    Difference,
    /// More units are stuck than are expected.
    Stuck(u64),
    /// More units lose their way than are expected.
    PathLost(u64),
    /// More units are displaced than are expected.
    Displaced(u64),
}

impl Fault {
    /// The fault that an expectation is broken, `KEY=MOST`.
    ///
    /// # Errors
    /// What is expected of it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("{text}: stuck_max=N, path_lost_max=N or displaced_max=N is expected");
        let (key, most) = text.split_once('=').ok_or_else(wrong)?;
        let most = most.parse().map_err(|_| wrong())?;
        match key {
            "stuck_max" => Ok(Self::Stuck(most)),
            "path_lost_max" => Ok(Self::PathLost(most)),
            "displaced_max" => Ok(Self::Displaced(most)),
            _ => Err(wrong()),
        }
    }

    /// Whether an event counts.
    fn counts(self, event: &Event) -> bool {
        match self {
            Self::Stuck(_) => matches!(event, Event::Stuck { .. }),
            Self::PathLost(_) => matches!(event, Event::PathLost { .. }),
            Self::Displaced(_) => matches!(event, Event::Displaced { .. }),
            Self::Panic | Self::Difference => false,
        }
    }

    /// The step after which it shows, if it does within so many, from 1; 0 if it shows before the first one.
    pub fn shows(self, script: &CallScript, parts: &[Part], steps: u64) -> Option<u64> {
        let mut done = 0;
        let run = || match self {
            Self::Panic => {
                ran(script, parts, steps, None, &mut |_| {
                    done += 1;
                    false
                });
                None
            }
            Self::Difference => differs(script, parts, steps),
            Self::Stuck(most) | Self::PathLost(most) | Self::Displaced(most) => {
                let (mut count, mut step, mut found) = (0, 0, None);
                ran(script, parts, steps, None, &mut |world| {
                    step += 1;
                    count +=
                        world.events().iter().filter(|event| self.counts(event)).count() as u64;
                    found = (count > most).then_some(step);
                    found.is_some()
                });
                found
            }
        };
        // The world is dropped with the run: nobody sees what a panic has left of it.
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(found) => found,
            Err(_) => (self == Self::Panic).then_some(done + 1),
        }
    }
}

fn ran(
    script: &CallScript,
    parts: &[Part],
    steps: u64,
    threads: Option<usize>,
    watch: &mut dyn FnMut(&World) -> bool,
) {
    if let Ok(mut world) = script.world(parts) {
        world.set_executor(threads.map(|threads| Arc::new(ThreadPool::new(threads - 1)) as _));
        script.run(&mut world, parts, steps, watch);
    }
}

fn differs(script: &CallScript, parts: &[Part], steps: u64) -> Option<u64> {
    let mut hashes = Vec::new();
    ran(script, parts, steps, None, &mut |world| {
        hashes.push(world.state_hash());
        false
    });
    let (mut step, mut found) = (0, None);
    ran(script, parts, steps, Some(THREADS), &mut |world| {
        step += 1;
        found = (hashes.get(step - 1) != Some(&world.state_hash())).then_some(step as u64);
        found.is_some()
    });
    found
}
