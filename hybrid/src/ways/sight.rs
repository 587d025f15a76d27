//! Who sees what over a mesh.

use glam::Vec2;
use navmesh::{CellId, KindCosts, NavMesh, Ray};

use super::ground::cost_at;
use crate::tolerances::{EVEN_GROUND, SIGHT};

/// Whether a disc at `from` can move straight to `to`. A ray that ends within a tolerance of `to` has reached it: way
/// points touch the corners of walls.
pub(crate) fn sees(mesh: &NavMesh, from: Vec2, to: Vec2) -> bool {
    match mesh.ray_cast(from, to) {
        Ok(Ray::Clear) => true,
        Ok(Ray::Hit { point, .. }) => point.distance_squared(to) <= SIGHT * SIGHT,
        Err(_) => false,
    }
}

/// Whether a disc sees a point, and nothing on the way there is dearer ground than that at both its ends.
pub(crate) fn sees_evenly(mesh: &NavMesh, from: Vec2, to: Vec2) -> bool {
    let is_even = || {
        let dearest = cost_at(mesh, from).max(cost_at(mesh, to));
        let most = dearest * from.distance(to) * (1.0 + EVEN_GROUND);
        mesh.straight_cost(from, to, &KindCosts::default()).is_some_and(|cost| cost <= most)
    };
    sees(mesh, from, to) && (!mesh.has_areas() || is_even())
}

/// The point that a disc reaches on its way from `from`, perhaps in the cell `hint`, straight to `to`: `to`, or where it
/// meets the first wall.
pub(crate) fn reach(mesh: &NavMesh, from: Vec2, to: Vec2, hint: Option<CellId>) -> Vec2 {
    match mesh.ray_cast_near(from, to, hint) {
        Ok(Ray::Clear) => to,
        Ok(Ray::Hit { point, .. }) => point,
        Err(_) => from,
    }
}
