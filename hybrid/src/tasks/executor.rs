//! Who runs the tasks of a world.

use std::sync::Arc;

/// Runs tasks of a world on other threads, so that the one that calls [`World::step`](crate::World::step) has less to do.
/// [`ThreadPool`](crate::ThreadPool) is one; an engine wraps its own task system.
///
/// A [`Task`] is an *offer to help*: whatever nobody has begun when a step needs it, the step does itself. So an executor
/// may run tasks late, out of order, on one thread, at once inside [`Executor::execute`], or not at all: results are the
/// same bits, and nothing waits for a task that has not begun.
///
/// ```
/// use std::sync::Arc;
/// use hybrid::{Executor, Task};
///
/// /// Starts a thread for each task.
/// struct Spawner;
///
/// impl Executor for Spawner {
///     fn worker_count(&self) -> usize {
///         3
///     }
///
///     fn execute(&self, task: Task) {
///         std::thread::spawn(|| task.run());
///     }
/// }
/// # let bounds = hybrid::navmesh::Bounds::new(hybrid::glam::Vec2::ZERO, hybrid::glam::Vec2::splat(9.0));
/// # let mut world = hybrid::World::new(&hybrid::WorldDefinition::new(bounds, vec![0.25]))?;
/// world.set_executor(Some(Arc::new(Spawner)));
/// # Ok::<(), hybrid::WorldError>(())
/// ```
pub trait Executor: Send + Sync {
    /// Returns how many tasks can run at the same time, beside the thread that steps the world. As many are offered for work
    /// that is shared out; with 0 none.
    fn worker_count(&self) -> usize;

    /// Takes a task, to be run once, soon, on any thread. It should return at once.
    fn execute(&self, task: Task);
}

/// An offer to help a world. It owns, or shares, all that it needs: it may be kept, moved to any thread, and dropped.
pub struct Task(Arc<dyn Work>);

impl Task {
    /// An offer to help with some work.
    pub(crate) fn new(work: Arc<dyn Work>) -> Self {
        Self(work)
    }

    /// Returns whether a step is at this very work: only who begins soon can help with it. Other tasks are for the end of the
    /// step or, with a [`plan_latency`](crate::WorldParameters::plan_latency), for later ones. An executor that has to choose
    /// should run urgent ones first.
    pub fn is_urgent(&self) -> bool {
        self.rank() == Rank::Now
    }

    /// Does what is left to do; returns at once if there is nothing left.
    pub fn run(self) {
        self.0.work();
    }

    pub(crate) fn rank(&self) -> Rank {
        self.0.rank()
    }
}

/// How soon work is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Rank {
    /// Somebody is at it and can use help at once.
    Now,
    #[default]
    Soon,
    /// It is long, and needed some time.
    Later,
}

/// Work that any number of threads may help with, at any time.
pub(crate) trait Work: Send + Sync {
    /// Does a share of it, if there is any left.
    fn work(&self);

    fn rank(&self) -> Rank {
        Rank::default()
    }
}
