//! Paths over links: A* over the ends of links, whose legs over the ground are searched only once nothing cheaper is
//! left to try.
//!
//! After Benjamin Cohen, Mike Phillips, Maxim Likhachev, *Planning Single-arm Manipulations with n-Arm Robots* (2014),
//! who call it lazy: a leg waits with the straight distance as its cost until it is the best; then its path is found,
//! and it waits again with what that really costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use super::options::{Path, PathEnd, PathLink, PathOptions};
use super::search::Search;
use crate::areas::KindCosts;
use crate::cells::CellId;
use crate::error::PathError;
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
#[derive(Clone, Debug)]
struct Leg {
    /// The number of the way at whose end it starts; [`START`] for the start of the query.
    from: usize,
    /// The number of the way to which it leads; the number of ways for the goal.
    to: usize,
    /// What the whole path costs up to its start.
    before: f64,
    /// The path of the leg, once it is known.
    path: Option<Path>,
}

const START: usize = usize::MAX;

/// The state of one search over links.
struct Linked<'a> {
    mesh: &'a NavMesh,
    ends: (Vec2, Vec2),
    options: &'a PathOptions,
    ways: Vec<Way>,
    /// What a metre of straight distance costs at least, links included: at most 1.
    least_cost: f64,
    legs: Vec<Leg>,
    heap: BinaryHeap<Reverse<(u64, usize)>>,
    /// For each way the leg by which its end was reached first, and so for the least cost.
    reached_by: Vec<Option<usize>>,
    expanded: u32,
}

impl NavMesh {
    /// The cheapest path that may use links. Without a way [`PathError::Unreachable`].
    pub(crate) fn linked_path(
        &self,
        search: &mut Search,
        ends: (Vec2, Vec2),
        options: &PathOptions,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.allowed_start(ends.0, &options.kinds)?;
        self.allowed_goal(ends.1, &options.kinds)?;
        let options = PathOptions { partial: false, ..*options };
        let mut linked = Linked::new(self, ends, &options);
        linked.leave(START, 0.0);
        while let Some(Reverse((_, number))) = linked.heap.pop() {
            if linked.legs[number].path.is_none() {
                linked.walk(search, number);
            } else if linked.legs[number].to == linked.ways.len() {
                linked.assemble(number, path);
                return Ok(());
            } else {
                linked.pass(number);
            }
        }
        Err(PathError::Unreachable { from: ends.0, to: ends.1 })
    }
}

impl NavMesh {
    /// The cheapest path that may use links, to the point nearest to a goal of all that can be reached over the ground and
    /// links: a goal that cannot be reached itself. Without a way [`PathError::Unreachable`].
    pub(crate) fn linked_path_towards(
        &self,
        search: &mut Search,
        ends: (Vec2, Vec2),
        options: &PathOptions,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let kinds = &options.kinds;
        let reached = self.reached_over_links(self.allowed_start(ends.0, kinds)?, kinds);
        let is_reached = |cell: CellId| {
            reached.binary_search(&self.component(cell)).is_ok() && self.is_allowed(cell, kinds)
        };
        let unreachable = PathError::Unreachable { from: ends.0, to: ends.1 };
        let nearest = self.nearest_of(ends.1, f32::INFINITY, is_reached)?.ok_or(unreachable)?;
        self.linked_path(search, (ends.0, nearest.point), options, path)?;
        path.end = PathEnd::Nearest { distance: nearest.distance };
        Ok(())
    }

    /// The components that can be reached from a cell over links that may be used, in ascending order.
    fn reached_over_links(&self, start: CellId, kinds: &KindCosts) -> Vec<Component> {
        let at = |point: Vec2| self.allowed_start(point, kinds).ok();
        let own = self.definition().kinds;
        let open = |kind: u8| kinds.factor(kind).is_finite() && own.factor(kind).is_finite();
        let ways = self.links().filter(|(_, link)| open(link.definition.kind));
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

impl<'a> Linked<'a> {
    fn new(mesh: &'a NavMesh, ends: (Vec2, Vec2), options: &'a PathOptions) -> Self {
        let open = mesh.links().filter_map(|(id, link)| {
            let kind = link.definition.kind;
            let factor = options.kinds.factor(kind) * mesh.definition().kinds.factor(kind);
            let cost = (link.definition.cost * factor) as f64;
            cost.is_finite().then_some((id, link, cost))
        });
        let ways: Vec<Way> = open
            .flat_map(|(link, whole, cost)| {
                whole.ways().map(move |[from, to]| Way { link, from, to, cost })
            })
            .collect();
        let rate = |way: &Way| {
            let length = way.from.as_dvec2().distance(way.to.as_dvec2());
            if length > 0.0 { way.cost / length } else { 1.0 }
        };
        let least_cost = ways.iter().map(rate).fold(1.0, f64::min);
        let reached_by = vec![None; ways.len()];
        let (legs, heap) = (Vec::new(), BinaryHeap::new());
        Self { mesh, ends, options, ways, least_cost, legs, heap, reached_by, expanded: 0 }
    }

    fn leg_ends(&self, leg: &Leg) -> (Vec2, Vec2) {
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
            let (start, end) = self.leg_ends(&leg);
            self.legs.push(leg);
            self.offer(self.legs.len() - 1, start.as_dvec2().distance(end.as_dvec2()));
        }
    }

    /// Finds the path of a leg. One that starts or ends off the mesh, or leads nowhere, is given up: its link is out of
    /// use.
    fn walk(&mut self, search: &mut Search, number: usize) {
        let leg = &self.legs[number];
        if self.reached_by.get(leg.to).is_some_and(Option::is_some) {
            return;
        }
        let mut path = Path::default();
        let ends = self.leg_ends(leg);
        let found = self.mesh.ground_path(search, ends, self.options, &mut path);
        self.expanded += path.expanded;
        if found.is_ok() {
            let cost = path.cost as f64;
            self.legs[number].path = Some(path);
            self.offer(number, cost);
        }
    }

    /// Goes on over the link to which a leg leads.
    fn pass(&mut self, number: usize) {
        let leg = &self.legs[number];
        let to = leg.to;
        if self.reached_by[to].is_some() {
            return;
        }
        let walked = leg.path.as_ref().map_or(0.0, |path| path.cost as f64);
        let before = leg.before + walked + self.ways[to].cost;
        // The link may lead to where it is of no use.
        if self.mesh.allowed_start(self.ways[to].to, &self.options.kinds).is_ok() {
            self.reached_by[to] = Some(number);
            self.leave(to, before);
        }
    }

    /// Puts the legs together that end with this one.
    fn assemble(&mut self, last: usize, path: &mut Path) {
        let mut numbers = vec![last];
        let mut number = last;
        while let Some(before) = self.reached_by.get(self.legs[number].from).copied().flatten() {
            numbers.push(before);
            number = before;
        }
        path.clear();
        for &number in numbers.iter().rev() {
            let leg = &mut self.legs[number];
            let Some(walk) = leg.path.take() else { continue };
            path.points.extend(walk.points);
            path.corridor.extend(walk.corridor);
            (path.length, path.cost) = (path.length + walk.length, path.cost + walk.cost);
            if let Some(way) = self.ways.get(leg.to) {
                path.links.push(PathLink { point: path.points.len() - 1, link: way.link });
                path.cost += way.cost as f32;
            }
        }
        path.expanded = self.expanded;
    }
}
