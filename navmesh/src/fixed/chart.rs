//! The whole taut corner graph of cells that never change, with what makes searches on it short.

use glam::Vec2;

/// No leg.
pub(crate) const NO_LEG: u32 = u32::MAX;

/// The level of legs that lead far.
pub(crate) const FAR: u8 = u8::MAX;

/// How many landmarks there are: their distances from a corner fill a cache line.
pub(crate) const LANDMARKS: usize = 16;

/// A taut leg to another corner, by a node: twice the corner's number in the ground, and 1 more for turns to the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChartLeg {
    pub(crate) to: u32,
    /// The same leg from its end to its start, or [`NO_LEG`].
    pub(crate) back: u32,
    /// Of length 1.
    pub(crate) way: Vec2,
    /// Metres.
    pub(crate) length: f64,
}

/// All taut legs between corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    /// For each node its first leg, and the number of all at the end. The legs of a node turn less and less.
    pub(crate) first: Vec<u32>,
    pub(crate) legs: Vec<ChartLeg>,
    /// For each leg how many legs a taut path may have from it on, if that is few; else [`FAR`].
    pub(crate) levels: Vec<u8>,
    /// For each corner its distances from the landmarks, in metres; 0 for those that no way joins.
    pub(crate) landmarks: Vec<[f32; LANDMARKS]>,
}

impl Chart {
    /// The numbers of the legs out of a node.
    pub(crate) fn range(&self, node: u32) -> std::ops::Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.first)
            + size_of_val(&*self.legs)
            + size_of_val(&*self.levels)
            + size_of_val(&*self.landmarks)
    }
}
