//! Searches on a whole corner graph: estimates by landmarks, and no step that cannot lead to the goal.
//!
//! Legs from which every taut path soon ends (see [`super::charting`]) are followed only where they were marked backwards
//! from the goal. Estimates are the triangle inequality over landmarks, after Andrew Goldberg and Chris Harrelson,
//! *Computing the Shortest Path: A\* Search Meets Graph Theory* (2005).

use std::ops::Range;

use glam::{DVec2, Vec2};

use super::legs::{Leg, Node, Ways, is_taut, nodes_in_sight};
use crate::cells::CellId;
use crate::fixed::chart::{Chart, ChartLeg, FAR, LANDMARKS, NO_LEG};
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::sight::sweep::{Sweep, View};
use crate::tiles::ground::Ground;
use crate::tolerances::{LANDMARK_ROUNDING, METRES_PER_UNIT};

/// The scratch of searches on a whole graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guide {
    sweep: Sweep,
    stamp: u32,
    /// For each leg the search that last marked it.
    marks: Vec<u32>,
    /// Marked legs whose predecessors are still to be marked.
    open: Vec<u32>,
    /// The distances of the goal from the landmarks; metres.
    goal: [f32; LANDMARKS],
}

/// A whole graph during a search.
pub(crate) struct Charted<'a> {
    ground: &'a Ground,
    chart: &'a Chart,
    guide: &'a mut Guide,
}

impl<'a> Charted<'a> {
    pub(crate) fn new((ground, chart): (&'a Ground, &'a Chart), guide: &'a mut Guide) -> Self {
        Self { ground, chart, guide }
    }

    /// Marks the short legs over which taut paths come to the goal, which is seen from these nodes.
    fn mark(&mut self, goal: DVec2, nodes: &[Node]) {
        let guide = &mut *self.guide;
        guide.stamp = guide.stamp.wrapping_add(1);
        if guide.stamp == 0 {
            guide.marks.fill(0);
            guide.stamp = 1;
        }
        guide.marks.resize(guide.marks.len().max(self.chart.legs.len()), 0);
        guide.open.clear();
        for &node in nodes {
            let way = (goal - self.ground.corners[node as usize / 2].at).normalize_or_zero();
            mark_into(self.chart, self.guide, node, way.as_vec2());
        }
        while let Some(leg) = self.guide.open.pop() {
            let ChartLeg { back, way, .. } = self.chart.legs[leg as usize];
            if back != NO_LEG {
                // The leg starts where the way back ends, with the other turn.
                let from = self.chart.legs[back as usize].to ^ 1;
                mark_into(self.chart, self.guide, from, way);
            }
        }
    }

    /// The distances of the goal from the landmarks.
    fn measure_goal(&mut self, goal: DVec2) {
        let mut least = [f32::INFINITY; LANDMARKS];
        for &(_, corner) in &self.guide.sweep.seen {
            let length = self.ground.corners[corner as usize].at.distance(goal) as f32;
            let of_corner = &self.chart.landmarks[corner as usize];
            for (least, distance) in least.iter_mut().zip(of_corner) {
                *least = least.min(distance + length);
            }
        }
        self.guide.goal = least;
    }
}

/// Marks the short legs into a node from which a taut path may go on along `way`.
fn mark_into(chart: &Chart, guide: &mut Guide, node: Node, way: Vec2) {
    // Into a node lead the ways back of the legs out of the other turn there.
    for number in chart.range(node ^ 1) {
        let out = &chart.legs[number as usize];
        if out.back == NO_LEG || chart.levels[out.back as usize] == FAR {
            continue;
        }
        let mark = &mut guide.marks[out.back as usize];
        if *mark != guide.stamp && is_taut(node, -out.way, way) {
            *mark = guide.stamp;
            guide.open.push(out.back);
        }
    }
}

impl Ways for Charted<'_> {
    fn node_count(&self) -> usize {
        self.ground.corners.len() * 2
    }

    fn position(&self, node: Node) -> DVec2 {
        self.ground.corners[node as usize / 2].at
    }

    fn begin(&mut self, _: &NavMesh) {}

    fn aim(&mut self, mesh: &NavMesh, goal: Vec2, nodes: &mut Vec<Node>) {
        let point = quantised(goal);
        let apex = point.as_dvec2() * METRES_PER_UNIT;
        self.guide.sweep.all_round(mesh, View { point, target: None });
        nodes_in_sight(mesh, &self.guide.sweep, (apex, true), |seen| seen.1, nodes);
        self.measure_goal(goal.as_dvec2());
        self.mark(apex, nodes);
    }

    fn set_out(
        &mut self,
        mesh: &NavMesh,
        start: Vec2,
        goal: (CellId, Vec2),
        nodes: &mut Vec<Node>,
    ) -> bool {
        let (point, target) = (quantised(start), Some((goal.0, goal.1.as_dvec2())));
        let apex = point.as_dvec2() * METRES_PER_UNIT;
        let found = self.guide.sweep.all_round(mesh, View { point, target });
        nodes_in_sight(mesh, &self.guide.sweep, (apex, false), |seen| seen.1, nodes);
        found
    }

    fn left(&self, node: Node, goal: DVec2) -> f64 {
        let straight = self.position(node).distance(goal);
        let of_corner = &self.chart.landmarks[node as usize / 2];
        let mut most = 0.0f32;
        for (p, q) in of_corner.iter().zip(&self.guide.goal) {
            most = most.max((p - q).abs() - (p + q) * LANDMARK_ROUNDING);
        }
        straight.max(most as f64)
    }

    fn legs(&mut self, _: &NavMesh, node: Node) -> Range<u32> {
        self.chart.range(node)
    }

    fn leg(&self, number: u32) -> Leg {
        let ChartLeg { to, way, length, .. } = self.chart.legs[number as usize];
        Leg { to, way, length }
    }

    fn leads_on(&mut self, number: u32) -> bool {
        self.chart.levels[number as usize] == FAR
            || self.guide.marks[number as usize] == self.guide.stamp
    }

    fn bury(&mut self, _: u32) {}
}
