//! Paths over links: A* over the ends of links, whose legs over the ground are searched only once nothing cheaper is
//! left to try.
//!
//! After Benjamin Cohen, Mike Phillips, Maxim Likhachev, *Planning Single-arm Manipulations with n-Arm Robots* (2014),
//! who call it lazy: a leg waits with the straight distance as its cost until it is the best; then its path is found,
//! and it waits again with what that really costs.
//!
//! Which links may come next is not listed for each end of a link: they are found by place, the best first
//! ([`LinkTrees`]). What a path costs from a point on is at least the straight distance to the goal, and what the links
//! that join the parts of the ground on the way there cost more than that.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::link_tree::{Below, LinkTrees};
use super::options::{Path, PathLink};
use super::part_graph::PartGraph;
use crate::areas::KindCosts;
use crate::cells::CellId;
use crate::links::LinkId;
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tiles::crossings::Joins;
use crate::tiles::islands::Component;
use crate::tiles::tiling::State;
use crate::tolerances::LINK_BOUND_SLACK;

/// A direction of a link that the query may use.
#[derive(Clone, Copy, Debug)]
struct Way {
    link: LinkId,
    from: Vec2,
    to: Vec2,
    cost: f64,
    /// The parts of the ground at both ends; `None` where no leg ends or begins.
    parts: [Option<u32>; 2],
    /// Which of the joins between parts it is one of.
    join: Option<u32>,
}

/// Where legs over the ground begin: at the end of a way, or at the start.
#[derive(Clone, Copy, Debug)]
struct Source {
    /// The number of the way; [`START`] for the start of the query.
    from: usize,
    at: Vec2,
    /// What the whole path costs up to there.
    before: f64,
}

/// A leg over the ground: from a source to the beginning of a way, or, with the number of ways, to the goal.
#[derive(Clone, Copy, Debug)]
struct Leg {
    source: u32,
    to: usize,
}

/// How a leg was found by which the end of a way, or the goal, was reached: the way before it, and the number of its path.
#[derive(Clone, Copy, Debug)]
struct Reached {
    from: usize,
    path: usize,
}

/// What waits: the bits of what a path costs at least, the number of the source, the number of a node of the trees or, above
/// those, of a way, and the number of the leg's path, once that is known. Of equal ones the leg comes first whose source was
/// reached first, then the one to the way with the lower number.
type Waiting = (u64, u32, u32, u32);

const START: usize = usize::MAX;
const NO_PATH: u32 = u32::MAX;

/// What costs of links add up to is surely no less than this part of their sum, with all roundings.
const SURELY: f64 = 1.0 - 1e-12;

/// Beginning a search counts as expanding one node for so many ways.
const WAYS_OF_NODE: usize = 64;

/// What is to be done next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// To find the path of a leg with these ends over the ground: [`LinkedSearch::walk`].
    Walk((Vec2, Vec2)),
    /// To ask again.
    On,
    /// Nothing: the cheapest way is known, or there is none.
    Over,
}

/// The ways of one state of a mesh for one choice of kinds.
#[derive(Clone, Debug, Default)]
struct Ways {
    /// What they were taken from.
    states: Option<[Arc<State>; 2]>,
    kinds: KindCosts,
    all: Vec<Way>,
    /// What a metre of straight distance costs at least, links included: at most 1.
    least_cost: f64,
    /// The parts of the ground at their ends, in ascending order.
    parts: Vec<Component>,
    joins: PartGraph,
    /// For each join by how much more than straight distance it costs at least; for which part, and for each part by how much
    /// more it costs at least to get there.
    excess: Vec<f64>,
    surplus: (Option<u32>, Vec<f64>),
    heading: Heading,
}

/// What a path costs at least, told along a heading: what is walked gets on that way by its length at most, and a link counts by
/// what it costs beyond what it gets on that way.
#[derive(Clone, Debug, Default)]
struct Heading {
    /// As long as a metre of straight distance costs at least.
    along: DVec2,
    /// For each join what it costs at least beyond that, and by which way.
    weights: Vec<f64>,
    best: Vec<u32>,
    /// For each part what the joins on the way to the goal cost at least beyond that, and the first of these ways.
    least: Vec<f64>,
    via: Vec<u32>,
}

