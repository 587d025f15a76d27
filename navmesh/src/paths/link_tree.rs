//! The beginnings of links, in trees by place: so that a search over links finds the next best of them without a look at
//! all others.
//!
//! Jon Louis Bentley, *Multidimensional Binary Search Trees Used for Associative Searching* (1975); the nodes are searched
//! as in Gísli Hjaltason, Hanan Samet, *Distance Browsing in Spatial Databases* (1999).

use std::ops::Range;

use glam::{DVec2, Vec2};

use crate::tolerances::LINK_BOUND_SLACK;

/// So many beginnings of links are not parted any more.
const FEW: usize = 6;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// Less than a box is away by all roundings.
const SURELY: f64 = 1.0 - 1e-12;

#[derive(Clone, Debug)]
struct LinkNode {
    /// Which of the ways in the tree's order lie below it.
    ways: Range<usize>,
    parent: u32,
    /// `None` where nothing is parted any more.
    children: Option<[u32; 2]>,
}

/// What is left below a node: the ways that have not been reached, as far as they are of use.
#[derive(Clone, Copy, Debug)]
struct Left {
    /// The box round their beginnings.
    low: DVec2,
    high: DVec2,
    /// The least of their rests, and of by how much a rest is more than the heading tells.
    rest: f64,
    over: f64,
}

impl Left {
    const NONE: Self = Self {
        low: DVec2::INFINITY,
        high: DVec2::NEG_INFINITY,
        rest: f64::INFINITY,
        over: f64::INFINITY,
    };

    fn joined(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            rest: self.rest.min(other.rest),
            over: self.over.min(other.over),
        }
    }
}

/// Trees over the beginnings of ways, one for each part of the ground.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkTrees {
    /// Parents before their children.
    nodes: Vec<LinkNode>,
    /// The numbers of ways, those of one tree together.
    order: Vec<u32>,
    /// The lowest node that holds a way; [`NONE`] where none does.
    home: Vec<u32>,
    /// The root of the tree of each part; [`NONE`] where nothing begins.
    roots: Vec<u32>,
    /// Where each way begins.
    places: Vec<Vec2>,
    /// For each way what a path costs from its beginning on, at least; infinite where it is of no use.
    pub(crate) rests: Vec<f64>,
    is_reached: Vec<bool>,
    /// Where paths end, and the heading along which what they cost is told.
    aim: (DVec2, DVec2),
    /// What a metre costs at least over the ground.
    ground: f64,
    /// For each node.
    left: Vec<Left>,
}

/// What lies below a node.
pub(crate) enum Below<'a> {
    Nodes([u32; 2]),
    Ways(&'a [u32]),
}

impl LinkTrees {
    /// Forgets all, and takes in ways that begin at `places`, each in one of so many parts of the ground, or in none.
    pub(crate) fn fill(&mut self, places: &[Vec2], parts: &[Option<u32>], part_count: usize) {
        self.nodes.clear();
        self.home.clear();
        self.home.resize(places.len(), NONE);
        self.roots.clear();
        self.roots.resize(part_count, NONE);
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend((0..places.len() as u32).filter(|&way| parts[way as usize].is_some()));
        order.sort_by_key(|&way| (parts[way as usize], way));
        let mut first = 0;
        while let Some(&way) = order.get(first) {
            let part = parts[way as usize];
            let count = order[first..].partition_point(|&way| parts[way as usize] == part);
            if let Some(root) = part.and_then(|part| self.roots.get_mut(part as usize)) {
                *root = self.nodes.len() as u32;
            }
            self.split(places, &mut order, first..first + count);
            first += count;
        }
        self.order = order;
        self.places.clear();
        self.places.extend_from_slice(places);
    }

