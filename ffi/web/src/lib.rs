//! The C library in WebAssembly: its functions are the module's, and JavaScript calls them as C would. What C has and
//! JavaScript has not is memory of the module's to put arguments and results in.
#![deny(unsafe_op_in_unsafe_fn)]
#![allow(non_snake_case, reason = "functions have the names of the C library's")]

#[cfg(target_feature = "atomics")]
pub mod workers;

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::c_void;
use std::{ptr, slice};

// Else the linker would leave out all of it.
use hnav::handle::WorldHandle;
use hnav::recording::hnavWorld_StartRecording;
use hnav::result::ResultCode;
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

/// What is recorded of a world: JavaScript has no functions that the module could write it with.
#[derive(Default)]
pub struct Tape(Vec<u8>);

/// Gives an empty tape.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWeb_NewTape() -> *mut Tape {
    Box::into_raw(Box::default())
}

/// Takes a tape back.
///
/// # Safety
/// `tape` came from [`hnavWeb_NewTape`], is given back once, and no world is recorded on it any more; or it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWeb_FreeTape(tape: *mut Tape) {
    if !tape.is_null() {
        // SAFETY: our contract.
        drop(unsafe { Box::from_raw(tape) });
    }
}

/// Where the bytes on a tape lie until something is recorded again; `count` gets their number.
///
/// # Safety
/// `tape` came from [`hnavWeb_NewTape`], and `count` is a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWeb_ReadTape(tape: *const Tape, count: *mut u32) -> *const u8 {
    // SAFETY: our contract.
    let Tape(bytes) = unsafe { &*tape };
    // SAFETY: as above.
    unsafe { count.write(u32::try_from(bytes.len()).unwrap_or(u32::MAX)) };
    bytes.as_ptr()
}

unsafe extern "C" fn record(bytes: *const u8, count: u32, user: *mut c_void) -> bool {
    // SAFETY: the tape of [`hnavWeb_StartRecording`], and as many bytes as the library says.
    let (tape, bytes) =
        unsafe { (&mut *user.cast::<Tape>(), slice::from_raw_parts(bytes, count as usize)) };
    tape.0.extend_from_slice(bytes);
    true
}

/// Begins to record a world on a tape.
///
/// # Safety
/// `tape` came from [`hnavWeb_NewTape`] and is there until the recording has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWeb_StartRecording(world: WorldHandle, tape: *mut Tape) -> ResultCode {
    // SAFETY: our contract is the one of that function.
    unsafe { hnavWorld_StartRecording(world, Some(record), tape.cast()) }
}
