//! What is seen from the roots of a sweep over ground of different cost: views, and the ways that they give.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::root::{CostRoot, Roots};
use super::scene::{CostBeam, CostView, Item, Scene};
use crate::half_edges::cone::{FloatCone, crossing};
use crate::half_edges::rings::NONE;
use crate::tolerances::{DOMINATION_MARGIN, REFRACTION_MARGIN};

/// The work of looking at a beam, and at a place that a root may see.
const WORK_OF_BEAM: u64 = 4;
const WORK_OF_PLACE: u64 = 2;

/// What is to be settled, by its cost, the cheapest first: cost bits and item (goals come after all items). Non-negative
/// floats order like their bits, and ties go to the lower number.
pub(super) type Heap = BinaryHeap<Reverse<(u64, u32)>>;

/// What was seen so far, and what is to be settled.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// For each vertex what a way from there costs, at least the cheapest.
    pub(super) upper: Vec<f64>,
    /// Corners, then stations, then the beginnings of ways over links.
    pub(super) items: Vec<Item>,
    pub(super) heap: Heap,
    /// What the last root still has to look into.
    pub(super) beams: Vec<CostBeam>,
    /// For each half edge the root that last looked through it, and its last view there.
    passed: Vec<(u32, u32)>,
    pub(super) roots: Roots,
    pub(super) views: Vec<CostView>,
    /// How much work was done that is not counted yet.
    pub(super) work: u64,
}

impl Sight {
    /// Nothing is seen yet: so many items are to be settled, and what is on a heap already.
    pub(super) fn new(scene: &Scene, count: usize, heap: Heap) -> Sight {
        Sight {
            upper: vec![f64::INFINITY; scene.rings.places.len()],
            items: vec![Item::UNREACHED; count],
            heap,
            beams: Vec::new(),
            passed: vec![(NONE, NONE); scene.rings.half_edges.len()],
            roots: Roots::default(),
            views: Vec::new(),
            work: 0,
        }
    }

    /// Offers a way to something that is to be settled.
    pub(super) fn offer(&mut self, scene: &Scene, index: usize, item: Item) {
        let known = &mut self.items[index];
        if !known.settled && item.cost < known.cost && item.cost <= scene.limit {
            *known = item;
            self.heap.push(Reverse((item.cost.to_bits(), index as u32)));
        }
    }

    pub(super) fn add_root(&mut self, scene: &Scene, apex: DVec2, item: Item, link: u32) -> u32 {
        let Item { cost, next, cell, .. } = item;
        let rate = scene.rates.get(cell as usize).copied().unwrap_or(1.0);
        self.roots.all.push(CostRoot { apex, cost, next, rate, border: NONE, link });
        self.roots.all.len() as u32 - 1
    }

    /// The root sees all of a cell in which it lies, and all of its vertices.
    pub(super) fn add_own_view(&mut self, scene: &Scene, root: u32, cell: u32) {
        let least = match self.roots.of(root) {
            CostRoot { border: NONE, cost, .. } => *cost,
            root => self.roots.borders[root.border as usize].cost,
        };
        self.add_view(scene, CostView { cell, root, cone: None, least, edge: NONE, before: NONE });
        for edge in scene.rings.ring(cell) {
            let vertex = scene.rings.edge(edge).vertex;
            self.see(scene, root, vertex, 0.0, cell);
        }
    }

    /// Adds a view, and offers the ways to the stations in it.
    fn add_view(&mut self, scene: &Scene, view: CostView) {
        self.views.push(view);
        let CostView { cell, root, cone, .. } = view;
        let (stations, rate) = (&scene.stations, scene.rates[cell as usize]);
        let (apex, own) = (self.roots.of(root).apex, stations.of(cell));
        self.work += WORK_OF_BEAM + WORK_OF_PLACE * own.len() as u64;
        for &station in own {
            let index = scene.corners.all.len() + station as usize;
            let place = stations.all[station as usize].place;
            let hidden = cone.map_or(Some(0.0), |cone| cone.sight(place - apex));
            let known = &self.items[index];
            let Some(hidden) = hidden.filter(|_| !known.settled) else { continue };
            let hidden = 4.0 * hidden * rate;
            if self.roots.is_above(root, place, rate, known.cost - hidden) == Some(true) {
                continue;
            }
            let cost = self.roots.way(root, place, rate).0 + hidden;
            self.offer(scene, index, Item { cost, next: root, cell, settled: false });
        }
    }

    /// Sends a beam through a half edge, unless a wall is there or the ground beyond costs more or less.
    pub(super) fn push(&mut self, scene: &Scene, edge: u32, cone: FloatCone) {
        let Scene { rings, rates, .. } = scene;
        let side = rings.edge(edge);
        if side.twin != NONE
            && rates[side.cell as usize] == rates[rings.edge(side.twin).cell as usize]
        {
            self.beams.push(CostBeam { edge, cone });
        }
    }

    /// Sends a beam through all that a root at a place sees of a half edge.
    pub(super) fn push_whole(&mut self, scene: &Scene, root: u32, edge: u32) {
        let apex = self.roots.of(root).apex;
        let (from, to) = scene.rings.places_of(edge);
        let cone = FloatCone { right: from - apex, left: to - apex };
        if cone.right.perp_dot(cone.left) > 0.0 {
            self.push(scene, edge, cone);
        }
    }

