//! Goals that move: units that are followed, and goals that the game moves.

use glam::Vec2;

use super::carry::CROWDED;
use super::share::course;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, Unreachable};
use crate::bodies::task::Beside;
use crate::bodies::unit::Body;
use crate::event::{Event, PathLostReason};
use crate::ways::sight::{reach, sees};
use crate::world::state::World;

/// Slot spacings: a goal that has moved less than this has not moved.
const STILL: f32 = 0.25;

/// Slot spacings, for a unit that is followed and does not go anywhere: those who follow it push it to and fro, and would never
/// come to rest.
const PUSHED: f32 = 1.0;

/// Slot spacings, for units that follow each other in a ring: else they would go round for ever.
const RING: f32 = 2.0;

/// Slot spacings: who is farther from its place behind a unit on its way has not come there yet.
const COMING: f32 = 4.0;

/// How many units that follow each other are looked through for a ring.
const LONGEST_RING: usize = 16;

/// The share of how far the places of units reach round the one that they follow by which it must have gone on to matter: the
/// more there are, the longer it takes to choose them anew, and the less they mind.
const OF_REACH: f32 = 0.06;

/// The share of what the nearest unit still has to go by which a goal must have moved to matter: the way there is as good
/// as before, and places are given near the goal.
const FAR: f32 = 0.1;

/// The share of an order's range within which places for a goal that moves are chosen: so that it need not be left at once.
const IN_HAND: f32 = 0.9;

/// Radii: a unit that was pushed no farther from its place goes back to it, and those who follow it stay.
const RETURNS: f32 = 8.0;

/// Returns where a unit that others follow rests, or will rest again, though they push it to and fro; `None` on its way.
fn rests_at(target: &Body) -> Option<Vec2> {
    let has_come = target.task.as_ref().is_none_or(|task| task.arrived && !task.is_passing());
    let is_near = |place: &Vec2| place.distance(target.position) <= RETURNS * target.radius;
    has_come.then(|| target.belongs()).filter(is_near)
}

/// Returns where a unit is for those who follow it.
fn seen(target: &Body) -> Vec2 {
    rests_at(target).unwrap_or(target.position)
}

/// Returns whether a unit that others follow rests and is not pushed on.
fn has_stopped(target: &Body) -> bool {
    target.is_settled_or_idle() && course(target) == Vec2::ZERO
}

/// How far a unit that an order follows may be pushed, in metres, and still be where it rested.
fn pushed(order: &Order) -> f32 {
    PUSHED * order.shared.first().map_or(0.0, |shared| shared.spacing)
}

impl World {
    /// Gives the units of orders that are due places round goals that have moved so far that it matters.
    pub(crate) fn follow_goals(&mut self) {
        let period = self.core.definition.parameters.plan_ticks();
        let moving = |order: &Order| {
            // One tick before groups form and plans are asked for, which takes as long.
            order.is_due(self.tick + 1, period)
                && order.goal.is_some_and(|goal| order.target.is_some() || goal != order.placed)
        };
        let mut orders = std::mem::take(&mut self.scratch.moving);
        orders.clear();
        orders.extend(self.core.orders.iter().filter(|(_, order)| moving(order)).map(|(id, _)| id));
        let mut placed = Vec::new();
        for &order in &orders {
            let target = self.core.orders[order].target;
            match target.map(|target| self.core.bodies.get(target).map(seen)) {
                Some(None) => self.lose_target(order),
                Some(seen) => self.core.orders[order].goal = seen,
                None => {}
            }
            match self.core.orders.get(order).and_then(|known| self.moved(order, known)) {
                Some((goal, true)) => {
                    if !self.carry(order, goal) {
                        self.follow(order, goal);
                    }
                    placed.push(order);
                }
                Some((goal, false)) => self.core.orders[order].placed = goal,
                None => {}
            }
            self.arrive_anew(order);
        }
        self.scratch.moving = orders;
        if !placed.is_empty() {
            placed.sort_unstable();
            self.leave_free(&placed);
        }
    }

    /// Has the units of an order arrive anew that follow a unit which has gone on and come to rest again; but those who have
    /// arrived beside it on this leg have done so.
    fn arrive_anew(&mut self, id: OrderId) {
        let Some(at) = self.end_of_leg(id) else { return };
        let order = &mut self.core.orders[id];
        let (is_first, far) = (order.rested.replace(at).is_none(), pushed(order));
        let units: Vec<UnitId> = self.units_of(id).collect();
        for unit in units {
            let Some(task) = &mut self.core.bodies[unit].task else { continue };
            let has_told = match std::mem::replace(&mut task.beside, Beside::Nothing) {
                Beside::Nothing => is_first,
                Beside::Walking => true,
                Beside::Resting(seen) => is_first || seen.distance(at) <= far,
            };
            if !has_told && task.arrived {
                (task.arrived, task.settled) = (false, false);
            }
        }
    }

