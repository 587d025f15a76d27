//! What the ground is like: obstacles, areas, links, heights and discomfort.

use hybrid::navmesh::{AreaDefinition, LinkDefinition, MeshDefinition, NavMesh, Outline};
use hybrid::{HeightGrid, WorldDefinition};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arrays::{floats, point, points};
use crate::error::refused;
use crate::handles::{Area, Discomfort, Link, Obstacle};
use crate::outlines::{self, rings};
use crate::terms::Terms;
use crate::world::World;

/// What is walkable: within the bounds, outside of all obstacles, for centres of discs of a radius.
pub(crate) fn walkable(world: &hybrid::World, radius: f32) -> PyResult<Outline> {
    let WorldDefinition { bounds, walkable, parameters, .. } = world.definition();
    let definition = MeshDefinition {
        agent_radius: radius,
        walkable: walkable.clone(),
        tile_size: parameters.tile_size,
        ..MeshDefinition::new(*bounds)
    };
    let mut mesh = NavMesh::new(&definition).map_err(refused)?;
    for obstacle in world.obstacles().filter_map(|id| world.obstacle(id)) {
        mesh.add_outline(obstacle.outline.clone()).map_err(refused)?;
    }
    mesh.commit().map_err(refused)?;
    Ok(mesh.free_area())
}

#[pymethods]
impl World {
    /// Adds an obstacle: a polygon of any form, in metres. `outline` has its corners, (n, 2), either way round, or is a Polygon or
    /// MultiPolygon of shapely, or of GeoJSON, with holes perhaps. It takes effect in the next step, or as soon as a call needs it.
    fn add_obstacle(&self, outline: &Bound<'_, PyAny>) -> PyResult<Obstacle> {
        let outline = outlines::outline(outline, "outline")?;
        let state = &mut *self.lock()?;
        let obstacle = state.world.add_outline(outline).map_err(refused)?;
        state.edits += 1;
        Ok(Obstacle(obstacle))
    }

    /// Gives an obstacle another convex outline, (n, 2): another place, size or form. It keeps its handle.
    fn move_obstacle(
        &self,
        obstacle: &Bound<'_, Obstacle>,
        outline: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let corners = points(outline, "outline")?;
        let state = &mut *self.lock()?;
        state.world.move_obstacle(obstacle.get().0, &corners).map_err(refused)?;
        state.edits += 1;
        Ok(())
    }

    /// Removes an obstacle.
    fn remove_obstacle(&self, obstacle: &Bound<'_, Obstacle>) -> PyResult<()> {
        let state = &mut *self.lock()?;
        state.world.remove_obstacle(obstacle.get().0).map_err(refused)?;
        state.edits += 1;
        Ok(())
    }

    /// All obstacles, in the order of their handles.
    #[getter]
    fn obstacles(&self) -> PyResult<Vec<Obstacle>> {
        Ok(self.lock()?.world.obstacles().map(Obstacle).collect())
    }

    /// How often obstacles have come, gone or moved since this object was made, or may have, as a state was restored.
    #[getter]
    fn obstacle_edits(&self) -> PyResult<u64> {
        Ok(self.lock()?.edits)
    }

