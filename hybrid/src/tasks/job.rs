//! Something that is made by a set tick at the latest, by whoever comes first.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::course::{Course, Shares};
use super::executor::Executor;

/// A job that is to be done by a set tick, or what it has made.
pub(crate) struct Pending<W: Shares> {
    due: u64,
    stage: JobStage<W>,
}

enum JobStage<W: Shares> {
    UnderWay(Arc<Course<W>>),
    /// `None` if making it panicked.
    Done(Option<W::Made>),
}

/// A job that is over, for its memory.
pub(crate) struct RetiredJob<W: Shares>(Arc<Course<W>>);

impl<W: Shares> Clone for RetiredJob<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Shares> fmt::Debug for RetiredJob<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("RetiredJob").finish_non_exhaustive()
    }
}

/// What became of a job.
pub(crate) struct Delivery<W: Shares> {
    /// `None` if making it panicked.
    pub(crate) made: Option<W::Made>,
    /// `None` if it was done long ago, or others look forward to it.
    pub(crate) former: Option<RetiredJob<W>>,
}

impl<W: Shares> Pending<W> {
    /// Offers a job to an executor, in the memory of a former one if there is one.
    pub(crate) fn new(
        work: W,
        due: u64,
        executor: Option<&dyn Executor>,
        former: Option<RetiredJob<W>>,
    ) -> Self {
        let course = Course::start(work, executor, former.map(|former| former.0));
        Self { due, stage: JobStage::UnderWay(course) }
    }

    /// Returns what has been made already.
    pub(crate) fn done(due: u64, made: Option<W::Made>) -> Self {
        Self { due, stage: JobStage::Done(made) }
    }

    /// A copy of what was made, once it is done; `None` if making it panicked.
    pub(crate) fn made(&self) -> Option<W::Made> {
        match &self.stage {
            JobStage::UnderWay(course) => course.outcome().1,
            JobStage::Done(made) => made.clone(),
        }
    }

    /// Returns what was made, to be changed; `None` before it is done.
    pub(crate) fn made_mut(&mut self) -> Option<&mut W::Made> {
        match &mut self.stage {
            JobStage::UnderWay(_) => None,
            JobStage::Done(made) => made.as_mut(),
        }
    }

    /// Returns whether it is to be used in a tick.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.due <= tick
    }

    /// Does it on the spot if nobody has begun. Jobs that are due together are best looked at from the last one on: others
    /// begin with the first.
    pub(crate) fn help(&self) {
        if let JobStage::UnderWay(course) = &self.stage {
            course.help();
        }
    }

    /// Gets it done: then it is plain data.
    pub(crate) fn finish(&mut self) {
        if let JobStage::UnderWay(job) = &self.stage {
            self.stage = JobStage::Done(job.take());
        }
    }

    /// Gets it done, and returns what was made.
    pub(crate) fn deliver(self) -> Delivery<W> {
        match self.stage {
            JobStage::UnderWay(job) => {
                let (made, is_shared) = (job.take(), job.is_shared());
                Delivery { made, former: (!is_shared).then_some(RetiredJob(job)) }
            }
            JobStage::Done(made) => Delivery { made, former: None },
        }
    }
}

impl<W: Shares> Clone for Pending<W> {
    /// Does not wait for it: whoever it is due for gets a copy of what is made.
    fn clone(&self) -> Self {
        let stage = match &self.stage {
            JobStage::UnderWay(course) => {
                course.share_out();
                JobStage::UnderWay(Arc::clone(course))
            }
            JobStage::Done(made) => JobStage::Done(made.clone()),
        };
        Self { due: self.due, stage }
    }
}

impl<W: Shares> Serialize for Pending<W>
where
    W::Made: Serialize,
{
    /// Gets it done first: only what was made is plain data.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.due, self.made()).serialize(to)
    }
}

impl<'de, W: Shares> Deserialize<'de> for Pending<W>
where
    W::Made: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        <(u64, Option<W::Made>)>::deserialize(from).map(|(due, made)| Self::done(due, made))
    }
}

impl<W: Shares> fmt::Debug for Pending<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pending").field("due", &self.due).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::executor::Task;
    use crate::tasks::thread_pool::ThreadPool;
    use crate::tasks::waiting::wait_until;
    use std::sync::Mutex;

    /// Doubles a number; panics at 13.
    struct Double(u32);

    impl Shares for Double {
        const IS_SINGLE: bool = true;

        type Made = u32;

        fn share(&mut self, _: u32) -> (u32, Option<u32>) {
            assert!(self.0 != 13, "a planted panic");
            (1, Some(2 * self.0))
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
        wait_until(|| job.total().is_some());
        assert_eq!(pending.deliver().made, None);
    }
}
