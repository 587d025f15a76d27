//! Tells which world hangs: nothing can be done about it from within.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::program::Program;

/// How often it is looked whether a world hangs.
const PERIOD: Duration = Duration::from_millis(100);

/// Knows since when worlds have been running.
pub struct Watch {
    /// Who runs longer than this hangs.
    most: Duration,
    running: Mutex<Running>,
}

#[derive(Default)]
struct Running {
    worlds: BTreeMap<u64, Known>,
    next: u64,
    /// How many worlds that have ended have findings.
    failed: usize,
    is_over: bool,
}

struct Known {
    since: Instant,
    about: String,
    program: Option<Program>,
}

/// A world that runs: until this is dropped, whether the run ends or panics.
pub struct Run<'a> {
    watch: &'a Watch,
    number: u64,
}

/// Ends the watch when it is dropped.
struct Over<'a>(&'a Watch);

impl Watch {
    /// Makes a watch that counts a world as one that hangs if it runs longer than this.
    pub fn new(most: Duration) -> Self {
        Self { most, running: Mutex::default() }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Running) -> T) -> T {
        act(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins to watch a world; `about` says which one.
    pub fn begin(&self, about: String) -> Run<'_> {
        let number = self.with(|running| {
            running.next += 1;
            let known = Known { since: Instant::now(), about, program: None };
            running.worlds.insert(running.next, known);
            running.next
        });
        Run { watch: self, number }
    }

    /// Notes that a world which has ended has findings.
    pub fn note_failed(&self) {
        self.with(|running| running.failed += 1);
    }

    /// Returns what to say of a world that hangs: its program, and a last line. `None` if none does.
    pub fn hanging(&self) -> Option<String> {
        self.with(|running| {
            let hangs = |known: &&Known| known.since.elapsed() > self.most;
            let known = running.worlds.values().find(hangs)?;
            let mut text = known.program.as_ref().map(Program::text).unwrap_or_default();
            let (about, seconds) = (&known.about, known.since.elapsed().as_secs());
            let all = running.failed + 1;
            let _ = write!(text, "{all} worlds with findings; {about} hangs, for {seconds} s now");
            Some(text)
        })
    }

    /// Does some work while another thread watches; `hangs` is told of a world that hangs.
    pub fn over<T>(&self, hangs: impl Fn(&str) + Sync, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !self.with(|running| running.is_over) {
                    if let Some(text) = self.hanging() {
                        hangs(&text);
                    }
                    std::thread::sleep(PERIOD);
                }
            });
            // The watch ends with the work, also with work that panics.
            let _over = Over(self);
            work()
        })
    }
}

impl Run<'_> {
    /// Says what runs, as soon as that is known.
    pub fn runs(&self, program: &Program) {
        self.watch.with(|running| {
            if let Some(known) = running.worlds.get_mut(&self.number) {
                known.program = Some(program.clone());
            }
        });
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.watch.with(|running| running.worlds.remove(&self.number));
    }
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.with(|running| running.is_over = true);
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::caught;
    use super::*;

    #[test]
    fn a_world_that_runs_for_too_long_is_named_until_it_ends() {
        let watch = Watch::new(Duration::ZERO);
        assert_eq!(watch.hanging(), None);
        let run = watch.begin("seed 7".into());
        std::thread::sleep(Duration::from_millis(5));
        assert!(watch.hanging().unwrap().starts_with("1 worlds with findings; seed 7 hangs"));
        drop(run);
        watch.note_failed();
        assert_eq!(watch.hanging(), None);
        let patient = Watch::new(Duration::from_secs(900));
        let _run = patient.begin("seed 8".into());
        assert_eq!(patient.hanging(), None);
    }

    #[test]
    fn work_that_panics_ends_the_watch_and_its_world() {
        let watch = Watch::new(Duration::from_secs(900));
        let work = || {
            let _run = watch.begin("seed 9".into());
            panic!("planted");
        };
        let result = caught(|| watch.over(|_| {}, work));
        assert_eq!(result.unwrap_err(), "planted");
        assert!(watch.with(|running| running.is_over && running.worlds.is_empty()));
    }
}
