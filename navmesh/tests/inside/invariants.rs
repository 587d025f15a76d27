//! What must hold for every mesh.

use geo::{Area, BooleanOps, LineString, MultiPolygon, Polygon};
use glam::{DVec2, I64Vec2, i64vec2};
use petgraph::graph::{NodeIndex, UnGraph};

use super::random_scene::{Scene, inflated, tiles_of};
use crate::cells::id::CellId;
use crate::kernel::outline::quantised;
use crate::tolerances::{LEAST_PORTAL, METRES_PER_UNIT};
use crate::{Location, NavMesh};

/// Checks everything that must hold for the mesh alone.
pub(crate) fn check(mesh: &NavMesh) {
    check_tables(mesh);
    mesh.cells().for_each(|cell| check_portals(mesh, cell));
    check_components(mesh);
}

/// Checks the tables of the tiles.
pub(crate) fn check_tables(mesh: &NavMesh) {
    for cell in mesh.cells() {
        check_convex(mesh, cell);
        check_inner_portals(mesh, cell);
    }
}

/// Every vertex lies strictly inside every side but the two that it is made of. Exact.
pub(crate) fn check_convex(mesh: &NavMesh, id: CellId) {
    let tile = tiles_of(mesh).tile(id.tile);
    let sides: Vec<_> = tile.sides(id.cell).collect();
    let n = sides.len();
    assert!(n >= 3);
    for k in 0..n {
        let (p, q) = (tile.line(sides[k]), tile.line(sides[(k + 1) % n]));
        let w = p.a as i128 * q.b as i128 - q.a as i128 * p.b as i128;
        assert!(w > 0, "{id:?} does not turn left at vertex {k}");
        let x = p.b as i128 * q.c as i128 - q.b as i128 * p.c as i128;
        let y = p.c as i128 * q.a as i128 - q.c as i128 * p.a as i128;
        for (j, &side) in sides.iter().enumerate().filter(|(j, _)| *j != k && *j != (k + 1) % n) {
            let line = tile.line(side);
            let inside = line.a as i128 * x + line.b as i128 * y + line.c as i128 * w;
            assert!(inside > 0, "vertex {k} of {id:?} is not inside side {j}");
        }
    }
}

/// Portals within a tile lie on the sides that are told for them.
pub(crate) fn check_inner_portals(mesh: &NavMesh, id: CellId) {
    let tile = tiles_of(mesh).tile(id.tile);
    for (side, portal) in tile.portals_on_sides(id.cell) {
        let [from, to] = tile.side_ends(id.cell, side);
        let along = (to - from).normalize();
        for end in [portal.left, portal.right] {
            assert!(along.perp_dot(end - from).abs() < 1e-3, "{id:?}: {portal:?} off side {side}");
        }
        assert!(along.dot(portal.left - portal.right) > 0.0, "{id:?}: {portal:?} turned round");
    }
}

/// Portals are wide enough, lie on the cell's border, and are seen from both sides; the rest of the border is wall.
pub(crate) fn check_portals(mesh: &NavMesh, id: CellId) {
    let portals: Vec<_> = mesh.cells.portals(id).collect();
    for portal in &portals {
        assert!(portal.left.distance(portal.right) >= METRES_PER_UNIT * LEAST_PORTAL * 0.95);
        let back =
            mesh.cells.portals(portal.cell).find(|back| back.cell == id).expect("seen from beyond");
        assert!(back.left.distance(portal.right) < 1e-6 && back.right.distance(portal.left) < 1e-6);
    }
    let ring: Vec<DVec2> = mesh.outline(id).map(|v| v.as_dvec2()).collect();
    for k in 0..ring.len() {
        let (from, to) = (ring[k], ring[(k + 1) % ring.len()]);
        let (length, along) = (from.distance(to), (to - from).normalize());
        let mut covered: Vec<(f64, f64)> = portals
            .iter()
            .filter(|p| {
                [p.left, p.right].iter().all(|&end| along.perp_dot(end - from).abs() < 1e-4)
            })
            .map(|p| (along.dot(p.right - from), along.dot(p.left - from)))
            .filter(|&(low, high)| high > low && low > -1e-3 && high < length + 1e-3)
            .collect();
        covered.push((length, length));
        covered.sort_by(|p, q| p.0.total_cmp(&q.0));
        let mut reached = 0.0;
        for (low, high) in covered {
            if low - reached > 16.0 * METRES_PER_UNIT {
                // A tenth of a unit outwards, as obstacles have sharp corners.
                let beyond =
                    from + along * ((low + reached) * 0.5) - along.perp() * (0.1 * METRES_PER_UNIT);
                assert!(
                    is_wall(mesh, beyond / METRES_PER_UNIT),
                    "{id:?}: no portal to the free point {beyond}"
                );
            }
            reached = high;
        }
    }
}

