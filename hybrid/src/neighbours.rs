//! Who is near whom: discs hashed by the cell of a uniform grid that their centre lies in, after M. Teschner,
//! B. Heidelberger, M. Müller, D. Pomeranets, M. Gross, “Optimized Spatial Hashing for Collision Detection of
//! Deformable Objects”, 2003. The plane needs no bounds, and the memory grows with the discs alone.

use glam::{IVec2, Vec2};

/// Points by grid cell. Within a cell they keep their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neighbours {
    cell_size: f32,
    /// The end of each bucket in `members`; the bucket before ends where this one starts.
    ends: Vec<u32>,
    members: Vec<u32>,
    cells: Vec<IVec2>,
}

impl Neighbours {
    /// Sorts the points into cells of `cell_size` metres. Buffers are kept.
    pub(crate) fn rebuild(&mut self, points: &[Vec2], cell_size: f32) {
        self.cell_size = cell_size;
        self.cells.clear();
        self.cells.extend(points.iter().map(|&point| (point / cell_size).floor().as_ivec2()));
        let buckets = (2 * points.len()).next_power_of_two();
        self.ends.clear();
        self.ends.resize(buckets + 1, 0);
        // Counting sort: count, sum up, then fill each bucket from its start, which moves to its end.
        for &cell in &self.cells {
            self.ends[bucket(cell, buckets) + 1] += 1;
        }
        for index in 1..=buckets {
            self.ends[index] += self.ends[index - 1];
        }
        self.members.clear();
        self.members.resize(points.len(), 0);
        for (index, &cell) in self.cells.iter().enumerate() {
            let end = &mut self.ends[bucket(cell, buckets)];
            self.members[*end as usize] = index as u32;
            *end += 1;
        }
    }

    /// The points in the nine cells round `point`: all that are within one cell size of it, and others. Row by row,
    /// each cell's in their order.
    pub(crate) fn around(&self, point: Vec2) -> impl Iterator<Item = u32> {
        let center = (point / self.cell_size).floor().as_ivec2();
        (-1..=1)
            .flat_map(move |y| (-1..=1).map(move |x| center + IVec2::new(x, y)))
            .flat_map(|cell| self.within(cell))
    }

    fn within(&self, cell: IVec2) -> impl Iterator<Item = u32> {
        let buckets = self.ends.len().saturating_sub(1);
        let range = if buckets == 0 {
            0..0
        } else {
            let bucket = bucket(cell, buckets);
            let start = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
            start as usize..self.ends[bucket] as usize
        };
        self.members[range]
            .iter()
            .copied()
            .filter(move |&member| self.cells[member as usize] == cell)
    }
}

fn bucket(cell: IVec2, buckets: usize) -> usize {
    let hash =
        (cell.x as u32).wrapping_mul(0x9e37_79b1) ^ (cell.y as u32).wrapping_mul(0x85eb_ca77);
    (hash ^ hash >> 15) as usize & (buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_all_that_are_near_once() {
        let points: Vec<Vec2> =
            (0..300).map(|k| Vec2::new((k * 7 % 41) as f32 - 20.0, (k * 11 % 37) as f32)).collect();
        let mut neighbours = Neighbours::default();
        assert_eq!(neighbours.around(Vec2::ZERO).count(), 0);
        for cell_size in [0.7, 2.5, 9.0] {
            neighbours.rebuild(&points, cell_size);
            for &point in &points {
                let mut found: Vec<u32> = neighbours.around(point).collect();
                let count = found.len();
                found.sort_unstable();
                found.dedup();
                assert_eq!(found.len(), count);
                let near = |&index: &u32| points[index as usize].distance(point) <= cell_size;
                assert_eq!(
                    found.into_iter().filter(near).count(),
                    points.iter().filter(|other| other.distance(point) <= cell_size).count()
                );
            }
        }
    }

    #[test]
    fn nothing_to_find() {
        let mut neighbours = Neighbours::default();
        neighbours.rebuild(&[], 1.0);
        assert_eq!(neighbours.around(Vec2::ZERO).count(), 0);
    }
}
