//! A list in shared pages: a copy costs one pointer a page, and the first change to a page copies that page only.

use std::ops::Index;
use std::sync::Arc;

/// Entries of a page: a copy of the list costs less the more they are, a change after it more.
pub(crate) const PAGE: usize = 32;

/// A list of which copies share pages.
#[derive(Clone, Debug)]
pub(crate) struct SharedVec<T> {
    pages: Vec<Arc<[T; PAGE]>>,
    len: usize,
}

impl<T> Default for SharedVec<T> {
    fn default() -> Self {
        Self { pages: Vec::new(), len: 0 }
    }
}

impl<T: Clone + Default> SharedVec<T> {
    /// So many entries, all of them at their default.
    pub(crate) fn new(len: usize) -> Self {
        let page = || Arc::new(std::array::from_fn(|_| T::default()));
        Self { pages: std::iter::repeat_with(page).take(len.div_ceil(PAGE)).collect(), len }
    }

    pub(crate) fn push(&mut self, value: T) {
        if self.len.is_multiple_of(PAGE) {
            self.pages.push(Arc::new(std::array::from_fn(|_| T::default())));
        }
        self.len += 1;
        if let Some(entry) = self.get_mut(self.len - 1) {
            *entry = value;
        }
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        self.pages.get_mut(index / PAGE).map(|page| &mut Arc::make_mut(page)[index % PAGE])
    }

    /// All entries of a page; those behind the end are at their default.
    pub(crate) fn page_mut(&mut self, page: usize) -> &mut [T] {
        self.pages.get_mut(page).map_or(&mut [], |page| &mut Arc::make_mut(page)[..])
    }
}

impl<T> SharedVec<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len {
            return None;
        }
        self.pages.get(index / PAGE).map(|page| &page[index % PAGE])
    }

    /// Returns whether a copy has the same entry in the same page.
    pub(crate) fn shares(&self, index: usize) -> bool {
        self.pages.get(index / PAGE).is_some_and(|page| Arc::strong_count(page) > 1)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flat_map(|page| page.iter()).take(self.len)
    }

    /// The bytes of all pages, without what their entries point to.
    pub(crate) fn size_in_bytes(&self) -> usize {
        self.pages.len() * (size_of::<Arc<[T; PAGE]>>() + size_of::<[T; PAGE]>())
    }
}

impl<T> Index<usize> for SharedVec<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.pages[index / PAGE][index % PAGE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_what_it_has_and_shares_the_rest() {
        let mut pages = SharedVec::default();
        (0..100).for_each(|value| pages.push(value));
        let copy = pages.clone();
        *pages.get_mut(40).unwrap() = 7;
        assert!(!pages.shares(40) && pages.shares(0) && copy.shares(99));
        assert_eq!((pages[40], copy[40], pages[99], pages.len()), (7, 40, 99, 100));
        assert_eq!(copy.iter().copied().collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
        let shared = pages.pages.iter().zip(&copy.pages).filter(|(p, q)| Arc::ptr_eq(p, q));
        assert_eq!((shared.count(), pages.pages.len()), (3, 4));
        assert_eq!(pages.get(100), None);
        assert_eq!(pages.get_mut(127), None);
        assert!(SharedVec::<u8>::new(33).iter().eq([0; 33].iter()));
    }
}
