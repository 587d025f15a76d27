//! Stamps: what the handles of a world have in common, and those of no other world.
//!
//! A handle has room for the number of a slot, for how often the slot was used before, and for a stamp. The uses do not
//! all fit: whenever a slot has used up what does, it begins a new era, and each era of a world has a stamp of its own. A
//! stamp belongs to one world at a time, so that no two worlds have a handle in common, whatever they go through.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError, RwLock};

use crate::result::{Failure, ResultCode};

/// Bits of a stamp.
pub(crate) const STAMP_BITS: u32 = 22;

/// How many stamps there are: 0 is none, so that no handle is null.
const STAMP_COUNT: u32 = (1 << STAMP_BITS) - 1;

/// All stamps. They are given in a circle: one that is free again waits until the others have had their turn.
struct Stock {
    last: u32,
    taken: BTreeSet<u32>,
}

static STOCK: Mutex<Stock> = Mutex::new(Stock { last: 0, taken: BTreeSet::new() });

impl Stock {
    fn take(&mut self) -> Option<u32> {
        if self.taken.len() >= STAMP_COUNT as usize {
            return None;
        }
        loop {
            self.last = self.last % STAMP_COUNT + 1;
            if self.taken.insert(self.last) {
                return Some(self.last);
            }
        }
    }
}

fn take() -> Option<u32> {
    STOCK.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// The stamps of a world. Dropping them gives them back.
#[derive(Debug)]
pub(crate) struct Stamps {
    /// That of the first era, the only one of most worlds.
    first: u32,
    /// Those of the eras after it, taken when a handle of theirs is asked for.
    later: RwLock<Vec<u32>>,
}

impl Stamps {
    pub(crate) fn new() -> Result<Self, Failure> {
        let first = take().ok_or_else(|| {
            let message = format!("there are {STAMP_COUNT} worlds already: destroy one");
            Failure::new(ResultCode::OutOfRange, message)
        })?;
        Ok(Self { first, later: RwLock::default() })
    }

    /// The stamp of an era; `None` if there is no more.
    pub(crate) fn of_era(&self, era: usize) -> Option<u32> {
        let Some(index) = era.checked_sub(1) else { return Some(self.first) };
        let known = self.later.read().unwrap_or_else(PoisonError::into_inner).get(index).copied();
        known.or_else(|| {
            let mut later = self.later.write().unwrap_or_else(PoisonError::into_inner);
            while later.len() <= index {
                later.push(take()?);
            }
            Some(later[index])
        })
    }

    /// The era with a stamp; `None` if it is none of this world's.
    pub(crate) fn era_of(&self, stamp: u32) -> Option<usize> {
        if stamp == self.first {
            return Some(0);
        }
        let later = self.later.read().unwrap_or_else(PoisonError::into_inner);
        later.iter().position(|&known| known == stamp).map(|index| index + 1)
    }
}

impl Drop for Stamps {
    fn drop(&mut self) {
        let mut stock = STOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let later = self.later.get_mut().unwrap_or_else(PoisonError::into_inner);
        for stamp in later.iter().chain([&self.first]) {
            stock.taken.remove(stamp);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_comes_back_after_all_others_and_only_when_it_is_free() {
        let mut stock = Stock { last: 0, taken: BTreeSet::new() };
        let (kept, freed) = (stock.take(), stock.take());
        assert_eq!((kept, freed), (Some(1), Some(2)));
        stock.taken.remove(&2);
        stock.last = STAMP_COUNT - 1;
        assert_eq!(stock.take(), Some(STAMP_COUNT), "a free one waits for its turn");
        assert_eq!(stock.take(), Some(2), "one that is taken is passed over");
    }

    #[test]
    fn each_era_of_each_world_has_its_own_stamp() {
        let worlds = [Stamps::new().unwrap(), Stamps::new().unwrap()];
        let mut all = BTreeSet::new();
        for (era, world) in
            [3, 0, 1, 2].into_iter().flat_map(|era| worlds.each_ref().map(|world| (era, world)))
        {
            let stamp = world.of_era(era).unwrap();
            assert!(stamp > 0 && all.insert(stamp));
            assert_eq!(worlds.each_ref().map(|of| of.era_of(stamp)).iter().flatten().count(), 1);
            assert_eq!((world.of_era(era), world.era_of(stamp)), (Some(stamp), Some(era)));
        }
    }
}
