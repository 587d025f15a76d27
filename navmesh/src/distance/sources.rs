//! The goals of a distance field, and the order in which they are swept from.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use crate::cells::id::CellId;

/// A goal: its place, its cell, and the distance it starts with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalSource {
    pub(crate) point: Vec2,
    pub(crate) cell: CellId,
    /// The number of the cell.
    pub(crate) number: u32,
    pub(crate) distance: f64,
}

/// Marks goals among corners.
const SOURCE: u32 = 1 << 31;

/// Returns whether a marked turn is that of a goal.
pub(super) fn is_source(item: u32) -> bool {
    item & SOURCE != 0
}

/// All goals. Those that start with the same distance take turns such that goals side by side are settled far apart: so
/// each finds others all round that take from it what is nearer to them.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    all: Vec<GoalSource>,
    /// By turn, which it is.
    order: Vec<u32>,
    /// Of those that are settled, which they are, and their roots.
    settled: Vec<(u32, u32)>,
}

impl Sources {
    pub(super) fn new(all: Vec<GoalSource>) -> Sources {
        let mut order: Vec<u32> = (0..all.len() as u32).collect();
        order.sort_unstable_by_key(|number| number.reverse_bits());
        Sources { all, order, settled: Vec::new() }
    }

    /// All goals, in their own order.
    pub(super) fn all(&self) -> &[GoalSource] {
        &self.all
    }

    /// The bits of their distances and their marked turns.
    pub(super) fn heap(&self) -> BinaryHeap<Reverse<(u64, u32)>> {
        let bits = |source: u32| self.all[source as usize].distance.to_bits();
        let key = |(turn, &source): (u32, &u32)| Reverse((bits(source), turn | SOURCE));
        (0..).zip(&self.order).map(key).collect()
    }

    /// The goal of a marked turn; `None` where it is not marked. The next one settled is that of `root`.
    pub(super) fn settle(&mut self, item: u32, root: u32) -> Option<GoalSource> {
        if !is_source(item) {
            return None;
        }
        let number = self.order[(item ^ SOURCE) as usize];
        self.settled.push((number, root));
        Some(self.all[number as usize])
    }

    /// For each of so many roots, which it is once those of goals are in the order of these: so it makes no difference in
    /// which one they were settled.
    pub(super) fn sorted(&self, root_count: usize) -> Vec<u32> {
        let bits = |source: u32| self.all[source as usize].distance.to_bits();
        let mut sorted = self.settled.clone();
        sorted.sort_unstable_by_key(|&(source, _)| (bits(source), source));
        let mut now: Vec<u32> = (0..root_count as u32).collect();
        for (&(_, place), (_, root)) in self.settled.iter().zip(sorted) {
            now[root as usize] = place;
        }
        now
    }
}
