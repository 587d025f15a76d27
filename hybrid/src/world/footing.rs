//! How fast units are on the ground where they stand.

use navmesh::{Location, NavMesh, Portal};

use crate::bodies::unit::Body;
use crate::ways::escape::nearest_on;
use crate::world::state::World;

/// Radii. Ground so near to a unit's centre still carries it: ways lead along the borders of slow ground, and round its corners.
const TREAD: f32 = 0.1;

impl World {
    /// Tells each unit which share of its speed the ground below its centre allows.
    pub(crate) fn feel_ground(&mut self) {
        let is_slow = self.core.meshes.has_slow_ground();
        if !is_slow && self.scratch.is_nobody_slowed {
            return;
        }
        self.scratch.is_nobody_slowed = !is_slow;
        for body in self.core.bodies.values_mut() {
            // Over a link there is no ground.
            let walks = is_slow && body.crossing.is_none();
            body.ease = if walks { ease_at(self.core.meshes.of(body.class()), body) } else { 1.0 };
        }
    }
}

/// Returns which share of its speed the ground allows a unit: the fastest one below it or within its [`TREAD`].
fn ease_at(mesh: &NavMesh, body: &Body) -> f32 {
    let Location::Cell(cell) = mesh.locate_near(body.position, body.cell) else { return 1.0 };
    let below = mesh.ground_speed(cell);
    if below == 1.0 {
        return below;
    }
    let tread = TREAD * body.radius;
    let is_near = |portal: &Portal| {
        let nearest = nearest_on(portal.left, portal.right, body.position);
        nearest.distance_squared(body.position) <= tread * tread
    };
    let beside = mesh.portals(cell).filter(is_near).map(|portal| mesh.ground_speed(portal.cell));
    beside.fold(below, f32::max)
}
