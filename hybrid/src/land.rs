//! What the ground is like: outlines of any form, obstacles that move, and areas of other ground.

use glam::Vec2;
use navmesh::Area;
use navmesh::geo::{CoordNum, MultiPolygon};

use crate::error::WorldError;
use crate::handle::{AreaId, ObstacleId};
use crate::world::World;

impl World {
    /// Adds an obstacle of any form: a polygon, convex or not and with or without holes, or several as one obstacle, as
    /// [`NavMesh::add_outline`](navmesh::NavMesh::add_outline) takes them. Takes effect as [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// The outline is not valid: it was added to no mesh.
    pub fn add_outline<T: CoordNum + Into<f64>>(
        &mut self,
        outline: impl Into<MultiPolygon<T>>,
    ) -> Result<ObstacleId, WorldError> {
        Ok(self.meshes.add_outline(outline.into())?)
    }

    /// Gives an obstacle another convex outline, and so another place, size or form; it keeps its handle. Takes effect as
    /// [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// The handle is stale; the outline is not an obstacle. The obstacle stays where it is.
    pub fn move_obstacle(
        &mut self,
        obstacle: ObstacleId,
        outline: &[Vec2],
    ) -> Result<(), WorldError> {
        self.meshes.move_to(obstacle, outline)
    }

    /// Adds an area of other ground: a polygon of any form, or several. Where the centre of a unit is in it, a metre costs
    /// as much as the area says, times the factor of its movement kind for such ground; and units whose movement kind
    /// excludes its kind do not get there ([`WorldDefinition::movement_kinds`](crate::WorldDefinition::movement_kinds)).
    /// Where areas overlap the dearest counts, among equals the one with the greatest kind: a bridge over water. Takes
    /// effect as [`World::add_obstacle`] does; units that may not be there move to the nearest place where they may.
    ///
    /// Ground that some exclude should be at least two grid cells wide
    /// ([`cell_size`](crate::WorldParameters::cell_size)): windows do not see a narrower strip as a wall, though no unit
    /// passes it.
    ///
    /// ```
    /// use hybrid::navmesh::{Area, Bounds, KindCosts, geo};
    /// use hybrid::{Goal, UnitDefinition, World, WorldDefinition, glam::Vec2};
    ///
    /// const WATER: u8 = 1;
    /// let land = KindCosts::default().without(WATER)?;
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition {
    ///     movement_kinds: vec![KindCosts::default(), land],
    ///     ..WorldDefinition::new(bounds, vec![0.25])
    /// })?;
    /// world.add_area(geo::Rect::new((14.0, 0.0), (18.0, 32.0)), Area { kind: WATER, cost: 1.0 })?;
    /// let duck = UnitDefinition::new(Vec2::splat(8.0), 0.25, 1.4);
    /// let hare = UnitDefinition { movement_kind: 1, position: Vec2::splat(9.0), ..duck };
    /// let (duck, hare) = (world.add_unit(&duck)?, world.add_unit(&hare)?);
    /// let goal = Goal::Point(Vec2::new(24.0, 8.0));
    /// assert!(world.order(&[duck], &goal).is_ok());
    /// assert!(world.order(&[hare], &goal).is_err(), "no way for a hare");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A kind of 16 or more, a cost that is less than 1 or not finite, an outline that is not valid: it was added to no
    /// mesh.
    pub fn add_area<T: CoordNum + Into<f64>>(
        &mut self,
        outline: impl Into<MultiPolygon<T>>,
        area: Area,
    ) -> Result<AreaId, WorldError> {
        Ok(self.meshes.add_area(outline.into(), area)?)
    }

    /// Removes an area; takes effect as [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn remove_area(&mut self, area: AreaId) -> Result<(), WorldError> {
        self.meshes.remove_area(area)
    }
}
