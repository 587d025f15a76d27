//! A queue of cells in circular buckets.

use crate::tolerances::MOST_BUCKETS;

/// Entries of a chunk: two lines of the processor's cache.
const CHUNK: usize = 16;

/// No chunk.
const NONE: u32 = u32::MAX;

/// Buckets in a ring, each first in, first out. All buckets share one pool of chunks, so a queue that
/// was once as long as it gets never allocates again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    ring: Vec<Bucket>,
    pool: Vec<Chunk>,
    /// The first chunk that is in no bucket; they are linked.
    free: u32,
    /// Chunks in buckets.
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    first: u32,
    last: u32,
    /// Entries of the last chunk; full if there is none, so that the next entry asks for one.
    fill: u32,
}

const EMPTY: Bucket = Bucket { first: NONE, last: NONE, fill: CHUNK as u32 };

#[derive(Clone, Copy, Debug)]
struct Chunk {
    entries: [u64; CHUNK],
    next: u32,
}

impl Queue {
    /// Empties the queue and gives it a number of buckets, a power of two up to [`MOST_BUCKETS`], and
    /// room for some entries.
    pub(crate) fn reset(&mut self, buckets: usize, room: usize) {
        self.ring.clear();
        self.ring.reserve(MOST_BUCKETS);
        self.ring.resize(buckets, EMPTY);
        self.pool.clear();
        self.pool.reserve(room.div_ceil(CHUNK));
        (self.free, self.used) = (NONE, 0);
    }

    /// Returns whether no bucket has an entry.
    pub(crate) const fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Puts an entry last into a bucket, counted round the ring.
    #[inline(always)]
    pub(crate) fn push(&mut self, bucket: u32, entry: u64) {
        let slot = bucket as usize & (self.ring.len() - 1);
        if self.ring[slot].fill == CHUNK as u32 {
            self.lengthen(slot);
        }
        let bucket = &mut self.ring[slot];
        self.pool[bucket.last as usize].entries[bucket.fill as usize % CHUNK] = entry;
        bucket.fill += 1;
    }

    /// Takes the first entries out of a bucket, and says how many there are.
    pub(crate) fn take(&mut self, bucket: u32, entries: &mut [u64; CHUNK]) -> usize {
        let slot = bucket as usize & (self.ring.len() - 1);
        let bucket = &mut self.ring[slot];
        let Some(chunk) = self.pool.get_mut(bucket.first as usize) else { return 0 };
        *entries = chunk.entries;
        let taken = bucket.first;
        let count = if taken == bucket.last { bucket.fill as usize } else { CHUNK };
        *bucket =
            if taken == bucket.last { EMPTY } else { Bucket { first: chunk.next, ..*bucket } };
        (chunk.next, self.free) = (self.free, taken);
        self.used -= 1;
        count
    }

    /// Adds a chunk to a bucket.
    #[cold]
    #[inline(never)]
    fn lengthen(&mut self, slot: usize) {
        let fresh = match self.pool.get(self.free as usize) {
            Some(chunk) => std::mem::replace(&mut self.free, chunk.next),
            None => {
                self.pool.push(Chunk { entries: [0; CHUNK], next: NONE });
                (self.pool.len() - 1) as u32
            }
        };
        self.pool[fresh as usize].next = NONE;
        let bucket = &mut self.ring[slot];
        match self.pool.get_mut(bucket.last as usize) {
            Some(last) => last.next = fresh,
            None => bucket.first = fresh,
        }
        (bucket.last, bucket.fill) = (fresh, 0);
        self.used += 1;
    }

    /// The bytes that the buffers take.
    pub(crate) fn bytes(&self) -> usize {
        self.ring.capacity() * size_of::<Bucket>() + self.pool.capacity() * size_of::<Chunk>()
    }
}

/// Room for what [`Queue::take`] gives.
pub(crate) const NO_ENTRIES: [u64; CHUNK] = [0; CHUNK];

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_bucket_is_first_in_first_out(
            moves in prop::collection::vec((0_u32..40, any::<bool>(), 1_usize..50), 0..80),
        ) {
            let mut queue = Queue::default();
            queue.reset(8, 0);
            let mut model = vec![VecDeque::new(); 8];
            let mut next = 0;
            for (bucket, push, count) in moves {
                let slot = &mut model[bucket as usize % 8];
                if push {
                    for _ in 0..count {
                        queue.push(bucket, next);
                        slot.push_back(next);
                        next += 1;
                    }
                } else {
                    let mut entries = NO_ENTRIES;
                    let count = queue.take(bucket, &mut entries);
                    let expected: Vec<u64> = slot.drain(..count).collect();
                    prop_assert_eq!(&entries[..count], expected);
                    prop_assert!(count > 0 || slot.is_empty());
                }
                prop_assert_eq!(queue.is_empty(), model.iter().all(VecDeque::is_empty));
            }
            let most = next as usize / CHUNK + 80;
            prop_assert!(queue.pool.len() <= most, "chunks are used again");
        }
    }
}
