//! The nearest free point, the walls near a point, and whether two points are joined.

use glam::{DVec2, Vec2};

use super::locate::Location;
use crate::bounds::Bounds;
use crate::cells::id::CellId;
use crate::error::PathError;
use crate::mesh::NavMesh;
use crate::tolerances::{FAR_AWAY, METRES_PER_UNIT, PORTAL_SLACK, WALL_GAP};

/// A free point near another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The free point.
    pub point: Vec2,
    /// The cell that holds it.
    pub cell: CellId,
    /// How far it is from the point asked for, in metres.
    pub distance: f32,
}

impl NavMesh {
    /// The nearest free point, not farther than `within` metres; a point that is free is its own nearest. Exact but for
    /// the few millimetres that keep the answer off the wall. Of two points at the same distance it is the one in the
    /// lesser cell.
    ///
    /// # Errors
    /// A point that is not finite; a distance that is negative or NaN.
    pub fn nearest_point(&self, point: Vec2, within: f32) -> Result<Option<Nearest>, PathError> {
        self.nearest_of(point, within, |_| true)
    }

    /// The nearest free point in one of the cells that count.
    pub(crate) fn nearest_of(
        &self,
        point: Vec2,
        within: f32,
        counts: impl Fn(CellId) -> bool,
    ) -> Result<Option<Nearest>, PathError> {
        let farthest = self.reach_checked(point, within)?;
        let held = self.held(point);
        if held != point {
            let found = self.nearest_near(held, f32::INFINITY, counts);
            let told = found.map(|nearest| {
                let distance = nearest.point.as_dvec2().distance(point.as_dvec2());
                Nearest { distance: distance.min(f64::from(f32::MAX)) as f32, ..nearest }
            });
            return Ok(told.filter(|nearest| nearest.distance <= within));
        }
        Ok(self.nearest_near(point, farthest, counts))
    }

    /// The nearest free point within the farthest that anything free can be, of a point that is not far away.
    fn nearest_near(
        &self,
        point: Vec2,
        farthest: f32,
        counts: impl Fn(CellId) -> bool,
    ) -> Option<Nearest> {
        let farthest = farthest.min(self.farthest(point));
        if let Location::Cell(cell) = self.locate(point)
            && counts(cell)
        {
            return Some(Nearest { point, cell, distance: 0.0 });
        }
        let mut reach = self.least_reach().min(farthest);
        loop {
            let best = self.nearest_within(point, reach, &counts);
            if best.is_some() || reach >= farthest {
                return best;
            }
            reach = (reach * 2.0).min(farthest);
        }
    }

    /// The farthest that anything free can be from a point, but not farther than asked.
    fn reach_checked(&self, point: Vec2, within: f32) -> Result<f32, PathError> {
        if !point.is_finite() {
            return Err(PathError::NotFinite { point });
        }
        if within.is_nan() || within < 0.0 {
            return Err(PathError::Radius { radius: within });
        }
        Ok(within.min(self.farthest(point)))
    }

    /// The farthest that anything free can be from a point, and a little more: sums are rounded.
    fn farthest(&self, point: Vec2) -> f32 {
        let Bounds { min, max } = self.definition().bounds;
        let across = (max - point).abs().max((min - point).abs());
        across.length() * 1.001
    }

    /// A point, or one nearer to the mesh in the same direction, where that is far away.
    fn held(&self, point: Vec2) -> Vec2 {
        let Bounds { min, max } = self.definition().bounds;
        let (min, max) = (min.as_dvec2(), max.as_dvec2());
        let (middle, far) = ((min + max) * 0.5, FAR_AWAY * min.distance(max));
        let way = point.as_dvec2() - middle;
        if way.length() <= far { point } else { (middle + way * (far / way.length())).as_vec2() }
    }

    /// Metres. How far is looked at first.
    fn least_reach(&self) -> f32 {
        let bounds = self.definition().bounds;
        (bounds.width().max(bounds.height()) / 256.0).max(1.0)
    }

    fn nearest_within(
        &self,
        point: Vec2,
        reach: f32,
        counts: &impl Fn(CellId) -> bool,
    ) -> Option<Nearest> {
        let at = point.as_dvec2();
        let mut best: Option<(f64, Nearest)> = None;
        for cell in self.cells_in(Bounds::new(point - reach, point + reach)) {
            let near = self.nearest_in_cell(cell, at);
            let distance = near.distance(at);
            let nearer = distance <= reach as f64
                && best.is_none_or(|(least, _)| distance < least)
                && counts(cell);
            let found = if nearer { self.free_beside(cell, near, counts) } else { None };
            if let Some((point, cell)) = found {
                let distance_kept = point.as_dvec2().distance(at) as f32;
                best = Some((distance, Nearest { point, cell, distance: distance_kept }));
            }
        }
        best.map(|(_, nearest)| nearest)
    }

