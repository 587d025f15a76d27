//! The whole taut corner graph of cells that never change, with what makes searches on it short.

use glam::DVec2;

use super::views::Views;
use crate::tiles::ground::Ground;

/// No leg.
pub(crate) const NO_LEG: u32 = u32::MAX;

/// How many landmarks there are: their distances from a corner fill a cache line.
pub(crate) const LANDMARKS: usize = 16;

/// Marks the ends of legs that lead far.
const FAR: u32 = 1 << 31;

/// A taut leg to another corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChartLeg {
    /// Its end, with [`FAR`].
    end: u32,
    /// The same leg from its end to its start, or [`NO_LEG`].
    pub(crate) back: u32,
}

impl ChartLeg {
    /// A leg to a node that leads far, for all that is known.
    pub(crate) fn new(to: u32) -> ChartLeg {
        ChartLeg { end: to | FAR, back: NO_LEG }
    }

    /// The node to which it leads: twice the corner's number in the ground, and 1 more for turns to the right.
    pub(crate) fn to(&self) -> u32 {
        self.end & !FAR
    }

    /// Whether taut paths may have many legs from it on.
    pub(crate) fn leads_far(&self) -> bool {
        self.end & FAR != 0
    }

    /// Remembers that every taut path ends soon.
    pub(crate) fn end_soon(&mut self) {
        self.end &= !FAR;
    }
}

/// All taut legs between corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    /// For each node its first leg, and the number of all at the end. The legs of a node turn less and less.
    pub(crate) first: Vec<u32>,
    pub(crate) legs: Vec<ChartLeg>,
    /// For each corner its distances from the landmarks, in metres; 0 for those that no way joins.
    pub(crate) landmarks: Vec<[f32; LANDMARKS]>,
    /// Which corners see into each cell, but for those that see it only where no taut path comes from.
    pub(crate) views: Views,
}

impl Chart {
    /// The numbers of the legs out of a node.
    pub(crate) fn range(&self, node: u32) -> std::ops::Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// The way along a leg out of a node; metres.
    pub(crate) fn way(&self, ground: &Ground, from: u32, leg: u32) -> DVec2 {
        let to = self.legs[leg as usize].to();
        ground.corners[to as usize / 2].at - ground.corners[from as usize / 2].at
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.first)
            + size_of_val(&*self.legs)
            + size_of_val(&*self.landmarks)
            + self.views.size_in_bytes()
    }
}
