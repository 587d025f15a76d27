//! Any bytes as a world of obstacles that nearly touch, judged by an oracle: what is joined and how long the ways are must be
//! the same for components, paths, fields, rays and slides, tiled and baked.
//!
//! The oracle and the worlds are those of the tests of `navmesh`, which run a few hundred of them.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a wrong answer panics, as in the tests that it is shared with"
)]

use navmesh as mesh;

#[path = "../../../navmesh/tests/support/narrow.rs"]
mod narrow;
#[path = "../../../navmesh/tests/support/narrow_worlds.rs"]
mod narrow_worlds;

/// Makes a world as the bytes say, and compares all answers. When they are used up, they begin anew, changed.
///
/// # Panics
/// When an answer is wrong.
pub fn slits(data: &[u8]) {
    if data.is_empty() {
        return;
    }
    let (mut place, mut round) = (0, 0_u64);
    let mut byte = || {
        if place == data.len() {
            (place, round) = (0, round + 1);
        }
        place += 1;
        u64::from(data[place - 1]).wrapping_add(round.wrapping_mul(97)) & 0xff
    };
    narrow_worlds::judge(&mut |below| (byte() | byte() << 8) % below.max(1));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_walk_gets_into_a_gap_of_one_unit_from_a_hair_beside_it() {
        slits(&[0xec, 0x24, 0x32, 0xda]);
    }

    #[test]
    fn random_bytes_find_nothing() {
        let mut random = Random::new(3);
        for _ in 0..20 {
            let bytes: Vec<u8> = (0..20 + random.below(200)).map(|_| random.bits() as u8).collect();
            slits(&bytes);
        }
    }
}