    pub(super) fn last_root(&self) -> u32 {
        self.roots.all.len() as u32 - 1
    }

    /// Follows a beam of the last root into the cell beyond a half edge, and sends it on.
    pub(super) fn follow(&mut self, scene: &Scene, beam: CostBeam) {
        self.work += WORK_OF_BEAM;
        let (rings, root) = (&scene.rings, self.last_root());
        if self.is_passed(root, &beam) {
            return;
        }
        let Some(least) = self.least(scene, root, beam.edge, &beam.cone) else { return };
        let twin = rings.edge(beam.edge).twin;
        let (cell, cone, apex) = (rings.edge(twin).cell, beam.cone, self.roots.of(root).apex);
        let last = &mut self.passed[beam.edge as usize];
        let before = if last.0 == root { last.1 } else { NONE };
        *last = (root, self.views.len() as u32);
        let view = CostView { cell, root, cone: Some(cone), least, edge: beam.edge, before };
        self.add_view(scene, view);
        let mut edge = rings.edge(twin).next;
        while edge != twin {
            let (from, to) = rings.places_of(edge);
            let vertex = rings.ends(edge).1;
            if let Some(part) = cone.towards(from - apex, to - apex) {
                self.push(scene, edge, part);
            }
            edge = rings.edge(edge).next;
            if edge != twin
                && let Some(hidden) = cone.sight(to - apex)
            {
                self.see(scene, root, vertex, hidden, cell);
            }
        }
    }

    /// Returns whether the root has looked through a half edge already, in all directions of a beam. Only rounding makes that
    /// so: in cells thinner than it, and along straight sides cut into parts, beams go round in circles, and by ever more of
    /// them.
    fn is_passed(&self, root: u32, beam: &CostBeam) -> bool {
        let (of, mut view) = self.passed[beam.edge as usize];
        while of == root && view != NONE {
            let passed = &self.views[view as usize];
            if passed.cone.is_some_and(|cone| cone.covers(&beam.cone)) {
                return true;
            }
            view = passed.before;
        }
        false
    }

    /// The root sees a vertex over the ground of a cell, or would but for something that hides it by a hair.
    fn see(&mut self, scene: &Scene, root: u32, vertex: u32, hidden: f64, cell: u32) {
        let Scene { rings, corners, stations, rates, .. } = scene;
        self.work += WORK_OF_PLACE;
        let place = rings.places[vertex as usize];
        let rate = rates[cell as usize];
        // Round what hides it, a way is longer by less than this.
        let hidden = 4.0 * hidden * rate;
        // Where ground of different cost meets at a corner, that is a station.
        let index = corners.at(vertex).filter(|_| !stations.is_uneven[vertex as usize]);
        let known = index.map(|index| &self.items[index as usize]).filter(|item| !item.settled);
        let upper = self.upper[vertex as usize];
        let most = known.map_or(upper, |known| known.cost.max(upper));
        if self.roots.is_above(root, place, rate, most - hidden) == Some(true) {
            return;
        }
        let (cost, bend) = self.roots.way(root, place, rate);
        let cost = cost + hidden;
        self.upper[vertex as usize] = upper.min(cost);
        let Some(index) = index else { return };
        if corners.all[index as usize].is_touched_by(place - bend) {
            self.offer(scene, index as usize, Item { cost, next: root, cell, settled: false });
        }
    }

    /// The least cost that a view through a half edge can give; `None` if nothing behind it is asked for, or the way by
    /// one of its ends is cheaper for all that is.
    pub(super) fn least(
        &self,
        scene: &Scene,
        root: u32,
        edge: u32,
        cone: &FloatCone,
    ) -> Option<f64> {
        let Scene { rings, rates, limit, .. } = scene;
        let (start, end) = rings.ends(edge);
        let (from, to) = (rings.places[start as usize], rings.places[end as usize]);
        let rate = rates[rings.edge(rings.edge(edge).twin).cell as usize];
        let apex = self.roots.of(root).apex;
        let right = crossing(apex, cone.right, from, to);
        let left = crossing(apex, cone.left, from, to);
        // How much cheaper the way by an end is grows along the half edge towards that end.
        let dominated = |vertex: u32, end: DVec2, far: DVec2| {
            let by_end = self.upper[vertex as usize] + rate * far.distance(end);
            let most = (by_end + DOMINATION_MARGIN) / (1.0 - REFRACTION_MARGIN);
            self.roots.is_above(root, far, rate, most).unwrap_or_else(|| {
                let cost = self.roots.way(root, far, rate).0;
                cost >= by_end + margin(cost)
            })
        };
        let least = self.roots.least(root, [right, left], rate);
        let lost = least > *limit || dominated(start, from, left) || dominated(end, to, right);
        (!lost).then_some(least)
    }
}

/// By how much a way must be dearer than another to be given up: by more than what is known of it may be wrong.
pub(super) fn margin(cost: f64) -> f64 {
    DOMINATION_MARGIN + REFRACTION_MARGIN * cost
}
