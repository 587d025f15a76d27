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

use glam::DVec2;

use super::pace::Pace;
use super::root::{CostBorder, Roots, apex};
use super::scene::{CostBeam, CostView, Item, Scene};
use super::sight::{Sight, margin};
use super::station::{StationKind, around};
use crate::distance::sources::GoalSource;
use crate::half_edges::cone::{FloatCone, is_on};
use crate::half_edges::rings::NONE;
use crate::paths::funnel::PortalEnds;
use crate::tolerances::GRAZING;

/// The work of settling something: for itself, and for each half edge round a corner.
const WORK_OF_ROOT: u64 = 6;

/// The work of looking whether a view is of use.
const WORK_OF_SIFTING: u64 = 4;

/// The state of a build.
#[derive(Clone, Debug)]
pub(crate) struct CostSweep {
    sources: Vec<GoalSource>,
    /// What the last root still has to look into beside beams: the shadows of a corner, by its first half edge.
    shadows: Vec<(u32, FloatCone)>,
    sight: Sight,
    /// How many views were sifted already, of which the first are kept.
    sifted: usize,
    kept: usize,
}

impl CostSweep {
    /// Everything will be swept from which a way to a source costs less than the limit.
    pub(crate) fn new(scene: &Scene, sources: Vec<GoalSource>) -> CostSweep {
        let count = scene.corners.all.len() + scene.stations.all.len() + scene.ways.all.len();
        let key = |(index, source): (usize, &GoalSource)| {
            Reverse((source.distance.to_bits(), (count + index) as u32))
        };
        let heap = sources.iter().enumerate().map(key).collect();
        CostSweep {
            sources,
            shadows: Vec::new(),
            sight: Sight::new(scene, count, heap),
            sifted: 0,
            kept: 0,
        }
    }

    /// Goes on until the slice is over; returns whether all that is asked for has been swept, and what is of no use was left
    /// out.
    pub(crate) fn run(&mut self, scene: &Scene, pace: &mut Pace) -> bool {
        loop {
            pace.spend(std::mem::take(&mut self.sight.work));
            if pace.is_over() {
                return false;
            }
            if let Some(beam) = self.sight.beams.pop() {
                self.sight.follow(scene, beam);
            } else if let Some((first, shadow)) = self.shadows.pop() {
                self.cast(scene, first, &shadow);
            } else if let Some(Reverse((bits, item))) = self.sight.heap.pop() {
                self.sight.work += WORK_OF_ROOT;
                if f64::from_bits(bits) > scene.limit {
                    self.sight.heap.clear();
                } else {
                    self.settle(scene, item as usize);
                }
            } else if self.sifted < self.sight.views.len() {
                self.sift(scene);
            } else {
                return true;
            }
        }
    }

    /// The roots, and the views that are of use, once all is done.
    pub(crate) fn finish(mut self) -> (Roots, Vec<CostView>) {
        self.sight.views.truncate(self.kept);
        (self.sight.roots, self.sight.views)
    }

    fn settle(&mut self, scene: &Scene, index: usize) {
        let Scene { corners, stations, ways, .. } = scene;
        if let Some(source) = index.checked_sub(self.sight.items.len()) {
            let GoalSource { point, number, distance: cost, .. } = self.sources[source];
            let item = Item { cost, ..Item::UNREACHED };
            return self.look_from(scene, point.as_dvec2(), number, item, NONE);
        }
        if std::mem::replace(&mut self.sight.items[index].settled, true) {
            return;
        }
        let (item, corner_count) = (self.sight.items[index], corners.all.len());
        let station = index.checked_sub(corner_count);
        match station.map(|station| stations.all.get(station).ok_or(station)) {
            None => self.settle_corner(scene, index as u32, item),
            Some(Ok(station)) => match station.kind {
                StationKind::Vertex(edge) => self.settle_vertex(scene, edge, item),
                StationKind::Border(edge, ends) => self.settle_border(scene, edge, ends, item),
                StationKind::Arrival(way) => {
                    let cost = item.cost + ways.all[way as usize].cost;
                    let number = corner_count + stations.all.len() + way as usize;
                    self.sight.offer(scene, number, Item { cost, settled: false, ..item });
                }
            },
            Some(Err(station)) => {
                let number = station - stations.all.len();
                let way = ways.all[number];
                self.look_from(scene, way.from, way.cell, item, number as u32);
            }
        }
    }

    /// Looks all round from a place in a cell.
    fn look_from(&mut self, scene: &Scene, place: DVec2, cell: u32, item: Item, link: u32) {
        let rings = &scene.rings;
        let root = self.sight.add_root(scene, place, item, link);
        let mut own = vec![cell];
        let mut index = 0;
        while let Some(&cell) = own.get(index) {
            self.sight.add_own_view(scene, root, cell);
            for edge in rings.ring(cell) {
                let (from, to) = rings.places_of(edge);
                let twin = rings.edge(edge).twin;
                if is_on(place, from, to) {
                    let beyond = (twin != NONE).then(|| rings.edge(twin).cell);
                    own.extend(beyond.filter(|beyond| !own.contains(beyond)));
                } else {
                    self.sight.push_whole(scene, root, edge);
                }
            }
            index += 1;
        }
    }

    fn settle_corner(&mut self, scene: &Scene, index: u32, item: Item) {
        let Scene { rings, corners, .. } = scene;
        let corner = corners.all[index as usize];
        if self.sight.upper[corner.vertex as usize] + margin(item.cost) < item.cost {
            return;
        }
        let place = rings.places[corner.vertex as usize];
        let rate = scene.rates[item.cell as usize];
        let way = place - self.sight.roots.way(item.next, place, rate).1;
        self.sight.add_root(scene, place, item, NONE);
        let shadows = corner.shadows(way).into_iter().rev().flatten();
        let shadows = shadows.filter(|shadow| !shadow.is_empty());
        self.shadows.extend(shadows.map(|shadow| (corner.first, shadow)));
    }

