//! Questions about ground of different cost.

use glam::Vec2;

use super::refraction::Refraction;
use crate::areas::{Area, KindCosts};
use crate::cells::id::CellId;
use crate::error::PathError;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;

impl NavMesh {
    /// Returns whether a metre costs 1 everywhere, or is said to.
    pub(crate) fn is_even(&self, kinds: &KindCosts) -> bool {
        kinds.are_level() || !self.has_areas() && kinds.is_plain()
    }

    /// Returns what a metre costs in a cell; infinite where its kind is excluded.
    fn cost_in(&self, cell: CellId, kinds: &KindCosts) -> f32 {
        kinds.cost(self.area(cell))
    }

    /// Returns whether the kind of ground of a cell is not excluded.
    pub(crate) fn is_allowed(&self, cell: CellId, kinds: &KindCosts) -> bool {
        self.cost_in(cell, kinds).is_finite()
    }

    /// The cell at the start of a query.
    pub(crate) fn allowed_start(
        &self,
        point: Vec2,
        kinds: &KindCosts,
    ) -> Result<CellId, PathError> {
        self.allowed_start_near(point, None, kinds)
    }

    /// The cell at the start of a query, of a point that is perhaps in a cell.
    pub(crate) fn allowed_start_near(
        &self,
        point: Vec2,
        near: Option<CellId>,
        kinds: &KindCosts,
    ) -> Result<CellId, PathError> {
        self.allowed_cell(point, self.start_cell_near(point, near)?, kinds)
            .map_err(|Area { kind, .. }| PathError::StartExcluded { point, kind })
    }

    /// The cell at the goal of a query.
    pub(crate) fn allowed_goal(&self, point: Vec2, kinds: &KindCosts) -> Result<CellId, PathError> {
        self.allowed_cell(point, self.goal_cell(point)?, kinds)
            .map_err(|Area { kind, .. }| PathError::GoalExcluded { point, kind })
    }

    /// The first cell at a point, or on a border another one, whose kind is not excluded; or what the ground is like.
    pub(crate) fn allowed_cell(
        &self,
        point: Vec2,
        first: CellId,
        kinds: &KindCosts,
    ) -> Result<CellId, Area> {
        if self.is_even(kinds) || self.is_allowed(first, kinds) {
            return Ok(first);
        }
        let mut others = self.cells.at(quantised(point));
        others.find(|&cell| self.is_allowed(cell, kinds)).ok_or_else(|| self.area(first))
    }

    /// Returns whether a free path only passes ground on which a metre costs 1.
    pub(crate) fn costs_one(&self, points: &[Vec2], kinds: &KindCosts) -> bool {
        let mut is_plain = |cell, _| self.cost_in(cell, kinds) == 1.0;
        points.windows(2).all(|leg| self.may_walk_free([leg[0], leg[1]], &mut is_plain))
    }

    /// Returns what the straight way between two points costs, in metres of free ground; `None` where it is not free, or meets
    /// a kind that is excluded; for points that are outside or not finite. On ground where a metre costs 1 its length.
    pub fn straight_cost(&self, from: Vec2, to: Vec2, kinds: &KindCosts) -> Option<f32> {
        // Farther away places are no points of the lattice.
        let is_within = self.definition().bounds.contains(from) && to.is_finite();
        is_within.then(|| self.straight(from, to, kinds).map(|cost| cost as f32)).flatten()
    }

    /// Returns what the straight way between two points costs; `None` where it is not free, or meets a kind that is excluded.
    fn straight(&self, from: Vec2, to: Vec2, kinds: &KindCosts) -> Option<f64> {
        let (mut cost, mut here, mut entered) = (0.0, 0.0, 0.0);
        let mut enter = |cell, share: f64| {
            cost += here * (share - entered);
            (here, entered) = (self.cost_in(cell, kinds) as f64, share);
            here.is_finite()
        };
        let clear = self.may_walk(from, to, &mut enter);
        let cost = cost + here * (1.0 - entered);
        clear.then(|| cost * from.as_dvec2().distance(to.as_dvec2()))
    }

    /// Drops the bends without which the way is free and no dearer: a corridor may turn at the corner of a tile, on open
    /// ground, or lead round what is better crossed.
    pub(crate) fn cut_uneven_corners(&self, path: &mut Refraction, kinds: &KindCosts) {
        let last = path.bends.len() - 1;
        if self.cut(path, 0, last, kinds) {
            return;
        }
        let mut index = 1;
        while index + 1 < path.bends.len() {
            if self.cut(path, index - 1, index + 1, kinds) {
                index = index.max(2) - 1;
            } else {
                index += 1;
            }
        }
    }

    /// Goes straight from one bend to a later one, if that is no dearer than the legs between them.
    fn cut(&self, path: &mut Refraction, first: usize, last: usize, kinds: &KindCosts) -> bool {
        let [from, to] = [first, last].map(|k| path.bends[k].point);
        let Some(cost) = self.straight(from.as_vec2(), to.as_vec2(), kinds) else {
            return false;
        };
        let is_cheaper = last > first + 1 && cost <= path.cost_between(first, last);
        if is_cheaper {
            path.bends.drain(first + 1..last);
            path.costs.drain(first + 1..last);
            let length = from.distance(to);
            path.costs[first] = if length > 0.0 { cost / length } else { 1.0 };
        }
        is_cheaper
    }
}
