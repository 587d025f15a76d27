//! Obstacles and areas come, move and go: staged here, and taken over by [`NavMesh::commit`].

use glam::Vec2;

use crate::areas::{AreaDefinition, AreaId, GroundRule};
use crate::error::{AreaError, ObstacleError};
use crate::kernel::outline::convex_ring;
use crate::mesh::NavMesh;
use crate::obstacles::{ObstacleId, Role};
use crate::outlines::outline::Outline;
use crate::outlines::polygons::parts_of;

impl NavMesh {
    /// Stages a convex obstacle, given by its outline in metres, of either winding. It takes effect with the next
    /// [`commit`](Self::commit). Vertices are rounded to 1/1024 m, so that obstacles that are to touch may part by as much
    /// where they do not share vertices: let them overlap. A gap between two obstacles, grown, that is narrower than 1/1024 m
    /// is closed, for all that asks: a triangle of less than 3 mm stops it up. What lies outside the bounds does not matter.
    ///
    /// # Errors
    /// Fewer than three vertices, coordinates that are not finite, no area, not convex, wholly outside the bounds, or
    /// larger than 16 km; a mesh that never changes. The mesh is as before.
    pub fn add_obstacle(&mut self, outline: &[Vec2]) -> Result<ObstacleId, ObstacleError> {
        let mut edit = self.editable()?;
        let parts = edit.parts(vec![convex_ring(outline)?])?;
        edit.stage(parts)
    }

