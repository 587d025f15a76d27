//! Making the whole corner graph of cells that never change.

use glam::DVec2;

use super::landmarks::{Distances, Sights};
use super::legs::{Glance, TautNode, is_taut, look, node, turn_of};
use crate::fixed::chart::Chart;
use crate::fixed::landmarks::{LANDMARKS, Landmarks};
use crate::fixed::views::{CornerView, Views};
use crate::mesh::NavMesh;
use crate::sight::sweep::SightSweep;
use crate::tiles::ground::{NO_PLACE, SightGraph};
use crate::tolerances::{VIEWS_ALLOWANCE, VIEWS_OF_A_CELL};

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
        progress(0.0);
        if let Some(chart) = self.cells.chart_cell() {
            let ground = self.cells.ground(0);
            chart.get_or_init(|| Chart::new(self, ground, progress));
        }
        progress(1.0);
    }
}

impl Chart {
    /// The whole graph of a mesh whose only ground this is. `progress` is told how much is done, from 0 to 1.
    pub(crate) fn new(mesh: &NavMesh, ground: &SightGraph, progress: &mut dyn FnMut(f32)) -> Chart {
        let (mut chart, mut sights) = (Chart::default(), Sights::default());
        let (mut sweep, mut glances) = (SightSweep::default(), Vec::new());
        let count = ground.corners.len() as u32 * 2;
        for from in 0..count {
            chart.begin_node();
            sights.first.push(sights.corners.len() as u32);
            look(mesh, &mut sweep, (0, from / 2), (turn_of(from), None), &mut glances);
            for Glance { corner: (_, corner), turn, .. } in &glances {
                match turn {
                    Some(turn) => chart.push_leg(node(*corner, *turn)),
                    None => sights.corners.push(*corner),
                }
            }
            if from % 1024 == 0 {
                progress(SHARES[0] * from as f32 / count as f32);
            }
        }
        chart.begin_node();
        sights.first.push(sights.corners.len() as u32);
        chart.find_ways_back(count);
        chart.find_levels(ground, count);
        progress(SHARES[1]);
        let mut distances = Distances::new(mesh, ground, &chart, &sights);
        let landmarks = distances.of_landmarks(&mut |done| {
            progress(SHARES[1] + (SHARES[2] - SHARES[1]) * done);
        });
        chart.landmarks = Landmarks::new(&landmarks);
        chart.complete();
        chart.find_views(mesh, ground, &landmarks, &mut sweep);
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
        // Into a node lead the ways back of the legs out of the other turn there.
        self.range(node ^ 1).filter_map(move |out| {
            let back = self.back(out)?;
            let before = || -self.way(ground, node, out).as_vec2();
            let leads_on = || is_taut(node, before(), way.as_vec2());
            (wanted(back) && leads_on()).then_some(back)
        })
    }

    /// Which corners see into each cell.
    fn find_views(
        &mut self,
        mesh: &NavMesh,
        ground: &SightGraph,
        landmarks: &[[f32; LANDMARKS]],
        sweep: &mut SightSweep,
    ) {
        let mut found = Vec::new();
        for ((corner, number), lengths) in ground.corners.iter().zip(0..).zip(landmarks) {
            // Landmarks have a distance of 0 from themselves, and also tell of what they see behind them.
            let is_landmark = lengths.iter().any(|&length| length > 0.0) && lengths.contains(&0.0);
            sweep.round_corner(mesh, ground, corner);
            let round = ground.cells_round(corner).iter();
            let between = [NO_PLACE; 2];
            found.extend(round.map(|spot| (spot.1, CornerView { corner: number, between })));
            let cones = sweep.cones().filter(|(_, cone)| {
                let blind = [cone.right.way, cone.left.way].map(|way| corner.turn(way).is_none());
                is_landmark || blind != [true; 2]
            });
            found.extend(cones.map(|(spot, cone)| {
                let between = [cone.right.place, cone.left.place];
                (spot.1, CornerView { corner: number, between })
            }));
        }
        let cells = mesh.cell_count();
        let budget = VIEWS_ALLOWANCE.max(cells * VIEWS_OF_A_CELL);
        self.views = Views::new(cells as u32, budget, found);
    }
}
