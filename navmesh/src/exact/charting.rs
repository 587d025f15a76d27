//! Making the whole corner graph of cells that never change.

use glam::Vec2;

use super::landmarks::{Distances, Sights};
use super::legs::{Glance, Node, is_taut, look, node, turn_of};
use crate::fixed::chart::{Chart, ChartLeg, FAR, NO_LEG};
use crate::mesh::NavMesh;
use crate::sight::sweep::Sweep;
use crate::tiles::ground::Ground;

/// Legs from which every taut path ends within so many legs are followed only towards goals that they lead to. More
/// would cost searches more marks than they save steps.
const MOST_LEVELS: u8 = 8;

/// How much of the work is done when the legs are found, and when their levels are.
const SHARES: [f32; 2] = [0.5, 0.7];

impl NavMesh {
    /// Makes the corner graph of [`Entry::Exact`](crate::Entry::Exact) as a whole, with levels and landmarks, so that
    /// exact paths take a fraction of the time from the first query on. All copies share it. `progress` is told how much
    /// is done, from 0 to 1, never less than before. A mesh that was made before has it already: nothing is done.
    ///
    /// [`bake`](Self::bake) does this, too; it is for meshes made by [`from_polygons`](Self::from_polygons). On a mesh
    /// that may be edited the graph is found by the queries as they go, and this does nothing.
    pub fn prepare_exact(&self, progress: &mut dyn FnMut(f32)) {
        progress(0.0);
        if self.is_fixed() {
            let ground = self.ground(0);
            self.chart_cell().get_or_init(|| Chart::new(self, ground, progress));
        }
        progress(1.0);
    }
}

impl Chart {
    /// The whole graph of a mesh whose only ground this is. `progress` is told how much is done, from 0 to 1.
    pub(crate) fn new(mesh: &NavMesh, ground: &Ground, progress: &mut dyn FnMut(f32)) -> Chart {
        let (mut chart, mut sights) = (Chart::default(), Sights::default());
        let (mut sweep, mut glances) = (Sweep::default(), Vec::new());
        let count = ground.corners.len() as u32 * 2;
        for from in 0..count {
            chart.first.push(chart.legs.len() as u32);
            sights.first.push(sights.corners.len() as u32);
            look(mesh, &mut sweep, (0, from / 2), turn_of(from), &mut glances);
            for Glance { corner: (_, corner), turn, way } in &glances {
                match turn {
                    Some(turn) => {
                        let (to, length) = (node(*corner, *turn), way.length());
                        let way = (way / length).as_vec2();
                        chart.legs.push(ChartLeg { to, back: NO_LEG, way, length });
                    }
                    None => sights.corners.push(*corner),
                }
            }
            if from % 1024 == 0 {
                progress(SHARES[0] * from as f32 / count as f32);
            }
        }
        chart.first.push(chart.legs.len() as u32);
        sights.first.push(sights.corners.len() as u32);
        chart.find_ways_back(count);
        chart.find_levels(count);
        progress(SHARES[1]);
        let mut distances = Distances::new(mesh, ground, &chart, &sights);
        let landmarks = distances.of_landmarks(&mut |done| {
            progress(SHARES[1] + (1.0 - SHARES[1]) * done);
        });
        chart.landmarks = landmarks;
        chart
    }

    fn find_ways_back(&mut self, count: u32) {
        for from in 0..count {
            for leg in self.range(from) {
                let to = self.legs[leg as usize].to;
                let back = self.range(to ^ 1).find(|&back| self.legs[back as usize].to == from ^ 1);
                self.legs[leg as usize].back = back.unwrap_or(NO_LEG);
            }
        }
    }

    /// How many legs a taut path may have that begins with each leg: in rounds, as those behind it become known.
    fn find_levels(&mut self, count: u32) {
        self.levels = vec![FAR; self.legs.len()];
        let mut from_of = vec![0; self.legs.len()];
        (0..count).for_each(|from| self.range(from).for_each(|leg| from_of[leg as usize] = from));
        let mut open: Vec<u32> =
            (0..self.legs.len() as u32).map(|leg| self.onward(leg).len() as u32).collect();
        let is_known = |chart: &Chart, leg: u32| chart.legs[leg as usize].back != NO_LEG;
        let mut ending: Vec<u32> = (0..self.legs.len() as u32)
            .filter(|&leg| open[leg as usize] == 0 && is_known(self, leg))
            .collect();
        for level in 1..=MOST_LEVELS {
            let mut next = Vec::new();
            for &leg in &ending {
                self.levels[leg as usize] = level;
            }
            for &leg in &ending {
                let way = self.legs[leg as usize].way;
                for before in self.legs_into(from_of[leg as usize], way) {
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
    fn onward(&self, leg: u32) -> std::ops::Range<u32> {
        let ChartLeg { to, way, .. } = self.legs[leg as usize];
        let range = self.range(to);
        let taut = |&next: &u32| is_taut(to, way, self.legs[next as usize].way);
        range.start..range.start + range.clone().take_while(taut).count() as u32
    }

    /// The legs into a node from which a taut path may go on along `way`.
    fn legs_into(&self, node: Node, way: Vec2) -> Vec<u32> {
        let out = self.range(node ^ 1).map(|number| self.legs[number as usize]);
        let taut = out.filter(|out| out.back != NO_LEG && is_taut(node, -out.way, way));
        taut.map(|out| out.back).collect()
    }
}
