//! A* from cell to cell, or from portal to portal.
//!
//! Nodes are cells, or, for [`Entry::Portals`], the ways into them. Positions are relative to the goal, in f32: they only
//! decide which corridor is taken. A node keeps the best way into it that was found before it was closed; it is never
//! opened again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use glam::{DVec2, Vec2};

use super::exits::Exits;
use super::funnel::PortalEnds;
use super::options::{Entry, PathOptions};
use super::refraction::cheapest;
use crate::areas::KindCosts;
use crate::cells::id::CellId;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::tolerances::SAME_LENGTH;

/// No exit: what the start was entered through.
const START: u32 = u32::MAX;

/// What a search knows of a node; meaningless where the stamp is not the search's.
#[derive(Clone, Copy, Debug, Default)]
struct CellNode {
    stamp: u32,
    /// The exit through which a cell was entered; for the node of an exit, the exit before it.
    via: u32,
    /// The length of the way to the entry.
    cost: f32,
    /// What decides between two ways into the same node: the lower wins. Below all others where the node is closed.
    rank: f32,
    entry: Vec2,
}

const CLOSED: f32 = f32::NEG_INFINITY;

/// The scratch of a search, and where it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellSearch {
    pub(crate) exits: Exits,
    stamp: u32,
    nodes: Vec<CellNode>,
    /// The bits of the estimate, then how many ways were offered before: of two that are equal the one that was offered
    /// first comes first. The numbers of the nodes hang on what was asked before.
    heap: BinaryHeap<Reverse<u64>>,
    /// The nodes of the ways that were offered, in order.
    offered: Vec<u32>,
    /// A node that is open but not in the heap: a corridor's next cell is mostly the best at once.
    held: u64,
    entry: Entry,
    /// Whether the nodes are exits.
    by_exits: bool,
    kinds: KindCosts,
    /// Whether a metre costs 1 everywhere.
    even: bool,
    /// What a metre costs at least anywhere: at most 1.
    least_cost: f32,
    /// At how many places a way may go through an exit, each a node of its own.
    places: u32,
    /// On uneven ground: what the best way to the goal costs that was found so far.
    least: f32,
    goal: u32,
    /// What windows tell the goal by.
    goal_order: u32,
    origin: DVec2,
    target: DVec2,
    /// The node in which the goal was reached.
    last: u32,
    found: bool,
    expanded: u32,
}

/// Above all keys: no node is held.
const NONE: u64 = u64::MAX;

/// A way into a cell that is to be expanded.
struct CellArrival {
    cell: u32,
    /// The exit through which it was entered.
    through: u32,
    cost: f32,
    entry: Vec2,
}

impl CellSearch {
    /// Begins a search, forgetting the last one in constant time unless the mesh has grown.
    pub(crate) fn begin(
        &mut self,
        mesh: &NavMesh,
        start: (CellId, DVec2),
        goal: (CellId, DVec2),
        options: &PathOptions,
    ) {
        self.by_exits = options.entry == Entry::Portals || !mesh.is_even(&options.kinds);
        self.start(mesh, start, goal, options);
    }

    /// Begins a search from portal to portal, whatever the entry.
    #[cfg(all(test, feature = "petgraph"))]
    pub(crate) fn begin_by_exits(
        &mut self,
        mesh: &NavMesh,
        start: (CellId, DVec2),
        goal: (CellId, DVec2),
        entry: Entry,
    ) {
        self.by_exits = true;
        self.start(mesh, start, goal, &PathOptions::with_entry(entry));
    }

