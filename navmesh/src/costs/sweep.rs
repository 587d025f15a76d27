//! Shadow sweeps over ground of different cost: Dijkstra over corners, ends of links, and parts of the borders where the
//! cost changes. Every settled corner sweeps its view over ground of its own cost and into its shadow, as in a distance
//! field; every settled part of a border sweeps the bundle of ways that the law of refraction leads on through it.
//!
//! ```text
//!    root      cost 1    Seen from beyond the border, the ways that a root sends through a part of it seem to come from
//!      ╲╲                another point, the apex: there their directions meet. So a bundle is a cone like any other,
//!   ────┼┼────           and the cones of neighbouring parts leave no gap. What a way costs is told exactly, by the best
//!       ││     cost 3    place to cross that part.
//! ```
//!
//! The law is that of Willebrord Snell (1621); intervals led through borders are those of Joseph Mitchell and Christos
//! Papadimitriou, *The Weighted Region Problem* (1991), here of a fixed width.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::root::{Border, Root, Roots, apex};
use super::scene::{Beam, Item, Scene, View};
use super::station::{Kind, around};
use crate::distance::cone::{Cone, crossing, is_on};
use crate::distance::rings::NONE;
use crate::distance::sources::Source;
use crate::paths::funnel::Gate;
use crate::tolerances::{DOMINATION_MARGIN, GRAZING, REFRACTION_MARGIN};

/// The state of a build.
pub(crate) struct Sweep<'a> {
    scene: Scene<'a>,
    /// For each vertex what a way from there costs, at least the cheapest.
    upper: Vec<f64>,
    /// Corners, then stations, then the beginnings of ways over links.
    items: Vec<Item>,
    /// Cost bits and item (goals come after all items): non-negative floats order like their bits, and ties go to the
    /// lower number.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    beams: Vec<Beam>,
    /// For each half edge the root that last looked through it, and its last view there.
    passed: Vec<(u32, u32)>,
    pub(crate) roots: Roots,
    pub(crate) views: Vec<View>,
}

