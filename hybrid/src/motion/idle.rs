//! Idle and resting units step aside for friends that cannot pass, and return.
//!
//! Movers go round them where they can. Only for one that touches a unit at rest, wants through it and hardly gets on,
//! that unit steps out of its line, to the side on which it is, and slowly; for one on its way through so do those beside it
//! on that side, layer by layer: a packed crowd would not part else. It returns when nobody has wanted to pass for a while;
//! friends that rest in its way step aside for it as for any other mover. Where somebody else stands in its way it waits
//! and tries again later. Where somebody has taken its place, or it does not get there, it stays where it is: else two
//! crowds that were sent to one point would push each other about for ever.

use glam::Vec2;
use slotmap::SlotMap;

use super::disc::Disc;
use super::neighbours::Neighbours;
use super::requests::{Noticed, Passer, YieldRequests};
use super::touching::touches;
use crate::base::handle::UnitId;
use crate::base::tolerances::STILL;
use crate::bodies::precedence::Precedence;
use crate::bodies::unit::{Body, Driver};
use crate::parameters::WorldParameters;
use crate::schedule::DecisionTime;

/// Seconds that a step aside lasts after nobody is blocked any more.
const STEP: f32 = 0.2;

/// Seconds without anyone who wants to pass, after which a unit returns.
const CALM: f32 = 1.0;

/// Seconds without anyone who wants to pass, after which a unit returns from nearer as well: so ranks are dressed.
const QUIET: f32 = 3.0;

/// So often it does: others may push it for ever.
const DRESSINGS: u8 = 3;

/// Radii: who rests this near to its place is in its rank.
const DRESSED: f32 = 0.7;

/// Seconds for which a unit is kept from its way back, before it stays where it is.
const GIVE_UP: f32 = 12.0;

/// The share of its greatest speed below which a unit has come to rest.
const SLOW: f32 = 0.05;

/// A mover that gets on with less than this share of the speed that it wants is blocked.
const BLOCKED: f32 = 0.3;

/// One on its way through is, with less than this share.
const SLOWED: f32 = 0.7;

/// Sums of radii: a mover whose line passes farther than this from a unit's centre does not want through it.
const LINE: f32 = 0.95;

/// Cosine: a unit within this of where another one wants to go is ahead of it.
const AHEAD: f32 = 0.5;

/// Cosine: a unit that is pushed along within this of where another one is pushes that one along.
const STRAIGHT: f32 = 0.8;

/// The share of the distance from which units walk back to their places, up to which they step aside.
const MARGIN: f32 = 0.8;

/// The multiple of that distance up to which they do for one that is stuck at them.
const FAR: f32 = 3.0;

/// Radii: a unit that returns stops this near to its place.
const HOME: f32 = 0.25;

/// Gives idle and resting units their desired velocities; those of the others are known already.
pub(crate) fn steer_resting(
    neighbours: &Neighbours,
    bodies: &mut SlotMap<UnitId, Body>,
    parameters: &WorldParameters,
    moment: DecisionTime,
    requests: &mut YieldRequests,
) {
    let discs = neighbours.discs();
    if requests.begin(discs) {
        for (one, other) in neighbours.pairs() {
            if !requests.rests(one) && !requests.rests(other) {
                continue;
            }
            let touching = touches(neighbours, (one, other));
            let Some((a, b)) = touching else { continue };
            if requests.rests(one) && requests.rests(other) && are_friends(discs, one, other) {
                requests.note_touching(one, other);
            }
            let Some([a, b]) = bodies.get_disjoint_mut([a, b]) else { continue };
            // Who follows another one, or yields to it, goes round it.
            if !neighbours.gives_way(other, one) {
                notice(one, a, b, parameters, requests);
            }
            if !neighbours.gives_way(one, other) {
                notice(other, b, a, parameters, requests);
            }
        }
        requests.spread(|disc, other| push_along([disc, other], discs, bodies));
        for (disc, index) in discs.iter().zip(0..).filter(|&(_, index)| requests.rests(index)) {
            rest(&mut bodies[disc.unit], requests.of(index), parameters, moment);
        }
    }
    // Those on links have no discs.
    if discs.len() < bodies.len() {
        let over = bodies.values_mut().filter(|body| body.crossing.is_some() && body.rests());
        over.for_each(|body| rest(body, Noticed::default(), parameters, moment));
    }
}

fn are_friends(discs: &[Disc], one: u32, other: u32) -> bool {
    discs[one as usize].team == discs[other as usize].team
}

