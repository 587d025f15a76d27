//! Random worlds on tiny lattices, full of coincident sides: where kernels like this one break.

use geo::Area;
use glam::{I64Vec2, Vec2, vec2};

use crate::cells::tiled::sites::TiledCells;
use crate::kernel::outline::{circumscribed, convex_ring, in_metres, minkowski_sum, quantised};
use crate::kernel::plugs::with_plugs;
use crate::{Bounds, MeshDefinition, NavMesh};

pub(crate) use super::random::Random;

/// The tiles of a mesh that can be edited.
pub(crate) fn tiles_of(mesh: &NavMesh) -> &TiledCells {
    mesh.cells.tiles().expect("a mesh of tiles")
}

/// The obstacles of a mesh, grown by the agent radius, and the plugs of narrow gaps between them; in units.
pub(crate) fn inflated(mesh: &NavMesh) -> impl Iterator<Item = Vec<I64Vec2>> {
    let obstacles = mesh.rosters().obstacles.iter();
    with_plugs(obstacles.map(|(_, obstacle)| obstacle.inflated().collect()).collect()).into_iter()
}

/// A square world with convex obstacles whose vertices lie on a coarse lattice.
pub(crate) struct Scene {
    pub(crate) definition: MeshDefinition,
    pub(crate) outlines: Vec<Vec<Vec2>>,
    pub(crate) random: Random,
}

impl Scene {
    pub(crate) fn new(seed: u64) -> Scene {
        let mut random = Random(seed);
        let (steps, step) = [(8, 2.0), (16, 1.0), (16, 0.0625), (64, 0.25), (1000, 0.03125)]
            [random.below(5) as usize];
        let side = steps as f32 * step;
        let definition = MeshDefinition {
            agent_radius: [0.0, 0.0, 0.25, 0.3][random.below(4) as usize] * (side / 16.0),
            tile_size: [side * 0.25, side * 0.3, side * 2.0][random.below(3) as usize].max(1.0),
            ..MeshDefinition::new(Bounds::new(Vec2::ZERO, Vec2::splat(side)))
        };
        let count = 1 + random.below(12);
        let outlines = (0..count).map(|_| convex_outline(&mut random, steps, step)).collect();
        Scene { definition, outlines, random }
    }

    /// A world of [`Scene`] turned by any angle, so that nothing is aligned; what leaves the bounds is left out.
    pub(crate) fn turned(seed: u64) -> Scene {
        let mut scene = Scene::new(seed);
        let part = |random: &mut Random| random.below(2001) as f32 - 1000.0;
        let turn = vec2(part(&mut scene.random), part(&mut scene.random) + 0.5).normalize();
        let middle = scene.definition.bounds.max * 0.5;
        let turned = |&vertex: &Vec2| middle + turn.rotate(vertex - middle);
        let outlines = scene.outlines.iter().map(|ring| ring.iter().map(turned).collect());
        let mut empty = NavMesh::new(&scene.definition).unwrap();
        scene.outlines =
            outlines.filter(|ring: &Vec<Vec2>| empty.add_obstacle(ring).is_ok()).collect();
        scene
    }

    /// A lattice point within the bounds.
    pub(crate) fn point(&mut self) -> Vec2 {
        let side = self.definition.bounds.max.x;
        let share = |random: &mut Random| random.below(4097) as f32 / 4096.0;
        in_metres(quantised(vec2(share(&mut self.random), share(&mut self.random)) * side))
    }

    pub(crate) fn mesh(&self) -> NavMesh {
        let mut mesh = NavMesh::new(&self.definition).unwrap();
        for outline in &self.outlines {
            mesh.add_obstacle(outline).unwrap();
        }
        mesh.commit().unwrap();
        mesh
    }

    /// The obstacles grown by the agent radius, and the plugs of narrow gaps between them; in units.
    pub(crate) fn inflated(&self) -> Vec<Vec<I64Vec2>> {
        let disc = circumscribed(self.definition.agent_radius, self.definition.corner_sides);
        let grown = |outline: &Vec<Vec2>| minkowski_sum(&convex_ring(outline).unwrap(), &disc);
        with_plugs(self.outlines.iter().map(grown).collect())
    }
}

pub(crate) fn convex_outline(random: &mut Random, steps: u64, step: f32) -> Vec<Vec2> {
    loop {
        let count = 3 + random.below(4);
        let (corner, reach) = ((random.below(steps), random.below(steps)), 1 + random.below(steps));
        let coordinate = |random: &mut Random, base: u64| {
            (base + random.below(reach + 1)).min(steps) as f32 * step
        };
        let points: Vec<geo::Point<f64>> = (0..count)
            .map(|_| {
                (coordinate(random, corner.0) as f64, coordinate(random, corner.1) as f64).into()
            })
            .collect();
        let hull = geo::ConvexHull::convex_hull(&geo::MultiPoint(points));
        let mut ring: Vec<Vec2> =
            hull.exterior().coords().map(|c| vec2(c.x as f32, c.y as f32)).collect();
        ring.pop();
        if ring.len() >= 3 && hull.unsigned_area() > 0.0 {
            return ring;
        }
    }
}
