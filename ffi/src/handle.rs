//! Handles: numbers that name things. C cannot reach memory through them.

use hybrid::{AreaId, DiscomfortId, LinkId, ObstacleId, OrderId, UnitId};
use slotmap::{Key, KeyData};

slotmap::new_key_type! {
    /// The key of a world among all worlds.
    pub(crate) struct WorldKey;
}

/// Names a world. All zero is no world; a handle is never used twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorldHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names an obstacle of a world. All zero is none; a handle is never used twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObstacleHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names a unit of a world. All zero is none; a handle is never used twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names an order of a world. All zero is none; a handle is never used twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names an area of a world. All zero is none; a handle is never used twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AreaHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names a link of a world. All zero is none; a handle is never used twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names a discomfort of a world. All zero is none; a handle is never used twice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiscomfortHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// What the handles of one world have in common, so that those of another world are stale in it. Two worlds have the
/// same stamp only if 65 536 lie between them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stamp(u64);

impl Stamp {
    /// The stamp of the `number`-th world. It leaves the low bits of the generation alone: they are never all 0, so
    /// that no handle is null.
    pub(crate) fn of(number: u64) -> Self {
        Self(number << 48)
    }
}

/// A handle and the key behind it.
pub(crate) trait Handle: Copy + PartialEq {
    type Key: Key;

    fn from_bits(bits: u64) -> Self;

    fn bits(self) -> u64;

    fn new(key: Self::Key, stamp: Stamp) -> Self {
        Self::from_bits(key.data().as_ffi() ^ stamp.0)
    }

    /// The key; `None` if no key has this handle.
    fn key(self, stamp: Stamp) -> Option<Self::Key> {
        let bits = self.bits() ^ stamp.0;
        let data = KeyData::from_ffi(bits);
        (data.as_ffi() == bits).then(|| data.into())
    }
}

macro_rules! handles {
    ($($handle:ident of $key:ty),*) => {$(
        impl Handle for $handle {
            type Key = $key;

            fn from_bits(bits: u64) -> Self {
                Self { index1: bits as u32, generation: (bits >> 32) as u32 }
            }

            fn bits(self) -> u64 {
                u64::from(self.generation) << 32 | u64::from(self.index1)
            }
        }
    )*};
}

handles!(WorldHandle of WorldKey, ObstacleHandle of ObstacleId, UnitHandle of UnitId, OrderHandle of OrderId, AreaHandle of AreaId, LinkHandle of LinkId, DiscomfortHandle of DiscomfortId);

#[cfg(test)]
mod tests {
    use slotmap::SlotMap;

    use super::*;

    #[test]
    fn handles_name_their_keys_alone() {
        let mut units: SlotMap<UnitId, ()> = SlotMap::with_key();
        for number in [0, 1, 65_535] {
            let stamp = Stamp::of(number);
            let key = units.insert(());
            let handle = UnitHandle::new(key, stamp);
            assert_eq!(handle.key(stamp), Some(key));
            let foreign = handle.key(Stamp::of(number + 1));
            assert!(foreign.is_none_or(|key| !units.contains_key(key)));
            let even = UnitHandle { generation: handle.generation ^ 1, ..handle };
            assert_eq!(even.key(stamp), None, "a key has one handle only");
            assert!(UnitHandle::default().key(stamp).is_none_or(|key| !units.contains_key(key)));
        }
    }
}
