//! Which discs may push each other, straight or through others: nobody else matters to them in a tick.

/// Discs of a batch, unless one island has more.
pub(super) const BATCH: usize = 256;

/// No batch.
const ASLEEP: u32 = u32::MAX;

/// The islands of discs that pairs join.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactIslands {
    /// By disc, the least of its island; while they are looked for itself or one of its island with a lesser number.
    least: Vec<u32>,
}

/// Which batch each island is in: small ones are put together. Islands in which nobody stirs are in none.
#[derive(Clone, Debug, Default)]
pub(super) struct Batches {
    /// By the least disc of an island, whether anybody of it stirs.
    awake: Vec<bool>,
    /// By the least disc of an island, its size, and then its batch, or [`ASLEEP`].
    sizes: Vec<u32>,
}

impl ContactIslands {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        self.least.capacity() * size_of::<u32>()
    }

    /// By disc, the least of its island.
    pub(super) fn least(&self) -> &[u32] {
        &self.least
    }

    /// Finds those of so many discs, by the later partners of each.
    pub(super) fn find<'a>(&mut self, count: u32, partners: impl Iterator<Item = &'a [u32]>) {
        self.least.clear();
        self.least.extend(0..count);
        for (disc, partners) in (0..).zip(partners) {
            let mut root = self.root(disc);
            for &other in partners {
                // Most are known to be of the same island.
                if self.least[other as usize] == root {
                    continue;
                }
                let other = self.root(other);
                self.least[root.max(other) as usize] = root.min(other);
                root = root.min(other);
            }
        }
        for disc in 0..self.least.len() {
            // Those that come before are the least discs of their islands already.
            self.least[disc] = self.least[self.least[disc] as usize];
        }
    }

    /// The least disc of an island, as far as is known.
    fn root(&mut self, mut disc: u32) -> u32 {
        loop {
            let parent = self.least[disc as usize];
            if parent == disc {
                return disc;
            }
            // Ways are halved as they are gone.
            let next = self.least[parent as usize];
            self.least[disc as usize] = next;
            disc = next;
        }
    }
}

impl Batches {
    /// The bytes that all buffers take.
    pub(super) fn bytes(&self) -> usize {
        self.awake.capacity() + self.sizes.capacity() * size_of::<u32>()
    }

    /// Shares out the islands, by the least disc of each disc's and by who stirs; returns the number of batches.
    pub(super) fn share(&mut self, least: &[u32], stirs: impl Fn(u32) -> bool) -> usize {
        self.awake.clear();
        self.awake.resize(least.len(), false);
        self.sizes.clear();
        self.sizes.resize(least.len(), 0);
        for (disc, &island) in (0..).zip(least) {
            let (awake, size) =
                (&mut self.awake[island as usize], &mut self.sizes[island as usize]);
            (*awake, *size) = (*awake || stirs(disc), *size + 1);
        }
        let (mut batches, mut filled) = (0, BATCH as u32);
        for (size, &awake) in self.sizes.iter_mut().zip(&self.awake) {
            if *size == 0 || !awake {
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

    /// The batch of an island, by its least disc; `None` if nobody of it stirs.
    pub(super) fn of(&self, island: u32) -> Option<usize> {
        Some(self.sizes[island as usize])
            .filter(|&batch| batch != ASLEEP)
            .map(|batch| batch as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_joined_is_in_one_batch_and_batches_are_small() {
        let (mut islands, mut batches) = (ContactIslands::default(), Batches::default());
        islands.find(0, std::iter::empty());
        assert_eq!(batches.share(islands.least(), |_| true), 0);
        // Chains of 100 discs.
        let next: Vec<u32> = (1..=2000).collect();
        let partners = next.iter().map(|other| {
            let is_last = other % 100 == 0;
            if is_last { &[][..] } else { std::slice::from_ref(other) }
        });
        islands.find(2000, partners);
        let least: Vec<u32> = (0..2000).map(|disc| disc / 100 * 100).collect();
        assert_eq!(islands.least(), least);
        assert_eq!(batches.share(&least, |_| true), 10);
        for &island in &least {
            assert_eq!(batches.of(island), Some(island as usize / 200));
        }
        // Of twenty chains the third and the last one stir.
        assert_eq!(batches.share(&least, |disc| [250, 1999].contains(&disc)), 1);
        for &island in &least {
            let is_awake = [200, 1900].contains(&island);
            assert_eq!(batches.of(island), is_awake.then_some(0));
        }
        islands.find(2000, std::iter::once(&next[..1999]));
        assert_eq!(batches.share(islands.least(), |_| true), 1);
        islands.find(2000, std::iter::repeat_n(&[][..], 2000));
        assert_eq!(batches.share(islands.least(), |_| true), 2000_usize.div_ceil(BATCH));
    }
}
