//! FNV-1a, 64 bits: Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo, “The FNV Non-Cryptographic Hash Algorithm”, 1991.

use glam::Vec2;

/// A running hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv(u64);

impl Fnv {
    /// The empty hash.
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds the bytes of a number, least first.
    pub(crate) fn number(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds the bits of a vector.
    pub(crate) fn vector(&mut self, value: Vec2) {
        self.number(u64::from(value.x.to_bits()) << 32 | u64::from(value.y.to_bits()));
    }

    /// The hash of all that was added.
    pub(crate) const fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        assert_eq!(Fnv::new().finish(), 0xcbf2_9ce4_8422_2325);
        let mut hash = Fnv::new();
        hash.number(u64::from(b'a'));
        // "a" followed by seven zero bytes, computed with the reference's loop.
        let reference =
            [b'a', 0, 0, 0, 0, 0, 0, 0].iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        assert_eq!(hash.finish(), reference);
    }

    #[test]
    fn signs_and_order_count() {
        let of = |x: f32, y: f32| {
            let mut hash = Fnv::new();
            hash.vector(Vec2::new(x, y));
            hash.finish()
        };
        assert_ne!(of(0.0, 0.0), of(-0.0, 0.0));
        assert_ne!(of(1.0, 2.0), of(2.0, 1.0));
    }
}
