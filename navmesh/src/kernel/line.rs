//! The exact kernel: integer lines, the crossings of two of them, and on which side of a third a crossing lies.
//!
//! Coordinates are tile-local and in units (1/1024 m). With |a|, |b| ≤ 2²⁵ and |c| ≤ 2⁵² the determinant of three lines
//! stays below 2¹⁰⁵: i128 holds it. Nearly always f64 decides alone.

use glam::{DVec2, I64Vec2, dvec2};

use crate::tolerances::{AT_CROSSING, TILE_LIMITS};

/// The points with a·x + b·y + c = 0; the coefficients of a line are unique: without common divisor, and the first of
/// `a`, `b` that is not 0 is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) c: i64,
}

impl Line {
    /// The line through two points of which this is the [`common_divisor`], and whether its positive side is to the *right*
    /// of `from` → `to`.
    pub(crate) fn through(from: I64Vec2, to: I64Vec2, divisor: u32) -> (Line, bool) {
        let (a, b) = (from.y - to.y, to.x - from.x);
        let flipped = (a < 0) | ((a == 0) & (b < 0));
        let divisor = if flipped { -(divisor as i64) } else { divisor as i64 };
        // As exact as with integers where the quotient is whole, and faster.
        let [a, b] = [a, b].map(|coefficient| (coefficient as f64 / divisor as f64) as i64);
        (Line { a, b, c: -(a * from.x + b * from.y) }, flipped)
    }

    /// Returns the line with the positive side on the other side.
    pub(crate) fn reversed(self) -> Line {
        Line { a: -self.a, b: -self.b, c: -self.c }
    }

    /// The sign of a·x + b·y + c at a lattice point.
    pub(crate) fn sign_at(self, point: I64Vec2) -> i32 {
        (self.a * point.x + self.b * point.y + self.c).signum() as i32
    }

    /// Returns whether it passes through the crossing of two other lines, of which this is the place as f64 has it.
    pub(crate) fn passes(self, at: DVec2) -> bool {
        self.depth(at).abs() <= AT_CROSSING
    }

    /// Returns whether such a place lies on the positive side of the line, or on it.
    pub(crate) fn holds(self, at: DVec2) -> bool {
        self.depth(at) >= -AT_CROSSING
    }

    /// Returns how far a place is on the positive side; units.
    fn depth(self, at: DVec2) -> f64 {
        let [a, b, c] = [self.a, self.b, self.c].map(|coefficient| coefficient as f64);
        (a * at.x + b * at.y + c) / dvec2(a, b).length()
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

    /// Returns whether the inside is where a·x + b·y + c is negative.
    pub(crate) fn flipped(self) -> bool {
        self.0 & 1 != 0
    }

    /// Tells the side from others of a table, by less than twice the number of its lines.
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the line seen from its other side.
    pub(crate) fn reversed(self) -> Side {
        Side(self.0 ^ 1)
    }
}

/// A side of a counter-clockwise ring, and the vertex where it ends: its crossing with the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    pub(crate) side: Side,
    /// Rounded to f64; tile-local units.
    pub(crate) vertex: DVec2,
}

/// The lines of a tile, each once: first those of its four borders, then those of the obstacles' sides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    lines: Vec<Line>,
    /// The numbers of the lines, each in the first free slot from that where it belongs; a power of two of them.
    slots: Vec<u32>,
    /// The side of the tile, in units.
    size: f64,
}

/// Odd numbers of about as many ones as zeros, which spread lines over slots.
const MIXERS: [i64; 3] = [0x2545_F491_4F6C_DD1D, 0x1B87_3593_CC9E_2D51, 0x5851_F42D_4C95_7F2D];

/// A slot without a line.
const FREE: u32 = u32::MAX;

/// How many slots there are at least for each line, and at all.
const SLOTS_PER_LINE: usize = 4;
const LEAST_SLOTS: usize = 256;

/// How many lines of a tile are its borders.
pub(crate) const BORDER_COUNT: usize = 4;

impl Lines {
    /// Starts the table of a tile of so many units a side.
    pub(crate) fn begin(&mut self, size: i64) {
        self.lines.clear();
        self.slots.fill(FREE);
        self.size = size as f64;
    }

    /// The side to the left of `from` → `to`, points of which this is the [`common_divisor`].
    pub(crate) fn side(&mut self, from: I64Vec2, to: I64Vec2, divisor: u32) -> Side {
        let (line, flipped) = Line::through(from, to, divisor);
        if (self.lines.len() + 1) * SLOTS_PER_LINE > self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(line);
        if self.slots[slot] == FREE {
            self.slots[slot] = self.lines.len() as u32;
            self.lines.push(line);
        }
        Side::new(self.slots[slot], flipped)
    }

