//! Where each unit wants to go: straight to its place, with the flow of its window, or else along the shortest way: its
//! order's, until it is among the places; there, and where the order has none, a path of its own.

use flowfield::Frame;
use glam::{UVec2, Vec2};
use navmesh::{CellId, Location, NavMesh};

use super::decision::{OnRoute, SteeringDecision};
use super::stuck::SIDESTEP;
use crate::base::handle::turn;
use crate::base::tolerances::DETOUR;
use crate::bodies::crossing::Boarding;
use crate::bodies::stuck_state::Recovery;
use crate::bodies::task::{Assignment, Guidance, Lead};
use crate::bodies::unit::{Body, Driver};
use crate::ground::meshes::Meshes;
use crate::groups::all::Groups;
use crate::groups::group::Group;
use crate::groups::guide::{Guide, GuideRest};
use crate::groups::guides::Guides;
use crate::groups::window::Window;
use crate::parameters::WorldParameters;
use crate::schedule::DecisionTime;
use crate::ways::ground::{is_free, way_out};
use crate::ways::sight::{costs_at_most, is_even, look, reach, sees_evenly, sees_near};

/// Radii. Units that have no farther to go than this to the nearest place of their order leave the field for their own
/// places: it leads to the nearest one, whosever that is.
pub(crate) const AMONG_PLACES: f32 = 10.0;

/// The share of its way that a unit with a place of its own has to walk from the nearest place of its order to its own, at
/// most, where it follows the order's field. No way to its own place is shorter than that to the nearest one: it walks no
/// more than half as far again, and among the places.
const ASTRAY: f32 = 0.5;

/// Radii. On open ground, with nobody else near, a group that delays a unit by less than it takes to walk this is not in
/// its way: the unit goes straight to its own place, if it sees it. With the field, which leads to the nearest place, the
/// files of the crowd would draw together.
const DELAY: f32 = 1.4;

/// Seconds after which a unit looks again whether its group delays it and whether it sees its place.
const LOOK: f32 = 0.4;

/// Seconds after which a unit whose order has no guide looks again how far it sees along its path, and radii that it looks
/// ahead in between.
const LOOK_FAR: f32 = 1.2;
const BEGINNING: f32 = 8.0;

/// Radii. A way point this near is passed.
const AT_WAY_POINT: f32 = 0.25;

/// Radii. Units this near to the beginning of a link that they want to take go straight there.
const NEAR_LINK: f32 = 10.0;

/// Radii. Units this near to the beginning of a link wait for their turn, rather than being stuck.
const QUEUE: f32 = 20.0;

/// Radii. Units this near to a bend of their path look in each step whether they can go on to the next one.
const NEAR_BEND: f32 = 20.0;

/// All that steering needs of a world.
pub(crate) struct SteeringContext<'a> {
    pub(crate) parameters: &'a WorldParameters,
    pub(crate) meshes: &'a Meshes,
    pub(crate) groups: &'a Groups,
    pub(crate) guides: &'a Guides,
    pub(crate) moment: DecisionTime,
}

