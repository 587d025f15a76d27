//! The plan of a group: its leader's path over the mesh, and the flow field of its window.

use flowfield::{Crowd, Disc, Goal, Problem};
use glam::Vec2;
use navmesh::{Bounds, Location, NavMesh, PathOptions, Search};
use slotmap::SlotMap;

use super::exit::{exit, outflow};
use super::group::{Group, Lead, Window};
use crate::bodies::unit::Body;
use crate::grids::cluster::extent;
use crate::grids::walls::Walls;
use crate::grids::window::Sizing;
use crate::handle::{OrderId, UnitId};
use crate::meshes::Meshes;
use crate::ways::route::Route;

/// After this many plans a leader's path is searched anew, even if it is still in sight: what was a detour for the
/// leader of then need not be one for that of now.
const SEARCH_AGAIN: u32 = 8;

/// All that planning needs of a world.
pub(crate) struct Planner<'a> {
    pub(crate) sizing: Sizing<'a>,
    pub(crate) meshes: &'a Meshes,
    pub(crate) bodies: &'a SlotMap<UnitId, Body>,
    /// All units of the world, as the crowd sees them.
    pub(crate) discs: &'a [Disc],
    pub(crate) search: &'a mut Search,
}

impl Planner<'_> {
    /// Plans a group. Small groups have no window: their units find their own ways. `shared` is the point that all
    /// units of the order share, if they do.
    pub(crate) fn plan(&mut self, group: &mut Group, shared: Option<Vec2>) {
        group.due = false;
        group.units.retain(|&unit| self.is_member(unit, group.order));
        group.leader = self.leader(group);
        if group.units.len() < self.sizing.parameters.window_units as usize {
            (group.lead, group.window) = (None, None);
            return;
        }
        let mut window = group.window.take().unwrap_or_default();
        window.solved =
            self.lead(group, shared).and_then(|()| self.solve(group, &mut window)).is_some();
        group.window = Some(window);
    }

    /// Whether a unit is still on its way for an order.
    fn is_member(&self, unit: UnitId, order: OrderId) -> bool {
        let task = self.bodies.get(unit).and_then(|body| body.task.as_ref());
        task.is_some_and(|task| task.order == order && !task.settled)
    }

    /// The places of a group's units.
    fn places<'b>(&'b self, group: &'b Group) -> impl Iterator<Item = Vec2> + 'b {
        group.units.iter().filter_map(|&unit| Some(self.bodies[unit].task.as_ref()?.place))
    }

    /// The unit nearest to the mean of the positions; of equal ones the first.
    fn leader(&self, group: &Group) -> UnitId {
        let positions = group.units.iter().map(|&unit| self.bodies[unit].position);
        let mean = positions.sum::<Vec2>() / group.units.len() as f32;
        nearest(group.units.iter().map(|&unit| (unit, self.bodies[unit].position)), mean)
            .unwrap_or(group.leader)
    }

    /// Where the leader's path ends: at the shared goal, or at the place nearest to the mean of the group's places.
    fn target(&self, group: &Group, shared: Option<Vec2>) -> Option<Vec2> {
        let mean = self.places(group).sum::<Vec2>() / group.units.len() as f32;
        shared.or_else(|| nearest(self.places(group).map(|place| (place, place)), mean))
    }

    /// Brings the leader's path up to date: along the former one while it is in sight, else by a search.
    fn lead(&mut self, group: &mut Group, shared: Option<Vec2>) -> Option<()> {
        let target = self.target(group, shared)?;
        let (mesh, leader) = (self.meshes.of(group.class), &self.bodies[group.leader]);
        let kept = group.lead.take().and_then(|mut lead| {
            lead.age += 1;
            let is_new = lead.age < SEARCH_AGAIN && !lead.route.is_stale(mesh);
            let fits = is_new && lead.target == target;
            (fits && lead.route.follow(mesh, leader.position, leader.radius).is_some())
                .then_some(lead)
        });
        let mut lead = match kept {
            Some(lead) => lead,
            None => {
                let options = PathOptions::with_entry(self.sizing.parameters.entry);
                let path = mesh.find_path(self.search, leader.position, target, &options).ok()?;
                let route = Route::new(path.points, mesh.version());
                Lead { target, path: Vec::new(), route, age: 0 }
            }
        };
        lead.path.clear();
        lead.path.push(leader.position);
        lead.path.extend_from_slice(lead.route.ahead());
        group.lead = Some(lead);
        Some(())
    }

    /// Solves the flow field of a group's window. `None` if there is none: nothing in the window leads to the goal.
    fn solve(&self, group: &Group, window: &mut Window) -> Option<()> {
        let mesh = self.meshes.of(group.class);
        let bodies = || group.units.iter().map(|&unit| &self.bodies[unit]);
        let positions: Vec<Vec2> = bodies().map(|body| body.position).collect();
        let radius = bodies().map(|body| body.radius).fold(0.0, f32::max);
        let speed = bodies().map(|body| body.max_speed).fold(0.0, f32::max);
        let frame = self.sizing.frame(&positions, self.sizing.margin(radius, speed))?;
        let former = window.walls.take().filter(|walls| *walls.steps().frame() == frame);
        let walls = &*window.walls.insert(former.map_or_else(|| Walls::new(mesh, frame), Ok).ok()?);
        let crowd = window.crowd.get_or_insert_with(|| Crowd::new(frame));
        crowd.reset(frame);
        self.discs.iter().try_for_each(|&disc| crowd.add(disc)).ok()?;
        crowd.finish();
        let way_out = exit(&group.lead.as_ref()?.path, &frame);
        window.exit = way_out.map(|exit| exit.point);
        let places = extent(&self.places(group).collect::<Vec<_>>());
        window.places =
            places.filter(|_| way_out.is_none()).map(|(min, max)| Bounds::new(min, max));
        let island = island_at(mesh, walls, self.bodies[group.leader].position)?;
        let goals = match way_out {
            Some(exit) => outflow(mesh, walls, exit, island),
            None => self.goals_inside(group, walls),
        };
        let free_speed =
            bodies().map(|body| body.max_speed).sum::<f32>() / group.units.len() as f32;
        let parameters = &self.sizing.parameters.cost();
        let problem =
            Problem { steps: walls.steps(), crowd, free_speed, parameters, goals: &goals };
        window.field.solve(&problem).ok()
    }

    /// The cells of all places of the group that lie in the window, unless another island hides them.
    fn goals_inside(&self, group: &Group, walls: &Walls) -> Vec<Goal> {
        let (mesh, frame) = (self.meshes.of(group.class), walls.steps().frame());
        let goal = |place: Vec2| {
            let cell = frame.cell_of(place)?;
            let island = island_at(mesh, walls, place)?;
            (walls.island(frame.index_of(cell)) == Some(island))
                .then_some(Goal { cell, start: 0.0 })
        };
        self.places(group).filter_map(goal).collect()
    }
}

/// The window's island at a point.
pub(crate) fn island_at(mesh: &NavMesh, walls: &Walls, point: Vec2) -> Option<u32> {
    match mesh.locate(point) {
        Location::Cell(cell) => walls.island_of(cell),
        _ => None,
    }
}

/// The item nearest to a point; of equal ones the first.
fn nearest<T>(items: impl Iterator<Item = (T, Vec2)>, point: Vec2) -> Option<T> {
    let by_distance = |a: &(T, Vec2), b: &(T, Vec2)| {
        a.1.distance_squared(point).total_cmp(&b.1.distance_squared(point))
    };
    items.min_by(by_distance).map(|(item, _)| item)
}
