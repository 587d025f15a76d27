//! The message of a thread's last failure.

use std::cell::RefCell;
use std::ffi::{CString, c_char};

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Keeps a message for this thread. A thread that is being taken down keeps none.
pub(crate) fn set(message: &str) {
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    let _ = LAST.try_with(|last| last.replace(text));
}

/// This thread's message, ended by 0: valid until its next failure; empty if there was none.
pub(crate) fn get() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