impl SteeringContext<'_> {
    /// Returns what a unit wants.
    pub(crate) fn decision(&self, body: &Body) -> SteeringDecision {
        let mut decision = SteeringDecision::none(body);
        if let Some(crossing) = &body.crossing {
            let rest = crossing.to - body.position;
            decision.velocity = Some(rest.normalize_or_zero() * body.speed());
        } else if let Some(task) = &body.task {
            decision.velocity = self.desired(body, task, &mut decision);
            // A unit that waits for its turn at the beginning of a link gets somewhere all the same.
            let near = QUEUE * body.radius;
            let is_near = |link: Boarding| link.from.distance(body.position) <= near;
            decision.queues = decision.boarding.is_some_and(is_near);
        }
        decision
    }

    /// Returns where a unit wants to go; `None` if it needs a new path.
    fn desired(
        &self,
        body: &Body,
        task: &Assignment,
        decision: &mut SteeringDecision,
    ) -> Option<Vec2> {
        if task.settled {
            return Some(Vec2::ZERO);
        }
        let mesh = self.meshes.of(body.class());
        if body.driver == Driver::Engine && !is_free(mesh, body.position) {
            return way_out(mesh, body.position).map(|way| way * body.speed());
        }
        match task.stuck_state.recovery {
            Recovery::Wait => return Some(Vec2::ZERO),
            Recovery::Sidestep(direction) => return Some(direction * (SIDESTEP * body.speed())),
            Recovery::OwnPath | Recovery::None => {}
        }
        decision.cell = match mesh.locate_near(body.position, body.cell) {
            Location::Cell(cell) => Some(cell),
            _ => None,
        };
        let distance = body.position.distance(task.place);
        if distance <= self.parameters.direct_distance
            && sees_evenly(mesh, [body.position, task.place], decision.cell)
        {
            decision.guidance = Guidance::Place;
            return Some(self.head_for(body, task));
        }
        let group = task.group.and_then(|group| self.groups.of(group));
        let shared =
            group.filter(|_| task.stuck_state.recovery == Recovery::None && !task.lead.is_own());
        if let Some(velocity) = shared.and_then(|group| self.board(body, group, decision)) {
            decision.guidance = Guidance::Link;
            return Some(velocity);
        }
        if let Some((guidance, velocity)) =
            shared.and_then(|group| self.join(body, group, task, decision))
        {
            decision.guidance = guidance;
            return Some(velocity);
        }
        if decision.lead.is_some_and(Lead::is_own) {
            return self.leave_field(body, task, decision);
        }
        if task.route.is_none() && decision.lead.is_none() {
            let due = self.guides.due(task.cohort(body.class()));
            // A guide that is due in this very step may still be made in it.
            if due == Some(self.moment.tick()) {
                return Some(body.desired);
            }
            // Until a later one is made it finds its own way, in its turn; up to then it goes on as it did.
            if due.is_some_and(|due| self.moment.tick() < due) {
                decision.meanwhile = body.desired;
            }
        }
        self.follow(body, mesh, task, decision)
    }

    /// The velocity with which to go to the beginning of a link that is near and by which the way leads on.
    fn board(&self, body: &Body, group: &Group, decision: &mut SteeringDecision) -> Option<Vec2> {
        self.meshes.of(body.class()).links().next()?;
        let rest = group.guide.as_ref()?.remaining_near(body.position, decision.cell)?;
        let (link, to) = rest.link?;
        let from = rest.way_point;
        if body.position.distance(from) > NEAR_LINK * body.radius {
            return None;
        }
        decision.boarding = Some(Boarding { link, from, to });
        Some(self.approach(body, from))
    }

    /// The velocity with which to go with a group; `None` where it is of no use: it has no guide, or the unit is among the
    /// places already.
    fn join(
        &self,
        body: &Body,
        group: &Group,
        task: &Assignment,
        decision: &mut SteeringDecision,
    ) -> Option<(Guidance, Vec2)> {
        let (guide, here) = (group.guide.as_deref()?, decision.cell);
        let window = group.window.as_deref().filter(|window| window.solved);
        let own = window.filter(|window| window.is_its_own);
        let flow = || window.and_then(|window| self.flow(body, here?, window));
        let among = AMONG_PLACES * body.radius;
        if task.lead == Lead::Unknown {
            let suits = suits(guide, body, here, task, self.meshes.of(body.class()));
            decision.lead = Some(if suits { Lead::Order } else { Lead::Apart });
            if !suits {
                return None;
            }
        }
        let is_kept = own.is_none() || !self.moment.is_time(LOOK, turn(task.order));
        if is_kept && guide.is_far(body.position, among) {
            // On its own ground it goes on as it did, until it looks again.
            if own.is_some() && task.guidance == Guidance::Place {
                return Some((Guidance::Place, self.head_for(body, task)));
            }
            let goes_on = own.is_none() || task.guidance == Guidance::Field;
            if let Some(flow) = goes_on.then(flow).flatten() {
                return Some((Guidance::Field, flow));
            }
        }
        let rest = guide.remaining_near(body.position, here)?;
        if rest.distance <= among {
            decision.lead = Some(Lead::Among);
            return None;
        }
        let potential = own.and_then(|window| window.field.potential_at(body.position));
        let is_free = |potential| potential - rest.distance < DELAY * body.radius;
        if potential.is_some_and(is_free) && self.sees_place(body, task, guide, &rest, decision) {
            return Some((Guidance::Place, self.head_for(body, task)));
        }
        let straight = || (Guidance::Distance, rest.direction * body.speed());
        Some(flow().map_or_else(straight, |flow| (Guidance::Field, flow)))
    }

    /// Returns where a unit goes that leaves the field: straight to its place, if it has a path that ends there and sees it.
    fn leave_field(
        &self,
        body: &Body,
        task: &Assignment,
        decision: &mut SteeringDecision,
    ) -> Option<Vec2> {
        decision.route = OnRoute::Drop;
        let end = task.route.as_ref().and_then(|route| route.end_at(task.place))?;
        let mesh = self.meshes.of(body.class());
        if !sees_near(mesh, [body.position, task.place], decision.cell) {
            return None;
        }
        (decision.route, decision.guidance) = (OnRoute::Next(end), Guidance::Path);
        Some(self.head_for(body, task))
    }

    /// Returns whether a unit sees its place. From tick to tick the same wall stands between them, and where the shortest way
    /// is longer than the straight one there is some wall: then no ray is needed.
    fn sees_place(
        &self,
        body: &Body,
        task: &Assignment,
        guide: &Guide,
        rest: &GuideRest,
        decision: &mut SteeringDecision,
    ) -> bool {
        let (mesh, way) = (self.meshes.of(body.class()), [body.position, task.place]);
        let straight = way[0].distance(way[1]);
        let is_round = guide.measures_length() && rest.distance > straight + DETOUR;
        if is_round || task.occluder.is_some_and(|occluder| occluder.hides(mesh, way)) {
            return false;
        }
        let seen = look(mesh, way, decision.cell);
        decision.occluder = seen.err().flatten();
        seen.is_ok() && is_even(mesh, way) && costs_at_most(mesh, way, rest.distance)
    }

    /// The velocity with which to go straight to a way point, or to approach a place and stop there.
    fn head_for(&self, body: &Body, task: &Assignment) -> Vec2 {
        if task.is_passing() {
            return (task.place - body.position).normalize_or_zero() * body.speed();
        }
        self.approach(body, task.place)
    }

    /// The velocity with which to approach a point and stop there.
    fn approach(&self, body: &Body, place: Vec2) -> Vec2 {
        let way = place - body.position;
        let distance = way.length();
        let braking = (2.0 * body.acceleration * distance).sqrt();
        let speed = body.speed().min(distance / self.parameters.approach_time).min(braking);
        way.normalize_or_zero() * speed
    }

    /// The window's flow where a unit in the cell `here` expects to be soon; `None` where the field is of no use to it.
    fn flow(&self, body: &Body, here: CellId, window: &Window) -> Option<Vec2> {
        let walls = window.walls.as_ref()?;
        let frame = window.field.frame();
        let island = walls.island_of(here)?;
        // Through a neck a cell shows what is on its other side.
        let is_ours = |cell: UVec2| {
            let index = frame.index_of(cell);
            walls.island(index) == Some(island) && !walls.has_neck(index)
        };
        if frame.cell_of(body.position).is_some_and(|cell| walls.has_neck(frame.index_of(cell))) {
            return None;
        }
        let joined = |point: &Vec2| frame.cell_of(*point).is_some_and(is_ours);
        let ahead = body.position + body.velocity * self.parameters.look_ahead;
        let mesh = self.meshes.of(body.class());
        // All of a way between two points of free ground is free.
        let is_clear = body.free.is_of(mesh.version())
            && body.free.holds(body.position)
            && body.free.holds(ahead);
        let end = if is_clear { ahead } else { reach(mesh, body.position, ahead, Some(here)) };
        let expected = Some(end).filter(joined);
        // A cell in which another island has more area shows that one's flow: then the nearest cell of the own one.
        let expected = expected
            .or(Some(body.position).filter(joined))
            .or_else(|| nearest_cell(frame, body.position, is_ours))?;
        let flow = window.field.sample(expected)?;
        let (pace, weight) = (flow.length(), self.parameters.field_speed);
        (pace > 0.0).then(|| flow * (body.speed() * (1.0 + weight * (pace - 1.0)) / pace))
    }

    /// Has a unit follow the path that it has got.
    pub(crate) fn set_off(&self, body: &mut Body, task: &mut Assignment) {
        let mut decision =
            SteeringDecision { guidance: task.guidance, ..SteeringDecision::none(body) };
        decision.velocity = self.follow(body, self.meshes.of(body.class()), task, &mut decision);
        body.desired = decision.velocity.unwrap_or(Vec2::ZERO);
        if decision.boarding.is_some() {
            body.boarding = decision.boarding.map(Box::new);
        }
        task.guidance = decision.guidance;
        decision.route.follow(task);
    }

    /// The velocity along the unit's own path; `None` if it has none that is of use.
    fn follow(
        &self,
        body: &Body,
        mesh: &NavMesh,
        task: &Assignment,
        decision: &mut SteeringDecision,
    ) -> Option<Vec2> {
        let route = task.route.as_ref()?;
        if route.has_lost_link(mesh) {
            decision.route = OnRoute::Drop;
            return None;
        }
        let at_way_point = AT_WAY_POINT * body.radius;
        // Far from its next bend it need not look so often whether it sees the one behind that; and until its order has a
        // guide no more than the beginning of the way: then many follow paths.
        let is_guided = self.guides.of(task.cohort(body.class())).is_some();
        let (period, sight) =
            if is_guided { (LOOK, f32::INFINITY) } else { (LOOK_FAR, BEGINNING * body.radius) };
        let is_near = |next: &Vec2| next.distance(body.position) <= NEAR_BEND * body.radius;
        let cuts = route.ahead().first().is_none_or(is_near)
            || self.moment.is_time(period, turn(task.order));
        let since = self.parameters.tick * self.parameters.look_ticks() as f32;
        let moved = [body.position - body.velocity * since, body.position];
        let Some((next, target)) =
            route.follow(mesh, moved, decision.cell, at_way_point, cuts, sight)
        else {
            decision.route = OnRoute::Drop;
            return None;
        };
        (decision.route, decision.guidance) = (OnRoute::Next(next), Guidance::Path);
        if let Some((link, to)) = route.link_at(target) {
            decision.boarding = Some(Boarding { link, from: target, to });
            return Some(self.approach(body, target));
        }
        if target == task.place {
            return Some(self.head_for(body, task));
        }
        let near = AMONG_PLACES * body.radius;
        if route.ends_at(target) && target.distance_squared(body.position) <= near * near {
            // The end of a shared way.
            (decision.route, decision.guidance) = (OnRoute::Drop, Guidance::None);
            return None;
        }
        let way = target - body.position;
        // Beyond a bend may be dearer ground: it turns in the bend, not where it has come to when it looks again.
        if mesh.has_slow_ground() && way.length() < body.speed() * since {
            return Some(way / since);
        }
        Some(way.normalize_or_zero() * body.speed())
    }
}

