//! The shortest path there is: A* over the taut corner graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::{DVec2, Vec2};

use super::charted::{Charted, Guide};
use super::corner_graph::CornerGraph;
use super::legs::{TautGraph, TautNode, is_taut};
use crate::cells::id::CellId;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::tolerances::{METRES_PER_UNIT, MOST_BOUND, NEXT_HORIZON, STRAIGHT};

/// Corners that look in the direction of the goal and are asked one by one whether they see it, before the goal looks
/// round: on short ways that is less work, on long ones little more.
const MOST_ASKED: u32 = 8;

/// No node: the start.
const START: TautNode = TautNode::MAX;

/// What a search knows of a node; meaningless where the stamp is not the search's.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    stamp: u32,
    parent: TautNode,
    /// The number of the last leg.
    leg: u32,
    closed: bool,
    /// Whether the goal is seen from the node.
    sees_goal: bool,
    /// Its last direction, of any length.
    way: Vec2,
    /// The length of the way to the node.
    cost: f64,
    /// The length of the way on to the goal where that is seen; else that or less, times the weight.
    left: f64,
    /// Settles ties by where the node is: its number depends on what was asked before.
    mark: u32,
}

/// The ways that a search has found so far.
#[derive(Clone, Debug, Default)]
struct OpenLegs {
    stamp: u32,
    goal: DVec2,
    /// How much dearer the way that is left counts: so many times as long as the shortest may a way be.
    weight: f64,
    labels: Vec<Label>,
    /// Bits of the least length of the whole way, mark, node.
    heap: BinaryHeap<Reverse<(u64, u32, TautNode)>>,
    /// The length of the best way to the goal, and its last corner.
    best: (f64, TautNode),
    /// The least length of a way over what was not looked at yet from the start.
    beyond: f64,
}

/// A way to a node.
struct Offer {
    node: TautNode,
    /// What it is there.
    label: Label,
    /// Whether it may only end at a goal that is seen from the node.
    dead: bool,
}

impl OpenLegs {
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
    fn label(&mut self, ways: &impl TautGraph, node: TautNode) -> &mut Label {
        let (goal, weight) = (self.goal, self.weight);
        self.label_with(ways, node, || weight * ways.left(node, goal))
    }

    /// Remembers that the goal is seen from a node.
    fn see_goal_from(&mut self, ways: &impl TautGraph, node: TautNode) {
        let straight = ways.position(node).distance(self.goal);
        let label = self.label_with(ways, node, || straight);
        (label.sees_goal, label.left) = (true, straight);
        let (length, mark) = (label.cost + straight, label.mark);
        self.arrive(node, length, mark);
    }

    /// Keeps a way to the goal whose last corner is a node, if it is the best so far.
    fn arrive(&mut self, node: TautNode, length: f64, mark: u32) {
        let tie = length == self.best.0 && length < f64::INFINITY;
        if length < self.best.0 || tie && mark < self.mark_of(self.best.1) {
            self.best = (length, node);
        }
    }

    fn label_with(
        &mut self,
        ways: &impl TautGraph,
        node: TautNode,
        left: impl FnOnce() -> f64,
    ) -> &mut Label {
        if self.labels.len() <= node as usize {
            self.labels.resize(ways.node_count(), Label::default());
        }
        let label = &mut self.labels[node as usize];
        if label.stamp != self.stamp {
            *label = Label {
                stamp: self.stamp,
                cost: f64::INFINITY,
                left: left(),
                mark: mark(ways.position(node)),
                parent: START,
                ..Label::default()
            };
        }
        label
    }

    fn mark_of(&self, node: TautNode) -> u32 {
        if node == START { 0 } else { self.labels[node as usize].mark }
    }

    /// Returns whether a way to a node is surely longer than what was found before.
    fn is_dearer(&self, node: TautNode, cost: f64) -> bool {
        self.labels.get(node as usize).is_some_and(|label| {
            label.stamp == self.stamp && (cost > label.cost || cost + label.left > self.best.0)
        })
    }

