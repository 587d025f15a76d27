//! Shadow sweeps: Dijkstra over the corners of obstacles, where every settled corner sweeps its view once, and only into
//! the shadow that it throws as seen from the root before it.
//!
//! ```text
//!   root ─────────── corner ─ ─ ─ ─ bound of what the root itself sees
//!                    ██████╲ . . .
//!                    ███████╲ . .    the shadow: swept from the corner
//!                    ████████╲ .
//! ```
//!
//! After Edsger Dijkstra, *A Note on Two Problems in Connexion with Graphs* (1959), with the taut ways of Shunhao Oh and
//! Hon Wai Leong, *Edge N-Level Sparse Visibility Graphs* (2017); what is given up behind a door is what Michael Cui,
//! Daniel Harabor and Alban Grastien give up (*Compromise-free Pathfinding on a Navigation Mesh*, 2017), without a target.
//! Corners, doors and cones are those of exact paths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::doors::{ends, is_gap};
use super::limit::{DistanceLimit, nearest};
use super::rivals::{DoorInto, Rival, Rivals};
use super::sources::{GoalSource, Sources, is_source};
use super::upper::UpperBounds;
use super::views::{Beam, NONE, Root, View};
use crate::half_edges::cone::crossing;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::sight::cone::{Cone, Post, is_way_in, opening};
use crate::store::sparse::Sparse;
use crate::tiles::ground::{Door, SightGraph, Turn, WallCorner};
use crate::tolerances::{DOMINATION_MARGIN, METRES_PER_UNIT};

/// The state of a build.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    sources: Sources,
    /// What sources take from each other; `None` if there is but one.
    rivals: Option<Rivals>,
    /// Nothing beyond it is asked for.
    limit: DistanceLimit,
    bounds: UpperBounds,
    /// For each corner the shortest way so far that touches it, its next root, and whether it is settled.
    distances: Vec<f64>,
    next: Vec<u32>,
    settled: Vec<bool>,
    /// Distance bits, and a corner or the marked turn of a goal: non-negative floats order like their bits, and ties go to
    /// the lower number.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    beams: Vec<Beam>,
    /// The first of them that was not sent on yet.
    next_beam: usize,
    /// For each cell the root that last sent a beam there, and that beam.
    last_beam: Sparse<(u32, u32)>,
    roots: Vec<Root>,
    views: Vec<View>,
}

/// A sweep is given up behind so many beams for each cell: only a rounding that sends sight round in circles gets there.
const MOST_BEAMS: usize = 16;

impl Sweep {
    /// Everything within `limit` of a source will be swept.
    pub(crate) fn new(mesh: &NavMesh, sources: Vec<GoalSource>, limit: DistanceLimit) -> Sweep {
        let is_one = sources.len() == 1;
        let sources = Sources::new(sources);
        Sweep {
            rivals: (!is_one).then(|| Rivals::new(mesh.cell_count())),
            limit,
            bounds: UpperBounds::new(mesh),
            distances: Vec::new(),
            next: Vec::new(),
            settled: Vec::new(),
            heap: sources.heap(),
            beams: Vec::new(),
            last_beam: Sparse::new(mesh.cell_count(), (NONE, 0)),
            next_beam: 0,
            roots: Vec::new(),
            views: Vec::new(),
            sources,
        }
    }

    /// Goes on for so many steps or a few more; returns whether all that is asked for has been swept.
    pub(crate) fn run(&mut self, mesh: &NavMesh, steps: u32) -> bool {
        let last = self.steps().saturating_add(steps);
        while self.steps() < last {
            if self.spread(mesh, last) {
                continue;
            }
            self.skip();
            let Some(Reverse((bits, item))) = self.heap.pop() else { return true };
            let distance = f64::from_bits(bits);
            match self.sources.settle(item, self.roots.len() as u32) {
                None => self.settle_corner(mesh, item, distance),
                Some(source) => self.settle_source(mesh, source),
            }
        }
        if self.has_beams(mesh) {
            return false;
        }
        // What is left is the same wherever slices end.
        self.skip();
        self.heap.is_empty()
    }

    /// Leaves out what need not be swept from any more.
    fn skip(&mut self) {
        while let Some(&Reverse((bits, item))) = self.heap.peek() {
            let distance = f64::from_bits(bits);
            if self.limit.is_over(distance) {
                self.heap.clear();
                return;
            }
            let is_left = is_source(item)
                || !self.settled[item as usize]
                    && self.bounds.of_corner(item) + DOMINATION_MARGIN >= distance;
            if is_left {
                return;
            }
            self.heap.pop();
        }
    }

