//! Places for discs of one size between discs that stand already: the best first, each where a disc of that size can walk to
//! past all that stand.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use glam::{IVec2, Vec2};
use navmesh::NavMesh;

use super::discs::OpenDisc;
use super::lattice::{AROUND, FARTHEST, ROW};
use super::standing::StandingDiscs;
use crate::ways::sight::sees;

/// Steps of the lattice from one place to the next one.
const STEPS: f32 = 2.0;

/// What is to be filled.
pub(super) struct Gap<'a> {
    pub(super) meshes: &'a [&'a NavMesh],
    /// A point of the lattice.
    pub(super) origin: Vec2,
    /// The distance between places, in metres.
    pub(super) spacing: f32,
    /// Where the search begins.
    pub(super) seeds: &'a [Vec2],
    /// What stands already, with half of the distances that places keep.
    pub(super) standing: &'a [StandingDiscs],
}

impl Gap<'_> {
    /// Returns whether a place leaves all that stands its room.
    pub(super) fn leaves(&self, point: Vec2) -> bool {
        self.standing.iter().all(|standing| standing.leaves(point, 0.5 * self.spacing))
    }

    fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        self.meshes.iter().all(|mesh| sees(mesh, from, to))
    }
}

struct Point {
    at: IVec2,
    place: Vec2,
    disc: usize,
    is_expanded: bool,
}

/// A search over a lattice.
struct Filling<'a> {
    gap: &'a Gap<'a>,
    step: f32,
    points: Vec<Point>,
    discs: Vec<OpenDisc>,
    index: BTreeMap<[i32; 2], Option<usize>>,
    /// What is to be looked at: its cost, as bits, and which it is.
    open: BinaryHeap<Reverse<(u32, usize)>>,
}

impl Filling<'_> {
    /// The point of the lattice, made if it is new and has a cost; `None` where nobody can stand.
    fn point(
        &mut self,
        at: IVec2,
        disc: Option<usize>,
        cost: &impl Fn(Vec2) -> Option<f32>,
    ) -> Option<usize> {
        if let Some(&known) = self.index.get(&at.to_array()) {
            return known;
        }
        let (x, y) = (at.x as f32, at.y as f32);
        let place = self.gap.origin + self.step * Vec2::new(x + 0.5 * y, ROW * y);
        let made = cost(place).filter(|_| self.gap.leaves(place)).and_then(|cost| {
            let disc = match disc.filter(|&disc| self.discs[disc].holds(place)) {
                Some(disc) => disc,
                None => {
                    let hint = disc.and_then(|disc| self.discs[disc].cell());
                    self.discs.push(OpenDisc::round(self.gap.meshes, place, hint)?);
                    self.discs.len() - 1
                }
            };
            self.points.push(Point { at, place, disc, is_expanded: false });
            Some((cost, self.points.len() - 1))
        });
        self.index.insert(at.to_array(), made.map(|(_, point)| point));
        let (cost, point) = made?;
        self.open.push(Reverse((cost.max(0.0).to_bits(), point)));
        Some(point)
    }

    fn begin(&mut self, seed: Vec2, cost: &impl Fn(Vec2) -> Option<f32>) {
        let offset = (seed - self.gap.origin) / self.step;
        let y = (offset.y / ROW).round();
        let at = Vec2::new((offset.x - 0.5 * y).round(), y);
        let at = at.clamp(Vec2::splat(-FARTHEST), Vec2::splat(FARTHEST)).as_ivec2();
        let (x, y) = (at.x as f32, at.y as f32);
        let place = self.gap.origin + self.step * Vec2::new(x + 0.5 * y, ROW * y);
        if self.gap.is_clear(seed, place) {
            self.point(at, None, cost);
        }
    }

    fn expand(&mut self, point: usize, cost: &impl Fn(Vec2) -> Option<f32>) {
        let Point { at, place, disc, .. } = self.points[point];
        for offset in AROUND {
            let next = at + offset;
            if self.index.contains_key(&next.to_array()) {
                continue;
            }
            let (x, y) = (next.x as f32, next.y as f32);
            let to = self.gap.origin + self.step * Vec2::new(x + 0.5 * y, ROW * y);
            if self.discs[disc].holds(to) && self.discs[disc].holds(place)
                || self.gap.is_clear(place, to)
            {
                self.point(next, Some(disc), cost);
            }
        }
    }
}

/// As many places as are wanted, or as many as there are: those of the least `cost` first, of those that `suit`. Points without
/// a cost are not looked at.
pub(super) fn fill(
    gap: &Gap<'_>,
    count: usize,
    cost: impl Fn(Vec2) -> Option<f32>,
    mut suits: impl FnMut(Vec2) -> bool,
) -> Vec<Vec2> {
    let mut filling = Filling {
        gap,
        step: gap.spacing / STEPS,
        points: Vec::new(),
        discs: Vec::new(),
        index: BTreeMap::new(),
        open: BinaryHeap::new(),
    };
    let mut own = StandingDiscs::new(gap.spacing);
    let mut found = Vec::new();
    gap.seeds.iter().for_each(|&seed| filling.begin(seed, &cost));
    while found.len() < count {
        let Some(Reverse((bits, point))) = filling.open.pop() else { break };
        let place = filling.points[point].place;
        if !std::mem::replace(&mut filling.points[point].is_expanded, true) {
            // Its neighbours may cost less: those come first.
            filling.expand(point, &cost);
            filling.open.push(Reverse((bits, point)));
            continue;
        }
        // Of a lattice: neighbours are as far apart as the spacing, but for a rounding.
        if own.leaves(place, WITHIN * 0.5 * gap.spacing) && suits(place) {
            own.add(place, WITHIN * 0.5 * gap.spacing);
            found.push(place);
        }
    }
    found
}

/// Lengths that differ by less than this share are one.
const WITHIN: f32 = 0.999;
