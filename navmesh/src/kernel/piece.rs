//! Convex pieces of free space while a tile is cut: rings of sides, split along lines.
//!
//! ```text
//!      v2 ─── side 2 ─── v1        vertex k is the crossing of side k and side k + 1,
//!       │                 │        side k runs from vertex k − 1 to vertex k,
//!     side 3           side 1      the inside is to the left of every side
//!       │                 │
//!      v3 ─── side 0 ─── v0
//! ```

use glam::DVec2;

use super::line::{Lines, Side};

/// A strictly convex polygon, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// The sides in order.
    pub(crate) sides: Vec<Side>,
    /// The vertices, rounded to f64; tile-local units.
    pub(crate) vertices: Vec<DVec2>,
    /// The box round the piece.
    pub(crate) min: DVec2,
    pub(crate) max: DVec2,
}

/// What a line does to a piece.
enum Cut {
    /// The piece lies inside.
    Inside,
    /// The piece lies outside.
    Outside,
    /// It falls into an inside and an outside piece.
    Both(Piece, Piece),
}

impl Piece {
    /// The piece with these sides.
    pub(crate) fn new(sides: Vec<Side>, lines: &Lines) -> Piece {
        let next = |k: usize| sides[(k + 1) % sides.len()];
        let vertices: Vec<DVec2> =
            (0..sides.len()).map(|k| lines.crossing(sides[k], next(k))).collect();
        let min = vertices.iter().fold(DVec2::INFINITY, |min, &vertex| min.min(vertex));
        let max = vertices.iter().fold(DVec2::NEG_INFINITY, |max, &vertex| max.max(vertex));
        Piece { sides, vertices, min, max }
    }

    /// The end points of side `k`.
    pub(crate) fn ends(&self, k: usize) -> (DVec2, DVec2) {
        let n = self.vertices.len();
        (self.vertices[(k + n - 1) % n], self.vertices[k])
    }

    fn area(&self) -> f64 {
        let base = self.vertices[0];
        self.vertices.windows(2).map(|pair| (pair[0] - base).perp_dot(pair[1] - base)).sum::<f64>()
            * 0.5
    }

    fn cut(&self, cut: Side, lines: &Lines) -> Cut {
        let n = self.sides.len();
        let sign =
            |k: usize| lines.sign(cut, self.sides[k], self.sides[(k + 1) % n], self.vertices[k]);
        let signs: Vec<i32> = (0..n).map(sign).collect();
        if signs.iter().all(|&sign| sign >= 0) {
            Cut::Inside
        } else if signs.iter().all(|&sign| sign <= 0) {
            Cut::Outside
        } else {
            let outside: Vec<i32> = signs.iter().map(|sign| -sign).collect();
            Cut::Both(self.part(cut, &signs, lines), self.part(cut.reversed(), &outside, lines))
        }
    }

    /// The part where the signs are positive, closed by the cut.
    fn part(&self, cut: Side, signs: &[i32], lines: &Lines) -> Piece {
        let mut before = signs[signs.len() - 1];
        let mut sides = Vec::with_capacity(signs.len() + 1);
        for (&side, &sign) in self.sides.iter().zip(signs) {
            // A side is kept if part of it is inside; the cut follows the last.
            if before > 0 || sign > 0 {
                sides.push(side);
                if sign <= 0 {
                    sides.push(cut);
                }
            }
            before = sign;
        }
        Piece::new(sides, lines)
    }

    /// What is left of the piece outside a convex obstacle, given by its sides: pushed to `rest`, largest piece first.
    pub(crate) fn subtract(self, obstacle: &[Side], lines: &Lines, rest: &mut Vec<Piece>) {
        if !self.meets(obstacle, lines) {
            rest.push(self);
            return;
        }
        let (mut inside, mut open) = (self, obstacle.to_vec());
        loop {
            let mut best: Option<(f64, usize, Piece, Piece)> = None;
            let mut cutting = Vec::with_capacity(open.len());
            for side in open {
                let Cut::Both(within, without) = inside.cut(side, lines) else { continue };
                let area = without.area();
                if best.as_ref().is_none_or(|(most, ..)| area > *most) {
                    best = Some((area, cutting.len(), within, without));
                }
                cutting.push(side);
            }
            let Some((_, index, within, without)) = best else { return };
            rest.push(without);
            inside = within;
            cutting.remove(index);
            open = cutting;
        }
    }

    /// Whether the insides of the piece and of a convex obstacle have a point in common.
    fn meets(&self, obstacle: &[Side], lines: &Lines) -> bool {
        let mut common: Option<Piece> = None;
        for &side in obstacle {
            match common.as_ref().unwrap_or(self).cut(side, lines) {
                Cut::Inside => {}
                Cut::Outside => return false,
                Cut::Both(within, _) => common = Some(within),
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::i64vec2;

    fn polygon(lines: &mut Lines, points: &[(i64, i64)]) -> Vec<Side> {
        let point = |k: usize| i64vec2(points[k % points.len()].0, points[k % points.len()].1);
        (0..points.len()).map(|k| lines.side(point(k), point(k + 1))).collect()
    }

    fn left_of(free: &[(i64, i64)], obstacle: &[(i64, i64)]) -> Vec<f64> {
        let mut lines = Lines::default();
        let free = Piece::new(polygon(&mut lines, free), &lines);
        let obstacle = polygon(&mut lines, obstacle);
        let mut rest = Vec::new();
        free.subtract(&obstacle, &lines, &mut rest);
        rest.iter().map(Piece::area).collect()
    }

    const SQUARE: [(i64, i64); 4] = [(0, 0), (10, 0), (10, 10), (0, 10)];

    #[test]
    fn a_hole_leaves_four_pieces_the_largest_first() {
        assert_eq!(left_of(&SQUARE, &[(2, 2), (4, 2), (4, 4), (2, 4)]), [60.0, 24.0, 8.0, 4.0]);
    }

    #[test]
    fn corners_and_sides_that_only_touch_cut_nothing() {
        for obstacle in
            [[(10, 0), (20, 0), (20, 10), (10, 10)], [(10, 10), (20, 10), (20, 20), (10, 20)]]
        {
            assert_eq!(left_of(&SQUARE, &obstacle), [100.0]);
        }
        assert_eq!(left_of(&SQUARE, &[(10, 5), (15, 0), (15, 10)]), [100.0]);
    }

    #[test]
    fn cuts_through_vertices_are_clean() {
        assert_eq!(left_of(&SQUARE, &[(0, 0), (10, 10), (0, 10)]), [50.0]);
        assert_eq!(
            left_of(&SQUARE, &[(0, 0), (20, 10), (20, 20), (10, 20)]).iter().sum::<f64>(),
            50.0
        );
        assert!(left_of(&SQUARE, &[(-1, -1), (11, -1), (11, 11), (-1, 11)]).is_empty());
        assert!(left_of(&SQUARE, &SQUARE).is_empty());
    }
}
