//! Paths: A* over the cells, then pulled straight.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::{DVec2, Vec2};

use super::funnel::{Gate, pulled};
use crate::cells::{CellId, WidePortal};
use crate::error::PathError;
use crate::exact::route::{End, ExactSearch};
use crate::mesh::NavMesh;
use crate::queries::ray::Ray;

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
    /// Nowhere: the search goes from corner to corner of the walls instead of from cell to cell, and finds the shortest
    /// path there is. What it learns about the mesh stays in the [`Search`] until the mesh changes, so the first
    /// searches on a mesh are slower than those that follow.
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
    /// How many cells (with [`Entry::Exact`]: corners) the search expanded.
    pub expanded: u32,
}

/// The scratch of searches: keep one a thread, and use it for any mesh.
#[derive(Clone, Debug, Default)]
pub struct Search {
    stamp: u32,
    nodes: Vec<Node>,
    heap: BinaryHeap<Reverse<u64>>,
    gates: Vec<Gate>,
    points: Vec<DVec2>,
    exact: ExactSearch,
}

/// What a search knows of a cell; meaningless where the stamp is not the search's.
#[derive(Clone, Copy, Debug)]
struct Node {
    stamp: u32,
    closed: bool,
    cell: CellId,
    parent: u32,
    /// The length of the way to the entry.
    cost: f64,
    /// What decides between two ways into the same cell: the lower wins.
    rank: f64,
    entry: DVec2,
    gate: Gate,
}

impl Node {
    const UNKNOWN: Node = Node {
        stamp: 0,
        closed: false,
        cell: CellId { tile: 0, cell: 0 },
        parent: u32::MAX,
        cost: f64::INFINITY,
        rank: f64::INFINITY,
        entry: DVec2::ZERO,
        gate: Gate { left: DVec2::ZERO, right: DVec2::ZERO },
    };
}

impl Search {
    /// Forgets the last search, in constant time unless the mesh has grown.
    fn begin(&mut self, cell_count: usize) {
        self.heap.clear();
        self.nodes.resize(self.nodes.len().max(cell_count), Node::UNKNOWN);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.fill(Node::UNKNOWN);
            self.stamp = 1;
        }
    }

    /// Offers a way to a cell; keeps it if it is the best so far. `estimate` is the length of the whole way, at least.
    fn offer(&mut self, number: u32, node: Node, estimate: f64) {
        let known = &mut self.nodes[number as usize];
        if known.stamp == self.stamp && (known.closed || known.rank <= node.rank) {
            return;
        }
        *known = node;
        // Non-negative floats order like their bits; ties go to the lower number, on every machine.
        self.heap.push(Reverse(((estimate as f32).to_bits() as u64) << 32 | number as u64));
    }

    /// The open cell with the least estimate, now closed.
    fn next(&mut self) -> Option<(u32, Node)> {
        while let Some(Reverse(key)) = self.heap.pop() {
            let node = &mut self.nodes[key as u32 as usize];
            if !node.closed {
                node.closed = true;
                return Some((key as u32, *node));
            }
        }
        None
    }
}

impl NavMesh {
    /// A short way between two points for the centre of an agent, pulled straight. Goals that cannot be reached are
    /// known without a search.
    ///
    /// The path is the shortest within its corridor of cells, cut short where the straight way is free; the corridor is
    /// the best by the entry rule. On real maps paths are 0.1 to 2 % longer than the shortest on average. With
    /// [`Entry::Exact`] the path is the shortest of all; it may pass gaps narrower than 1/1024 m, which are no portals.
    ///
    /// # Errors
    /// Points that are not finite, outside the bounds, or blocked; a goal that cannot be reached.
    pub fn find_path(
        &self,
        search: &mut Search,
        from: Vec2,
        to: Vec2,
        options: &PathOptions,
    ) -> Result<Path, PathError> {
        let (start, goal) = (self.start_cell(from)?, self.goal_cell(to)?);
        if self.component(start) != self.component(goal) {
            return Err(PathError::Unreachable { from, to });
        }
        if options.entry == Entry::Exact {
            let ends = [End { cell: start, point: from }, End { cell: goal, point: to }];
            if let Some((points, expanded)) = search.exact.route(self, ends[0], ends[1]) {
                let length = length(&points);
                return Ok(Path { points, corridor: Vec::new(), length, expanded });
            }
        }
        let (origin, target) = (from.as_dvec2(), to.as_dvec2());
        let expanded = self.expand(search, (start, origin), (goal, target), options.entry);
        let corridor = self.corridor(search, goal);
        pulled(origin, &search.gates, target, &mut search.points);
        let mut points: Vec<Vec2> = search.points.iter().map(|point| point.as_vec2()).collect();
        self.cut_corners(&mut points);
        let length = length(&points);
        Ok(Path { points, corridor, length, expanded })
    }

