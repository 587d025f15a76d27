//! Landmarks: corners whose exact distances to all others are kept.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use glam::Vec2;

use super::legs::{TautNode, is_taut, nodes_in_sight};
use crate::fixed::chart::Chart;
use crate::fixed::landmarks::LANDMARKS;
use crate::mesh::NavMesh;
use crate::sight::sweep::SightSweep;
use crate::tiles::ground::SightGraph;

/// What the sweeps from all nodes saw.
#[derive(Debug, Default)]
pub(crate) struct Sights {
    /// For each node the corners that it sees and at which no taut path goes on: the first, and the number of all.
    pub(crate) first: Vec<u32>,
    pub(crate) corners: Vec<u32>,
}

/// The exact distances from one corner to all others.
pub(crate) struct Distances<'a> {
    mesh: &'a NavMesh,
    ground: &'a SightGraph,
    chart: &'a Chart,
    sights: &'a Sights,
    sweep: SightSweep,
    nodes: Vec<TautNode>,
    heap: BinaryHeap<Reverse<(u64, TautNode)>>,
    /// For each node the length of the way that turns there, and its last direction.
    ways: Vec<(f64, Vec2)>,
    /// For each corner its distance.
    lengths: Vec<f64>,
}

impl<'a> Distances<'a> {
    pub(crate) fn new(
        mesh: &'a NavMesh,
        ground: &'a SightGraph,
        chart: &'a Chart,
        sights: &'a Sights,
    ) -> Self {
        let count = ground.corners.len();
        Self {
            mesh,
            ground,
            chart,
            sights,
            sweep: SightSweep::default(),
            nodes: Vec::new(),
            heap: BinaryHeap::new(),
            ways: vec![(f64::INFINITY, Vec2::ZERO); count * 2],
            lengths: vec![f64::INFINITY; count],
        }
    }

    /// For each corner its distances from the landmarks, in metres; 0 for those that no way joins. They are corners of the part of the mesh that has most, each as far as
    /// can be from those before it.
    pub(crate) fn of_landmarks(&mut self, progress: &mut dyn FnMut(f32)) -> Vec<[f32; LANDMARKS]> {
        let mut found = vec![[0.0; LANDMARKS]; self.ground.corners.len()];
        let Some(first) = self.corner_of_the_main_part() else { return found };
        self.measure(first);
        // The first landmark is as far as can be from any corner, the others from all landmarks.
        let mut nearest = self.lengths.clone();
        let mut landmark = 0;
        while landmark < LANDMARKS {
            let reached = (0..nearest.len()).filter(|&corner| nearest[corner].is_finite());
            let far = reached.max_by(|&p, &q| nearest[p].total_cmp(&nearest[q]).then(q.cmp(&p)));
            let Some(far) = far.filter(|&far| nearest[far] > 0.0) else { break };
            self.measure(far as u32);
            for (corner, &length) in self.lengths.iter().enumerate() {
                if length.is_finite() {
                    found[corner][landmark] = length as f32;
                }
                nearest[corner] = if landmark == 0 { length } else { nearest[corner].min(length) };
            }
            landmark += 1;
            progress(landmark as f32 / LANDMARKS as f32);
        }
        found
    }

    fn corner_of_the_main_part(&self) -> Option<u32> {
        let mut parts: BTreeMap<_, (u32, u32)> = BTreeMap::new();
        for (number, corner) in self.ground.corners.iter().enumerate() {
            let spot = *self.ground.cells_round(corner).first()?;
            let part = self.mesh.component(self.mesh.cells.cell_at_spot(spot));
            parts.entry(part).or_insert((0, number as u32)).0 += 1;
        }
        let largest = parts.into_values().max_by_key(|&(count, first)| (count, Reverse(first)));
        largest.map(|(_, first)| first)
    }

    /// Measures all corners from one: Dijkstra over the taut legs, and to each corner from all nodes that see it.
    fn measure(&mut self, from: u32) {
        self.ways.fill((f64::INFINITY, Vec2::ZERO));
        self.lengths.fill(f64::INFINITY);
        self.heap.clear();
        let at = self.ground.corners[from as usize].at;
        self.sweep.round_corner(self.mesh, self.ground, &self.ground.corners[from as usize]);
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes_in_sight(self.mesh, &self.sweep, at, false, |seen| seen.1, &mut nodes);
        self.lengths[from as usize] = 0.0;
        for &(_, corner) in &self.sweep.seen {
            self.lengths[corner as usize] = self.ground.corners[corner as usize].at.distance(at);
        }
        for &node in &nodes {
            let way = self.ground.corners[node as usize / 2].at - at;
            self.offer(node, way.length(), way.as_vec2());
        }
        self.nodes = nodes;
        while let Some(Reverse((bits, node))) = self.heap.pop() {
            let (length, way) = self.ways[node as usize];
            if f64::from_bits(bits) == length {
                self.expand(node, length, way);
            }
        }
    }

    fn expand(&mut self, node: TautNode, length: f64, way: Vec2) {
        let chart = self.chart;
        for number in chart.range(node) {
            let onward = chart.way(self.ground, node, number);
            if !is_taut(node, way, onward.as_vec2()) {
                break;
            }
            let to = chart.to(number);
            self.offer(to, length + onward.length(), onward.as_vec2());
        }
        let seen = self.sights.first[node as usize]..self.sights.first[node as usize + 1];
        let at = self.ground.corners[node as usize / 2].at;
        for &corner in &self.sights.corners[seen.start as usize..seen.end as usize] {
            let total = length + self.ground.corners[corner as usize].at.distance(at);
            let known = &mut self.lengths[corner as usize];
            *known = known.min(total);
        }
    }

    fn offer(&mut self, node: TautNode, length: f64, way: Vec2) {
        if length < self.ways[node as usize].0 {
            self.ways[node as usize] = (length, way);
            let known = &mut self.lengths[node as usize / 2];
            *known = known.min(length);
            self.heap.push(Reverse((length.to_bits(), node)));
        }
    }
}