/// Whether a point (in units) lies in a grown obstacle (or on its border: two may touch) or beyond the bounds.
pub(crate) fn is_wall(mesh: &NavMesh, point: DVec2) -> bool {
    let inside = |ring: &[I64Vec2]| {
        (0..ring.len()).all(|k| {
            let (from, to) = (ring[k].as_dvec2(), ring[(k + 1) % ring.len()].as_dvec2());
            (to - from).perp_dot(point - from) >= 0.0
        })
    };
    let (min, max) = tiles_of(mesh).free_part();
    !(point.cmpgt(min.as_dvec2()).all() && point.cmplt(max.as_dvec2()).all())
        || inflated(mesh).any(|ring| inside(&ring))
}

/// Components are what a walk over the portals reaches.
pub(crate) fn check_components(mesh: &NavMesh) {
    let mut graph = UnGraph::<CellId, ()>::new_undirected();
    let cells: Vec<CellId> = mesh.cells().collect();
    let nodes: Vec<NodeIndex> = cells.iter().map(|&cell| graph.add_node(cell)).collect();
    for (cell, &node) in cells.iter().zip(&nodes) {
        for portal in mesh.portals(*cell) {
            graph.add_edge(node, nodes[cells.binary_search(&portal.cell).unwrap()], ());
        }
    }
    let mut of_component = std::collections::BTreeMap::new();
    for (cell, &node) in cells.iter().zip(&nodes) {
        let first = *of_component.entry(mesh.component(*cell)).or_insert(node);
        assert!(petgraph::algo::has_path_connecting(&graph, first, node, None), "{cell:?}");
    }
    assert_eq!(of_component.len(), petgraph::algo::connected_components(&graph));
}

/// The mesh covers just what the obstacles leave.
pub(crate) fn check_cover(mesh: &NavMesh, scene: &mut Scene) {
    let inflated = scene.inflated();
    let polygon = |ring: &[I64Vec2]| {
        Polygon::new(
            LineString::from_iter(ring.iter().map(|p| (p.x as f64, p.y as f64))),
            Vec::new(),
        )
    };
    let radius = (scene.definition.agent_radius as f64 / METRES_PER_UNIT).ceil() as i64;
    let (low, high) = (radius, quantised(scene.definition.bounds.max).x - radius);
    let square =
        polygon(&[i64vec2(low, low), i64vec2(high, low), i64vec2(high, high), i64vec2(low, high)]);
    let walls = inflated
        .iter()
        .fold(MultiPolygon::<f64>::new(Vec::new()), |all, ring| all.union(&polygon(ring)));
    let expected = square.difference(&walls).unsigned_area() * METRES_PER_UNIT * METRES_PER_UNIT;
    let area = |cell: CellId| {
        let ring: Vec<DVec2> = mesh.outline(cell).map(|v| v.as_dvec2()).collect();
        ring.windows(2).map(|pair| (pair[0] - ring[0]).perp_dot(pair[1] - ring[0])).sum::<f64>()
            * 0.5
    };
    let actual: f64 = mesh.cells().map(area).sum();
    let whole = scene.definition.bounds.width() as f64 * scene.definition.bounds.height() as f64;
    assert!((actual - expected).abs() < 1e-5 * whole, "area {actual}, by geo {expected}");
    for _ in 0..40 {
        let point = scene.point();
        let at = quantised(point);
        // On a border of free space both answers are right.
        let depth =
            |ring: &Vec<I64Vec2>| (0..ring.len()).map(|k| beside(ring, k, at)).min().unwrap();
        let deepest = inflated
            .iter()
            .map(depth)
            .max()
            .unwrap()
            .max(low - at.min_element())
            .max(at.max_element() - high);
        let free = matches!(mesh.locate(point), Location::Cell(_));
        assert!(deepest == 0 || free == (deepest < 0), "{point}");
        let holding = |cell: &CellId| {
            let (corner, tile) =
                (tiles_of(mesh).lattice().corner(cell.tile), tiles_of(mesh).tile(cell.tile));
            tile.sides(cell.cell).all(|side| tile.line(side).sign_at(at - corner) > 0)
        };
        assert!(mesh.cells().filter(holding).count() <= 1, "{point} lies inside two cells");
    }
}

pub(crate) fn beside(ring: &[I64Vec2], k: usize, point: I64Vec2) -> i64 {
    let (from, to) = (ring[k], ring[(k + 1) % ring.len()]);
    (to - from).perp_dot(point - from)
}
