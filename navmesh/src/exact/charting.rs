//! Making the whole corner graph of cells that never change.

use std::sync::Arc;

use glam::DVec2;

use super::landmarks::landmarks;
use super::legs::{TautNode, is_taut};
use super::roads::Roads;
use crate::fixed::chart::Chart;
use crate::fixed::landmarks::{LANDMARKS, Landmarks};
use crate::fixed::views::{CornerView, Views};
use crate::mesh::NavMesh;
use crate::sight::sweep::SightSweep;
use crate::tiles::ground::{NO_PLACE, SightGraph};
use crate::tolerances::{NODES_A_PART, VIEWS_ALLOWANCE, VIEWS_OF_A_CELL};
use crate::workers::{Nobody, Results, Workers};

/// Legs from which every taut path ends within so many legs are followed only towards goals that they lead to. More
/// would cost searches more marks than they save steps.
const MOST_LEVELS: u8 = 8;

/// How much of the work is done when the legs are found, when their levels are, and when the landmarks are.
const SHARES: [f32; 3] = [0.4, 0.55, 0.85];

impl NavMesh {
    /// Makes the corner graph of [`Entry::Exact`](crate::Entry::Exact) as a whole, with levels and landmarks, so that
    /// exact paths take a fraction of the time from the first query on. All copies share it. `progress` is told how much
    /// is done, from 0 to 1, never less than before. A mesh that was made before has it already: nothing is done.
    ///
    /// [`bake`](Self::bake) does this, too; it is for meshes made by [`from_polygons`](Self::from_polygons). On a mesh
    /// that may be edited the graph is found by the queries as they go, and this does nothing.
    pub fn prepare_exact(&self, progress: &mut dyn FnMut(f32)) {
        self.prepare_exact_with(&Nobody, progress);
    }

    /// Makes that graph as [`prepare_exact`](Self::prepare_exact) does, with the help of workers. It has the same bits then.
    pub fn prepare_exact_with(&self, workers: &dyn Workers, progress: &mut dyn FnMut(f32)) {
        progress(0.0);
        if let Some(chart) = self.cells.chart_cell() {
            chart.get_or_init(|| Chart::new(self, workers, progress));
        }
        progress(1.0);
    }
}

impl Chart {
    /// The whole graph of a mesh that has only one ground. `progress` is told how much is done, from 0 to 1.
    pub(crate) fn new(
        mesh: &NavMesh,
        workers: &dyn Workers,
        progress: &mut dyn FnMut(f32),
    ) -> Chart {
        let ground = mesh.cells.ground(0);
        let roads = Arc::new(Roads::new(mesh, workers, &mut |done| progress(SHARES[0] * done)));
        let (mut chart, count) = (Chart::default(), roads.node_count());
        for node in 0..count {
            chart.begin_node();
            roads.legs(node).for_each(|leg| chart.push_leg(leg));
        }
        chart.begin_node();
        chart.find_ways_back(count);
        chart.find_levels(ground, count);
        progress(SHARES[1]);
        let landmarks = landmarks(mesh, &roads, workers, &mut |done| {
            progress(SHARES[1] + (SHARES[2] - SHARES[1]) * done);
        });
        drop(roads);
        chart.landmarks = Landmarks::new(&landmarks);
        chart.complete();
        chart.views = views(mesh, landmarks, workers);
        chart
    }

    fn find_ways_back(&mut self, count: u32) {
        for from in 0..count {
            for leg in self.range(from) {
                let mut onward = self.range(self.to(leg) ^ 1);
                if let Some(back) = onward.position(|back| self.to(back) == from ^ 1) {
                    self.set_back(leg, back as u32);
                }
            }
        }
    }