    fn start(
        &mut self,
        mesh: &NavMesh,
        start: (CellId, DVec2),
        goal: (CellId, DVec2),
        options: &PathOptions,
    ) {
        self.exits.spend(self.expanded);
        self.exits.follow(mesh);
        self.heap.clear();
        self.offered.clear();
        (self.entry, self.kinds) = (options.entry, options.kinds);
        self.even = mesh.is_even(&self.kinds);
        self.least_cost = mesh.least_cost(&self.kinds);
        (self.places, self.least) = (places(self.entry, self.even), f32::INFINITY);
        (self.held, self.expanded) = (NONE, 0);
        (self.origin, self.target) = (start.1, goal.1);
        self.goal = self.exits.number(mesh, goal.0);
        self.goal_order = self.exits.order(mesh, goal.0);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.fill(CellNode::default());
            self.stamp = 1;
        }
        let cell = self.exits.number(mesh, start.0);
        let entry = (start.1 - goal.1).as_vec2();
        self.make_room();
        (self.last, self.found) = (START, cell == self.goal);
        if !self.even || cell != self.goal {
            if !self.by_exits {
                let node =
                    CellNode { stamp: self.stamp, via: START, cost: 0.0, rank: CLOSED, entry };
                self.nodes[cell as usize] = node;
            }
            self.expand(mesh, CellArrival { cell, through: START, cost: 0.0, entry });
        }
    }

    /// Before a search that is done at once: finds out what lies behind each portal, if searches have expanded so many
    /// cells of this mesh that it is worth while.
    pub(crate) fn look_behind(&mut self, mesh: &NavMesh) {
        self.exits.spend(std::mem::take(&mut self.expanded));
        self.exits.look_behind(mesh);
    }

    /// Expands up to `limit` nodes; returns whether the search is over.
    pub(crate) fn run(&mut self, mesh: &NavMesh, limit: u32) -> bool {
        for _ in 0..limit {
            let Some(number) = self.next() else { return true };
            let node = self.nodes[number as usize];
            let (cell, through) = if self.by_exits {
                let exit = number / self.places;
                (self.exits.number(mesh, self.exits.exit(exit).to), number)
            } else {
                (number, node.via)
            };
            if self.even && cell == self.goal {
                (self.last, self.found) = (number, true);
                return true;
            }
            if node.cost + node.entry.length() * self.least_cost >= self.least {
                return true;
            }
            self.expand(mesh, CellArrival { cell, through, cost: node.cost, entry: node.entry });
        }
        false
    }

    /// Returns whether a way to the goal was found.
    pub(crate) fn found(&self) -> bool {
        self.found
    }

    /// The cells to which ways were found; sorted.
    pub(crate) fn reached(&self, mesh: &NavMesh) -> Vec<CellId> {
        let numbers = 0..self.exits.exit_limit() as u32;
        let entered = numbers.filter(|exit| {
            let nodes = &self.nodes[(exit * self.places) as usize..];
            nodes[..self.places as usize].iter().any(|node| node.stamp == self.stamp)
        });
        let mut cells: Vec<CellId> = entered.map(|exit| self.exits.exit(exit).to).collect();
        cells.extend(mesh.cells.at(quantised(self.origin.as_vec2())));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// What a metre costs in each cell of a corridor.
    pub(crate) fn costs(&self, corridor: &[CellId], costs: &mut Vec<f64>) {
        costs.clear();
        let cost = |cell| self.exits.known(cell).map_or(f32::INFINITY, |cell| self.cost_in(cell));
        costs.extend(corridor.iter().map(|&cell| cost(cell) as f64));
    }

    fn cost_in(&self, cell: u32) -> f32 {
        if self.even { 1.0 } else { self.exits.cost(cell, &self.kinds) }
    }

    /// Returns how many nodes were expanded.
    pub(crate) fn expanded(&self) -> u32 {
        self.expanded
    }

    /// The length of the way that was found, through the entries and not pulled; metres.
    pub(crate) fn cost(&self) -> f32 {
        if !self.even {
            return self.least;
        }
        if self.last == START {
            return (self.origin - self.target).length() as f32;
        }
        let node = &self.nodes[self.last as usize];
        node.cost + node.entry.length()
    }

    /// The cells from the start to the goal, and the exits and gates between them.
    pub(crate) fn corridor(
        &self,
        corridor: &mut Vec<CellId>,
        exits: &mut Vec<u32>,
        gates: &mut Vec<PortalEnds>,
    ) {
        corridor.clear();
        exits.clear();
        corridor.push(self.exits.cell(self.goal));
        let mut exit = match self.last {
            START => START,
            last if self.by_exits => last,
            last => self.nodes[last as usize].via,
        };
        while exit != START {
            let number = exit / self.places;
            let from = self.exits.exit(number).from;
            corridor.push(self.exits.cell(from));
            exits.push(number);
            exit = self.nodes[if self.by_exits { exit } else { from } as usize].via;
        }
        corridor.reverse();
        exits.reverse();
        gates.clear();
        gates.extend(exits.iter().map(|&exit| self.exits.gate(exit)));
    }

    fn make_room(&mut self) {
        let limit = self.exits.exit_limit() * self.places as usize;
        let limit = limit.max(self.exits.cell_limit());
        if self.nodes.len() < limit {
            self.nodes.resize(limit, CellNode::default());
        }
    }

    /// Offers all ways out of a cell but, on even ground, the one back.
    fn expand(&mut self, mesh: &NavMesh, way: CellArrival) {
        self.expanded += 1;
        let corner = (self.exits.corner(way.cell) - self.target).as_vec2();
        let here = self.cost_in(way.cell);
        let back = match way.through {
            through if through == START || !self.even => START,
            through => self.exits.exit(through).from,
        };
        if way.cell == self.goal {
            self.arrive(&way, here);
        }
        for number in self.exits.of(way.cell) {
            let exit = *self.exits.exit(number);
            // On uneven ground a cheap way may leave a cell and come back.
            if self.even && !self.exits.may_lead_to(&exit, self.goal_order) {
                continue;
            }
            let cell = self.exits.known(exit.to).unwrap_or_else(|| {
                let cell = self.exits.number(mesh, exit.to);
                self.make_room();
                cell
            });
            let beyond = self.cost_in(cell);
            if cell == back || beyond == f32::INFINITY {
                continue;
            }
            let (left, right) = (corner + exit.left, corner + exit.right);
            for place in 0..self.places {
                let id = if self.by_exits { number * self.places + place } else { cell };
                let via = if self.by_exits { way.through } else { number };
                let known = &self.nodes[id as usize];
                if known.stamp == self.stamp && known.rank == CLOSED {
                    continue;
                }
                let entry = if place > 0 {
                    let share = (place as f32 - 0.5) / (self.places - 1) as f32;
                    left.lerp(right, share)
                } else if here == beyond || self.entry == Entry::Midpoint {
                    entry_point(self.entry, left, right, way.entry)
                } else {
                    refracted(left, right, way.entry, here / beyond)
                };
                let cost = way.cost + way.entry.distance(entry) * here;
                let estimate = cost + entry.length() * self.least_cost;
                let is_fixed = place > 0 || self.entry == Entry::Midpoint;
                let rank = if is_fixed { cost } else { cost + entry.length() * beyond };
                let is_known = known.stamp == self.stamp && known.rank <= rank * SAME_LENGTH;
                if is_known || estimate >= self.least {
                    continue;
                }
                self.nodes[id as usize] = CellNode { stamp: self.stamp, via, cost, rank, entry };
                self.open(estimate, id);
            }
        }
    }

    /// On uneven ground a way may leave the goal's cell and come back: the goal is reached for good when nothing that is
    /// open can be cheaper.
    fn arrive(&mut self, way: &CellArrival, here: f32) {
        let cost = way.cost + way.entry.length() * here;
        if cost < self.least {
            (self.least, self.last, self.found) = (cost, way.through, true);
        }
    }

    fn open(&mut self, estimate: f32, node: u32) {
        // Non-negative floats order like their bits.
        let key = (estimate.to_bits() as u64) << 32 | self.offered.len() as u64;
        self.offered.push(node);
        let other = key.max(self.held);
        self.held = key.min(self.held);
        if other != NONE {
            self.heap.push(Reverse(other));
        }
    }

    /// The open node with the least estimate, now closed.
    fn next(&mut self) -> Option<u32> {
        loop {
            let mut key = std::mem::replace(&mut self.held, NONE);
            if let Some(mut top) = self.heap.peek_mut()
                && top.0 < key
            {
                if key == NONE {
                    key = PeekMut::pop(top).0;
                } else {
                    std::mem::swap(&mut top.0, &mut key);
                }
            }
            if key == NONE {
                return None;
            }
            let number = self.offered[key as u32 as usize];
            let node = &mut self.nodes[number as usize];
            if node.rank != CLOSED {
                node.rank = CLOSED;
                return Some(number);
            }
        }
    }
}

