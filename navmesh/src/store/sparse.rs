//! A list of which few entries are ever used: room is made for those that are, page by page.

use std::ops::Index;

/// Entries of a page.
const PAGE: usize = 64;

/// A list of so many entries. Those that nobody has changed are at their default, and take no room.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sparse<T> {
    pages: Vec<Option<Box<[T]>>>,
    len: usize,
    /// What an entry is that nobody has changed.
    unused: T,
}

impl<T: Clone + Default> Sparse<T> {
    /// So many entries, all of them unused.
    pub(crate) fn new(len: usize, unused: T) -> Self {
        Self { pages: vec![None; len.div_ceil(PAGE)], len, unused }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// An entry to be changed.
    pub(crate) fn at(&mut self, index: usize) -> &mut T {
        let page = &mut self.pages[index / PAGE];
        &mut page.get_or_insert_with(|| vec![self.unused.clone(); PAGE].into())[index % PAGE]
    }

    /// The numbers of entries that may have been changed, in ascending order.
    pub(crate) fn used(&self) -> impl Iterator<Item = usize> {
        let used = self.pages.iter().enumerate().filter(|(_, page)| page.is_some());
        used.flat_map(|(page, _)| page * PAGE..((page + 1) * PAGE).min(self.len))
    }
}

impl<T> Index<usize> for Sparse<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        self.pages[index / PAGE].as_ref().map_or(&self.unused, |page| &page[index % PAGE])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_changes_takes_no_room() {
        let mut list = Sparse::new(1000, 7_u8);
        assert_eq!((list[0], list[999], list.len(), list.used().count()), (7, 7, 1000, 0));
        *list.at(130) = 1;
        *list.at(999) += 2;
        assert_eq!((list[129], list[130], list[999]), (7, 1, 9));
        assert!(list.used().eq((128..192).chain(960..1000)));
        assert_eq!(list.pages.iter().flatten().count(), 2);
    }
}