    /// Offers a way to a node; keeps it if it is the best so far and may still lead to a better way to the goal.
    fn offer(&mut self, ways: &impl TautGraph, offer: Offer) {
        let node = offer.node;
        let known = self.labels.get(node as usize).filter(|label| label.stamp == self.stamp);
        if offer.dead && !known.is_some_and(|label| label.sees_goal) {
            return;
        }
        let old = *self.label(ways, node);
        let estimate = offer.label.cost + old.left;
        if !estimate.is_finite() || estimate > self.best.0 || offer.label.cost > old.cost {
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
            self.arrive(node, estimate, mark);
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
    guide: Guide,
    steps: RouteScratch,
}

/// The start or the goal of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    pub(crate) cell: CellId,
    pub(crate) point: Vec2,
}

/// Both.
#[derive(Clone, Copy, Debug)]
struct Terminals {
    from: Terminal,
    to: Terminal,
    /// Whether the goal is surely not seen from the start.
    hidden: bool,
}

impl ExactSearch {
    /// From now on what it expands does not depend on what was asked before.
    pub(crate) fn become_steady(&mut self) {
        self.graph.become_steady();
    }

    /// Begins to look for a path that is at most `bound` times as long as the shortest.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, [from, to]: [Terminal; 2], bound: f32) {
        let ends = [from, to].map(|end| (end.cell, quantised(end.point)));
        self.steps.expanded = 0;
        self.steps.points.clear();
        let free = mesh.is_straight(ends[0], ends[1]);
        if free == Some(true) {
            self.steps.points.extend([from.point, to.point]);
            return;
        }
        // What is no number counts as 1, too.
        let bound = if bound > 1.0 { bound.min(MOST_BOUND) } else { 1.0 };
        self.steps.open.weight = bound as f64;
        let ends = Terminals { from, to, hidden: free.is_some() };
        match mesh.cells.chart() {
            Some((ground, chart)) => {
                let mut legs = Charted::new(ground, chart, &mut self.guide);
                self.steps.begin(mesh, &mut legs, ends)
            }
            None => self.steps.begin(mesh, &mut self.graph, ends),
        }
    }

    /// Learns more of the mesh, if earlier searches were long enough to make that worth while.
    pub(crate) fn learn(&mut self, mesh: &NavMesh) {
        if mesh.cells.chart().is_none() {
            self.graph.find_dead_ends(mesh);
        }
    }

    /// Expands up to `limit` corners, on the mesh as it was at the beginning; returns whether the search is over.
    pub(crate) fn run(&mut self, mesh: &NavMesh, limit: u32) -> bool {
        match mesh.cells.chart() {
            Some((ground, chart)) => {
                let mut legs = Charted::new(ground, chart, &mut self.guide);
                self.steps.run(mesh, &mut legs, limit)
            }
            None => self.steps.run(mesh, &mut self.graph, limit),
        }
    }

    /// Returns how many corners were expanded.
    pub(crate) fn expanded(&self) -> u32 {
        self.steps.expanded
    }

    /// Returns whether a way was found, once the search is over.
    pub(crate) fn found(&self) -> bool {
        !self.steps.points.is_empty()
    }

    /// Puts the points of the shortest path into `points`.
    pub(crate) fn points(&self, points: &mut Vec<Vec2>) {
        points.clone_from(&self.steps.points);
    }
}

/// The scratch of the search itself.
#[derive(Clone, Debug, Default)]
struct RouteScratch {
    open: OpenLegs,
    /// The nodes that the start sees, and those that see the goal.
    nodes: Vec<TautNode>,
    last: Vec<TautNode>,
    /// Whether it is known from which nodes the goal is seen; until then each is asked when its turn comes.
    aimed: bool,
    /// How many nodes were asked so far.
    asked: u32,
    goal: Option<CellId>,
    expanded: u32,
    from: Vec2,
    to: Vec2,
    /// The path, once it is found.
    points: Vec<Vec2>,
}

impl RouteScratch {
    fn begin<W: TautGraph>(
        &mut self,
        mesh: &NavMesh,
        ways: &mut W,
        Terminals { from, to, hidden }: Terminals,
    ) {
        (self.from, self.to) = (from.point, to.point);
        self.open.begin(to.point.as_dvec2());
        ways.begin(mesh, [from, to].map(|end| (end.cell, quantised(end.point))));
        let goal = (!hidden).then_some(to.cell);
        if ways.set_out(mesh, [from.point, to.point], goal, &mut self.nodes) {
            self.points.extend([from.point, to.point]);
            return;
        }
        (self.aimed, self.asked, self.goal) = (false, 0, Some(to.cell));
        if !W::AIMS_LATE || !hidden {
            self.aim(mesh, ways);
        }
        self.set_out(ways);
    }

