//! Who sees what over a mesh.

use glam::Vec2;
use navmesh::{NavMesh, Ray};

use crate::tolerances::SIGHT;

/// Whether a disc at `from` can move straight to `to`. A ray that ends within a tolerance of `to` has reached it: way
/// points touch the corners of walls.
pub(crate) fn sees(mesh: &NavMesh, from: Vec2, to: Vec2) -> bool {
    match mesh.ray_cast(from, to) {
        Ok(Ray::Clear) => true,
        Ok(Ray::Hit { point, .. }) => point.distance_squared(to) <= SIGHT * SIGHT,
        Err(_) => false,
    }
}

/// The point that a disc reaches on its way from `from` straight to `to`: `to`, or where it meets the first wall.
pub(crate) fn reach(mesh: &NavMesh, from: Vec2, to: Vec2) -> Vec2 {
    match mesh.ray_cast(from, to) {
        Ok(Ray::Clear) => to,
        Ok(Ray::Hit { point, .. }) => point,
        Err(_) => from,
    }
}
