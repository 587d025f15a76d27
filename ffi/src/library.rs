//! The library itself.

use std::ffi::{c_char, c_void};

use crate::guard::guarded_or;
use crate::message;
use crate::result::ResultCode;

/// The version of this header's binary interface. A program compares it with hnavGetAbiVersion() before anything else.
pub const ABI_VERSION: u32 = 0;

/// The version of the library's binary interface: it must equal HNAV_ABI_VERSION, else header and library do not
/// belong together.
#[unsafe(no_mangle)]
pub extern "C" fn hnavGetAbiVersion() -> u32 {
    ABI_VERSION
}

/// What was wrong with the last call of this thread that failed, and what would be right; empty if none has. The text
/// is UTF-8, belongs to the library, and is valid until the next failure in this thread. Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn hnavGetLastErrorMessage() -> *const c_char {
    guarded_or(c"".as_ptr(), message::get)
}

/// Hears of a refused call, in the thread that made it: its result, its message (UTF-8, valid until the function returns),
/// and what was given to hnavSetLog(). It must not throw; it may call the library, and is not told of what is refused
/// meanwhile.
pub type LogFunction =
    Option<unsafe extern "C" fn(result: ResultCode, message: *const c_char, user: *mut c_void)>;

/// Has a function hear of every call that is refused, in any thread, in place of the one before; NULL: nobody. The library
/// itself never prints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavSetLog(log: LogFunction, user: *mut c_void) {
    // SAFETY: that it may be called from any thread is what our documentation asks of it.
    guarded_or((), || unsafe { message::listen(log, user) });
}
