//! The flood by which places are found: over a lattice whose points are joined where a disc can move straight from one to the
//! other, the nearest by walking distance first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use glam::{IVec2, Vec2};
use navmesh::{Component, Location, NavMesh};

use super::discs::OpenDisc;
use super::lattice::{AROUND, FARTHEST, ROW};
use super::taken::{Others, Taken};
use crate::bodies::order::{Ring, Slot};
use crate::ways::sight::sees_near;

const NONE: u32 = u32::MAX;

/// A flood begins with room for so many points of its lattice: most are for the place of one unit.
const LITTLE: usize = 28;

/// At so many points of an approach the flood begins anew, about, at most: of a long one they are farther apart.
const MOST_SAMPLES: f32 = 4096.0;

/// What places are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedPlaces<'a> {
    /// The goal, a free point: the first place.
    pub(crate) goal: Vec2,
    /// The distance between neighbouring places, in metres.
    pub(crate) spacing: f32,
    /// How many.
    pub(crate) count: usize,
    /// Places that are given away already.
    pub(crate) taken: &'a [Vec2],
    /// What is left free as well.
    pub(crate) others: &'a Others,
    /// Where the units come from: the places are ordered from the one that is farthest to walk from there.
    pub(crate) approach: &'a [Vec2],
    /// Which places count.
    pub(crate) ring: Ring,
}

/// Hashes points of a lattice: two small numbers, which nobody chooses to do harm.
#[derive(Default)]
struct LatticeHasher(u64);

impl Hasher for LatticeHasher {
    fn finish(&self) -> u64 {
        // The table looks at the upper bits and at the lower ones.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_i32(i32::from(byte)));
    }

    fn write_i32(&mut self, number: i32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(number as u32)).wrapping_mul(SPREAD);
    }
}

/// An odd number with bits all over: 2⁶⁴ divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

struct Node {
    at: IVec2,
    point: Vec2,
    /// Walking distance from the goal, in metres.
    distance: f32,
    /// The corner that the distance is measured from.
    corner: u32,
    /// The disc of free ground in which it lies.
    disc: u32,
    settled: bool,
    links: [u32; 6],
}

pub(super) struct Flood<'a> {
    meshes: &'a [&'a NavMesh],
    wanted: &'a WantedPlaces<'a>,
    step: f32,
    /// Lattice points whose both coordinates are multiples of this are slots.
    every: i32,
    nodes: Vec<Node>,
    discs: Vec<OpenDisc>,
    taken: Taken,
    others: Taken,
    /// Looked up only, never walked through: its order decides nothing.
    index: HashMap<IVec2, u32, BuildHasherDefault<LatticeHasher>>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    slots: Vec<u32>,
}

impl<'a> Flood<'a> {
    /// Returns how many slots have been found.
    pub(super) fn count(&self) -> usize {
        self.slots.len()
    }