/// How often a heading is looked for: the second time what links get on is known.
const HEADINGS: usize = 2;

const NO_WAY: u32 = u32::MAX;

/// The scratch of a search over links, and where it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkedSearch {
    ends: (Vec2, Vec2),
    ways: Ways,
    trees: LinkTrees,
    goal_part: Option<u32>,
    sources: Vec<Source>,
    heap: BinaryHeap<Reverse<Waiting>>,
    /// For each way the leg by which its end was reached first, and so for the least cost.
    reached_by: Vec<Option<Reached>>,
    /// The paths of legs, of which only the first so many are of this search: the memory of the others is used again.
    paths: Vec<Path>,
    path_count: usize,
    /// The leg whose path is being looked for.
    walking: Option<Leg>,
    /// The leg that ends at the goal, once the cheapest way is known.
    last: Option<Reached>,
    /// The legs of that way, from the last to the first, each with the number of the way to which it leads.
    chain: Vec<(Reached, usize)>,
    expanded: u32,
}

impl NavMesh {
    /// The components that can be reached from a cell over links that may be used, in ascending order.
    pub(crate) fn reached_over_links(&self, start: CellId, kinds: &KindCosts) -> Vec<Component> {
        let start = self.component(start);
        if self.is_even(kinds) {
            return self.crossings().joins().reached(start).into_iter().collect();
        }
        let at = |point: Vec2| self.allowed_start(point, kinds).ok();
        let factors = [kinds, &self.definition().kinds];
        let ways = self.links().filter(|(_, link)| link.cost(factors).is_some());
        let ends = ways.flat_map(|(_, link)| link.ways());
        let joined = ends
            .filter_map(|[from, to]| Some([self.component(at(from)?), self.component(at(to)?)]));
        joined.collect::<Joins>().reached(start).into_iter().collect()
    }

    /// The part of the ground where legs over it end at a point.
    fn part_of_end(&self, point: Vec2, kinds: &KindCosts) -> Option<Component> {
        let Location::Cell(cell) = self.locate(point) else { return None };
        self.allowed_cell(point, cell, kinds).is_ok().then(|| self.component(cell))
    }

    /// The part of the ground where legs over it begin at a point.
    fn part_of_start(&self, point: Vec2, kinds: &KindCosts) -> Option<Component> {
        self.allowed_start(point, kinds).ok().map(|cell| self.component(cell))
    }
}

impl Ways {
    fn holds(&self, mesh: &NavMesh, kinds: &KindCosts) -> bool {
        let same = |states: &[Arc<State>; 2]| {
            states.iter().zip(mesh.states()).all(|(own, other)| Arc::ptr_eq(own, other))
        };
        self.kinds == *kinds && self.states.as_ref().is_some_and(same)
    }

    /// Takes in the links of a mesh, and where they lie.
    fn fill(&mut self, mesh: &NavMesh, kinds: &KindCosts) {
        (self.states, self.kinds) = (Some(mesh.states().map(Arc::clone)), *kinds);
        let (factors, is_even) = ([kinds, &mesh.definition().kinds], mesh.is_even(kinds));
        self.all.clear();
        let mut ends: Vec<[Option<Component>; 2]> = Vec::new();
        for ((link, whole), &known) in mesh.links().zip(&mesh.crossings().ends) {
            let Some(cost) = whole.cost(factors) else { continue };
            for ([from, to], known) in whole.ways().zip([known, [known[1], known[0]]]) {
                self.all.push(Way { link, from, to, cost, parts: [None; 2], join: None });
                ends.push(if is_even {
                    known
                } else {
                    [mesh.part_of_end(from, kinds), mesh.part_of_start(to, kinds)]
                });
            }
        }
        self.least_cost = self.all.iter().map(Way::rate).fold(1.0, f64::min);
        self.parts.clear();
        self.parts.extend(ends.iter().flatten().flatten());
        self.parts.sort_unstable();
        self.parts.dedup();
        for (way, ends) in self.all.iter_mut().zip(&ends) {
            let part = |part: Component| self.parts.binary_search(&part).ok();
            way.parts = ends.map(|end| end.and_then(part).map(|part| part as u32));
        }
        self.joins.fill(self.all.iter().filter_map(Way::joined));
        self.all.iter_mut().for_each(|way| way.join = self.joins.number(way.joined()));
        let excess = |way: &Way| way.surplus(self.least_cost);
        self.excess.clear();
        self.excess.resize(self.joins.count(), f64::INFINITY);
        for way in &self.all {
            let least = way.join.and_then(|join| self.excess.get_mut(join as usize));
            least.into_iter().for_each(|least| *least = least.min(excess(way)));
        }
        self.surplus = (None, Vec::new());
    }