    /// A* from cell to cell; returns how many were expanded.
    fn expand(
        &self,
        search: &mut Search,
        start: (CellId, DVec2),
        goal: (CellId, DVec2),
        entry: Entry,
    ) -> u32 {
        search.begin(self.cell_count());
        let first = Node {
            stamp: search.stamp,
            cell: start.0,
            cost: 0.0,
            rank: 0.0,
            entry: start.1,
            ..Node::UNKNOWN
        };
        search.offer(self.number_of(start.0), first, 0.0);
        let mut expanded = 0;
        while let Some((number, node)) = search.next() {
            if node.cell == goal.0 {
                break;
            }
            expanded += 1;
            for portal in self.wide_portals(node.cell) {
                let point = entry_point(entry, &portal, node.entry, goal.1);
                let cost = node.cost + node.entry.distance(point);
                let estimate = cost + point.distance(goal.1);
                let rank = if entry == Entry::Midpoint { cost } else { estimate };
                let gate = Gate { left: portal.left, right: portal.right };
                let next = Node {
                    cell: portal.cell,
                    parent: number,
                    cost,
                    rank,
                    entry: point,
                    gate,
                    ..first
                };
                search.offer(self.number_of(portal.cell), next, estimate);
            }
        }
        expanded
    }

    /// The cells from the start to the goal, and their gates into the scratch.
    fn corridor(&self, search: &mut Search, goal: CellId) -> Vec<CellId> {
        search.gates.clear();
        let mut corridor = Vec::new();
        let mut node = &search.nodes[self.number_of(goal) as usize];
        loop {
            corridor.push(node.cell);
            if node.parent == u32::MAX {
                break;
            }
            search.gates.push(node.gate);
            node = &search.nodes[node.parent as usize];
        }
        corridor.reverse();
        search.gates.reverse();
        corridor
    }

    /// Drops the points without which the way is free: a corridor may turn at the corner of a tile, on open ground.
    fn cut_corners(&self, points: &mut Vec<Vec2>) {
        let mut index = 1;
        while index + 1 < points.len() {
            if self.ray_cast(points[index - 1], points[index + 1]) == Ok(Ray::Clear) {
                points.remove(index);
                index = index.max(2) - 1;
            } else {
                index += 1;
            }
        }
    }
}

fn length(points: &[Vec2]) -> f32 {
    let legs = points.windows(2).map(|leg| leg[0].as_dvec2().distance(leg[1].as_dvec2()));
    legs.sum::<f64>() as f32
}

fn entry_point(entry: Entry, portal: &WidePortal, from: DVec2, goal: DVec2) -> DVec2 {
    match entry {
        Entry::Midpoint => (portal.left + portal.right) * 0.5,
        // No corners were found to go by: a way that hangs on a rounding.
        Entry::Crossing | Entry::Exact => crossing(portal, from, goal),
    }
}

/// The point of the portal with the shortest way `from` → point → `goal`. Where both lie on the same side of the
/// portal's line, the goal is mirrored.
fn crossing(portal: &WidePortal, from: DVec2, goal: DVec2) -> DVec2 {
    let side = portal.right - portal.left;
    let (near, far) = (from - portal.left, goal - portal.left);
    let (near_height, far_height) = (side.perp_dot(near).abs(), side.perp_dot(far).abs());
    let heights = near_height + far_height;
    let length_squared = side.length_squared();
    let along = if heights > 0.0 {
        (side.dot(near) * far_height + side.dot(far) * near_height) / (heights * length_squared)
    } else {
        side.dot(near) / length_squared
    };
    portal.left + side * along.clamp(0.0, 1.0)
}
