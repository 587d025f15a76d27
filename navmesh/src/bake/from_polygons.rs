//! Meshes from an engine's own convex polygons.

use glam::Vec2;

use crate::bounds::Bounds;
use crate::definition::MeshDefinition;
use crate::error::PolygonError;
use crate::fixed::polygons::cells_of;
use crate::mesh::NavMesh;

impl NavMesh {
    /// The mesh with these cells: an engine's own convex polygons, each a ring of indices into `vertices` (metres), of
    /// either winding. The k-th of [`cells`](Self::cells) is the k-th polygon. They say where centres may be: nothing is
    /// shrunk by a radius. All queries work as on any mesh; edits are refused.
    ///
    /// Polygons are joined where they share a side or a part of one. Vertices nearer than 1/1024 m are the same vertex,
    /// polygons may be hollow or overlap by 1.5 mm, and a vertex that lies within 1/1024 m of another polygon's side cuts
    /// it, so that cells get straight vertices there.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{NavMesh, PathOptions, Search};
    ///
    /// // Two rooms and a door between them.
    /// let corners = [(0., 0.), (4., 0.), (4., 4.), (0., 4.), (4., 1.), (5., 1.), (5., 2.), (4., 2.), (5., 0.), (9., 0.), (9., 4.), (5., 4.)];
    /// let vertices = corners.map(|(x, y)| vec2(x, y));
    /// let mesh = NavMesh::from_polygons(&vertices, &[vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]])?;
    /// let path = mesh.find_path(&mut Search::default(), vec2(3., 3.5), vec2(6., 3.5), &PathOptions::default())?;
    /// assert_eq!(path.corridor.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No polygon; a vertex that is not finite or more than 1 048 576 m from the origin; a polygon with fewer than 3 or
    /// more than 1024 vertices, with an unknown vertex, without area or not convex; polygons that overlap, or
    /// of which so many lie close together that it takes too long to tell.
    pub fn from_polygons<P: AsRef<[u32]>>(
        vertices: &[Vec2],
        polygons: &[P],
    ) -> Result<NavMesh, PolygonError> {
        let cells = cells_of(vertices, polygons)?;
        let boxes = (0..cells.count()).map(|cell| cells.extent(cell));
        let bounds = boxes
            .fold(Bounds::new(Vec2::INFINITY, Vec2::NEG_INFINITY), |all, [min, max]| {
                Bounds::new(all.min.min(min), all.max.max(max))
            });
        Ok(NavMesh::of_baked(MeshDefinition::new(bounds), cells))
    }
}