    /// Returns how many goals and corners were swept from so far, and how many cells were looked into: the same for the same
    /// field, however it is made.
    pub(crate) fn steps(&self) -> u32 {
        (self.roots.len() + self.views.len()).min(u32::MAX as usize) as u32
    }

    fn settle_source(&mut self, mesh: &NavMesh, source: GoalSource) {
        let GoalSource { point, cell, distance, .. } = source;
        let at = quantised(point).as_dvec2() * METRES_PER_UNIT;
        let root = self.add_root(Root { place: point.as_dvec2(), apex: at, distance, next: NONE });
        for id in mesh.cells_around(cell, at) {
            let (tile, cell) = mesh.cells.spot(id);
            self.see_own(mesh, root, tile, cell);
            let ground = mesh.cells.ground(tile);
            for (number, door) in ground.doors_of(cell) {
                if let Some(cone) = opening(ground, [door.right, door.left], at) {
                    self.enter(mesh, (tile, number), cone);
                }
            }
        }
    }

    fn settle_corner(&mut self, mesh: &NavMesh, number: u32, distance: f64) {
        self.settled[number as usize] = true;
        let (tile, corner) = self.bounds.home(mesh, number);
        let ground = mesh.cells.ground(tile);
        let corner = &ground.corners[corner as usize];
        let next = self.next[number as usize];
        let way = corner.at - self.roots[next as usize].apex;
        let root = Root { place: corner.at, apex: corner.at, distance, next };
        let root = self.add_root(root);
        for turn in Turn::BOTH.into_iter().filter(|&turn| corner.turns(turn, way)) {
            let arc = match turn {
                Turn::Left => [way, corner.walls[1]],
                Turn::Right => [corner.walls[0], way],
            };
            self.look_onward(mesh, root, ground, corner, arc);
        }
    }

    /// Looks from a corner into the cells round it, as far as they lie in its shadow.
    fn look_onward(
        &mut self,
        mesh: &NavMesh,
        root: u32,
        ground: &SightGraph,
        corner: &WallCorner,
        arc: [DVec2; 2],
    ) {
        for (tile, cell) in mesh.cells.cells_round(ground, corner) {
            let sector = mesh.cells.sector(mesh.cells.cell_at_spot((tile, cell)), corner.at);
            if let Some(part) = sector.and_then(|sector| sector.clipped(arc)) {
                self.see_own(mesh, root, tile, cell);
                let (cone, least) =
                    (Cone::between(corner, part), self.roots[root as usize].distance);
                self.beams.push(Beam { tile, cell, cone, least, door: None, first: true });
            }
        }
    }

    fn add_root(&mut self, root: Root) -> u32 {
        self.roots.push(root);
        self.beams.clear();
        self.next_beam = 0;
        self.roots.len() as u32 - 1
    }

    /// The root sees all of a cell in which it lies, and the ends of all its doors.
    fn see_own(&mut self, mesh: &NavMesh, root: u32, tile: u32, cell: u32) {
        let least = self.roots[root as usize].distance;
        let number = mesh.cells.number_at_spot((tile, cell));
        self.views.push(View { cell: number, root, limits: None, least, door: None });
        let ground = mesh.cells.ground(tile);
        for door in ground.doors(cell) {
            for place in [door.right, door.left] {
                let way = ground.places[place as usize] - self.roots[root as usize].apex;
                self.see(mesh, root, tile, place, way);
            }
        }
    }

    /// Returns whether beams of the last root are still to be sent on.
    fn has_beams(&self, mesh: &NavMesh) -> bool {
        let most = MOST_BEAMS * (mesh.cell_count() + MOST_BEAMS);
        self.next_beam < self.beams.len().min(most)
    }

    /// Sends the beams of the last root on until nothing is left of them, or all is as many steps as `last`; returns whether
    /// there were any.
    fn spread(&mut self, mesh: &NavMesh, last: u32) -> bool {
        let had_beams = self.has_beams(mesh);
        while self.has_beams(mesh) && self.steps() < last {
            let (root, beam) = (self.roots.len() as u32 - 1, self.beams[self.next_beam]);
            self.next_beam += 1;
            self.send_on(mesh, root, beam);
        }
        had_beams
    }

