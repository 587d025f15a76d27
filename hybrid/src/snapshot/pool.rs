//! Things that several parts of a world share, each once.

use std::sync::Arc;

/// Shared things, by number.
#[derive(Debug)]
pub(crate) struct Pool<T> {
    all: Vec<Arc<T>>,
}

impl<T> Pool<T> {
    /// The things that have the first numbers.
    pub(crate) fn new(first: Vec<Arc<T>>) -> Self {
        Self { all: first }
    }

    /// The number of a thing.
    pub(crate) fn number(&mut self, thing: &Arc<T>) -> u32 {
        let known = self.all.iter().position(|known| Arc::ptr_eq(known, thing));
        let number = known.unwrap_or(self.all.len());
        if known.is_none() {
            self.all.push(Arc::clone(thing));
        }
        number as u32
    }

    /// All things, by number.
    pub(crate) fn all(&self) -> &[Arc<T>] {
        &self.all
    }

    /// The thing of a number, if there is one.
    pub(crate) fn get(&self, number: u32) -> Option<&Arc<T>> {
        self.all.get(number as usize)
    }
}
