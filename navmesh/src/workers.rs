//! Work that a caller may spread over threads of its own: the mesh starts none.

use std::sync::Arc;

/// Work in parts that do not depend on each other.
pub trait Parts: Send + Sync {
    /// Returns how many parts there are.
    fn count(&self) -> usize;

    /// Does a part, on any thread. Doing one again, or one that does not exist, changes nothing.
    fn part(&self, index: usize);
}

/// Threads that help with large commits ([`NavMesh::commit_with`](crate::NavMesh::commit_with)). Results have the same bits
/// whoever does which part and when.
///
/// ```
/// use std::sync::Arc;
/// use navmesh::{Parts, Workers};
///
/// /// One thread for every second part.
/// struct Halves;
///
/// impl Workers for Halves {
///     fn run(&self, work: Arc<dyn Parts>) {
///         let every_second = |first: usize| (first..work.count()).step_by(2).for_each(|index| work.part(index));
///         std::thread::scope(|scope| {
///             scope.spawn(|| every_second(1));
///             every_second(0);
///         });
///     }
/// }
/// # use navmesh::{Bounds, MeshDefinition, NavMesh, glam::vec2};
/// # let bounds = Bounds::new(vec2(0., 0.), vec2(40., 40.));
/// # let mut mesh = NavMesh::new(&MeshDefinition::new(bounds))?;
/// # mesh.add_obstacle(&[vec2(5., 5.), vec2(9., 5.), vec2(7., 30.)])?;
/// mesh.commit_with(&Halves)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Workers {
    /// Does the parts of some work. What is not done when this returns is done by the caller: workers may be late, or leave
    /// everything out.
    fn run(&self, work: Arc<dyn Parts>);
}

/// No help.
pub(crate) struct Nobody;

impl Workers for Nobody {
    fn run(&self, _: Arc<dyn Parts>) {}
}