    /// Adds a node over some ways, and those below it.
    fn split(&mut self, places: &[Vec2], order: &mut [u32], all: Range<usize>) {
        let mut open = vec![(all, NONE)];
        while let Some((ways, parent)) = open.pop() {
            let number = self.nodes.len() as u32;
            let place = |way: u32| places[way as usize].as_dvec2();
            let points = order[ways.clone()].iter().map(|&way| place(way));
            let low = points.clone().fold(DVec2::INFINITY, DVec2::min);
            let high = points.fold(DVec2::NEG_INFINITY, DVec2::max);
            self.nodes.push(LinkNode { ways: ways.clone(), parent, children: None });
            if let Some(node) = self.nodes.get_mut(parent as usize) {
                // The second child is added first.
                node.children = Some(match node.children {
                    None => [NONE, number],
                    Some([_, second]) => [number, second],
                });
            }
            if ways.len() <= FEW {
                order[ways].iter().for_each(|&way| self.home[way as usize] = number);
                continue;
            }
            let is_wide = high.x - low.x >= high.y - low.y;
            let along = |way: u32| if is_wide { place(way).x } else { place(way).y };
            let middle = ways.len() / 2;
            order[ways.clone()]
                .sort_unstable_by(|&p, &q| along(p).total_cmp(&along(q)).then(p.cmp(&q)));
            let middle = ways.start + middle;
            open.push((ways.start..middle, number));
            open.push((middle..ways.end, number));
        }
    }

    /// Begins a search to a goal, for whose paths such a heading tells most: for each way, in the order of their numbers, what a
    /// path costs from its beginning on, at least. A metre costs `ground` at least.
    pub(crate) fn begin(
        &mut self,
        goal: Vec2,
        along: DVec2,
        ground: f64,
        rests: impl Iterator<Item = f64>,
    ) {
        (self.aim, self.ground) = ((goal.as_dvec2(), along), ground);
        self.rests.clear();
        self.rests.extend(rests);
        self.is_reached.clear();
        self.is_reached.resize(self.rests.len(), false);
        self.left.clear();
        self.left.resize(self.nodes.len(), Left::NONE);
        for number in (0..self.nodes.len()).rev() {
            self.left[number] = self.left_below(number);
        }
    }

    /// Returns what is left below a node, from what is left below its children.
    fn left_below(&self, number: usize) -> Left {
        let LinkNode { children, ways, .. } = &self.nodes[number];
        if let Some([first, second]) = *children {
            return self.left[first as usize].joined(self.left[second as usize]);
        }
        let (goal, along) = self.aim;
        let is_left = |way: &usize| !self.is_reached[*way] && self.rests[*way].is_finite();
        let one = |way: usize| {
            let (at, rest) = (self.places[way].as_dvec2(), self.rests[way]);
            Left { low: at, high: at, rest, over: rest - along.dot(goal - at) }
        };
        let ways = self.order[ways.clone()].iter().map(|&way| way as usize);
        ways.filter(is_left).map(one).fold(Left::NONE, Left::joined)
    }

    /// Leaves out a way from now on.
    pub(crate) fn reach(&mut self, way: u32) {
        self.is_reached[way as usize] = true;
        let mut number = self.home[way as usize];
        while let Some(&LinkNode { parent, .. }) = self.nodes.get(number as usize) {
            self.left[number as usize] = self.left_below(number as usize);
            number = parent;
        }
    }

    /// The root of the tree of a part.
    pub(crate) fn root(&self, part: Option<u32>) -> Option<u32> {
        part.and_then(|part| self.roots.get(part as usize)).copied().filter(|&root| root != NONE)
    }

    /// Returns what a path costs at least that goes on from a point to one of the ways below a node; `None` if all are reached,
    /// or of no use. `before` is what it costs up to the point.
    pub(crate) fn bound(&self, node: u32, from: DVec2, before: f64) -> Option<f64> {
        let Left { low, high, rest, over } = self.left[node as usize];
        if rest == f64::INFINITY {
            return None;
        }
        let straight = from.distance(from.clamp(low, high)) * self.ground * SURELY + rest;
        // The way to a point of the box is at least as long as told along the heading to its middle.
        let (goal, along) = self.aim;
        let there = (0.5 * (low + high) - from).normalize_or_zero() * self.ground;
        let best = DVec2::select((there - along).cmpgt(DVec2::ZERO), low, high);
        let headed = there.dot(best - from) + along.dot(goal - best) + over;
        Some(before + straight.max(headed - LINK_BOUND_SLACK))
    }

    /// Returns how many nodes there are.
    pub(crate) fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Returns what lies below a node.
    pub(crate) fn below(&self, node: u32) -> Below<'_> {
        let LinkNode { children, ways, .. } = &self.nodes[node as usize];
        children.map_or_else(|| Below::Ways(&self.order[ways.clone()]), Below::Nodes)
    }
}
