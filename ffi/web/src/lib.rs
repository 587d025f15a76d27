//! The C library in WebAssembly: its functions are the module's, and JavaScript calls them as C would. What C has and
//! JavaScript has not is memory of the module's to put arguments and results in.
#![deny(unsafe_op_in_unsafe_fn)]
#![allow(non_snake_case, reason = "functions have the names of the C library's")]

use std::alloc::{Layout, alloc, dealloc};
use std::ptr;

// Else the linker would leave out all of it.
pub use hnav::*;

/// The alignment of all that JavaScript allocates: enough for every structure of the header.
const ALIGNMENT: usize = 8;

/// Gives `size` bytes; null if there are none left.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWeb_Allocate(size: usize) -> *mut u8 {
    match Layout::from_size_align(size, ALIGNMENT) {
        // SAFETY: its size is not 0.
        Ok(layout) if size > 0 => unsafe { alloc(layout) },
        _ => ptr::null_mut(),
    }
}

/// Takes bytes back.
///
/// # Safety
/// `memory` came from [`hnavWeb_Allocate`] with this `size`, and is given back once; or it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWeb_Release(memory: *mut u8, size: usize) {
    if let (false, Ok(layout)) = (memory.is_null(), Layout::from_size_align(size, ALIGNMENT)) {
        // SAFETY: our contract.
        unsafe { dealloc(memory, layout) }
    }
}
