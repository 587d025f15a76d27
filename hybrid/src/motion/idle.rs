//! Idle and resting units step aside for friends that cannot pass, and return.
//!
//! Movers go round them where they can. Only for one that touches a unit at rest, wants through it and hardly gets on,
//! that unit steps out of its line, to the side on which it is, and slowly. It returns when nobody has wanted to pass
//! for a while. If somebody else rests in its way it waits and tries again later: units at rest never push each other.

use glam::Vec2;
use slotmap::SlotMap;

use super::contacts::touches;
use super::neighbours::Neighbours;
use crate::bodies::unit::{Body, Driver};
use crate::handle::UnitId;
use crate::parameters::WorldParameters;
use crate::tolerances::STILL;

/// Seconds that a step aside lasts after nobody is blocked any more.
const STEP: f32 = 0.2;

/// Seconds without anyone who wants to pass, after which a unit returns.
const CALM: f32 = 1.0;

/// The share of its greatest speed below which a unit has come to rest.
const SLOW: f32 = 0.05;

/// A mover that gets on with less than this share of the speed that it wants is blocked.
const BLOCKED: f32 = 0.3;

/// Sums of radii: a mover whose line passes farther than this from a unit's centre does not want through it.
const LINE: f32 = 0.95;

/// Cosine: a unit within this of where another one wants to go is ahead of it.
const AHEAD: f32 = 0.5;

/// The share of the distance from which units walk back to their places, up to which they step aside.
const MARGIN: f32 = 0.8;

/// Radii: a unit that returns stops this near to its place.
const HOME: f32 = 0.25;

/// Gives idle and resting units their desired velocities; those of the others are known already. `rest` is room.
pub(crate) fn steer_resting(
    neighbours: &Neighbours,
    bodies: &mut SlotMap<UnitId, Body>,
    parameters: &WorldParameters,
    rests: &mut Vec<bool>,
) {
    rests.clear();
    rests.extend(neighbours.discs().iter().map(|disc| bodies[disc.unit].rests()));
    let matters = |&(one, other): &(u32, u32)| rests[one as usize] || rests[other as usize];
    let pairs = neighbours.pairs().filter(matters);
    for (a, b) in pairs.filter_map(|pair| touches(neighbours, pair)) {
        let Some([one, other]) = bodies.get_disjoint_mut([a, b]) else { continue };
        notice(one, other);
        notice(other, one);
    }
    bodies.values_mut().filter(|body| body.rests()).for_each(|body| rest(body, parameters));
}

/// Has a unit at rest notice another one that it touches.
fn notice(body: &mut Body, other: &Body) {
    if !body.rests() {
        return;
    }
    if !other.is_still() {
        consider(body, other);
    } else if !other.rests() || other.desired == Vec2::ZERO {
        let (way, ahead) = (body.belongs() - body.position, other.position - body.position);
        body.aside.is_obstructed |= way.dot(ahead) > AHEAD * way.length() * ahead.length();
    }
}

/// Has a unit at rest make room for a mover, if that is a friend, wants through it and hardly gets on.
fn consider(body: &mut Body, mover: &Body) {
    let wish = mover.wish();
    let (Some(direction), offset) = (wish.try_normalize(), body.position - mover.position) else {
        return;
    };
    let ahead = direction.dot(offset);
    if ahead <= 0.0 || body.team != mover.team {
        return;
    }
    // Only up to where the mover stops.
    let to_go =
        mover.task.as_ref().map_or(f32::INFINITY, |task| task.place.distance(mover.position));
    let line = LINE * (body.radius + mover.radius);
    if (direction * ahead.min(to_go)).distance_squared(offset) > line * line {
        return;
    }
    body.aside.calm = 0;
    let is_blocked = mover.velocity.dot(direction) < BLOCKED * wish.length();
    let distance = offset.length_squared();
    let key = |(distance, at): (f32, Vec2)| (distance, at.x, at.y);
    let nearest =
        body.aside.passer.is_none_or(|known| key((distance, mover.position)) < key(known));
    if (is_blocked || mover.driver == Driver::Engine) && nearest {
        body.aside.passer = Some((distance, mover.position));
        // Dead ahead, either side is as good: to the left.
        let side = if direction.perp_dot(offset) < 0.0 { -1.0 } else { 1.0 };
        body.aside.direction = direction.perp() * side;
    }
}