    /// Where the unit rests that an order follows, if that is elsewhere than where it rested before.
    fn end_of_leg(&self, id: OrderId) -> Option<Vec2> {
        let order = self.core.orders.get(id)?;
        let target = self.core.bodies.get(order.target?)?;
        let has_moved = |from: Vec2| from.distance(seen(target)) > pushed(order);
        (has_stopped(target) && order.rested.is_none_or(has_moved)).then_some(seen(target))
    }

    /// Notes who has just arrived beside a unit that others follow.
    pub(crate) fn note_arrivals(&mut self, from: usize) {
        for &event in &self.events[from..] {
            let Event::Arrived { unit, order } = event else { continue };
            let target = self.core.orders.get(order).and_then(|order| order.target);
            let Some(target) = target.and_then(|target| self.core.bodies.get(target)) else {
                continue;
            };
            let beside =
                if has_stopped(target) { Beside::Resting(seen(target)) } else { Beside::Walking };
            if let Some(task) = &mut self.core.bodies[unit].task {
                task.beside = beside;
            }
        }
    }

    /// Gives the units of orders other places that follow a unit at rest of one of those that have just got their `placed`
    /// ones, if some of these are their own: the unit that they follow need not move for that.
    fn leave_free(&mut self, placed: &[OrderId]) {
        let is_beside = |order: &Order| {
            let target = order.target.and_then(|target| self.core.bodies.get(target));
            let task = target.and_then(|target| target.task.as_ref());
            task.is_some_and(|task| task.settled && placed.binary_search(&task.order).is_ok())
        };
        let is_crowded = |id: OrderId, order: &Order| {
            let spacing = order.shared.first().map_or(0.0, |shared| shared.spacing);
            let taken = self.train(order).taken(CROWDED * spacing);
            spacing > 0.0 && !self.ends(id, &[]).into_iter().all(|place| taken.leaves(place))
        };
        let orders = self
            .core
            .orders
            .iter()
            .filter(|(id, order)| is_beside(order) && is_crowded(*id, order));
        let orders: Vec<OrderId> = orders.map(|(id, _)| id).collect();
        for order in orders {
            if let Some(goal) = self.core.orders[order].goal {
                self.follow(order, goal);
            }
        }
    }

    /// Gives units other places that follow one that has another radius now.
    pub(super) fn follow_resized(&mut self, resized: &[UnitId]) {
        let follows = |order: &Order| {
            order.target.is_some_and(|target| resized.contains(&target)) && !order.is_unplaced()
        };
        let orders = self.core.orders.iter().filter(|(_, order)| follows(order));
        let orders: Vec<OrderId> = orders.map(|(id, _)| id).collect();
        for order in orders {
            if let Some(goal) = self.core.orders[order].goal {
                self.follow(order, goal);
            }
        }
    }

    /// Round which goal the places of an order should lie now, and whether some must change for that; `None` if it is near
    /// enough to where it was.
    fn moved(&self, id: OrderId, order: &Order) -> Option<(Vec2, bool)> {
        let in_ring = self.is_in_ring(id, order);
        let goal = if in_ring { order.goal? } else { self.expected(order)? };
        let shift = goal.distance(order.placed);
        let spacing = order.shared.first().map_or(0.0, |shared| shared.spacing);
        let exact = order.target.is_none() && order.range == 0.0;
        let target = order.target.and_then(|target| self.core.bodies.get(target));
        let still = match target {
            Some(_) if in_ring => RING * spacing,
            Some(target) if target.is_settled_or_idle() => PUSHED * spacing,
            Some(_) => {
                let reach = order.shared.first().map_or(0.0, |shared| shared.reach);
                f32::max(STILL * spacing, OF_REACH * reach)
            }
            None => STILL * spacing,
        };
        if !in_ring && target.is_some_and(has_stopped) && self.trails(id, order) {
            return Some((goal, true));
        }
        if shift == 0.0 || (shift < still && !exact) {
            return None;
        }
        let units = self.members.of(id);
        let mut bodies = units.clone().map(|unit| &self.core.bodies[unit]);
        let distances = units.map(|unit| self.core.bodies[unit].position.distance(goal));
        let rest = distances.fold(f32::INFINITY, f32::min) - order.range;
        if rest > 0.0 && shift < FAR * rest {
            return None;
        }
        let is_out = |body| self.is_out_of_range(body, order, goal);
        Some((goal, order.range == 0.0 || bodies.any(is_out)))
    }

