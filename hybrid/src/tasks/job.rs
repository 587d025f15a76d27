//! Jobs: something to be made by a set time, by whoever comes first.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::executor::{Executor, Task, Work};

/// Something that can be made from what it owns.
pub(crate) trait Make: Send + 'static {
    /// What is made.
    type Made: Send + 'static;

    /// Makes it; the same from the same.
    fn make(self) -> Self::Made;
}

/// Something that is being made.
struct Job<M: Make> {
    state: Mutex<JobState<M>>,
    changed: Condvar,
}

enum JobState<M: Make> {
    /// Nobody has begun.
    Waiting(M),
    Running,
    Done(M::Made),
    /// It was taken away, or it panicked.
    Gone,
}

impl<M: Make> Job<M> {
    /// Offers a job to an executor, in the memory of a former one where nobody else looks at that any more.
    fn start(work: M, executor: Option<&dyn Executor>, former: Option<RetiredJob<M>>) -> Arc<Self> {
        let state = Mutex::new(JobState::Waiting(work));
        let job = Self { state, changed: Condvar::new() };
        let job = match former.map(|former| former.0) {
            Some(mut place) => match Arc::get_mut(&mut place) {
                Some(known) => {
                    *known = job;
                    place
                }
                None => Arc::new(job),
            },
            None => Arc::new(job),
        };
        if let Some(executor) = executor.filter(|executor| executor.worker_count() > 0) {
            executor.execute(Task::new(Arc::<Self>::clone(&job)));
        }
        job
    }

    /// What was made; `None` if making it panicked. Does it on the spot if nobody has begun, and waits for whoever is at
    /// it.
    fn take(&self) -> Option<M::Made> {
        match std::mem::replace(&mut *self.end(), JobState::Gone) {
            JobState::Done(made) => Some(made),
            _ => None,
        }
    }

    /// A copy of what was made; `None` if making it panicked. Does it on the spot if nobody has begun.
    fn copy(&self) -> Option<M::Made>
    where
        M::Made: Clone,
    {
        match &*self.end() {
            JobState::Done(made) => Some(made.clone()),
            _ => None,
        }
    }

    /// The state in which nothing is left to do.
    fn end(&self) -> MutexGuard<'_, JobState<M>> {
        self.work();
        let mut state = self.lock();
        while matches!(*state, JobState::Running) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, JobState<M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) -> Option<M> {
        let mut state = self.lock();
        match std::mem::replace(&mut *state, JobState::Running) {
            JobState::Waiting(work) => Some(work),
            other => {
                *state = other;
                None
            }
        }
    }
}

impl<M: Make> Work for Job<M> {
    fn work(&self) {
        let Some(work) = self.begin() else { return };
        let mut ending = JobEnding { job: self, state: JobState::Gone };
        ending.state = JobState::Done(work.make());
    }
}

/// Ends a job in a state, even if it panics.
struct JobEnding<'a, M: Make> {
    job: &'a Job<M>,
    state: JobState<M>,
}

impl<M: Make> Drop for JobEnding<'_, M> {
    fn drop(&mut self) {
        *self.job.lock() = std::mem::replace(&mut self.state, JobState::Gone);
        self.job.changed.notify_all();
    }
}

/// A job that is to be done by a set tick, or what it has made.
pub(crate) struct Pending<M: Make> {
    due: u64,
    stage: JobStage<M>,
}

enum JobStage<M: Make> {
    UnderWay(Arc<Job<M>>),
    /// `None` if making it panicked.
    Done(Option<M::Made>),
}

/// A job that is over, for its memory.
pub(crate) struct RetiredJob<M: Make>(Arc<Job<M>>);

impl<M: Make> Clone for RetiredJob<M> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<M: Make> fmt::Debug for RetiredJob<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Former").finish_non_exhaustive()
    }
}

/// What became of a job.
pub(crate) struct Delivery<M: Make> {
    /// `None` if making it panicked.
    pub(crate) made: Option<M::Made>,
    /// `None` if it was done long ago.
    pub(crate) former: Option<RetiredJob<M>>,
}

impl<M: Make> Pending<M> {
    /// Offers a job to an executor, in the memory of a former one if there is one.
    pub(crate) fn new(
        work: M,
        due: u64,
        executor: Option<&dyn Executor>,
        former: Option<RetiredJob<M>>,
    ) -> Self {
        Self { due, stage: JobStage::UnderWay(Job::start(work, executor, former)) }
    }