    /// The polygons of an obstacle as it was given: a list of (border, holes), arrays of the shape (n, 2).
    fn obstacle_outline<'py>(
        &self,
        obstacle: &Bound<'py, Obstacle>,
    ) -> PyResult<Bound<'py, PyList>> {
        let state = self.lock()?;
        let id = obstacle.get().0;
        let stale = || refused(hybrid::WorldError::StaleObstacle);
        rings(obstacle.py(), state.world.obstacle(id).ok_or_else(stale)?.outline)
    }

    /// Where centres of discs of a radius may be, whatever the ground costs: a list of (border, holes), arrays of the shape (n, 2) in metres.
    /// With the radius 0, the default, what lies outside of all obstacles.
    #[pyo3(signature = (radius=0.0))]
    fn walkable_area<'py>(&self, py: Python<'py>, radius: f32) -> PyResult<Bound<'py, PyList>> {
        let outline = walkable(&self.lock()?.world, radius)?;
        rings(py, &outline)
    }

    /// Adds an area of other ground: a polygon as for `add_obstacle`.
    ///
    /// `kind`, 0 to 15, default 0: what movement kinds may exclude. `speed`, 0.001 to 1, default 1: how fast units are there.
    /// `cost`, at least 0.1, default 1 ÷ `speed`: what a metre costs. `layer`, default 0: where areas overlap the highest counts.
    #[pyo3(signature = (outline, **terms), text_signature = "(self, outline, *, kind=0, cost=None, speed=1.0, layer=0)")]
    fn add_area(
        &self,
        outline: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Area> {
        let shape = outlines::outline(outline, "outline")?;
        let mut terms = Terms::new(terms)?;
        let kind = terms.whole::<u64>("kind", 0)?.try_into().unwrap_or(u8::MAX);
        let speed = terms.number("speed", 1.0)?;
        let plain = AreaDefinition::of_speed(kind, speed);
        let cost = terms.number("cost", plain.cost)?;
        let layer = terms.take("layer")?.map_or(Ok(0), |layer| layer.extract::<i32>())?;
        terms.finish()?;
        let definition = AreaDefinition { cost, layer, ..plain };
        Ok(Area(self.lock()?.world.add_area(shape, definition).map_err(refused)?))
    }

    /// Removes an area.
    fn remove_area(&self, area: &Bound<'_, Area>) -> PyResult<()> {
        self.lock()?.world.remove_area(area.get().0).map_err(refused)
    }

    /// All areas, in the order of their handles.
    #[getter]
    fn areas(&self) -> PyResult<Vec<Area>> {
        Ok(self.lock()?.world.areas().map(Area).collect())
    }

    /// Adds a link from one point to another, where no ground leads: a jump, a ladder, a ferry.
    ///
    /// `cost`, 0 or more: as many metres of free ground take as long. `both_ways`, default False. `kind`, 0 to 15, default 0.
    /// `capacity`, at least 1: how many may be on it at once; default as many as like.
    #[pyo3(
        signature = (start, end, **terms),
        text_signature = "(self, start, end, *, cost, both_ways=False, kind=0, capacity=None)"
    )]
    fn add_link(
        &self,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        terms: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Link> {
        let mut terms = Terms::new(terms)?;
        let plain = LinkDefinition::new(terms.number("cost", f32::NAN)?);
        let definition = LinkDefinition {
            both_ways: terms.flag("both_ways")?,
            kind: terms.whole::<u64>("kind", 0)?.try_into().unwrap_or(u8::MAX),
            capacity: terms.whole("capacity", plain.capacity)?,
            ..plain
        };
        terms.finish()?;
        let (start, end) = (point(start, "start")?, point(end, "end")?);
        Ok(Link(self.lock()?.world.add_link(start, end, &definition).map_err(refused)?))
    }

    /// Removes a link. Units that are on it get to its end.
    fn remove_link(&self, link: &Bound<'_, Link>) -> PyResult<()> {
        self.lock()?.world.remove_link(link.get().0).map_err(refused)
    }

    /// All links, in the order of their handles.
    #[getter]
    fn links(&self) -> PyResult<Vec<Link>> {
        Ok(self.lock()?.world.links().map(|(link, _)| Link(link)).collect())
    }

    /// Adds a disc of ground that units shun: a metre in it costs as much more as `amount` metres of free ground, above 0 to 1000.
    /// For so many seconds; by default until it is removed.
    #[pyo3(signature = (center, radius, amount, seconds=f32::INFINITY), text_signature = "(self, center, radius, amount, seconds=float('inf'))")]
    fn add_discomfort(
        &self,
        center: &Bound<'_, PyAny>,
        radius: f32,
        amount: f32,
        seconds: f32,
    ) -> PyResult<Discomfort> {
        let disc = hybrid::Discomfort { center: point(center, "center")?, radius, amount, seconds };
        Ok(Discomfort(self.lock()?.world.add_discomfort(&disc).map_err(refused)?))
    }

    /// Removes a discomfort before it is over.
    fn remove_discomfort(&self, discomfort: &Bound<'_, Discomfort>) -> PyResult<()> {
        self.lock()?.world.remove_discomfort(discomfort.get().0).map_err(refused)
    }

    /// Says how high the ground lies: heights in metres, an array of the shape (rows, columns), row 0 in the south, samples `spacing` metres
    /// apart, the first one at `start`. Slopes cost. None: all of it is flat.
    #[pyo3(signature = (heights, start=None, spacing=1.0))]
    fn set_heights(
        &self,
        heights: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
        spacing: f32,
    ) -> PyResult<()> {
        let Some(heights) = heights else {
            return self.lock()?.world.set_heights(None).map_err(refused);
        };
        let samples = floats(heights, "heights")?;
        let [_, columns] = samples.shape[..] else {
            return Err(refused("heights: an array of the shape (rows, columns) is expected"));
        };
        let min = start.map_or(Ok(self.lock()?.world.definition().bounds.min), |start| {
            point(start, "start")
        })?;
        let heights = samples.values.iter().map(|&height| height as f32).collect();
        let grid = HeightGrid { min, spacing, columns, heights };
        self.lock()?.world.set_heights(Some(grid)).map_err(refused)
    }

    /// How high the ground lies at a point, in metres.
    fn height_at(&self, at: &Bound<'_, PyAny>) -> PyResult<f32> {
        Ok(self.lock()?.world.height_at(point(at, "at")?))
    }

    /// Has edits of obstacles, areas and links take effect now; steps, orders, new units and queries do so by themselves.
    fn commit(&self) -> PyResult<()> {
        self.lock()?.world.commit().map_err(refused)
    }
}
