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
//! Hon Wai Leong, *Edge N-Level Sparse Visibility Graphs* (2017); the views are the intervals of Michael Cui, Daniel
//! Harabor and Alban Grastien, *Compromise-free Pathfinding on a Navigation Mesh* (2017), without a target.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::cone::Cone;
use super::corners::Corners;
use super::rings::{NONE, Rings};
use crate::tolerances::{DOMINATION_MARGIN, ON_SIDE, SAME_REACH};

/// A goal or a settled corner, from which a part of the mesh is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    pub(crate) place: DVec2,
    /// The remaining distance from here.
    pub(crate) distance: f64,
    /// The root to which the way leads on; [`NONE`] from a goal.
    pub(crate) next: u32,
}

/// What a root sees of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) cell: u32,
    pub(crate) root: u32,
    /// `None`: all of it.
    pub(crate) cone: Option<Cone>,
    /// The least distance that it can give.
    pub(crate) least: f64,
    /// The half edge through which the root looks into the cell; [`NONE`] if the root lies in it.
    edge: u32,
}

/// A beam is given up that goes backwards more often than this: in rounding it may go round in circles.
const MOST_FOLDS: u32 = 8;

/// A cone on its way through a half edge.
struct Beam {
    edge: u32,
    cone: Cone,
    /// How often it has gone backwards.
    folds: u32,
}

/// The state of a build.
pub(crate) struct Sweep<'a> {
    rings: &'a Rings,
    corners: &'a Corners,
    /// Nothing farther than this is asked for.
    limit: f64,
    /// For each vertex the length of a way from there, at least the shortest.
    upper: Vec<f64>,
    /// For each corner the shortest way so far that touches it, its next root, and whether it is settled.
    distances: Vec<f64>,
    next: Vec<u32>,
    settled: Vec<bool>,
    /// Distance bits and corner: non-negative floats order like their bits, and ties go to the lower number.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    beams: Vec<Beam>,
    pub(crate) roots: Vec<Root>,
    pub(crate) views: Vec<View>,
}

/// A goal: its place, its cell, and the distance it starts with.
pub(crate) type Source = (DVec2, u32, f64);

