//! The library itself.

use std::ffi::c_char;

use crate::guard::guarded_or;
use crate::message;

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
