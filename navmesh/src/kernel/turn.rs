//! Which way three points turn, decided exactly for any f64.

use glam::DVec2;
use robust::{Coord, orient2d};

/// 1 where `p` → `q` → `r` turns left, −1 where it turns right, 0 where the three lie on one line. Exact.
pub(crate) fn turn(p: DVec2, q: DVec2, r: DVec2) -> i32 {
    let [p, q, r] = [p, q, r].map(|point| Coord { x: point.x, y: point.y });
    let area = orient2d(p, q, r);
    i32::from(area > 0.0) - i32::from(area < 0.0)
}

/// 1 where one direction lies to the left of another by less than half a turn, −1 to the right, else 0. Exact.
pub(crate) fn turned(from: DVec2, to: DVec2) -> i32 {
    turn(DVec2::ZERO, from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn a_hair_beside_a_line_is_told_from_on_it() {
        let (p, q) = (dvec2(0.1, 0.1), dvec2(0.9, 0.9));
        assert_eq!(turn(p, q, dvec2(0.5, 0.5)), 0);
        assert_eq!(turn(p, q, dvec2(0.5, 0.5f64.next_up())), 1);
        assert_eq!(turn(p, q, dvec2(0.5f64.next_up(), 0.5)), -1);
    }
}
