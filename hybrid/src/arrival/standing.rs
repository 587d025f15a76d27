//! Who stands where already.

use std::collections::BTreeMap;

use glam::{IVec2, Vec2};

/// Discs that stand somewhere, by the squares that they cover.
#[derive(Debug)]
pub(crate) struct StandingDiscs {
    side: f32,
    discs: BTreeMap<[i32; 2], Vec<(Vec2, f32)>>,
}

impl StandingDiscs {
    /// None; others are looked for in squares of a side, in metres.
    pub(crate) fn new(side: f32) -> Self {
        Self { side, discs: BTreeMap::new() }
    }

    /// The squares that a disc covers.
    fn squares(&self, center: Vec2, radius: f32) -> impl Iterator<Item = [i32; 2]> + use<> {
        let square = |point: Vec2| (point / self.side).floor().as_ivec2();
        let (low, high): (IVec2, IVec2) = (square(center - radius), square(center + radius));
        (low.x..=high.x).flat_map(move |x| (low.y..=high.y).map(move |y| [x, y]))
    }

    pub(crate) fn add(&mut self, center: Vec2, radius: f32) {
        for square in self.squares(center, radius) {
            self.discs.entry(square).or_default().push((center, radius));
        }
    }

    /// Returns whether a disc overlaps none of them.
    pub(crate) fn leaves(&self, center: Vec2, radius: f32) -> bool {
        let is_apart = |&(other, its_radius): &(Vec2, f32)| {
            let apart = radius + its_radius;
            center.distance_squared(other) >= apart * apart
        };
        let near = |square| self.discs.get(&square).into_iter().flatten();
        self.squares(center, radius).flat_map(near).all(is_apart)
    }
}
