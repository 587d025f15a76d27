//! Where units can stand.

use glam::Vec2;
use navmesh::{Location, NavMesh};

/// Returns whether a disc of the mesh's class may stand at a point.
pub(crate) fn is_free(mesh: &NavMesh, point: Vec2) -> bool {
    matches!(mesh.locate(point), Location::Cell(_))
}

/// Returns what a metre costs at a point: as its area says; 1 where it is not free.
pub(crate) fn cost_at(mesh: &NavMesh, point: Vec2) -> f32 {
    match mesh.locate(point) {
        Location::Cell(cell) => mesh.area(cell).cost,
        _ => 1.0,
    }
}

/// Returns whether ways over a mesh are told by what they cost, not by their lengths.
pub(crate) fn has_costs(mesh: &NavMesh) -> bool {
    mesh.has_areas() || mesh.links().next().is_some()
}

/// On uneven ground of so many cells the search for one cheapest way takes longer than the rest of a step.
const QUILT: usize = 1024;

/// Returns whether the cheapest way between two points of a mesh should not be searched for where a short one will do.
pub(crate) fn is_quilt(mesh: &NavMesh) -> bool {
    mesh.has_areas() && mesh.cell_count() >= QUILT
}

/// The free place nearest to a point: the point itself if it is free, or if nothing is.
pub(crate) fn standing(mesh: &NavMesh, point: Vec2) -> Vec2 {
    let nearest = mesh.nearest_point(point, f32::INFINITY);
    nearest.ok().flatten().map_or(point, |nearest| nearest.point)
}

/// The direction to the nearest free place from a point in a wall; `None` from a free one, or if there is none.
pub(crate) fn way_out(mesh: &NavMesh, point: Vec2) -> Option<Vec2> {
    let free = standing(mesh, point);
    (free != point).then(|| (free - point).normalize_or_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh::{Bounds, MeshDefinition};

    /// Nothing is free but a room 1.4 m wide about a point.
    fn room(center: Vec2) -> NavMesh {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
        let definition = MeshDefinition { agent_radius: 0.25, ..MeshDefinition::new(bounds) };
        let mut mesh = NavMesh::new(&definition).unwrap();
        let (low, high) = (center - 0.7, center + 0.7);
        for [x0, y0, x1, y1] in [
            [0.0, 0.0, 40.0, low.y],
            [0.0, high.y, 40.0, 40.0],
            [0.0, 0.0, low.x, 40.0],
            [high.x, 0.0, 40.0, 40.0],
        ] {
            mesh.add_obstacle(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Vec2::from)).unwrap();
        }
        mesh.commit().unwrap();
        mesh
    }

    #[test]
    fn the_nearest_free_place_is_found_however_little_there_is() {
        let from = Vec2::splat(20.0);
        for turn in (0..12_u8).map(|k| 0.1 + 0.5 * f32::from(k)) {
            let center = from + 15.0 * Vec2::new(libm::cosf(turn), libm::sinf(turn));
            let mesh = room(center);
            let free = standing(&mesh, from);
            assert!(is_free(&mesh, free), "{center}: {free}");
            let nearest = from.clamp(center - 0.45, center + 0.45);
            assert!(free.distance(from) < nearest.distance(from) + 0.01, "{free} {nearest}");
            assert_eq!(standing(&mesh, center), center);
        }
    }
}