/// Returns whether the way that a guide leads suits a unit with a place of its own: it ends at a place near that and in sight
/// of it, where near is little beside the way there.
fn suits(
    guide: &Guide,
    body: &Body,
    here: Option<CellId>,
    task: &Assignment,
    mesh: &NavMesh,
) -> bool {
    let Some(rest) = guide.remaining_near(body.position, here) else { return true };
    let Some(end) = guide.end_of_way(body.position, here) else { return true };
    let most = ASTRAY * rest.distance + AMONG_PLACES * body.radius;
    end == task.place
        || end.distance_squared(task.place) <= most * most
            && sees_evenly(mesh, [end, task.place], None)
}

/// The centre of the cell nearest to a point, of those next to the point's own that will do; of equal ones the first.
fn nearest_cell(frame: &Frame, point: Vec2, will_do: impl Fn(UVec2) -> bool) -> Option<Vec2> {
    let own = frame.cell_of(point)?;
    let around = |cell: UVec2| {
        let (first, last) = (cell.saturating_sub(UVec2::ONE), (cell + 1).min(frame.size - 1));
        (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| UVec2::new(x, y)))
    };
    let centers = around(own).filter(|&cell| will_do(cell)).map(|cell| frame.center(cell));
    centers.min_by_key(|center| center.distance_squared(point).to_bits())
}
