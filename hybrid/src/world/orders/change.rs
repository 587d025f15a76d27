//! Orders under way are read and changed.

use glam::Vec2;

use super::check::check_count;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::formation::{Formed, Shape};
use crate::bodies::order::{Order, OrderView, Repeat, Unreachable};
use crate::error::WorldError;
use crate::recording::call::Call;
use crate::world::state::World;

impl World {
    /// An order; `None` if no unit has it any more.
    pub fn order_view(&self, order: OrderId) -> Option<OrderView<'_>> {
        self.core.orders.get(order).map(|known| known.view(order))
    }

    /// Has more units follow an order, in place of the orders they had; units that follow it already do so still. They go to
    /// the way point to which the hindmost unit of the order goes; to the first one if it repeats its way. If nobody is near the goal yet all places are given
    /// anew, with the next step: until then the place of a unit that has joined is where it stands. Else theirs lie round
    /// those of the others.
    ///
    /// # Errors
    /// As of [`World::order`], and: the handle is stale, or the order's units have goals, or offsets in a formation, of their own.
    pub fn join(&mut self, order: OrderId, units: &[UnitId]) -> Result<(), WorldError> {
        self.note(|| Call::Join { order, units: units.to_vec() });
        self.check_units(units)?;
        let known = self.known(order)?;
        let goal = known.goal.ok_or(WorldError::GoalsOfTheirOwn { order })?;
        let is_own = |formed: &Formed| matches!(formed.formation.shape, Shape::Offsets(_));
        if known.formed.as_deref().is_some_and(is_own) {
            return Err(WorldError::OffsetsOfTheirOwn { order });
        }
        if let Some(unit) = known.target.filter(|target| units.contains(target)) {
            return Err(WorldError::FollowsItself { unit });
        }
        self.take_effect()?;
        let has_it = |unit: &UnitId| {
            self.core.bodies[*unit].task.as_ref().is_some_and(|task| task.order == order)
        };
        let fresh = units.iter().filter(|unit| !has_it(unit));
        let fresh: Vec<UnitId> = fresh.copied().collect();
        let known = &self.core.orders[order];
        let end = known.passed + known.way_points.len() as u32;
        let repeats = known.repeat != Repeat::Once;
        let leg = if repeats { 0 } else { self.hindmost_leg(order).unwrap_or(end) };
        if self.core.orders[order].is_unplaced() || !self.has_begun(order) {
            return self.join_early(order, goal, &fresh, leg);
        }
        let mut changed = self.core.orders[order].clone();
        let taken = self.ends(order, &fresh);
        let sent = self.send_to(&mut changed, goal, &fresh, &taken);
        if changed.unreachable == Unreachable::Stop {
            self.check_sent(&sent)?;
        }
        changed.planned = false;
        self.core.orders[order] = changed;
        fresh.iter().for_each(|&unit| self.dismiss(unit));
        self.enlist(order, &sent, leg);
        self.fall_in(order, &fresh);
        Ok(())
    }

    /// Moves the goal of an order to another point, in metres; an order that followed a unit follows it no longer. May be
    /// called every tick: places and ways change as soon as it matters, with the next plans of the order. Units that
    /// have arrived set off again, and will arrive again.
    ///
    /// # Errors
    /// The handle is stale, the order's units have goals of their own, the order repeats its way, and as of [`World::order`] for a
    /// [`Goal::Point`](crate::Goal::Point); too little room shows later: then some stop where they are.
    pub fn move_goal(&mut self, order: OrderId, goal: Vec2) -> Result<(), WorldError> {
        self.note(|| Call::MoveGoal { order, goal });
        let known = self.once(order)?;
        let policy = known.unreachable;
        known.goal.ok_or(WorldError::GoalsOfTheirOwn { order })?;
        self.make_ready(order, goal, policy)?;
        let known = &mut self.core.orders[order];
        known.planned &= known.target.is_none();
        (known.goal, known.target) = (Some(goal), None);
        Ok(())
    }

    /// Has the units of an order go on to another point, in metres, once they have been at the goal that they have now: that
    /// becomes the last way point. Units that have arrived there set off, and will arrive again.
    ///
    /// # Errors
    /// As of [`World::move_goal`], and: the order follows a unit, whose way has no end; too little room; more than
    /// [`MOST_WAY_POINTS`](crate::MOST_WAY_POINTS) that not all units have passed.
    pub fn append_goal(&mut self, order: OrderId, goal: Vec2) -> Result<(), WorldError> {
        self.note(|| Call::AppendGoal { order, goal });
        let known = self.once(order)?;
        let (policy, target) = (known.unreachable, known.target);
        let last = known.goal.ok_or(WorldError::GoalsOfTheirOwn { order })?;
        if let Some(target) = target {
            return Err(WorldError::FollowsUnit { order, target });
        }
        let left = self.hindmost_leg(order).map_or(0, |leg| known.legs_from(leg).count());
        check_count(left + 1)?;
        self.make_ready(order, goal, policy)?;
        let mut changed = self.core.orders[order].clone();
        let units: Vec<UnitId> = self.units_of(order).collect();
        changed.shared.clear();
        changed.forget_way_points(self.hindmost_leg(order).unwrap_or(u32::MAX));
        changed.way_points.push(last);
        (changed.goal, changed.placed, changed.planned) = (Some(goal), goal, false);
        let sent = self.send_to(&mut changed, goal, &units, &[]);
        if policy == Unreachable::Stop {
            self.check_sent(&sent)?;
        }
        let newest = changed.passed + changed.way_points.len() as u32 - 1;
        self.core.orders[order] = changed;
        self.redirect(order, &sent);
        for unit in units {
            let Some(task) = &mut self.core.bodies[unit].task else { continue };
            task.arrived = false;
            if !task.is_passing() {
                self.set_off(unit, newest);
            }
        }
        Ok(())
    }

    /// Has edits take effect and units that have joined an order get their places, before they go to another goal that all its
    /// units can get to.
    ///
    /// # Errors
    /// The goal does not suit a unit, or the order has ended: there was no place for any.
    fn make_ready(
        &mut self,
        order: OrderId,
        goal: Vec2,
        policy: Unreachable,
    ) -> Result<(), WorldError> {
        self.take_effect()?;
        let units: Vec<UnitId> = self.units_of(order).collect();
        units.iter().try_for_each(|&unit| self.check_goal(unit, goal, policy))?;
        self.place_gathered();
        self.known(order).map(drop)
    }

    /// An order whose units stop at its goal.
    fn once(&self, order: OrderId) -> Result<&Order, WorldError> {
        let known = self.known(order)?;
        if known.repeat == Repeat::Once {
            Ok(known)
        } else {
            Err(WorldError::OrderRepeats { order })
        }
    }

    fn known(&self, order: OrderId) -> Result<&Order, WorldError> {
        self.core.orders.get(order).ok_or(WorldError::StaleOrder { order })
    }

    /// Returns the first of the way points to which the units of an order go; `None` if all have passed all.
    fn hindmost_leg(&self, order: OrderId) -> Option<u32> {
        let known = &self.core.orders[order];
        if known.way_points.is_empty() {
            return None;
        }
        let tasks = self.members.of(order).filter_map(|unit| self.core.bodies[unit].task.as_ref());
        let mut legs = tasks.filter_map(|task| task.leg.map(|(way_point, _)| way_point));
        // No unit goes to one before the first.
        let first = known.passed;
        let least = legs.try_fold(u32::MAX, |least, leg| (leg > first).then(|| least.min(leg)));
        least.map_or(Some(first), |least| Some(least).filter(|&least| least < u32::MAX))
    }

    /// Returns whether one of the units of an order has taken its place.
    pub(super) fn has_begun(&self, order: OrderId) -> bool {
        let mut tasks =
            self.members.of(order).filter_map(|unit| self.core.bodies[unit].task.as_ref());
        tasks.any(|task| task.has_taken || task.settled)
    }
}