    /// Sends a beam on into the cells behind its own.
    fn send_on(&mut self, mesh: &NavMesh, root: u32, beam: Beam) {
        let (apex, next) = (self.roots[root as usize].apex, self.next_beam);
        let Beam { tile, cell, cone, least, door, first } = beam;
        if !first {
            let (cell, limits) = (mesh.cells.number_at_spot((tile, cell)), Some(cone.ways()));
            self.views.push(View { cell, root, limits, least, door });
        }
        let ground = mesh.cells.ground(tile);
        let mut before: Option<Post> = None;
        for (number, door) in ground.doors_of(cell) {
            let post = |place: u32| Post::new(ground, place, apex, &cone);
            let shared = before.filter(|post| post.place == door.right);
            let right = shared.unwrap_or_else(|| post(door.right));
            let left = post(door.left);
            before = None;
            // What is at its ends was seen from where the beam came, and is known there by the same places.
            if door.tile == tile && is_way_in(&right, &left) {
                continue;
            }
            before = Some(left);
            if shared.is_none() && cone.shows(&right) {
                self.see(mesh, root, tile, door.right, right.way);
            }
            if cone.shows(&left) {
                self.see(mesh, root, tile, door.left, left.way);
            }
            if !is_gap(ground, door)
                && let Some(cone) = cone.through(ground, [&right, &left], first)
            {
                self.enter_behind(mesh, (tile, number), cone, next);
            }
        }
    }

    fn enter(&mut self, mesh: &NavMesh, door: (u32, u32), cone: Cone) {
        let (tile, number) = door;
        if !is_gap(mesh.cells.ground(tile), &mesh.cells.ground(tile).doors[number as usize]) {
            self.enter_behind(mesh, door, cone, 0);
        }
    }

    /// Sends a cone of the last root through a door, unless nothing behind it is asked for. One that is right beside the last beam into the
    /// same cell, if that still waits, is put together with it: so a beam that parted at a point on open ground is one
    /// again behind it.
    fn enter_behind(&mut self, mesh: &NavMesh, door: (u32, u32), mut cone: Cone, waiting: usize) {
        let root = self.roots.len() as u32 - 1;
        let Some(mut least) = self.least(mesh, root, door.0, door.1, cone.ways()) else { return };
        let Door { tile, cell, .. } = mesh.cells.ground(door.0).doors[door.1 as usize];
        let (tile, cell) = mesh.cells.named((tile, cell));
        let number = mesh.cells.number_at_spot((tile, cell)) as usize;
        if self.roots[root as usize].next == NONE && self.rivals.is_some() {
            let Some(left) = self.hold_off(mesh, door, number as u32, cone) else { return };
            (cone, least) = left;
        }
        let (last_root, last) = self.last_beam[number];
        let last = (last_root == root && last as usize >= waiting)
            .then(|| self.beams.get_mut(last as usize))
            .flatten();
        if let Some(last) = last
            && last.cone.join(&cone)
        {
            (last.least, last.door) = (last.least.min(least), None);
            return;
        }
        *self.last_beam.at(number) = (root, self.beams.len() as u32);
        let door = Some(door);
        self.beams.push(Beam { tile, cell, cone, least, door, first: false });
    }

    /// The root sees the end of a door.
    fn see(&mut self, mesh: &NavMesh, root: u32, tile: u32, place: u32, way: DVec2) {
        let distance = self.roots[root as usize].distance + way.length();
        let Some(number) = self.bounds.lower(mesh, tile, place, distance) else { return };
        let at = number as usize;
        if at >= self.settled.len() {
            self.distances.resize(at + 1, f64::INFINITY);
            self.next.resize(at + 1, NONE);
            self.settled.resize(at + 1, false);
        }
        let ground = mesh.cells.ground(tile);
        let corner = &ground.corners[ground.corner_of[place as usize] as usize];
        if !self.settled[at]
            && distance < self.distances[at]
            && !self.limit.is_beyond(distance, corner.at)
            && corner.turn(way).is_some()
        {
            self.distances[at] = distance;
            self.next[at] = root;
            self.heap.push(Reverse((distance.to_bits(), number)));
        }
    }