impl<'a> Sweep<'a> {
    /// Sweeps everything that is nearer than `limit` to a source.
    pub(crate) fn new(
        rings: &'a Rings,
        corners: &'a Corners,
        sources: &[Source],
        limit: f64,
    ) -> Sweep<'a> {
        let count = corners.all.len();
        let mut sweep = Sweep {
            rings,
            corners,
            limit,
            upper: vec![f64::INFINITY; rings.places.len()],
            distances: vec![f64::INFINITY; count],
            next: vec![NONE; count],
            settled: vec![false; count],
            heap: BinaryHeap::new(),
            beams: Vec::new(),
            roots: Vec::new(),
            views: Vec::new(),
        };
        let key = |(index, source): (usize, &Source)| {
            Reverse((source.2.to_bits(), (count + index) as u32))
        };
        sweep.heap.extend(sources.iter().enumerate().map(key));
        while let Some(Reverse((bits, item))) = sweep.heap.pop() {
            let distance = f64::from_bits(bits);
            if distance > limit {
                break;
            }
            match (item as usize).checked_sub(count) {
                Some(source) => sweep.settle_source(&sources[source]),
                None => sweep.settle_corner(item, distance),
            }
        }
        sweep.drop_dominated();
        sweep
    }

    fn settle_source(&mut self, &(place, cell, distance): &Source) {
        let root = self.add_root(Root { place, distance, next: NONE });
        let mut own = vec![cell];
        let mut index = 0;
        while let Some(&cell) = own.get(index) {
            self.add_own_view(root, cell);
            for edge in self.rings.ring(cell) {
                let (from, to) = self.rings.places_of(edge);
                let twin = self.rings.edge(edge).twin;
                if is_on(place, from, to) {
                    // A goal on a side lies in the cells on both sides of it.
                    let beyond = (twin != NONE).then(|| self.rings.edge(twin).cell);
                    own.extend(beyond.filter(|beyond| !own.contains(beyond)));
                } else {
                    let cone = Cone { right: from - place, left: to - place };
                    if cone.right.perp_dot(cone.left) > 0.0 {
                        self.push(edge, cone, 0);
                    }
                }
            }
            index += 1;
        }
        self.follow_beams(root);
    }

    fn settle_corner(&mut self, index: u32, distance: f64) {
        let corner = self.corners.all[index as usize];
        let done = std::mem::replace(&mut self.settled[index as usize], true);
        if done || self.upper[corner.vertex as usize] + DOMINATION_MARGIN < distance {
            return;
        }
        let place = self.rings.places[corner.vertex as usize];
        let next = self.next[index as usize];
        let way = place - self.roots[next as usize].place;
        let root = self.add_root(Root { place, distance, next });
        for shadow in corner.shadows(way).into_iter().flatten().filter(|shadow| !shadow.is_empty())
        {
            self.look_round(root, corner.first, &shadow);
            self.follow_beams(root);
        }
    }

    /// What a corner sees of the cells round it, and the beams that leave them.
    fn look_round(&mut self, root: u32, start: u32, shadow: &Cone) {
        let place = self.roots[root as usize].place;
        let mut around = Some(start);
        while let Some(first) = around {
            let last = self.rings.edge(first).before;
            let (from, to) = (self.rings.places_of(first).1, self.rings.places_of(last).0);
            if shadow.meets(&Cone { right: from - place, left: to - place }) {
                self.add_own_view(root, self.rings.edge(first).cell);
                let mut edge = self.rings.edge(first).next;
                while edge != last {
                    let (from, to) = self.rings.places_of(edge);
                    if let Some(cone) = shadow.towards(from - place, to - place) {
                        self.push(edge, cone, 0);
                    }
                    edge = self.rings.edge(edge).next;
                }
            }
            around = self.rings.turned_left(first).filter(|&next| next != start);
        }
    }

    fn add_root(&mut self, root: Root) -> u32 {
        self.roots.push(root);
        self.roots.len() as u32 - 1
    }

    /// The root sees all of a cell in which it lies, and all of its vertices.
    fn add_own_view(&mut self, root: u32, cell: u32) {
        let least = self.roots[root as usize].distance;
        self.views.push(View { cell, root, cone: None, least, edge: NONE });
        for edge in self.rings.ring(cell) {
            let vertex = self.rings.edge(edge).vertex;
            self.see(root, vertex, 0.0);
        }
    }

    /// Sends a beam through a half edge, unless a wall is there.
    fn push(&mut self, edge: u32, cone: Cone, folds: u32) {
        if self.rings.edge(edge).twin != NONE {
            self.beams.push(Beam { edge, cone, folds });
        }
    }

    fn follow_beams(&mut self, root: u32) {
        let place = self.roots[root as usize].place;
        while let Some(beam) = self.beams.pop() {
            let Some(least) = self.least(root, beam.edge, &beam.cone) else { continue };
            let twin = self.rings.edge(beam.edge).twin;
            let (cell, cone) = (self.rings.edge(twin).cell, beam.cone);
            self.views.push(View { cell, root, cone: Some(cone), least, edge: beam.edge });
            let mut edge = self.rings.edge(twin).next;
            while edge != twin {
                let (from, to) = self.rings.places_of(edge);
                let vertex = self.rings.ends(edge).1;
                if let Some(part) = cone.towards(from - place, to - place) {
                    let folds = beam.folds + self.is_fold(place, twin, edge, &part) as u32;
                    if folds <= MOST_FOLDS {
                        self.push(edge, part, folds);
                    }
                }
                edge = self.rings.edge(edge).next;
                if edge != twin
                    && let Some(hidden) = cone.sight(to - place)
                {
                    self.see(root, vertex, hidden);
                }
            }
        }
    }

    /// Whether a beam that enters a cell through one half edge would leave it before that through another. Only rounding
    /// makes that so: in cells thinner than it, and along straight sides cut into parts.
    fn is_fold(&self, place: DVec2, entry: u32, exit: u32, cone: &Cone) -> bool {
        let (entry, exit) = (self.rings.places_of(entry), self.rings.places_of(exit));
        let beside = |point: DVec2| (entry.1 - entry.0).perp_dot(point - entry.0);
        if beside(exit.0) >= 0.0 && beside(exit.1) >= 0.0 {
            return false;
        }
        let reach = |(from, to): (DVec2, DVec2)| {
            crossing(place, cone.right, from, to).distance(place)
                + crossing(place, cone.left, from, to).distance(place)
        };
        reach(exit) < reach((entry.1, entry.0)) - SAME_REACH
    }

    /// The root sees a vertex, or would but for something that hides it by a hair.
    fn see(&mut self, root: u32, vertex: u32, hidden: f64) {
        let Root { place, distance, .. } = self.roots[root as usize];
        let way = self.rings.places[vertex as usize] - place;
        // Round what hides it, a way is longer by less than this.
        let distance = distance + way.length() + 4.0 * hidden;
        let upper = &mut self.upper[vertex as usize];
        *upper = upper.min(distance);
        let Some(index) = self.corners.at(vertex) else { return };
        let corner = &self.corners.all[index as usize];
        let at = index as usize;
        if !self.settled[at]
            && distance < self.distances[at]
            && distance <= self.limit
            && corner.is_touched_by(way)
        {
            self.distances[at] = distance;
            self.next[at] = root;
            self.heap.push(Reverse((distance.to_bits(), index)));
        }
    }

    /// The least distance that a view through a half edge can give; `None` if nothing behind it is asked for, or the
    /// way by one of its ends is shorter for all that is.
    fn least(&self, root: u32, edge: u32, cone: &Cone) -> Option<f64> {
        let Root { place, distance, .. } = self.roots[root as usize];
        let (start, end) = self.rings.ends(edge);
        let (from, to) = (self.rings.places[start as usize], self.rings.places[end as usize]);
        let right = crossing(place, cone.right, from, to);
        let left = crossing(place, cone.left, from, to);
        // How much shorter the way by an end is grows along the half edge towards that end.
        let dominated = |vertex: u32, end: DVec2, far: DVec2| {
            distance + far.distance(place)
                >= self.upper[vertex as usize] + far.distance(end) + DOMINATION_MARGIN
        };
        let least = distance + nearest(place, right, left).distance(place);
        let lost = least > self.limit || dominated(start, from, left) || dominated(end, to, right);
        (!lost).then_some(least)
    }

    /// Once more with all that is known by now.
    fn drop_dominated(&mut self) {
        let mut views = std::mem::take(&mut self.views);
        views.retain(|view| match &view.cone {
            Some(cone) => self.least(view.root, view.edge, cone).is_some(),
            None => true,
        });
        self.views = views;
    }
}

/// Where the ray from `place` crosses the segment.
pub(crate) fn crossing(place: DVec2, ray: DVec2, from: DVec2, to: DVec2) -> DVec2 {
    let (offset, along) = (from - place, to - from);
    let across = ray.perp_dot(along);
    let share = if across > 0.0 { -ray.perp_dot(offset) / across } else { 0.0 };
    from + along * share.clamp(0.0, 1.0)
}

/// The point of the segment that is nearest to `place`.
fn nearest(place: DVec2, from: DVec2, to: DVec2) -> DVec2 {
    let along = to - from;
    let length_squared = along.length_squared();
    let share = if length_squared > 0.0 { (place - from).dot(along) / length_squared } else { 0.0 };
    from + along * share.clamp(0.0, 1.0)
}

/// Whether a place lies on a side of its cell, or a hair beyond.
pub(crate) fn is_on(place: DVec2, from: DVec2, to: DVec2) -> bool {
    let (along, offset) = (to - from, place - from);
    let length = along.length();
    let ahead = along.dot(offset);
    along.perp_dot(offset) <= ON_SIDE * length
        && ahead >= -ON_SIDE * length
        && ahead <= (length + ON_SIDE) * length
}
