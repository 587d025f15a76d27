//! Work that a caller may spread over threads of its own: the mesh starts none.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// Work in parts that do not depend on each other.
pub trait Parts: Send + Sync {
    /// Returns how many parts there are.
    fn count(&self) -> usize;

    /// Does a part, on any thread. Doing one again, or one that does not exist, changes nothing.
    fn part(&self, index: usize);
}

/// Threads that help with large commits ([`NavMesh::commit_with`](crate::NavMesh::commit_with)) and with baking
/// ([`NavMesh::bake_with`](crate::NavMesh::bake_with)). Results have the same bits whoever does which part and when.
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

type AnyResult = Box<dyn Any + Send + Sync>;

/// Work of which each part gives a result. It does not know their type, so that there is one of it in a program.
struct Making {
    parts: Box<[OnceLock<AnyResult>]>,
    make: Box<dyn Fn(usize) -> AnyResult + Send + Sync>,
}

impl Making {
    fn result(&self, part: usize) -> &AnyResult {
        self.parts[part].get_or_init(|| (self.make)(part))
    }
}

impl Parts for Making {
    fn count(&self) -> usize {
        self.parts.len()
    }

    fn part(&self, index: usize) {
        if index < self.parts.len() {
            self.result(index);
        }
    }
}

/// Results of work in parts.
pub(crate) struct Results<T> {
    work: Arc<Making>,
    kind: PhantomData<T>,
}

impl<T: Send + Sync + 'static> Results<T> {
    /// Hands out so many parts. `make` makes the result of each, from nothing but its number.
    pub(crate) fn of(
        workers: &dyn Workers,
        count: usize,
        make: impl Fn(usize) -> T + Send + Sync + 'static,
    ) -> Self {
        let make = Box::new(move |part| Box::new(make(part)) as AnyResult);
        Self { work: run(workers, count, make), kind: PhantomData }
    }

    /// The results in the order of the parts. Those that nobody has made are made now.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.work.parts.len()).filter_map(|part| self.work.result(part).downcast_ref())
    }
}

fn run(
    workers: &dyn Workers,
    count: usize,
    make: Box<dyn Fn(usize) -> AnyResult + Send + Sync>,
) -> Arc<Making> {
    let parts = (0..count).map(|_| OnceLock::new()).collect();
    let work = Arc::new(Making { parts, make });
    workers.run(Arc::<Making>::clone(&work));
    work
}
