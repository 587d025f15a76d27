//! Threads of a world lent to its meshes.

use std::sync::Arc;

use navmesh::Workers;

use super::executor::Executor;
use super::parallel::{Parallel, Parts};

/// The threads of an executor, for work of a mesh.
pub(crate) struct Lent<'a>(pub(crate) Option<&'a dyn Executor>);

impl Workers for Lent<'_> {
    fn run(&self, work: Arc<dyn navmesh::Parts>) {
        let Some(executor) = self.0 else { return };
        let (place, count) = (Parallel::<Borrowed>::default(), work.count());
        place.open().work = Some(work);
        // Helpers that come later find nothing: what the work holds is free again.
        place.run(Some(executor), count).work = None;
    }
}

/// Work of a mesh.
#[derive(Default)]
struct Borrowed {
    work: Option<Arc<dyn navmesh::Parts>>,
}

impl Parts for Borrowed {
    fn part(&self, index: usize) {
        if let Some(work) = &self.work {
            work.part(index);
        }
    }
}
