//! The plan of a group: the flow field of its window.

use flowfield::{Crowd, Disc, Frame, Problem, Terrain, TerrainError};
use glam::Vec2;
use navmesh::{Location, NavMesh};
use slotmap::SlotMap;

use super::exit::{exit, outflow};
use super::frontier::Seeding;
use super::group::{Group, Window};
use super::guide::Guide;
use crate::bodies::unit::Body;
use crate::grids::walls::Walls;
use crate::grids::window::Sizing;
use crate::handle::{OrderId, UnitId};
use crate::meshes::Meshes;
use crate::parameters::WindowGoal;
use crate::passages::network::Passages;

/// All that planning needs of a world.
pub(crate) struct Planner<'a> {
    pub(crate) sizing: Sizing<'a>,
    pub(crate) meshes: &'a Meshes,
    pub(crate) bodies: &'a SlotMap<UnitId, Body>,
    /// All units of the world, as the crowd sees them.
    pub(crate) discs: &'a [Disc],
    pub(crate) passages: &'a Passages,
}

impl Planner<'_> {
    /// Plans a group. Small groups have no window: their units follow the guide, or find their own ways.
    pub(crate) fn plan(&self, group: &mut Group) {
        group.due = false;
        group.units.retain(|&unit| self.is_member(unit, group.order));
        group.leader = self.leader(group);
        let guide = group.guide.clone();
        let is_small = group.units.len() < self.sizing.parameters.window_units as usize;
        let Some(guide) = guide.filter(|_| !is_small) else {
            group.window = None;
            return;
        };
        let mut window = group.window.take().unwrap_or_default();
        window.path = guide.path(self.bodies[group.leader].position);
        window.solved = self.solve(group, &guide, &mut window).is_some();
        group.window = Some(window);
    }

    /// Whether a unit is still on its way for an order.
    fn is_member(&self, unit: UnitId, order: OrderId) -> bool {
        let task = self.bodies.get(unit).and_then(|body| body.task.as_ref());
        task.is_some_and(|task| task.order == order && !task.settled)
    }

    /// The unit nearest to the mean of the positions; of equal ones the first.
    fn leader(&self, group: &Group) -> UnitId {
        let positions = group.units.iter().map(|&unit| self.bodies[unit].position);
        let mean = positions.sum::<Vec2>() / group.units.len() as f32;
        let far = |unit: &UnitId| self.bodies[*unit].position.distance_squared(mean).to_bits();
        group.units.iter().copied().min_by_key(far).unwrap_or(group.leader)
    }

    /// Whether others than an order's own units stand or walk in a frame.
    fn has_strangers(&self, order: OrderId, frame: &Frame) -> bool {
        let is_own = |body: &Body| body.task.as_ref().is_some_and(|task| task.order == order);
        let within = |body: &Body| frame.cell_of(body.position).is_some();
        self.bodies.values().any(|body| within(body) && !is_own(body))
    }

    /// Solves the flow field of a group's window. `None` if there is none: nothing in the window leads to the goal.
    fn solve(&self, group: &Group, guide: &Guide, window: &mut Window) -> Option<()> {
        let mesh = self.meshes.of(group.class);
        let bodies = || group.units.iter().map(|&unit| &self.bodies[unit]);
        let positions: Vec<Vec2> = bodies().map(|body| body.position).collect();
        let radius = bodies().map(|body| body.radius).fold(0.0, f32::max);
        let speed = bodies().map(|body| body.max_speed).fold(0.0, f32::max);
        let frame = self.sizing.frame(&positions, self.sizing.margin(radius, speed))?;
        let former = window.walls.take().filter(|walls| *walls.steps().frame() == frame);
        if former.is_none() {
            window.terrain = None;
        }
        let walls = &*window.walls.insert(former.map_or_else(|| Walls::new(mesh, frame), Ok).ok()?);
        if window.terrain.is_none() {
            window.terrain = terrain(walls).ok()?;
        }
        let crowd = window.crowd.get_or_insert_with(|| Crowd::new(frame));
        crowd.reset(frame);
        self.discs.iter().try_for_each(|&disc| crowd.add(disc)).ok()?;
        let is_open = (0..frame.cell_count()).all(|cell| walls.steps().is_open(cell));
        let is_plain = window.terrain.is_none();
        window.is_its_own = is_open && is_plain && !self.has_strangers(group.order, &frame);
        let way_out = exit(&window.path, &frame);
        window.exit = way_out.map(|exit| exit.point);
        let place = |body: &Body| body.task.as_ref().map(|task| task.place);
        let places: Vec<Vec2> = bodies().filter_map(place).collect();
        let bounds = self.sizing.bounds;
        let seeding = Seeding { mesh, walls, guide, places: &places, bounds };
        let free_speed =
            bodies().map(|body| body.max_speed).sum::<f32>() / group.units.len() as f32;
        window.seeds = match (self.sizing.parameters.window_goal, way_out) {
            (WindowGoal::Frontier, _) => seeding.seeds(|point| {
                let wait = self.passages.wait_along(point, guide.way_points(point));
                Some(guide.distance(point)? + wait * free_speed)
            }),
            (WindowGoal::ExitPoint, None) => seeding.inside(&places),
            (WindowGoal::ExitPoint, Some(exit)) => {
                let island = island_at(mesh, walls, self.bodies[group.leader].position)?;
                outflow(mesh, walls, exit, island)
            }
        };
        let parameters = &self.sizing.parameters.cost();
        let (steps, goals) = (walls.steps(), &window.seeds[..]);
        let terrain = window.terrain.as_ref();
        let problem =
            Problem { steps, terrain, crowd, free_speed, parameters, goals, sampled: None };
        let tolls = self.passages.tolls(&frame, free_speed);
        window.field.solve_with_tolls(&problem, &tolls).ok()
    }
}

/// What the ground in a window is like; `None` where it is plain.
fn terrain(walls: &Walls) -> Result<Option<Terrain>, TerrainError> {
    let Some(costs) = walls.costs() else { return Ok(None) };
    let mut terrain = Terrain::new(*walls.steps().frame());
    for (cell, &cost) in costs.as_slice().iter().enumerate() {
        terrain.set_cost(cell, cost.min(DEAREST))?;
    }
    Ok(Some(terrain))
}

/// The most that a metre costs in a window: the field knows nothing dearer.
const DEAREST: f32 = 1000.0;

/// The window's island at a point.
pub(crate) fn island_at(mesh: &NavMesh, walls: &Walls, point: Vec2) -> Option<u32> {
    match mesh.locate(point) {
        Location::Cell(cell) => walls.island_of(cell),
        _ => None,
    }
}