    /// The point of a cell that is nearest to another; metres.
    fn nearest_in_cell(&self, cell: CellId, at: DVec2) -> DVec2 {
        let mut best = (f64::INFINITY, at);
        let mut inside = true;
        for [from, to] in self.cells.sides(cell) {
            inside &= (to - from).perp_dot(at - from) >= 0.0;
            let near = nearest_on(from, to, at);
            let distance = near.distance_squared(at);
            if distance < best.0 {
                best = (distance, near);
            }
        }
        if inside { at } else { best.1 }
    }

    /// A free point at a point of a cell's border, or a little within: where that is rounded into the wall, or lies in
    /// another cell that does not count, too. `None` where the cell is too thin to hold one.
    pub(crate) fn free_beside(
        &self,
        cell: CellId,
        near: DVec2,
        counts: &impl Fn(CellId) -> bool,
    ) -> Option<(Vec2, CellId)> {
        let (sum, count) =
            self.cells.ring(cell).fold((DVec2::ZERO, 0.0), |(sum, n), v| (sum + v, n + 1.0));
        let inwards = sum / count - near;
        let depth = inwards.length();
        let mut step = 0.0;
        loop {
            let share = if depth > 0.0 { (step / depth).min(1.0) } else { 1.0 };
            let point = (near + inwards * share).as_vec2();
            if let Location::Cell(cell) = self.locate(point)
                && counts(cell)
            {
                return Some((point, cell));
            }
            if share >= 1.0 {
                return None;
            }
            step = if step == 0.0 { WALL_GAP * 0.5 } else { step * 2.0 };
        }
    }

    /// The walls near a point: all sides of cells without anything beyond, or parts of sides, that come within `radius`
    /// metres of it. Free ground is to the left of each. Cell by cell; a wall may come in several pieces.
    ///
    /// # Errors
    /// A point that is not finite; a radius that is negative or not finite.
    pub fn walls_near(&self, point: Vec2, radius: f32) -> Result<Vec<[Vec2; 2]>, PathError> {
        self.reach_checked(point, radius)?;
        if radius.is_infinite() {
            return Err(PathError::Radius { radius });
        }
        let (at, mut walls, mut open) = (point.as_dvec2(), Vec::new(), Vec::new());
        for cell in self.cells_in(Bounds::new(point - radius, point + radius)) {
            for [from, to] in self.cells.sides(cell) {
                self.openings(cell, [from, to], &mut open);
                let (mut walled, length) = (0.0, from.distance(to));
                for &(low, high) in open.iter().chain([(length, length)].iter()) {
                    let ends = [walled, low].map(|along| from + (to - from) * (along / length));
                    let near = nearest_on(ends[0], ends[1], at).distance(at) <= radius as f64;
                    if near && low - walled > METRES_PER_UNIT * 2.0 {
                        walls.push(ends.map(|end| end.as_vec2()));
                    }
                    walled = high.max(walled);
                }
            }
        }
        Ok(walls)
    }

    /// The portals on a side, as intervals of the distance from its first end, in order; metres.
    fn openings(&self, cell: CellId, [from, to]: [DVec2; 2], open: &mut Vec<(f64, f64)>) {
        let (length, along) = (from.distance(to), (to - from).normalize_or_zero());
        let place = |point: DVec2| (along.dot(point - from), along.perp_dot(point - from).abs());
        open.clear();
        open.extend(self.cells.portals(cell).filter_map(|portal| {
            let (low, high) = (place(portal.right), place(portal.left));
            let on_line = low.1.max(high.1) <= PORTAL_SLACK && high.0 > low.0;
            (on_line && low.0 > -PORTAL_SLACK && high.0 < length + PORTAL_SLACK)
                .then_some((low.0.max(0.0), high.0.min(length)))
        }));
        open.sort_by(|p, q| p.0.total_cmp(&q.0));
    }

    /// Returns whether a way over the ground leads from one point to another: links and kinds that a query excludes aside. No
    /// search is needed.
    ///
    /// # Errors
    /// Points that are not finite, outside the bounds, or blocked.
    pub fn reachable(&self, from: Vec2, to: Vec2) -> Result<bool, PathError> {
        let (start, goal) = (self.start_cell(from)?, self.goal_cell(to)?);
        Ok(self.component(start) == self.component(goal))
    }

    /// The point nearest to `to` of all that a way over the ground leads to from `from`: `to` itself, if it can be reached.
    /// Exact as [`nearest_point`](Self::nearest_point) is. No search is needed; looking takes longer the farther the point
    /// is from `to`.
    ///
    /// # Errors
    /// Points that are not finite; a start that is outside the bounds, or blocked.
    pub fn nearest_reachable(&self, from: Vec2, to: Vec2) -> Result<Nearest, PathError> {
        let component = self.component(self.start_cell(from)?);
        let joined = |cell: CellId| self.component(cell) == component;
        let nearest = self.nearest_of(to, f32::INFINITY, joined)?;
        nearest.ok_or(PathError::Unreachable { from, to })
    }
}

/// The point of a segment that is nearest to another.
fn nearest_on(from: DVec2, to: DVec2, at: DVec2) -> DVec2 {
    let side = to - from;
    let along = side.dot(at - from) / side.length_squared().max(f64::MIN_POSITIVE);
    from + side * along.clamp(0.0, 1.0)
}
