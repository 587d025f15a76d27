//! Desired velocities of units that an engine moves: a tick of them leads into no wall.

use glam::Vec2;
use navmesh::NavMesh;

use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;
use crate::ways::ground::is_free;

/// What is tried of a velocity whose end is rounded into a wall.
const SHARES: [f32; 6] = [1.0, 0.999, 0.99, 0.9, 0.7, 0.4];

/// Returns the velocity with which a unit should move for `dt` seconds that would like to have another one: along a wall that
/// it would walk into. One that is in a wall itself walks out of it.
pub(super) fn within_walls(body: &Body, meshes: &Meshes, velocity: Vec2, dt: f32) -> Vec2 {
    if velocity == Vec2::ZERO {
        return velocity;
    }
    let (mesh, from) = (meshes.of(body.class()), body.position);
    let to = from + velocity * dt;
    let is_known = body.free.is_of(mesh.version()) && body.free.holds(from) && body.free.holds(to);
    // The straight way may lead through a wall whose other side is free.
    let Ok(end) = (if is_known { Ok(to) } else { mesh.slide_near(from, to, body.cell) }) else {
        return velocity;
    };
    if end == to { velocity } else { rounded(mesh, from, end, dt) }
}

/// Returns a velocity that leads in `dt` seconds from a free point to another one or nearly: engines add it up as we do, and
/// what they get may be rounded into the wall along which it leads.
fn rounded(mesh: &NavMesh, from: Vec2, end: Vec2, dt: f32) -> Vec2 {
    let velocities = SHARES.map(|share| (end - from) * share / dt);
    let mut free = velocities.into_iter().filter(|&velocity| is_free(mesh, from + velocity * dt));
    free.next().unwrap_or(Vec2::ZERO)
}
