//! Convex polygons cut by lines parallel to an axis, in f64.

use std::ops::Range;

use glam::DVec2;

/// The axis x: lines of equal x.
pub(crate) const X: usize = 0;
/// The axis y: lines of equal y.
pub(crate) const Y: usize = 1;

/// Cuts a convex counter-clockwise ring at the line where coordinate `AXIS` is `at`: what lies below goes to `parts[0]`, what
/// lies above to `parts[1]`. Returns the interval of the other coordinate in which the ring meets the line; its end is less
/// than its start where they do not meet. Points made on the line have exactly the coordinate `at`.
pub(crate) fn split<const AXIS: usize>(
    ring: &[DVec2],
    at: f64,
    parts: &mut [Vec<DVec2>; 2],
) -> Range<f64> {
    let [below, above] = parts;
    below.clear();
    above.clear();
    let mut chord = f64::INFINITY..f64::NEG_INFINITY;
    let Some(&last) = ring.last() else { return chord };
    let mut previous = last;
    for &current in ring {
        let (from, to) = (previous[AXIS] - at, current[AXIS] - at);
        if from * to < 0.0 {
            let mut crossing = previous + (current - previous) * (from / (from - to));
            crossing[AXIS] = at;
            extend(&mut chord, crossing[1 - AXIS]);
            below.push(crossing);
            above.push(crossing);
        }
        if to == 0.0 {
            extend(&mut chord, current[1 - AXIS]);
        }
        if to <= 0.0 {
            below.push(current);
        }
        if to >= 0.0 {
            above.push(current);
        }
        previous = current;
    }
    chord
}

/// The interval of the other coordinate that the vertices on the line `AXIS` = `at` span.
pub(crate) fn side<const AXIS: usize>(ring: &[DVec2], at: f64) -> Range<f64> {
    let mut interval = f64::INFINITY..f64::NEG_INFINITY;
    for vertex in ring.iter().filter(|vertex| vertex[AXIS] == at) {
        extend(&mut interval, vertex[1 - AXIS]);
    }
    interval
}

/// The interval of a coordinate that the ring spans.
pub(crate) fn span<const AXIS: usize>(ring: &[DVec2]) -> Range<f64> {
    let mut interval = f64::INFINITY..f64::NEG_INFINITY;
    ring.iter().for_each(|vertex| extend(&mut interval, vertex[AXIS]));
    interval
}

/// The area of a counter-clockwise ring.
pub(crate) fn area(ring: &[DVec2]) -> f64 {
    let Some((&first, rest)) = ring.split_first() else { return 0.0 };
    0.5 * rest.windows(2).map(|pair| (pair[0] - first).perp_dot(pair[1] - first)).sum::<f64>()
}

/// The part of the segment from `a` to `b` that lies in the rectangle from `min` to `max`, as a length.
pub(crate) fn length_within(a: DVec2, b: DVec2, min: DVec2, max: DVec2) -> f64 {
    let along = b - a;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in [X, Y] {
        if along[axis] == 0.0 {
            if a[axis] < min[axis] || a[axis] > max[axis] {
                return 0.0;
            }
            continue;
        }
        let (low, high) =
            ((min[axis] - a[axis]) / along[axis], (max[axis] - a[axis]) / along[axis]);
        enter = enter.max(low.min(high));
        leave = leave.min(low.max(high));
    }
    (leave - enter).max(0.0) * along.length()
}

fn extend(interval: &mut Range<f64>, value: f64) {
    interval.start = interval.start.min(value);
    interval.end = interval.end.max(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<DVec2> {
        vec![DVec2::new(0.0, 0.0), DVec2::new(2.0, 0.0), DVec2::new(2.0, 2.0), DVec2::new(0.0, 2.0)]
    }

    #[test]
    fn parts_add_up() {
        let triangle = vec![DVec2::new(0.0, 0.0), DVec2::new(3.0, 1.0), DVec2::new(1.0, 4.0)];
        let mut parts = [Vec::new(), Vec::new()];
        for at in [-1.0, 0.0, 0.3, 1.0, 2.9, 3.0, 5.0] {
            split::<X>(&triangle, at, &mut parts);
            assert!((area(&parts[0]) + area(&parts[1]) - area(&triangle)).abs() < 1e-12);
            split::<Y>(&triangle, at, &mut parts);
            assert!((area(&parts[0]) + area(&parts[1]) - area(&triangle)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_side_on_the_line_is_no_area() {
        let mut parts = [Vec::new(), Vec::new()];
        let chord = split::<X>(&square(), 2.0, &mut parts);
        assert_eq!((chord, area(&parts[0]), area(&parts[1])), (0.0..2.0, 4.0, 0.0));
        assert_eq!(side::<X>(&parts[0], 2.0), 0.0..2.0);
        assert!(split::<Y>(&square(), 3.0, &mut parts).is_empty());
    }

    #[test]
    fn lengths_within() {
        let (min, max) = (DVec2::ZERO, DVec2::splat(2.0));
        let length = |a: (f64, f64), b: (f64, f64)| length_within(a.into(), b.into(), min, max);
        assert_eq!(length((-1.0, 1.0), (5.0, 1.0)), 2.0);
        assert_eq!(length((0.0, -4.0), (0.0, 1.5)), 1.5);
        assert_eq!(length((3.0, 0.0), (3.0, 2.0)), 0.0);
        assert_eq!(length((2.0, 2.0), (4.0, 4.0)), 0.0);
    }
}
