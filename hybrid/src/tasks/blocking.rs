//! Waiting for other threads. In WebAssembly a fault ends a thread without a word, with all that it holds; whoever waits for such
//! a thread must not wait for ever.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, MutexGuard, PoisonError, RwLock, RwLockWriteGuard, TryLockError};
use std::time::Duration;

/// Whether threads may end without unwinding.
const MAY_VANISH: bool = cfg!(all(target_family = "wasm", target_feature = "atomics"));

/// How often a look is enough before a thread goes to sleep, and for how long it does: helpers are at a part for some
/// microseconds.
const LOOKS: u32 = 2_000;
const NAP: Duration = Duration::from_micros(50);

/// So often whoever waits for something long looks whether it will ever come.
const PATIENCE: Duration = Duration::from_millis(5);

static HAS_LOST: AtomicBool = AtomicBool::new(false);

/// Has all threads that wait for one that has ended by a fault end as well.
pub(super) fn note_lost() {
    HAS_LOST.store(true, Ordering::Release);
}

fn end_if_lost() {
    if HAS_LOST.load(Ordering::Acquire) {
        std::process::abort();
    }
}

/// Locks for writing, as soon as nobody reads.
pub(super) fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    let mut looks = 0;
    while MAY_VANISH {
        match lock.try_write() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if looks < LOOKS => {
                looks += 1;
                std::hint::spin_loop();
            }
            Err(TryLockError::WouldBlock) => {
                end_if_lost();
                std::thread::sleep(NAP);
            }
        }
    }
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until something may have changed.
pub(super) fn wait<'a, T>(changed: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    if !MAY_VANISH {
        return changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
    }
    end_if_lost();
    let (guard, _) = changed.wait_timeout(guard, PATIENCE).unwrap_or_else(PoisonError::into_inner);
    guard
}
