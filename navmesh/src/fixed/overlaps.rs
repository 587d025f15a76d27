//! Whether convex rings overlap: two do not iff a side of one of them parts them.

use glam::DVec2;

use super::buckets::Buckets;
use crate::tolerances::{MOST_OVERLAP_TESTS, MOST_OVERLAP_TESTS_PER_RING};

/// So many rings lie close together that it takes too long to tell whether they overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooClose;

/// Returns how many tests of a point against a side tell at most whether so many rings overlap.
pub(crate) fn most_tests(count: u32) -> u64 {
    MOST_OVERLAP_TESTS + MOST_OVERLAP_TESTS_PER_RING * u64::from(count)
}

/// The first two rings that overlap by more than `depth` metres, told with at most so many tests. `ring_of` gives them,
/// counter-clockwise; they have numbers less than `count`.
///
/// # Errors
/// There are more tests to make.
pub(crate) fn first_overlap(
    buckets: &Buckets,
    count: u32,
    ring_of: impl Fn(u32, &mut Vec<DVec2>),
    depth: f64,
    most: u64,
) -> Result<Option<[u32; 2]>, TooClose> {
    let (mut known, mut other) = (Vec::new(), Vec::new());
    let extents: Vec<[DVec2; 2]> =
        (0..count).map(|ring| extent(ring, &ring_of, &mut known)).collect();
    let mut first: Option<[u32; 2]> = None;
    let mut left = most;
    for list in buckets.lists() {
        for (index, &p) in list.iter().enumerate() {
            ring_of(p, &mut known);
            let [min, max] = extents[p as usize];
            let others = &list[index + 1..];
            left = left.checked_sub(others.len() as u64).ok_or(TooClose)?;
            for &q in others {
                let [low, high] = extents[q as usize];
                // Boxes that lie side by side have a side of one between them.
                let is_apart = min.cmpge(high).any() || max.cmple(low).any();
                if is_apart || first.is_some_and(|first| first <= [p, q]) {
                    continue;
                }
                ring_of(q, &mut other);
                let is_parted = parts(&known, &other, depth, &mut left)?
                    || parts(&other, &known, depth, &mut left)?;
                if !is_parted {
                    first = Some([p, q]);
                }
            }
        }
    }
    Ok(first)
}

/// The box round a ring.
fn extent(
    ring: u32,
    ring_of: &impl Fn(u32, &mut Vec<DVec2>),
    points: &mut Vec<DVec2>,
) -> [DVec2; 2] {
    ring_of(ring, points);
    let nothing = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    points.iter().fold(nothing, |[min, max], &point| [min.min(point), max.max(point)])
}

/// Returns whether a side of `ring` has all of `other` outside, but for `depth`; takes the tests from those that are left.
fn parts(ring: &[DVec2], other: &[DVec2], depth: f64, left: &mut u64) -> Result<bool, TooClose> {
    let next = ring.iter().cycle().skip(1);
    for (&from, &to) in ring.iter().zip(next) {
        let along = to - from;
        let most = depth * along.length();
        let is_outside = |point: &&DVec2| along.perp_dot(**point - from) <= most;
        let outside = other.iter().take_while(is_outside).count();
        *left = left.checked_sub(outside as u64 + 1).ok_or(TooClose)?;
        if outside == other.len() {
            return Ok(true);
        }
    }
    Ok(false)
}
