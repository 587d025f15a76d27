//! Paths over links: A* over the ends of links, whose legs over the ground are searched only once nothing cheaper is
//! left to try.
//!
//! After Benjamin Cohen, Mike Phillips, Maxim Likhachev, *Planning Single-arm Manipulations with n-Arm Robots* (2014),
//! who call it lazy: a leg waits with the straight distance as its cost until it is the best; then its path is found,
//! and it waits again with what that really costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use super::options::{Path, PathLink};
use crate::areas::KindCosts;
use crate::cells::CellId;
use crate::links::LinkId;
use crate::mesh::NavMesh;
use crate::tiles::islands::Component;

/// A direction of a link that the query may use.
#[derive(Clone, Copy, Debug)]
struct Way {
    link: LinkId,
    from: Vec2,
    to: Vec2,
    cost: f64,
}

/// A leg over the ground: from the end of a way (or the start) to the beginning of another (or the goal).
#[derive(Clone, Copy, Debug)]
struct Leg {
    /// The number of the way at whose end it starts; [`START`] for the start of the query.
    from: usize,
    /// The number of the way to which it leads; the number of ways for the goal.
    to: usize,
    /// What the whole path costs up to its start.
    before: f64,
    /// The number of its path, once that is known.
    path: Option<usize>,
}

const START: usize = usize::MAX;

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

/// The scratch of a search over links, and where it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkedSearch {
    ends: (Vec2, Vec2),
    kinds: KindCosts,
    ways: Vec<Way>,
    /// What a metre of straight distance costs at least, links included: at most 1.
    least_cost: f64,
    legs: Vec<Leg>,
    heap: BinaryHeap<Reverse<(u64, usize)>>,
    /// For each way the leg by which its end was reached first, and so for the least cost.
    reached_by: Vec<Option<usize>>,
    /// The paths of legs, of which only the first so many are of this search: the memory of the others is used again.
    paths: Vec<Path>,
    path_count: usize,
    /// The leg whose path is being looked for.
    walking: Option<usize>,
    /// The leg that ends at the goal, once the cheapest way is known.
    last: Option<usize>,
    /// The legs of that way, from the last to the first.
    chain: Vec<usize>,
    expanded: u32,
}

impl NavMesh {
    /// The components that can be reached from a cell over links that may be used, in ascending order.
    pub(crate) fn reached_over_links(&self, start: CellId, kinds: &KindCosts) -> Vec<Component> {
        let at = |point: Vec2| self.allowed_start(point, kinds).ok();
        let factors = [kinds, &self.definition().kinds];
        let ways = self.links().filter(|(_, link)| link.cost(factors).is_some());
        let ends = ways.flat_map(|(_, link)| link.ways());
        let joined = ends
            .filter_map(|[from, to]| Some([self.component(at(from)?), self.component(at(to)?)]));
        let joined: Vec<[Component; 2]> = joined.collect();
        let mut reached = vec![self.component(start)];
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            for &[from, to] in &joined {
                if from == here && !reached.contains(&to) {
                    reached.push(to);
                }
            }
            next += 1;
        }
        reached.sort_unstable();
        reached
    }
}

impl LinkedSearch {
    /// Begins a search, and forgets the last one.
    pub(crate) fn begin(&mut self, mesh: &NavMesh, ends: (Vec2, Vec2), kinds: &KindCosts) {
        (self.ends, self.kinds) = (ends, *kinds);
        let factors = [kinds, &mesh.definition().kinds];
        let open = mesh.links().filter_map(|(id, link)| Some((id, link, link.cost(factors)?)));
        self.ways.clear();
        self.ways.extend(open.flat_map(|(link, whole, cost)| {
            whole.ways().map(move |[from, to]| Way { link, from, to, cost })
        }));
        let rate = |way: &Way| {
            let length = way.from.as_dvec2().distance(way.to.as_dvec2());
            if length > 0.0 { way.cost / length } else { 1.0 }
        };
        self.least_cost = self.ways.iter().map(rate).fold(1.0, f64::min);
        self.reached_by.clear();
        self.reached_by.resize(self.ways.len(), None);
        self.legs.clear();
        self.heap.clear();
        (self.path_count, self.expanded) = (0, 0);
        (self.walking, self.last) = (None, None);
        self.leave(START, 0.0);
    }

    /// Whether the path of a leg is being looked for.
    pub(crate) fn is_walking(&self) -> bool {
        self.walking.is_some()
    }