    /// From which legs every taut path soon ends: in rounds, as those behind them become known.
    fn find_levels(&mut self, ground: &SightGraph, count: u32) {
        let mut from_of = vec![0; self.leg_count()];
        (0..count).for_each(|from| self.range(from).for_each(|leg| from_of[leg as usize] = from));
        let legs = (0..self.leg_count() as u32).zip(&from_of);
        let mut open: Vec<u32> =
            legs.map(|(leg, &from)| self.onward(ground, from, leg).len() as u32).collect();
        let is_known = |chart: &Chart, leg: u32| chart.back(leg).is_some();
        let mut ending: Vec<u32> = (0..self.leg_count() as u32)
            .filter(|&leg| open[leg as usize] == 0 && is_known(self, leg))
            .collect();
        for _ in 0..MOST_LEVELS {
            let mut next = Vec::new();
            for &leg in &ending {
                self.end_soon(leg);
            }
            for &leg in &ending {
                let from = from_of[leg as usize];
                let way = self.way(ground, from, leg);
                for before in self.legs_into(ground, from, way, |_| true) {
                    open[before as usize] -= 1;
                    if open[before as usize] == 0 && is_known(self, before) {
                        next.push(before);
                    }
                }
            }
            ending = next;
        }
    }

    /// The legs that may follow a leg on a taut path.
    fn onward(&self, ground: &SightGraph, from: TautNode, leg: u32) -> std::ops::Range<u32> {
        let (to, way) = (self.to(leg), self.way(ground, from, leg).as_vec2());
        let range = self.range(to);
        let taut = |&next: &u32| is_taut(to, way, self.way(ground, to, next).as_vec2());
        range.start..range.start + range.clone().take_while(taut).count() as u32
    }

    /// The legs into a node from which a taut path may go on along `way`, of those that are wanted.
    pub(super) fn legs_into(
        &self,
        ground: &SightGraph,
        node: TautNode,
        way: DVec2,
        wanted: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = u32> {
        // Into a node lead the ways back of the legs out of the other turn there, those that turn most first.
        let way = way.as_vec2();
        let leads_on = move |&out: &u32| is_taut(node, -self.way(ground, node, out).as_vec2(), way);
        let into = self.range(node ^ 1).take_while(leads_on);
        into.filter_map(|out| self.back(out)).filter(move |&back| wanted(back))
    }
}

/// Which corners see into each cell.
fn views(mesh: &NavMesh, landmarks: Vec<[f32; LANDMARKS]>, workers: &dyn Workers) -> Views {
    let (cells, parts) = (mesh.cell_count(), landmarks.len().div_ceil(NODES_A_PART));
    let mesh = mesh.clone();
    let found = Results::of(workers, parts, move |part| {
        let (mut found, mut sweep) = (Vec::new(), SightSweep::default());
        let ground = mesh.cells.ground(0);
        let corners = (0..).zip(&landmarks).skip(part * NODES_A_PART).take(NODES_A_PART);
        for (number, lengths) in corners {
            // Landmarks have a distance of 0 from themselves, and also tell of what they see behind them.
            let is_landmark = lengths.iter().any(|&length| length > 0.0) && lengths.contains(&0.0);
            let corner = &ground.corners[number as usize];
            sweep.round_corner(&mesh, ground, corner);
            let mut view = |cell: u32, between: [u32; 2]| {
                found.push((cell, CornerView { corner: number, between }));
            };
            ground.cells_round(corner).iter().for_each(|spot| view(spot.1, [NO_PLACE; 2]));
            for (spot, cone) in sweep.cones() {
                let blind = [cone.right.way, cone.left.way].map(|way| corner.turn(way).is_none());
                if is_landmark || blind != [true; 2] {
                    view(spot.1, [cone.right.place, cone.left.place]);
                }
            }
        }
        found
    });
    let found: Vec<&[(u32, CornerView)]> = found.iter().map(Vec::as_slice).collect();
    let budget = VIEWS_ALLOWANCE.max(cells * VIEWS_OF_A_CELL);
    Views::new(cells as u32, budget, &found)
}
