//! Work in shares, done by whoever has time: a thread at a time.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::blocking;
use super::executor::{Executor, Rank, Task, Work};

/// As much is done at a time, before others may go on.
const SHARE: u32 = 1024;

/// Work that can be done in shares.
pub(crate) trait Shares: Send + 'static {
    /// Whether all is done in a single share.
    const IS_SINGLE: bool = false;

    /// What is made in the end.
    type Made: Clone + Send + 'static;

    /// Does a share of about so much. Returns how much it was, and what was made once all is done. All shares together are as
    /// much, however they are cut: so one that only finds out that there is nothing more to do at a place is none, and only
    /// the last one is at least 1.
    fn share(&mut self, most: u32) -> (u32, Option<Self::Made>);
}

/// Work that is under way.
pub(super) struct Course<W: Shares> {
    state: Mutex<CourseState<W>>,
    changed: Condvar,
}

pub(super) struct CourseState<W: Shares> {
    stage: CourseStage<W>,
    /// How much was done.
    pub(super) done: u32,
    /// How many wait to go on with it.
    pub(super) waiting: usize,
    /// Whether several look forward to what is made: each gets a copy.
    is_shared: bool,
}

impl<W: Shares> CourseState<W> {
    /// Returns whether nobody is at it or about to be.
    fn is_free(&self) -> bool {
        matches!(self.stage, CourseStage::Waiting(_)) && self.waiting == 0
    }

    /// Returns whether so much was done, or all.
    fn is_over(&self, amount: u32) -> bool {
        self.done >= amount || matches!(self.stage, CourseStage::Done(_))
    }
}

enum CourseStage<W: Shares> {
    Waiting(W),
    /// Somebody is at it.
    Running,
    /// `None` if it panicked.
    Done(Option<W::Made>),
}

impl<W: Shares> Course<W> {
    /// Offers work to an executor, in the memory of work that is over where nobody else looks at that any more.
    pub(super) fn start(
        work: W,
        executor: Option<&dyn Executor>,
        former: Option<Arc<Self>>,
    ) -> Arc<Self> {
        let state = CourseState {
            stage: CourseStage::Waiting(work),
            done: 0,
            waiting: 0,
            is_shared: false,
        };
        let mut course = Self { state: Mutex::new(state), changed: Condvar::new() };
        let place = former.and_then(|mut former| {
            std::mem::swap(Arc::get_mut(&mut former)?, &mut course);
            Some(former)
        });
        let course = place.unwrap_or_else(|| Arc::new(course));
        if let Some(executor) = executor.filter(|executor| executor.worker_count() > 0) {
            executor.execute(Task::new(Arc::<Self>::clone(&course)));
        }
        course
    }

    /// Returns how much was done, once all is; `None` before.
    pub(super) fn total(&self) -> Option<u32> {
        let state = self.lock();
        matches!(state.stage, CourseStage::Done(_)).then_some(state.done)
    }

    /// Has several look forward to what is made.
    pub(super) fn share_out(&self) {
        self.lock().is_shared = true;
    }

    /// Returns whether several look forward to what is made.
    pub(super) fn is_shared(&self) -> bool {
        self.lock().is_shared
    }

    /// Gets all done; takes what was made, or a copy where others want it. `None` if making it panicked, or somebody has taken it.
    pub(super) fn take(&self) -> Option<W::Made> {
        let mut state = self.end();
        let is_shared = state.is_shared;
        match &mut state.stage {
            CourseStage::Done(made) if is_shared => made.clone(),
            CourseStage::Done(made) => made.take(),
            _ => None,
        }
    }

    /// Gets all done; returns how much it was, and a copy of what was made.
    pub(super) fn outcome(&self) -> (u32, Option<W::Made>) {
        let state = self.end();
        match &state.stage {
            CourseStage::Done(made) => (state.done, made.clone()),
            _ => (state.done, None),
        }
    }

    /// Returns the state in which nothing is left to do.
    fn end(&self) -> MutexGuard<'_, CourseState<W>> {
        self.reach(u32::MAX, || false);
        self.wait(u32::MAX)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, CourseState<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state once nobody is at it or so much is done: whoever is at it may go on without a pause.
    fn wait(&self, amount: u32) -> MutexGuard<'_, CourseState<W>> {
        let mut state = self.lock();
        state.waiting += 1;
        while matches!(state.stage, CourseStage::Running) && state.done < amount {
            state = blocking::wait(&self.changed, state);
        }
        state.waiting -= 1;
        state
    }

    /// Does a share, unless nothing is left to do.
    fn share(&self, mut state: MutexGuard<'_, CourseState<W>>, most: u32) {
        let mut work = match std::mem::replace(&mut state.stage, CourseStage::Running) {
            CourseStage::Waiting(work) => work,
            other => {
                state.stage = other;
                return;
            }
        };
        drop(state);
        let mut ending =
            ShareEnding { course: self, done: 0, stage: Some(CourseStage::Done(None)) };
        let (done, made) = work.share(most);
        ending.done = done;
        ending.stage = Some(match made {
            Some(made) => {
                // Whoever sees that it is done finds what it was made from free.
                drop(work);
                CourseStage::Done(Some(made))
            }
            None => CourseStage::Waiting(work),
        });
    }

    /// Does what is left of so much. Where somebody else is at it or waits to be, does something `elsewhere`, which returns
    /// whether there was anything to do; waits if not.
    pub(super) fn reach(&self, amount: u32, mut elsewhere: impl FnMut() -> bool) {
        loop {
            let mut state = self.lock();
            if !state.is_free() && !state.is_over(amount) {
                drop(state);
                if elsewhere() {
                    continue;
                }
                state = self.wait(amount);
            }
            if state.is_over(amount) {
                return;
            }
            let most = SHARE.min(amount - state.done);
            self.share(state, most);
        }
    }

    /// Does a share, unless somebody is at it or about to be or nothing is left to do; returns whether it did.
    pub(super) fn help(&self) -> bool {
        let state = self.lock();
        let is_free = state.is_free();
        if is_free {
            self.share(state, SHARE);
        }
        is_free
    }
}

impl<W: Shares> Work for Course<W> {
    fn work(&self) {
        if W::IS_SINGLE {
            // Whoever is at it needs no help.
            self.help();
        } else {
            self.reach(u32::MAX, || false);
        }
    }

    fn rank(&self) -> Rank {
        if W::IS_SINGLE { Rank::Soon } else { Rank::Later }
    }
}

/// Ends a share, even one that panics.
struct ShareEnding<'a, W: Shares> {
    course: &'a Course<W>,
    done: u32,
    stage: Option<CourseStage<W>>,
}

impl<W: Shares> Drop for ShareEnding<'_, W> {
    fn drop(&mut self) {
        let mut state = self.course.lock();
        state.done = state.done.saturating_add(self.done);
        state.stage = self.stage.take().unwrap_or(CourseStage::Done(None));
        drop(state);
        self.course.changed.notify_all();
    }
}