impl<'a> Sweep<'a> {
    /// Sweeps everything from which a way to a source costs less than the limit.
    pub(crate) fn new(scene: Scene<'a>, sources: &[Source]) -> Sweep<'a> {
        let count = scene.corners.all.len() + scene.stations.all.len() + scene.ways.len();
        let mut sweep = Sweep {
            scene,
            upper: vec![f64::INFINITY; scene.rings.places.len()],
            items: vec![Item::UNREACHED; count],
            heap: BinaryHeap::new(),
            beams: Vec::new(),
            passed: vec![(NONE, NONE); scene.rings.half_edges.len()],
            roots: Roots::default(),
            views: Vec::new(),
        };
        let key = |(index, source): (usize, &Source)| {
            Reverse((source.distance.to_bits(), (count + index) as u32))
        };
        sweep.heap.extend(sources.iter().enumerate().map(key));
        while let Some(Reverse((bits, item))) = sweep.heap.pop() {
            if f64::from_bits(bits) > scene.limit {
                break;
            }
            match (item as usize).checked_sub(count) {
                Some(source) => {
                    let Source { point, number, distance: cost, .. } = sources[source];
                    sweep.look_from(
                        point.as_dvec2(),
                        number,
                        Item { cost, ..Item::UNREACHED },
                        NONE,
                    );
                }
                None => sweep.settle(item as usize),
            }
        }
        sweep.drop_dominated();
        sweep
    }

    fn settle(&mut self, index: usize) {
        let Scene { corners, stations, ways, .. } = self.scene;
        if std::mem::replace(&mut self.items[index].settled, true) {
            return;
        }
        let (item, corner_count) = (self.items[index], corners.all.len());
        let station = index.checked_sub(corner_count);
        match station.map(|station| stations.all.get(station).ok_or(station)) {
            None => self.settle_corner(index as u32, item),
            Some(Ok(station)) => match station.kind {
                Kind::Vertex(edge) => self.settle_vertex(edge, item),
                Kind::Border(edge, ends) => self.settle_border(edge, ends, item),
                Kind::Arrival(way) => {
                    let cost = item.cost + ways[way as usize].cost;
                    let number = corner_count + stations.all.len() + way as usize;
                    self.offer(number, Item { cost, settled: false, ..item });
                }
            },
            Some(Err(station)) => {
                let number = station - stations.all.len();
                let way = ways[number];
                self.look_from(way.from, way.cell, item, number as u32);
            }
        }
    }

    /// Offers a way to something that is to be settled.
    fn offer(&mut self, index: usize, item: Item) {
        let known = &mut self.items[index];
        if !known.settled && item.cost < known.cost && item.cost <= self.scene.limit {
            *known = item;
            self.heap.push(Reverse((item.cost.to_bits(), index as u32)));
        }
    }

    fn add_root(&mut self, apex: DVec2, item: Item, link: u32) -> u32 {
        let rate = self.scene.rates.get(item.cell as usize).copied().unwrap_or(1.0);
        self.roots.all.push(Root {
            apex,
            cost: item.cost,
            next: item.next,
            rate,
            border: NONE,
            link,
        });
        self.roots.all.len() as u32 - 1
    }

    /// Looks all round from a place in a cell.
    fn look_from(&mut self, place: DVec2, cell: u32, item: Item, link: u32) {
        let rings = self.scene.rings;
        let root = self.add_root(place, item, link);
        let mut own = vec![cell];
        let mut index = 0;
        while let Some(&cell) = own.get(index) {
            self.add_own_view(root, cell);
            for edge in rings.ring(cell) {
                let (from, to) = rings.places_of(edge);
                let twin = rings.edge(edge).twin;
                if is_on(place, from, to) {
                    let beyond = (twin != NONE).then(|| rings.edge(twin).cell);
                    own.extend(beyond.filter(|beyond| !own.contains(beyond)));
                } else {
                    self.push_whole(root, edge);
                }
            }
            index += 1;
        }
        self.follow_beams(root);
    }

    fn settle_corner(&mut self, index: u32, item: Item) {
        let Scene { rings, corners, .. } = self.scene;
        let corner = corners.all[index as usize];
        if self.upper[corner.vertex as usize] + margin(item.cost) < item.cost {
            return;
        }
        let place = rings.places[corner.vertex as usize];
        let rate = self.scene.rates[item.cell as usize];
        let way = place - self.roots.way(item.next, place, rate).1;
        let root = self.add_root(place, item, NONE);
        for shadow in corner.shadows(way).into_iter().flatten().filter(|shadow| !shadow.is_empty())
        {
            for first in around(rings, corner.first).0 {
                self.look_past(root, first, Some(&shadow));
            }
            self.follow_beams(root);
        }
    }

    fn settle_vertex(&mut self, edge: u32, item: Item) {
        let rings = self.scene.rings;
        let vertex = rings.edge(edge).vertex;
        if self.upper[vertex as usize] + margin(item.cost) < item.cost {
            return;
        }
        let root = self.add_root(rings.places[vertex as usize], item, NONE);
        for first in around(rings, edge).0 {
            self.look_past(root, first, None);
        }
        self.follow_beams(root);
    }

    /// What a root at a vertex sees of the cell of a half edge that starts there: all of it, or what lies in its shadow.
    fn look_past(&mut self, root: u32, first: u32, shadow: Option<&Cone>) {
        let rings = self.scene.rings;
        let place = self.roots.of(root).apex;
        let last = rings.edge(first).before;
        let (from, to) = (rings.places_of(first).1, rings.places_of(last).0);
        let angle = Cone { right: from - place, left: to - place };
        if shadow.is_some_and(|shadow| !shadow.meets(&angle)) {
            return;
        }
        self.add_own_view(root, rings.edge(first).cell);
        let mut edge = rings.edge(first).next;
        while edge != last {
            let (from, to) = rings.places_of(edge);
            match shadow.map(|shadow| shadow.towards(from - place, to - place)) {
                Some(Some(cone)) => self.push(edge, cone),
                Some(None) => {}
                None => self.push_whole(root, edge),
            }
            edge = rings.edge(edge).next;
        }
    }

    /// Leads the ways on that come through a part of a border.
    fn settle_border(&mut self, edge: u32, ends: [DVec2; 2], item: Item) {
        let Scene { rings, rates, .. } = self.scene;
        let twin = rings.edge(edge).twin;
        // Along the half edge that has the ways behind the border to its left.
        let is_left = rings.edge(edge).cell == item.cell;
        let (own, beyond) = if is_left { (edge, twin) } else { (twin, edge) };
        let [from, to] = if is_left { ends } else { [ends[1], ends[0]] };
        let (before, behind) = (rates[item.cell as usize], rates[rings.edge(beyond).cell as usize]);
        let along = (to - from).normalize_or_zero();
        let sine = |at: DVec2| {
            let way = at - self.roots.way(item.next, at, before).1;
            way.normalize_or_zero().dot(along) * (before / behind)
        };
        let sines = [from, to].map(sine);
        let all = |beyond: &dyn Fn(f64) -> bool| sines.into_iter().all(beyond);
        if all(&|sine| sine > 1.0 + GRAZING) || all(&|sine| sine < -1.0 - GRAZING) {
            // Thrown back: nothing comes through.
            return;
        }
        let middle = from.midpoint(to);
        let source = self.roots.way(item.next, middle, before).1;
        let cost = item.cost - before * source.distance(middle);
        let border = Border { gate: Gate { left: to, right: from }, source, cost };
        if !all(&|sine| sine.abs() < 1.0 - GRAZING) {
            self.look_across(beyond, border, item);
            return;
        }
        let ahead = -along.perp();
        let out = |sine: f64| along * sine + ahead * (1.0 - sine * sine).sqrt();
        let apex = apex([from, to], sines.map(out));
        let cone = Cone { right: from - apex, left: to - apex };
        if cone.right.perp_dot(cone.left) > 0.0 {
            let root = self.add_border(apex, border, item);
            self.beams.push(Beam { edge: own, cone });
            self.follow_beams(root);
        }
    }

    fn add_border(&mut self, apex: DVec2, border: Border, item: Item) -> u32 {
        let root = self.add_root(apex, item, NONE);
        self.roots.all[root as usize].border = self.roots.borders.len() as u32;
        self.roots.borders.push(border);
        root
    }

    /// Looks from a part of a border all over the ground beyond it: ways that graze the border leave it anywhere.
    fn look_across(&mut self, beyond: u32, border: Border, item: Item) {
        let rings = self.scene.rings;
        let root = self.add_border(border.gate.left.midpoint(border.gate.right), border, item);
        let cell = rings.edge(beyond).cell;
        self.add_own_view(root, cell);
        for edge in rings.ring(cell).filter(|&edge| edge != beyond) {
            self.push_whole(root, edge);
        }
        self.follow_beams(root);
    }

    /// The root sees all of a cell in which it lies, and all of its vertices.
    fn add_own_view(&mut self, root: u32, cell: u32) {
        let least = match self.roots.of(root) {
            Root { border: NONE, cost, .. } => *cost,
            root => self.roots.borders[root.border as usize].cost,
        };
        self.add_view(View { cell, root, cone: None, least, edge: NONE, before: NONE });
        for edge in self.scene.rings.ring(cell) {
            let vertex = self.scene.rings.edge(edge).vertex;
            self.see(root, vertex, (0.0, cell));
        }
    }

    /// Adds a view, and offers the ways to the stations in it.
    fn add_view(&mut self, view: View) {
        self.views.push(view);
        let View { cell, root, cone, .. } = view;
        let (stations, rate) = (self.scene.stations, self.scene.rates[cell as usize]);
        let apex = self.roots.of(root).apex;
        for station in stations.of(cell) {
            let index = self.scene.corners.all.len() + station as usize;
            let place = stations.all[station as usize].place;
            let hidden = cone.map_or(Some(0.0), |cone| cone.sight(place - apex));
            let Some(hidden) = hidden.filter(|_| !self.items[index].settled) else { continue };
            let cost = self.roots.way(root, place, rate).0 + 4.0 * hidden * rate;
            self.offer(index, Item { cost, next: root, cell, settled: false });
        }
    }

    /// Sends a beam through a half edge, unless a wall is there or the ground beyond costs more or less.
    fn push(&mut self, edge: u32, cone: Cone) {
        let Scene { rings, rates, .. } = self.scene;
        let side = rings.edge(edge);
        if side.twin != NONE
            && rates[side.cell as usize] == rates[rings.edge(side.twin).cell as usize]
        {
            self.beams.push(Beam { edge, cone });
        }
    }

    /// The same for all that a root at a place sees of a half edge.
    fn push_whole(&mut self, root: u32, edge: u32) {
        let apex = self.roots.of(root).apex;
        let (from, to) = self.scene.rings.places_of(edge);
        let cone = Cone { right: from - apex, left: to - apex };
        if cone.right.perp_dot(cone.left) > 0.0 {
            self.push(edge, cone);
        }
    }

    fn follow_beams(&mut self, root: u32) {
        let rings = self.scene.rings;
        let apex = self.roots.of(root).apex;
        while let Some(beam) = self.beams.pop() {
            if self.is_passed(root, &beam) {
                continue;
            }
            let Some(least) = self.least(root, beam.edge, &beam.cone) else { continue };
            let twin = rings.edge(beam.edge).twin;
            let (cell, cone) = (rings.edge(twin).cell, beam.cone);
            let last = &mut self.passed[beam.edge as usize];
            let before = if last.0 == root { last.1 } else { NONE };
            *last = (root, self.views.len() as u32);
            self.add_view(View { cell, root, cone: Some(cone), least, edge: beam.edge, before });
            let mut edge = rings.edge(twin).next;
            while edge != twin {
                let (from, to) = rings.places_of(edge);
                let vertex = rings.ends(edge).1;
                if let Some(part) = cone.towards(from - apex, to - apex) {
                    self.push(edge, part);
                }
                edge = rings.edge(edge).next;
                if edge != twin
                    && let Some(hidden) = cone.sight(to - apex)
                {
                    self.see(root, vertex, (hidden, cell));
                }
            }
        }
    }

    /// Whether the root has looked through a half edge already, in all directions of a beam. Only rounding makes that so: in
    /// cells thinner than it, and along straight sides cut into parts, beams go round in circles, and by ever more of them.
    fn is_passed(&self, root: u32, beam: &Beam) -> bool {
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
    fn see(&mut self, root: u32, vertex: u32, (hidden, cell): (f64, u32)) {
        let Scene { rings, corners, stations, rates, .. } = self.scene;
        let place = rings.places[vertex as usize];
        let rate = rates[cell as usize];
        let (cost, bend) = self.roots.way(root, place, rate);
        // Round what hides it, a way is longer by less than this.
        let cost = cost + 4.0 * hidden * rate;
        let upper = &mut self.upper[vertex as usize];
        *upper = upper.min(cost);
        let Some(index) = corners.at(vertex) else { return };
        // Where ground of different cost meets at a corner, that is a station.
        let is_even = !stations.is_uneven[vertex as usize];
        if is_even && corners.all[index as usize].is_touched_by(place - bend) {
            self.offer(index as usize, Item { cost, next: root, cell, settled: false });
        }
    }

    /// The least cost that a view through a half edge can give; `None` if nothing behind it is asked for, or the way by
    /// one of its ends is cheaper for all that is.
    fn least(&self, root: u32, edge: u32, cone: &Cone) -> Option<f64> {
        let Scene { rings, rates, limit, .. } = self.scene;
        let (start, end) = rings.ends(edge);
        let (from, to) = (rings.places[start as usize], rings.places[end as usize]);
        let rate = rates[rings.edge(rings.edge(edge).twin).cell as usize];
        let apex = self.roots.of(root).apex;
        let right = crossing(apex, cone.right, from, to);
        let left = crossing(apex, cone.left, from, to);
        // How much cheaper the way by an end is grows along the half edge towards that end.
        let dominated = |vertex: u32, end: DVec2, far: DVec2| {
            let cost = self.roots.way(root, far, rate).0;
            cost >= self.upper[vertex as usize] + rate * far.distance(end) + margin(cost)
        };
        let least = self.roots.least(root, [right, left], rate);
        let lost = least > limit || dominated(start, from, left) || dominated(end, to, right);
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

/// By how much a way must be dearer than another to be given up: by more than what is known of it may be wrong.
fn margin(cost: f64) -> f64 {
    DOMINATION_MARGIN + REFRACTION_MARGIN * cost
}
