//! Random free points, uniform by area.

use glam::{DVec2, Vec2, dvec2};

use super::locate::Location;
use crate::bounds::Bounds;
use crate::cells::id::CellId;
use crate::error::PathError;
use crate::mesh::NavMesh;
use crate::tiles::islands::Component;
use crate::tolerances::{RANDOM_STRAY, UNITS_PER_METRE};

/// Where a random point may lie.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RandomArea {
    /// Only in this connected part of the mesh; anywhere by default.
    pub component: Option<Component>,
    /// Only in a disc: its centre and radius in metres; anywhere by default. The disc is taken as the regular polygon of
    /// 32 corners on its border, which lacks 0.6 % of it; one of less than 1/1024 m is its centre alone.
    pub disc: Option<(Vec2, f32)>,
}

impl NavMesh {
    /// A free point chosen at random by two numbers from 0 up to, not including, 1: all free points of the area are
    /// equally likely if the numbers are. The same numbers give the same point. `None` where nothing of the area is free.
    ///
    /// It looks at all cells of the area.
    ///
    /// # Errors
    /// Numbers out of range; a disc whose centre is not finite or whose radius is negative, infinite or NaN.
    pub fn random_point(
        &self,
        random: [f64; 2],
        area: &RandomArea,
    ) -> Result<Option<Vec2>, PathError> {
        if let Some(&share) = random.iter().find(|share| !(0.0..1.0).contains(*share)) {
            return Err(PathError::Share { share });
        }
        if let Some((point, radius)) = area.disc {
            if !point.is_finite() {
                return Err(PathError::NotFinite { point });
            }
            if !(0.0..f32::INFINITY).contains(&radius) {
                return Err(PathError::Radius { radius });
            }
        }
        if let Some((centre, radius)) = area.disc
            && f64::from(radius) * UNITS_PER_METRE < 1.0
        {
            return Ok(Some(centre).filter(|&centre| self.is_in(centre, area)));
        }
        let (mut pieces, mut total) = (Vec::new(), 0.0);
        let mut ring = Vec::new();
        for cell in self.cells_of(area) {
            self.clipped(cell, area.disc, &mut ring);
            for k in 2..ring.len() {
                let corners = [ring[0], ring[k - 1], ring[k]];
                total += (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]).max(0.0);
                pieces.push((total, cell, corners));
            }
        }
        let wanted = random[0] * total;
        let first = pieces.partition_point(|&(up_to, ..)| up_to <= wanted);
        // From the chosen triangle on: one may be too thin to hold a point of the lattice.
        let found = (first..pieces.len()).chain(0..first.min(pieces.len())).find_map(|index| {
            let (up_to, cell, corners) = pieces[index];
            let before = if index == 0 { 0.0 } else { pieces[index - 1].0 };
            let share = ((wanted - before) / (up_to - before)).clamp(0.0, 1.0);
            let found = self.free_beside(cell, in_triangle(corners, [share, random[1]]), &|_| true);
            // What is free beside a thin triangle may lie far off.
            found.filter(|(point, _)| is_in_disc(*point, area.disc))
        });
        Ok(found.map(|(point, _)| point))
    }

    /// Returns whether a point is free, and in the part of an area.
    fn is_in(&self, point: Vec2, area: &RandomArea) -> bool {
        let Location::Cell(cell) = self.locate(point) else { return false };
        area.component.is_none_or(|only| self.component(cell) == only)
    }

    /// The cells of which part may lie in an area.
    fn cells_of(&self, area: &RandomArea) -> impl Iterator<Item = CellId> {
        let bounds = area.disc.map_or(self.definition().bounds, |(centre, radius)| {
            Bounds::new(centre - radius, centre + radius)
        });
        let component = area.component;
        self.cells_in(bounds)
            .filter(move |&cell| component.is_none_or(|only| self.component(cell) == only))
    }

    /// The part of a cell in a disc, as a convex ring.
    fn clipped(&self, cell: CellId, disc: Option<(Vec2, f32)>, ring: &mut Vec<DVec2>) {
        ring.clear();
        ring.extend(self.cells.ring(cell));
        let Some((centre, radius)) = disc else { return };
        let (centre, radius) = (centre.as_dvec2(), radius as f64);
        let corners = circle();
        for (k, &corner) in corners.iter().enumerate() {
            let from = centre + corner * radius;
            let way = centre + corners[(k + 1) % corners.len()] * radius - from;
            clip(ring, from, way);
        }
    }
}

/// Returns whether a point lies in a disc, but for what rounding may move it.
fn is_in_disc(point: Vec2, disc: Option<(Vec2, f32)>) -> bool {
    disc.is_none_or(|(centre, radius)| {
        let distance = point.as_dvec2().distance(centre.as_dvec2());
        distance <= f64::from(radius) + RANDOM_STRAY
    })
}

/// Keeps what is to the left of a line of a convex ring.
fn clip(ring: &mut Vec<DVec2>, from: DVec2, way: DVec2) {
    let mut kept = Vec::with_capacity(ring.len() + 1);
    for (k, &p) in ring.iter().enumerate() {
        let q = ring[(k + 1) % ring.len()];
        let (here, there) = (way.perp_dot(p - from), way.perp_dot(q - from));
        if here >= 0.0 {
            kept.push(p);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            kept.push(p + (q - p) * (here / (here - there)));
        }
    }
    *ring = kept;
}

/// The corners of a regular polygon of 32 corners on the unit circle, counter-clockwise. Angles are halved with square
/// roots, which are the same on every machine.
fn circle() -> [DVec2; 32] {
    let mut corners = [dvec2(1.0, 0.0); 32];
    corners[8] = dvec2(0.0, 1.0);
    for step in [4, 2, 1] {
        for k in (step..8).step_by(2 * step) {
            corners[k] = (corners[k - step] + corners[k + step]).normalize();
        }
    }
    for k in 0..24 {
        corners[k + 8] = corners[k].perp();
    }
    corners
}

/// The point of a triangle at two shares, uniform by area.
fn in_triangle([a, b, c]: [DVec2; 3], [p, q]: [f64; 2]) -> DVec2 {
    let root = p.sqrt();
    a * (1.0 - root) + b * (root * (1.0 - q)) + c * (root * q)
}
