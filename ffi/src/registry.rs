//! All worlds, by their handles.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};

use hybrid::World;
use hybrid::navmesh::Search;
use slotmap::SlotMap;

use crate::handle::{Handle, Stamp, WorldHandle, WorldKey};
use crate::result::{Failure, ResultCode};

/// A world and what its calls need.
pub(crate) struct Entry {
    pub(crate) world: World,
    pub(crate) stamp: Stamp,
    pub(crate) search: Search,
}

#[derive(Default)]
struct Registry {
    /// A panic poisons the lock of its world: that is what makes the world refuse further work.
    entries: SlotMap<WorldKey, Arc<Mutex<Entry>>>,
    /// How many worlds there have been.
    created: u64,
}

static REGISTRY: LazyLock<Mutex<Registry>> = LazyLock::new(Mutex::default);

/// The registry is locked for short moments only, never while a world works.
fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a world in.
pub(crate) fn insert(world: World) -> WorldHandle {
    let mut registry = registry();
    let stamp = Stamp::of(registry.created);
    registry.created += 1;
    let entry = Entry { world, stamp, search: Search::default() };
    let key = registry.entries.insert(Arc::new(Mutex::new(entry)));
    WorldHandle::new(key, Stamp::default())
}

/// Takes a world out, even one that refuses further work, and drops it; a call that begins meanwhile keeps it until
/// its end.
pub(crate) fn remove(handle: WorldHandle) -> Result<(), Failure> {
    let entry = find(handle)?;
    if let Err(TryLockError::WouldBlock) = entry.try_lock() {
        return Err(locked());
    }
    let key = handle.key(Stamp::default());
    let removed = key.and_then(|key| registry().entries.remove(key));
    removed.map(drop).ok_or_else(|| stale(handle))
}

/// Whether there is such a world.
pub(crate) fn contains(handle: WorldHandle) -> bool {
    find(handle).is_ok()
}

/// Works on a world.
pub(crate) fn with<T>(
    handle: WorldHandle,
    work: impl FnOnce(&mut Entry) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let entry = find(handle)?;
    let mut entry = entry.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => locked(),
        TryLockError::Poisoned(_) => Failure::new(
            ResultCode::Panic,
            "an earlier call ended in a fault of the library: this world refuses further work, destroy it",
        ),
    })?;
    work(&mut entry)
}

fn find(handle: WorldHandle) -> Result<Arc<Mutex<Entry>>, Failure> {
    let key = handle.key(Stamp::default());
    let entry = key.and_then(|key| registry().entries.get(key).cloned());
    entry.ok_or_else(|| stale(handle))
}

fn locked() -> Failure {
    Failure::new(
        ResultCode::Locked,
        "another call with this world is still running: a world takes one call at a time",
    )
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
    use hybrid::glam::Vec2;
    use hybrid::navmesh::Bounds;

    use super::*;
    use crate::guard::guarded;
    use crate::message;

    fn world() -> WorldHandle {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(8.0));
        insert(World::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap())
    }

    fn touch(handle: WorldHandle) -> ResultCode {
        guarded(|| with(handle, |_| Ok(ResultCode::Ok)))
    }

    #[test]
    fn a_panic_becomes_a_result_and_its_world_refuses_further_work() {
        let (broken, sound) = (world(), world());
        let fault = || with(broken, |_| -> Result<ResultCode, Failure> { panic!("planted") });
        assert_eq!(guarded(fault), ResultCode::Panic);
        // SAFETY: the message lives until this thread's next failure.
        let message = unsafe { CStr::from_ptr(message::get()) }.to_str().unwrap();
        assert!(message.contains("planted"), "{message}");
        assert_eq!(touch(broken), ResultCode::Panic);
        assert_eq!(touch(sound), ResultCode::Ok);
        assert!(contains(broken) && remove(broken).is_ok() && !contains(broken));
        assert_eq!(touch(broken), ResultCode::StaleHandle);
        assert!(remove(sound).is_ok());
    }

    #[test]
    fn a_world_takes_one_call_at_a_time() {
        let handle = world();
        let inner = with(handle, |_| Ok((touch(handle), remove(handle).unwrap_err().code)));
        assert_eq!(inner.unwrap(), (ResultCode::Locked, ResultCode::Locked));
        assert_eq!(touch(handle), ResultCode::Ok);
        assert!(remove(handle).is_ok());
    }
}