    /// Stages an obstacle of any form: a polygon, convex or not and with or without holes, or several as one obstacle.
    /// See [`Outline`] for what can be given. It is cut into convex parts that share their sides exactly, and is the same as
    /// these parts added one by one. Otherwise as [`add_obstacle`](Self::add_obstacle).
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Bounds, MeshDefinition, NavMesh, polygon};
    ///
    /// let bounds = Bounds::new(vec2(0., 0.), vec2(40., 40.));
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(bounds))?;
    /// let corners = [(5., 5.), (30., 5.), (30., 10.), (10., 10.), (10., 30.), (5., 30.)];
    /// let wall = mesh.add_outline(polygon(&corners.map(|(x, y)| vec2(x, y)), &[]))?;
    /// mesh.commit()?;
    /// mesh.remove_obstacle(wall)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`add_obstacle`](Self::add_obstacle), but for the convexity; and outlines that are not valid
    /// ([`InvalidOutline`](crate::InvalidOutline)). Polygons that touch are not refused.
    pub fn add_outline(
        &mut self,
        outline: impl Into<Outline>,
    ) -> Result<ObstacleId, ObstacleError> {
        let mut edit = self.editable()?;
        let parts = edit.parts(parts_of(&outline.into())?)?;
        edit.stage(parts)
    }

    /// Stages another outline for an obstacle, which keeps its handle: it moves, turns, grows or changes its shape. It
    /// takes effect with the next [`commit`](Self::commit); the mesh is then as if the obstacle had never been elsewhere.
    ///
    /// # Errors
    /// A stale handle; an outline that [`add_obstacle`](Self::add_obstacle) refuses; a mesh that never changes. The mesh
    /// is as before.
    pub fn move_obstacle(&mut self, id: ObstacleId, outline: &[Vec2]) -> Result<(), ObstacleError> {
        let mut edit = self.editable()?;
        edit.parts_after(id)?;
        let mut parts = edit.parts(vec![convex_ring(outline)?])?;
        edit.unstage_parts_after(id)?;
        parts.pop().map_or(Ok(()), |obstacle| edit.restage(id, obstacle))
    }

    /// Stages the removal of an obstacle. It takes effect with the next [`commit`](Self::commit); the handle is stale
    /// at once.
    ///
    /// # Errors
    /// A stale handle; a mesh that never changes. The mesh is as before.
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Result<(), ObstacleError> {
        let mut edit = self.editable()?;
        edit.unstage_parts_after(id)?;
        edit.unstage(id)
    }

    /// The convex parts of the obstacles, staged ones included, each with the handle of its obstacle (a convex obstacle
    /// has one part): their outlines, counter-clockwise, rounded to 1/1024 m, not grown.
    pub fn obstacles(&self) -> impl Iterator<Item = (ObstacleId, &[Vec2])> {
        self.rosters().obstacles.iter().filter_map(|(id, part)| match part.role {
            Role::First(_) => Some((id, &*part.outline)),
            Role::Other(first) => Some((first, &*part.outline)),
            Role::Wall => None,
        })
    }

    /// Stages an area of other ground: a polygon of any form, or several, as in [`add_outline`](Self::add_outline). It
    /// takes effect with the next [`commit`](Self::commit): cells are then cut along its border, and know what they lie
    /// on ([`area`](Self::area)). Areas do not grow by the agent radius: what counts is where the centre is. Where areas
    /// overlap, those on the highest layer count ([`AreaDefinition::layer`]), of these the one with the greatest cost,
    /// among equals the one with the greatest kind.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Area, Bounds, KindCosts, MeshDefinition, NavMesh, PathOptions, Search};
    ///
    /// const MUD: u8 = 1;
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// mesh.add_area(Bounds::new(vec2(10.0, 0.0), vec2(30.0, 20.0)), Area { kind: MUD, cost: 1.5 })?;
    /// mesh.commit()?;
    ///
    /// let (from, to, mut search) = (vec2(5., 5.), vec2(35., 5.), Search::default());
    /// let path = mesh.find_path(&mut search, from, to, &PathOptions::default())?;
    /// assert!((path.cost - 40.0).abs() < 0.01, "straight on: 10 m, and 20 m through mud");
    ///
    /// let dry = PathOptions::default().with_kinds(KindCosts::default().without(MUD)?);
    /// let round = mesh.find_path(&mut search, from, to, &dry)?;
    /// assert!(round.length > 51.0 && round.length < 52.0, "round the mud");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A kind of 16 or more; a cost that is less than 0.1 or not finite; a speed out of range; an outline that
    /// [`add_outline`](Self::add_outline) refuses; a mesh that never changes. The mesh is as before.
    pub fn add_area(
        &mut self,
        outline: impl Into<Outline>,
        area: impl Into<AreaDefinition>,
    ) -> Result<AreaId, AreaError> {
        self.editable()?.stage_ground(&outline.into(), GroundRule::Area(area.into()))
    }

    /// Stages a surcharge: in a polygon of any form a metre costs `amount` times as much more as the areas there say.
    /// Surcharges add up where they overlap, and leave the kind of the ground as it is: mud that is under fire is mud.
    /// Otherwise as [`add_area`](Self::add_area), and removed as one.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Area, Bounds, MeshDefinition, NavMesh, PathOptions, Search};
    ///
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(Bounds::new(vec2(0., 0.), vec2(40., 40.))))?;
    /// mesh.add_area(Bounds::new(vec2(10.0, 0.0), vec2(30.0, 40.0)), Area { kind: 1, cost: 2.0 })?;
    /// mesh.add_surcharge(Bounds::new(vec2(20.0, 0.0), vec2(40.0, 40.0)), 0.5)?;
    /// mesh.commit()?;
    ///
    /// let (from, to, mut search) = (vec2(5., 5.), vec2(35., 5.), Search::default());
    /// let path = mesh.find_path(&mut search, from, to, &PathOptions::default())?;
    /// assert!((path.cost - (5.0 + 20.0 + 30.0 + 7.5)).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An amount that is not above 0 and at most 1 000 000; an outline that [`add_outline`](Self::add_outline) refuses; a
    /// mesh that never changes. The mesh is as before.
    pub fn add_surcharge(
        &mut self,
        outline: impl Into<Outline>,
        amount: f32,
    ) -> Result<AreaId, AreaError> {
        self.editable()?.stage_ground(&outline.into(), GroundRule::Surcharge(amount))
    }

    /// Returns what the ground in an area is like, also in one that is staged; `None` if the handle is stale or names a surcharge.
    ///
    /// ```
    /// use navmesh::glam::vec2;
    /// use navmesh::{Area, Bounds, MeshDefinition, NavMesh};
    ///
    /// let bounds = Bounds::new(vec2(0.0, 0.0), vec2(40.0, 30.0));
    /// let mut mesh = NavMesh::new(&MeshDefinition::new(bounds))?;
    /// let swamp = Area { kind: 3, cost: 2.5 }.on_layer(1);
    /// let id = mesh.add_area(Bounds::new(vec2(5.0, 5.0), vec2(9.0, 9.0)), swamp)?;
    /// assert_eq!(mesh.area_of(id), Some(swamp));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn area_of(&self, id: AreaId) -> Option<AreaDefinition> {
        match self.rosters().areas.get(id)?.ground {
            GroundRule::Area(area) => Some(area),
            GroundRule::Surcharge(_) => None,
        }
    }

    /// Stages the removal of an area or a surcharge. It takes effect with the next [`commit`](Self::commit); the handle is stale at once.
    ///
    /// # Errors
    /// A stale handle; a mesh that never changes. The mesh is as before.
    pub fn remove_area(&mut self, id: AreaId) -> Result<(), AreaError> {
        self.editable()?.unstage_ground(id)
    }
}