    /// A flood from the goal over a lattice of so many halvings.
    pub(super) fn new(
        meshes: &'a [&'a NavMesh],
        wanted: &'a WantedPlaces<'a>,
        halvings: u32,
    ) -> Self {
        let every = 1 << halvings;
        let mut flood = Self {
            meshes,
            wanted,
            step: wanted.spacing / every as f32,
            every,
            nodes: Vec::with_capacity(LITTLE),
            discs: Vec::new(),
            taken: Taken::new(wanted.taken, 0.5 * wanted.spacing),
            others: wanted.others.taken(wanted.spacing),
            index: HashMap::with_capacity_and_hasher(LITTLE, BuildHasherDefault::default()),
            open: BinaryHeap::new(),
            slots: Vec::new(),
        };
        let goal = flood.node(IVec2::ZERO, NONE);
        if goal != NONE {
            flood.improve(goal, 0.0, goal);
        }
        flood
    }

    /// The node of a lattice point beside one in a disc, made if there is none; [`NONE`] where the point is not free.
    fn node(&mut self, at: IVec2, disc: u32) -> u32 {
        if let Some(&known) = self.index.get(&at) {
            return known;
        }
        let (x, y) = (at.x as f32, at.y as f32);
        let point = self.wanted.goal + self.step * Vec2::new(x + 0.5 * y, ROW * y);
        let mut node = NONE;
        let Ring { center, most, ahead, .. } = self.wanted.ring;
        let is_near = point.distance_squared(center) <= most * most
            && (point - center).dot(ahead) <= self.wanted.spacing;
        if let Some(disc) = is_near.then(|| self.disc_of(point, disc)).flatten() {
            node = self.nodes.len() as u32;
            let distance = f32::INFINITY;
            self.nodes.push(Node {
                at,
                point,
                distance,
                corner: node,
                disc,
                settled: false,
                links: [NONE; 6],
            });
        }
        self.index.insert(at, node);
        node
    }

    /// The disc in which a point lies, this one if it does; `None` if the point is not free.
    fn disc_of(&mut self, point: Vec2, disc: u32) -> Option<u32> {
        let known = self.discs.get(disc as usize);
        if known.is_some_and(|disc| disc.holds(point)) {
            return Some(disc);
        }
        let hint = known.and_then(OpenDisc::cell);
        self.discs.push(OpenDisc::round(self.meshes, point, hint)?);
        Some(self.discs.len() as u32 - 1)
    }

    fn improve(&mut self, node: u32, distance: f32, corner: u32) {
        let known = &mut self.nodes[node as usize];
        if !known.settled && distance < known.distance {
            (known.distance, known.corner) = (distance, corner);
            // The bits of floats that are not negative are ordered as the floats are.
            self.open.push(Reverse((distance.to_bits(), node)));
        }
    }

    /// Finds slots, the nearest first, until there are as many as wanted, or no more.
    pub(super) fn run(&mut self) {
        while let Some(Reverse((_, node))) = self.open.pop() {
            if std::mem::replace(&mut self.nodes[node as usize].settled, true) {
                continue;
            }
            if self.is_slot(node) {
                self.slots.push(node);
                if self.slots.len() == self.wanted.count {
                    return;
                }
            }
            self.expand(node);
        }
    }

    /// Goes on along the approach, from the goal back to where it begins: it passes doors that no lattice does, behind which
    /// the flood begins anew.
    pub(super) fn run_back(&mut self) {
        let Some(ground) = self.ground(self.wanted.goal) else { return };
        let pairs = || self.wanted.approach.windows(2);
        let whole: f32 = pairs().map(|pair| pair[0].distance(pair[1])).sum();
        let (step, mut walked) = (self.step.max(whole / MOST_SAMPLES), 0.0);
        for pair in self.wanted.approach.windows(2).rev() {
            let length = pair[0].distance(pair[1]);
            let samples = (length / step).ceil().max(1.0) as u32;
            for sample in 1..=samples {
                let share = sample as f32 / samples as f32;
                let point = pair[1].lerp(pair[0], share);
                if self.is_on(&ground, point) {
                    self.begin_at(point, walked + share * length);
                    self.run();
                }
                if self.slots.len() == self.wanted.count {
                    return;
                }
            }
            walked += length;
        }
    }

    /// The parts of the free ground of the meshes in which a point lies; `None` where it is not free on all.
    fn ground(&self, point: Vec2) -> Option<Vec<Component>> {
        let part = |mesh: &&NavMesh| match mesh.locate(point) {
            Location::Cell(cell) => Some(mesh.component(cell)),
            _ => None,
        };
        self.meshes.iter().map(part).collect()
    }

    /// Returns whether a point lies in these parts of the free ground of the meshes.
    fn is_on(&self, ground: &[Component], point: Vec2) -> bool {
        let mut each = self.meshes.iter().zip(ground);
        each.all(|(mesh, part)| match mesh.locate(point) {
            Location::Cell(cell) => mesh.component(cell) == *part,
            _ => false,
        })
    }

    /// Has the flood begin at the points of the lattice round another point as well, that far from the goal.
    fn begin_at(&mut self, point: Vec2, distance: f32) {
        let at = self.nearest(point);
        for offset in std::iter::once(IVec2::ZERO).chain(AROUND) {
            let node = self.node(at + offset, NONE);
            if node == NONE || self.nodes[node as usize].settled {
                continue;
            }
            let to = self.nodes[node as usize].point;
            if self.sees([point, to], NONE) {
                self.improve(node, distance + point.distance(to), node);
            }
        }
    }

    /// The point of the lattice nearest to another point, or one of its neighbours; one that no flood reaches if it is
    /// farther away than the lattice is numbered.
    fn nearest(&self, point: Vec2) -> IVec2 {
        let offset = (point - self.wanted.goal) / self.step;
        let y = (offset.y / ROW).round();
        let at = Vec2::new((offset.x - 0.5 * y).round(), y);
        at.clamp(Vec2::splat(-FARTHEST), Vec2::splat(FARTHEST)).as_ivec2()
    }

    /// Returns whether the way from one node straight to another is free on all meshes.
    fn joins(&self, from: u32, to: u32) -> bool {
        let [one, other] = [from, to].map(|node| &self.nodes[node as usize]);
        let is_within = |disc: u32| {
            let disc = self.discs[disc as usize];
            disc.holds(one.point) && disc.holds(other.point)
        };
        is_within(one.disc)
            || is_within(other.disc)
            || self.sees([one.point, other.point], one.disc)
    }

    /// Returns whether a way from a point of a disc straight to another point is free on all meshes.
    fn sees(&self, way: [Vec2; 2], disc: u32) -> bool {
        let hint = self.discs.get(disc as usize).and_then(OpenDisc::cell);
        self.meshes.iter().all(|mesh| sees_near(mesh, way, hint))
    }

    fn is_slot(&self, node: u32) -> bool {
        let Node { at, point, disc, .. } = self.nodes[node as usize];
        let Ring { center, least, most, ahead } = self.wanted.ring;
        at % self.every == IVec2::ZERO
            && (point - center).dot(ahead) <= 0.0
            && point.distance_squared(center) >= least * least
            && (most == f32::INFINITY || self.sees([point, center], disc))
            && self.taken.leaves(point)
            && self.others.leaves(point)
    }

    fn expand(&mut self, node: u32) {
        let Node { at, point, distance, corner, disc, .. } = self.nodes[node as usize];
        for (side, offset) in AROUND.into_iter().enumerate() {
            let next = self.node(at + offset, disc);
            if next == NONE || self.nodes[next as usize].settled {
                continue;
            }
            let to = self.nodes[next as usize].point;
            if !self.joins(node, next) {
                continue;
            }
            self.nodes[node as usize].links[side] = next;
            self.nodes[next as usize].links[(side + 3) % 6] = node;
            let from = &self.nodes[corner as usize];
            let straight = from.distance + from.point.distance(to);
            if straight < self.nodes[next as usize].distance && self.joins(corner, next) {
                self.improve(next, straight, corner);
            } else {
                self.improve(next, distance + point.distance(to), node);
            }
        }
    }

    /// The slots in the order in which they were found, the nearest first.
    pub(super) fn found(&self) -> impl Iterator<Item = Vec2> {
        self.slots.iter().map(|&slot| self.nodes[slot as usize].point)
    }

    /// Returns how far it is to walk from the goal to a point among what has been looked at, in metres.
    pub(super) fn walk_to(&self, point: Vec2) -> Option<f32> {
        let node = &self.nodes[self.settled_at(point)? as usize];
        let corner = &self.nodes[node.corner as usize];
        Some(corner.distance + corner.point.distance(point))
    }

    /// Returns how deep points lie, in metres, as of slots.
    pub(super) fn depths(&self, points: &[Vec2]) -> Vec<f32> {
        let steps = if self.nodes.is_empty() { Vec::new() } else { self.steps_from(self.entry()) };
        let depth = |&point: &Vec2| {
            self.settled_at(point).map_or(0.0, |node| self.step * steps[node as usize] as f32)
        };
        points.iter().map(depth).collect()
    }

    /// Returns the border of what can be walked to over places that are left `free`, from the farthest one of these: those of
    /// its points that have a neighbour which is not.
    pub(super) fn border(&self, free: impl Fn(Vec2) -> bool) -> Vec<Vec2> {
        let is_free = |node: &Node| node.settled && free(node.point);
        let free: Vec<bool> = self.nodes.iter().map(is_free).collect();
        let all = self.nodes.iter().enumerate().filter(|&(index, _)| free[index]);
        let Some((farthest, _)) = all.max_by_key(|(_, node)| node.distance.to_bits()) else {
            return Vec::new();
        };
        let (mut known, mut open) = (vec![false; self.nodes.len()], vec![farthest]);
        known[farthest] = true;
        let mut border = Vec::new();
        while let Some(node) = open.pop() {
            let links = self.nodes[node].links.into_iter().filter(|&next| next != NONE);
            let mut is_border = node == farthest;
            for next in links.map(|next| next as usize) {
                is_border |= !free[next] && self.nodes[next].settled;
                if free[next] && !std::mem::replace(&mut known[next], true) {
                    open.push(next);
                }
            }
            border.extend(is_border.then(|| self.nodes[node].point));
        }
        border
    }

    /// The slots, the farthest from where the approach enters their disc first.
    pub(super) fn ordered(&self) -> Vec<Slot> {
        if self.slots.is_empty() {
            return Vec::new();
        }
        let entry = self.entry();
        let steps = self.steps_from(entry);
        let from = self.nodes[entry as usize].point;
        let key = |&slot: &u32| {
            let point = self.nodes[slot as usize].point;
            Reverse((steps[slot as usize], point.distance_squared(from).to_bits()))
        };
        let mut slots = self.slots.clone();
        slots.sort_by_key(key);
        let slot = |index: u32| Slot {
            place: self.nodes[index as usize].point,
            depth: self.step * steps[index as usize] as f32,
            kind: 0,
        };
        slots.into_iter().map(slot).collect()
    }

    /// The settled node where the approach enters the slots: it is followed back from the goal as long as it leads over
    /// settled nodes.
    fn entry(&self) -> u32 {
        let (mut entry, approach) = (0, self.wanted.approach);
        for pair in approach.windows(2).rev() {
            let samples = (pair[0].distance(pair[1]) / self.step).ceil().max(1.0) as u32;
            for sample in 0..=samples {
                let point = pair[1].lerp(pair[0], sample as f32 / samples as f32);
                let Some(node) = self.settled_at(point) else { return entry };
                entry = node;
            }
        }
        entry
    }

    /// The settled node nearest to a point, of those within about two steps.
    fn settled_at(&self, point: Vec2) -> Option<u32> {
        let at = self.nearest(point);
        let around = AROUND.into_iter().chain(AROUND.map(|offset| 2 * offset));
        std::iter::once(IVec2::ZERO).chain(around).find_map(|offset| {
            let &node = self.index.get(&(at + offset))?;
            (node != NONE && self.nodes[node as usize].settled).then_some(node)
        })
    }

    /// Returns how many steps of the lattice lead from a node to each other one; 0 to those behind doors that the lattice does
    /// not pass: who goes there bars nobody's way.
    fn steps_from(&self, start: u32) -> Vec<u32> {
        let mut steps = vec![NONE; self.nodes.len()];
        steps[start as usize] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for next in self.nodes[node as usize].links {
                if next != NONE && steps[next as usize] == NONE {
                    steps[next as usize] = steps[node as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps.iter_mut().filter(|steps| **steps == NONE).for_each(|steps| *steps = 0);
        steps
    }
}