/// Has the second of two discs at rest step as the first one does, if it is in its way. Returns whether it is.
fn push_along(pair: [u32; 2], discs: &[Disc], bodies: &mut SlotMap<UnitId, Body>) -> bool {
    let [one, other] = pair.map(|disc| &discs[disc as usize]);
    let (way, ahead) = (bodies[one.unit].aside, other.position - one.position);
    let is_ahead = way.direction.dot(ahead) > AHEAD * ahead.length();
    if is_ahead {
        let pushed = &mut bodies[other.unit].aside;
        (pushed.direction, pushed.leads, pushed.calm) = (way.direction, way.leads, 0);
    }
    is_ahead
}

/// Has a unit at rest notice another one that it touches.
fn notice(
    disc: u32,
    body: &mut Body,
    other: &Body,
    parameters: &WorldParameters,
    requests: &mut YieldRequests,
) {
    if !requests.rests(disc) {
        return;
    }
    if other.rests() && replaces(other, body, parameters.settle_radius) {
        requests.of_mut(disc).is_replaced = true;
    }
    let (ahead, pushed) = (body.position - other.position, other.velocity);
    let is_straight = || pushed.dot(ahead) > STRAIGHT * pushed.length() * ahead.length();
    if other.rests() && other.aside.gives && other.team == body.team && is_straight() {
        // It is pushed along itself.
        (body.aside.gives, body.aside.calm) = (true, 0);
    }
    if !other.is_still() {
        consider(disc, body, other, requests);
    }
    if !other.rests() || other.team != body.team {
        let (way, ahead) = (body.belongs() - body.position, other.position - body.position);
        if way.dot(ahead) > AHEAD * way.length() * ahead.length() {
            requests.of_mut(disc).is_obstructed = true;
        }
    }
}

/// Returns whether a unit rests at its own place while another one was pushed off one that is so near that not both can be
/// where they belong. Places of one order are never so.
fn replaces(one: &Body, pushed: &Body, settle_radius: f32) -> bool {
    let is_off = |body: &Body| {
        let off = settle_radius * body.radius;
        body.belongs().distance_squared(body.position) > off * off
    };
    let room = one.radius + pushed.radius * (1.0 - settle_radius);
    is_off(pushed)
        && !is_off(one)
        && one.belongs().distance_squared(pushed.belongs()) < (room * room).max(0.0)
}

