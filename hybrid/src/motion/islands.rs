//! Which discs may push each other, straight or through others: nobody else matters to them in a tick.

/// Discs of a batch, unless one island has more.
pub(super) const BATCH: usize = 256;

/// No batch.
const ASLEEP: u32 = u32::MAX;

/// The islands of discs that pairs join, small ones put together into batches. Islands in which nobody stirs are in none.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    /// By disc, itself or one of its island with a lesser number; once islands are found, the least of it.
    parents: Vec<u32>,
    /// By the least disc of an island, its size, and then its batch, or [`ASLEEP`].
    sizes: Vec<u32>,
    /// By disc, whether it stirs.
    awake: Vec<bool>,
}

impl Islands {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        (self.parents.capacity() + self.sizes.capacity()) * size_of::<u32>() + self.awake.capacity()
    }

    /// Finds the islands of so many discs, by the partners of each, and who stirs; gives the number of batches.
    pub(super) fn find<'a>(
        &mut self,
        count: u32,
        partners: impl Iterator<Item = &'a [u32]>,
        stirs: impl Fn(u32, &[u32]) -> bool,
    ) -> usize {
        self.parents.clear();
        self.parents.extend(0..count);
        self.awake.clear();
        self.awake.resize(count as usize, false);
        for (disc, partners) in (0..).zip(partners) {
            self.awake[disc as usize] = stirs(disc, partners);
            let mut root = self.root(disc);
            for &other in partners {
                // Most are known to be of the same island.
                if self.parents[other as usize] == root {
                    continue;
                }
                let other = self.root(other);
                self.parents[root.max(other) as usize] = root.min(other);
                root = root.min(other);
            }
        }
        self.sizes.clear();
        self.sizes.resize(count as usize, 0);
        for disc in 0..count {
            // Parents come before: theirs are known to be the least discs of their islands already.
            let root = self.parents[self.parents[disc as usize] as usize];
            self.parents[disc as usize] = root;
            self.sizes[root as usize] += 1;
            self.awake[root as usize] |= self.awake[disc as usize];
        }
        let (mut batches, mut filled) = (0, BATCH as u32);
        for disc in (0..count).filter(|&disc| self.parents[disc as usize] == disc) {
            let size = &mut self.sizes[disc as usize];
            if !self.awake[disc as usize] {
                *size = ASLEEP;
                continue;
            }
            if filled + *size > BATCH as u32 {
                (batches, filled) = (batches + 1, 0);
            }
            filled += *size;
            *size = batches - 1;
        }
        batches as usize
    }

    /// The batch of a disc; `None` if nobody of its island stirs.
    pub(super) fn batch_of(&self, disc: u32) -> Option<usize> {
        let root = self.parents[disc as usize];
        Some(self.sizes[root as usize]).filter(|&batch| batch != ASLEEP).map(|batch| batch as usize)
    }

    /// The least disc of an island, as far as is known.
    fn root(&mut self, mut disc: u32) -> u32 {
        loop {
            let parent = self.parents[disc as usize];
            if parent == disc {
                return disc;
            }
            // Ways are halved as they are gone.
            let next = self.parents[parent as usize];
            self.parents[disc as usize] = next;
            disc = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_joined_is_in_one_batch_and_batches_are_small() {
        let mut islands = Islands::default();
        let all = |_: u32, _: &[u32]| true;
        assert_eq!(islands.find(0, std::iter::empty(), all), 0);
        // Chains of 100 discs.
        let next: Vec<u32> = (1..=2000).collect();
        let partners = next.iter().map(|other| {
            let is_last = other % 100 == 0;
            if is_last { &[][..] } else { std::slice::from_ref(other) }
        });
        assert_eq!(islands.find(2000, partners.clone(), all), 10);
        for disc in 0..2000 {
            assert_eq!(islands.batch_of(disc), Some(disc as usize / 200));
        }
        // Of twenty chains the third and the last one stir.
        assert_eq!(islands.find(2000, partners, |disc, _| [250, 1999].contains(&disc)), 1);
        for disc in 0..2000 {
            let is_awake = [2, 19].contains(&(disc / 100));
            assert_eq!(islands.batch_of(disc), is_awake.then_some(0));
        }
        assert_eq!(islands.find(2000, std::iter::once(&next[..1999]), all), 1);
        let alone = islands.find(2000, std::iter::repeat_n(&[][..], 2000), all);
        assert_eq!(alone, 2000_usize.div_ceil(BATCH));
    }
}
