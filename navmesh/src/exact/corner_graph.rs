//! The taut corner graph: where a shortest path may go on from a corner at which it turned.
//!
//! A shortest path among walls bends only at corners, and only so that it stays taut: every leg touches the walls at
//! both of its ends without cutting them. After Shunhao Oh and Hon Wai Leong, *Edge N-Level Sparse Visibility Graphs:
//! Fast Optimal Any-Angle Pathfinding Using Hierarchical Taut Paths* (2017). Here nothing is made beforehand: the legs
//! out of a corner are found when a search first gets there, and kept until something changes that the corner sees.

use std::ops::Range;

use glam::{DVec2, I64Vec2, Vec2};

use super::dead_ends::DeadEnds;
use super::legs::{Glance, TautGraph, TautLeg, TautNode, look, node, nodes_in_sight, turn_of};
use crate::cells::id::CellId;
use crate::kernel::outline::quantised;
use crate::kernel::turn::turned;
use crate::mesh::NavMesh;
use crate::sight::horizon::Horizon;
use crate::sight::numbers::Numbers;
use crate::sight::reach::{Reach, joined_within};
use crate::sight::sweep::{SightStart, SightSweep};
use crate::tiles::ground::Turn;
use crate::tolerances::{FIRST_HORIZON, METRES_PER_UNIT};

/// A taut leg that was found.
#[derive(Clone, Copy, Debug)]
struct KnownLeg {
    length: f64,
    way: Vec2,
    to: TautNode,
    /// The lesson on the legs out of its end by which no taut leg goes on from it, or 0: then it only leads to goals
    /// that are seen from its end.
    dead: u32,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Its legs: the first, and how many.
    legs: (u32, u32),
    /// How far it sees: the first of its reaches, and how many. The first one is round all others.
    reaches: (u32, u32),
    /// Tells what was learnt at one time from what was learnt at another; 0: nothing.
    lesson: u32,
    /// The age of the mesh in which it was last found to hold.
    checked: u32,
}

/// The taut corner graph of a mesh, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerGraph {
    /// Whether no search is told by earlier ones which legs lead nowhere.
    is_steady: bool,
    numbers: Numbers,
    /// Looks on from corners, and round the goal.
    sweep: SightSweep,
    /// Looks round the start, first near the straight way.
    first: SightSweep,
    /// The lattice point there; metres.
    start: DVec2,
    glances: Vec<Glance>,
    legs: Vec<KnownLeg>,
    reaches: Vec<Reach>,
    known: Vec<Known>,
    dead_ends: DeadEnds,
    lessons: u32,
    /// The directions in which something may have changed.
    cones: Vec<[DVec2; 2]>,
    /// How many legs were given up.
    lost: usize,
}

/// Legs that may be lost before it pays to leave them out, whatever their share.
const LOST_ALLOWANCE: usize = 1 << 14;

impl CornerGraph {
    /// From now on searches learn nothing of it that changes what they expand.
    pub(super) fn become_steady(&mut self) {
        self.is_steady = true;
    }

    /// Finds the dead ends, once that is worth while.
    pub(crate) fn find_dead_ends(&mut self, mesh: &NavMesh) {
        self.follow(mesh);
        self.dead_ends.find(mesh);
        self.dead_ends.take_in(mesh, &mut self.numbers);
    }

    /// Follows the mesh: what was learnt of places that have changed is no longer believed.
    pub(crate) fn follow(&mut self, mesh: &NavMesh) {
        if self.lost > self.legs.len() / 2 + LOST_ALLOWANCE {
            self.leave_out_lost();
        }
        if self.numbers.follow(mesh) {
            self.legs.clear();
            self.reaches.clear();
            self.known.clear();
            self.dead_ends = DeadEnds::default();
            (self.lessons, self.lost) = (0, 0);
        }
    }

    /// Moves what is still known together.
    fn leave_out_lost(&mut self) {
        let (mut legs, mut reaches) = (Vec::new(), Vec::new());
        for known in &mut self.known {
            let first = [legs.len() as u32, reaches.len() as u32];
            legs.extend_from_slice(&self.legs[range(known.legs)]);
            reaches.extend_from_slice(&self.reaches[range(known.reaches)]);
            (known.legs.0, known.reaches.0) = (first[0], first[1]);
        }
        (self.legs, self.reaches, self.lost) = (legs, reaches, 0);
    }

    /// Puts into `nodes` where taut legs lead from the start, of what was seen last.
    fn take_first(&mut self, mesh: &NavMesh, nodes: &mut Vec<TautNode>) {
        let apex = (self.start, false);
        let numbers = &mut self.numbers;
        let number = |seen| numbers.of(mesh, seen);
        nodes_in_sight(mesh, &self.first, apex.0, apex.1, number, nodes);
    }

