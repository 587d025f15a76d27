//! Points, hulls and turns, in metres.

use hybrid::glam::Vec2;

/// A part of a unit vector that is no more than what rounding leaves of none.
const LEAST_PART: f32 = 1e-6;

/// Where somebody looks who was turned by an angle from east, in radians; the same on all platforms.
pub(crate) fn direction(angle: f32) -> Vec2 {
    let snap = |part: f32| if part.abs() < LEAST_PART { 0.0 } else { part };
    let (sine, cosine) = (snap(libm::sinf(angle)), snap(libm::cosf(angle)));
    Vec2::new(cosine, sine).try_normalize().unwrap_or(Vec2::X)
}

/// The bits of a point: those of numbers that are none are equal, too.
pub(crate) fn bits(point: Vec2) -> [u32; 2] {
    point.to_array().map(f32::to_bits)
}

/// A number for some bytes, the same on all machines. G. Fowler, L. C. Noll and K.-P. Vo: FNV-1a, of 64 bits.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(BASIS, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// The corners of a regular polygon round a circle: nothing of the circle is outside.
pub(crate) fn circle(radius: f32) -> Vec<Vec2> {
    const SIDES: u8 = 12;
    let turn = std::f32::consts::TAU / f32::from(SIDES);
    let reach = radius / libm::cosf(turn / 2.0);
    (0..SIDES).map(|k| direction(turn * f32::from(k)) * reach).collect()
}

/// The convex hull of some points, counter-clockwise. A. M. Andrew, “Another Efficient Algorithm for Convex Hulls in Two
/// Dimensions”, 1979.
pub(crate) fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(point - b) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

/// Returns whether an outline turns to one side only, once round.
pub(crate) fn is_convex(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let (mut left, mut right, mut flips) = (false, false, 0);
    for at in 0..count {
        let [a, b, c] = [0, 1, 2].map(|k| corners[(at + k) % count]);
        let turn = (b - a).perp_dot(c - b);
        left |= turn > 0.0;
        right |= turn < 0.0;
        // Round once, ways change from east to west and back.
        flips += usize::from(((b - a).x < 0.0) != ((c - b).x < 0.0));
    }
    !(left && right) && flips <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_are_convex_and_hold_all() {
        let cube = [0.0, 2.0].into_iter().flat_map(|x| [0.0, 1.0].map(|y| Vec2::new(x, y)));
        let hull = hull(cube.clone().chain(cube).chain([Vec2::new(1.0, 0.5)]).collect());
        assert_eq!(hull, [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(2.0, 1.0), Vec2::Y]);
        assert!(is_convex(&hull) && is_convex(&circle(2.0)));
        let dart = [Vec2::ZERO, Vec2::X * 2.0, Vec2::splat(0.5), Vec2::Y * 2.0];
        assert!(!is_convex(&dart));
        assert!(super::hull(Vec::new()).is_empty());
    }

    #[test]
    fn digests_are_those_of_the_method() {
        // The first two of the test vectors that its authors give.
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"a"), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn quarters_of_a_turn_are_exact() {
        for (quarters, expected) in
            [(0.0, Vec2::X), (1.0, Vec2::Y), (2.0, -Vec2::X), (-1.0, -Vec2::Y)]
        {
            assert_eq!(direction(quarters * std::f32::consts::FRAC_PI_2), expected);
        }
        assert_eq!(direction(f32::NAN), Vec2::X);
    }
}
