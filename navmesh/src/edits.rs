//! Obstacles come, move and go: staged here, and taken over by [`NavMesh::commit`].

use std::sync::Arc;

use glam::{I64Vec2, Vec2};

use crate::areas::{Area, AreaId, AreaShape, GroundRule};
use crate::error::{AreaError, ObstacleError};
use crate::kernel::outline::convex_ring;
use crate::mesh::NavMesh;
use crate::obstacles::{Obstacle, ObstacleId, Role, check_place};
use crate::outlines::outline::Outline;
use crate::outlines::polygons::parts_of;
use crate::tolerances::PLUG_REACH;

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
        self.check_editable()?;
        let parts = self.parts(vec![convex_ring(outline)?])?;
        self.stage(parts)
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
        self.check_editable()?;
        let parts = self.parts(parts_of(&outline.into())?)?;
        self.stage(parts)
    }

    /// Stages another outline for an obstacle, which keeps its handle: it moves, turns, grows or changes its shape. It
    /// takes effect with the next [`commit`](Self::commit); the mesh is then as if the obstacle had never been elsewhere.
    ///
    /// # Errors
    /// A stale handle; an outline that [`add_obstacle`](Self::add_obstacle) refuses; a mesh that never changes. The mesh
    /// is as before.
    pub fn move_obstacle(&mut self, id: ObstacleId, outline: &[Vec2]) -> Result<(), ObstacleError> {
        self.check_editable()?;
        self.parts_after(id)?;
        let mut parts = self.parts(vec![convex_ring(outline)?])?;
        self.unstage_parts_after(id)?;
        if let Some(obstacle) = parts.pop() {
            let before = self.roster_mut().replace(id, obstacle).ok_or(ObstacleError::Stale)?;
            self.unlist(id, &before);
            self.list(id);
        }
        Ok(())
    }

    /// Stages the removal of an obstacle. It takes effect with the next [`commit`](Self::commit); the handle is stale
    /// at once.
    ///
    /// # Errors
    /// A stale handle; a mesh that never changes. The mesh is as before.
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Result<(), ObstacleError> {
        self.check_editable()?;
        self.unstage_parts_after(id)?;
        self.unstage(id)
    }

    /// The convex parts of the obstacles, staged ones included, each with the handle of its obstacle (a convex obstacle
    /// has one part): their outlines, counter-clockwise, rounded to 1/1024 m, not grown.
    pub fn obstacles(&self) -> impl Iterator<Item = (ObstacleId, &[Vec2])> {
        self.roster().iter().filter_map(|(id, part)| match part.role {
            Role::First(_) => Some((id, &*part.outline)),
            Role::Other(first) => Some((first, &*part.outline)),
            Role::Wall => None,
        })
    }

    /// Stages an area of other ground: a polygon of any form, or several, as in [`add_outline`](Self::add_outline). It
    /// takes effect with the next [`commit`](Self::commit): cells are then cut along its border, and know what they lie
    /// on ([`area`](Self::area)). Areas do not grow by the agent radius: what counts is where the centre is. Where areas
    /// overlap, the one with the greatest cost counts, among equals the one with the greatest kind.
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
    /// A kind of 16 or more; a cost that is less than 1 or not finite; an outline that
    /// [`add_outline`](Self::add_outline) refuses; a mesh that never changes. The mesh is as before.
    pub fn add_area(
        &mut self,
        outline: impl Into<Outline>,
        area: Area,
    ) -> Result<AreaId, AreaError> {
        self.stage_ground(&outline.into(), GroundRule::Area(area))
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
        self.stage_ground(&outline.into(), GroundRule::Surcharge(amount))
    }

    fn stage_ground(&mut self, outline: &Outline, ground: GroundRule) -> Result<AreaId, AreaError> {
        self.check_editable()?;
        ground.check()?;
        let rings = parts_of(outline)?;
        check_place(&rings, self.definition().bounds)?;
        let shape = AreaShape::new(ground, rings)?;
        let id = self.areas_mut().insert(shape.clone()).ok_or(ObstacleError::TooMany)?;
        self.list_area(id, &shape, true);
        Ok(id)
    }

    /// Stages the removal of an area or a surcharge. It takes effect with the next [`commit`](Self::commit); the handle is stale at once.
    ///
    /// # Errors
    /// A stale handle; a mesh that never changes. The mesh is as before.
    pub fn remove_area(&mut self, id: AreaId) -> Result<(), AreaError> {
        self.check_editable()?;
        let shape = self.areas_mut().remove(id).ok_or(AreaError::Stale)?;
        self.list_area(id, &shape, false);
        Ok(())
    }

    fn check_editable(&self) -> Result<(), ObstacleError> {
        if self.is_fixed() { Err(ObstacleError::Fixed) } else { Ok(()) }
    }

    /// The parts of an obstacle, if they may be added.
    fn parts(&self, rings: Vec<Vec<I64Vec2>>) -> Result<Vec<Obstacle>, ObstacleError> {
        check_place(&rings, self.definition().bounds)?;
        rings.into_iter().map(|ring| Obstacle::new(ring, self.disc())).collect()
    }

    fn stage(&mut self, mut parts: Vec<Obstacle>) -> Result<ObstacleId, ObstacleError> {
        let mut ids: Vec<ObstacleId> = Vec::with_capacity(parts.len());
        while let Some(mut part) = parts.pop() {
            // The last one to come is the one with the handle, and knows the others.
            if parts.is_empty() {
                part.role = Role::First(std::mem::take(&mut ids).into());
            }
            let id = self.roster_mut().insert(part).ok_or(ObstacleError::TooMany)?;
            self.list(id);
            ids.push(id);
        }
        let first = ids.pop().unwrap_or_default();
        for id in self.parts_after(first)?.to_vec() {
            if let Some(part) = self.roster().get(id) {
                let part = Obstacle::clone(part).with_role(Role::Other(first));
                self.roster_mut().replace(id, part);
            }
        }
        Ok(first)
    }

    /// The handles of the parts of an obstacle after its first.
    fn parts_after(&self, id: ObstacleId) -> Result<&[ObstacleId], ObstacleError> {
        match self.roster().get(id).map(|part| &part.role) {
            Some(Role::First(others)) => Ok(others),
            _ => Err(ObstacleError::Stale),
        }
    }

    fn unstage_parts_after(&mut self, id: ObstacleId) -> Result<(), ObstacleError> {
        let others = self.parts_after(id)?.to_vec();
        others.into_iter().try_for_each(|other| self.unstage(other))
    }

    fn unstage(&mut self, id: ObstacleId) -> Result<(), ObstacleError> {
        let part = self.roster_mut().remove(id).ok_or(ObstacleError::Stale)?;
        self.unlist(id, &part);
        Ok(())
    }

    /// Returns whether this is a copy of another mesh, or the other of this, and no edit of either was committed since, nor a
    /// link changed: what was asked of one is the answer of the other. Edits that are staged do not count, as no query sees
    /// them before a [`commit`](Self::commit).
    pub fn is_copy_of(&self, other: &NavMesh) -> bool {
        let pairs = self.states().into_iter().zip(other.states());
        self.version() == other.version() && pairs.into_iter().all(|(p, q)| Arc::ptr_eq(p, q))
    }
}

