//! Questions about ground of different cost.

use glam::Vec2;

use super::refraction::Refraction;
use crate::areas::{Area, KindCosts};
use crate::cells::id::CellId;
use crate::error::PathError;
use crate::kernel::outline::quantised;
use crate::mesh::NavMesh;
use crate::tolerances::BESIDE;

/// The ways a little to both sides of a straight way: positions are told to a unit, so one along a border of two grounds may
/// lie on either.
fn beside(from: Vec2, to: Vec2) -> [[Vec2; 2]; 2] {
    let aside = (to - from).perp().normalize_or_zero() * BESIDE;
    [aside, -aside].map(|aside| [from + aside, to + aside])
}

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
    /// a kind that is excluded; for points that are outside or not finite. On ground where a metre costs 1 its length; along the
    /// border of two grounds (to 2 mm) what the cheaper one costs, as for a path that leads there.
    pub fn straight_cost(&self, from: Vec2, to: Vec2, kinds: &KindCosts) -> Option<f32> {
        // Farther away places are no points of the lattice.
        if !self.definition().bounds.contains(from) || !to.is_finite() {
            return None;
        }
        let cost = self.straight(from, to, kinds)?;
        let least = f64::from(self.least_cost(kinds));
        let is_level =
            self.is_even(kinds) || cost <= least * from.as_dvec2().distance(to.as_dvec2());
        let of = |[from, to]: [Vec2; 2]| self.straight(from, to, kinds);
        Some(if is_level {
            cost
        } else {
            beside(from, to).into_iter().filter_map(of).fold(cost, f64::min)
        } as f32)
    }

    /// Returns how many metres of free ground take as long to walk as the straight way between two points, which has to
    /// be free; `None` where it is not, and for points that are outside or not finite. Along the border of two grounds (to 2 mm)
    /// the faster one counts.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{AreaDefinition, Bounds, MeshDefinition, NavMesh};
    ///
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// mesh.add_area(Bounds::new(vec2(10., 0.), vec2(20., 40.)), AreaDefinition::of_speed(1, 0.5))?;
    /// mesh.commit()?;
    /// let effort = mesh.straight_effort(vec2(5., 5.), vec2(35., 5.)).unwrap();
    /// assert!((effort - (5.0 + 20.0 + 15.0)).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn straight_effort(&self, from: Vec2, to: Vec2) -> Option<f32> {
        let effort = self.effort(from, to)?;
        let of = |[from, to]: [Vec2; 2]| self.effort(from, to);
        let is_level = !self.has_slow_ground();
        Some(if is_level {
            effort
        } else {
            beside(from, to).into_iter().filter_map(of).fold(effort, f32::min)
        })
    }

    /// Returns the effort of the straight way between two points; `None` where it is not free.
    fn effort(&self, from: Vec2, to: Vec2) -> Option<f32> {
        let (mut effort, mut here, mut entered) = (0.0, 0.0, 0.0);
        let mut enter = |cell, share: f64| {
            effort += here * (share - entered);
            (here, entered) = (1.0 / f64::from(self.cells.footing(cell).speed), share);
            true
        };
        let is_within = self.definition().bounds.contains(from) && to.is_finite();
        let is_free = is_within && self.may_walk(from, to, &mut enter);
        let effort = effort + here * (1.0 - entered);
        is_free.then(|| (effort * from.as_dvec2().distance(to.as_dvec2())) as f32)
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