    /// The least distance that a view through a door can give; `None` if nothing behind it is asked for, or the way by
    /// one of its ends is shorter for all that is.
    fn least(
        &self,
        mesh: &NavMesh,
        root: u32,
        tile: u32,
        door: u32,
        [right, left]: [DVec2; 2],
    ) -> Option<f64> {
        let Root { apex, distance, .. } = self.roots[root as usize];
        let ground = mesh.cells.ground(tile);
        let door = &ground.doors[door as usize];
        let [from, to] = ends(ground, door);
        let right = crossing(apex, right, from, to);
        let left = crossing(apex, left, from, to);
        // How much shorter the way by an end is grows along the door towards that end.
        let dominated = |place: u32, end: DVec2, far: DVec2| {
            let by_end = self.bounds.of_place(tile, place) + far.distance(end);
            distance + far.distance(apex) >= by_end + DOMINATION_MARGIN
        };
        let least = distance + nearest(apex, right, left).distance(apex);
        let lost = self.limit.is_beyond_all(least, [right, left])
            || dominated(door.right, from, left)
            || dominated(door.left, to, right);
        (!lost).then_some(least)
    }

    /// The part of a cone of the last root, a source, that others leave of it behind a door, and the least distance there.
    fn hold_off(
        &mut self,
        mesh: &NavMesh,
        door: (u32, u32),
        cell: u32,
        cone: Cone,
    ) -> Option<(Cone, f64)> {
        let root = self.roots.len() as u32 - 1;
        let (own, gate, part) = self.look(mesh, root, door, cell, cone.ways());
        let rivals = self.rivals.as_mut()?;
        let left = rivals.left_over(own, &gate, part)?;
        rivals.claim(own, &gate, part);
        let ends = left.map(|share| gate.at(share));
        let limit = |end: usize| (left[end] != part[end]).then(|| ends[end] - own.apex);
        let least = own.start + nearest(own.apex, ends[0], ends[1]).distance(own.apex);
        Some((cone.within([limit(0), limit(1)]), least))
    }

    /// A source as it sees a door, and which part of that between two directions.
    fn look(
        &self,
        mesh: &NavMesh,
        root: u32,
        door: (u32, u32),
        cell: u32,
        ways: [DVec2; 2],
    ) -> (Rival, DoorInto, [f64; 2]) {
        let Root { apex, distance: start, .. } = self.roots[root as usize];
        let ground = mesh.cells.ground(door.0);
        let [from, to] = ends(ground, &ground.doors[door.1 as usize]);
        let gate = DoorInto { door, cell, ends: [from, to] };
        let part = ways.map(|way| gate.share_of(crossing(apex, way, from, to)));
        (Rival { root, apex, start }, gate, part)
    }

    /// Nothing beyond it was asked for.
    pub(crate) fn limit(&self) -> DistanceLimit {
        self.limit
    }

    /// Returns what is seen, in no order. It is to be taken once all is swept.
    pub(super) fn take_views(&mut self) -> Vec<View> {
        std::mem::take(&mut self.views)
    }

    /// All goals.
    pub(super) fn goals(&self) -> &[GoalSource] {
        self.sources.all()
    }

    /// For each root, which it is in the end.
    pub(super) fn places(&self) -> Vec<u32> {
        self.sources.sorted(self.roots.len())
    }

    /// The roots at their places.
    pub(super) fn roots_at(&self, places: &[u32]) -> Vec<Root> {
        let mut roots = self.roots.clone();
        for (root, &place) in self.roots.iter().zip(places) {
            let next = places.get(root.next as usize).copied().unwrap_or(NONE);
            roots[place as usize] = Root { next, ..*root };
        }
        roots
    }

    /// Returns whether a view can give a least distance, now that all is known.
    pub(super) fn is_useful(&self, mesh: &NavMesh, view: &View) -> bool {
        match (view.limits, view.door) {
            (Some(limits), Some(door)) => {
                self.least(mesh, view.root, door.0, door.1, limits).is_some()
                    && self.holds(mesh, view, door, limits)
            }
            _ => true,
        }
    }

    /// Returns whether others leave anything of what a root sees through a door.
    fn holds(&self, mesh: &NavMesh, view: &View, door: (u32, u32), limits: [DVec2; 2]) -> bool {
        let is_source = self.roots[view.root as usize].next == NONE;
        self.rivals.as_ref().filter(|_| is_source).is_none_or(|rivals| {
            let (own, gate, part) = self.look(mesh, view.root, door, view.cell, limits);
            rivals.left_over(own, &gate, part).is_some()
        })
    }
}
