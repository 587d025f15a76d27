//! All worlds, by their handles, and who may work on one at a time: one call that changes it, or any number that read it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};

use hybrid::navmesh::Search;
use hybrid::{RecordedSteps, World, WorldError};
use slotmap::SlotMap;

use crate::handle::{Handle, MOST_THINGS, WorldHandle, WorldKey};
use crate::result::{Failure, ResultCode};
use crate::stamp::Stamps;

/// A world and what turns its keys into handles.
pub(crate) struct WorldEntry {
    pub(crate) world: World,
    pub(crate) stamps: Stamps,
    /// What is still to come of the recording that it was loaded from.
    pub(crate) recorded: Option<RecordedSteps>,
}

impl WorldEntry {
    /// The handle of something that was just added; where there are too many of its kind, `undo` removes it again.
    pub(crate) fn name<H: Handle>(
        &mut self,
        key: H::Key,
        undo: impl FnOnce(&mut World, H::Key) -> Result<(), WorldError>,
    ) -> Result<H, Failure> {
        let handle = H::new(key, &self.stamps);
        if handle == H::default() {
            undo(&mut self.world, key)?;
            return Err(too_many());
        }
        Ok(handle)
    }
}

impl WorldEntry {
    /// Puts another world in the place of this one, which keeps its handle and its threads.
    pub(crate) fn replace(&mut self, mut world: World) -> Result<(), Failure> {
        if world.unit_count() >= MOST_THINGS {
            return Err(too_many());
        }
        world.set_executor(self.world.executor());
        (self.world, self.recorded) = (world, None);
        Ok(())
    }
}

/// Why a world takes no more of a kind.
pub(crate) fn too_many() -> Failure {
    let message =
        format!("a world has at most {MOST_THINGS} units, obstacles and so on of each kind");
    Failure::new(ResultCode::OutOfRange, message)
}

/// What the registry keeps of a world.
struct Shelf {
    /// A panic in a call that changes the world poisons this lock: that is what makes the world refuse further work. It
    /// is only ever tried, never waited for.
    entry: RwLock<WorldEntry>,
    /// Whether there may be edits that the meshes do not show yet.
    staged: AtomicBool,
    /// Held while staged edits take effect before a query: other queries wait for that, and no call with this lock waits
    /// for anything else.
    committing: Mutex<()>,
    /// The scratch of queries that are over.
    searches: Mutex<Vec<Search>>,
}

static SHELVES: LazyLock<Mutex<SlotMap<WorldKey, Arc<Shelf>>>> = LazyLock::new(Mutex::default);

/// Locks what no call holds for long, and what no panic leaves half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a world in.
pub(crate) fn insert(world: World) -> Result<WorldHandle, Failure> {
    let shelf = Shelf {
        entry: RwLock::new(WorldEntry { world, stamps: Stamps::new()?, recorded: None }),
        staged: AtomicBool::new(true),
        committing: Mutex::default(),
        searches: Mutex::default(),
    };
    Ok(WorldHandle::of_world(lock(&SHELVES).insert(Arc::new(shelf))))
}

/// Takes a world out, even one that refuses further work, and drops it; a call that begins meanwhile keeps it until
/// its end.
pub(crate) fn remove(handle: WorldHandle) -> Result<(), Failure> {
    let shelf = find(handle)?;
    if let Err(error @ TryLockError::WouldBlock) = shelf.entry.try_write() {
        return Err(refusal(error, "world"));
    }
    let key = handle.world();
    let removed = key.and_then(|key| lock(&SHELVES).remove(key));
    removed.map(drop).ok_or_else(|| stale(handle))
}

/// Whether there is such a world.
pub(crate) fn contains(handle: WorldHandle) -> bool {
    find(handle).is_ok()
}

/// Changes a world.
pub(crate) fn change<T>(
    handle: WorldHandle,
    work: impl FnOnce(&mut WorldEntry) -> Result<T, Failure>,
) -> Result<T, Failure> {
    find(handle)?.change(work)
}

/// Changes the ground of a world; queries see that once it has taken effect.
pub(crate) fn edit<T>(
    handle: WorldHandle,
    work: impl FnOnce(&mut WorldEntry) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let shelf = find(handle)?;
    shelf.change(|entry| {
        shelf.staged.store(true, Ordering::Release);
        work(entry)
    })
}

/// Reads what the last step left.
pub(crate) fn read<T>(
    handle: WorldHandle,
    work: impl FnOnce(&WorldEntry) -> Result<T, Failure>,
) -> Result<T, Failure> {
    find(handle)?.read(work)
}

/// Asks the meshes, with all edits in effect.
pub(crate) fn query<T>(
    handle: WorldHandle,
    work: impl FnOnce(&WorldEntry, &mut Search) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let shelf = find(handle)?;
    shelf.commit()?;
    let known = lock(&shelf.searches).pop();
    #[expect(clippy::manual_unwrap_or_default, reason = "that makes a copy of a large function")]
    let mut search = match known {
        Some(search) => search,
        None => Search::default(),
    };
    let result = shelf.read(|entry| work(entry, &mut search));
    lock(&shelf.searches).push(search);
    result
}

/// Makes all edits take effect: a change of the world, even where there are none.
pub(crate) fn commit(handle: WorldHandle) -> Result<(), Failure> {
    find(handle)?.settle()
}

