//! Who sees what over a mesh.

use glam::Vec2;
use navmesh::{CellId, KindCosts, Location, NavMesh, Ray};

use super::ground::{cost_at, has_costs};
use crate::base::tolerances::{EVEN_GROUND, GUIDED, SCREEN, SIGHT};

/// A wall that stands between two places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occluder {
    /// Free ground is on its left.
    wall: [Vec2; 2],
    /// The version of the mesh that it was met on.
    version: u64,
}

impl Occluder {
    /// The side of a cell where a ray ended at a point before it; `None` if there may be a portal in it.
    fn new(mesh: &NavMesh, point: Vec2, wall: [Vec2; 2]) -> Option<Self> {
        let Location::Cell(cell) = mesh.locate(point) else { return None };
        let corners = || mesh.outline(cell);
        let mut sides = corners().zip(corners().skip(1).chain(corners().take(1)));
        let along = (wall[1] - wall[0]).try_normalize()?;
        let is_on = |place: Vec2| along.perp_dot(place - wall[0]).abs() < SCREEN;
        let mut portals = mesh.portals(cell);
        let is_whole = !portals.any(|portal| is_on(portal.left) && is_on(portal.right));
        (sides.any(|(from, to)| [from, to] == wall) && is_whole)
            .then(|| Self { wall, version: mesh.version() })
    }

    /// Returns whether it surely hides the end of a way from its beginning: the way goes through it, and not near its ends.
    pub(crate) fn hides(&self, mesh: &NavMesh, [from, to]: [Vec2; 2]) -> bool {
        let [right, left] = self.wall;
        let (along, way) = (left - right, to - from);
        let (length, distance) = (along.length(), way.length());
        let (before, behind) = (along.perp_dot(from - right), along.perp_dot(to - right));
        // Seen from the beginning the first end is on the right and the second one on the left.
        let (beside, beyond) = (way.perp_dot(right - from), way.perp_dot(left - from));
        self.version == mesh.version()
            && before > SCREEN * length
            && behind < -SCREEN * length
            && beside.min(beyond) < -SCREEN * distance
            && beside.max(beyond) > SCREEN * distance
    }
}

/// Looks along a way that begins perhaps in the cell `hint`.
///
/// # Errors
/// A occluder that hides its end, if one was found.
pub(crate) fn look(
    mesh: &NavMesh,
    [from, to]: [Vec2; 2],
    hint: Option<CellId>,
) -> Result<(), Option<Occluder>> {
    match mesh.ray_cast_near(from, to, hint) {
        Ok(ray) if arrives(ray, to) => Ok(()),
        Ok(Ray::Hit { point, wall }) => Err(Occluder::new(mesh, point, wall)),
        _ => Err(None),
    }
}

/// Returns whether a ray has reached a point. One that ends within a tolerance of it has: way points touch the corners of
/// walls.
fn arrives(ray: Ray, to: Vec2) -> bool {
    match ray {
        Ray::Clear => true,
        Ray::Hit { point, .. } => point.distance_squared(to) <= SIGHT * SIGHT,
    }
}

/// Returns whether a disc at `from` can move straight to `to`.
pub(crate) fn sees(mesh: &NavMesh, from: Vec2, to: Vec2) -> bool {
    sees_near(mesh, [from, to], None)
}

/// Returns whether a disc at `from`, which is perhaps in the cell `hint`, can move straight to `to`.
pub(crate) fn sees_near(mesh: &NavMesh, [from, to]: [Vec2; 2], hint: Option<CellId>) -> bool {
    mesh.ray_cast_near(from, to, hint).is_ok_and(|ray| arrives(ray, to))
}

/// Returns whether a disc sees a point, and nothing on the way there is dearer ground than that at both its ends.
pub(crate) fn sees_evenly(mesh: &NavMesh, way: [Vec2; 2], hint: Option<CellId>) -> bool {
    sees_near(mesh, way, hint) && is_even(mesh, way)
}

/// Returns whether nothing on a free straight way is dearer ground than that at both its ends.
pub(crate) fn is_even(mesh: &NavMesh, [from, to]: [Vec2; 2]) -> bool {
    let costs_no_more = || {
        let dearest = cost_at(mesh, from).max(cost_at(mesh, to));
        let most = dearest * from.distance(to) * (1.0 + EVEN_GROUND);
        mesh.straight_cost(from, to, &KindCosts::default()).is_some_and(|cost| cost <= most)
    };
    !mesh.has_areas() || costs_no_more()
}

/// Returns whether a free straight way costs no more than a guide says, in metres of free ground, as far as guides are exact.
pub(crate) fn costs_at_most(mesh: &NavMesh, [from, to]: [Vec2; 2], most: f32) -> bool {
    let cost = || match mesh.has_areas() {
        true => mesh.straight_cost(from, to, &KindCosts::default()),
        false => Some(from.distance(to)),
    };
    !has_costs(mesh) || cost().is_some_and(|cost| cost <= most * (1.0 + GUIDED) + SIGHT)
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
