//! Places round a goal that many units share: a hexagonal lattice of slots, the nearest by walking distance first.
//!
//! The slots are found by a flood from the goal over a finer lattice whose points are joined where a disc can move
//! straight from one to the other. Walking distances are any-angle: a point measures from the last corner that it sees,
//! after K. Daniel, A. Nash, S. Koenig, A. Felner, “Theta*: Any-Angle Path Planning on Grids”, 2010. Where the lattice
//! is too coarse to pass through a door, it is halved.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use glam::{IVec2, Vec2};
use navmesh::NavMesh;

use super::discs::Disc;
use super::hollow::{Outside, outside};
use super::taken::Taken;
use crate::bodies::order::{Ring, Shared, Slot};
use crate::ways::ground::is_free;
use crate::ways::sight::sees;

/// The six neighbours of a point of the lattice; the opposite of `k` is `k + 3`.
const AROUND: [IVec2; 6] = [
    IVec2::new(1, 0),
    IVec2::new(0, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, 0),
    IVec2::new(0, -1),
    IVec2::new(1, -1),
];

/// Half the square root of 3: the distance between rows of a hexagonal lattice.
const ROW: f32 = 0.866_025_4;

/// How often the spacing of the slots is halved for the walking lattice: at first, and at most. At 4, doors of an
/// eighth of a radius are found.
const HALVINGS: std::ops::RangeInclusive<u32> = 1..=4;

/// Slot spacings: from the middle of a ring that leaves out more than this round it the flood would take long.
const HOLLOW: f32 = 8.0;

/// A leg of a way is looked at at no more points than this: the step is small where units are, and ranges are not.
const MOST_SAMPLES: f32 = 1024.0;

const NONE: u32 = u32::MAX;

/// What places are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The goal, a free point: the first place.
    pub(crate) goal: Vec2,
    /// The distance between neighbouring places, in metres.
    pub(crate) spacing: f32,
    /// How many.
    pub(crate) count: usize,
    /// Places that are given away already.
    pub(crate) taken: &'a [Vec2],
    /// Where the units come from: the places are ordered from the one that is farthest to walk from there.
    pub(crate) approach: &'a [Vec2],
    /// Which places count.
    pub(crate) ring: Ring,
}

/// The nearest places round a goal that are free on all of some meshes, the farthest from the approach first; fewer than
/// wanted where there is no room for more. Within a range, doors that the coarsest lattice cannot pass count as walls: else
/// looking for places that are not there would take long.
pub(crate) fn places(meshes: &[&NavMesh], wanted: &Wanted<'_>) -> Vec<Slot> {
    let finest = if wanted.ring.most.is_finite() { *HALVINGS.start() } else { *HALVINGS.end() };
    let mut slots = Vec::new();
    for halvings in *HALVINGS.start()..=finest {
        let mut flood = Flood::new(meshes, wanted, halvings);
        flood.run();
        slots = flood.ordered();
        if slots.len() == wanted.count {
            break;
        }
    }
    slots
}

/// As many of the slots round a goal that units share as are wanted, the farthest from the approach first. Those for which
/// there is no room in the goal's range lie behind.
pub(crate) fn slots(
    meshes: &[&NavMesh],
    shared: &Shared,
    count: usize,
    taken: &[Vec2],
) -> Vec<Slot> {
    let Shared { goal, ring, spacing, ref approach, .. } = *shared;
    let start = if ring.most.is_finite() { approach.last().copied().unwrap_or(goal) } else { goal };
    let start = match rim(meshes, shared, start) {
        Outside::At(start) => start,
        Outside::Near => start,
        Outside::Nowhere => return Vec::new(),
    };
    let wanted = Wanted { goal: start, spacing, count, taken, approach, ring };
    let mut slots = places(meshes, &wanted);
    if slots.len() < count && ring.most.is_finite() {
        let taken: Vec<Vec2> =
            taken.iter().copied().chain(slots.iter().map(|slot| slot.place)).collect();
        let (count, ring) = (count - slots.len(), Ring { most: f32::INFINITY, ..ring });
        let behind = places(meshes, &Wanted { count, ring, taken: &taken, ..wanted });
        slots.extend(behind.into_iter().map(|slot| Slot { depth: 0.0, ..slot }));
    }
    slots
}

/// Where the flood begins instead of a point in the middle of a large ring: just outside of what the ring leaves out, on the
/// side of the approach if that can be seen from the point, else on another one, or where the ground nearest to the point
/// lies that is outside.
fn rim(meshes: &[&NavMesh], shared: &Shared, start: Vec2) -> Outside {
    let Shared { ring: Ring { center, least, .. }, spacing, ref approach, .. } = *shared;
    let is_out = |point: &&Vec2| point.distance_squared(center) >= least * least;
    if least <= HOLLOW * spacing || is_out(&&start) {
        return Outside::Near;
    }
    let from = approach.iter().rev().find(is_out).or(approach.first());
    let towards = from.map_or(Vec2::X, |&from| (from - center).normalize_or(Vec2::X));
    let points = [towards, towards.perp(), -towards.perp(), -towards]
        .map(|direction| center + (least + 0.5 * spacing) * direction);
    let seen = points
        .into_iter()
        .find(|&point| meshes.iter().all(|mesh| is_free(mesh, point) && sees(mesh, start, point)));
    let round = || outside(meshes, start, (center, least, 0.5 * spacing));
    seen.map_or_else(round, Outside::At)
}

