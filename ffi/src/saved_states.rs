//! States of worlds to go back to, in the memory of the process: for rollback netcode.

use std::sync::{Arc, LazyLock, Mutex, RwLock, TryLockError};

use hybrid::SavedState;
use slotmap::SlotMap;

use crate::border::Out;
use crate::guard::{guarded, guarded_or};
use crate::handle::{SavedStateHandle, SavedStateKey, WorldHandle};
use crate::registry::{self, lock, refusal};
use crate::result::{Failure, ResultCode};

/// All saved states. As with worlds, a lock of one is only ever tried, and a panic while it is written poisons it.
static STATES: LazyLock<Mutex<SlotMap<SavedStateKey, Arc<RwLock<SavedState>>>>> =
    LazyLock::new(Mutex::default);

fn find(handle: SavedStateHandle) -> Result<Arc<RwLock<SavedState>>, Failure> {
    let state = handle.state().and_then(|key| lock(&STATES).get(key).cloned());
    state.ok_or_else(|| stale(handle))
}

fn read<T>(
    handle: SavedStateHandle,
    work: impl FnOnce(&SavedState) -> Result<T, Failure>,
) -> Result<T, Failure> {
    work(&*find(handle)?.try_read().map_err(|error| refusal(error, "saved state"))?)
}

fn stale(handle: SavedStateHandle) -> Failure {
    let message = if handle == SavedStateHandle::default() {
        "the saved state's handle is null"
    } else {
        "the handle names no saved state: it has been destroyed"
    };
    Failure::new(ResultCode::StaleHandle, message)
}

/// Saves the state that a world is in, to go back to with hnavWorld_RestoreState(): for rollback netcode, which steps a few
/// ticks again once it knows better what others did, and for looks ahead. It shares meshes and distance fields with the
/// world and copies the units: it takes far less time and memory than hnavWorld_Save(), and is of this process alone. Edits
/// that are still to take effect are so in it, too. `state` gets its handle; destroy it with hnavDestroySavedState(). It does not
/// need the world any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_SaveState(
    world: WorldHandle,
    state: *mut SavedStateHandle,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let state = unsafe { Out::new(state, "the new saved state's handle")? };
        let saved = registry::read(world, |entry| Ok(entry.world.save_state()))?;
        let key = lock(&STATES).insert(Arc::new(RwLock::new(saved)));
        state.write(SavedStateHandle::of_state(key));
        Ok(ResultCode::Ok)
    })
}

/// Saves the state that a world is in over an older one, of any world, in the memory of that: as hnavWorld_SaveState(), with
/// hardly an allocation. Rollback netcode keeps a ring of as many states as it may go back ticks, and one more.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_SaveStateInto(
    world: WorldHandle,
    state: SavedStateHandle,
) -> ResultCode {
    guarded(|| {
        let state = find(state)?;
        registry::read(world, |entry| {
            let mut state = state.try_write().map_err(|error| refusal(error, "saved state"))?;
            entry.world.save_state_into(&mut state);
            Ok(ResultCode::Ok)
        })
    })
}

/// Goes back to a saved state, or on to a later one, as often as needed: with the same calls, the steps from there have the
/// same bits as those that came after it was saved. The world keeps its handle and its threads or task system; its events are
/// those of the state. Handles that this world gave before the state was saved are right again; handles that it gave since then
/// must be forgotten: the same calls give them anew. A state of another world makes this one as that one was; handles are then
/// as for hnavWorld_Load(). The replay of a recording ends.
/// HNAV_RESULT_MISMATCH if the world is being recorded, since a recording only goes on: to record a session that rolls back, step
/// a second world by those calls that are final.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_RestoreState(
    world: WorldHandle,
    state: SavedStateHandle,
) -> ResultCode {
    guarded(|| {
        registry::edit(world, |entry| {
            read(state, |state| Ok(entry.world.restore_state(state)?))?;
            entry.recorded = None;
            Ok(ResultCode::Ok)
        })
    })
}

/// How many steps the world of a saved state had done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavSavedState_GetTickCount(
    state: SavedStateHandle,
    ticks: *mut u64,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let ticks = unsafe { Out::new(ticks, "the number of steps")? };
        ticks.write(read(state, |state| Ok(state.tick_count()))?);
        Ok(ResultCode::Ok)
    })
}

/// Whether a handle names a saved state: it is not null, and the state has not been destroyed.
#[unsafe(no_mangle)]
pub extern "C" fn hnavSavedState_IsValid(state: SavedStateHandle) -> bool {
    guarded_or(false, || find(state).is_ok())
}

/// Destroys a saved state; its handle is stale from then on.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDestroySavedState(state: SavedStateHandle) -> ResultCode {
    guarded(|| {
        if let Err(error @ TryLockError::WouldBlock) = find(state)?.try_write() {
            return Err(refusal(error, "saved state"));
        }
        let removed = state.state().and_then(|key| lock(&STATES).remove(key));
        removed.map(|_| ResultCode::Ok).ok_or_else(|| stale(state))
    })
}

#[cfg(test)]
mod tests {
    use hybrid::glam::Vec2;
    use hybrid::navmesh::Bounds;
    use hybrid::{World, WorldDefinition};

    use super::*;

    /// What reads a state, what writes it and what destroys it.
    fn calls(world: WorldHandle, state: SavedStateHandle) -> [ResultCode; 3] {
        let into = hnavWorld_SaveStateInto(world, state);
        [hnavWorld_RestoreState(world, state), into, hnavDestroySavedState(state)]
    }

    #[test]
    fn one_call_writes_a_state_or_several_read_it() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(8.0));
        let made = World::new(&WorldDefinition::new(bounds, vec![0.5])).unwrap();
        let world = registry::insert(made).unwrap();
        let mut state = SavedStateHandle::default();
        // SAFETY: the place is ours.
        assert_eq!(unsafe { hnavWorld_SaveState(world, &mut state) }, ResultCode::Ok);
        let shared = find(state).unwrap();
        let reading = shared.read().unwrap();
        let expected = [ResultCode::Ok, ResultCode::Locked, ResultCode::Locked];
        assert_eq!(calls(world, state), expected);
        drop(reading);
        let writing = shared.write().unwrap();
        assert_eq!(calls(world, state), [ResultCode::Locked; 3]);
        drop(writing);
        let fault = std::panic::catch_unwind(|| {
            let _writing = shared.write();
            panic!("planted")
        });
        assert!(fault.is_err());
        let expected = [ResultCode::Panic, ResultCode::Panic, ResultCode::Ok];
        assert_eq!(calls(world, state), expected, "a state that is half written is no good");
        assert!(registry::remove(world).is_ok());
    }
}