    /// Returns whether the places of an order lie behind the unit that it follows, as it was on its way, and some of its units
    /// are not among them yet: these would come to rest far from a unit that stands, with room ahead of it.
    fn trails(&self, id: OrderId, order: &Order) -> bool {
        let Some(shared) = order.shared.first().filter(|shared| shared.ring.ahead != Vec2::ZERO)
        else {
            return false;
        };
        let far = f32::max(COMING * shared.spacing, 0.5 * shared.reach);
        self.members.of(id).map(|unit| &self.core.bodies[unit]).any(|body| {
            let task = body.task.as_ref();
            task.is_some_and(|task| body.position.distance(task.end().place) > far)
        })
    }

    /// Returns whether the unit that an order follows follows one of the order's units itself, or one that does, and so on.
    fn is_in_ring(&self, id: OrderId, order: &Order) -> bool {
        let of = |unit: UnitId| Some(self.core.bodies.get(unit)?.task.as_ref()?.order);
        let next = |&leads: &OrderId| of(self.core.orders.get(leads)?.target?);
        let first = order.target.and_then(of);
        std::iter::successors(first, next).take(LONGEST_RING).any(|leads| leads == id)
    }

    /// Returns where the goal of an order will be at the next plan, as far as it can get straight on; with a range it may be
    /// where it is.
    fn expected(&self, order: &Order) -> Option<Vec2> {
        let goal = order.goal?;
        let target = order.target.and_then(|target| self.core.bodies.get(target));
        let walks = |target: &&Body| order.range == 0.0 && rests_at(target).is_none();
        let Some(target) = target.filter(walks) else { return Some(goal) };
        let ahead = goal + target.velocity * self.core.definition.parameters.plan_period;
        Some(reach(self.core.meshes.of(target.class()), goal, ahead, None))
    }

    /// Returns whether a unit's place is not within the range of a goal, or it would not see it from there.
    fn is_out_of_range(&self, body: &Body, order: &Order, goal: Vec2) -> bool {
        let Some(task) = &body.task else { return false };
        let place = task.end().place;
        place.distance(goal) > order.range || !sees(self.core.meshes.of(body.class()), place, goal)
    }

    /// Gives all units of an order places round a goal.
    fn follow(&mut self, id: OrderId, goal: Vec2) {
        let Some(mut order) = self.core.orders.get(id).cloned() else { return };
        let units: Vec<UnitId> = self.units_of(id).collect();
        let range = order.range;
        order.shared.clear();
        order.placed = goal;
        if order.target.is_some() {
            order.range *= IN_HAND;
        }
        let sent = self.send_to(&mut order, goal, &units, &[]);
        order.range = range;
        let follows = order.target.is_some();
        self.core.orders[id] = order;
        self.send_on(id, sent);
        let tasks =
            units.iter().filter_map(|&unit| Some((unit, self.core.bodies[unit].task.as_ref()?)));
        let rising: Vec<UnitId> =
            tasks.filter(|(_, task)| !follows && !task.settled).map(|(unit, _)| unit).collect();
        for unit in rising {
            if let Some(task) = &mut self.core.bodies[unit].task {
                task.arrived = false;
            }
        }
    }

    /// The unit that an order followed is no more: its units stop, or go to where it was last seen.
    fn lose_target(&mut self, id: OrderId) {
        let order = &mut self.core.orders[id];
        let goal = order.placed;
        (order.target, order.goal) = (None, Some(goal));
        let (policy, reason) = (order.unreachable, PathLostReason::TargetGone);
        let units: Vec<UnitId> = self.units_of(id).collect();
        for unit in units {
            let Some(task) = &mut self.core.bodies[unit].task else { continue };
            let goes_to = Some(task.end().place);
            match policy {
                Unreachable::Stop => self.lose(unit, id, reason),
                // Who had lost its way before has been told.
                Unreachable::Nearest if task.lost.replace(goal).is_some() => {}
                Unreachable::Nearest => {
                    self.announced.push(Event::PathLost { unit, order: id, reason, goes_to });
                }
            }
        }
    }
}
