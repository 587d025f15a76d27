//! Searches on a whole corner graph: estimates by landmarks, and no step that cannot lead to the goal.
//!
//! Legs from which every taut path soon ends (see [`super::charting`]) are followed only where they were marked backwards
//! from the goal. Estimates are the triangle inequality over landmarks, after Andrew Goldberg and Chris Harrelson,
//! *Computing the Shortest Path: A\* Search Meets Graph Theory* (2005).

use std::ops::Range;

use glam::{DVec2, I64Vec2, Vec2};

use super::legs::{TautGraph, TautLeg, TautNode, node, nodes_in_sight};
use crate::cells::id::CellId;
use crate::fixed::chart::Chart;
use crate::fixed::landmarks::LandmarkSteps;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::sight::cone::is_between;
use crate::sight::horizon::Horizon;
use crate::sight::sweep::{SightStart, SightSweep};
use crate::tiles::ground::SightGraph;
use crate::tolerances::METRES_PER_UNIT;

/// The scratch of searches on a whole graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guide {
    sweep: SightSweep,
    /// The corners from which the start or the goal is seen.
    seen: Vec<u32>,
    stamp: u32,
    /// For each leg the search that last marked it.
    marks: Vec<u32>,
    /// Marked legs whose predecessors are still to be marked.
    open: Vec<u32>,
    /// The distances of the goal from the landmarks.
    goal: LandmarkSteps,
}

/// A whole graph during a search.
pub(crate) struct Charted<'a> {
    ground: &'a SightGraph,
    chart: &'a Chart,
    guide: &'a mut Guide,
}

impl<'a> Charted<'a> {
    pub(crate) fn new(ground: &'a SightGraph, chart: &'a Chart, guide: &'a mut Guide) -> Self {
        Self { ground, chart, guide }
    }

    /// Marks the short legs over which taut paths come to the goal, which is seen from these nodes.
    fn mark(&mut self, goal: DVec2, nodes: &[TautNode]) {
        let guide = &mut *self.guide;
        guide.stamp = guide.stamp.wrapping_add(1);
        if guide.stamp == 0 {
            guide.marks.fill(0);
            guide.stamp = 1;
        }
        guide.marks.resize(guide.marks.len().max(self.chart.leg_count()), 0);
        guide.open.clear();
        for &node in nodes {
            let way = goal - self.ground.corners[node as usize / 2].at;
            self.mark_into(node, way);
        }
        while let Some(leg) = self.guide.open.pop() {
            if let Some(back) = self.chart.back(leg) {
                // The leg starts where the way back ends, with the other turn.
                let from = self.chart.to(back) ^ 1;
                self.mark_into(from, self.chart.way(self.ground, from, leg));
            }
        }
    }

    /// Marks the short legs into a node from which a taut path may go on along `way`.
    fn mark_into(&mut self, node: TautNode, way: DVec2) {
        let Guide { marks, open, stamp, .. } = &mut *self.guide;
        let chart = self.chart;
        let is_short = |leg: u32| !chart.leads_far(leg);
        for leg in chart.legs_into(self.ground, node, way, is_short) {
            if std::mem::replace(&mut marks[leg as usize], *stamp) != *stamp {
                open.push(leg);
            }
        }
    }