    /// Whether a way to the goal was found.
    pub(crate) fn found(&self) -> bool {
        self.last.is_some()
    }

    /// Takes the best leg: finds out what is to be done for it.
    pub(crate) fn next(&mut self, mesh: &NavMesh) -> Step {
        let Some(Reverse((_, number))) = self.heap.pop() else { return Step::Over };
        let leg = self.legs[number];
        let is_reached = self.reached_by.get(leg.to).is_some_and(Option::is_some);
        match leg.path {
            None if is_reached => Step::On,
            None => {
                self.walking = Some(number);
                Step::Walk(self.leg_ends(leg))
            }
            Some(_) if leg.to == self.ways.len() => {
                self.last = Some(number);
                Step::Over
            }
            Some(path) => {
                self.pass(mesh, number, path);
                Step::On
            }
        }
    }

    /// Takes the path of the leg that was asked for, which `find` puts into the memory that it is given. A leg that starts or
    /// ends off the mesh, or leads nowhere, is given up: its link is out of use.
    pub(crate) fn walk<E>(&mut self, find: impl FnOnce(&mut Path) -> Result<(), E>) {
        let Some(number) = self.walking.take() else { return };
        if self.paths.len() == self.path_count {
            self.paths.push(Path::default());
        }
        let path = &mut self.paths[self.path_count];
        path.clear();
        let found = find(path);
        self.expanded += path.expanded;
        if found.is_ok() {
            let cost = path.cost as f64;
            self.legs[number].path = Some(self.path_count);
            self.path_count += 1;
            self.offer(number, cost);
        }
    }

    fn leg_ends(&self, leg: Leg) -> (Vec2, Vec2) {
        let from = self.ways.get(leg.from).map_or(self.ends.0, |way| way.to);
        (from, self.ways.get(leg.to).map_or(self.ends.1, |way| way.from))
    }

    /// Offers a leg; `cost` is what it costs, at least.
    fn offer(&mut self, number: usize, cost: f64) {
        let leg = &self.legs[number];
        let bound = |at: Vec2| at.as_dvec2().distance(self.ends.1.as_dvec2()) * self.least_cost;
        let rest = self.ways.get(leg.to).map_or(0.0, |way| way.cost + bound(way.to));
        // Non-negative floats order like their bits; ties go to the leg that was offered first.
        self.heap.push(Reverse(((leg.before + cost + rest).to_bits(), number)));
    }

    /// Offers all legs from the end of a way.
    fn leave(&mut self, from: usize, before: f64) {
        for to in 0..=self.ways.len() {
            if self.reached_by.get(to).is_some_and(Option::is_some) || to == from {
                continue;
            }
            let leg = Leg { from, to, before, path: None };
            let (start, end) = self.leg_ends(leg);
            self.legs.push(leg);
            self.offer(self.legs.len() - 1, start.as_dvec2().distance(end.as_dvec2()));
        }
    }

    /// Goes on over the link to which a leg leads.
    fn pass(&mut self, mesh: &NavMesh, number: usize, path: usize) {
        let Leg { to, before, .. } = self.legs[number];
        if self.reached_by[to].is_some() {
            return;
        }
        let before = before + self.paths[path].cost as f64 + self.ways[to].cost;
        // The link may lead to where it is of no use.
        if mesh.allowed_start(self.ways[to].to, &self.kinds).is_ok() {
            self.reached_by[to] = Some(number);
            self.leave(to, before);
        }
    }

    /// Puts the legs of the cheapest way together; nothing, where none was found.
    pub(crate) fn assemble(&mut self, path: &mut Path) {
        path.clear();
        path.expanded = self.expanded;
        self.chain.clear();
        self.chain.extend(self.last);
        while let Some(&number) = self.chain.last()
            && let Some(before) = self.reached_by.get(self.legs[number].from).copied().flatten()
        {
            self.chain.push(before);
        }
        for &number in self.chain.iter().rev() {
            let leg = self.legs[number];
            let Some(walk) = leg.path.map(|walked| &self.paths[walked]) else { continue };
            path.points.extend_from_slice(&walk.points);
            path.corridor.extend_from_slice(&walk.corridor);
            (path.length, path.cost) = (path.length + walk.length, path.cost + walk.cost);
            if let Some(way) = self.ways.get(leg.to) {
                path.links.push(PathLink { point: path.points.len() - 1, link: way.link });
                path.cost += way.cost as f32;
            }
        }
    }
}