/// Has a unit at rest make room for a mover, if that is a friend, wants through it and hardly gets on.
fn consider(disc: u32, body: &mut Body, mover: &Body, requests: &mut YieldRequests) {
    let decision = mover.decision();
    let (Some(direction), offset) = (decision.try_normalize(), body.position - mover.position)
    else {
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
    body.aside.gives |= mover.task.as_ref().is_some_and(|task| task.stuck_state.is_stuck);
    let orders = [body, mover].map(|body| body.task.as_ref().map(|task| task.order));
    let is_mate = orders[0].is_some() && orders[0] == orders[1];
    let least = if is_mate { BLOCKED } else { SLOWED };
    let is_blocked = mover.velocity.dot(direction) < least * decision.length();
    let is_narrow = mover.precedence == Precedence::Inside;
    if !is_blocked && !is_narrow && mover.driver != Driver::Engine {
        return;
    }
    let passer = Passer { distance: offset.length_squared(), position: mover.position, is_mate };
    let known = &mut requests.of_mut(disc).passer;
    if known.is_none_or(|known| passer.is_nearer(known)) {
        *known = Some(passer);
        // Dead ahead, either side is as good: to the left. Where nobody passes it goes ahead of the mover.
        let side = if direction.perp_dot(offset) < 0.0 { -1.0 } else { 1.0 };
        body.aside.direction = if is_narrow { direction } else { direction.perp() * side };
        body.aside.leads = is_narrow;
    }
}

/// The desired velocity of a unit at rest.
fn rest(body: &mut Body, noticed: Noticed, parameters: &WorldParameters, moment: DecisionTime) {
    let ticks = |seconds: f32| (seconds / parameters.tick).ceil() as u32;
    let Noticed { passer, is_obstructed, is_replaced, is_pushed } = noticed;
    if is_replaced && body.driver == Driver::World {
        body.belong_here();
    }
    let passed = moment.passed.min(u16::MAX.into()) as u16;
    body.aside.calm = body.aside.calm.saturating_add(passed.into());
    if body.aside.stops {
        body.home = body.position;
        let moves = body.velocity.length() > SLOW * body.speed();
        body.aside.calm = if moves { 0 } else { body.aside.calm };
        body.aside.stops = body.aside.calm <= ticks(CALM);
    }
    body.aside.gives &= body.aside.calm <= ticks(CALM);
    let pace = parameters.step_aside * body.speed();
    if (passer.is_some() || is_pushed) && pace > 0.0 {
        let step = u16::try_from(ticks(STEP)).unwrap_or(u16::MAX);
        (body.aside.ticks, body.aside.returns) = (step, false);
    }
    if body.aside.ticks > 0 {
        body.aside.ticks = body.aside.ticks.saturating_sub(passed);
        let radii = if body.aside.gives { FAR } else { 1.0 } * parameters.return_radius;
        let is_far = !body.aside.leads && strays(body, radii);
        let pace = if body.aside.leads { body.speed() } else { pace };
        body.desired = if is_far { Vec2::ZERO } else { body.aside.direction * pace };
    } else if body.driver == Driver::World {
        let is_calm = body.aside.calm > ticks(CALM) && body.velocity.length() <= pace;
        let was_returning = body.aside.returns;
        body.desired = back(body, parameters, is_calm, is_obstructed);
        let gets_on = body.velocity.dot(body.desired) > BLOCKED * pace * body.desired.length();
        let kept = match (body.aside.returns, is_obstructed) {
            (true, _) if !gets_on => passed.into(),
            (false, true) if was_returning => ticks(CALM),
            _ => 0,
        };
        body.aside.kept += kept;
        if body.aside.kept > ticks(GIVE_UP) {
            body.belong_here();
        }
    }
}

/// Returns whether a step aside would take a unit so far from its place that it had to walk back.
fn strays(body: &Body, return_radius: f32) -> bool {
    let Some(task) = &body.task else { return false };
    let offset = body.position - task.place;
    offset.length() > MARGIN * return_radius * body.radius && offset.dot(body.aside.direction) > 0.0
}

/// The velocity with which a unit at rest returns to its place, if it does.
fn back(body: &mut Body, parameters: &WorldParameters, is_calm: bool, is_obstructed: bool) -> Vec2 {
    let (way, rests) = (body.belongs() - body.position, body.task.is_some());
    let distance = way.length();
    let ticks = |seconds: f32| (seconds / parameters.tick).ceil() as u32;
    let is_quiet = body.aside.calm > ticks(QUIET) && body.aside.dressings < DRESSINGS;
    let did_return = body.aside.returns;
    let from = match (body.aside.returns, rests) {
        (true, _) => HOME,
        (false, true) if is_quiet => {
            parameters.return_radius.min(DRESSED.max(parameters.settle_radius))
        }
        (false, true) => parameters.return_radius,
        (false, false) => parameters.settle_radius,
    };
    body.aside.returns = is_calm && distance > from * body.radius;
    if distance <= from * body.radius {
        body.aside.kept = 0;
    }
    if body.aside.returns && is_obstructed {
        (body.aside.returns, body.aside.calm) = (false, 0);
    }
    if !body.aside.returns {
        return Vec2::ZERO;
    }
    let dresses = !did_return && distance <= parameters.return_radius * body.radius;
    body.aside.dressings += u8::from(rests && dresses);
    let pace = parameters.step_aside * body.speed();
    let braking = (2.0 * body.acceleration * distance).sqrt();
    way / distance * pace.min(distance / parameters.approach_time).min(braking)
}

impl Body {
    /// Has it rest where it stands from now on.
    fn belong_here(&mut self) {
        (self.aside.returns, self.aside.kept, self.desired) = (false, 0, Vec2::ZERO);
        match &mut self.task {
            Some(task) => task.place = self.position,
            None => self.home = self.position,
        }
    }

    /// Returns whether it has nowhere to go: for others it is part of what stands there.
    fn is_still(&self) -> bool {
        match self.driver {
            Driver::World => self.holding || (self.is_settled_or_idle() && !self.aside.returns),
            Driver::Engine => self.decision() == Vec2::ZERO,
        }
    }

    /// Returns where a moving unit wants to go, in m/s: an engine knows more of its units than the world.
    fn decision(&self) -> Vec2 {
        let is_driven = self.driver == Driver::Engine && self.velocity.length() > STILL;
        if is_driven { self.velocity } else { self.desired }
    }
}
