//! Things by handle as bytes: those that are stale stay stale, and the next handles to come are the same.
//!
//! A slot map written by itself forgets in which order its free slots are taken. So that order is written too: it is seen
//! by taking them all in a copy. Reading takes them all and gives them back in the opposite order; as each slot counts how
//! often it was taken and given back, it is written with two fewer.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use slotmap::{Key, SlotMap};

/// What takes a free slot for a moment.
pub(crate) trait Filler {
    /// Anything.
    fn filler() -> Self;
}

/// A slot, as slot maps write theirs.
#[derive(Serialize)]
struct SavedSlot<'a, V> {
    value: Option<&'a V>,
    version: u32,
}

fn index_of(key: impl Key) -> u32 {
    key.data().as_ffi() as u32
}

fn version_of(key: impl Key) -> u32 {
    (key.data().as_ffi() >> 32) as u32
}

/// The keys that the next values will get in slots that are free, in their order, and how many slots there are with the
/// one that is never taken.
fn free<K: Key, V: Clone + Filler>(map: &SlotMap<K, V>) -> (Vec<K>, u32) {
    let (mut copy, mut free) = (map.clone(), Vec::new());
    loop {
        let key = copy.insert(V::filler());
        // The version of a slot that was not there before.
        if version_of(key) == 1 {
            return (free, index_of(key));
        }
        free.push(key);
    }
}

/// Writes a slot map: for `serde(with)`.
pub(crate) fn serialize<K, V, S>(map: &SlotMap<K, V>, to: S) -> Result<S::Ok, S::Error>
where
    K: Key,
    V: Clone + Filler + Serialize,
    S: Serializer,
{
    let (free, count) = free(map);
    let mut slots: Vec<SavedSlot<'_, V>> =
        (0..count).map(|_| SavedSlot { value: None, version: 0 }).collect();
    for (key, value) in map {
        slots[index_of(key) as usize] = SavedSlot { value: Some(value), version: version_of(key) };
    }
    for &key in &free {
        slots[index_of(key) as usize].version = version_of(key).wrapping_sub(3);
    }
    let free: Vec<u32> = free.into_iter().map(index_of).collect();
    (slots, free).serialize(to)
}

/// Reads a slot map: for `serde(with)`.
pub(crate) fn deserialize<'de, K, V, D>(from: D) -> Result<SlotMap<K, V>, D::Error>
where
    K: Key,
    V: Filler + Deserialize<'de>,
    D: Deserializer<'de>,
{
    let (mut map, free) = <(SlotMap<K, V>, Vec<u32>)>::deserialize(from)?;
    let mut keys: Vec<(u32, K)> = Vec::with_capacity(free.len());
    for _ in 0..free.len() {
        let key = map.insert(V::filler());
        keys.push((index_of(key), key));
    }
    keys.sort_unstable();
    let key_of = |index: &u32| {
        let at = keys.binary_search_by_key(index, |known| known.0);
        at.map(|at| keys[at].1)
            .map_err(|_| D::Error::custom("a slot is said to be free and is not"))
    };
    for index in free.iter().rev() {
        let gone = map.remove(key_of(index)?);
        gone.ok_or(D::Error::custom("a slot is free twice"))?;
    }
    // Free slots that are not in the list would be taken in an order that nobody knows.
    let slots = map.len() + free.len();
    let last = keys.last().map_or(0, |key| key.0).max(map.keys().map(index_of).max().unwrap_or(0));
    if slots == last as usize {
        Ok(map)
    } else {
        Err(D::Error::custom("a free slot is not listed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::DefaultKey;

    impl Filler for u32 {
        fn filler() -> Self {
            0
        }
    }

    #[derive(Clone, Serialize, Deserialize)]
    struct Whole(#[serde(with = "super")] SlotMap<DefaultKey, u32>);

    fn again(map: &SlotMap<DefaultKey, u32>) -> SlotMap<DefaultKey, u32> {
        let bytes = postcard::to_allocvec(&Whole(map.clone())).unwrap();
        postcard::from_bytes::<Whole>(&bytes).unwrap().0
    }

    #[test]
    fn what_is_read_gives_the_same_handles_from_then_on() {
        let (mut map, mut keys): (SlotMap<DefaultKey, u32>, Vec<DefaultKey>) = Default::default();
        let mut state = 1_u64;
        for turn in 0..600_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pick = (state >> 40) as usize;
            if keys.is_empty() || pick % 5 < 2 {
                keys.push(map.insert(turn));
            } else {
                // Stale ones too.
                map.remove(keys[pick % keys.len()]);
            }
            let (mut one, mut other) = (map.clone(), again(&map));
            assert!(one.iter().eq(other.iter()));
            assert!(keys.iter().all(|&key| one.get(key) == other.get(key)));
            for value in 0..12 {
                assert_eq!(one.insert(value), other.insert(value));
            }
        }
        map.clear();
        assert_eq!(again(&map).insert(1), map.insert(1));
    }

    #[test]
    fn lists_of_free_slots_that_are_wrong_are_refused() {
        let mut map: SlotMap<DefaultKey, u32> = SlotMap::new();
        let keys: Vec<DefaultKey> = (0..4).map(|value| map.insert(value)).collect();
        map.remove(keys[1]);
        map.remove(keys[3]);
        let bytes = postcard::to_allocvec(&Whole(map)).unwrap();
        let (end, list) = (bytes.len(), [2, 4, 2]);
        assert_eq!(bytes[end - 3..], list);
        for wrong in [[2, 2, 2], [2, 4, 3], [2, 4, 9], [2, 0, 2], [0, 0, 0], [1, 4, 0]] {
            let mut bytes = bytes.clone();
            bytes[end - 3..].copy_from_slice(&wrong);
            assert!(postcard::from_bytes::<Whole>(&bytes).is_err(), "{wrong:?}");
        }
    }
}
