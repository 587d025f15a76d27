//! Where the library's memory comes from: the system, or the caller's functions.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::hint;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::message;
use crate::result::ResultCode;

/// Where memory comes from, see hnavSetAllocator(). Take it from hnavDefaultAllocator(), then set both functions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Allocator {
    /// Set by hnavDefaultAllocator(): sizeof(hnavAllocator).
    pub struct_size: u32,
    /// Gives `size` bytes at an address that is a multiple of `alignment`, a power of two; NULL if there are none. From any
    /// thread.
    pub allocate: Option<
        unsafe extern "C" fn(size: usize, alignment: usize, user: *mut c_void) -> *mut c_void,
    >,
    /// Takes them back, with the numbers that they were asked for with. From any thread.
    pub release: Option<
        unsafe extern "C" fn(memory: *mut c_void, size: usize, alignment: usize, user: *mut c_void),
    >,
    /// Passed on to both.
    pub user: *mut c_void,
}

/// Nothing was allocated yet.
const UNUSED: u8 = 0;
/// The caller's functions are being set.
const SETTING: u8 = 1;
/// Memory comes from the system, for good.
const SYSTEM: u8 = 2;
/// Memory comes from the caller's functions, for good.
const OWN: u8 = 3;

static STATE: AtomicU8 = AtomicU8::new(UNUSED);

type Allocate = unsafe extern "C" fn(usize, usize, *mut c_void) -> *mut c_void;
type Release = unsafe extern "C" fn(*mut c_void, usize, usize, *mut c_void);

/// The caller's functions and their argument.
type Functions = (Allocate, Release, *mut c_void);

struct Slot(UnsafeCell<Option<Functions>>);

// SAFETY: written once, by the call that moved STATE from UNUSED to SETTING; read only once it is OWN.
unsafe impl Sync for Slot {}

static FUNCTIONS: Slot = Slot(UnsafeCell::new(None));

/// The caller's functions, if there are any; from the first call on the answer stays the same.
fn functions() -> Option<Functions> {
    loop {
        match STATE.load(Ordering::Acquire) {
            // SAFETY: nobody writes any more.
            OWN => return unsafe { *FUNCTIONS.0.get() },
            SYSTEM => return None,
            SETTING => hint::spin_loop(),
            _ => {
                // Whoever loses this race looks again.
                let _ = STATE.compare_exchange(UNUSED, SYSTEM, Ordering::AcqRel, Ordering::Acquire);
            }
        }
    }
}

/// The allocator of everything in the library.
struct Chosen;

// SAFETY: the system's allocator keeps the contract; that the caller's functions do is the contract of hnavSetAllocator().
unsafe impl GlobalAlloc for Chosen {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the contract of this function.
        unsafe {
            match functions() {
                Some((allocate, _, user)) => allocate(layout.size(), layout.align(), user).cast(),
                None => System.alloc(layout),
            }
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the contract of this function.
        unsafe {
            match functions() {
                Some((_, release, user)) => {
                    release(memory.cast(), layout.size(), layout.align(), user);
                }
                None => System.dealloc(memory, layout),
            }
        }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if functions().is_none() {
            // SAFETY: the contract of this function.
            return unsafe { System.realloc(memory, layout, size) };
        }
        // SAFETY: the contract of this function: size and alignment make a layout.
        unsafe {
            let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(memory, layout.size().min(size));
                self.dealloc(memory, layout);
            }
            moved
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if functions().is_none() {
            // SAFETY: the contract of this function.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: the contract of this function.
        unsafe {
            let memory = self.alloc(layout);
            if !memory.is_null() {
                memory.write_bytes(0, layout.size());
            }
            memory
        }
    }
}

#[global_allocator]
static ALLOCATOR: Chosen = Chosen;

/// An allocator without functions, which are to be set. It may be asked for before hnavSetAllocator(): nothing is allocated.
#[unsafe(no_mangle)]
pub extern "C" fn hnavDefaultAllocator() -> Allocator {
    Allocator {
        struct_size: size_of::<Allocator>() as u32,
        allocate: None,
        release: None,
        user: std::ptr::null_mut(),
    }
}

/// Has all memory of the library come from the caller's functions, for the rest of the process: call it first of all,
/// before anything was allocated; later it is refused with HNAV_RESULT_TOO_LATE. The functions must neither call the
/// library nor throw. Where they give NULL the process ends: the library cannot go on without memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavSetAllocator(allocator: *const Allocator) -> ResultCode {
    // Nothing here allocates: a refused call is not too late for the right one.
    let refused = |code: ResultCode, message| {
        message::set_static(message);
        code
    };
    if allocator.is_null() || !allocator.is_aligned() {
        return refused(
            ResultCode::BadPointer,
            c"the pointer to the allocator is NULL or not aligned",
        );
    }
    // SAFETY: the caller's pointer.
    if unsafe { (*allocator).struct_size } as usize != size_of::<Allocator>() {
        return refused(
            ResultCode::ForeignStruct,
            c"structSize is not this library's: take the structure from hnavDefaultAllocator(), and the header from this version of the library",
        );
    }
    // SAFETY: the caller's pointer to a structure of the right size.
    let Allocator { allocate, release, user, .. } = unsafe { *allocator };
    let (Some(allocate), Some(release)) = (allocate, release) else {
        return refused(ResultCode::BadPointer, c"a function of the allocator is NULL: give both");
    };
    if STATE.compare_exchange(UNUSED, SETTING, Ordering::AcqRel, Ordering::Acquire).is_err() {
        return refused(
            ResultCode::TooLate,
            c"the library has allocated memory already: set the allocator once, before every other call",
        );
    }
    // SAFETY: nobody else writes, and nobody reads before STATE is OWN.
    unsafe { *FUNCTIONS.0.get() = Some((allocate, release, user)) };
    STATE.store(OWN, Ordering::Release);
    ResultCode::Ok
}