    /// What has been made already.
    pub(crate) fn done(due: u64, made: Option<M::Made>) -> Self {
        Self { due, stage: JobStage::Done(made) }
    }

    /// A copy of what was made, once it is done; `None` if making it panicked.
    pub(crate) fn made(&self) -> Option<M::Made>
    where
        M::Made: Clone,
    {
        match &self.stage {
            JobStage::UnderWay(job) => job.copy(),
            JobStage::Done(made) => made.clone(),
        }
    }

    /// What was made, to be changed; `None` before it is done.
    pub(crate) fn made_mut(&mut self) -> Option<&mut M::Made> {
        match &mut self.stage {
            JobStage::UnderWay(_) => None,
            JobStage::Done(made) => made.as_mut(),
        }
    }

    /// Whether it is to be used in a tick.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.due <= tick
    }

    /// Does it on the spot if nobody has begun. Jobs that are due together are best looked at from the last one on: others
    /// begin with the first.
    pub(crate) fn help(&self) {
        if let JobStage::UnderWay(job) = &self.stage {
            job.work();
        }
    }

    /// Gets it done: then it is plain data.
    pub(crate) fn finish(&mut self) {
        if let JobStage::UnderWay(job) = &self.stage {
            self.stage = JobStage::Done(job.take());
        }
    }

    /// Gets it done, and gives what was made.
    pub(crate) fn deliver(self) -> Delivery<M> {
        match self.stage {
            JobStage::UnderWay(job) => Delivery { made: job.take(), former: Some(RetiredJob(job)) },
            JobStage::Done(made) => Delivery { made, former: None },
        }
    }
}

impl<M: Make> Clone for Pending<M>
where
    M::Made: Clone,
{
    /// Gets it done first: what is made belongs to one.
    fn clone(&self) -> Self {
        Self::done(self.due, self.made())
    }
}

impl<M: Make> Serialize for Pending<M>
where
    M::Made: Clone + Serialize,
{
    /// Gets it done first: only what was made is plain data.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.due, self.made()).serialize(to)
    }
}

impl<'de, M: Make> Deserialize<'de> for Pending<M>
where
    M::Made: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        <(u64, Option<M::Made>)>::deserialize(from).map(|(due, made)| Self::done(due, made))
    }
}

impl<M: Make> fmt::Debug for Pending<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pending").field("due", &self.due).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::thread_pool::ThreadPool;

    /// Doubles a number; panics at 13.
    struct Double(u32);

    impl Make for Double {
        type Made = u32;

        fn make(self) -> u32 {
            assert!(self.0 != 13, "a planted panic");
            2 * self.0
        }
    }

    /// Runs nothing, but keeps it.
    #[derive(Default)]
    struct Late(Mutex<Vec<Task>>);

    impl Executor for Late {
        fn worker_count(&self) -> usize {
            4
        }

        fn execute(&self, task: Task) {
            self.0.lock().unwrap().push(task);
        }
    }

    #[test]
    fn a_job_is_done_whoever_does_it() {
        let pool = ThreadPool::new(2);
        for executor in [None, Some(&pool as &dyn Executor), Some(&Late::default())] {
            let pending: Vec<_> =
                (14..60).map(|n| Pending::new(Double(n), u64::from(n), executor, None)).collect();
            assert!(pending[0].is_due(14) && pending[0].is_due(15) && !pending[1].is_due(14));
            pending.iter().rev().take(20).for_each(Pending::help);
            let made: Vec<_> = pending.into_iter().map(|one| one.deliver().made).collect();
            assert_eq!(made, (14..60).map(|n| Some(2 * n)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn who_comes_late_finds_nothing_to_do() {
        let late = Late::default();
        let pending = Pending::new(Double(4), 0, Some(&late), None);
        let mut copy = pending.clone();
        copy.finish();
        assert_eq!((copy.deliver().made, pending.deliver().made), (Some(8), Some(8)));
        late.0.lock().unwrap().drain(..).for_each(Task::run);
    }

    #[test]
    fn a_panic_elsewhere_is_no_hang() {
        let pool = ThreadPool::new(1);
        let pending = Pending::new(Double(13), 0, Some(&pool), None);
        let job = match &pending.stage {
            JobStage::UnderWay(job) => Arc::clone(job),
            JobStage::Done(_) => unreachable!(),
        };
        while matches!(*job.lock(), JobState::Waiting(_)) {
            std::thread::yield_now();
        }
        assert_eq!(pending.deliver().made, None);
    }
}
