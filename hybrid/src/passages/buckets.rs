//! Which things lie near a point: lists for the squares of a lattice.

use std::ops::Range;

use glam::{IVec2, Vec2};

/// The number of the square of a point in a lattice whose squares have a side in metres.
pub(crate) fn square_of(point: Vec2, side: f32) -> IVec2 {
    // So far away that squares beside it are none.
    let scaled = point / side;
    let (limit, whole) = (FARTHEST + 1, scaled.as_ivec2());
    let whole = whole.clamp(-limit, limit);
    // Casts cut towards zero.
    let down = scaled.cmplt(whole.as_vec2());
    (whole - IVec2::new(down.x as i32, down.y as i32)).clamp(-FARTHEST, FARTHEST)
}

/// The squares that a segment comes near, in order: each place on it lies in one of them, or in one beside it.
pub(crate) fn squares_along([from, to]: [Vec2; 2], side: f32) -> impl Iterator<Item = IVec2> {
    let pieces = (from.distance(to) / side).ceil().max(1.0) as u32;
    let square = move |piece: u32| square_of(from.lerp(to, piece as f32 / pieces as f32), side);
    let mut last = None;
    (0..=pieces).map(square).filter(move |&square| last.replace(square) != Some(square))
}

/// Things by the squares that they reach into.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    side: f32,
    /// Squares and things as they came, until they are sorted.
    coming: Vec<(IVec2, u32)>,
    /// Sorted by the rows and columns of their squares; those of a square as they came.
    things: Vec<u32>,
    index: BucketStarts,
}

/// Where the things of each square begin.
#[derive(Clone, Debug)]
enum BucketStarts {
    /// Row by row in the rectangle that holds them all, and one more at the end.
    All { min: IVec2, size: IVec2, starts: Vec<u32> },
    /// Where there would be too many squares, those that hold any: row and column.
    Some(Vec<(i32, i32)>),
}

/// The most squares of an index: for all of them, and for each thing.
const MOST_SQUARES: i64 = 1 << 22;
const MOST_PER_THING: i64 = 32;

/// Squares: things are not farther than this from the origin.
const FARTHEST: IVec2 = IVec2::splat(1 << 29);

impl Buckets {
    /// No things, in squares of a side in metres.
    pub(crate) fn new(side: f32) -> Self {
        Self { side, coming: Vec::new(), things: Vec::new(), index: BucketStarts::Some(Vec::new()) }
    }

    /// Adds a segment: to every square that it comes near. [`Buckets::sort`] must follow.
    #[cfg(test)]
    pub(crate) fn add(&mut self, thing: u32, segment: [Vec2; 2]) {
        let squares = squares_along(segment, self.side);
        self.coming.extend(squares.map(|square| (square, thing)));
    }

    /// Adds a segment to every square that it meets, and a few more. [`Buckets::sort`] must follow.
    pub(crate) fn add_all(&mut self, thing: u32, [from, to]: [Vec2; 2]) {
        if from.distance_squared(to) <= self.side * self.side {
            return self.add_box(thing, [from, to]);
        }
        let pieces = (from.distance(to) / self.side).ceil().max(1.0) as u32;
        let at = |piece: u32| from.lerp(to, piece as f32 / pieces as f32);
        (0..pieces).for_each(|piece| self.add_box(thing, [at(piece), at(piece + 1)]));
    }

