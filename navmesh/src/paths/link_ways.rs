//! The ways over links of a mesh, for one choice of kinds, and what a path costs at least that goes on with one of them.

use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::part_graph::PartGraph;
use crate::areas::KindCosts;
use crate::cells::id::CellId;
use crate::links::LinkId;
use crate::mesh::NavMesh;
use crate::queries::locate::Location;
use crate::tiles::crossings::LinkJoins;
use crate::tiles::islands::Component;
use crate::tiles::tiling::State;
use crate::tolerances::LINK_BOUND_SLACK;

/// A direction of a link that the query may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkWay {
    pub(super) link: LinkId,
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    pub(super) cost: f64,
    /// The parts of the ground at both ends; `None` where no leg ends or begins.
    pub(super) parts: [Option<u32>; 2],
    /// Which of the joins between parts it is one of.
    join: Option<u32>,
}

/// The ways of one state of a mesh for one choice of kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkWays {
    /// What they were taken from.
    states: Option<[Arc<State>; 2]>,
    kinds: KindCosts,
    pub(super) all: Vec<LinkWay>,
    /// What a metre costs at least over the ground: at most 1.
    ground: f64,
    /// And links included.
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

/// What costs of links add up to is surely no less than this part of their sum, with all roundings.
const SURELY: f64 = 1.0 - 1e-12;

/// How often a heading is looked for: the second time what links get on is known.
const HEADINGS: usize = 2;

const NO_WAY: u32 = u32::MAX;

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
        joined.collect::<LinkJoins>().reached(start).into_iter().collect()
    }

    /// The part of the ground where legs over it end at a point.
    pub(super) fn part_of_end(&self, point: Vec2, kinds: &KindCosts) -> Option<Component> {
        let Location::Cell(cell) = self.locate(point) else { return None };
        self.allowed_cell(point, cell, kinds).is_ok().then(|| self.component(cell))
    }

    /// The part of the ground where legs over it begin at a point.
    pub(super) fn part_of_start(&self, point: Vec2, kinds: &KindCosts) -> Option<Component> {
        self.allowed_start(point, kinds).ok().map(|cell| self.component(cell))
    }
}

impl LinkWays {
    pub(super) fn holds(&self, mesh: &NavMesh, kinds: &KindCosts) -> bool {
        let same = |states: &[Arc<State>; 2]| {
            states.iter().zip(mesh.states()).all(|(own, other)| Arc::ptr_eq(own, other))
        };
        self.kinds == *kinds && self.states.as_ref().is_some_and(same)
    }

    /// Takes in the links of a mesh, and where they lie.
    pub(super) fn fill(&mut self, mesh: &NavMesh, kinds: &KindCosts) {
        (self.states, self.kinds) = (Some(mesh.states().map(Arc::clone)), *kinds);
        let (factors, is_even) = ([kinds, &mesh.definition().kinds], mesh.is_even(kinds));
        self.all.clear();
        let mut ends: Vec<[Option<Component>; 2]> = Vec::new();
        for ((link, whole), &known) in mesh.links().zip(&mesh.crossings().ends) {
            let Some(cost) = whole.cost(factors) else { continue };
            for ([from, to], known) in whole.ways().zip([known, [known[1], known[0]]]) {
                self.all.push(LinkWay { link, from, to, cost, parts: [None; 2], join: None });
                ends.push(if is_even {
                    known
                } else {
                    [mesh.part_of_end(from, kinds), mesh.part_of_start(to, kinds)]
                });
            }
        }
        self.ground = f64::from(mesh.least_cost(kinds));
        self.least_cost = self.all.iter().map(LinkWay::rate).fold(self.ground, f64::min);
        self.parts.clear();
        self.parts.extend(ends.iter().flatten().flatten());
        self.parts.sort_unstable();
        self.parts.dedup();
        for (way, ends) in self.all.iter_mut().zip(&ends) {
            let part = |part: Component| self.parts.binary_search(&part).ok();
            way.parts = ends.map(|end| end.and_then(part).map(|part| part as u32));
        }
        self.joins.fill(self.parts.len(), self.all.iter().filter_map(LinkWay::joined));
        self.all.iter_mut().for_each(|way| way.join = self.joins.number(way.joined()));
        let excess = |way: &LinkWay| way.surplus(self.least_cost);
        self.excess.clear();
        self.excess.resize(self.joins.count(), f64::INFINITY);
        for way in &self.all {
            let least = way.join.and_then(|join| self.excess.get_mut(join as usize));
            least.into_iter().for_each(|least| *least = least.min(excess(way)));
        }
        self.surplus = (None, Vec::new());
    }

    pub(super) fn part(&self, component: Option<Component>) -> Option<u32> {
        Some(self.parts.binary_search(&component?).ok()? as u32)
    }

    /// By how much more than straight distance it costs at least to get from each part to that of the goal.
    pub(super) fn find_surplus(&mut self, goal: Option<u32>) {
        if self.surplus.0 == goal && self.surplus.1.len() == self.parts.len() {
            return;
        }
        let mut least = std::mem::take(&mut self.surplus.1);
        self.joins.find_least(goal, &self.excess, &mut least, |_, _| ());
        self.surplus = (goal, least);
    }

    /// Finds the heading that tells most of what a path costs: that of walking, once all links on the way have been taken.
    pub(super) fn find_heading(&mut self, ends: (Vec2, Vec2), parts: [Option<u32>; 2]) {
        let Self { all, joins, heading, least_cost, .. } = self;
        let whole = ends.1.as_dvec2() - ends.0.as_dvec2();
        let mut walked = whole;
        for _ in 0..HEADINGS {
            heading.along = walked.normalize_or_zero() * *least_cost;
            heading.weigh(all, joins.count());
            let Heading { best, weights, least, via, .. } = &mut *heading;
            via.clear();
            via.resize(self.parts.len(), NO_WAY);
            joins.find_least(parts[1], weights, least, |part, join| {
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

    /// Returns how many parts of the ground there are at the ends of links.
    pub(super) fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// Returns what a metre costs at least over the ground: at most 1.
    pub(super) fn ground(&self) -> f64 {
        self.ground
    }

    /// The heading along which what paths cost is told.
    pub(super) fn along(&self) -> DVec2 {
        self.heading.along
    }

    /// Returns what a path costs at least that goes on with a way to a goal.
    pub(super) fn rest(&self, way: &LinkWay, goal: Vec2) -> f64 {
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
    fn weigh(&mut self, ways: &[LinkWay], join_count: usize) {
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

impl LinkWay {
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

    /// Returns what a metre of it costs.
    fn rate(&self) -> f64 {
        let length = self.length();
        if length > 0.0 { self.cost / length } else { 1.0 }
    }

    /// By how much more it costs than straight distance at least does.
    fn surplus(&self, least_cost: f64) -> f64 {
        (self.cost - least_cost * self.length()).max(0.0)
    }
}
