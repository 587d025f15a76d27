//! What the ground is like: outlines of any form, obstacles that move, areas of other ground, heights and discomfort.

use std::sync::Arc;

use glam::Vec2;
use navmesh::{AreaDefinition, AreaError, ObstacleError, Outline, polygon};

use crate::base::handle::{AreaId, DiscomfortId, ObstacleId, SurchargeId};
use crate::error::WorldError;
use crate::parameters::WorldDefinition;
use crate::recording::call::Call;
use crate::terrain::discomfort::Discomfort;
use crate::terrain::heights::HeightGrid;
use crate::terrain::slopes::Slope;
use crate::world::state::World;

impl World {
    /// Adds an obstacle of any form: a polygon, convex or not and with or without holes, or several as one obstacle, as
    /// [`NavMesh::add_outline`](navmesh::NavMesh::add_outline) takes them. Takes effect as [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// The outline is not valid: it was added to no mesh.
    pub fn add_outline(&mut self, outline: impl Into<Outline>) -> Result<ObstacleId, WorldError> {
        let outline = outline.into();
        self.note(|| Call::AddOutline(outline.clone()));
        Ok(self.core.meshes.add_outline(&outline)?)
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
        self.note(|| Call::MoveObstacle { obstacle, outline: outline.to_vec() });
        self.core.meshes.move_to(obstacle, outline)
    }

    /// Adds an area of other ground: a polygon of any form, or several. Where the centre of a unit is in it, a metre costs
    /// as much as the area says, times the factor of its movement kind for such ground; and units whose movement kind
    /// excludes its kind do not get there ([`WorldDefinition::movement_kinds`](crate::WorldDefinition::movement_kinds)).
    /// Where areas overlap, those on the highest layer alone count ([`AreaDefinition::layer`]: a road over mud); of these the
    /// dearest, among equals the one with the greatest kind: a bridge over water. Takes effect as [`World::add_obstacle`] does;
    /// units that may not be there move to the nearest place where they may.
    ///
    /// Units whose centre is in it are at most as fast as its speed says, times that of their movement kind for such ground
    /// ([`AreaDefinition::of_speed`]); over links as fast as ever.
    ///
    /// Ground that some exclude should be at least two grid cells wide
    /// ([`cell_size`](crate::WorldParameters::cell_size)): windows do not see a narrower strip as a wall, though no unit
    /// passes it.
    ///
    /// ```
    /// use hybrid::navmesh::{Area, Bounds, KindCosts};
    /// use hybrid::{Goal, OrderDefinition, UnitDefinition, Unreachable, World, WorldDefinition, glam::Vec2};
    ///
    /// const WATER: u8 = 1;
    /// let land = KindCosts::default().without(WATER)?;
    /// let bounds = Bounds::new(Vec2::ZERO, Vec2::splat(32.0));
    /// let mut world = World::new(&WorldDefinition {
    ///     movement_kinds: vec![KindCosts::default(), land],
    ///     ..WorldDefinition::new(bounds, vec![0.25])
    /// })?;
    /// let river = Bounds::new(Vec2::new(14.0, 0.0), Vec2::new(18.0, 32.0));
    /// world.add_area(river, Area { kind: WATER, cost: 1.0 })?;
    /// let duck = UnitDefinition::new(Vec2::splat(8.0), 0.25, 1.4);
    /// let hare = UnitDefinition { movement_kind: 1, position: Vec2::splat(9.0), ..duck };
    /// let (duck, hare) = (world.add_unit(&duck)?, world.add_unit(&hare)?);
    /// let goal = Goal::Point(Vec2::new(24.0, 8.0));
    /// assert!(world.order(&[duck], &goal).is_ok());
    /// let strict = OrderDefinition { unreachable: Unreachable::Stop, ..OrderDefinition::new(goal) };
    /// assert!(world.order_with(&[hare], &strict).is_err(), "no way for a hare");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A kind of 16 or more, a cost that is less than 0.1 or not finite, a speed out of range, an outline that is not valid: it
    /// was added to no mesh.
    pub fn add_area(
        &mut self,
        outline: impl Into<Outline>,
        area: impl Into<AreaDefinition>,
    ) -> Result<AreaId, WorldError> {
        let (outline, area) = (outline.into(), area.into());
        self.note(|| Call::AddArea { outline: outline.clone(), area });
        Ok(self.core.meshes.add_area(&outline, area)?)
    }

