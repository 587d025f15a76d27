//! Things by handle as bytes: those that are stale stay stale, and the next handles to come are the same.

use slotmap::Key;

use super::bytes::{Reader, Writer};
use super::error::LoadError;
use crate::store::roster::{SavedSlot, SharedSlotMap};

/// A roster as a section; `value` writes one of its values.
pub(crate) fn written<K: Key, V>(
    roster: &SharedSlotMap<K, V>,
    mut value: impl FnMut(&mut Writer, &V),
) -> Writer {
    let mut writer = Writer::default();
    let (free, slots) = roster.saved();
    writer.u32(free);
    writer.u32(slots.len() as u32);
    for slot in slots {
        writer.u32(slot.version);
        writer.u8(slot.value.is_some() as u8);
        match slot.value {
            Some(taken) => value(&mut writer, &taken),
            None => writer.u32(slot.next),
        }
    }
    writer
}

/// Reads a roster from its section; `value` reads one of its values.
pub(crate) fn read<K: Key, V>(
    mut reader: Reader,
    mut value: impl FnMut(&mut Reader) -> Result<V, LoadError>,
) -> Result<SharedSlotMap<K, V>, LoadError> {
    let free = reader.u32()?;
    let slots = reader.list(9, |reader| {
        let version = reader.u32()?;
        match reader.u8()? {
            0 => Ok(SavedSlot { version, next: reader.u32()?, value: None }),
            1 => Ok(SavedSlot { version, next: 0, value: Some(value(reader)?.into()) }),
            _ => Err(reader.wrong("a handle is neither free nor taken")),
        }
    })?;
    reader.end()?;
    SharedSlotMap::restored(free, slots).ok_or(reader.wrong("its free handles are not in order"))
}