    /// Looks from a corner, the last root, into one of its shadows.
    fn cast(&mut self, scene: &Scene, first: u32, shadow: &FloatCone) {
        let root = self.sight.last_root();
        for first in around(&scene.rings, first).0 {
            self.look_past(scene, root, first, Some(shadow));
        }
    }

    fn settle_vertex(&mut self, scene: &Scene, edge: u32, item: Item) {
        let rings = &scene.rings;
        let vertex = rings.edge(edge).vertex;
        if self.sight.upper[vertex as usize] + margin(item.cost) < item.cost {
            return;
        }
        let root = self.sight.add_root(scene, rings.places[vertex as usize], item, NONE);
        for first in around(rings, edge).0 {
            self.look_past(scene, root, first, None);
        }
    }

    /// What a root at a vertex sees of the cell of a half edge that starts there: all of it, or what lies in its shadow.
    fn look_past(&mut self, scene: &Scene, root: u32, first: u32, shadow: Option<&FloatCone>) {
        let rings = &scene.rings;
        let place = self.sight.roots.of(root).apex;
        let last = rings.edge(first).before;
        let (from, to) = (rings.places_of(first).1, rings.places_of(last).0);
        let angle = FloatCone { right: from - place, left: to - place };
        if shadow.is_some_and(|shadow| !shadow.meets(&angle)) {
            return;
        }
        self.sight.add_own_view(scene, root, rings.edge(first).cell);
        let mut edge = rings.edge(first).next;
        while edge != last {
            let (from, to) = rings.places_of(edge);
            match shadow.map(|shadow| shadow.towards(from - place, to - place)) {
                Some(Some(cone)) => self.sight.push(scene, edge, cone),
                Some(None) => {}
                None => self.sight.push_whole(scene, root, edge),
            }
            edge = rings.edge(edge).next;
        }
    }

    /// Leads the ways on that come through a part of a border.
    fn settle_border(&mut self, scene: &Scene, edge: u32, ends: [DVec2; 2], item: Item) {
        let Scene { rings, rates, .. } = scene;
        let twin = rings.edge(edge).twin;
        // Along the half edge that has the ways behind the border to its left.
        let is_left = rings.edge(edge).cell == item.cell;
        let (own, beyond) = if is_left { (edge, twin) } else { (twin, edge) };
        let [from, to] = if is_left { ends } else { [ends[1], ends[0]] };
        let (before, behind) = (rates[item.cell as usize], rates[rings.edge(beyond).cell as usize]);
        let along = (to - from).normalize_or_zero();
        let sine = |at: DVec2| {
            let way = at - self.sight.roots.way(item.next, at, before).1;
            way.normalize_or_zero().dot(along) * (before / behind)
        };
        let sines = [from, to].map(sine);
        let all = |beyond: &dyn Fn(f64) -> bool| sines.into_iter().all(beyond);
        if all(&|sine| sine > 1.0 + GRAZING) || all(&|sine| sine < -1.0 - GRAZING) {
            // Thrown back: nothing comes through.
            return;
        }
        let middle = from.midpoint(to);
        let source = self.sight.roots.way(item.next, middle, before).1;
        let cost = item.cost - before * source.distance(middle);
        let border = CostBorder { gate: PortalEnds { left: to, right: from }, source, cost };
        if !all(&|sine| sine.abs() < 1.0 - GRAZING) {
            self.look_across(scene, beyond, border, item);
            return;
        }
        let ahead = -along.perp();
        let out = |sine: f64| along * sine + ahead * (1.0 - sine * sine).sqrt();
        let apex = apex([from, to], sines.map(out));
        let cone = FloatCone { right: from - apex, left: to - apex };
        if cone.right.perp_dot(cone.left) > 0.0 {
            self.add_border(scene, apex, border, item);
            self.sight.beams.push(CostBeam { edge: own, cone });
        }
    }

    fn add_border(&mut self, scene: &Scene, apex: DVec2, border: CostBorder, item: Item) -> u32 {
        let root = self.sight.add_root(scene, apex, item, NONE);
        self.sight.roots.all[root as usize].border = self.sight.roots.borders.len() as u32;
        self.sight.roots.borders.push(border);
        root
    }

    /// Looks from a part of a border all over the ground beyond it: ways that graze the border leave it anywhere.
    fn look_across(&mut self, scene: &Scene, beyond: u32, border: CostBorder, item: Item) {
        let rings = &scene.rings;
        let middle = border.gate.left.midpoint(border.gate.right);
        let root = self.add_border(scene, middle, border, item);
        let cell = rings.edge(beyond).cell;
        self.sight.add_own_view(scene, root, cell);
        for edge in rings.ring(cell).filter(|&edge| edge != beyond) {
            self.sight.push_whole(scene, root, edge);
        }
    }

    /// Keeps the next view, if it is of use now that all is known.
    fn sift(&mut self, scene: &Scene) {
        self.sight.work += WORK_OF_SIFTING;
        let view = self.sight.views[self.sifted];
        self.sifted += 1;
        let least = |cone: &FloatCone| self.sight.least(scene, view.root, view.edge, cone);
        if view.cone.as_ref().is_none_or(|cone| least(cone).is_some()) {
            self.sight.views[self.kept] = view;
            self.kept += 1;
        }
    }
}
