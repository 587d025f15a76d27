//! The free area of a mesh as polygons.

use std::collections::BTreeMap;

use glam::DVec2;

use crate::kernel::turn::turn;
use crate::mesh::NavMesh;
use crate::outlines::outline::{Outline, OutlinePolygon};
use crate::tiles::wall_graph::WallGraph;
use crate::tolerances::METRES_PER_UNIT;

impl NavMesh {
    /// The free area, where centres may be, as polygons in metres: their borders counter-clockwise, holes clockwise and each
    /// with the polygon in which it lies. Vertices are those of the walls: exact where walls were given, to the rounding of
    /// an f64 where two cross. Rings touch others in points only. Staged edits are left out.
    ///
    /// ```
    /// use navmesh::glam::{dvec2, vec2};
    /// use navmesh::{Bounds, MeshDefinition, NavMesh};
    ///
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// mesh.add_outline(Bounds::new(vec2(10.0, 10.0), vec2(20.0, 20.0)))?;
    /// mesh.commit()?;
    /// let free = mesh.free_area();
    /// assert_eq!((free.polygons().len(), free.polygons()[0].holes().len()), (1, 1));
    /// assert!(free.polygons()[0].border().contains(&dvec2(40.0, 0.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn free_area(&self) -> Outline {
        polygons(rings(&self.cells.walls()))
    }
}

/// The walls joined to simple rings with what is free to the left.
fn rings(graph: &WallGraph) -> Vec<Vec<DVec2>> {
    let at = |vertex: u32| graph.vertices[vertex as usize];
    let mut leaving: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &[from, to] in &graph.walls {
        leaving.entry(from).or_default().push(to);
    }
    let (mut rings, mut place_of) = (Vec::new(), vec![usize::MAX; graph.vertices.len()]);
    for &[start, _] in &graph.walls {
        let mut path: Vec<u32> = vec![start];
        place_of[start as usize] = 0;
        let mut came = None;
        while let Some(&here) = path.last()
            && let Some(next) = leave(&mut leaving, here, came, &at)
        {
            // Where a ring comes back to one of its vertices it is closed there, and goes on as another.
            let place = place_of[next as usize];
            if path.get(place) == Some(&next) {
                rings.push(path.drain(place..).map(&at).collect());
            }
            came = Some(here);
            place_of[next as usize] = path.len();
            path.push(next);
        }
    }
    rings.into_iter().map(straightened).filter(|ring| ring.len() > 2).collect()
}

/// Takes the wall that follows at a vertex: the next clockwise from where the last came from, so that what is free on the
/// left of both is one piece.
fn leave(
    leaving: &mut BTreeMap<u32, Vec<u32>>,
    here: u32,
    came: Option<u32>,
    at: &impl Fn(u32) -> DVec2,
) -> Option<u32> {
    let open = leaving.get_mut(&here)?;
    let back = came.map_or(DVec2::X, |came| at(came) - at(here));
    let next = (0..open.len()).min_by(|&p, &q| {
        let turn = |k: usize| clockwise(back, at(open[k]) - at(here));
        turn(p).total_cmp(&turn(q)).then(open[p].cmp(&open[q]))
    })?;
    Some(open.swap_remove(next))
}

/// Returns how far clockwise from a direction another lies: grows with the angle, from 0 to 4; 4 for the same direction.
fn clockwise(from: DVec2, to: DVec2) -> f64 {
    let (sine, cosine) = (-from.perp_dot(to), from.dot(to));
    let share = cosine / (sine.abs() + cosine.abs()).max(f64::MIN_POSITIVE);
    let angle = if sine >= 0.0 { 1.0 - share } else { 3.0 + share };
    if angle == 0.0 { 4.0 } else { angle }
}

/// A ring without the vertices on its straight sides.
fn straightened(ring: Vec<DVec2>) -> Vec<DVec2> {
    let n = ring.len();
    let bends = |k: &usize| {
        let (before, here, after) = (ring[(k + n - 1) % n], ring[*k], ring[(k + 1) % n]);
        let way = after - before;
        way.perp_dot(here - before).abs() > METRES_PER_UNIT * 1.0e-6 * way.length()
    };
    (0..n).filter(bends).map(|k| ring[k]).collect()
}

fn doubled_area(ring: &[DVec2]) -> f64 {
    ring.windows(2).map(|pair| (pair[0] - ring[0]).perp_dot(pair[1] - ring[0])).sum()
}

/// Rings as polygons: holes go to the smallest border that holds what is free beside them.
fn polygons(rings: Vec<Vec<DVec2>>) -> Outline {
    let (mut borders, holes): (Vec<_>, Vec<_>) =
        rings.into_iter().partition(|ring| doubled_area(ring) > 0.0);
    borders.sort_by(|p, q| doubled_area(p).total_cmp(&doubled_area(q)));
    let mut holes_of = vec![Vec::new(); borders.len()];
    for hole in holes {
        let side = hole[1] - hole[0];
        let beside =
            (hole[0] + hole[1]) * 0.5 + side.perp() * (METRES_PER_UNIT * 1.0e-3 / side.length());
        if let Some(index) = borders.iter().position(|border| surrounds(border, beside)) {
            holes_of[index].push(hole);
        }
    }
    let polygons = borders.into_iter().zip(holes_of);
    polygons.map(|(border, holes)| OutlinePolygon::new(border, holes)).collect()
}

/// Returns whether a point lies inside a ring. Of a point on the ring it tells nothing.
fn surrounds(ring: &[DVec2], point: DVec2) -> bool {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let passed = sides.filter(|&(from, to)| {
        let (low, high) = if from.y < to.y { (*from, *to) } else { (*to, *from) };
        low.y <= point.y && point.y < high.y && turn(low, high, point) > 0
    });
    passed.count() % 2 == 1
}
