//! The shortest path there is: A* over the taut corner graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::{DVec2, Vec2};

use super::corner_graph::{CornerGraph, Node};
use crate::cells::CellId;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::sight::sweep::View;
use crate::tolerances::{STRAIGHT, TAUT_SLACK};

/// No node: the start.
const START: Node = Node::MAX;

/// What a search knows of a node; meaningless where the stamp is not the search's.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    stamp: u32,
    parent: Node,
    /// The number of the last leg.
    leg: u32,
    closed: bool,
    /// Whether the goal is seen from the node.
    sees_goal: bool,
    /// Its last direction, of length 1.
    way: Vec2,
    /// The length of the way to the node.
    cost: f64,
    /// The straight distance to the goal.
    left: f64,
    /// Settles ties by where the node is: its number depends on what was asked before.
    mark: u32,
}

/// The ways that a search has found so far.
#[derive(Clone, Debug, Default)]
struct Open {
    stamp: u32,
    goal: DVec2,
    labels: Vec<Label>,
    /// Bits of the least length of the whole way, mark, node.
    heap: BinaryHeap<Reverse<(u64, u32, Node)>>,
    /// The length of the best way to the goal, and its last corner.
    best: (f64, Node),
}

/// A way to a node.
struct Offer {
    node: Node,
    /// What it is there.
    label: Label,
    /// Whether it may only end at a goal that is seen from the node.
    dead: bool,
}

impl Open {
    fn begin(&mut self, goal: DVec2) {
        self.heap.clear();
        self.goal = goal;
        self.best = (f64::INFINITY, START);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.labels.fill(Label::default());
            self.stamp = 1;
        }
    }

    /// The label of a node, empty where the search has not been there.
    fn label(&mut self, graph: &CornerGraph, node: Node) -> &mut Label {
        if self.labels.len() <= node as usize {
            self.labels.resize(graph.node_count(), Label::default());
        }
        let label = &mut self.labels[node as usize];
        if label.stamp != self.stamp {
            let position = graph.position(node);
            let (left, mark) = (position.distance(self.goal), mark(position));
            *label = Label {
                stamp: self.stamp,
                cost: f64::INFINITY,
                left,
                mark,
                parent: START,
                ..Label::default()
            };
        }
        label
    }

    fn mark_of(&self, node: Node) -> u32 {
        if node == START { 0 } else { self.labels[node as usize].mark }
    }

    /// Offers a way to a node; keeps it if it is the best so far and may still lead to a better way to the goal.
    fn offer(&mut self, graph: &CornerGraph, offer: Offer) {
        let node = offer.node;
        let old = *self.label(graph, node);
        let estimate = offer.label.cost + old.left;
        let hopeless = estimate > self.best.0 || (offer.dead && !old.sees_goal);
        if hopeless || offer.label.cost > old.cost {
            return;
        }
        let tie = offer.label.cost == old.cost;
        if tie && self.mark_of(old.parent) <= self.mark_of(offer.label.parent) {
            return;
        }
        let Label { stamp, sees_goal, left, mark, .. } = old;
        let closed = tie && old.closed;
        self.labels[node as usize] = Label { stamp, sees_goal, left, mark, closed, ..offer.label };
        if sees_goal {
            let tie = estimate == self.best.0;
            if !tie || mark < self.mark_of(self.best.1) {
                self.best = (estimate, node);
            }
        } else if !tie {
            // Non-negative floats order like their bits.
            self.heap.push(Reverse((estimate.to_bits(), mark, node)));
        }
    }
}

/// Tells places apart, in no order that means anything; never 0.
fn mark(place: DVec2) -> u32 {
    let mixed = place.x.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ place.y.to_bits();
    (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as u32 | 1
}

/// The scratch of exact searches, and what they know of the mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactSearch {
    graph: CornerGraph,
    open: Open,
    nodes: Vec<Node>,
    expanded: u32,
    from: Vec2,
    to: Vec2,
    is_straight: bool,
}

