//! Work in parts, shared out at once: whoever comes takes the next part, until all are done.
//!
//! Parts read what they share and write to slots of their own, so it does not matter who does which, and when.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use super::executor::{Executor, Rank, Task, Work};

/// Work that can be done in parts.
pub(crate) trait Parts: Default + Send + Sync + 'static {
    /// Does a part. Doing it again gives the same.
    fn part(&self, index: usize);
}

/// A place for work in parts. Whoever has the work moves what it needs in, has it done, and moves it out again; helpers
/// that come late find nothing to do.
pub(crate) struct Parallel<P> {
    shared: Arc<SharedWork<P>>,
}

struct SharedWork<P> {
    work: RwLock<P>,
    /// The next part that nobody has begun, how many parts there are, and how many are done.
    next: AtomicUsize,
    count: AtomicUsize,
    done: AtomicUsize,
}

impl<P: Parts> Default for Parallel<P> {
    fn default() -> Self {
        let zero = || AtomicUsize::new(0);
        let (next, count, done) = (zero(), zero(), zero());
        Self { shared: Arc::new(SharedWork { work: RwLock::default(), next, count, done }) }
    }
}

impl<P: Parts> Clone for Parallel<P> {
    /// A place of its own: between two calls nothing is kept in it that matters.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<P: Parts> Parallel<P> {
    /// The work, to move things in or out. Waits for helpers that are at a part.
    pub(crate) fn open(&self) -> RwLockWriteGuard<'_, P> {
        self.shared.work.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `count` parts, with the help of an executor; then gives the work, all done.
    pub(crate) fn run(
        &self,
        executor: Option<&dyn Executor>,
        count: usize,
    ) -> RwLockWriteGuard<'_, P> {
        let shared = &self.shared;
        {
            // Late helpers must not see a new count with an old next part.
            let _closed = self.open();
            shared.next.store(0, Ordering::Relaxed);
            shared.done.store(0, Ordering::Relaxed);
            shared.count.store(count, Ordering::Relaxed);
        }
        if let Some(executor) = executor {
            let helpers = executor.worker_count().min(count.saturating_sub(1));
            (0..helpers)
                .for_each(|_| executor.execute(Task::new(Arc::<SharedWork<P>>::clone(shared))));
        }
        shared.work();
        let work = self.open();
        shared.count.store(0, Ordering::Relaxed);
        if shared.done.load(Ordering::Relaxed) < count {
            // A helper panicked in a part.
            (0..count).for_each(|index| work.part(index));
        }
        work
    }
}

impl<P: Parts> Work for SharedWork<P> {
    fn work(&self) {
        // Held until the last part: who opens the work waits for it.
        let work = self.work.read().unwrap_or_else(PoisonError::into_inner);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.count.load(Ordering::Relaxed) {
                return;
            }
            work.part(index);
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
    use std::sync::Mutex;
    use std::thread::{ThreadId, current};

    /// Squares of numbers; on the thread named it panics at 13.
    #[derive(Default)]
    struct Squares {
        numbers: Vec<u32>,
        squares: Vec<Mutex<u32>>,
        home: Option<ThreadId>,
    }

    impl Parts for Squares {
        fn part(&self, index: usize) {
            let number = self.numbers[index];
            let is_elsewhere = self.home.is_some_and(|home| home != current().id());
            assert!(!(number == 13 && is_elsewhere), "a planted panic");
            *self.squares[index].lock().unwrap() = number * number;
        }
    }

    fn squares(parallel: &Parallel<Squares>, executor: Option<&dyn Executor>) {
        for count in [0, 1, 5, 40] {
            let mut work = parallel.open();
            work.numbers = (0..count).collect();
            work.squares = work.numbers.iter().map(|_| Mutex::new(0)).collect();
            work.home = Some(current().id());
            drop(work);
            let mut work = parallel.run(executor, count as usize);
            let squares = work.squares.iter_mut().map(|slot| *slot.get_mut().unwrap());
            assert!(squares.eq((0..count).map(|number| number * number)), "{count}");
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
        let parallel = Parallel::<Squares>::default();
        let late = Task::new(Arc::<SharedWork<Squares>>::clone(&parallel.shared));
        squares(&parallel, None);
        late.run();
        squares(&parallel.clone(), None);
    }
}
