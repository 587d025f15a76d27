//! Which segments a short step can cross: a list for every square of a fine lattice.

use glam::{IVec2, Vec2};

use crate::tolerances::GATE_INSET;

/// Segments by the squares near which they come. A step that begins in a square and is no longer than its side crosses none
/// but those in the square's list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Close {
    side: f32,
    /// 1 ÷ the side: divisions take several times as long.
    inverse: f32,
    min: Vec2,
    size: IVec2,
    /// Where each square's list begins, row by row; one more at the end.
    starts: Vec<u32>,
    lists: Vec<u32>,
    /// How many squares, diagonally too, the next one that has a list is away from each, as far as a byte can say.
    gaps: Vec<u8>,
}

/// The most squares: where there would be more, they are larger.
const MOST_SQUARES: f32 = 400_000.0;

/// Sides: how much farther than a step segments are looked for. Far above all roundings.
const MARGIN: f32 = 0.02;

impl Close {
    /// The lists of some segments, in squares of at least `side` metres.
    pub(crate) fn new(segments: &[[Vec2; 2]], side: f32) -> Self {
        let low = segments.iter().flatten().copied().reduce(Vec2::min);
        let high = segments.iter().flatten().copied().reduce(Vec2::max);
        let Some((low, high)) = low.zip(high) else { return Self { side, ..Self::default() } };
        let extent = high - low;
        let side = side.max((extent.x * extent.y / MOST_SQUARES).sqrt());
        let side = side.max(extent.max_element() / MOST_SQUARES);
        let reach = side * (1.0 + MARGIN) + GATE_INSET;
        let min = low - reach;
        let size = ((extent + 2.0 * reach) / side).ceil().as_ivec2() + 1;
        let mut close = Self {
            side,
            inverse: side.recip(),
            min,
            size,
            starts: vec![0; (size.x * size.y) as usize + 1],
            lists: vec![],
            gaps: vec![u8::MAX; (size.x * size.y) as usize],
        };
        let mut entries = Vec::new();
        for (segment, number) in segments.iter().zip(0..) {
            close.near(*segment, reach, |square| entries.push((square, number)));
        }
        entries.sort_unstable();
        entries.iter().for_each(|&(square, _)| close.starts[square as usize + 1] += 1);
        (1..close.starts.len()).for_each(|index| close.starts[index] += close.starts[index - 1]);
        close.lists.extend(entries.iter().map(|&(_, segment)| segment));
        entries.iter().for_each(|&(square, _)| close.gaps[square as usize] = 0);
        close.spread_gaps();
        close
    }

    /// Spreads gaps from squares that have lists: upwards and to the right, then downwards and to the left.
    fn spread_gaps(&mut self) {
        let IVec2 { x: width, y: height } = self.size;
        let mut spread = |x: i32, y: i32, sign: i32| {
            let mut gap = self.gaps[(y * width + x) as usize];
            for (aside, along) in [(-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let (x, y) = (x + sign * aside, y + sign * along);
                if (0..width).contains(&x) && (0..height).contains(&y) {
                    gap = gap.min(self.gaps[(y * width + x) as usize].saturating_add(1));
                }
            }
            self.gaps[(y * width + x) as usize] = gap;
        };
        (0..height).for_each(|y| (0..width).for_each(|x| spread(x, y, 1)));
        (0..height).rev().for_each(|y| (0..width).rev().for_each(|x| spread(x, y, -1)));
    }

    /// Names all squares that a segment comes near.
    fn near(&self, [from, to]: [Vec2; 2], reach: f32, mut each: impl FnMut(u32)) {
        let (low, high) = (from.min(to) - reach, from.max(to) + reach);
        let (first, last) = (self.square(low), self.square(high));
        let (first, last) = (first.max(IVec2::ZERO), last.min(self.size - 1));
        // From the centre of a square its corners are this far away.
        let far = reach + 0.5 * std::f32::consts::SQRT_2 * self.side * (1.0 + MARGIN);
        let way = to - from;
        for (y, x) in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (y, x))) {
            let center = self.min + (Vec2::new(x as f32, y as f32) + 0.5) * self.side;
            let share = (center - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
            let nearest = from + way * share.clamp(0.0, 1.0);
            if nearest.distance_squared(center) <= far * far {
                each((y * self.size.x + x) as u32);
            }
        }
    }