    fn part(&self, component: Option<Component>) -> Option<u32> {
        Some(self.parts.binary_search(&component?).ok()? as u32)
    }

    /// By how much more than straight distance it costs at least to get from each part to that of the goal.
    fn find_surplus(&mut self, goal: Option<u32>) {
        if self.surplus.0 == goal && self.surplus.1.len() == self.parts.len() {
            return;
        }
        let mut least = std::mem::take(&mut self.surplus.1);
        self.joins.find_least(self.parts.len(), goal, &self.excess, &mut least, |_, _| ());
        self.surplus = (goal, least);
    }

    /// Finds the heading that tells most of what a path costs: that of walking, once all links on the way have been taken.
    fn find_heading(&mut self, ends: (Vec2, Vec2), parts: [Option<u32>; 2]) {
        let Self { all, joins, heading, least_cost, .. } = self;
        let whole = ends.1.as_dvec2() - ends.0.as_dvec2();
        let mut walked = whole;
        for _ in 0..HEADINGS {
            heading.along = walked.normalize_or_zero() * *least_cost;
            heading.weigh(all, joins.count());
            let Heading { best, weights, least, via, .. } = &mut *heading;
            via.clear();
            via.resize(self.parts.len(), NO_WAY);
            joins.find_least(self.parts.len(), parts[1], weights, least, |part, join| {
                via[part as usize] = best[join as usize];
            });
            walked = whole;
            let mut part = parts[0];
            while part != parts[1]
                && let Some(way) = part.and_then(|part| all.get(via[part as usize] as usize))
            {
                walked -= way.leap();
                part = way.parts[1];
            }
        }
    }

    /// What a path costs at least that goes on with a way to a goal.
    fn rest(&self, way: &Way, goal: Vec2) -> f64 {
        let [Some(_), Some(part)] = way.parts else { return f64::INFINITY };
        let (way_on, part) = (goal.as_dvec2() - way.to.as_dvec2(), part as usize);
        let straight = way_on.length() * self.least_cost + self.surplus.1[part] * SURELY;
        let Heading { along, least, .. } = &self.heading;
        let headed = along.dot(way_on) + least[part] * SURELY - LINK_BOUND_SLACK;
        way.cost + straight.max(headed)
    }
}

impl Heading {
    /// Finds what each join costs at least, beyond what it gets on that way, and by which of the ways.
    fn weigh(&mut self, ways: &[Way], join_count: usize) {
        let Self { along, weights, best, .. } = self;
        weights.clear();
        weights.resize(join_count, f64::INFINITY);
        best.clear();
        best.resize(join_count, NO_WAY);
        for (number, way) in ways.iter().enumerate() {
            let Some(join) = way.join.map(|join| join as usize) else { continue };
            let cost = (way.cost - along.dot(way.leap())).max(0.0);
            if cost < weights[join] {
                (weights[join], best[join]) = (cost, number as u32);
            }
        }
    }
}

impl Way {
    /// From its beginning to its end.
    fn leap(&self) -> DVec2 {
        self.to.as_dvec2() - self.from.as_dvec2()
    }

    fn length(&self) -> f64 {
        self.leap().length()
    }

