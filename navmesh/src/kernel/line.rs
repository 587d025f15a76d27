//! The exact kernel: integer lines, the crossings of two of them, and on which side of a third a crossing lies.
//!
//! Coordinates are tile-local and in units (1/1024 m). With |a|, |b| ≤ 2²⁵ and |c| ≤ 2⁵² the determinant of three lines
//! stays below 2¹⁰⁵: i128 holds it. Nearly always f64 decides alone.

use glam::{DVec2, I64Vec2, dvec2};

use crate::tolerances::SIDE_FILTER;

/// The points with a·x + b·y + c = 0; the coefficients of a line are unique: without common divisor, and the first of
/// `a`, `b` that is not 0 is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) c: i64,
}

impl Line {
    /// The line through two points, and whether its positive side is to the *right* of `from` → `to`.
    pub(crate) fn through(from: I64Vec2, to: I64Vec2) -> (Line, bool) {
        let (a, b) = (from.y - to.y, to.x - from.x);
        let divisor = greatest_common_divisor(a.unsigned_abs(), b.unsigned_abs()) as i64;
        let flipped = a < 0 || (a == 0 && b < 0);
        let divisor = if flipped { -divisor } else { divisor };
        // Most have none but 1, and a division takes as long as all the rest.
        let (a, b) = if divisor.abs() == 1 {
            (a * divisor, b * divisor)
        } else {
            (a / divisor, b / divisor)
        };
        (Line { a, b, c: -(a * from.x + b * from.y) }, flipped)
    }

    /// The same points, with the positive side on the other side.
    pub(crate) fn reversed(self) -> Line {
        Line { a: -self.a, b: -self.b, c: -self.c }
    }

    /// The sign of a·x + b·y + c at a lattice point.
    pub(crate) fn sign_at(self, point: I64Vec2) -> i32 {
        (self.a * point.x + self.b * point.y + self.c).signum() as i32
    }
}

/// A line of a tile's table, with the side that is *inside*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Side(u32);

impl Side {
    /// The side of the line with this index whose inside is where a·x + b·y + c is positive, or negative if `flipped`.
    pub(crate) fn new(line: u32, flipped: bool) -> Side {
        Side(line << 1 | flipped as u32)
    }

    /// Tables of so many lines need the lower word alone.
    pub(crate) const FEW_LINES: usize = 1 << 15;

    /// The lower and the upper half of what tells the side.
    pub(crate) fn words(self) -> [u16; 2] {
        [self.0 as u16, (self.0 >> 16) as u16]
    }

    pub(crate) fn restored([lower, upper]: [u16; 2]) -> Side {
        Side(lower as u32 | (upper as u32) << 16)
    }

    /// The index of the line in the table.
    pub(crate) fn line(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the inside is where a·x + b·y + c is negative.
    pub(crate) fn flipped(self) -> bool {
        self.0 & 1 != 0
    }

    /// Tells the side from others of a table, by less than twice the number of its lines.
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }

    /// The same line seen from its other side.
    pub(crate) fn reversed(self) -> Side {
        Side(self.0 ^ 1)
    }
}

/// The lines of a tile: first those of its four borders, then those of the obstacles' sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lines(Vec<Line>);

/// How many lines of a tile are its borders.
pub(crate) const BORDER_COUNT: usize = 4;

impl Lines {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The side to the left of `from` → `to`.
    pub(crate) fn side(&mut self, from: I64Vec2, to: I64Vec2) -> Side {
        let (line, flipped) = Line::through(from, to);
        // Whether a side lies on a border must be told by its number; the other lines may repeat.
        let known = self.0.iter().take(BORDER_COUNT).position(|&other| other == line);
        let index = known.unwrap_or_else(|| {
            self.0.push(line);
            self.0.len() - 1
        });
        Side::new(index as u32, flipped)
    }

    /// A table of these lines.
    pub(crate) fn of(lines: Vec<Line>) -> Lines {
        Lines(lines)
    }

    pub(crate) fn as_slice(&self) -> &[Line] {
        &self.0
    }

    /// The line of a side, with its positive side inside.
    pub(crate) fn inward(&self, side: Side) -> Line {
        let line = self.0[side.line() as usize];
        if side.flipped() { line.reversed() } else { line }
    }

    /// The crossing of two consecutive sides of a counter-clockwise ring, rounded to f64.
    pub(crate) fn crossing(&self, first: Side, second: Side) -> DVec2 {
        crossing(self.inward(first), self.inward(second))
    }

    /// On which sides of `cut` the vertices of a ring lie, one after another: 1 inside, 0 on the line, −1 outside. The
    /// vertices are the crossings of consecutive sides, rounded to f64.
    pub(crate) fn signs(
        &self,
        cut: Side,
        (sides, vertices): (&[Side], &[DVec2]),
    ) -> impl Iterator<Item = i32> {
        let line = self.inward(cut);
        let [a, b, c] = [line.a, line.b, line.c].map(|coefficient| coefficient as f64);
        let far = c.abs();
        vertices.iter().enumerate().map(move |(k, point)| {
            let (ax, by) = (a * point.x, b * point.y);
            let value = ax + by + c;
            if value.abs() > SIDE_FILTER * (ax.abs() + by.abs() + far) {
                return if value > 0.0 { 1 } else { -1 };
            }
            let next = sides.get(k + 1).unwrap_or(&sides[0]);
            let [x, y, w] = homogeneous(self.inward(sides[k]), self.inward(*next));
            (line.a as i128 * x + line.b as i128 * y + line.c as i128 * w).signum() as i32
        })
    }
}

