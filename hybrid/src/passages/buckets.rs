//! Which things lie near a point: a list sorted by the squares of a lattice.

use std::ops::Range;

use glam::{IVec2, Vec2};

/// Things by the squares that they reach into.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    side: f32,
    /// Row, column and thing, sorted.
    entries: Vec<(i32, i32, u32)>,
    index: Index,
}

/// Where the entries of each square begin, row by row, in the rectangle that holds them all.
#[derive(Clone, Debug, Default)]
struct Index {
    min: IVec2,
    size: IVec2,
    /// One more at the end. Empty where there would be too many squares: then entries are searched for.
    starts: Vec<u32>,
}

/// The most squares of an index.
const MOST_SQUARES: i64 = 1 << 22;

impl Index {
    fn new(entries: &[(i32, i32, u32)]) -> Self {
        let squares = || entries.iter().map(|&(y, x, _)| IVec2::new(x, y));
        let Some(first) = squares().next() else { return Self::default() };
        let min = squares().fold(first, IVec2::min);
        let size = squares().fold(first, IVec2::max) + 1 - min;
        if size.as_i64vec2().element_product() > MOST_SQUARES {
            return Self { min, size, ..Self::default() };
        }
        let number = |square: IVec2| ((square.y - min.y) * size.x + square.x - min.x) as usize;
        let mut starts = vec![0; (size.x * size.y) as usize + 1];
        squares().for_each(|square| starts[number(square) + 1] += 1);
        (1..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        Self { min, size, starts }
    }

    /// The entries of a row of squares, from the first to the last column, and no others.
    fn row(&self, y: i32, from: i32, to: i32) -> Range<usize> {
        let (y, from, to) =
            (y - self.min.y, (from - self.min.x).max(0), (to - self.min.x).min(self.size.x - 1));
        if y < 0 || y >= self.size.y || from > to {
            return 0..0;
        }
        let start = |x: i32| self.starts[(y * self.size.x + x) as usize] as usize;
        start(from)..start(to + 1)
    }
}

impl Buckets {
    /// No things, in squares of a side in metres.
    pub(crate) fn new(side: f32) -> Self {
        Self { side, entries: Vec::new(), index: Index::default() }
    }

    fn square(&self, point: Vec2) -> IVec2 {
        // So far away that squares beside it are none.
        let scaled = point / self.side;
        let (limit, whole) = (FARTHEST + 1, scaled.as_ivec2());
        let whole = whole.clamp(-limit, limit);
        // Casts cut towards zero.
        let down = scaled.cmplt(whole.as_vec2());
        (whole - IVec2::new(down.x as i32, down.y as i32)).clamp(-FARTHEST, FARTHEST)
    }

    /// Adds a segment: to every square that it comes near. [`Buckets::sort`] must follow.
    pub(crate) fn add(&mut self, thing: u32, [from, to]: [Vec2; 2]) {
        let pieces = (from.distance(to) / self.side).ceil().max(1.0) as u32;
        for piece in 0..=pieces {
            let square = self.square(from.lerp(to, piece as f32 / pieces as f32));
            let entry = (square.y, square.x, thing);
            if self.entries.last() != Some(&entry) {
                self.entries.push(entry);
            }
        }
    }

    /// Makes what was added known.
    pub(crate) fn sort(&mut self) {
        self.entries.sort_unstable();
        self.entries.dedup();
        self.index = Index::new(&self.entries);
    }

    /// The things in the square of a point and the eight round it, ascending: at least all within half a side.
    pub(crate) fn around(&self, point: Vec2, found: &mut Vec<u32>) {
        found.clear();
        let IVec2 { x, y } = self.square(point);
        for row in y - 1..=y + 1 {
            found.extend(self.row(row, x - 1, x + 1).iter().map(|entry| entry.2));
        }
        found.sort_unstable();
        found.dedup();
    }

    fn row(&self, y: i32, from: i32, to: i32) -> &[(i32, i32, u32)] {
        if !self.index.starts.is_empty() {
            return &self.entries[self.index.row(y, from, to)];
        }
        let first = self.entries.partition_point(|entry| *entry < (y, from, 0));
        let rest = &self.entries[first..];
        &rest[..rest.partition_point(|entry| *entry < (y, to + 1, 0))]
    }
}

/// Squares: things are not farther than this from the origin.
const FARTHEST: IVec2 = IVec2::splat(1 << 29);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_near() {
        let mut buckets = Buckets::new(4.0);
        buckets.add(7, [Vec2::new(1.0, 1.0), Vec2::new(30.0, 1.0)]);
        buckets.add(3, [Vec2::new(-9.0, -9.0), Vec2::new(-9.0, -9.5)]);
        buckets.sort();
        let mut found = Vec::new();
        for (point, expected) in [
            (Vec2::new(17.0, 2.9), vec![7]),
            (Vec2::new(-8.0, -8.0), vec![3]),
            (Vec2::new(0.0, 20.0), vec![]),
        ] {
            buckets.around(point, &mut found);
            assert_eq!(found, expected, "{point}");
            let mut searched = buckets.clone();
            searched.index = Index::default();
            searched.around(point, &mut found);
            assert_eq!(found, expected, "{point}, without an index");
        }
    }
}
