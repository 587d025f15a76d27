//! The pairs of discs that may overlap, and which of them a pass has to look at.
//!
//! A pair that was apart when it was looked at is still apart while neither of the two has moved. So after the first pass
//! only those of discs that were pushed, and of their partners, are looked at: hardly any.

use std::ops::Range;

use super::islands::BATCH;

/// The pairs of discs that may overlap.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// The later partners of each disc, in order; and where those of each end.
    later: Vec<u32>,
    ends: Vec<u32>,
    /// The earlier ones, as soon as anybody was pushed.
    earlier: Vec<u32>,
    earlier_ends: Vec<u32>,
    /// Bit by bit, the discs with whose later partners the pass that is done has to deal, and the one after it.
    now: Vec<u64>,
    next: Vec<u64>,
}

impl Pairs {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        let Self { later, ends, earlier, earlier_ends, now, next } = self;
        let discs = ends.capacity() + earlier_ends.capacity();
        (later.capacity() + earlier.capacity() + discs) * size_of::<u32>()
            + (now.capacity() + next.capacity()) * size_of::<u64>()
    }

    /// Forgets them, before so many discs are added.
    pub(super) fn clear(&mut self, count: usize) {
        self.later.clear();
        make_room(&mut self.later, count);
        self.ends.clear();
        make_room(&mut self.ends, count);
    }

    /// Adds the next disc, with its later partners in order.
    pub(super) fn push(&mut self, later: impl Iterator<Item = u32>) {
        self.later.extend(later);
        self.ends.push(self.later.len() as u32);
    }

    /// Returns how many discs there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns where the later partners of a disc are.
    pub(super) fn of(&self, disc: usize) -> Range<usize> {
        range(&self.ends, disc)
    }

    /// The partner at a place.
    pub(super) fn at(&self, place: usize) -> usize {
        self.later[place] as usize
    }

    /// Ends the first pass, in which all were looked at, and says who was pushed in it.
    pub(super) fn turn_round(&mut self, pushed: &[u32]) {
        let Self { later, ends, earlier, earlier_ends, now, next } = self;
        earlier_ends.clear();
        make_room(earlier_ends, ends.len());
        earlier_ends.resize(ends.len(), 0);
        for &other in &*later {
            earlier_ends[other as usize] += 1;
        }
        // A counting sort: each end moves from the beginning of its partners to their end.
        let mut sum = 0;
        for end in &mut *earlier_ends {
            sum += std::mem::replace(end, sum);
        }
        earlier.clear();
        make_room(earlier, later.len());
        earlier.resize(later.len(), 0);
        let mut first = 0;
        for (disc, &end) in (0..).zip(&*ends) {
            for &other in &later[first as usize..end as usize] {
                let end = &mut earlier_ends[other as usize];
                earlier[*end as usize] = disc;
                *end += 1;
            }
            first = end;
        }
        for bits in [now, next] {
            bits.clear();
            make_room(bits, ends.len().div_ceil(BITS));
            bits.resize(ends.len().div_ceil(BITS), 0);
        }
        pushed.iter().for_each(|&disc| self.mark(disc as usize));
    }

    /// Begins a later pass.
    pub(super) fn go_on(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.fill(0);
    }

    /// Has this pass (as far as it is still to come) and the next one deal with all pairs of a disc that was pushed.
    pub(super) fn mark(&mut self, disc: usize) {
        let mut mark = |disc: usize| {
            let (word, bit) = (disc / BITS, 1 << (disc % BITS));
            self.now[word] |= bit;
            self.next[word] |= bit;
        };
        mark(disc);
        let earlier = &self.earlier[range(&self.earlier_ends, disc)];
        earlier.iter().for_each(|&other| mark(other as usize));
    }

    /// The first disc that this pass has to deal with, from one on.
    pub(super) fn first_from(&self, disc: usize) -> Option<usize> {
        let mut word = disc / BITS;
        let mut bits = self.now.get(word)? & (u64::MAX << (disc % BITS));
        while bits == 0 {
            word += 1;
            bits = *self.now.get(word)?;
        }
        Some(word * BITS + bits.trailing_zeros() as usize)
    }

    /// The last disc that this pass has to deal with, before one.
    pub(super) fn last_before(&self, disc: usize) -> Option<usize> {
        let mut word = disc / BITS;
        let below = (1 << (disc % BITS)) - 1;
        let mut bits = self.now.get(word).map_or(0, |bits| bits & below);
        while bits == 0 {
            word = word.checked_sub(1)?;
            bits = self.now[word];
        }
        Some(word * BITS + bits.ilog2() as usize)
    }
}

/// Makes room for so many elements of an empty list, and a few more the next time; for those of a batch in any case.
pub(super) fn make_room<T>(list: &mut Vec<T>, count: usize) {
    if list.capacity() < count.max(BATCH) {
        list.reserve_exact((count + count / SPARE).max(BATCH));
    }
}

/// The share of a list for which there is more room than it needs.
const SPARE: usize = 8;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// Returns where what belongs to a disc is in a list.
fn range(ends: &[u32], disc: usize) -> Range<usize> {
    let first = disc.checked_sub(1).map_or(0, |before| ends[before]);
    first as usize..ends[disc] as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of discs, each with the next one.
    fn ring(count: u32) -> Pairs {
        let mut pairs = Pairs::default();
        for disc in 0..count {
            let last = (disc == 0).then_some(count - 1);
            let next = (disc + 1 < count).then_some(disc + 1);
            pairs.push(next.into_iter().chain(last));
        }
        pairs
    }

    fn forwards(pairs: &Pairs) -> Vec<usize> {
        let first = pairs.first_from(0);
        std::iter::successors(first, |disc| pairs.first_from(disc + 1)).collect()
    }

    fn backwards(pairs: &Pairs) -> Vec<usize> {
        let last = pairs.last_before(pairs.len());
        std::iter::successors(last, |&disc| pairs.last_before(disc)).collect()
    }

    #[test]
    fn passes_deal_with_the_pushed_and_with_who_may_touch_them() {
        for count in [3, 63, 64, 65, 200] {
            let mut pairs = ring(count);
            pairs.turn_round(&[count / 2]);
            pairs.go_on();
            let middle = count as usize / 2;
            let mut expected = vec![middle - 1, middle];
            assert_eq!(forwards(&pairs), expected);
            // Disc 0 is the earlier one of its pair with the last disc.
            pairs.mark(count as usize - 1);
            expected.extend([0, count as usize - 2, count as usize - 1]);
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(forwards(&pairs), expected);
            pairs.go_on();
            let mut expected = vec![count as usize - 1, count as usize - 2, 0];
            expected.dedup();
            assert_eq!(backwards(&pairs), expected);
            pairs.go_on();
            assert_eq!((forwards(&pairs), backwards(&pairs)), (vec![], vec![]));
        }
    }
}