    /// Offers the ways to what was seen last from the start.
    fn set_out(&mut self, ways: &impl TautGraph) {
        self.open.beyond = ways.least_beyond();
        let origin = self.from.as_dvec2();
        let apex = quantised(self.from).as_dvec2() * METRES_PER_UNIT;
        for &node in &self.nodes {
            let place = ways.position(node);
            let cost = place.distance(origin);
            // What is in sight is so from the lattice point: what is taut must be, too.
            let way = (place - apex).as_vec2();
            let label = Label { parent: START, leg: u32::MAX, way, cost, ..Label::default() };
            self.open.offer(ways, Offer { node, label, dead: false });
        }
    }

    /// Finds out from which nodes the goal is seen.
    fn aim(&mut self, mesh: &NavMesh, ways: &mut impl TautGraph) {
        self.aimed = true;
        ways.aim(mesh, self.to, &mut self.last);
        for &node in &self.last {
            self.open.see_goal_from(ways, node);
        }
    }

    /// Finds out whether the goal is seen from a node whose turn has come.
    fn look_for_goal(&mut self, mesh: &NavMesh, ways: &mut impl TautGraph, node: TautNode) {
        let asked = self.goal.filter(|_| self.asked < MOST_ASKED);
        ways.legs(mesh, node);
        if asked.is_some_and(|cell| !ways.may_see(mesh, node, (cell, self.to))) {
            return;
        }
        self.asked += 1;
        match asked.and_then(|cell| ways.sees(mesh, node, (cell, self.to))) {
            Some(true) => self.open.see_goal_from(ways, node),
            Some(false) => (),
            None => self.aim(mesh, ways),
        }
    }

    fn run(&mut self, mesh: &NavMesh, ways: &mut impl TautGraph, limit: u32) -> bool {
        if !self.points.is_empty() {
            return true;
        }
        let last = self.expanded.saturating_add(limit);
        while self.expanded < last {
            let OpenLegs { heap, best, beyond, .. } = &mut self.open;
            let next = heap.peek().map_or(f64::INFINITY, |Reverse(next)| f64::from_bits(next.0));
            if next.min(best.0) > *beyond {
                // Nothing beyond the best way is of use; without one, a little more than what is asked for.
                let most = best.0.min(next * NEXT_HORIZON);
                ways.look_beyond(mesh, most, &mut self.nodes);
                self.set_out(ways);
                continue;
            }
            let next = if next <= best.0 { heap.pop() } else { None };
            let Some(Reverse((.., node))) = next else {
                self.trace(ways);
                return true;
            };
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
            if !self.aimed {
                self.look_for_goal(mesh, ways, node);
            }
            self.expand(mesh, ways, node, label);
        }
        false
    }

    fn expand<W: TautGraph>(&mut self, mesh: &NavMesh, ways: &mut W, node: TautNode, label: Label) {
        self.expanded += 1;
        let mut followed = 0;
        for number in ways.legs(mesh, node) {
            let leg = ways.leg(node, number);
            // Those that turn most come first.
            if !is_taut(node, label.way, leg.way) {
                break;
            }
            followed += 1;
            let cost = label.cost + leg.length;
            if self.open.is_dearer(leg.to, cost) {
                continue;
            }
            let may_see =
                |ways: &W| self.goal.is_none_or(|cell| ways.may_see(mesh, leg.to, (cell, self.to)));
            let dead = !ways.leads_on(number) && (self.aimed || !may_see(ways));
            let label = Label { parent: node, leg: number, way: leg.way, cost, ..Label::default() };
            self.open.offer(ways, Offer { node: leg.to, label, dead });
        }
        if followed == 0 {
            ways.bury(label.leg);
        }
    }

    /// Finds the corners of the best way, between its ends; nothing, where there is none.
    fn trace(&mut self, ways: &impl TautGraph) {
        if self.open.best.0 == f64::INFINITY {
            return;
        }
        let points = &mut self.points;
        points.push(self.to);
        let mut node = self.open.best.1;
        while node != START {
            let point = ways.position(node).as_vec2();
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
