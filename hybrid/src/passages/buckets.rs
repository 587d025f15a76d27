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
    /// For each square, and those round the rectangle, where the list of things in it and the eight round it begins; one
    /// more at the end. The lists, ascending.
    around_starts: Vec<u32>,
    around: Vec<u32>,
}

/// Pieces are so much shorter than a side at least that rounding does not matter.
const LITTLE_MORE: f32 = 1.001;

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
        let mut index = Self { min, size, starts, ..Self::default() };
        index.list(entries);
        index
    }

    /// Makes the lists of all squares.
    fn list(&mut self, entries: &[(i32, i32, u32)]) {
        let (min, max) = (self.min - 1, self.min + self.size);
        for (y, x) in (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| (y, x))) {
            let first = self.around.len();
            self.around_starts.push(first as u32);
            for row in y - 1..=y + 1 {
                let things = entries[self.row(row, x - 1, x + 1)].iter().map(|entry| entry.2);
                self.around.extend(things);
            }
            self.around[first..].sort_unstable();
            let mut kept = first;
            for next in first..self.around.len() {
                if kept == first || self.around[kept - 1] != self.around[next] {
                    self.around[kept] = self.around[next];
                    kept += 1;
                }
            }
            self.around.truncate(kept);
        }
        self.around_starts.push(self.around.len() as u32);
    }

    /// The list of a square.
    fn around(&self, square: IVec2) -> &[u32] {
        let (at, size) = (square - self.min + 1, self.size + 2);
        if at.cmplt(IVec2::ZERO).any() || at.cmpge(size).any() {
            return &[];
        }
        let number = (at.y * size.x + at.x) as usize;
        let range = self.around_starts[number]..self.around_starts[number + 1];
        &self.around[range.start as usize..range.end as usize]
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
        self.gather(point, found);
        found.sort_unstable();
        found.dedup();
    }

    /// Adds the things in the square of a point and the eight round it.
    fn gather(&self, point: Vec2, found: &mut Vec<u32>) {
        let IVec2 { x, y } = self.square(point);
        for row in y - 1..=y + 1 {
            found.extend(self.row(row, x - 1, x + 1).iter().map(|entry| entry.2));
        }
    }

    fn row(&self, y: i32, from: i32, to: i32) -> &[(i32, i32, u32)] {
        if !self.index.starts.is_empty() {
            return &self.entries[self.index.row(y, from, to)];
        }
        let first = self.entries.partition_point(|entry| *entry < (y, from, 0));
        let rest = &self.entries[first..];
        &rest[..rest.partition_point(|entry| *entry < (y, to + 1, 0))]
    }

    /// Into how many pieces a segment is to be cut, so that none is longer than a side.
    pub(crate) fn pieces(&self, [from, to]: [Vec2; 2]) -> u32 {
        if from.distance_squared(to) <= self.side * self.side {
            return 1;
        }
        (from.distance(to) / self.side * LITTLE_MORE).ceil().max(1.0) as u32
    }

    /// The things near a segment, ascending: at least all within half a side of it. `near` keeps them: a segment between
    /// the same squares as the last one asks for nothing.
    pub(crate) fn along<'a>(&self, [from, to]: [Vec2; 2], near: &'a mut Nearby) -> &'a [u32] {
        // A way goes on where its last step has ended.
        let (last, square) = near.end;
        let first = if last == from { square } else { self.square(from) };
        let ends = [first, self.square(to)];
        near.end = (to, ends[1]);
        let is_short = from.distance_squared(to) <= self.side * self.side;
        if is_short && near.of == Some(ends) {
            return &near.things;
        }
        near.of = is_short.then_some(ends);
        near.things.clear();
        if is_short && !self.index.starts.is_empty() {
            near.things.extend_from_slice(self.index.around(ends[0]));
            if ends[0] == ends[1] {
                return &near.things;
            }
            near.things.extend_from_slice(self.index.around(ends[1]));
        } else {
            let pieces = (from.distance(to) / self.side).ceil().max(1.0) as u32;
            let mut last = None;
            for piece in 0..=pieces {
                let point = from.lerp(to, piece as f32 / pieces as f32);
                let square = self.square(point);
                if last.replace(square) == Some(square) {
                    continue;
                }
                if self.index.starts.is_empty() {
                    self.gather(point, &mut near.things);
                } else {
                    near.things.extend_from_slice(self.index.around(square));
                }
            }
        }
        near.things.sort_unstable();
        near.things.dedup();
        &near.things
    }
}

/// What was found near a segment.
#[derive(Clone, Debug)]
pub(crate) struct Nearby {
    things: Vec<u32>,
    /// The squares of the ends, if they are as near as neighbours.
    of: Option<[IVec2; 2]>,
    /// Where the last segment ended, and its square.
    end: (Vec2, IVec2),
}

impl Default for Nearby {
    fn default() -> Self {
        Self { things: Vec::new(), of: None, end: (Vec2::NAN, IVec2::ZERO) }
    }
}

/// Squares: things are not farther than this from the origin.
const FARTHEST: IVec2 = IVec2::splat(1 << 29);

impl Nearby {
    /// What was found may have changed.
    pub(crate) fn forget(&mut self) {
        (self.of, self.end.0) = (None, Vec2::NAN);
    }
}

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
        let way = [Vec2::new(20.0, 20.0), Vec2::new(20.0, -20.0)];
        let mut near = Nearby::default();
        assert_eq!(buckets.along(way, &mut near), [7]);
        for (from, to, expected) in [(0.0, 1.0, 1), (0.5, 1.2, 1), (3.0, 30.0, 1), (30.0, 31.0, 0)]
        {
            let way = [Vec2::new(20.0, from), Vec2::new(20.0, to)];
            assert_eq!(buckets.along(way, &mut near).len(), expected, "{from} {to}");
        }
    }
}
