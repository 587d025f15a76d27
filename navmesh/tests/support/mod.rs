//! What tests share.

use navmesh::glam::{Vec2, vec2};

/// SplitMix64 (Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number less than the bound.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    /// A number from 0 to 1.
    pub(crate) fn share(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1u64 << 24) as f32
    }

    /// A point of a square, a metre at least from its border.
    pub(crate) fn point(&mut self, side: f32) -> Vec2 {
        vec2(self.share(), self.share()) * (side - 2.0) + 1.0
    }
}
