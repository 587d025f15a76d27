//! Things by handle, in shared pages: slotmap's keys, and its way to tell a stale one by the version of its slot.

use std::marker::PhantomData;
use std::sync::Arc;

use slotmap::{Key, KeyData};

use super::pages::SharedVec;

/// The end of the list of free slots.
const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct RosterSlot<V> {
    /// Of the key that names the slot's value, or the next one to do so; odd, as slotmap's are.
    version: u32,
    /// The next free slot, where this one is free.
    next: u32,
    value: Option<Arc<V>>,
}

impl<V> Clone for RosterSlot<V> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), ..*self }
    }
}

impl<V> Default for RosterSlot<V> {
    fn default() -> Self {
        Self { version: 1, next: NONE, value: None }
    }
}

/// A slot map whose copies share pages of slots.
#[derive(Debug)]
pub(crate) struct SharedSlotMap<K, V> {
    slots: SharedVec<RosterSlot<V>>,
    /// The free slot that is taken next.
    free: u32,
    count: usize,
    key: PhantomData<K>,
}

impl<K, V> Clone for SharedSlotMap<K, V> {
    fn clone(&self) -> Self {
        Self { slots: self.slots.clone(), ..*self }
    }
}

impl<K, V> Default for SharedSlotMap<K, V> {
    fn default() -> Self {
        Self { slots: SharedVec::default(), free: NONE, count: 0, key: PhantomData }
    }
}

/// A slot as it is saved.
#[derive(Debug)]
pub(crate) struct SavedSlot<V> {
    /// Of the key that names the slot's value, or the next one to do so.
    pub(crate) version: u32,
    /// The next free slot, where this one is free.
    pub(crate) next: u32,
    pub(crate) value: Option<Arc<V>>,
}

impl<K: Key, V> SharedSlotMap<K, V> {
    /// The free slot that is taken next, and all slots.
    pub(crate) fn saved(&self) -> (u32, impl ExactSizeIterator<Item = SavedSlot<V>>) {
        let saved = |slot: usize| {
            let RosterSlot { version, next, value } = self.slots[slot].clone();
            SavedSlot { version, next, value }
        };
        (self.free, (0..self.slots.len()).map(saved))
    }

    /// Returns a roster of slots and the free one that is taken next; `None` where the free slots are not one list.
    pub(crate) fn restored(free: u32, slots: Vec<SavedSlot<V>>) -> Option<Self> {
        let mut roster = Self { free, ..Self::default() };
        let mut open = slots.iter().filter(|slot| slot.value.is_none()).count();
        let mut next = free;
        while next != NONE {
            let slot = slots.get(next as usize).filter(|slot| slot.value.is_none() && open > 0)?;
            (next, open) = (slot.next, open - 1);
        }
        if open > 0 {
            return None;
        }
        for SavedSlot { version, next, value } in slots {
            if version % 2 == 0 {
                return None;
            }
            let next = if value.is_some() { NONE } else { next };
            roster.count += value.is_some() as usize;
            roster.slots.push(RosterSlot { version, next, value });
        }
        Some(roster)
    }

    /// Adds a value; `None` if there is no key left.
    pub(crate) fn insert(&mut self, value: V) -> Option<K> {
        let value = Some(Arc::new(value));
        let index = if self.free == NONE { self.slots.len() as u32 } else { self.free };
        if index == NONE {
            return None;
        }
        match self.slots.get_mut(index as usize) {
            Some(slot) => {
                self.free = slot.next;
                slot.value = value;
            }
            None => self.slots.push(RosterSlot { value, ..RosterSlot::default() }),
        }
        self.count += 1;
        Some(self.key(index))
    }

    /// Takes a value out; its key is stale from now on.
    pub(crate) fn remove(&mut self, key: K) -> Option<Arc<V>> {
        self.get(key)?;
        let (index, free) = (index_of(key), self.free);
        let slot = self.slots.get_mut(index as usize)?;
        let value = slot.value.take();
        slot.version = slot.version.wrapping_add(2);
        slot.next = free;
        self.free = index;
        self.count -= 1;
        value
    }

    pub(crate) fn get(&self, key: K) -> Option<&Arc<V>> {
        let slot = self.slots.get(index_of(key) as usize)?;
        slot.value.as_ref().filter(|_| slot.version == version_of(key))
    }

    /// Puts another value in the place of one; its key stays.
    pub(crate) fn replace(&mut self, key: K, value: V) -> Option<Arc<V>> {
        self.get(key)?;
        self.slots.get_mut(index_of(key) as usize)?.value.replace(Arc::new(value))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All values, in the order of their slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        let entry = |(index, slot): (usize, _)| {
            let slot: &RosterSlot<V> = slot;
            slot.value.as_deref().map(|value| (self.key(index as u32), value))
        };
        self.slots.iter().enumerate().filter_map(entry)
    }

    /// The bytes of all slots, without what their values point to.
    pub(crate) fn size_in_bytes(&self) -> usize {
        self.slots.size_in_bytes() + self.count * size_of::<V>()
    }

    fn key(&self, index: u32) -> K {
        let version = self.slots[index as usize].version;
        KeyData::from_ffi((version as u64) << 32 | index as u64).into()
    }
}

fn index_of(key: impl Key) -> u32 {
    key.data().as_ffi() as u32
}

fn version_of(key: impl Key) -> u32 {
    (key.data().as_ffi() >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::{DefaultKey, SlotMap};

    #[test]
    fn keys_become_stale_just_as_slotmaps_do() {
        let (mut roster, mut model) = (SharedSlotMap::default(), SlotMap::new());
        let (mut own, mut models): (Vec<DefaultKey>, Vec<DefaultKey>) = Default::default();
        let mut state = 1_u64;
        for turn in 0..4000_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pick = (state >> 40) as usize;
            if own.is_empty() || !pick.is_multiple_of(3) {
                own.push(roster.insert(turn).unwrap());
                models.push(model.insert(turn));
            } else {
                let index = pick % own.len();
                assert_eq!(
                    roster.remove(own[index]).as_deref(),
                    model.remove(models[index]).as_ref()
                );
            }
            let index = pick % own.len();
            assert_eq!(
                roster.get(own[index]).map(|value| **value),
                model.get(models[index]).copied()
            );
            assert_eq!(roster.iter().count(), model.len());
        }
        assert!(roster.iter().map(|(_, value)| value).eq(model.values()));
        assert!(roster.iter().all(|(key, value)| roster.get(key).map(|v| &**v) == Some(value)));
        assert_eq!(roster.get(DefaultKey::null()), None);
        let key = roster.iter().next().unwrap().0;
        roster.replace(key, 9);
        assert_eq!(roster.get(key).map(|value| **value), Some(9));
    }
}