    /// Looks up from which corners a point is seen, and puts into `nodes` where taut legs lead from there, or, if
    /// `backwards`, from where they lead to it. Returns whether that is known.
    fn look_up(
        &mut self,
        mesh: &NavMesh,
        point: I64Vec2,
        backwards: bool,
        nodes: &mut Vec<TautNode>,
    ) -> bool {
        nodes.clear();
        self.guide.seen.clear();
        let apex = point.as_dvec2() * METRES_PER_UNIT;
        for cell in mesh.cells.at(point) {
            let is_known = self.chart.views.of(mesh.cells.number_of(cell), |view| {
                let corner = &self.ground.corners[view.corner as usize];
                let way = apex - corner.at;
                let taut = corner.turn(if backwards { way } else { -way });
                // Landmarks tell the goal how far it is even where no taut path comes from them.
                let wanted = backwards || taut.is_some();
                if wanted && is_between(self.ground, view.between, corner.at, way) {
                    self.guide.seen.push(view.corner);
                    let taut = taut.filter(|_| way != DVec2::ZERO);
                    nodes.extend(taut.map(|turn| node(view.corner, turn)));
                }
            });
            if !is_known {
                return false;
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        true
    }

    /// The distances of the goal from the landmarks.
    fn measure_goal(&mut self, goal: DVec2) {
        let (ground, seen) = (self.ground, &self.guide.seen);
        let length = |&corner: &u32| ground.corners[corner as usize].at.distance(goal) as f32;
        let seen = seen.iter().map(|corner| (*corner, length(corner)));
        self.guide.goal = self.chart.landmarks.of_place(seen);
    }
}

impl TautGraph for Charted<'_> {
    const AIMS_LATE: bool = false;

    fn node_count(&self) -> usize {
        self.ground.corners.len() * 2
    }

    fn position(&self, node: TautNode) -> DVec2 {
        self.ground.corners[node as usize / 2].at
    }

    fn begin(&mut self, _: &NavMesh, _: [(CellId, I64Vec2); 2]) {}

    fn aim(&mut self, mesh: &NavMesh, goal: Vec2, nodes: &mut Vec<TautNode>) {
        let point = quantised(goal);
        let apex = point.as_dvec2() * METRES_PER_UNIT;
        if !self.look_up(mesh, point, true, nodes) {
            self.guide
                .sweep
                .all_round(mesh, SightStart { point, target: None, horizon: Horizon::NONE });
            nodes_in_sight(mesh, &self.guide.sweep, apex, true, |seen| seen.1, nodes);
            let Guide { sweep, seen, .. } = &mut *self.guide;
            seen.clear();
            seen.extend(sweep.seen.iter().map(|seen| seen.1));
        }
        self.measure_goal(goal.as_dvec2());
        self.mark(apex, nodes);
    }

    fn set_out(
        &mut self,
        mesh: &NavMesh,
        [start, to]: [Vec2; 2],
        goal: Option<CellId>,
        nodes: &mut Vec<TautNode>,
    ) -> bool {
        let point = quantised(start);
        if goal.is_none() && self.look_up(mesh, point, false, nodes) {
            return false;
        }
        let apex = point.as_dvec2() * METRES_PER_UNIT;
        let target = goal.map(|cell| (cell, to.as_dvec2()));
        let found =
            self.guide.sweep.all_round(mesh, SightStart { point, target, horizon: Horizon::NONE });
        nodes_in_sight(mesh, &self.guide.sweep, apex, false, |seen| seen.1, nodes);
        found
    }

    fn least_beyond(&self) -> f64 {
        f64::INFINITY
    }

    fn look_beyond(&mut self, _: &NavMesh, _: f64, _: &mut Vec<TautNode>) {}

    fn sees(&mut self, _: &NavMesh, _: TautNode, _: (CellId, Vec2)) -> Option<bool> {
        None
    }

    fn may_see(&self, _: &NavMesh, _: TautNode, _: (CellId, Vec2)) -> bool {
        true
    }

    fn left(&self, node: TautNode, goal: DVec2) -> f64 {
        let straight = self.position(node).distance(goal);
        straight.max(self.chart.landmarks.least_way(node / 2, &self.guide.goal))
    }

    fn legs(&mut self, _: &NavMesh, node: TautNode) -> Range<u32> {
        self.chart.range(node)
    }

    fn leg(&self, from: TautNode, number: u32) -> TautLeg {
        let way = self.chart.way(self.ground, from, number);
        let to = self.chart.to(number);
        TautLeg { to, way: way.as_vec2(), length: way.length() }
    }

    fn leads_on(&mut self, number: u32) -> bool {
        self.chart.leads_far(number) || self.guide.marks[number as usize] == self.guide.stamp
    }

    fn bury(&mut self, _: u32) {}
}