/// The part of a way to the centre of a ring up to where it comes into the ring's range and sees it.
pub(crate) fn way_into(mesh: &NavMesh, mut way: Vec<Vec2>, ring: Ring, step: f32) -> Vec<Vec2> {
    let is_in = |point: Vec2| {
        point.distance_squared(ring.center) <= ring.most * ring.most
            && sees(mesh, point, ring.center)
    };
    while let [.., from, to] = way[..] {
        let samples = (from.distance(to) / step).ceil().clamp(1.0, MOST_SAMPLES);
        let backwards = (0..=samples as u32).map(|sample| to.lerp(from, sample as f32 / samples));
        let inside: Vec<Vec2> = backwards.take_while(|&point| is_in(point)).collect();
        way.pop();
        match inside.last() {
            Some(&point) if point == from => {}
            Some(&point) => {
                way.push(point);
                break;
            }
            None => {
                way.push(to);
                break;
            }
        }
    }
    way
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

struct Flood<'a> {
    meshes: &'a [&'a NavMesh],
    wanted: &'a Wanted<'a>,
    step: f32,
    /// Lattice points whose both coordinates are multiples of this are slots.
    every: i32,
    nodes: Vec<Node>,
    discs: Vec<Disc>,
    taken: Taken,
    /// Looked up only, never walked through: its order decides nothing.
    index: HashMap<IVec2, u32, BuildHasherDefault<LatticeHasher>>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    slots: Vec<u32>,
}

