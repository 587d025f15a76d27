//! Handles: numbers that name things. C cannot reach memory through them.

use hybrid::{AreaId, DiscomfortId, LinkId, ObstacleId, OrderId, UnitId};
use slotmap::{Key, KeyData};

use crate::stamp::{STAMP_BITS, Stamps};

slotmap::new_key_type! {
    /// The key of a world among all worlds.
    pub(crate) struct WorldKey;

    /// The key of a saved state among all of them.
    pub(crate) struct SavedStateKey;
}

/// Names a world. All zero is no world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorldHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names a saved state of a world. All zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SavedStateHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names an obstacle of a world. All zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObstacleHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names a unit of a world. All zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names an order of a world. All zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names an area of a world. All zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AreaHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names a link of a world. All zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Names a discomfort of a world. All zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiscomfortHandle {
    /// The library's own.
    pub index1: u32,
    /// The library's own.
    pub generation: u32,
}

/// Bits of a handle that say which slot: of each kind a world has fewer things at a time.
const SLOT_BITS: u32 = 24;

/// Bits of a handle that say how often its slot was used before, in its era.
const USE_BITS: u32 = 64 - SLOT_BITS - STAMP_BITS;

/// The most things of a kind that a world may have at a time. One slot of a slot map is never used.
pub(crate) const MOST_THINGS: usize = (1 << SLOT_BITS) - 1;

/// A handle and the key behind it.
pub(crate) trait Handle: Copy + PartialEq + Default {
    type Key: Key;

    fn from_bits(bits: u64) -> Self;

    fn bits(self) -> u64;

    /// The handle of a key; null if the world has too many things for it to have one.
    fn new(key: Self::Key, stamps: &Stamps) -> Self {
        let data = key.data().as_ffi();
        // A slot map counts uses and what lies between them: those of taken slots are odd.
        let (slot, uses) = (data & u64::from(u32::MAX), data >> 33);
        let stamp =
            (slot <= MOST_THINGS as u64).then(|| stamps.of_era((uses >> USE_BITS) as usize));
        stamp.flatten().map_or_else(Self::default, |stamp| {
            let uses = uses % (1 << USE_BITS);
            Self::from_bits(u64::from(stamp) << (SLOT_BITS + USE_BITS) | uses << SLOT_BITS | slot)
        })
    }

    /// The key; `None` if no key has this handle.
    fn key(self, stamps: &Stamps) -> Option<Self::Key> {
        let bits = self.bits();
        let era = stamps.era_of((bits >> (SLOT_BITS + USE_BITS)) as u32)? as u64;
        let slot = bits % (1 << SLOT_BITS);
        let uses = (era << USE_BITS) | ((bits >> SLOT_BITS) % (1 << USE_BITS));
        Some(KeyData::from_ffi(uses << 33 | 1 << 32 | slot).into())
    }
}

macro_rules! handles_of_the_library {
    ($($handle:ident of $key:ty: $of_key:ident, $to_key:ident);*) => {$(
        impl $handle {
            pub(crate) fn $of_key(key: $key) -> Self {
                let bits = key.data().as_ffi();
                Self { index1: bits as u32, generation: (bits >> 32) as u32 }
            }

            /// The key; `None` if no key has this handle.
            pub(crate) fn $to_key(self) -> Option<$key> {
                let bits = u64::from(self.generation) << 32 | u64::from(self.index1);
                let data = KeyData::from_ffi(bits);
                (data.as_ffi() == bits).then(|| data.into())
            }
        }
    )*};
}

handles_of_the_library!(WorldHandle of WorldKey: of_world, world; SavedStateHandle of SavedStateKey: of_state, state);

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

handles!(ObstacleHandle of ObstacleId, UnitHandle of UnitId, OrderHandle of OrderId, AreaHandle of AreaId, LinkHandle of LinkId, DiscomfortHandle of DiscomfortId);

#[cfg(test)]
mod tests {
    use slotmap::SlotMap;

    use super::*;

    /// Uses a slot so often, and looks at each of its handles.
    fn use_slot(times: usize, stamps: &Stamps, mut look: impl FnMut(UnitHandle)) {
        let mut units: SlotMap<UnitId, ()> = SlotMap::with_key();
        for _ in 0..times {
            let key = units.insert(());
            let handle = UnitHandle::new(key, stamps);
            assert_eq!(handle.key(stamps), Some(key));
            look(handle);
            units.remove(key);
        }
    }

    #[test]
    fn handles_name_the_keys_of_one_world_alone() {
        const TIMES: usize = 3 << USE_BITS;
        let (one, other) = (Stamps::new().unwrap(), Stamps::new().unwrap());
        let mut handles = Vec::with_capacity(2 * TIMES);
        for (stamps, foreign) in [(&one, &other), (&other, &one), (&one, &other)] {
            handles.truncate(2 * TIMES);
            use_slot(TIMES, stamps, |handle| {
                assert_eq!(handle.key(foreign), None);
                handles.push(handle.bits());
            });
        }
        assert_eq!(handles[..TIMES], handles[2 * TIMES..], "a key keeps its handle");
        handles.truncate(2 * TIMES);
        handles.sort_unstable();
        handles.dedup();
        assert!(handles.len() == 2 * TIMES && handles[0] > 0, "a key has a handle of its own");
        assert_eq!(UnitHandle::default().key(&one), None);
    }

    #[test]
    fn a_slot_that_does_not_fit_has_no_handle() {
        let stamps = Stamps::new().unwrap();
        let handle = |slot: u64| UnitHandle::new(KeyData::from_ffi(1 << 32 | slot).into(), &stamps);
        let last = MOST_THINGS as u64;
        assert_eq!(handle(last).key(&stamps).map(|key| key.data().as_ffi()), Some(1 << 32 | last));
        assert_eq!(handle(last + 1), UnitHandle::default());
    }

    #[test]
    fn a_world_has_one_handle() {
        let mut worlds: SlotMap<WorldKey, ()> = SlotMap::with_key();
        let key = worlds.insert(());
        let handle = WorldHandle::of_world(key);
        assert_eq!(handle.world(), Some(key));
        let even = WorldHandle { generation: handle.generation ^ 1, ..handle };
        assert_eq!((even.world(), worlds.get(key)), (None, Some(&())));
    }
}
