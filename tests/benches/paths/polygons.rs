//! The free part of a map as convex polygons, for the peers: a constrained Delaunay triangulation of its outline,
//! merged by `polyanya` itself as far as that goes.

use headless::command::bench::BenchResult;
use headless::sources::grid_map::GridMap;
use polyanya::{Mesh, Trimesh};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// The merged polygons of a map, ready for queries.
pub(crate) fn merged(map: &GridMap) -> BenchResult<Mesh> {
    let mut triangulation = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
    for [[x0, y0], [x1, y1]] in walls(map) {
        let point = |x: u32, y: u32| Point2::new(f64::from(x), f64::from(y));
        triangulation.add_constraint_edge(point(x0, y0), point(x1, y1))?;
    }
    let vertices = triangulation.vertices().map(|vertex| vertex.position());
    let vertices = vertices.map(|at| [at.x as f32, at.y as f32].into()).collect();
    let free = triangulation.inner_faces().filter(|face| {
        let center = face.center();
        map.is_open(center.x as u32, center.y as u32)
    });
    let triangles = free.map(|face| face.vertices().map(|vertex| vertex.index())).collect();
    let mut mesh: Mesh = Trimesh { vertices, triangles }.try_into()?;
    while mesh.merge_polygons() {}
    mesh.layers[0].remove_useless_vertices();
    mesh.bake();
    Ok(mesh)
}

/// The walls between free and blocked cells, cut where others meet them.
fn walls(map: &GridMap) -> Vec<[[u32; 2]; 2]> {
    let open = |x: u32, y: u32| map.is_open(x.wrapping_sub(1), y.wrapping_sub(1));
    // Of the lattice edge that leads right or up from a lattice point.
    let wall = |[x, y]: [u32; 2], axis: usize| {
        open(x + 1, y + 1) != if axis == 0 { open(x + 1, y) } else { open(x, y + 1) }
    };
    let size = [map.width(), map.height()];
    let mut walls = Vec::new();
    for axis in 0..2 {
        let place = |along: u32, across: u32| {
            if axis == 0 { [along, across] } else { [across, along] }
        };
        for across in 0..=size[1 - axis] {
            let mut first = None;
            for along in 0..=size[axis] {
                let [x, y] = place(along, across);
                let crossed = wall([x, y], 1 - axis)
                    || (across > 0 && wall(place(along, across - 1), 1 - axis));
                let goes_on = wall([x, y], axis);
                if first.is_some() && (crossed || !goes_on) {
                    walls.extend(first.take().map(|first| [place(first, across), [x, y]]));
                }
                if goes_on {
                    first = first.or(Some(along));
                }
            }
        }
    }
    walls
}