    fn square(&self, point: Vec2) -> IVec2 {
        // Casts end at the limits of i32, and nothing lies there.
        ((point - self.min) / self.side).floor().as_ivec2()
    }

    /// Into how many pieces a step is to be cut, so that none is longer than a side.
    pub(crate) fn pieces(&self, [from, to]: [Vec2; 2]) -> u32 {
        let squared = from.distance_squared(to);
        if squared <= self.side * self.side {
            return 1;
        }
        (squared.sqrt() / self.side * (1.0 + 0.1 * MARGIN)).ceil().max(1.0) as u32
    }

    /// The segments that a piece of a step can cross which begins at a point, ascending.
    pub(crate) fn at(&self, point: Vec2) -> &[u32] {
        let list = |number| self.starts[number] as usize..self.starts[number + 1] as usize;
        self.number_of(point).map_or(&[], |number| &self.lists[list(number)])
    }

    /// The length of a way from a point that crosses none, however it turns, in metres; 0 where one may be near.
    pub(crate) fn clearance(&self, point: Vec2) -> f32 {
        let gap = self.number_of(point).map_or(1, |number| self.gaps[number]);
        f32::from(gap) * self.side * (1.0 - MARGIN)
    }

    /// The greatest length of a piece, in metres.
    pub(crate) fn side(&self) -> f32 {
        self.side
    }

    /// The number of the square of a point; `None` where nothing lies.
    fn number_of(&self, point: Vec2) -> Option<usize> {
        // Above 0 casts round down, and take less time than `floor`.
        let place = (point - self.min) * self.inverse;
        let square = place.as_ivec2();
        let is_inside = place.cmpge(Vec2::ZERO).all() && square.cmplt(self.size).all();
        is_inside.then(|| (square.y * self.size.x + square.x) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_all_that_a_short_step_crosses() {
        let mut state = 5_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let mut point = |scale: f32| Vec2::new(random() - 0.5, random() - 0.5) * scale;
        let segments: Vec<[Vec2; 2]> = (0..300)
            .map(|_| {
                let from = point(90.0);
                [from, from + point(9.0)]
            })
            .collect();
        let close = Close::new(&segments, 2.0);
        let (mut crossed, mut listed) = (0, 0);
        for _ in 0..20_000 {
            let from = point(110.0);
            let way = point(9.0);
            let crosses = |&[p, q]: &[Vec2; 2], to: Vec2| {
                let side = |a: Vec2, b: Vec2, at: Vec2| (b - a).perp_dot(at - a) > 0.0;
                side(p, q, from) != side(p, q, to) && side(from, to, p) != side(from, to, q)
            };
            let clear = from + way.clamp_length_max(close.clearance(from));
            assert!(!segments.iter().any(|segment| crosses(segment, clear)), "{from} {clear}");
            let to = from + 0.3 * way;
            if close.pieces([from, to]) > 1 {
                continue;
            }
            let list = close.at(from);
            listed += list.len();
            for (segment, number) in segments.iter().zip(0..) {
                if crosses(segment, to) {
                    crossed += 1;
                    assert!(list.contains(&number), "{from} {to}");
                }
            }
        }
        assert!(crossed > 1000 && listed < 20 * 20_000, "{crossed} {listed}");
    }

    #[test]
    fn nothing_is_near_where_there_is_nothing() {
        assert!(Close::new(&[], 2.0).at(Vec2::ONE).is_empty());
        let close = Close::new(&[[Vec2::ZERO, Vec2::X]], 2.0);
        for far in [1e3, 1e12, f32::MAX, f32::NEG_INFINITY] {
            assert!(close.at(Vec2::splat(far)).is_empty(), "{far}");
        }
        assert_eq!(close.at(Vec2::new(0.5, 0.5)), [0]);
        let wide = Close::new(&[[Vec2::ZERO, Vec2::splat(1e5)]], 1.0);
        assert!(wide.starts.len() < 500_000 && wide.pieces([Vec2::ZERO, Vec2::X]) == 1);
    }
}
