//! Worlds as bytes, for save games and for players who join later.

use hybrid::{SnapshotError, World};

use crate::border::{List, items};
use crate::guard::guarded;
use crate::handle::WorldHandle;
use crate::registry;
use crate::result::{Failure, ResultCode};

impl From<SnapshotError> for Failure {
    fn from(error: SnapshotError) -> Self {
        let code = match error {
            SnapshotError::Save { .. } => ResultCode::TooManyCells,
            _ => ResultCode::BadBytes,
        };
        Self::new(code, error.to_string())
    }
}

/// Saves a world as bytes: everything that decides its future, edits that are still to take effect included. `count` gets
/// their number, see hnavWorld_GetEvents() for `capacity`. Every call saves anew:
/// keep a buffer that is large enough for the next time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Save(
    world: WorldHandle,
    bytes: *mut u8,
    capacity: u32,
    count: *mut u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's pointers.
        let bytes = unsafe { List::new(bytes, capacity, count)? };
        registry::read(world, |entry| {
            let saved = entry.world.to_bytes()?;
            Ok(bytes.fill(saved.into_iter()))
        })
    })
}

/// Puts a saved world in the place of this one, which keeps its handle and its threads or task system, and goes on with the
/// same bits on every machine. Handles that this world gave before it was saved are right again; handles that it gave since
/// then must be forgotten: they may be given anew. In any other world, and in another run of the game, handles differ: there
/// hnavWorld_GetUnits() lists the same units in the same order, and their user data says who is who.
/// Bytes that are cut off, damaged, foreign or of a newer or an older format are refused with HNAV_RESULT_BAD_BYTES, and the
/// world is as before. Takes as long as making all meshes anew.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hnavWorld_Load(
    world: WorldHandle,
    bytes: *const u8,
    count: u32,
) -> ResultCode {
    guarded(|| {
        // SAFETY: the caller's array.
        let bytes = unsafe { items(bytes, count)? };
        registry::edit(world, |entry| {
            entry.replace(World::from_bytes(bytes)?)?;
            Ok(ResultCode::Ok)
        })
    })
}
