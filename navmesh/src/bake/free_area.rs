//! The free area of a mesh as geo's polygons.

use std::collections::BTreeMap;

use geo::{Contains, Coord, LineString, MultiPolygon, Point, Polygon};
use glam::DVec2;

use super::outline::Outline;
use crate::mesh::NavMesh;
use crate::tolerances::METRES_PER_UNIT;

impl NavMesh {
    /// The free area, where centres may be, as `geo`'s polygons in metres: their borders counter-clockwise, holes clockwise
    /// and each with the polygon in which it lies. Vertices are those of the walls: exact where walls were given, to the
    /// rounding of an f64 where two cross. Rings touch others in points only. Staged edits are left out.
    ///
    /// ```
    /// use navmesh::geo::{Area, Rect};
    /// use navmesh::glam::vec2;
    /// use navmesh::{Bounds, MeshDefinition, NavMesh};
    ///
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// mesh.add_outline(Rect::new((10.0, 10.0), (20.0, 20.0)))?;
    /// mesh.commit()?;
    /// let free = mesh.free_area();
    /// assert_eq!((free.0.len(), free.0[0].interiors().len()), (1, 1));
    /// assert_eq!(free.unsigned_area(), 1500.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn free_area(&self) -> MultiPolygon<f64> {
        let outline = if self.is_fixed() { of_fixed(self) } else { Outline::of_tiles(self, false) };
        polygons(rings(&outline))
    }
}

/// The walls of cells that never change.
fn of_fixed(mesh: &NavMesh) -> Outline {
    let mut outline = Outline::default();
    let Some(fixed) = mesh.fixed() else { return outline };
    let mut number: BTreeMap<u32, u32> = BTreeMap::new();
    for cell in 0..fixed.count() {
        let mut sides: Vec<_> = fixed.sides(cell).collect();
        sides.push(sides[0]);
        for pair in sides.windows(2).filter(|pair| pair[0].beyond.is_none()) {
            let ends = [pair[0], pair[1]].map(|side| {
                *number.entry(side.vertex).or_insert_with(|| {
                    outline.vertices.push(side.from);
                    outline.vertices.len() as u32 - 1
                })
            });
            outline.walls.push(ends);
        }
    }
    outline
}

/// The walls joined to simple rings with what is free to the left.
fn rings(outline: &Outline) -> Vec<Vec<DVec2>> {
    let at = |vertex: u32| outline.vertices[vertex as usize];
    let mut leaving: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &[from, to] in &outline.walls {
        leaving.entry(from).or_default().push(to);
    }
    let (mut rings, mut place_of) = (Vec::new(), vec![usize::MAX; outline.vertices.len()]);
    for &[start, _] in &outline.walls {
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

/// How far clockwise from a direction another lies: grows with the angle, from 0 to 4; 4 for the same direction.
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
fn polygons(rings: Vec<Vec<DVec2>>) -> MultiPolygon<f64> {
    let line = |ring: &Vec<DVec2>| {
        LineString::new(ring.iter().map(|at| Coord { x: at.x, y: at.y }).collect())
    };
    let (mut borders, holes): (Vec<_>, Vec<_>) =
        rings.into_iter().partition(|ring| doubled_area(ring) > 0.0);
    borders.sort_by(|p, q| doubled_area(p).total_cmp(&doubled_area(q)));
    let mut polygons: Vec<Polygon<f64>> =
        borders.iter().map(|ring| Polygon::new(line(ring), Vec::new())).collect();
    let empty: Vec<Polygon<f64>> = polygons.clone();
    for hole in holes {
        let side = hole[1] - hole[0];
        let beside =
            (hole[0] + hole[1]) * 0.5 + side.perp() * (METRES_PER_UNIT * 1.0e-3 / side.length());
        let beside = Point::new(beside.x, beside.y);
        if let Some(index) = empty.iter().position(|border| border.contains(&beside)) {
            polygons[index].interiors_push(line(&hole));
        }
    }
    MultiPolygon::new(polygons)
}
