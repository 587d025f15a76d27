//! A uniform grid over convex rings: which of them may hold a point.

use glam::{DVec2, dvec2};

/// For each square of a grid the rings that meet it, in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Buckets {
    min: DVec2,
    /// Squares per metre.
    density: f64,
    columns: u32,
    rows: u32,
    /// For each square its first entry, and the number of all at the end.
    first: Vec<u32>,
    rings: Vec<u32>,
}

/// A convex ring on its way into the grid.
struct Shape<'a> {
    ring: &'a [DVec2],
    min: DVec2,
    max: DVec2,
}

impl Buckets {
    /// The bytes that they take.
    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.first) + size_of_val(&*self.rings)
    }

    /// The grid over rings that are given by `ring_of`, with about as many squares as rings.
    pub(crate) fn new(count: u32, mut ring_of: impl FnMut(u32, &mut Vec<DVec2>)) -> Buckets {
        let (mut ring, mut min, mut max) = (Vec::new(), DVec2::INFINITY, DVec2::NEG_INFINITY);
        for index in 0..count {
            ring_of(index, &mut ring);
            min = ring.iter().fold(min, |min, &point| min.min(point));
            max = ring.iter().fold(max, |max, &point| max.max(point));
        }
        if count == 0 {
            return Buckets { first: vec![0], ..Buckets::default() };
        }
        let size = max - min;
        // Long thin worlds get no more squares along than there are rings.
        let side = (size.x * size.y / count as f64).sqrt().max(size.max_element() / count as f64);
        let density = if side > 0.0 { 1.0 / side } else { 0.0 };
        let squares = |length: f64| (length * density) as u32 + 1;
        let (columns, rows) = (squares(size.x), squares(size.y));
        let mut buckets = Buckets { min, density, columns, rows, ..Buckets::default() };
        buckets.fill(count, ring_of);
        buckets
    }

    fn fill(&mut self, count: u32, mut ring_of: impl FnMut(u32, &mut Vec<DVec2>)) {
        let (mut ring, mut entries) = (Vec::new(), Vec::new());
        for index in 0..count {
            ring_of(index, &mut ring);
            let min = ring.iter().fold(DVec2::INFINITY, |min, &point| min.min(point));
            let max = ring.iter().fold(DVec2::NEG_INFINITY, |max, &point| max.max(point));
            let shape = Shape { ring: &ring, min, max };
            let squares = self.between(min, max).filter(|&square| self.meets(square, &shape));
            entries.extend(squares.map(|square| (square, index)));
        }
        self.first = vec![0; (self.columns * self.rows) as usize + 1];
        entries.iter().for_each(|&(square, _)| self.first[square as usize + 1] += 1);
        for square in 1..self.first.len() {
            self.first[square] += self.first[square - 1];
        }
        self.rings = vec![0; entries.len()];
        let mut next = self.first.clone();
        for (square, index) in entries {
            let place = &mut next[square as usize];
            self.rings[*place as usize] = index;
            *place += 1;
        }
    }

    /// Whether a ring may meet a square; false only where one of its sides has the square outside.
    fn meets(&self, square: u32, shape: &Shape) -> bool {
        let side = 1.0 / self.density;
        let at = dvec2((square % self.columns) as f64, (square / self.columns) as f64);
        // A little more than the square: a point near its border may be counted to its neighbour in rounding.
        let centre = self.min + (at + 0.5) * side;
        let half = side * 0.5 + side * 1e-6 + (shape.max - shape.min).max_element() * 1e-9;
        let next = shape.ring.iter().cycle().skip(1);
        shape.ring.iter().zip(next).all(|(&from, &to)| {
            let along = to - from;
            along.perp_dot(centre - from) >= -half * along.abs().element_sum()
        })
    }

    /// The column and row of a point, clamped to the grid. Monotone, so that rings and points agree.
    fn square_of(&self, point: DVec2) -> (u32, u32) {
        let at = (point - self.min) * self.density;
        // Casts of negative numbers and of those too large end at the ends of the range.
        ((at.x as u32).min(self.columns - 1), (at.y as u32).min(self.rows - 1))
    }

    fn between(&self, min: DVec2, max: DVec2) -> impl Iterator<Item = u32> + use<> {
        let (first, last) = (self.square_of(min), self.square_of(max));
        let columns = self.columns;
        (first.1..=last.1)
            .flat_map(move |row| (first.0..=last.0).map(move |column| row * columns + column))
    }

    /// The rings that may hold a point of the grid, in ascending order.
    pub(crate) fn at(&self, point: DVec2) -> &[u32] {
        if self.rings.is_empty() {
            return &[];
        }
        let (column, row) = self.square_of(point);
        self.of_square(row * self.columns + column)
    }

    fn of_square(&self, square: u32) -> &[u32] {
        let range = self.first[square as usize]..self.first[square as usize + 1];
        &self.rings[range.start as usize..range.end as usize]
    }

    /// The rings that may meet a box, in ascending order.
    pub(crate) fn within(&self, min: DVec2, max: DVec2) -> Vec<u32> {
        if self.rings.is_empty() {
            return Vec::new();
        }
        let squares = self.between(min, max);
        let mut rings: Vec<u32> =
            squares.flat_map(|square| self.of_square(square)).copied().collect();
        rings.sort_unstable();
        rings.dedup();
        rings
    }

    /// The lists of all squares.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.first.len() as u32 - 1).map(|square| self.of_square(square))
    }
}
