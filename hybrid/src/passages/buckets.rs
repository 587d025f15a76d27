//! Which things lie near a point: a list sorted by the squares of a lattice.

use glam::{IVec2, Vec2};

/// Things by the squares that they reach into.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    side: f32,
    /// Row, column and thing, sorted.
    entries: Vec<(i32, i32, u32)>,
}

impl Buckets {
    /// No things, in squares of a side in metres.
    pub(crate) fn new(side: f32) -> Self {
        Self { side, entries: Vec::new() }
    }

    fn square(&self, point: Vec2) -> IVec2 {
        (point / self.side).floor().as_ivec2()
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
    }

    /// The things in the square of a point and the eight round it, ascending: at least all within half a side.
    pub(crate) fn around(&self, point: Vec2, found: &mut Vec<u32>) {
        found.clear();
        let IVec2 { x, y } = self.square(point);
        for row in y - 1..=y + 1 {
            let first = self.entries.partition_point(|entry| *entry < (row, x - 1, 0));
            let run = self.entries[first..].iter();
            found.extend(run.take_while(|entry| **entry < (row, x + 2, 0)).map(|entry| entry.2));
        }
        found.sort_unstable();
        found.dedup();
    }

    /// The things near a segment, ascending: at least all within half a side of it.
    pub(crate) fn along(&self, [from, to]: [Vec2; 2], scratch: &mut Vec<u32>) -> Vec<u32> {
        let mut found = Vec::new();
        let pieces = (from.distance(to) / self.side).ceil().max(1.0) as u32;
        for piece in 0..=pieces {
            self.around(from.lerp(to, piece as f32 / pieces as f32), scratch);
            found.extend_from_slice(scratch);
        }
        found.sort_unstable();
        found.dedup();
        found
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
        }
        let way = [Vec2::new(20.0, 20.0), Vec2::new(20.0, -20.0)];
        assert_eq!(buckets.along(way, &mut found), [7]);
    }
}