impl<'a> Flood<'a> {
    fn new(meshes: &'a [&'a NavMesh], wanted: &'a Wanted<'a>, halvings: u32) -> Self {
        let every = 1 << halvings;
        let mut flood = Self {
            meshes,
            wanted,
            step: wanted.spacing / every as f32,
            every,
            nodes: Vec::new(),
            discs: Vec::new(),
            taken: Taken::new(wanted.taken, 0.5 * wanted.spacing),
            index: HashMap::default(),
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
        let Ring { center, most, .. } = self.wanted.ring;
        let is_near = point.distance_squared(center) <= most * most;
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
        if self.discs.get(disc as usize).is_some_and(|disc| disc.holds(point)) {
            return Some(disc);
        }
        self.discs.push(Disc::round(self.meshes, point)?);
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

    fn run(&mut self) {
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

    /// Whether the way from one node straight to another is free on all meshes.
    fn joins(&self, from: u32, to: u32) -> bool {
        let [one, other] = [from, to].map(|node| &self.nodes[node as usize]);
        let is_within = |disc: u32| {
            let disc = self.discs[disc as usize];
            disc.holds(one.point) && disc.holds(other.point)
        };
        is_within(one.disc) || is_within(other.disc) || self.sees(one.point, other.point)
    }

    /// Whether the way from one point straight to another is free on all meshes.
    fn sees(&self, from: Vec2, to: Vec2) -> bool {
        self.meshes.iter().all(|mesh| sees(mesh, from, to))
    }

    fn is_slot(&self, node: u32) -> bool {
        let Node { at, point, .. } = self.nodes[node as usize];
        let Ring { center, least, most } = self.wanted.ring;
        at % self.every == IVec2::ZERO
            && point.distance_squared(center) >= least * least
            && (most == f32::INFINITY || self.sees(point, center))
            && self.taken.leaves(point)
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

    /// The slots, the farthest from where the approach enters their disc first.
    fn ordered(&self) -> Vec<Slot> {
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
        let offset = (point - self.wanted.goal) / self.step;
        let y = (offset.y / ROW).round();
        let at = IVec2::new((offset.x - 0.5 * y).round() as i32, y as i32);
        let around = AROUND.into_iter().chain(AROUND.map(|offset| 2 * offset));
        std::iter::once(IVec2::ZERO).chain(around).find_map(|offset| {
            let &node = self.index.get(&(at + offset))?;
            (node != NONE && self.nodes[node as usize].settled).then_some(node)
        })
    }

    /// How many steps of the lattice lead from a node to each other one.
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
        steps
    }
}

/// How far a unit at `position` has to go to the end of a path, if it walks to the nearest point of the path and then
/// along it; in metres.
pub(crate) fn remaining(path: &[Vec2], position: Vec2) -> f32 {
    let (mut beyond, mut nearest) = (0.0, f32::INFINITY);
    let mut remaining = path.last().map_or(0.0, |&last| last.distance(position));
    for pair in path.windows(2).rev() {
        let (way, length) = (pair[1] - pair[0], pair[0].distance(pair[1]));
        let share = way.dot(position - pair[0]) / way.length_squared().max(f32::MIN_POSITIVE);
        let share = share.clamp(0.0, 1.0);
        let beside = (pair[0] + way * share).distance(position);
        if beside < nearest {
            (nearest, remaining) = (beside, beyond + beside + (1.0 - share) * length);
        }
        beyond += length;
    }
    remaining
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh::{Bounds, MeshDefinition};

    fn mesh(walls: &[[f32; 4]]) -> NavMesh {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(20.0));
        let mut mesh =
            NavMesh::new(&MeshDefinition { agent_radius: 0.5, ..MeshDefinition::new(bounds) })
                .unwrap();
        for &[x0, y0, x1, y1] in walls {
            mesh.add_obstacle(&[
                Vec2::new(x0, y0),
                Vec2::new(x1, y0),
                Vec2::new(x1, y1),
                Vec2::new(x0, y1),
            ])
            .unwrap();
        }
        mesh.commit().unwrap();
        mesh
    }

    fn wanted(goal: Vec2, count: usize) -> Wanted<'static> {
        Wanted { goal, spacing: 1.04, count, taken: &[], approach: &[], ring: Ring::open(goal) }
    }

    fn points(mesh: &NavMesh, wanted: &Wanted<'_>) -> Vec<Vec2> {
        places(&[mesh], wanted).into_iter().map(|slot| slot.place).collect()
    }

    #[test]
    fn a_disc_in_the_open() {
        let goal = Vec2::splat(10.0);
        let places = points(&mesh(&[]), &wanted(goal, 37));
        assert!(places.contains(&goal));
        for (index, place) in places.iter().enumerate() {
            assert!(place.distance(goal) < 3.2 * 1.04);
            assert!(places[..index].iter().all(|other| other.distance(*place) > 1.03));
        }
    }

    #[test]
    fn the_farthest_from_the_approach_comes_first() {
        let goal = Vec2::splat(10.0);
        let approach = [Vec2::new(1.0, 10.0), goal];
        let places = points(&mesh(&[]), &Wanted { approach: &approach, ..wanted(goal, 19) });
        assert!(places[0].x > 11.5 && places[18].x < 8.5, "{places:?}");
    }

    #[test]
    fn the_flood_passes_doors_and_no_walls() {
        // A wall with a door of 1.1 m: 0.1 m for the centre of a disc of 0.5 m.
        let mesh = mesh(&[[10.0, 0.0, 11.0, 4.4], [10.0, 5.5, 11.0, 20.0]]);
        let goal = Vec2::new(9.4, 5.1);
        let near = points(&mesh, &wanted(goal, 3));
        assert!(near.iter().all(|place| place.x < 10.0), "{near:?}");
        let all = points(&mesh, &wanted(goal, 250));
        assert!(all.iter().any(|place| place.x > 12.0));
    }

    #[test]
    fn too_little_room_is_counted() {
        let mesh = mesh(&[[4.0, 0.0, 5.0, 5.0], [0.0, 4.0, 4.0, 5.0]]);
        let found = places(&[&mesh], &wanted(Vec2::splat(2.0), 30)).len();
        assert!((7..=12).contains(&found), "{found}");
    }

    #[test]
    fn taken_places_are_left_out() {
        let goal = Vec2::splat(10.0);
        let taken = [goal, goal + Vec2::new(1.04, 0.0)];
        let places = points(&mesh(&[]), &Wanted { taken: &taken, ..wanted(goal, 5) });
        assert!(places.iter().all(|place| taken.iter().all(|taken| taken.distance(*place) > 1.0)));
    }

    #[test]
    fn the_flood_round_a_large_disc_begins_at_its_rim() {
        let goal = Vec2::splat(10.0);
        let ring = Ring { least: 5.0, ..Ring::open(goal) };
        let approach = vec![Vec2::new(1.0, 10.0), goal];
        let shared = Shared { goal, ring, spacing: 2e-3, approach, found_on: (0, 0), reach: 0.0 };
        // From the middle on it would go through six million points.
        let found = slots(&[&mesh(&[])], &shared, 20, &[]);
        assert_eq!(found.len(), 20);
        let is_near = |slot: &Slot| slot.place.distance(Vec2::new(5.0, 10.0)) < 0.02;
        assert!(found.iter().all(|slot| is_near(slot) && slot.place.distance(goal) >= 5.0));
        // Another side where that one is walled off.
        let found = slots(&[&mesh(&[[6.0, 0.0, 7.0, 20.0]])], &shared, 20, &[]);
        assert!(found.len() == 20 && !found.iter().any(is_near));
    }

    #[test]
    fn distance_along_a_path() {
        let path = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 10.0)];
        assert_eq!(remaining(&path, Vec2::new(4.0, 1.0)), 17.0);
        assert!((remaining(&path, Vec2::new(12.0, 9.0)) - 3.0).abs() < 1e-5);
        assert_eq!(remaining(&[Vec2::ONE], Vec2::new(1.0, 4.0)), 3.0);
    }
}
