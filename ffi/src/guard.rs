//! No panic leaves the library, and none is printed.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::message;
use crate::result::{Failure, ResultCode};

thread_local! {
    /// Whether this thread is inside a call of the library.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Does the work of an exported function: a failure leaves its message, a panic becomes a result.
pub(crate) fn guarded(call: impl FnOnce() -> Result<ResultCode, Failure>) -> ResultCode {
    let code = match guarded_or(None, || Some(call())) {
        Some(Ok(code)) => return code,
        Some(Err(failure)) => {
            message::set(&failure.message);
            failure.code
        }
        None => ResultCode::Panic,
    };
    message::tell(code);
    code
}

/// Does the work of an exported function that returns no result; after a panic it returns `fallback`.
pub(crate) fn guarded_or<T>(fallback: T, call: impl FnOnce() -> T) -> T {
    catch_messages();
    let outer = INSIDE.replace(true);
    // What a panic leaves half done is a world, and its lock remembers the panic.
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    INSIDE.set(outer);
    result.unwrap_or(fallback)
}

/// Keeps the messages of panics inside the library for the caller, in place of printing them.
fn catch_messages() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let outer = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if INSIDE.get() {
                message::set(&format!("a fault in the library, please report it: {panic}"));
            } else {
                outer(panic);
            }
        }));
    });
}