impl NavMesh {
    /// Enters an obstacle at the tiles that it overlaps.
    pub(crate) fn list(&mut self, id: ObstacleId) {
        if let Some(obstacle) = self.roster().get(id).cloned() {
            self.edit_sites(&obstacle, |list| list.push(id));
        }
    }

    /// Strikes an obstacle out at the tiles that it overlapped.
    pub(crate) fn unlist(&mut self, id: ObstacleId, obstacle: &Obstacle) {
        self.edit_sites(obstacle, |list| list.retain(|&other| other != id));
    }

    /// Edits the lists of the tiles that an obstacle overlaps, and of those just beside which it lies.
    fn edit_sites(&mut self, obstacle: &Obstacle, edit: impl Fn(&mut Vec<ObstacleId>)) {
        let (min, max) = obstacle.extent();
        let is_alone = self.lattice().overlap_count(min, max) == 1;
        let near = (min - PLUG_REACH, max + PLUG_REACH);
        for tile in self.lattice().overlapping(near.0, near.1) {
            let low = self.lattice().corner(tile);
            let high = low + self.lattice().size;
            let meets = min.cmplt(high).all() && max.cmpgt(low).all();
            if meets && (is_alone || obstacle.overlaps(low, high)) {
                self.edit_site(tile, near, |site| edit(&mut site.obstacles));
            } else if obstacle.overlaps(low - PLUG_REACH, high + PLUG_REACH) {
                self.edit_site(tile, near, |site| edit(&mut site.beside));
            }
        }
    }
}
