//! How to search, and what is found.

use glam::Vec2;

use crate::cells::CellId;

/// Where a path is thought to enter the next portal while it is being searched. It decides which cells it goes
/// through; within them every path is pulled straight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Entry {
    /// In the middle of the shared part of the sides: Moersch and Hamilton, *Hybrid Vector Field Pathfinding*.
    Midpoint,
    /// Where the shortest way through the portal's line to the goal crosses it, or at its nearer end. Expands fewer
    /// cells and finds shorter paths.
    #[default]
    Crossing,
    /// As with [`Crossing`](Entry::Crossing), but each way into a cell is searched for itself instead of the best one
    /// only. Two to four times as much work, for paths that are nearly always the shortest.
    Portals,
    /// Nowhere: the search goes from corner to corner of the walls instead of from cell to cell, and finds the shortest
    /// path there is. What it learns about the mesh stays in the [`Search`](crate::Search) until the mesh changes, so
    /// the first searches on a mesh are slower than those that follow.
    Exact,
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathOptions {
    /// Where the next portal is entered; [`Entry::Crossing`] by default.
    pub entry: Entry,
}

impl PathOptions {
    /// The defaults, with this entry.
    pub fn with_entry(entry: Entry) -> Self {
        Self { entry }
    }
}

/// A way from start to goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The start, the corners at which the path turns, and the goal; metres.
    pub points: Vec<Vec2>,
    /// The cells that the search went through, in order. The path leaves them where it is free to go straight. Empty
    /// with [`Entry::Exact`], which does not go through cells.
    pub corridor: Vec<CellId>,
    /// Its length, in metres.
    pub length: f32,
    /// How many cells (with [`Entry::Portals`]: ways into cells, with [`Entry::Exact`]: corners) the search expanded.
    pub expanded: u32,
}

impl Path {
    /// Forgets the path, and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.corridor.clear();
        (self.length, self.expanded) = (0.0, 0);
    }
}
