//! Where somebody over whom an obstacle has come gets out: on the ground where it was, not beyond a wall.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use glam::Vec2;
use navmesh::{Component, Location, NavMesh};

use super::ground::{is_free, standing};

/// So many cells are looked at, at most: what is left free beyond them is as far away as another room.
const MOST_CELLS: usize = 1024;

/// Returns the free point of a changed mesh nearest to `at`, of those on the ground on which `at` was before the change. `None`
/// where that is the nearest free point anyhow, where nothing of that ground is left, or if `at` was not free before.
pub(crate) fn escape(before: &NavMesh, now: &NavMesh, at: Vec2) -> Option<Vec2> {
    let Location::Cell(start) = before.locate(at) else { return None };
    let ground = before.component(start);
    if is_on(before, standing(now, at), ground) {
        return None;
    }
    let mut best: Option<Vec2> = None;
    let is_best =
        |best: Option<Vec2>, distance: f32| best.is_none_or(|point| distance < point.distance(at));
    let mut known = BTreeSet::from([start]);
    // Distances are not negative: their bits are ordered as they are.
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((distance, cell))) = open.pop() {
        if !is_best(best, f32::from_bits(distance)) || known.len() > MOST_CELLS {
            break;
        }
        let corners: Vec<Vec2> = before.outline(cell).collect();
        let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
        let free = corners.into_iter().chain([middle]).filter(|&point| is_free(now, point));
        for seed in free {
            let nearest = now.nearest_reachable(seed, at).ok().map(|nearest| nearest.point);
            best = nearest.filter(|point| is_best(best, point.distance(at))).or(best);
        }
        for portal in before.portals(cell).filter(|portal| known.insert(portal.cell)) {
            let near = nearest_on(portal.left, portal.right, at).distance(at);
            open.push(Reverse((near.to_bits(), portal.cell)));
        }
    }
    best
}

fn is_on(mesh: &NavMesh, point: Vec2, ground: Component) -> bool {
    matches!(mesh.locate(point), Location::Cell(cell) if mesh.component(cell) == ground)
}

/// Returns the point of a segment that is nearest to another point.
pub(crate) fn nearest_on(from: Vec2, to: Vec2, at: Vec2) -> Vec2 {
    let side = to - from;
    let along = side.dot(at - from) / side.length_squared().max(f32::MIN_POSITIVE);
    from + side * along.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh::{Bounds, MeshDefinition};

    fn wall(mesh: &mut NavMesh, [x0, y0, x1, y1]: [f32; 4]) {
        mesh.add_obstacle(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Vec2::from)).unwrap();
        mesh.commit().unwrap();
    }

    #[test]
    fn the_way_out_is_on_the_side_of_the_wall_where_one_was() {
        let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(40.0));
        let definition = MeshDefinition { agent_radius: 0.4, ..MeshDefinition::new(bounds) };
        let mut before = NavMesh::new(&definition).unwrap();
        wall(&mut before, [19.8, 0.0, 20.2, 40.0]);
        let mut now = before.clone();
        wall(&mut now, [15.0, 17.0, 19.8, 23.0]);
        let at = Vec2::new(19.0, 20.0);
        assert!(standing(&now, at).x > 20.5, "the nearest free point is beyond the wall");
        let out = escape(&before, &now, at).unwrap();
        assert!((out.distance(at) - 3.4).abs() < 0.01 && out.x < 19.5, "{out}");
        let far = Vec2::new(15.5, 20.0);
        assert_eq!(escape(&before, &now, far), None, "the nearest point will do");
        wall(&mut now, [0.0, 0.0, 19.8, 40.0]);
        assert_eq!(escape(&before, &now, at), None, "nothing is left");
    }
}
