//! Work in parts, shared out at once: whoever comes takes the next part, until all are done.
//!
//! Parts read a state that all share and write to outputs of their own, so it does not matter who does which, and when.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockWriteGuard};

use super::blocking;
use super::executor::{Executor, Rank, Task, Work};

/// Work that can be done in parts: it knows what is asked, but nothing of who does it.
pub(crate) trait ParallelPhase<S>: Default + Send + Sync + 'static {
    /// What a part finds out. Outputs are used again from run to run: a part begins with what the last run left there.
    type Output: Default + Send + 'static;

    /// Does a part. Doing it again writes the same output.
    fn part(&self, state: &S, index: usize, output: &mut Self::Output);
}

/// Threads that do the parts of a phase together. The state that they read is theirs while parts are done, and only then:
/// helpers that come late find nothing to do.
pub(crate) struct Parallel<S: SharedState, P: ParallelPhase<S>> {
    shared: Arc<SharedWork<S, P>>,
}

/// What threads can read at once. The default stands in its place where it comes from while they do.
pub(crate) trait SharedState: Default + Send + Sync + 'static {}

impl<S: Default + Send + Sync + 'static> SharedState for S {}

struct SharedWork<S, P: ParallelPhase<S>> {
    desk: RwLock<Parts<S, P>>,
    /// The next part that nobody has begun, how many parts there are, and how many are done.
    next: AtomicUsize,
    count: AtomicUsize,
    done: AtomicUsize,
}

/// A phase and what its parts have found out.
#[derive(Default)]
pub(crate) struct Parts<S, P: ParallelPhase<S>> {
    state: S,
    pub(crate) phase: P,
    pub(crate) outputs: Outputs<P::Output>,
}

impl<S, P: ParallelPhase<S>> Parts<S, P> {
    fn part(&self, index: usize) {
        let mut output = self.outputs.0[index].lock().unwrap_or_else(PoisonError::into_inner);
        self.phase.part(&self.state, index, &mut output);
    }
}

/// The outputs of parts, by their numbers.
pub(crate) struct Outputs<T>(Vec<Mutex<T>>);

impl<T> Default for Outputs<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Default> Outputs<T> {
    /// Makes outputs for `count` parts at least.
    pub(crate) fn prepare(&mut self, count: usize) {
        self.0.resize_with(count.max(self.0.len()), Mutex::default);
    }

    /// Returns all outputs, in order; those of a run are the first ones.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(whole)
    }

    /// Returns the output of a part.
    pub(crate) fn of(&mut self, part: usize) -> &mut T {
        whole(&mut self.0[part])
    }
}

fn whole<T>(output: &mut Mutex<T>) -> &mut T {
    output.get_mut().unwrap_or_else(PoisonError::into_inner)
}

impl<S: SharedState, P: ParallelPhase<S>> Default for Parallel<S, P> {
    fn default() -> Self {
        let zero = || AtomicUsize::new(0);
        let (next, count, done) = (zero(), zero(), zero());
        Self { shared: Arc::new(SharedWork { desk: RwLock::default(), next, count, done }) }
    }
}

impl<S: SharedState, P: ParallelPhase<S>> Clone for Parallel<S, P> {
    /// Makes one of its own: between two steps nothing is kept in it that matters.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<S: SharedState, P: ParallelPhase<S>> Parallel<S, P> {
    /// Returns the phase and its outputs. Waits for helpers that are at a part.
    pub(crate) fn open(&self) -> RwLockWriteGuard<'_, Parts<S, P>> {
        blocking::write(&self.shared.desk)
    }

    /// Does `count` parts of a phase that reads `state`, with the help of an executor; returns it with what was found out.
    pub(crate) fn run(
        &self,
        state: &mut S,
        count: usize,
        executor: Option<&dyn Executor>,
    ) -> RwLockWriteGuard<'_, Parts<S, P>> {
        let shared = &self.shared;
        {
            let mut desk = self.open();
            desk.outputs.prepare(count);
            std::mem::swap(&mut desk.state, state);
            // Late helpers must not see a new count with an old next part.
            shared.next.store(0, Ordering::Relaxed);
            shared.done.store(0, Ordering::Relaxed);
            shared.count.store(count, Ordering::Relaxed);
        }
        if let Some(executor) = executor {
            let helpers = executor.worker_count().min(count.saturating_sub(1));
            (0..helpers)
                .for_each(|_| executor.execute(Task::new(Arc::<SharedWork<S, P>>::clone(shared))));
        }
        shared.work();
        let mut desk = self.open();
        shared.count.store(0, Ordering::Relaxed);
        if shared.done.load(Ordering::Relaxed) < count {
            // A helper panicked in a part.
            (0..count).for_each(|index| desk.part(index));
        }
        std::mem::swap(&mut desk.state, state);
        desk
    }
}

impl<S: SharedState, P: ParallelPhase<S>> Work for SharedWork<S, P> {
    fn work(&self) {
        // Held until the last part: who opens the desk waits for it.
        let desk = self.desk.read().unwrap_or_else(PoisonError::into_inner);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.count.load(Ordering::Relaxed) {
                return;
            }
            desk.part(index);
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn rank(&self) -> Rank {
        Rank::Now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::thread_pool::ThreadPool;
    use std::thread::{ThreadId, current};

    /// Squares of numbers; away from the thread named it panics at 13.
    #[derive(Default)]
    struct Squares {
        home: Option<ThreadId>,
    }

    impl ParallelPhase<Vec<u32>> for Squares {
        type Output = u32;

        fn part(&self, numbers: &Vec<u32>, index: usize, square: &mut u32) {
            let number = numbers[index];
            let is_elsewhere = self.home.is_some_and(|home| home != current().id());
            assert!(!(number == 13 && is_elsewhere), "a planted panic");
            *square = number * number;
        }
    }

    fn squares(parallel: &Parallel<Vec<u32>, Squares>, executor: Option<&dyn Executor>) {
        for count in [0, 1, 5, 40] {
            let mut numbers: Vec<u32> = (0..count).collect();
            parallel.open().phase.home = Some(current().id());
            let mut found = parallel.run(&mut numbers, count as usize, executor);
            let squares = found.outputs.iter_mut().take(count as usize).map(|square| *square);
            assert!(squares.eq((0..count).map(|number| number * number)), "{count}");
            assert_eq!(numbers.len(), count as usize, "the state is back");
        }
    }

    #[test]
    fn all_parts_are_done_whoever_helps_even_if_a_helper_panics() {
        let (parallel, pool) = (Parallel::default(), ThreadPool::new(3));
        squares(&parallel, None);
        (0..100).for_each(|_| squares(&parallel, Some(&pool)));
    }

    #[test]
    fn helpers_that_come_late_find_nothing_to_do() {
        let parallel = Parallel::<Vec<u32>, Squares>::default();
        let late = Task::new(Arc::<SharedWork<Vec<u32>, Squares>>::clone(&parallel.shared));
        squares(&parallel, None);
        late.run();
        squares(&parallel.clone(), None);
    }
}
