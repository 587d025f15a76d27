//! What is written, one after the other.

use serde::{Deserialize, Serialize};

use super::call::Call;

/// What happened to a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Entry {
    /// It was like this: a saved world. The first entry, and no other.
    World(Vec<u8>),
    /// It was called.
    Call(Call),
    /// It has been stepped; the lower half of what [`Digest`] says.
    Step(u16),
    /// Its state hash.
    Hash(u64),
    /// The recording ends here, and nothing is missing.
    End,
}

/// Where all units are and how they move, in a number that takes far less time than a hash of the whole state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Digest(u64);

/// An odd number with bits all over.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Digest {
    /// Adds two numbers.
    pub(crate) fn add(&mut self, x: f32, y: f32) {
        let bits = u64::from(x.to_bits()) << 32 | u64::from(y.to_bits());
        self.0 = (self.0.rotate_left(29) ^ bits).wrapping_mul(FACTOR);
    }

    /// The upper bits, on which all numbers tell.
    pub(crate) fn bits(self) -> u16 {
        (self.0 >> 48) as u16
    }
}
