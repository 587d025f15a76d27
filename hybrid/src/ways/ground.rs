//! Where units can stand.

use glam::Vec2;
use navmesh::{Location, NavMesh};

/// In how many directions a free place is looked for.
const DIRECTIONS: u32 = 32;

/// Whether a disc of the mesh's class may stand at a point.
pub(crate) fn is_free(mesh: &NavMesh, point: Vec2) -> bool {
    matches!(mesh.locate(point), Location::Cell(_))
}

/// What a metre costs at a point: as its area says; 1 where it is not free.
pub(crate) fn cost_at(mesh: &NavMesh, point: Vec2) -> f32 {
    match mesh.locate(point) {
        Location::Cell(cell) => mesh.area(cell).cost,
        _ => 1.0,
    }
}

/// Whether ways over a mesh are told by what they cost, not by their lengths.
pub(crate) fn has_costs(mesh: &NavMesh) -> bool {
    mesh.has_areas() || mesh.links().next().is_some()
}

/// A free place near a point: the point itself if it is free, else the first free point on rings round it, each wider
/// by a quarter radius or a twentieth. The point itself again if the whole neighbourhood is blocked.
pub(crate) fn standing(mesh: &NavMesh, point: Vec2, radius: f32) -> Vec2 {
    if is_free(mesh, point) {
        return point;
    }
    let turn = std::f32::consts::TAU / DIRECTIONS as f32;
    let directions: Vec<Vec2> = (0..DIRECTIONS)
        .map(|k| k as f32 * turn)
        .map(|angle| Vec2::new(libm::cosf(angle), libm::sinf(angle)))
        .collect();
    let bounds = mesh.definition().bounds;
    let farthest = bounds.width() + bounds.height();
    let mut ring = 0.25 * radius;
    while ring < farthest {
        let mut points = directions.iter().map(|&direction| point + direction * ring);
        if let Some(free) = points.find(|&point| is_free(mesh, point)) {
            return free;
        }
        ring += (0.25 * radius).max(0.05 * ring);
    }
    point
}
