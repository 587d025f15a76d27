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

/// Leaves out all things after the first `kept` that equal an earlier one. Returns those that remain, and for each thing the
/// number of its equal among them.
pub(crate) fn distinct<T: PartialEq>(all: Vec<T>, kept: usize) -> (Vec<T>, Vec<u32>) {
    let mut remaining: Vec<T> = Vec::with_capacity(all.len());
    let mut numbers = Vec::with_capacity(all.len());
    for thing in all {
        let count = remaining.len();
        let known = remaining.iter().position(|known| count >= kept && *known == thing);
        numbers.push(known.unwrap_or(count) as u32);
        if known.is_none() {
            remaining.push(thing);
        }
    }
    (remaining, numbers)
}
