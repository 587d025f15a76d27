//! How to search, and what is found.

use glam::Vec2;

use crate::areas::KindCosts;
use crate::cells::id::CellId;
use crate::links::LinkId;

/// Where a path is thought to enter the next portal while it is being searched. It decides which cells it goes
/// through; within them every path is pulled straight.
///
/// Over areas of different cost no entry promises the cheapest path: which cells it leads through is decided before where
/// in them it is cheapest. On random worlds of walls, links and areas that are up to ten times as dear or four times as cheap, paths cost at most
/// twice as much as the cheapest with [`Midpoint`](Entry::Midpoint), a quarter more with [`Crossing`](Entry::Crossing), and
/// 15 % more with [`Portals`](Entry::Portals) and [`Exact`](Entry::Exact); in the mean 1 % more with the first and 0.1 % with
/// the others. What the cheapest way costs is what a [`CostField`](crate::CostField) tells.
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
    /// path there is (Shunhao Oh and Hon Wai Leong, *Edge N-Level Sparse Visibility Graphs*, 2017). Lengths are those of
    /// an exact search by others to one part in 10 000 on all queries of six real maps, on tiles and baked, and those of
    /// brute force on random and turned worlds.
    ///
    /// On tiles, what a search learns about the mesh stays in the [`Search`](crate::Search): an edit takes only what looks
    /// into the tiles that it changed. On a baked mesh all of it is known beforehand
    /// ([`NavMesh::prepare_exact`](crate::NavMesh::prepare_exact)). What is asked before never changes an answer.
    ///
    /// Areas: where the shortest path stays on ground of cost 1, it is the cheapest, too, and is what is found. Where it
    /// does not, or meets a kind that is excluded, the path is the one of [`Portals`](Entry::Portals), and costs as much
    /// as is said of that above.
    Exact,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathOptions {
    /// Where the next portal is entered; [`Entry::Crossing`] by default.
    pub entry: Entry,
    /// Whether a goal that cannot be reached, is blocked or lies outside gives a path to the free point nearest to it of
    /// all that can be reached; otherwise, and by default, it is an error. Looking for that point takes longer the farther
    /// it is from the goal.
    pub partial: bool,
    /// Whether [`Path::corridor`] is wanted with [`Entry::Exact`], too: the cells that its legs run through. Not by
    /// default, as it takes a little search for each leg. The other entries always give it.
    pub corridor: bool,
    /// What the kinds of ground cost, and which are excluded; all cost what their areas say by default.
    pub kinds: KindCosts,
    /// With [`Entry::Exact`] a path may be this many times as long as the shortest, which takes fewer steps to find; 1 to
    /// 2, 1 by default: the shortest. Less counts as 1, more as 2. With 1.01 paths are on average much less than 1 %
    /// longer. After Ira Pohl, *Heuristic Search Viewed as Path Finding in a Graph* (1970).
    pub bound: f32,
    /// Whether the way that is wanted is a short one, whatever its ground costs: far cheaper to find where there are many
    /// areas. [`Path::cost`] is then its length, with what links cost; kinds that are excluded stay so. False by default.
    pub by_length: bool,
    /// The cells in which start and goal perhaps lie, for those who know, as where something was before that moves: finding
    /// them takes less time then. Others, of another mesh even, change no answer. None by default.
    pub near: [Option<CellId>; 2],
}

impl Default for PathOptions {
    fn default() -> Self {
        let (entry, kinds) = (Entry::default(), KindCosts::default());
        Self {
            entry,
            partial: false,
            corridor: false,
            kinds,
            bound: 1.0,
            by_length: false,
            near: [None; 2],
        }
    }
}

impl PathOptions {
    /// The defaults, with this entry.
    pub fn with_entry(entry: Entry) -> Self {
        Self { entry, ..Self::default() }
    }

    /// Returns these options with these costs of kinds.
    pub fn with_kinds(self, kinds: KindCosts) -> Self {
        Self { kinds, ..self }
    }

    /// Returns these options with ways told by their length alone.
    pub fn by_length(self) -> Self {
        Self { by_length: true, ..self }
    }

    /// Returns these options with exact paths that may be so many times as long as the shortest.
    pub fn within(self, bound: f32) -> Self {
        Self { bound, ..self }
    }

    /// Returns these options with paths to the nearest reachable point where the goal cannot be reached.
    pub fn or_nearest(self) -> Self {
        Self { partial: true, ..self }
    }

    /// Returns these options for a start and a goal that perhaps lie in these cells.
    pub fn near_cells(self, start: Option<CellId>, goal: Option<CellId>) -> Self {
        Self { near: [start, goal], ..self }
    }

    /// Returns these options with kinds that cost what they say.
    pub(super) fn priced(&self) -> Self {
        Self { kinds: if self.by_length { self.kinds.level() } else { self.kinds }, ..*self }
    }

    /// Returns these options with the corridor of exact paths.
    pub fn and_corridor(self) -> Self {
        Self { corridor: true, ..self }
    }
}

/// Where a path ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PathEnd {
    /// At the goal.
    #[default]
    Goal,
    /// At the point nearest to the goal of all that can be reached ([`PathOptions::partial`]).
    Nearest {
        /// The straight distance from there to the goal, in metres.
        distance: f32,
    },
}

/// A leg of a path that is a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathLink {
    /// The index of the point at which the link begins; it leads to the next point.
    pub point: usize,
    /// The link.
    pub link: LinkId,
}

/// A way from start to goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The start, the corners at which the path turns, and the goal; metres.
    pub points: Vec<Vec2>,
    /// The cells that the search went through, in order. The path leaves them where it is free to go straight. With
    /// [`Entry::Exact`] the cells that the path runs through, or none if they were not asked for
    /// ([`PathOptions::corridor`]).
    pub corridor: Vec<CellId>,
    /// The legs that are links, in order.
    pub links: Vec<PathLink>,
    /// Whether it leads to the goal.
    pub end: PathEnd,
    /// Its length over the ground, in metres: without the links.
    pub length: f32,
    /// What it costs: each metre as much as the ground there, and the links. The length, where there is neither.
    pub cost: f32,
    /// How many cells (with [`Entry::Portals`]: ways into cells, with [`Entry::Exact`]: corners) the search expanded.
    pub expanded: u32,
}

impl Path {
    /// Forgets the path, and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.corridor.clear();
        self.links.clear();
        (self.end, self.length, self.cost, self.expanded) = (PathEnd::Goal, 0.0, 0.0, 0);
    }
}
