//! Tasks that wait for threads.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::blocking;
use super::executor::{Executor, Rank, Task};

/// An [`Executor`] for threads that somebody else starts: each of them calls [`TaskQueue::serve`]. As many tasks are offered
/// as threads serve at that moment; while none does, whoever steps the world does everything.
/// [`ThreadPool`](crate::ThreadPool) is one with threads of its own.
///
/// ```
/// use std::sync::Arc;
/// use hybrid::TaskQueue;
///
/// let queue = Arc::new(TaskQueue::default());
/// std::thread::scope(|scope| {
///     scope.spawn(|| queue.serve());
///     // world.set_executor(Some(queue.clone())); world.step(...)
///     queue.close();
/// });
/// ```
#[derive(Default)]
pub struct TaskQueue {
    waiting: Mutex<WaitingTasks>,
    changed: Condvar,
    /// How many threads serve.
    serving: AtomicUsize,
}

#[derive(Default)]
struct WaitingTasks {
    /// Those of each rank, the next one first.
    tasks: [VecDeque<Task>; 3],
    is_closed: bool,
}

impl TaskQueue {
    /// Runs tasks, those that are needed soonest first, until the queue is closed. What a task's panic has left undone is done
    /// again where it is needed.
    pub fn serve(&self) {
        self.serving.fetch_add(1, Ordering::Relaxed);
        while let Some(task) = self.next() {
            drop(catch_unwind(AssertUnwindSafe(|| task.run())));
        }
        self.serving.fetch_sub(1, Ordering::Relaxed);
    }

    /// Lets all threads that serve go, now and later; forgets the tasks that wait.
    pub fn close(&self) {
        let mut waiting = self.lock();
        waiting.is_closed = true;
        let forgotten = std::mem::take(&mut waiting.tasks);
        drop(waiting);
        drop(forgotten);
        self.changed.notify_all();
    }

    /// Tells that a thread which served has ended by a fault. In WebAssembly faults do not unwind: what the thread held is never
    /// let go, so whoever waits for it ends in a fault as well instead of waiting for ever. Elsewhere this only closes the
    /// queue.
    pub fn note_lost_thread(&self) {
        self.close();
        blocking::note_lost();
    }

    /// Returns whether no task waits.
    #[cfg(test)]
    pub(super) fn is_idle(&self) -> bool {
        self.lock().tasks.iter().all(VecDeque::is_empty)
    }

    fn lock(&self) -> MutexGuard<'_, WaitingTasks> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, task: Task) {
        let rank = task.rank();
        let mut waiting = self.lock();
        if waiting.is_closed {
            return;
        }
        let tasks = &mut waiting.tasks[rank as usize];
        match rank {
            Rank::Now => tasks.push_front(task),
            Rank::Soon | Rank::Later => tasks.push_back(task),
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// The next task; `None` once the queue is closed.
    fn next(&self) -> Option<Task> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            let next = waiting.tasks.iter_mut().find_map(VecDeque::pop_front);
            if next.is_some() {
                return next;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Executor for TaskQueue {
    fn worker_count(&self) -> usize {
        self.serving.load(Ordering::Relaxed)
    }

    fn execute(&self, task: Task) {
        if self.worker_count() > 0 {
            self.push(task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::executor::Work;
    use crate::tasks::waiting::wait_until;
    use std::sync::Arc;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Work for Count {
        fn work(&self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn threads_that_are_lent_run_tasks_until_the_queue_is_closed() {
        let (queue, count) = (TaskQueue::default(), Arc::new(Count::default()));
        let offer = || queue.execute(Task::new(count.clone()));
        offer();
        assert_eq!((queue.worker_count(), Arc::strong_count(&count)), (0, 1), "nobody serves");
        std::thread::scope(|scope| {
            (0..2).for_each(|_| drop(scope.spawn(|| queue.serve())));
            wait_until(|| queue.worker_count() == 2);
            (0..20).for_each(|_| offer());
            wait_until(|| count.0.load(Ordering::SeqCst) == 20);
            queue.close();
        });
        offer();
        queue.push(Task::new(count.clone()));
        queue.serve();
        assert_eq!((queue.worker_count(), Arc::strong_count(&count)), (0, 1), "it is closed");
    }
}