    /// Returns whether what is known of a node holds.
    fn holds(&mut self, node: TautNode) -> bool {
        let age = self.numbers.age();
        let known = self.known.get(node as usize).copied().unwrap_or_default();
        let holds = known.checked == age || self.find_changes(node, known) && self.cones.is_empty();
        if holds && known.lesson != 0 {
            self.known[node as usize].checked = age;
        }
        holds && known.lesson != 0
    }

    /// Finds the directions in which something may have changed that is known of a node; returns whether they are known.
    fn find_changes(&mut self, node: TautNode, known: Known) -> bool {
        self.cones.clear();
        let reaches = &self.reaches[range(known.reaches)];
        let Some((extent, reaches)) = reaches.split_first() else { return true };
        let apex = self.numbers.place(node / 2);
        self.numbers.unchanged_since(known.checked, apex, extent)
            || self.numbers.changes_since(known.checked, apex, reaches, &mut self.cones)
    }

    /// Finds the legs out of a node; those that are known are kept, but in directions in which something has changed.
    fn find_legs(&mut self, mesh: &NavMesh, from: TautNode) {
        self.known.resize(self.known.len().max(self.node_count()), Known::default());
        if self.holds(from) {
            return;
        }
        let (age, old) = (self.numbers.age(), self.known[from as usize]);
        let turn = turn_of(from);
        let Some(home) = self.numbers.find_home(mesh, from / 2) else {
            // The corner has gone: nothing would tell when it comes back.
            self.lost += old.legs.1 as usize;
            self.known[from as usize] = Known::default();
            return;
        };
        let (mut part, mut limits) = (None, [None; 2]);
        if old.lesson != 0 && self.find_changes(from, old) {
            let arc = mesh.cells.ground(home.0).corners[home.1 as usize].taut_arc(turn);
            part = joined_within(arc, &self.cones);
            if part.is_none() {
                self.known[from as usize].checked = age;
                return;
            }
            part = part.filter(|[right, left]| turned(*right, *left) > 0);
            // At the end of the arc, what lies beyond it by a rounding belongs to it.
            limits = part.map_or(limits, |part| {
                [0, 1].map(|end| Some(part[end]).filter(|&way| way != arc[end]))
            });
        }
        look(mesh, &mut self.sweep, home, (turn, part), &mut self.glances);
        let reaches = self.keep_reaches(mesh, part.map(|_| range(old.reaches)));
        let legs = self.keep_legs(mesh, from, part.map(|_| (limits, range(old.legs))));
        self.lost += old.legs.1 as usize;
        self.lessons += 1;
        // More corners may have numbers now.
        self.known.resize(self.known.len().max(self.node_count()), Known::default());
        self.known[from as usize] = Known { legs, reaches, lesson: self.lessons, checked: age };
    }

    /// Keeps how far the last sweep saw, with what was known before.
    fn keep_reaches(&mut self, mesh: &NavMesh, before: Option<Range<usize>>) -> (u32, u32) {
        self.sweep.reaches.iter().for_each(|seen| self.numbers.watch(mesh, seen.tile));
        let first = self.reaches.len();
        match before {
            Some(before) => self.reaches.extend_from_within(before),
            None => self.reaches.extend(self.sweep.reaches.first()),
        }
        let known = self.reaches.len();
        for seen in &self.sweep.reaches {
            self.reaches[first].add(seen);
            match self.reaches[first + 1..known].iter_mut().find(|known| known.tile == seen.tile) {
                Some(known) => known.add(seen),
                None => self.reaches.push(*seen),
            }
        }
        (first as u32, (self.reaches.len() - first) as u32)
    }

    /// Keeps the legs that were found last; with those that were known before, where they lead beyond a limit, right or left,
    /// of the directions that were looked at.
    fn keep_legs(
        &mut self,
        mesh: &NavMesh,
        from: TautNode,
        before: Option<([Option<DVec2>; 2], Range<usize>)>,
    ) -> (u32, u32) {
        let first = self.legs.len();
        let ([right, left], known) = before.unwrap_or_default();
        let apex = self.numbers.place(from / 2);
        // Those that turn most come first.
        let is_left = turn_of(from) == Turn::Left;
        for after in [false, true] {
            if after {
                for Glance { corner, turn, way } in &self.glances {
                    if let Some(turn) = turn {
                        let to = node(self.numbers.of(mesh, *corner), *turn);
                        let (length, way) = (way.length(), way.as_vec2());
                        self.legs.push(KnownLeg { length, way, to, dead: 0 });
                    }
                }
            }
            for leg in known.clone() {
                let leg = self.legs[leg];
                let way = self.numbers.place(leg.to / 2) - apex;
                let is_beside = if is_left == after {
                    right.is_some_and(|right| turned(right, way) < 0)
                } else {
                    left.is_some_and(|left| turned(way, left) < 0)
                };
                if is_beside {
                    self.legs.push(leg);
                }
            }
        }
        (first as u32, (self.legs.len() - first) as u32)
    }
}

