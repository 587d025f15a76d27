//! Whether convex rings overlap: two do not iff a side of one of them parts them.

use glam::DVec2;

use super::buckets::Buckets;

/// The first two rings that overlap by more than `depth` metres. `ring_of` gives them, counter-clockwise.
pub(crate) fn first_overlap(
    buckets: &Buckets,
    ring_of: impl Fn(u32, &mut Vec<DVec2>),
    depth: f64,
) -> Option<[u32; 2]> {
    let (mut known, mut other) = (Vec::new(), Vec::new());
    let mut first: Option<[u32; 2]> = None;
    for list in buckets.lists() {
        for (index, &p) in list.iter().enumerate() {
            ring_of(p, &mut known);
            for &q in &list[index + 1..] {
                if first.is_some_and(|first| first <= [p, q]) {
                    continue;
                }
                ring_of(q, &mut other);
                if !parts(&known, &other, depth) && !parts(&other, &known, depth) {
                    first = Some([p, q]);
                }
            }
        }
    }
    first
}

/// Whether a side of `ring` has all of `other` outside, but for `depth`.
fn parts(ring: &[DVec2], other: &[DVec2], depth: f64) -> bool {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).any(|(&from, &to)| {
        let along = to - from;
        let most = depth * along.length();
        other.iter().all(|&point| along.perp_dot(point - from) <= most)
    })
}