    /// Adds what reaches into the squares between two.
    fn add_box(&mut self, thing: u32, [start, end]: [Vec2; 2]) {
        let (start, end) = (square_of(start, self.side), square_of(end, self.side));
        let (first, last) = (start.min(end), start.max(end));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                self.coming.push((IVec2::new(x, y), thing));
            }
        }
    }

    /// Makes what was added known.
    pub(crate) fn sort(&mut self) {
        let coming = std::mem::take(&mut self.coming);
        let squares = || coming.iter().map(|&(square, _)| square);
        let Some(first) = squares().next() else { return };
        let min = squares().fold(first, IVec2::min);
        let size = squares().fold(first, IVec2::max) + 1 - min;
        let most = MOST_SQUARES.min(MOST_PER_THING * coming.len() as i64);
        if size.as_i64vec2().element_product() > most {
            let mut sorted: Vec<((i32, i32), u32)> =
                coming.iter().map(|&(square, thing)| ((square.y, square.x), thing)).collect();
            sorted.sort_by_key(|entry| entry.0);
            self.things = sorted.iter().map(|entry| entry.1).collect();
            self.index = BucketStarts::Some(sorted.into_iter().map(|entry| entry.0).collect());
            return;
        }
        let number = |square: IVec2| ((square.y - min.y) * size.x + square.x - min.x) as usize;
        let mut starts = vec![0; (size.x * size.y) as usize + 2];
        squares().for_each(|square| starts[number(square) + 2] += 1);
        (2..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        self.things.resize(coming.len(), 0);
        for &(square, thing) in &coming {
            let place = &mut starts[number(square) + 1];
            self.things[*place as usize] = thing;
            *place += 1;
        }
        starts.pop();
        self.index = BucketStarts::All { min, size, starts };
    }

    #[cfg(test)]
    /// Calls `each` with the things in the square of a point and the eight round it: at least all within half a side, some
    /// more than once.
    pub(crate) fn around(&self, point: Vec2, mut each: impl FnMut(u32)) {
        let IVec2 { x, y } = square_of(point, self.side);
        for row in y - 1..=y + 1 {
            self.things[self.row(row, x - 1, x + 1)].iter().for_each(|&thing| each(thing));
        }
    }

    /// All things, square by square, row by row.
    pub(crate) fn things(&self) -> &[u32] {
        &self.things
    }

    /// Calls `each` with where the things of each row of squares of a rectangle are among all; some are there more than once.
    pub(crate) fn rows(&self, [min, max]: [Vec2; 2], mut each: impl FnMut(Range<usize>)) {
        let (first, last) = (square_of(min, self.side), square_of(max, self.side));
        for row in first.y..=last.y {
            each(self.row(row, first.x, last.x));
        }
    }

    /// The things of a row of squares, from the first to the last column.
    fn row(&self, y: i32, from: i32, to: i32) -> Range<usize> {
        match &self.index {
            BucketStarts::All { min, size, starts } => {
                let (y, from, to) =
                    (y - min.y, (from - min.x).max(0), (to - min.x).min(size.x - 1));
                if y < 0 || y >= size.y || from > to {
                    return 0..0;
                }
                let start = |x: i32| starts[(y * size.x + x) as usize] as usize;
                start(from)..start(to + 1)
            }
            BucketStarts::Some(squares) => {
                let first = squares.partition_point(|&square| square < (y, from));
                let count = squares[first..].partition_point(|&square| square <= (y, to));
                first..first + count
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_near() {
        for far in [false, true] {
            let mut buckets = Buckets::new(4.0);
            buckets.add(7, [Vec2::new(1.0, 1.0), Vec2::new(30.0, 1.0)]);
            buckets.add(3, [Vec2::new(-9.0, -9.0), Vec2::new(-9.0, -9.5)]);
            if far {
                buckets.add(4, [Vec2::splat(1e5); 2]);
            }
            buckets.sort();
            assert_eq!(matches!(buckets.index, BucketStarts::Some(_)), far);
            let mut found = Vec::new();
            for (point, expected) in [
                (Vec2::new(17.0, 2.9), vec![7]),
                (Vec2::new(-8.0, -8.0), vec![3]),
                (Vec2::new(0.0, 20.0), vec![]),
                (Vec2::splat(1e9), vec![]),
            ] {
                found.clear();
                buckets.around(point, |thing| found.push(thing));
                found.dedup();
                assert_eq!(found, expected, "{point}");
            }
        }
        let mut found = Vec::new();
        Buckets::new(1.0).around(Vec2::ZERO, |thing| found.push(thing));
        assert!(found.is_empty());
    }
}
