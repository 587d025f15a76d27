//! Faults on purpose, for the tests alone: no header speaks of them.
#![allow(unreachable_pub, reason = "a C program finds them by name")]

use crate::guard::guarded;
use crate::handle::WorldHandle;
use crate::registry;
use crate::result::ResultCode;

/// Panics in the middle of a change of a world.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_PanicInChange(world: WorldHandle) -> ResultCode {
    guarded(|| registry::change(world, |_| panic!("planted in a change")))
}

/// Panics in the middle of a question.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_PanicInQuery(world: WorldHandle) -> ResultCode {
    guarded(|| registry::query(world, |_, _| panic!("planted in a query")))
}