/// Returns where a way enters an exit; positions are relative to the goal.
fn entry_point(entry: Entry, left: Vec2, right: Vec2, from: Vec2) -> Vec2 {
    match entry {
        Entry::Midpoint => (left + right) * 0.5,
        // With `Exact`, no corners were found to go by: a way that hangs on a rounding.
        Entry::Crossing | Entry::Portals | Entry::Exact => crossing(left, right, from),
    }
}

/// The point of a portal with the shortest way `from` → point → goal. Where both lie on the same side of the portal's
/// line, the goal is mirrored.
fn crossing(left: Vec2, right: Vec2, from: Vec2) -> Vec2 {
    let side = right - left;
    let (near, far) = (from - left, -left);
    let (near_height, far_height) = (side.perp_dot(near).abs(), side.perp_dot(far).abs());
    let heights = near_height + far_height;
    let length_squared = side.length_squared();
    let along = if heights > 0.0 {
        (side.dot(near) * far_height + side.dot(far) * near_height) / (heights * length_squared)
    } else {
        side.dot(near) / length_squared
    };
    left + side * along.clamp(0.0, 1.0)
}

/// The point of a portal with the cheapest way `from` → point → goal, where a metre before it costs so many times as much
/// as one behind it.
fn refracted(left: Vec2, right: Vec2, from: Vec2, ratio: f32) -> Vec2 {
    let gate = PortalEnds { left: left.as_dvec2(), right: right.as_dvec2() };
    let along = cheapest(&gate, [from.as_dvec2(), DVec2::ZERO], [ratio as f64, 1.0]);
    gate.left.lerp(gate.right, along).as_vec2()
}

/// At how many places of an exit ways are searched: where they aim at; on uneven ground also evenly along it, as the
/// cheapest way need not aim at the goal. After Lyudmil Aleksandrov, Anil Maheshwari, Jörg-Rüdiger Sack, *Determining
/// Approximate Shortest Paths on Weighted Polyhedral Surfaces* (2005).
fn places(entry: Entry, even: bool) -> u32 {
    match entry {
        _ if even => 1,
        Entry::Midpoint => 1,
        Entry::Crossing => 5,
        Entry::Portals | Entry::Exact => 9,
    }
}
