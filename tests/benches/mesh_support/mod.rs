//! Meshes of random worlds, ours and the peer's, and clocks.

use std::time::Instant;

use headless::command::bench::BenchResult;
use headless::sources::obstacle_worlds::ObstacleWorld;
use hybrid::navmesh::{MeshDefinition, NavMesh, ObstacleId};

/// The mesh of a world for points, and what it calls the obstacles.
pub(crate) fn mesh_of(
    world: &ObstacleWorld,
    tile_size: f32,
) -> BenchResult<(NavMesh, Vec<ObstacleId>)> {
    let mut mesh =
        NavMesh::new(&MeshDefinition { tile_size, ..MeshDefinition::new(world.bounds) })?;
    let add = |outline: &Vec<_>| mesh.add_obstacle(outline);
    let handles = world.outlines.iter().map(add).collect::<Result<_, _>>()?;
    mesh.commit()?;
    Ok((mesh, handles))
}

/// The mesh of a world by `polyanya`: a triangulation, merged once as its documentation advises, and baked.
pub(crate) fn peer_mesh(world: &ObstacleWorld) -> BenchResult<polyanya::Mesh> {
    let (low, high) = (world.bounds.min, world.bounds.max);
    let corners = [[low.x, low.y], [high.x, low.y], [high.x, high.y], [low.x, high.y]];
    // Its vectors are those of another version of glam.
    let mut triangulation = polyanya::Triangulation::from_outer_edges(&corners.map(Into::into));
    for ring in &world.outlines {
        triangulation.add_obstacle(ring.iter().map(|point| point.to_array().into()));
    }
    let mut mesh = triangulation.as_navmesh();
    mesh.merge_polygons();
    mesh.bake();
    Ok(mesh)
}

/// The least time of several runs, in seconds, and what the last one made.
pub(crate) fn least_seconds<T>(
    runs: usize,
    mut run: impl FnMut() -> BenchResult<T>,
) -> BenchResult<(f64, T)> {
    let mut timed = || -> BenchResult<_> {
        let began = Instant::now();
        let made = run()?;
        Ok((began.elapsed().as_secs_f64(), made))
    };
    let mut best = timed()?;
    for _ in 1..runs {
        let next = timed()?;
        best = (best.0.min(next.0), next.1);
    }
    Ok(best)
}
