//! Iterators over what one store or the other has.

/// An iterator of tiles or one of baked cells.
#[derive(Clone, Debug)]
pub(crate) enum OneOf<T, B> {
    Tiled(T),
    Baked(B),
}

impl<T: Iterator, B: Iterator<Item = T::Item>> Iterator for OneOf<T, B> {
    type Item = T::Item;

    fn next(&mut self) -> Option<T::Item> {
        match self {
            Self::Tiled(items) => items.next(),
            Self::Baked(items) => items.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Tiled(items) => items.size_hint(),
            Self::Baked(items) => items.size_hint(),
        }
    }

    // Loops over all ask once which it is.
    fn fold<A, F: FnMut(A, T::Item) -> A>(self, first: A, each: F) -> A {
        match self {
            Self::Tiled(items) => items.fold(first, each),
            Self::Baked(items) => items.fold(first, each),
        }
    }
}