/// The crossing of two consecutive sides of a counter-clockwise ring, given by their lines, positive inside; rounded to
/// f64.
pub(crate) fn crossing(first: Line, second: Line) -> DVec2 {
    if (first.c.unsigned_abs() | second.c.unsigned_abs()) < NARROW {
        let minor = |p: i64, q: i64, r: i64, s: i64| (p * q - r * s) as f64;
        let x = minor(first.b, second.c, second.b, first.c);
        let y = minor(first.c, second.a, second.c, first.a);
        let w = minor(first.a, second.b, second.a, first.b);
        return dvec2(x / w, y / w);
    }
    let [x, y, w] = homogeneous(first, second);
    dvec2(x as f64 / w as f64, y as f64 / w as f64)
}

/// With both constants below this, and the other coefficients at most 2²⁵, no product of two outgrows 2⁶¹: 64 bits do.
const NARROW: u64 = 1 << 36;

/// The crossing (x / w, y / w) of two lines; w > 0 where the second turns left from the first.
fn homogeneous(first: Line, second: Line) -> [i128; 3] {
    let minor = |p: i64, q: i64, r: i64, s: i64| p as i128 * q as i128 - r as i128 * s as i128;
    [
        minor(first.b, second.c, second.b, first.c),
        minor(first.c, second.a, second.c, first.a),
        minor(first.a, second.b, second.a, first.b),
    ]
}

/// The greatest number that divides both, by halving and subtracting: divisions take longer.
fn greatest_common_divisor(p: u64, q: u64) -> u64 {
    if p == 0 || q == 0 {
        return p | q;
    }
    let (shared, mut odd, mut rest) =
        ((p | q).trailing_zeros(), p >> p.trailing_zeros(), q >> q.trailing_zeros());
    while odd != rest {
        let difference = odd.abs_diff(rest);
        odd = odd.min(rest);
        rest = difference >> difference.trailing_zeros();
    }
    odd << shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::i64vec2;

    #[test]
    fn equal_lines_have_equal_coefficients() {
        let (line, flipped) = Line::through(i64vec2(3, 5), i64vec2(9, 1));
        assert_eq!(Line::through(i64vec2(9, 1), i64vec2(3, 5)), (line, !flipped));
        assert_eq!(Line::through(i64vec2(-3, 9), i64vec2(15, -3)).0, line);
        assert_eq!(line.sign_at(i64vec2(6, 3)), 0);
    }

    #[test]
    fn the_greatest_common_divisor_is_that_of_euclid() {
        let euclid = |mut p: u64, mut q: u64| {
            while q != 0 {
                (p, q) = (q, p % q);
            }
            p
        };
        for p in 0..130 {
            for q in (0..130).chain([1 << 24, (1 << 25) - 1]) {
                assert_eq!(greatest_common_divisor(p, q), euclid(p, q), "{p} and {q}");
            }
        }
    }

    #[test]
    fn left_is_inside() {
        let mut lines = Lines::default();
        for (from, to) in [
            ((0, 0), (4, 1)),
            ((4, 1), (0, 0)),
            ((0, 0), (0, 7)),
            ((0, 0), (0, -7)),
            ((2, 2), (-5, 2)),
        ] {
            let (from, to) = (i64vec2(from.0, from.1), i64vec2(to.0, to.1));
            let side = lines.side(from, to);
            let left = from + (to - from).perp();
            assert_eq!(lines.inward(side).sign_at(left), 1);
            assert_eq!(lines.inward(side.reversed()).sign_at(left), -1);
        }
        assert_eq!(lines.0.len(), 3, "a border is kept once, whatever its direction");
    }

    #[test]
    fn a_crossing_a_hair_beside_a_line_is_told_from_one_on_it() {
        // Two steep lines through a far lattice point, and a third through it or through its neighbour a unit off.
        let mut lines = Lines::default();
        let far = i64vec2(4_000_001, 3_999_999);
        let first = lines.side(i64vec2(0, 0), far);
        let second = lines.side(i64vec2(1, 0), far).reversed();
        let (p, q) = (lines.inward(first), lines.inward(second));
        let (first, second) =
            if p.a * q.b - p.b * q.a > 0 { (first, second) } else { (second, first) };
        let point = lines.crossing(first, second);
        assert!((point - far.as_dvec2()).length() < 1e-3);
        let through = lines.side(i64vec2(-7, 3), far);
        let sign = |lines: &Lines, cut| lines.signs(cut, (&[first, second], &[point])).next();
        assert_eq!(sign(&lines, through), Some(0));
        for (offset, expected) in [(1, -1), (-1, 1)] {
            let beside = lines.side(i64vec2(-4_000_000, 0), far + i64vec2(0, offset));
            assert_eq!(sign(&lines, beside), Some(expected));
        }
    }
}