impl Shelf {
    fn change<T>(
        &self,
        work: impl FnOnce(&mut WorldEntry) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        work(&mut *self.entry.try_write().map_err(unavailable)?)
    }

    fn read<T>(&self, work: impl FnOnce(&WorldEntry) -> Result<T, Failure>) -> Result<T, Failure> {
        work(&*self.entry.try_read().map_err(unavailable)?)
    }

    fn commit(&self) -> Result<(), Failure> {
        if !self.staged.load(Ordering::Acquire) {
            return Ok(());
        }
        let _others_wait = lock(&self.committing);
        if self.staged.load(Ordering::Acquire) {
            self.settle()?;
        }
        Ok(())
    }

    fn settle(&self) -> Result<(), Failure> {
        self.change(|entry| {
            entry.world.commit()?;
            self.staged.store(false, Ordering::Release);
            Ok(())
        })
    }
}

fn find(handle: WorldHandle) -> Result<Arc<Shelf>, Failure> {
    let key = handle.world();
    let shelf = key.and_then(|key| lock(&SHELVES).get(key).cloned());
    shelf.ok_or_else(|| stale(handle))
}

fn unavailable<T>(error: TryLockError<T>) -> Failure {
    refusal(error, "world")
}

/// Why there is no work on a world, or whatever `what` is.
pub(crate) fn refusal<T>(error: TryLockError<T>, what: &str) -> Failure {
    match error {
        TryLockError::WouldBlock => Failure::new(
            ResultCode::Locked,
            format!(
                "another call with this {what} is still running: a {what} takes one call at a time that changes it, or several that read it"
            ),
        ),
        TryLockError::Poisoned(_) => Failure::new(
            ResultCode::Panic,
            format!(
                "an earlier call ended in a fault of the library: this {what} refuses further work, destroy it"
            ),
        ),
    }
}

fn stale(handle: WorldHandle) -> Failure {
    let message = if handle == WorldHandle::default() {
        "the world's handle is null"
    } else {
        "the handle names no world: it has been destroyed"
    };
    Failure::new(ResultCode::StaleHandle, message)
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use hybrid::WorldDefinition;
    use hybrid::glam::{Vec2, vec2};
    use hybrid::navmesh::Bounds;

    use super::*;
    use crate::guard::guarded;
    use crate::message;

    fn world() -> WorldHandle {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(8.0));
        insert(World::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap()).unwrap()
    }

    fn touch(handle: WorldHandle) -> ResultCode {
        guarded(|| change(handle, |_| Ok(ResultCode::Ok)))
    }

    fn look(handle: WorldHandle) -> ResultCode {
        guarded(|| read(handle, |_| Ok(ResultCode::Ok)))
    }

    #[test]
    fn a_panic_becomes_a_result_and_its_world_refuses_further_work() {
        let (broken, sound) = (world(), world());
        let fault = || change(broken, |_| -> Result<ResultCode, Failure> { panic!("planted") });
        assert_eq!(guarded(fault), ResultCode::Panic);
        // SAFETY: the message lives until this thread's next failure.
        let message = unsafe { CStr::from_ptr(message::get()) }.to_str().unwrap();
        assert!(message.contains("planted"), "{message}");
        assert_eq!([touch(broken), look(broken)], [ResultCode::Panic; 2]);
        assert_eq!([touch(sound), look(sound)], [ResultCode::Ok; 2]);
        assert!(contains(broken) && remove(broken).is_ok() && !contains(broken));
        assert_eq!(touch(broken), ResultCode::StaleHandle);
        assert!(remove(sound).is_ok());
    }

    #[test]
    fn a_panic_while_reading_leaves_the_world_as_it_is() {
        let handle = world();
        let fault = || read(handle, |_| -> Result<ResultCode, Failure> { panic!("planted") });
        assert_eq!(guarded(fault), ResultCode::Panic);
        assert_eq!([touch(handle), look(handle)], [ResultCode::Ok; 2]);
        assert!(remove(handle).is_ok());
    }

    #[test]
    fn one_call_changes_a_world_or_several_read_it() {
        let handle = world();
        let all = || Ok([touch(handle), look(handle), remove(handle).unwrap_err().code]);
        assert_eq!(change(handle, |_| all()).unwrap(), [ResultCode::Locked; 3]);
        let expected = [ResultCode::Locked, ResultCode::Ok, ResultCode::Locked];
        assert_eq!(read(handle, |_| all()).unwrap(), expected);
        assert_eq!(touch(handle), ResultCode::Ok);
        assert!(remove(handle).is_ok());
    }

    #[test]
    fn queries_on_many_threads_wait_for_the_edits_before_them() {
        let handle = world();
        let square = [vec2(3.0, 3.0), vec2(5.0, 3.0), vec2(5.0, 5.0), vec2(3.0, 5.0)];
        for round in 0..50 {
            let obstacle = edit(handle, |entry| Ok(entry.world.add_obstacle(&square)?)).unwrap();
            let cells = |entry: &WorldEntry, _: &mut Search| {
                Ok(entry.world.mesh(0).map(|mesh| mesh.cell_count()))
            };
            let counts: Vec<_> = std::thread::scope(|scope| {
                let ask = || query(handle, cells).unwrap();
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(counts.iter().all(|&count| count > Some(1)), "round {round}: {counts:?}");
            edit(handle, |entry| Ok(entry.world.remove_obstacle(obstacle)?)).unwrap();
        }
        assert!(remove(handle).is_ok());
    }
}