/// The start or the goal of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) cell: CellId,
    pub(crate) point: Vec2,
}

impl ExactSearch {
    /// Begins to look for the shortest path.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, from: End, to: End) {
        let ends = [from, to].map(|end| (end.cell, quantised(end.point)));
        (self.from, self.to, self.expanded) = (from.point, to.point, 0);
        self.is_straight = mesh.is_straight(ends[0], ends[1]);
        if self.is_straight {
            return;
        }
        self.graph.follow(mesh);
        let (origin, target) = (from.point.as_dvec2(), to.point.as_dvec2());
        self.open.begin(target);
        let view = View { point: ends[1].1, target: None };
        self.graph.nodes_in_sight(mesh, view, true, &mut self.nodes);
        for &node in &self.nodes {
            self.open.label(&self.graph, node).sees_goal = true;
        }
        let view = View { point: ends[0].1, target: Some((to.cell, target)) };
        if self.graph.nodes_in_sight(mesh, view, false, &mut self.nodes) {
            self.open.best = (origin.distance(target), START);
        }
        for &node in &self.nodes {
            let way = self.graph.position(node) - origin;
            let cost = way.length();
            let way = (way / cost).as_vec2();
            let label = Label { parent: START, leg: u32::MAX, way, cost, ..Label::default() };
            self.open.offer(&self.graph, Offer { node, label, dead: false });
        }
    }

    /// Expands up to `limit` corners, on the mesh as it was at the beginning; returns whether the search is over.
    pub(crate) fn run(&mut self, mesh: &NavMesh, limit: u32) -> bool {
        let last = self.expanded.saturating_add(limit);
        while !self.is_straight && self.expanded < last {
            let Some(Reverse((estimate, _, node))) = self.open.heap.pop() else { return true };
            if f64::from_bits(estimate) > self.open.best.0 {
                return true;
            }
            let label = &mut self.open.labels[node as usize];
            if std::mem::replace(&mut label.closed, true) {
                continue;
            }
            let label = *label;
            let other = self.open.labels.get((node ^ 1) as usize);
            if other.is_some_and(|other| {
                other.stamp == label.stamp && other.cost < label.cost * (1.0 - STRAIGHT)
            }) {
                continue; // the same corner with the other turn is the same place
            }
            self.expanded += 1;
            let legs = self.graph.legs(mesh, node);
            let sign = if node.is_multiple_of(2) { 1.0 } else { -1.0 };
            let mut followed = 0;
            for number in legs {
                let leg = *self.graph.leg(number);
                // Those that turn most come first.
                if sign * label.way.perp_dot(leg.way) < -TAUT_SLACK {
                    break;
                }
                followed += 1;
                let dead = !self.graph.leads_on(number);
                let cost = label.cost + leg.length;
                let label =
                    Label { parent: node, leg: number, way: leg.way, cost, ..Label::default() };
                self.open.offer(&self.graph, Offer { node: leg.to, label, dead });
            }
            if followed == 0 {
                self.graph.bury(label.leg);
            }
        }
        self.is_straight
    }

    /// How many corners were expanded.
    pub(crate) fn expanded(&self) -> u32 {
        self.expanded
    }

    /// Whether a way was found, once the search is over.
    pub(crate) fn found(&self) -> bool {
        self.is_straight || self.open.best.0 < f64::INFINITY
    }

    /// Puts the points of the shortest path into `points`.
    pub(crate) fn points(&self, points: &mut Vec<Vec2>) {
        points.clear();
        points.push(self.to);
        if self.is_straight {
            points.insert(0, self.from);
            return;
        }
        let mut node = self.open.best.1;
        while node != START {
            let point = self.graph.position(node).as_vec2();
            if points.last() != Some(&point) {
                points.push(point);
            }
            node = self.open.labels[node as usize].parent;
        }
        if points.len() == 1 || points.last() != Some(&self.from) {
            points.push(self.from);
        }
        points.reverse();
    }
}
