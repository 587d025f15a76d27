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

use glam::Vec2;

use super::link_tree::{Below, LinkTrees};
use super::link_ways::{LinkWay, LinkWays};
use super::options::{Path, PathLink};
use crate::areas::KindCosts;
use crate::mesh::NavMesh;

/// Where legs over the ground begin: at the end of a way, or at the start.
#[derive(Clone, Copy, Debug)]
struct LegSource {
    /// The number of the way; [`START`] for the start of the query.
    from: usize,
    at: Vec2,
    /// What the whole path costs up to there.
    before: f64,
}

/// A leg over the ground: from a source to the beginning of a way, or, with the number of ways, to the goal.
#[derive(Clone, Copy, Debug)]
struct GroundLeg {
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

/// Beginning a search counts as expanding one node for so many ways.
const WAYS_OF_NODE: usize = 64;

/// What is to be done next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkedStep {
    /// To find the path of a leg with these ends over the ground: [`LinkedSearch::walk`].
    Walk((Vec2, Vec2)),
    /// To ask again.
    On,
    /// Nothing: the cheapest way is known, or there is none.
    Over,
}

/// The scratch of a search over links, and where it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkedSearch {
    ends: (Vec2, Vec2),
    ways: LinkWays,
    trees: LinkTrees,
    goal_part: Option<u32>,
    sources: Vec<LegSource>,
    heap: BinaryHeap<Reverse<Waiting>>,
    /// For each way the leg by which its end was reached first, and so for the least cost.
    reached_by: Vec<Option<Reached>>,
    /// The paths of legs, of which only the first so many are of this search: the memory of the others is used again.
    paths: Vec<Path>,
    path_count: usize,
    /// The leg whose path is being looked for.
    walking: Option<GroundLeg>,
    /// The leg that ends at the goal, once the cheapest way is known.
    last: Option<Reached>,
    /// The legs of that way, from the last to the first, each with the number of the way to which it leads.
    chain: Vec<(Reached, usize)>,
    expanded: u32,
}

impl LinkedSearch {
    /// Begins a search, and forgets the last one.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, ends: (Vec2, Vec2), kinds: &KindCosts) {
        self.ends = ends;
        if !self.ways.holds(mesh, kinds) {
            self.ways.fill(mesh, kinds);
            let places: Vec<Vec2> = self.ways.all.iter().map(|way| way.from).collect();
            let part = |way: &LinkWay| way.parts[0].filter(|_| way.parts[1].is_some());
            let parts: Vec<Option<u32>> = self.ways.all.iter().map(part).collect();
            self.trees.fill(&places, &parts, self.ways.part_count());
        }
        let goal = mesh.part_of_end(ends.1, kinds);
        let start = mesh.part_of_start(ends.0, kinds);
        self.goal_part = self.ways.part(goal);
        self.ways.find_surplus(self.goal_part);
        let parts = [self.ways.part(start), self.goal_part];
        self.ways.find_heading(ends, parts);
        let Self { ways, trees, .. } = self;
        let rests = ways.all.iter().map(|way| ways.rest(way, ends.1));
        trees.begin(ends.1, ways.along(), ways.ground(), rests);
        self.reached_by.clear();
        self.reached_by.resize(self.ways.all.len(), None);
        self.sources.clear();
        self.heap.clear();
        self.expanded = (self.ways.all.len() / WAYS_OF_NODE) as u32;
        (self.path_count, self.walking, self.last) = (0, None, None);
        let source = LegSource { from: START, at: ends.0, before: 0.0 };
        self.leave(source, parts[0], start == goal);
    }

    /// Returns whether the path of a leg is being looked for.
    pub(crate) fn is_walking(&self) -> bool {
        self.walking.is_some()
    }

    /// Returns whether a way to the goal was found.
    pub(crate) fn found(&self) -> bool {
        self.last.is_some()
    }

    /// Takes the best that waits: finds out what is to be done for it.
    pub(crate) fn next(&mut self) -> LinkedStep {
        let Some(Reverse((_, source, item, path))) = self.heap.pop() else {
            return LinkedStep::Over;
        };
        self.expanded += 1;
        let Some(to) = item.checked_sub(self.trees.node_count()) else {
            self.look_below(source, item);
            return LinkedStep::On;
        };
        let leg = GroundLeg { source, to: to as usize };
        let from = self.sources[source as usize].from;
        match path {
            NO_PATH if self.is_reached(leg.to) => LinkedStep::On,
            NO_PATH => {
                self.walking = Some(leg);
                LinkedStep::Walk(self.leg_ends(leg))
            }
            path if leg.to == self.ways.all.len() => {
                self.last = Some(Reached { from, path: path as usize });
                LinkedStep::Over
            }
            path => {
                self.pass(leg, path as usize);
                LinkedStep::On
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

    fn leg_ends(&self, leg: GroundLeg) -> (Vec2, Vec2) {
        let from = self.sources[leg.source as usize].at;
        (from, self.ways.all.get(leg.to).map_or(self.ends.1, |way| way.from))
    }

    /// Offers a leg; `cost` is what it costs, at least.
    fn offer(&mut self, GroundLeg { source, to }: GroundLeg, cost: f64, path: u32) {
        let rest = self.trees.rests.get(to).copied().unwrap_or(0.0);
        let whole = self.sources[source as usize].before + cost + rest;
        // Non-negative floats order like their bits.
        let item = self.trees.node_count() + to as u32;
        self.heap.push(Reverse((whole.to_bits(), source, item, path)));
    }

    /// Offers a leg whose path is not known.
    fn offer_straight(&mut self, leg: GroundLeg) {
        let (start, end) = self.leg_ends(leg);
        let least = start.as_dvec2().distance(end.as_dvec2()) * self.ways.ground();
        self.offer(leg, least, NO_PATH);
    }

    /// Offers all legs from the end of a way, or the start, to the ways that begin in its part of the ground, and to the goal
    /// if that lies there.
    fn leave(&mut self, source: LegSource, part: Option<u32>, sees_goal: bool) {
        let number = self.sources.len() as u32;
        self.sources.push(source);
        if let Some(root) = self.trees.root(part) {
            self.offer_node(number, root);
        }
        if sees_goal {
            self.offer_straight(GroundLeg { source: number, to: self.ways.all.len() });
        }
    }

    /// Offers the legs from a source to the ways below a node, if there are any left.
    fn offer_node(&mut self, source: u32, node: u32) {
        let LegSource { at, before, .. } = self.sources[source as usize];
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
                        self.offer_straight(GroundLeg { source, to });
                    }
                }
            }
        }
    }

    /// Goes on over the link to which a leg leads.
    fn pass(&mut self, GroundLeg { source, to }: GroundLeg, path: usize) {
        if self.is_reached(to) {
            return;
        }
        let LegSource { from, before, .. } = self.sources[source as usize];
        let way = self.ways.all[to];
        let before = before + self.paths[path].cost as f64 + way.cost;
        self.reached_by[to] = Some(Reached { from, path });
        self.trees.reach(to as u32);
        let part = way.parts[1];
        let sees_goal = part.is_some() && part == self.goal_part;
        self.leave(LegSource { from: to, at: way.to, before }, part, sees_goal);
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