    /// Removes an area; takes effect as [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// The handle is stale.
    pub fn remove_area(&mut self, area: AreaId) -> Result<(), WorldError> {
        self.note(|| Call::RemoveArea(area));
        self.core.meshes.remove_area(area)
    }

    /// Says how high the ground lies; `None`, as in a new world: all of it is flat. Each square between four samples costs the
    /// more the steeper it is ([`WorldParameters::steepest_slope`](crate::WorldParameters::steepest_slope)): the mean of the
    /// way up and the way down, whichever way it is crossed. It is cut into the meshes: paths, distance fields and windows
    /// see the same of it. Nobody walks slower: it decides where a group goes, not how fast. Beyond the grid the ground is
    /// flat. Takes effect as [`World::add_obstacle`] does.
    ///
    /// # Errors
    /// A grid that is nowhere, has no whole rows, a height that is not a number, or more steep ground than meshes can hold:
    /// the heights stay as they were.
    pub fn set_heights(&mut self, heights: Option<HeightGrid>) -> Result<(), WorldError> {
        self.note(|| Call::SetHeights(heights.clone()));
        heights.iter().try_for_each(HeightGrid::check)?;
        let WorldDefinition { parameters, bounds, .. } = &*self.core.definition;
        let costs = parameters.slope_costs();
        let slopes = heights.as_ref().map(|heights| heights.slopes(&costs, *bounds)).transpose()?;
        let shape = |slope: &Slope| (slope.bounds.into(), slope.surcharge);
        let shapes: Vec<(Outline, f32)> = slopes.iter().flatten().map(shape).collect();
        let levied = !shapes.is_empty();
        let slopes = levied.then(|| self.core.meshes.add_surcharges(&shapes)).transpose()?;
        let former = Arc::make_mut(&mut self.modifiers).set_heights(heights, slopes);
        former.map_or(Ok(()), |former| self.core.meshes.remove_surcharges(former))
    }

    /// Returns how high the ground lies at a point, in metres; 0 where nothing was said of it.
    pub fn height_at(&self, point: Vec2) -> f32 {
        let heights = self.modifiers.heights().filter(|_| point.is_finite());
        heights.map_or(0.0, |heights| heights.at(point))
    }

    /// Adds a disc of ground that groups shun. What stays until it is removed, for infinite seconds, makes the ground dearer
    /// for paths, distance fields and windows alike, as [`World::add_area`] does; what passes is seen in windows alone, from
    /// their next plan on.
    ///
    /// # Errors
    /// A disc that is nowhere or has no size, an amount or a time out of range, or one that stays and is more than 16 km
    /// across: there is none then.
    pub fn add_discomfort(&mut self, discomfort: &Discomfort) -> Result<DiscomfortId, WorldError> {
        self.note(|| Call::AddDiscomfort(*discomfort));
        discomfort.check()?;
        let ticks = (discomfort.seconds / self.core.definition.parameters.tick).ceil();
        let end = ticks.is_finite().then(|| self.tick.saturating_add(ticks as u64));
        let surcharge = if end.is_none() { self.levied(discomfort)? } else { None };
        Ok(Arc::make_mut(&mut self.modifiers).add(*discomfort, end, surcharge))
    }

    /// Stages the surcharge of a discomfort; `None` if it lies on no ground.
    fn levied(&mut self, discomfort: &Discomfort) -> Result<Option<SurchargeId>, AreaError> {
        let Some(outline) = discomfort.outline() else { return Ok(None) };
        match self.core.meshes.add_surcharges(&[(polygon(&outline, &[]), discomfort.amount)]) {
            Err(AreaError::Outline(ObstacleError::OutsideBounds { .. })) => Ok(None),
            levied => levied.map(Some),
        }
    }

    /// Removes a discomfort before it is over.
    ///
    /// # Errors
    /// The handle is stale, also where it is over.
    pub fn remove_discomfort(&mut self, discomfort: DiscomfortId) -> Result<(), WorldError> {
        self.note(|| Call::RemoveDiscomfort(discomfort));
        let modifiers = Arc::make_mut(&mut self.modifiers);
        let surcharge = modifiers.remove(discomfort).ok_or(WorldError::StaleDiscomfort)?;
        surcharge.map_or(Ok(()), |surcharge| self.core.meshes.remove_surcharges(surcharge))
    }

    /// A discomfort; `None` where it is over.
    pub fn discomfort(&self, discomfort: DiscomfortId) -> Option<Discomfort> {
        self.modifiers.get(discomfort)
    }
}
