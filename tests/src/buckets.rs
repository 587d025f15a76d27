//! A uniform grid over a rectangle, to find what is near a point. Points outside count as on its
//! border.

use glam::{UVec2, Vec2};
use hybrid::navmesh::Bounds;

/// Most buckets a side: enough for a few thousand units, few enough to clear every tick.
const MOST: f32 = 256.0;

/// Numbers of things, by the square that they are in.
#[derive(Debug, Clone)]
pub struct Buckets {
    min: Vec2,
    side: f32,
    size: UVec2,
    /// Per bucket where its part of `things` begins; one more than buckets.
    starts: Vec<u32>,
    things: Vec<u32>,
}

impl Buckets {
    /// Empty buckets of a side of at least `side` metres.
    pub fn new(bounds: Bounds, side: f32) -> Self {
        let extent = Vec2::new(bounds.width(), bounds.height());
        let side = side.max(extent.max_element() / MOST);
        let size = (extent / side).ceil().max(Vec2::ONE).as_uvec2();
        Self {
            min: bounds.min,
            side,
            size,
            starts: vec![0; (size.x * size.y) as usize + 1],
            things: Vec::new(),
        }
    }

    /// The bucket of a point.
    fn square(&self, point: Vec2) -> UVec2 {
        ((point - self.min) / self.side).max(Vec2::ZERO).as_uvec2().min(self.size - UVec2::ONE)
    }

    fn index(&self, square: UVec2) -> usize {
        (square.y * self.size.x + square.x) as usize
    }

    /// Puts thing `n` into all buckets that the `n`-th rectangle (least and greatest corner) meets;
    /// what was there before goes. A counting sort: things of a bucket stand in ascending order.
    pub fn fill(&mut self, rectangles: &[(Vec2, Vec2)]) {
        self.starts.fill(0);
        self.for_each(rectangles, |buckets, _, bucket| buckets.starts[bucket] += 1);
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.things.resize(sum as usize, 0);
        // Filled from the back, so that each start ends at the first of its bucket.
        self.for_each(rectangles, |buckets, thing, bucket| {
            buckets.starts[bucket] -= 1;
            let slot = buckets.starts[bucket] as usize;
            buckets.things[slot] = thing;
        });
    }

    fn for_each(
        &mut self,
        rectangles: &[(Vec2, Vec2)],
        mut put: impl FnMut(&mut Self, u32, usize),
    ) {
        for (thing, &(min, max)) in rectangles.iter().enumerate().rev() {
            let (low, high) = (self.square(min), self.square(max));
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    let bucket = self.index(UVec2::new(x, y));
                    put(self, thing as u32, bucket);
                }
            }
        }
    }

    /// The things in the bucket of a point.
    pub fn at(&self, point: Vec2) -> &[u32] {
        let bucket = self.index(self.square(point));
        &self.things[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// The things in all buckets within `reach` of a point, if each was put into one bucket.
    pub fn around(&self, point: Vec2, reach: f32) -> impl Iterator<Item = u32> {
        let (low, high) = (self.square(point - reach), self.square(point + reach));
        (low.y..=high.y).flat_map(move |y| {
            let (first, last) =
                (self.index(UVec2::new(low.x, y)), self.index(UVec2::new(high.x, y)));
            self.things[self.starts[first] as usize..self.starts[last + 1] as usize].iter().copied()
        })
    }
}