/// A part of an array that is told by its first entry and their number.
fn range((first, count): (u32, u32)) -> Range<usize> {
    first as usize..(first + count) as usize
}

impl TautGraph for CornerGraph {
    const AIMS_LATE: bool = true;

    fn node_count(&self) -> usize {
        self.numbers.count() * 2
    }

    fn position(&self, node: TautNode) -> DVec2 {
        self.numbers.place(node / 2)
    }

    fn begin(&mut self, mesh: &NavMesh, ends: [(CellId, I64Vec2); 2]) {
        self.follow(mesh);
        self.dead_ends.begin(mesh, ends);
        self.dead_ends.take_in(mesh, &mut self.numbers);
    }

    fn aim(&mut self, mesh: &NavMesh, goal: Vec2, nodes: &mut Vec<TautNode>) {
        let point = quantised(goal);
        let apex = point.as_dvec2() * METRES_PER_UNIT;
        self.sweep.all_round(mesh, SightStart { point, target: None, horizon: Horizon::NONE });
        let numbers = &mut self.numbers;
        nodes_in_sight(mesh, &self.sweep, apex, true, |seen| numbers.of(mesh, seen), nodes);
    }

    fn set_out(
        &mut self,
        mesh: &NavMesh,
        [start, to]: [Vec2; 2],
        goal: Option<CellId>,
        nodes: &mut Vec<TautNode>,
    ) -> bool {
        let point = quantised(start);
        self.start = point.as_dvec2() * METRES_PER_UNIT;
        let focus = to.as_dvec2() - self.start;
        let horizon = Horizon::new(focus, focus.length() * FIRST_HORIZON);
        let target = goal.map(|cell| (cell, to.as_dvec2()));
        let found = self.first.all_round(mesh, SightStart { point, target, horizon });
        self.take_first(mesh, nodes);
        found
    }

    fn least_beyond(&self) -> f64 {
        self.first.least_beyond()
    }

    fn look_beyond(&mut self, mesh: &NavMesh, most: f64, nodes: &mut Vec<TautNode>) {
        self.first.beyond_horizon(mesh, most);
        self.take_first(mesh, nodes);
    }

    fn sees(&mut self, mesh: &NavMesh, node: TautNode, goal: (CellId, Vec2)) -> Option<bool> {
        let (tile, corner) = self.numbers.find_home(mesh, node / 2)?;
        let ground = mesh.cells.ground(tile);
        let corner = &ground.corners[corner as usize];
        let holds =
            |spot: (u32, u32)| mesh.cells.cells_round(ground, corner).any(|round| round == spot);
        mesh.leads_straight((goal.0, quantised(goal.1)), corner.at, holds)
    }

    fn may_see(&self, mesh: &NavMesh, node: TautNode, (cell, goal): (CellId, Vec2)) -> bool {
        let reaches = &self.reaches[range(self.known[node as usize].reaches)];
        let Some((extent, reaches)) = reaches.split_first() else { return false };
        let (tile, _) = mesh.cells.spot(cell);
        let at = goal.as_dvec2() - self.numbers.place(node / 2);
        extent.holds(at) && reaches.iter().any(|seen| seen.tile == tile && seen.holds(at))
    }

    fn left(&self, node: TautNode, goal: DVec2) -> f64 {
        if self.dead_ends.hold(node) { f64::INFINITY } else { self.position(node).distance(goal) }
    }

    fn legs(&mut self, mesh: &NavMesh, node: TautNode) -> Range<u32> {
        self.dead_ends.spend();
        self.find_legs(mesh, node);
        let (first, count) = self.known[node as usize].legs;
        first..first + count
    }

    fn leg(&self, _: TautNode, number: u32) -> TautLeg {
        let KnownLeg { length, way, to, .. } = self.legs[number as usize];
        TautLeg { to, way, length }
    }

    fn leads_on(&mut self, number: u32) -> bool {
        let KnownLeg { to, dead, .. } = self.legs[number as usize];
        dead == 0 || !self.holds(to) || self.known[to as usize].lesson != dead
    }

    fn bury(&mut self, number: u32) {
        if let Some(known) = self.legs.get_mut(number as usize).filter(|_| !self.is_steady) {
            known.dead = self.known[known.to as usize].lesson;
        }
    }
}