    /// The slot of a line: where it is, or where it goes.
    fn slot_of(&self, line: Line) -> usize {
        let Line { a, b, c } = line;
        let mixed = (a.wrapping_mul(MIXERS[0]) ^ b.wrapping_mul(MIXERS[1]) ^ c) as u64;
        let last = self.slots.len() - 1;
        let mut slot = (mixed.wrapping_mul(MIXERS[2] as u64) >> 32) as usize & last;
        while self.slots[slot] != FREE && self.lines[self.slots[slot] as usize] != line {
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let count = (self.lines.len() + 1) * SLOTS_PER_LINE * 2;
        self.slots.clear();
        self.slots.resize(count.next_power_of_two().max(LEAST_SLOTS), FREE);
        for index in 0..self.lines.len() {
            let slot = self.slot_of(self.lines[index]);
            self.slots[slot] = index as u32;
        }
    }

    /// A table of these lines, of a tile of any size.
    pub(crate) fn of(lines: Vec<Line>) -> Lines {
        Lines { lines, slots: Vec::new(), size: TILE_LIMITS.1 as f64 }
    }

    pub(crate) fn as_slice(&self) -> &[Line] {
        &self.lines
    }

    /// The line of a side, with its positive side inside.
    pub(crate) fn inward(&self, side: Side) -> Line {
        let line = self.lines[side.line() as usize];
        if side.flipped() { line.reversed() } else { line }
    }

    /// The crossing of two consecutive sides of a counter-clockwise ring, rounded to f64.
    pub(crate) fn crossing(&self, first: Side, second: Side) -> DVec2 {
        crossing(self.lines[first.line() as usize], self.lines[second.line() as usize])
    }

    /// The side of the tile, in units.
    pub(super) fn size(&self) -> f64 {
        self.size
    }
}

/// Returns what counts as the depth of the crossing of two lines inside a third where f64 cannot tell it from 0: that, or next
/// to nothing on the right side.
pub(super) fn sharp_depth(line: Line, first: Line, second: Line) -> f64 {
    let [x, y, w] = homogeneous(first, second);
    let depth = line.a as i128 * x + line.b as i128 * y + line.c as i128 * w;
    depth.signum() as f64 * f64::MIN_POSITIVE
}

/// The crossing of two lines, whichever sides of theirs are positive; rounded to f64.
pub(crate) fn crossing(first: Line, second: Line) -> DVec2 {
    if (first.c.unsigned_abs() | second.c.unsigned_abs()) < NARROW {
        let minor = |p: i64, q: i64, r: i64, s: i64| (p * q - r * s) as f64;
        let x = minor(first.b, second.c, second.b, first.c);
        let y = minor(first.c, second.a, second.c, first.a);
        let w = minor(first.a, second.b, second.a, first.b);
        return quotients(x, y, w);
    }
    let [x, y, w] = homogeneous(first, second).map(|minor| minor as f64);
    quotients(x, y, w)
}

/// Returns what a denominator of either sign gives; 0 is positive.
fn quotients(x: f64, y: f64, w: f64) -> DVec2 {
    dvec2(x / w + 0.0, y / w + 0.0)
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

/// The greatest number that divides both coordinates of what leads from one point to the other: at most 32 bits, as obstacles
/// are limited.
pub(crate) fn common_divisor(from: I64Vec2, to: I64Vec2) -> u32 {
    let side = to - from;
    greatest_common_divisor(side.x.unsigned_abs(), side.y.unsigned_abs()) as u32
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

    fn side(lines: &mut Lines, from: I64Vec2, to: I64Vec2) -> Side {
        lines.side(from, to, common_divisor(from, to))
    }

    #[test]
    fn equal_lines_have_equal_coefficients() {
        let through = |from, to| Line::through(from, to, common_divisor(from, to));
        let (line, flipped) = through(i64vec2(3, 5), i64vec2(9, 1));
        assert_eq!(through(i64vec2(9, 1), i64vec2(3, 5)), (line, !flipped));
        assert_eq!(through(i64vec2(-3, 9), i64vec2(15, -3)).0, line);
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
        let mut lines = Lines::of(Vec::new());
        for (from, to) in [
            ((0, 0), (4, 1)),
            ((4, 1), (0, 0)),
            ((0, 0), (0, 7)),
            ((0, 0), (0, -7)),
            ((2, 2), (-5, 2)),
        ] {
            let (from, to) = (i64vec2(from.0, from.1), i64vec2(to.0, to.1));
            let side = side(&mut lines, from, to);
            let left = from + (to - from).perp();
            assert_eq!(lines.inward(side).sign_at(left), 1);
            assert_eq!(lines.inward(side.reversed()).sign_at(left), -1);
        }
        assert_eq!(lines.lines.len(), 3, "a border is kept once, whatever its direction");
    }
}
