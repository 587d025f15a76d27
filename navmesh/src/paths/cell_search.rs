//! A* from cell to cell, or from portal to portal.
//!
//! Nodes are cells, or, for [`Entry::Portals`], the ways into them. Positions are relative to the goal, in f32: they only
//! decide which corridor is taken. A node keeps the best way into it that was found before it was closed; it is never
//! opened again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use glam::{DVec2, Vec2};

use super::exits::{Exit, Exits};
use super::funnel::Gate;
use super::options::Entry;
use crate::cells::CellId;
use crate::mesh::NavMesh;

/// No exit: what the start was entered through.
const START: u32 = u32::MAX;

/// What a search knows of a node; meaningless where the stamp is not the search's.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
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
    nodes: Vec<Node>,
    heap: BinaryHeap<Reverse<u64>>,
    /// A node that is open but not in the heap: a corridor's next cell is mostly the best at once.
    held: u64,
    entry: Entry,
    /// Whether the nodes are exits.
    by_exits: bool,
    goal: u32,
    /// What windows tell the goal by.
    goal_order: u32,
    origin: DVec2,
    target: DVec2,
    /// The node in which the goal was reached.
    last: u32,
    expanded: u32,
}

/// Above all keys: no node is held.
const NONE: u64 = u64::MAX;

/// A way into a cell that is to be expanded.
struct Way {
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
        entry: Entry,
    ) {
        self.by_exits = entry == Entry::Portals;
        self.start(mesh, start, goal, entry);
    }

    /// The same, from portal to portal whatever the entry.
    #[cfg(test)]
    pub(crate) fn begin_by_exits(
        &mut self,
        mesh: &NavMesh,
        start: (CellId, DVec2),
        goal: (CellId, DVec2),
        entry: Entry,
    ) {
        self.by_exits = true;
        self.start(mesh, start, goal, entry);
    }

    fn start(
        &mut self,
        mesh: &NavMesh,
        start: (CellId, DVec2),
        goal: (CellId, DVec2),
        entry: Entry,
    ) {
        self.exits.follow(mesh);
        self.heap.clear();
        (self.held, self.expanded, self.entry) = (NONE, 0, entry);
        (self.origin, self.target) = (start.1, goal.1);
        self.goal = self.exits.number(mesh, goal.0);
        self.goal_order = self.exits.order(mesh, goal.0);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.fill(Node::default());
            self.stamp = 1;
        }
        let cell = self.exits.number(mesh, start.0);
        let entry = (start.1 - goal.1).as_vec2();
        self.make_room();
        self.last = START;
        if cell != self.goal {
            if !self.by_exits {
                let node = Node { stamp: self.stamp, via: START, cost: 0.0, rank: CLOSED, entry };
                self.nodes[cell as usize] = node;
            }
            self.expand(mesh, Way { cell, through: START, cost: 0.0, entry });
        }
    }

    /// Expands up to `limit` nodes; returns whether the search is over.
    pub(crate) fn run(&mut self, mesh: &NavMesh, limit: u32) -> bool {
        for _ in 0..limit {
            let Some(number) = self.next() else { return true };
            let node = self.nodes[number as usize];
            let (cell, through) = if self.by_exits {
                (self.exits.number(mesh, self.exits.exit(number).to), number)
            } else {
                (number, node.via)
            };
            if cell == self.goal {
                self.last = number;
                return true;
            }
            self.expand(mesh, Way { cell, through, cost: node.cost, entry: node.entry });
        }
        false
    }

    /// How many nodes were expanded.
    pub(crate) fn expanded(&self) -> u32 {
        self.expanded
    }

    /// The length of the way that was found, through the entries and not pulled; metres.
    pub(crate) fn cost(&self) -> f32 {
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
        gates: &mut Vec<Gate>,
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
            let from = self.exits.exit(exit).from;
            corridor.push(self.exits.cell(from));
            exits.push(exit);
            exit = self.nodes[if self.by_exits { exit } else { from } as usize].via;
        }
        corridor.reverse();
        exits.reverse();
        gates.clear();
        gates.extend(exits.iter().map(|&exit| self.exits.gate(exit)));
    }

    fn make_room(&mut self) {
        let limit = self.exits.cell_limit().max(self.exits.exit_limit());
        if self.nodes.len() < limit {
            self.nodes.resize(limit, Node::default());
        }
    }

    /// Offers all ways out of a cell but the one back.
    fn expand(&mut self, mesh: &NavMesh, way: Way) {
        self.expanded += 1;
        let corner = (self.exits.corner(way.cell) - self.target).as_vec2();
        let back = if way.through == START { START } else { self.exits.exit(way.through).from };
        for number in self.exits.of(way.cell) {
            let exit = *self.exits.exit(number);
            if !self.exits.may_lead_to(&exit, self.goal_order) {
                continue;
            }
            let cell = self.exits.known(exit.to).unwrap_or_else(|| {
                let cell = self.exits.number(mesh, exit.to);
                self.make_room();
                cell
            });
            let (id, via) = if self.by_exits { (number, way.through) } else { (cell, number) };
            let known = &self.nodes[id as usize];
            if cell == back || (known.stamp == self.stamp && known.rank == CLOSED) {
                continue;
            }
            let entry = entry_point(self.entry, &exit, corner, way.entry);
            let cost = way.cost + way.entry.distance(entry);
            let estimate = cost + entry.length();
            let rank = if self.entry == Entry::Midpoint { cost } else { estimate };
            if known.stamp == self.stamp && known.rank <= rank {
                continue;
            }
            self.nodes[id as usize] = Node { stamp: self.stamp, via, cost, rank, entry };
            // Non-negative floats order like their bits; ties go to the lower number, on every machine.
            self.open((estimate.to_bits() as u64) << 32 | id as u64);
        }
    }

    fn open(&mut self, key: u64) {
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
            let node = &mut self.nodes[key as u32 as usize];
            if node.rank != CLOSED {
                node.rank = CLOSED;
                return Some(key as u32);
            }
        }
    }
}

/// Where a way enters an exit; positions are relative to the goal.
fn entry_point(entry: Entry, exit: &Exit, corner: Vec2, from: Vec2) -> Vec2 {
    let (left, right) = (corner + exit.left, corner + exit.right);
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
