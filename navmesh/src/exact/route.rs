//! The shortest path there is: A* over the taut corner graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::{DVec2, Vec2};

use super::corner_graph::{CornerGraph, Leg, Node};
use super::visibility::View;
use crate::cells::CellId;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::queries::ray::Ray;
use crate::tolerances::STRAIGHT;

/// No node: the start.
const START: Node = Node::MAX;

/// What a search knows of a node; meaningless where the stamp is not the search's.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    stamp: u32,
    parent: Node,
    /// The number of the last leg.
    leg: u32,
    /// The length of the way to the node.
    cost: f64,
    /// Its last direction, of length 1.
    way: DVec2,
    /// The straight distance to the goal.
    left: f64,
    closed: bool,
    /// Whether the goal is seen from the node.
    sees_goal: bool,
}

/// The ways that a search has found so far.
#[derive(Clone, Debug, Default)]
struct Open {
    stamp: u32,
    goal: DVec2,
    labels: Vec<Label>,
    /// Where the nodes are.
    positions: Vec<DVec2>,
    heap: BinaryHeap<Reverse<u64>>,
    /// The length of the best way to the goal, and its last corner.
    best: (f64, Node),
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

    /// Labels for all corners that are known by now.
    fn grow(&mut self, graph: &CornerGraph) {
        let count = graph.node_count();
        self.labels.resize(count.max(self.labels.len()), Label::default());
        let known = self.positions.len();
        self.positions.extend((known..count).map(|node| graph.position(node as Node)));
    }

    /// The label of a node, empty where the search has not been there.
    fn label(&mut self, node: Node) -> &mut Label {
        let label = &mut self.labels[node as usize];
        if label.stamp != self.stamp {
            let left = self.positions[node as usize].distance(self.goal);
            *label = Label { stamp: self.stamp, cost: f64::INFINITY, left, ..Label::default() };
        }
        label
    }

    /// Offers a way to a node; keeps it if it is the best so far and may still lead to a better way to the goal.
    fn offer(&mut self, leg: &Leg, number: u32, parent: Node, before: f64) {
        let (node, best, cost) = (leg.to, self.best.0, before + leg.length);
        let label = self.label(node);
        let estimate = cost + label.left;
        if label.cost <= cost || estimate >= best || (leg.dead && !label.sees_goal) {
            return;
        }
        *label = Label { parent, leg: number, cost, way: leg.way, closed: false, ..*label };
        if label.sees_goal {
            self.best = (estimate, node);
        } else {
            // Non-negative floats order like their bits; ties go to the lower number, on every machine.
            self.heap.push(Reverse(((estimate as f32).to_bits() as u64) << 32 | node as u64));
        }
    }
}

/// The scratch of exact searches, and what they know of the mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactSearch {
    graph: CornerGraph,
    open: Open,
    nodes: Vec<Node>,
    expanded: u32,
}

/// The start or the goal of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) cell: CellId,
    pub(crate) point: Vec2,
}

impl ExactSearch {
    /// The points of the shortest path, and how many corners were expanded. `None`: no way was found.
    pub(crate) fn route(&mut self, mesh: &NavMesh, from: End, to: End) -> Option<(Vec<Vec2>, u32)> {
        if mesh.ray_cast(from.point, to.point) == Ok(Ray::Clear) {
            return Some((vec![from.point, to.point], 0));
        }
        if self.graph.follow(mesh) {
            self.open.positions.clear();
        }
        let (origin, target) = (from.point.as_dvec2(), to.point.as_dvec2());
        self.open.begin(target);
        self.expanded = 0;
        let view = View { point: quantised(to.point), target: None };
        self.graph.nodes_in_sight(mesh, view, true, &mut self.nodes);
        self.open.grow(&self.graph);
        for &node in &self.nodes {
            self.open.label(node).sees_goal = true;
        }
        let view = View { point: quantised(from.point), target: Some((to.cell, target)) };
        let seen = self.graph.nodes_in_sight(mesh, view, false, &mut self.nodes);
        self.open.grow(&self.graph);
        if seen {
            self.open.best = (origin.distance(target), START);
        }
        for &node in &self.nodes {
            let leg = self.graph.position(node) - origin;
            let length = leg.length();
            let leg = Leg { to: node, dead: false, way: leg / length, length };
            self.open.offer(&leg, u32::MAX, START, 0.0);
        }
        self.run(mesh);
        let found = self.open.best.0 < f64::INFINITY;
        found.then(|| (self.points(from.point, to.point), self.expanded))
    }

    fn run(&mut self, mesh: &NavMesh) {
        while let Some(Reverse(key)) = self.open.heap.pop() {
            if f32::from_bits((key >> 32) as u32) as f64 >= self.open.best.0 {
                break;
            }
            let node = key as u32;
            let label = &mut self.open.labels[node as usize];
            if std::mem::replace(&mut label.closed, true) {
                continue;
            }
            let label = *label;
            let other = self.open.labels[(node ^ 1) as usize];
            if other.stamp == label.stamp && other.cost < label.cost * (1.0 - STRAIGHT) {
                continue; // the same corner with the other turn is the same place
            }
            self.expanded += 1;
            if !self.graph.learn(mesh, node) {
                self.open.grow(&self.graph);
            }
            let sign = if node.is_multiple_of(2) { 1.0 } else { -1.0 };
            let (legs, first) = self.graph.legs(node);
            // Those that turn most come first.
            let tauter = |leg: &&Leg| sign * label.way.perp_dot(leg.way) >= -STRAIGHT;
            let mut next = first;
            for leg in legs.iter().take_while(tauter) {
                self.open.offer(leg, next, node, label.cost);
                next += 1;
            }
            if next == first {
                self.graph.bury(label.leg);
            }
        }
    }

    /// The corners of the best way, between its ends.
    fn points(&self, from: Vec2, to: Vec2) -> Vec<Vec2> {
        let mut points = vec![to];
        let mut node = self.open.best.1;
        while node != START {
            let point = self.graph.position(node).as_vec2();
            if points.last() != Some(&point) {
                points.push(point);
            }
            node = self.open.labels[node as usize].parent;
        }
        if points.len() == 1 || points.last() != Some(&from) {
            points.push(from);
        }
        points.reverse();
        points
    }
}
