//! The message of a thread's last failure, and who hears of it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::{Mutex, PoisonError};

use crate::result::ResultCode;

thread_local! {
    static LAST: RefCell<Cow<'static, CStr>> = const { RefCell::new(Cow::Borrowed(c"")) };
    /// Whether this thread is telling a listener.
    static TELLING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps a message for this thread. A thread that is being taken down keeps none.
pub(crate) fn set(message: &str) {
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    let _ = LAST.try_with(|last| last.replace(Cow::Owned(text)));
}

/// Keeps a message that needs no memory for this thread.
pub(crate) fn set_static(message: &'static CStr) {
    let _ = LAST.try_with(|last| last.replace(Cow::Borrowed(message)));
}

/// This thread's message, ended by 0: valid until its next failure; empty if there was none.
pub(crate) fn get() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Hears of every refused call.
pub(crate) type Listener = unsafe extern "C" fn(ResultCode, *const c_char, *mut c_void);

struct Told {
    listener: Listener,
    user: *mut c_void,
}

// SAFETY: whoever set it said that it may be called from any thread.
unsafe impl Send for Told {}

static LISTENER: Mutex<Option<Told>> = Mutex::new(None);

/// Has another one listen, or nobody.
///
/// # Safety
/// The function may be called from any thread with its argument until there is another one.
pub(crate) unsafe fn listen(listener: Option<Listener>, user: *mut c_void) {
    let told = listener.map(|listener| Told { listener, user });
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = told;
}

fn listener() -> Option<(Listener, *mut c_void)> {
    let told = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    told.as_ref().map(|told| (told.listener, told.user))
}

/// Tells the listener of this thread's message, which stays its last one. What happens while it listens it is not told.
pub(crate) fn tell(code: ResultCode) {
    let Some((listener, user)) = listener() else { return };
    if !TELLING.replace(true) {
        // The message is copied: a call that is refused meanwhile replaces it, until the listener is done.
        let text = LAST.try_with(|last| last.borrow().clone()).unwrap_or_default();
        // SAFETY: the contract of `listen`.
        unsafe { listener(code, text.as_ptr(), user) };
        TELLING.set(false);
        let _ = LAST.try_with(|last| last.replace(text));
    }
}
