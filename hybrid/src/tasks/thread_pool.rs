//! Threads of our own.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use super::executor::{Executor, Task};
use super::task_queue::TaskQueue;

/// The most threads that a world starts unless it is told otherwise: beyond them the rest of a step counts for more.
const MOST_BY_DEFAULT: usize = 7;

/// The most threads of a pool.
const LIMIT: usize = 256;

thread_local! {
    /// The address of the queue that this thread serves; 0 if it is none of our threads. Asking std which thread this is
    /// would leave a block of memory behind in threads that are not std's.
    static SERVED: Cell<usize> = const { Cell::new(0) };
}

/// An [`Executor`] with threads of its own. They start when the first task comes and end when the pool is dropped.
pub struct ThreadPool {
    worker_count: usize,
    queue: Arc<TaskQueue>,
    /// Empty until the first task comes.
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl ThreadPool {
    /// A pool of so many threads, at most 256; with 0 every task is dropped, and all is done by whoever steps the world.
    pub fn new(worker_count: usize) -> Self {
        Self {
            worker_count: worker_count.min(LIMIT),
            queue: Arc::default(),
            threads: Mutex::default(),
        }
    }

    /// Returns whether there are threads.
    fn start(&self) -> bool {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        if !threads.is_empty() {
            return true;
        }
        for _ in 0..self.worker_count {
            let queue = Arc::clone(&self.queue);
            let serve = move || {
                SERVED.set(Arc::as_ptr(&queue).addr());
                queue.serve();
            };
            let thread = Builder::new().name("hybridnav".into()).spawn(serve);
            // Where the system has no more threads to give, fewer help.
            threads.extend(thread);
        }
        !threads.is_empty()
    }
}

impl Default for ThreadPool {
    /// One thread less than the machine runs at once, at most 7: the one that steps the world works as well.
    fn default() -> Self {
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new((at_once - 1).min(MOST_BY_DEFAULT))
    }
}

impl Executor for ThreadPool {
    fn worker_count(&self) -> usize {
        self.worker_count
    }

    fn execute(&self, task: Task) {
        // Where no thread will ever come (WebAssembly has none) nothing must wait for one.
        if self.worker_count == 0 || !self.start() {
            return;
        }
        self.queue.push(task);
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.queue.close();
        let threads = self.threads.get_mut().unwrap_or_else(PoisonError::into_inner);
        let is_own = SERVED.get() == Arc::as_ptr(&self.queue).addr();
        let own = is_own.then(|| std::thread::current().id());
        for thread in threads.drain(..).filter(|thread| Some(thread.thread().id()) != own) {
            // A thread cannot have panicked: it catches what its tasks do.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::executor::{Rank, Work};
    use crate::tasks::waiting::wait_until;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Work for Count {
        fn work(&self) {
            let count = self.0.fetch_add(1, Ordering::SeqCst);
            assert!(count != 3, "one of them panics");
        }
    }

    #[test]
    fn every_task_is_run_even_after_one_has_panicked() {
        let (pool, count) = (ThreadPool::new(2), Arc::new(Count::default()));
        for _ in 0..50 {
            pool.execute(Task::new(count.clone()));
        }
        wait_until(|| count.0.load(Ordering::SeqCst) >= 50);
    }

    /// Notes its rank, once it may.
    struct Noting(Arc<Mutex<Vec<Rank>>>, Rank);

    impl Work for Noting {
        fn work(&self) {
            self.0.lock().unwrap().push(self.1);
        }

        fn rank(&self) -> Rank {
            self.1
        }
    }

    #[test]
    fn tasks_that_are_needed_sooner_are_run_before_those_that_wait() {
        let (pool, run) = (ThreadPool::new(1), Arc::new(Mutex::new(Vec::new())));
        let [now, soon, later] = [Rank::Now, Rank::Soon, Rank::Later];
        let held = run.lock().unwrap();
        pool.execute(Task::new(Arc::new(Noting(Arc::clone(&run), later))));
        wait_until(|| pool.queue.is_idle());
        // The only thread is at the first one.
        for rank in [later, soon, later, now, soon] {
            pool.execute(Task::new(Arc::new(Noting(Arc::clone(&run), rank))));
        }
        drop(held);
        wait_until(|| run.lock().unwrap().len() >= 6);
        assert_eq!(*run.lock().unwrap(), [later, now, soon, soon, later, later]);
    }

    #[test]
    fn a_pool_that_is_dropped_ends_its_threads_and_forgets_what_waits() {
        let count = Arc::new(Count::default());
        let pool = ThreadPool::new(1);
        (0..3).for_each(|_| pool.execute(Task::new(count.clone())));
        drop(pool);
        assert_eq!(Arc::strong_count(&count), 1);
    }

    /// Drops a pool.
    struct Dropping(Mutex<Option<Arc<ThreadPool>>>, AtomicUsize);

    impl Work for Dropping {
        fn work(&self) {
            let pool = self.0.lock().unwrap().take();
            // Whoever has it last.
            wait_until(|| pool.as_ref().is_none_or(|pool| Arc::strong_count(pool) == 1));
            drop(pool);
            self.1.store(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn a_pool_may_be_dropped_by_a_thread_of_its_own() {
        let pool = Arc::new(ThreadPool::new(2));
        let dropping = Dropping(Mutex::new(Some(pool.clone())), AtomicUsize::new(0));
        let dropping = Arc::new(dropping);
        pool.execute(Task::new(dropping.clone()));
        drop(pool);
        wait_until(|| dropping.1.load(Ordering::SeqCst) > 0);
    }

    #[test]
    fn without_threads_tasks_are_dropped() {
        let count = Arc::new(Count::default());
        ThreadPool::new(0).execute(Task::new(count.clone()));
        assert_eq!((Arc::strong_count(&count), count.0.load(Ordering::SeqCst)), (1, 0));
    }
}
