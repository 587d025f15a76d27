//! Threads of a world lent to its meshes.

use std::sync::Arc;

use navmesh::Workers;

use super::executor::Executor;
use super::parallel::{Parallel, ParallelPhase};

/// The threads of an executor, for work of a mesh.
pub(crate) struct Lent<'a>(pub(crate) Option<&'a dyn Executor>);

impl Workers for Lent<'_> {
    fn run(&self, work: Arc<dyn navmesh::Parts>) {
        let Some(executor) = self.0 else { return };
        let count = work.count();
        // Helpers that come later find nothing: what the work holds is free again.
        drop(Parallel::<_, Borrowed>::default().run(&mut Some(work), count, Some(executor)));
    }
}

/// Work of a mesh.
#[derive(Default)]
struct Borrowed;

impl ParallelPhase<Option<Arc<dyn navmesh::Parts>>> for Borrowed {
    type Output = ();

    fn part(&self, work: &Option<Arc<dyn navmesh::Parts>>, index: usize, (): &mut ()) {
        if let Some(work) = work {
            work.part(index);
        }
    }
}
