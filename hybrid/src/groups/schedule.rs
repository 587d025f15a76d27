//! Which groups are planned when: asked for in one tick, used from a set later one on, never earlier or later.
//!
//! What is asked for in a tick is limited by a number of grid cells that is known beforehand; the groups that have
//! waited longest come first, and the rest goes on with the fields that it has.

use std::sync::Arc;

use flowfield::Frame;
use glam::Vec2;
use navmesh::{Bounds, NavMesh};
use slotmap::SlotMap;

use super::all::Groups;
use super::buffer_pool::BufferPool;
use super::group::{Group, Plan};
use super::guide::Guide;
use super::guides::Guides;
use super::plan::{CrowdSnapshot, PlanInput};
use super::window::Window;
use crate::base::clock::Moment;
use crate::base::handle::UnitId;
use crate::bodies::task::Cohort;
use crate::bodies::unit::Body;
use crate::grids::walls::Walls;
use crate::grids::window::Sizing;
use crate::ground::meshes::Meshes;
use crate::parameters::WorldParameters;
use crate::tasks::executor::Executor;
use crate::tasks::job::Pending;

/// The ways of so many units of a group at most tell where its window must reach: those of a crowd lead alike.
const WAYS: usize = 16;

/// How far units go out of their ways for a wait, of what they would walk in that time; and at most, in metres. A way that is
/// farther off is not seen.
const AROUND_QUEUES: f32 = 0.5;
const FARTHEST_WAY_ROUND: f32 = 40.0;

/// What was asked for in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Asked {
    pub(crate) plans: usize,
    pub(crate) cells: usize,
    /// Groups that must wait for a later tick.
    pub(crate) carried_over: usize,
}

/// All that asking for plans needs of a world.
pub(crate) struct Planner<'a> {
    pub(crate) scene: &'a Arc<CrowdSnapshot>,
    pub(crate) meshes: &'a Meshes,
    pub(crate) bodies: &'a SlotMap<UnitId, Body>,
    pub(crate) executor: Option<&'a dyn Executor>,
}

impl Planner<'_> {
    /// Asks for plans of the groups that wait for one, in the order in which they began to: of `plan_cells` grid cells in a
    /// tick, but at least one. They are used `plan_latency` ticks later. Small groups have no window: their units follow the
    /// guide, or find their own ways.
    ///
    /// `waiting` is scratch.
    pub(crate) fn ask(&self, groups: &mut Groups, waiting: &mut Vec<(u64, usize)>) -> Asked {
        let WorldParameters { plan_latency, plan_cells, window_units, .. } = self.scene.parameters;
        let (groups, pool) = groups.with_pool();
        let waits =
            |(index, group): (usize, &Group)| Some((group.due.filter(|_| group.waits())?, index));
        waiting.clear();
        waiting.extend(groups.iter().enumerate().filter_map(waits));
        waiting.sort_unstable();
        let mut asked = Asked::default();
        for (rank, &(_, index)) in waiting.iter().enumerate() {
            let group = &mut groups[index];
            self.look_over(group);
            let is_small = group.units.len() < window_units as usize;
            let Some(guide) = group.guide.clone().filter(|_| !is_small) else {
                group.due = None;
                group.window.take().into_iter().for_each(|window| pool.put(window));
                continue;
            };
            let frame = self.frame(group, &guide);
            let cells = frame.map_or(0, |frame| frame.cell_count());
            if asked.plans > 0 && asked.cells + cells > plan_cells as usize {
                asked.carried_over = waiting.len() - rank;
                break;
            }
            (asked.plans, asked.cells) = (asked.plans + 1, asked.cells + cells);
            let input = self.input(group, guide, frame, pool);
            let due = self.scene.tick + u64::from(plan_latency);
            let pending = Pending::new(input, due, self.executor, pool.job());
            group.due = None;
            group.plan = Some(Plan { pending, frame, is_touched: false });
        }
        asked
    }

    /// Strikes those off who are not on their way any more, and finds the leader: the unit nearest to the mean of the
    /// positions; of equal ones the first.
    fn look_over(&self, group: &mut Group) {
        let (cohort, class) = (group.cohort(), group.class);
        let is_member = |&unit: &UnitId| {
            let on_ground = self.bodies.get(unit).filter(|body| body.crossing.is_none());
            let task = on_ground.and_then(|body| body.task.as_ref());
            task.is_some_and(|task| task.cohort(class) == cohort && !task.settled)
        };
        group.units.retain(is_member);
        let position = |unit: UnitId| self.bodies[unit].position;
        let mean =
            group.units.iter().map(|&unit| position(unit)).sum::<Vec2>() / group.units.len() as f32;
        let far = |unit: &UnitId| position(*unit).distance_squared(mean).to_bits();
        group.leader = group.units.iter().copied().min_by_key(far).unwrap_or(group.leader);
    }

    fn sizing(&self) -> Sizing<'_> {
        Sizing { parameters: &self.scene.parameters, bounds: self.scene.bounds }
    }

    /// The cells of the window that a group needs; `None` if they would be too many.
    fn frame(&self, group: &Group, guide: &Guide) -> Option<Frame> {
        let bodies = || group.units.iter().map(|&unit| &self.bodies[unit]);
        let positions = || bodies().map(|body| body.position);
        let radius = bodies().map(|body| body.radius).fold(0.0, f32::max);
        let speed = bodies().map(|body| body.free_speed()).fold(0.0, f32::max);
        let every = group.units.len().div_ceil(WAYS);
        let ways = positions().step_by(every).map(|from| {
            let rest = guide.remaining(from);
            let way = rest.map(|rest| (rest.direction, guide.longest(rest.distance)));
            way.unwrap_or((Vec2::ZERO, f32::INFINITY))
        });
        let frame = |far: f32| {
            let margins = self.sizing().margins(radius, speed, far, ways.clone());
            self.sizing().frame_within(positions(), margins)
        };
        let some = positions().step_by(every);
        let waits = some.map(|from| self.scene.waits.to_avoid(from, guide.way_points(from)));
        let far = (AROUND_QUEUES * speed * waits.fold(0.0, f32::max)).min(FARTHEST_WAY_ROUND);
        frame(far).or_else(|| frame(0.0))
    }

    fn input(
        &self,
        group: &Group,
        guide: Arc<Guide>,
        frame: Option<Frame>,
        pool: &mut BufferPool,
    ) -> PlanInput {
        let place = |body: &Body| body.task.as_ref().map_or(body.position, |task| task.place);
        let bodies = || group.units.iter().map(|&unit| &self.bodies[unit]);
        let free_speed =
            bodies().map(|body| body.free_speed()).sum::<f32>() / group.units.len() as f32;
        let radius = bodies().map(|body| body.radius).fold(f32::INFINITY, f32::min);
        let team = bodies().map(|body| Some(body.team));
        let team = team.reduce(|one, other| one.filter(|_| one == other)).flatten();
        let all = bodies().filter(|_| !self.scene.rules.is_empty()).map(Body::rules);
        let rules = all.reduce(|one, other| one.joined(&other));
        let cells = frame.map_or(0, |frame| frame.cell_count());
        let mut own = pool.window(cells);
        let window = Arc::make_mut(&mut own);
        window.room.places.clear();
        window.room.places.extend(bodies().map(place));
        let known = group.window.as_ref().and_then(|window| window.walls.as_ref());
        window.walls = known.filter(|walls| Some(*walls.steps().frame()) == frame).cloned();
        if window.walls.is_none() {
            window.room.walls = pool.walls(cells);
        }
        PlanInput {
            scene: Arc::clone(self.scene),
            mesh: Arc::clone(self.meshes.shared(group.class)),
            guide,
            order: group.order,
            free_speed,
            radius,
            team,
            rules,
            leader: self.bodies[group.leader].position,
            frame,
            window: Some(own),
        }
    }
}