    /// To which part it leads, and from which.
    fn joined(&self) -> Option<[u32; 2]> {
        Some([self.parts[1]?, self.parts[0]?])
    }

    /// What a metre of it costs.
    fn rate(&self) -> f64 {
        let length = self.length();
        if length > 0.0 { self.cost / length } else { 1.0 }
    }

    /// By how much more it costs than straight distance at least does.
    fn surplus(&self, least_cost: f64) -> f64 {
        (self.cost - least_cost * self.length()).max(0.0)
    }
}

impl LinkedSearch {
    /// Begins a search, and forgets the last one.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, ends: (Vec2, Vec2), kinds: &KindCosts) {
        self.ends = ends;
        if !self.ways.holds(mesh, kinds) {
            self.ways.fill(mesh, kinds);
            let places: Vec<Vec2> = self.ways.all.iter().map(|way| way.from).collect();
            let part = |way: &Way| way.parts[0].filter(|_| way.parts[1].is_some());
            let parts: Vec<Option<u32>> = self.ways.all.iter().map(part).collect();
            self.trees.fill(&places, &parts, self.ways.parts.len());
        }
        let goal = mesh.part_of_end(ends.1, kinds);
        let start = mesh.part_of_start(ends.0, kinds);
        self.goal_part = self.ways.part(goal);
        self.ways.find_surplus(self.goal_part);
        let parts = [self.ways.part(start), self.goal_part];
        self.ways.find_heading(ends, parts);
        let Self { ways, trees, .. } = self;
        let rests = ways.all.iter().map(|way| ways.rest(way, ends.1));
        trees.begin((ends.1, ways.heading.along), rests);
        self.reached_by.clear();
        self.reached_by.resize(self.ways.all.len(), None);
        self.sources.clear();
        self.heap.clear();
        self.expanded = (self.ways.all.len() / WAYS_OF_NODE) as u32;
        (self.path_count, self.walking, self.last) = (0, None, None);
        let source = Source { from: START, at: ends.0, before: 0.0 };
        self.leave(source, parts[0], start == goal);
    }

    /// Whether the path of a leg is being looked for.
    pub(crate) fn is_walking(&self) -> bool {
        self.walking.is_some()
    }

    /// Whether a way to the goal was found.
    pub(crate) fn found(&self) -> bool {
        self.last.is_some()
    }

    /// Takes the best that waits: finds out what is to be done for it.
    pub(crate) fn next(&mut self) -> Step {
        let Some(Reverse((_, source, item, path))) = self.heap.pop() else { return Step::Over };
        self.expanded += 1;
        let Some(to) = item.checked_sub(self.trees.node_count()) else {
            self.look_below(source, item);
            return Step::On;
        };
        let leg = Leg { source, to: to as usize };
        let from = self.sources[source as usize].from;
        match path {
            NO_PATH if self.is_reached(leg.to) => Step::On,
            NO_PATH => {
                self.walking = Some(leg);
                Step::Walk(self.leg_ends(leg))
            }
            path if leg.to == self.ways.all.len() => {
                self.last = Some(Reached { from, path: path as usize });
                Step::Over
            }
            path => {
                self.pass(leg, path as usize);
                Step::On
            }
        }
    }

    fn is_reached(&self, way: usize) -> bool {
        self.reached_by.get(way).is_some_and(Option::is_some)
    }

    /// Takes the path of the leg that was asked for, which `find` puts into the memory that it is given. A leg that starts or
    /// ends off the mesh, or leads nowhere, is given up: its link is out of use.
    pub(crate) fn walk<E>(&mut self, find: impl FnOnce(&mut Path) -> Result<(), E>) {
        let Some(leg) = self.walking.take() else { return };
        if self.paths.len() == self.path_count {
            self.paths.push(Path::default());
        }
        let path = &mut self.paths[self.path_count];
        path.clear();
        let found = find(path);
        self.expanded += path.expanded;
        if found.is_ok() {
            let cost = path.cost as f64;
            self.offer(leg, cost, self.path_count as u32);
            self.path_count += 1;
        }
    }

    fn leg_ends(&self, leg: Leg) -> (Vec2, Vec2) {
        let from = self.sources[leg.source as usize].at;
        (from, self.ways.all.get(leg.to).map_or(self.ends.1, |way| way.from))
    }

    /// Offers a leg; `cost` is what it costs, at least.
    fn offer(&mut self, Leg { source, to }: Leg, cost: f64, path: u32) {
        let rest = self.trees.rests.get(to).copied().unwrap_or(0.0);
        let whole = self.sources[source as usize].before + cost + rest;
        // Non-negative floats order like their bits.
        let item = self.trees.node_count() + to as u32;
        self.heap.push(Reverse((whole.to_bits(), source, item, path)));
    }

    /// Offers a leg whose path is not known.
    fn offer_straight(&mut self, leg: Leg) {
        let (start, end) = self.leg_ends(leg);
        self.offer(leg, start.as_dvec2().distance(end.as_dvec2()), NO_PATH);
    }

    /// Offers all legs from the end of a way, or the start, to the ways that begin in its part of the ground, and to the goal
    /// if that lies there.
    fn leave(&mut self, source: Source, part: Option<u32>, sees_goal: bool) {
        let number = self.sources.len() as u32;
        self.sources.push(source);
        if let Some(root) = self.trees.root(part) {
            self.offer_node(number, root);
        }
        if sees_goal {
            self.offer_straight(Leg { source: number, to: self.ways.all.len() });
        }
    }

    /// Offers the legs from a source to the ways below a node, if there are any left.
    fn offer_node(&mut self, source: u32, node: u32) {
        let Source { at, before, .. } = self.sources[source as usize];
        if let Some(bound) = self.trees.bound(node, at.as_dvec2(), before) {
            self.heap.push(Reverse((bound.to_bits(), source, node, NO_PATH)));
        }
    }

    /// Offers what lies below a node.
    fn look_below(&mut self, source: u32, node: u32) {
        match self.trees.below(node) {
            Below::Nodes(nodes) => nodes.into_iter().for_each(|node| self.offer_node(source, node)),
            Below::Ways(ways) => {
                for index in 0..ways.len() {
                    let Below::Ways(ways) = self.trees.below(node) else { return };
                    let to = ways[index] as usize;
                    if !self.is_reached(to) && self.trees.rests[to].is_finite() {
                        self.offer_straight(Leg { source, to });
                    }
                }
            }
        }
    }

    /// Goes on over the link to which a leg leads.
    fn pass(&mut self, Leg { source, to }: Leg, path: usize) {
        if self.is_reached(to) {
            return;
        }
        let Source { from, before, .. } = self.sources[source as usize];
        let way = self.ways.all[to];
        let before = before + self.paths[path].cost as f64 + way.cost;
        self.reached_by[to] = Some(Reached { from, path });
        self.trees.reach(to as u32);
        let part = way.parts[1];
        let sees_goal = part.is_some() && part == self.goal_part;
        self.leave(Source { from: to, at: way.to, before }, part, sees_goal);
    }

    /// Puts the legs of the cheapest way together; nothing, where none was found.
    pub(crate) fn assemble(&mut self, path: &mut Path) {
        path.clear();
        path.expanded = self.expanded;
        self.chain.clear();
        self.chain.extend(self.last.map(|last| (last, self.ways.all.len())));
        while let Some(&(Reached { from, .. }, _)) = self.chain.last()
            && let Some(before) = self.reached_by.get(from).copied().flatten()
        {
            self.chain.push((before, from));
        }
        for &(reached, to) in self.chain.iter().rev() {
            let walk = &self.paths[reached.path];
            path.points.extend_from_slice(&walk.points);
            path.corridor.extend_from_slice(&walk.corridor);
            (path.length, path.cost) = (path.length + walk.length, path.cost + walk.cost);
            if let Some(way) = self.ways.all.get(to) {
                path.links.push(PathLink { point: path.points.len() - 1, link: way.link });
                path.cost += way.cost as f32;
            }
        }
    }
}
