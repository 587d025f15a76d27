//! A uniform grid over convex rings: which of them may hold a point.

use glam::{DVec2, dvec2};

use crate::tolerances::{MOST_ENTRIES, MOST_ENTRIES_PER_RING};

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

    /// The grid over rings that are given by `ring_of`, with about as many squares as rings; fewer where many rings reach into
    /// many squares, so that it takes no more memory than is in proportion to the rings.
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
        let most = MOST_ENTRIES + MOST_ENTRIES_PER_RING * count as usize;
        let mut density = if side > 0.0 { 1.0 / side } else { 0.0 };
        loop {
            let squares = |length: f64| (length * density) as u32 + 1;
            let (columns, rows) = (squares(size.x), squares(size.y));
            let mut buckets = Buckets { min, density, columns, rows, ..Buckets::default() };
            // In the end there is one square, with one entry for each ring.
            if let Some(entries) = buckets.entries(count, &mut ring_of, most) {
                buckets.fill(entries);
                return buckets;
            }
            density *= 0.5;
        }
    }

    /// The squares that each ring meets, with its number; `None` if they are more than `most`.
    fn entries(
        &self,
        count: u32,
        mut ring_of: impl FnMut(u32, &mut Vec<DVec2>),
        most: usize,
    ) -> Option<Vec<(u32, u32)>> {
        let (mut ring, mut entries) = (Vec::new(), Vec::new());
        for index in 0..count {
            ring_of(index, &mut ring);
            let min = ring.iter().fold(DVec2::INFINITY, |min, &point| min.min(point));
            let max = ring.iter().fold(DVec2::NEG_INFINITY, |max, &point| max.max(point));
            let shape = Shape { ring: &ring, min, max };
            let (first, last) = (self.square_of(min), self.square_of(max));
            for row in first.1..=last.1 {
                let (from, to) = self.columns_in(row, &shape);
                let columns = from.max(first.0)..=to.min(last.0);
                let squares = columns.map(|column| row * self.columns + column);
                let met = squares.filter(|&square| self.meets(square, &shape));
                entries.extend(met.map(|square| (square, index)));
                if entries.len() > most {
                    return None;
                }
            }
        }
        Some(entries)
    }

    fn fill(&mut self, entries: Vec<(u32, u32)>) {
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

    /// The first and the last column that a ring may reach into in a row: of a long ring that lies across, a few of those
    /// under the box round it.
    fn columns_in(&self, row: u32, shape: &Shape) -> (u32, u32) {
        if self.columns == 1 {
            return (0, 0);
        }
        let side = 1.0 / self.density;
        // Far more than what `meets` allows for.
        let slack = side * 1e-3 + (shape.max - shape.min).max_element() * 1e-8;
        let low = self.min.y + row as f64 * side - slack;
        let high = low + side + 2.0 * slack;
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        let next = shape.ring.iter().cycle().skip(1);
        for (&from, &to) in shape.ring.iter().zip(next) {
            let (from, to) = if from.y <= to.y { (from, to) } else { (to, from) };
            if from.y > high || to.y < low {
                continue;
            }
            let height = to.y - from.y;
            for y in [low, high] {
                let share =
                    if height > 0.0 { ((y - from.y) / height).clamp(0.0, 1.0) } else { 0.0 };
                let at = from.x + (to.x - from.x) * share;
                (left, right) = (left.min(at), right.max(at));
            }
            if height <= slack {
                (left, right) = (left.min(from.x.min(to.x)), right.max(from.x.max(to.x)));
            }
        }
        let column = |x: f64| self.square_of(dvec2(x, self.min.y)).0;
        (column(left - slack), column(right + slack))
    }

    /// Returns whether a ring may meet a square; false only where one of its sides has the square outside.
    fn meets(&self, square: u32, shape: &Shape) -> bool {
        if self.columns * self.rows == 1 {
            return true;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The grid over quadrilaterals.
    fn over(rings: &[[DVec2; 4]]) -> Buckets {
        Buckets::new(rings.len() as u32, |ring, points| {
            points.clear();
            points.extend(rings[ring as usize]);
        })
    }

    /// Strips of a width in metres, each so much beside the one before, all along a way.
    fn strips(count: u32, way: DVec2, width: f64, apart: f64) -> Vec<[DVec2; 4]> {
        let aside = way.normalize().perp();
        let strip = |k: u32| {
            let at = aside * (f64::from(k) * apart);
            [at, at + way, at + way + aside * width, at + aside * width]
                .map(|corner| if aside.x > 0.0 { -corner } else { corner })
        };
        (0..count).map(strip).collect()
    }

    #[test]
    fn grids_take_room_in_proportion_however_long_rings_are() {
        for (way, apart) in [
            (dvec2(1e6, 0.0), 0.0),
            (dvec2(0.0, 1e6), 0.0),
            (dvec2(1e6, 1e6), 0.0),
            (dvec2(-700.0, 700.0), 0.01),
            (dvec2(1e5, 3.0), 0.01),
        ] {
            let size = |count: u32| over(&strips(count, way, 0.001, apart)).size_in_bytes();
            let (small, large) = (size(2000), size(8000));
            assert!(small < 1 << 20 && large < 4 << 20, "{way}: {small} {large}");
        }
    }

    #[test]
    fn squares_hold_all_rings_with_a_point_in_them() {
        let rings = strips(400, dvec2(90.0, 41.0), 0.2, 0.19);
        let buckets = over(&rings);
        for (index, &[a, b, c, d]) in rings.iter().enumerate() {
            for step in 0..=40 {
                let share = f64::from(step) / 40.0;
                for at in [a.lerp(b, share), d.lerp(c, share), a.lerp(c, share)] {
                    assert!(buckets.at(at).contains(&(index as u32)), "{index} {at}");
                }
            }
        }
        let entries: usize = buckets.lists().map(<[u32]>::len).sum();
        assert!(entries < 30 * rings.len(), "{entries}: and few others");
    }
}
