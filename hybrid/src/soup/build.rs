//! The way from triangles to ground.

use glam::Vec3;
use navmesh::Bounds;

use super::definition::SoupDefinition;
use super::error::SoupError;
use super::floors::{area_of, choose};
use super::raster::Corners;
use super::report::{SoupGround, SoupReport};
use super::rings::trace;
use super::surface;
use super::voxels::floors;

/// Metres: no vertex lies farther from the origin, along any axis.
const LIMIT: f32 = 65_536.0;

impl SoupDefinition {
    /// Finds the walkable ground of a level mesh: `triangles` are indices of `vertices`, which are metres. Takes about a
    /// second for a million cells.
    ///
    /// ```
    /// use hybrid::glam::vec3;
    /// use hybrid::{SoupDefinition, World};
    ///
    /// // A floor of 10 m by 10 m.
    /// let vertices =
    ///     [vec3(0.0, 0.0, 1.0), vec3(10.0, 0.0, 1.0), vec3(10.0, 10.0, 1.0), vec3(0.0, 10.0, 1.0)];
    /// let ground = SoupDefinition::default().build(&vertices, &[[0, 1, 2], [0, 2, 3]])?;
    /// assert_eq!((ground.report.islands, ground.report.holes), (1, 0));
    /// let mut world = World::new(&ground.world(vec![0.3]))?;
    /// world.set_heights(Some(ground.heights))?;
    /// assert_eq!(world.height_at([5.0, 5.0].into()), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Numbers out of range; vertices that are not finite, too far away or not there; more than can be looked at; no walkable
    /// ground, or none to start from; floors that lie over each other, unless [`floor`](Self::floor) says which counts.
    pub fn build(
        &self,
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
    ) -> Result<SoupGround, SoupError> {
        self.check()?;
        let all = corners(self, vertices, triangles)?;
        let is_flat = |[a, b, c]: &Corners| (*b - *a).cross(*c - *a) == Vec3::ZERO;
        let degenerate = all.iter().filter(|corners| is_flat(corners)).count();
        let (columns, facing) = floors(self, &all)?;
        let chosen = choose(self, &columns)?;
        let ground = &chosen.ground;
        let traced = trace(ground);
        let Some(extent) = traced.outline.bounds() else {
            let (flat, turned) = (facing.flat, facing.turned);
            return Err(SoupError::NotWalkable { flat, turned, islands: chosen.left_out });
        };
        let (heights, lowest, highest) = surface::heights(self, ground, &all)?;
        let cells = ground.heights.iter().flatten().count();
        let report = SoupReport {
            triangles: triangles.len(),
            degenerate,
            cell_area: cells as f64 * area_of(&ground.frame),
            area: traced.area,
            perimeter: traced.perimeter,
            islands: ground.island_count,
            holes: traced.holes,
            vertices: traced.vertices,
            lowest,
            highest,
            overlaps: chosen.overlaps,
        };
        let bounds = Bounds::new(extent.min - self.cell_size, extent.max + self.cell_size);
        Ok(SoupGround { walkable: traced.outline, bounds, heights, report })
    }
}

/// The corners of all triangles, as the world has them.
fn corners(
    definition: &SoupDefinition,
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
) -> Result<Vec<Corners>, SoupError> {
    if triangles.is_empty() {
        return Err(SoupError::Empty);
    }
    let is_wrong = |vertex: &Vec3| vertex.is_nan() || vertex.abs().max_element() > LIMIT;
    if let Some(index) = vertices.iter().position(is_wrong) {
        return Err(SoupError::Vertex { index, vertex: vertices[index], limit: LIMIT });
    }
    let corner = |triangle: usize, vertex: u32| match vertices.get(vertex as usize) {
        Some(&at) => Ok(definition.up.to_world(at)),
        None => Err(SoupError::UnknownVertex { triangle, vertex, count: vertices.len() }),
    };
    let corners = |(triangle, &[a, b, c]): (usize, &[u32; 3])| {
        Ok([corner(triangle, a)?, corner(triangle, b)?, corner(triangle, c)?])
    };
    triangles.iter().enumerate().map(corners).collect()
}
