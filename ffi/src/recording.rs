//! Recordings: a world and all calls that change it, to be stepped again elsewhere.

use std::ffi::c_void;
use std::io::{self, Write};

use hybrid::{Recording, RecordingError, ReplayDifference};

use crate::border::{Out, items};
use crate::guard::guarded;
use crate::handle::WorldHandle;
use crate::registry;
use crate::result::{Failure, ResultCode};

impl From<RecordingError> for Failure {
    fn from(error: RecordingError) -> Self {
        match error {
            RecordingError::World(error) => error.into(),
            RecordingError::NotRecording => {
                let message =
                    "the world is not being recorded: call hnavWorld_StartRecording() first";
                Self::new(ResultCode::Mismatch, message)
            }
            error => Self::new(ResultCode::NotWritten, error.to_string()),
        }
    }
}

/// Takes bytes of a recording, and returns whether they were written.
pub type WriteRecording =
    Option<unsafe extern "C" fn(bytes: *const u8, count: u32, user: *mut c_void) -> bool>;

/// The caller's function, to be written to.
struct Sink {
    write: unsafe extern "C" fn(bytes: *const u8, count: u32, user: *mut c_void) -> bool,
    user: *mut c_void,
}

// SAFETY: that it may be called from any thread that calls the world is what our documentation asks of it.
unsafe impl Send for Sink {}
// SAFETY: as above.
unsafe impl Sync for Sink {}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        // SAFETY: the caller's function, called as documented; as many bytes are there.
        if unsafe { (self.write)(bytes.as_ptr(), count, self.user) } {
            Ok(count as usize)
        } else {
            Err(io::Error::other("the function `write` returned false"))
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Begins to record a world: `write` gets the world as it is, at once, and from now on every call that changes it, before the
/// step in which it counts; what a crash leaves can be replayed, by `headless replay FILE` and in Rust, on any machine. `write`
/// is called from inside calls of this world, on their threads; it must not call the library, nor throw. `user` is
/// passed on to it. Where it returns false the recording ends, and the world goes on; hnavWorld_StopRecording() tells
/// so. A world that is recorded already begins a new recording. Record from the start: that takes the least room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_StartRecording(
    world: WorldHandle,
    write: WriteRecording,
    user: *mut c_void,
) -> ResultCode {
    guarded(|| {
        let Some(write) = write else {
            let message = "the function `write` is NULL: give one";
            return Err(Failure::new(ResultCode::BadPointer, message));
        };
        registry::edit(world, |entry| {
            entry.world.start_recording(Sink { write, user })?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Writes the rest of a recording and ends it. Without this hnavWorld_Load() and hnavDestroyWorld() write the calls since the last step,
/// and the recording counts as cut off.
/// HNAV_RESULT_MISMATCH if nothing is recorded, HNAV_RESULT_NOT_WRITTEN if `write` has returned false: what was written before that can
/// be replayed.
#[unsafe(no_mangle)]
pub extern "C" fn hnavWorld_StopRecording(world: WorldHandle) -> ResultCode {
    guarded(|| {
        registry::change(world, |entry| {
            entry.world.stop_recording()?;
            Ok(ResultCode::Ok)
        })
    })
}

/// Puts the world with which a recording begins in the place of this one, which keeps its handle and its threads or task system;
/// hnavWorld_ReplayStep() does then what was recorded. `bytes` are all that the function `write` of
/// hnavWorld_StartRecording() has got; what a crash has cut off is replayed as far as it was written. Handles are as for
/// hnavWorld_Load().
/// Bytes that are damaged, foreign or of another format are refused with HNAV_RESULT_BAD_BYTES, and the world is as before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_LoadRecording(
    world: WorldHandle,
    bytes: *const u8,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's array.
        let bytes = unsafe { items(bytes, count)? };
        registry::edit(world, |entry| {
            let unread =
                |error: RecordingError| Failure::new(ResultCode::BadBytes, error.to_string());
            let (loaded, recorded) = Recording::from_bytes(bytes)
                .and_then(|recording| recording.open())
                .map_err(unread)?;
            entry.replace(loaded)?;
            entry.recorded = Some(recorded);
            Ok(ResultCode::Ok)
        })
    })
}

/// Does the recorded calls up to the next recorded step, and that step. `hasStepped` tells whether there was one: at the end of
/// the recording the calls that came after its last step are done, and nothing else. The world is one like any other: it can be
/// asked and drawn; whoever changes it has another one than was recorded.
/// HNAV_RESULT_DIFFERENT if the world is not the one any more that was recorded: the message names the tick. It can be replayed on.
/// HNAV_RESULT_MISMATCH if the world was not loaded from a recording.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_ReplayStep(
    world: WorldHandle,
    has_stepped: *mut bool,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointer.
        let has_stepped = unsafe { Out::new(has_stepped, "whether there was a step")? };
        registry::edit(world, |entry| {
            let Some(recorded) = &mut entry.recorded else {
                let message = "the world was not loaded from a recording: call hnavWorld_LoadRecording() first";
                return Err(Failure::new(ResultCode::Mismatch, message));
            };
            let stepped = recorded.step(&mut entry.world);
            let different =
                |error: ReplayDifference| Failure::new(ResultCode::Different, error.to_string());
            has_stepped.write(stepped.map_err(different)?);
            Ok(ResultCode::Ok)
        })
    })
}