/// Puts the plans to use that are due. Returns how long they had to be waited for or worked at, in seconds.
pub(crate) fn adopt(groups: &mut Groups, meshes: &Meshes, tick: u64) -> f64 {
    let (groups, pool) = groups.with_pool();
    let begun = Moment::now();
    let due = |plan: &&Plan| plan.pending.is_due(tick);
    let plans = groups.iter().rev().filter_map(|group| group.plan.as_ref().filter(due));
    plans.for_each(|plan| plan.pending.help());
    for group in groups {
        let Some(plan) = group.plan.take_if(|plan| plan.pending.is_due(tick)) else { continue };
        let delivery = plan.pending.deliver();
        delivery.former.into_iter().for_each(|job| pool.put_job(job));
        let Some(mut window) = delivery.made else {
            group.due = group.due.or(Some(tick));
            continue;
        };
        if plan.is_touched {
            let walls = walls_today(meshes.of(group.class), &window);
            Arc::make_mut(&mut window).walls = walls;
            group.due = group.due.or(Some(tick));
        }
        group.window.replace(window).into_iter().for_each(|former| pool.put(former));
    }
    begun.elapsed()
}

/// The walls of a window as the mesh is now; `None` if it has none.
fn walls_today(mesh: &NavMesh, window: &Window) -> Option<Arc<Walls>> {
    let frame = *window.walls.as_ref()?.steps().frame();
    Walls::new(mesh, frame).ok().map(Arc::new)
}

/// After an edit of the mesh: the walls of a window there are today's at once, and it is planned again; its field goes on
/// until then.
pub(crate) fn touch(group: &mut Group, mesh: &NavMesh, areas: &[Bounds], tick: u64) {
    if let Some(window) = group.window.as_mut().filter(|window| window.touches(areas)) {
        let walls = walls_today(mesh, window);
        let window = Arc::make_mut(window);
        window.walls = walls;
        window.solved &= window.walls.is_some();
        group.due = group.due.or(Some(tick));
    }
    if let Some(plan) = group.plan.as_mut().filter(|plan| plan.touches(areas)) {
        plan.is_touched = true;
    }
}

/// Gives groups the guides that are used from now on, and has them planned with them.
pub(crate) fn take_guides(groups: &mut [Group], guides: &Guides, cohorts: &[Cohort], tick: u64) {
    for group in groups.iter_mut().filter(|group| cohorts.contains(&group.cohort())) {
        group.guide = guides.of(group.cohort()).cloned();
        group.due = group.due.or(Some(tick));
    }
}