/// The desired velocity of a unit at rest.
fn rest(body: &mut Body, parameters: &WorldParameters) {
    let ticks = |seconds: f32| (seconds / parameters.tick).ceil() as u32;
    let passer = body.aside.passer.take();
    let is_obstructed = std::mem::take(&mut body.aside.is_obstructed);
    body.aside.calm = body.aside.calm.saturating_add(1);
    if body.aside.stops {
        body.home = body.position;
        let moves = body.velocity.length() > SLOW * body.max_speed;
        body.aside.calm = if moves { 0 } else { body.aside.calm };
        body.aside.stops = body.aside.calm <= ticks(CALM);
    }
    let pace = parameters.step_aside * body.max_speed;
    if passer.is_some() && pace > 0.0 {
        (body.aside.ticks, body.aside.returns) = (ticks(STEP), false);
    }
    if body.aside.ticks > 0 {
        body.aside.ticks -= 1;
        let is_far = strays(body, parameters.return_radius);
        body.desired = if is_far { Vec2::ZERO } else { body.aside.direction * pace };
    } else if body.driver == Driver::World {
        let is_calm = body.aside.calm > ticks(CALM) && body.velocity.length() <= pace;
        body.desired = back(body, parameters, is_calm, is_obstructed);
    }
}

/// Whether a step aside would take a unit so far from its place that it had to walk back.
fn strays(body: &Body, return_radius: f32) -> bool {
    let Some(task) = &body.task else { return false };
    let offset = body.position - task.place;
    offset.length() > MARGIN * return_radius * body.radius && offset.dot(body.aside.direction) > 0.0
}

/// The velocity with which a unit at rest returns to its place, if it does.
fn back(body: &mut Body, parameters: &WorldParameters, is_calm: bool, is_obstructed: bool) -> Vec2 {
    let (way, rests) = (body.belongs() - body.position, body.task.is_some());
    let distance = way.length();
    let from = match (body.aside.returns, rests) {
        (true, _) => HOME,
        (false, true) => parameters.return_radius,
        (false, false) => parameters.settle_radius,
    };
    body.aside.returns = is_calm && distance > from * body.radius;
    if body.aside.returns && is_obstructed {
        (body.aside.returns, body.aside.calm) = (false, 0);
    }
    if !body.aside.returns {
        return Vec2::ZERO;
    }
    let pace = parameters.step_aside * body.max_speed;
    let braking = (2.0 * body.acceleration * distance).sqrt();
    way / distance * pace.min(distance / parameters.approach_time).min(braking)
}

impl Body {
    /// Whether it is idle or at rest and may make room.
    fn rests(&self) -> bool {
        !self.holding && self.is_settled_or_idle()
    }

    /// Where it returns to.
    fn belongs(&self) -> Vec2 {
        self.task.as_ref().map_or(self.home, |task| task.place)
    }

    /// Whether it has nowhere to go: for others it is part of what stands there.
    fn is_still(&self) -> bool {
        match self.driver {
            Driver::World => self.holding || self.is_settled_or_idle(),
            Driver::Engine => self.wish() == Vec2::ZERO,
        }
    }

    fn is_settled_or_idle(&self) -> bool {
        self.task.as_ref().is_none_or(|task| task.settled)
    }

    /// Where a moving unit wants to go, in m/s: an engine knows more of its units than the world.
    fn wish(&self) -> Vec2 {
        let is_driven = self.driver == Driver::Engine && self.velocity.length() > STILL;
        if is_driven { self.velocity } else { self.desired }
    }
}
