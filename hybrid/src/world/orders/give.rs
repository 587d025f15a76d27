//! Orders are given and taken back.

use glam::Vec2;

use super::send::Sent;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::aside::Aside;
use crate::bodies::order::{Goal, Order, OrderDefinition, Repeat, Unreachable};
use crate::bodies::task::Assignment;
use crate::error::WorldError;
use crate::event::{Event, PathLostReason};
use crate::recording::call::Call;
use crate::world::state::World;

impl World {
    /// Sends units to a goal, in place of the orders they had. Edits of obstacles take effect, even if the order is refused.
    ///
    /// Units that share a [`Goal::Point`] get a place each: slots on a hexagonal lattice round it, the nearest by
    /// walking distance, the goal itself among them; units in front get the farthest ones, so that they do not bar the
    /// way to them. Who comes near first gets the farthest one that is left then. Where units come from several sides, by one order
    /// or by several to nearly the same point, all their places count, and those in the middle go first.
    ///
    /// Units that cannot get there go as near as they can, or stay where they are if there is no room for them; they are told so
    /// ([`Event::PathLost`]), and the others go to the goal.
    ///
    /// [`World::order_with`] says more: way points, whether the way repeats, a range, what becomes of units that cannot get there,
    /// a formation, and how fast they go.
    ///
    /// An order that just these units have already, for the same goal, changes nothing: its handle is given again, and nobody
    /// arrives anew. It may be given in every tick. One that repeats its way goes on wherever its units are on their round.
    ///
    /// An order lives as long as units have it: until all of them got another one, were stopped or removed. Its units may
    /// change ([`World::join`], [`World::stop`]), and so may its goal ([`World::move_goal`], [`World::append_goal`]).
    ///
    /// # Errors
    /// All or nothing, without a search: no units, a stale or repeated unit, not one goal per unit, a unit that shall follow
    /// itself, a goal that is not finite or outside.
    pub fn order(&mut self, units: &[UnitId], goal: &Goal) -> Result<OrderId, WorldError> {
        self.order_with(units, &OrderDefinition::new(goal.clone()))
    }

    /// Sends units to a goal as [`World::order`] does, by a definition that says more.
    ///
    /// # Errors
    /// As of [`World::order`], for way points, too; more than [`MOST_WAY_POINTS`](crate::MOST_WAY_POINTS); a way that repeats and
    /// has no way points, no single point for a goal, a range, or a formation; a range that is negative, not a number, or given
    /// for goals of the units' own; and a formation whose numbers are out of their ranges, without an offset for each unit, with
    /// a range, or for another goal than a [`Goal::Point`]. With [`Unreachable::Stop`] also a goal or way point that is blocked
    /// or unreachable for a unit's class, and too little room for all.
    pub fn order_with(
        &mut self,
        units: &[UnitId],
        definition: &OrderDefinition,
    ) -> Result<OrderId, WorldError> {
        self.note(|| Call::Order { units: units.to_vec(), definition: definition.clone() });
        self.check_units(units)?;
        self.check_definition(units, definition)?;
        self.take_effect()?;
        self.check_way(units, definition)?;
        if let Some(running) = self.running_like(units, definition) {
            return Ok(running);
        }
        let (order, sent) = self.plan_order(units, definition)?;
        units.iter().for_each(|&unit| self.dismiss(unit));
        let order = self.core.orders.insert(order);
        self.order_count += 1;
        self.enlist(order, &sent, 0);
        Ok(order)
    }

    /// Returns the order that just these units have, if it is as the definition says: nobody has passed a way point of it, lost
    /// its way, or holds its position.
    fn running_like(&self, units: &[UnitId], definition: &OrderDefinition) -> Option<OrderId> {
        let id = self.core.bodies[*units.first()?].task.as_ref()?.order;
        let order = &self.core.orders[id];
        let OrderDefinition {
            goal,
            way_points,
            repeat,
            range,
            unreachable,
            exchange,
            formation,
            pace,
        } = definition;
        let is_formed = match (&order.formed, formation) {
            (Some(formed), Some(formation)) => {
                formed.formation == *formation && formed.units == units
            }
            (formed, formation) => formed.is_none() && formation.is_none(),
        };
        let is_like = order.units == units.len()
            && order.way_points == *way_points
            && order.repeat == *repeat
            && order.range == *range
            && order.unreachable == *unreachable
            && order.exchange == *exchange
            && order.pace == *pace
            && is_formed
            && !order.is_unplaced();
        let is_goal = match goal {
            Goal::Point(goal) => order.target.is_none() && order.goal == Some(*goal),
            Goal::Unit(target) => order.target == Some(*target),
            Goal::Each(goals) => {
                order.goal.is_none() && (!exchange || self.have_places(units, goals))
            }
        };
        let first = if way_points.is_empty() { None } else { Some(0) };
        let has_it = |(index, unit): (usize, &UnitId)| {
            let body = &self.core.bodies[*unit];
            let is_its_own = |task: &Assignment| match goal {
                Goal::Each(goals) if !exchange => task.end().place == goals[index],
                _ => true,
            };
            body.task.as_ref().is_some_and(|task| {
                task.order == id
                    && task.lost.is_none()
                    && (*repeat != Repeat::Once
                        || task.leg.map(|(way_point, _)| way_point) == first)
                    && is_its_own(task)
            }) && !body.holding
        };
        (is_like && is_goal && units.iter().enumerate().all(has_it)).then_some(id)
    }

    /// Returns whether these places are those of some units, whoever has which.
    fn have_places(&self, units: &[UnitId], places: &[Vec2]) -> bool {
        let sorted = |places: &mut Vec<[u32; 2]>| places.sort_unstable();
        let bits = |place: Vec2| place.to_array().map(f32::to_bits);
        let end = |unit: &UnitId| Some(bits(self.core.bodies[*unit].task.as_ref()?.end().place));
        let mut theirs: Vec<_> = units.iter().filter_map(end).collect();
        let mut wanted: Vec<_> = places.iter().copied().map(bits).collect();
        sorted(&mut theirs);
        sorted(&mut wanted);
        theirs == wanted
    }

    /// Takes the units' orders away; they stop where they are, and hold their position no longer. The other units of
    /// their orders go on.
    ///
    /// # Errors
    /// No units, a stale or repeated unit: no unit was stopped.
    pub fn stop(&mut self, units: &[UnitId]) -> Result<(), WorldError> {
        self.note(|| Call::Stop(units.to_vec()));
        self.check_units(units)?;
        units.iter().for_each(|&unit| self.dismiss(unit));
        Ok(())
    }

    /// Takes a unit's order away.
    pub(crate) fn dismiss(&mut self, unit: UnitId) {
        self.watch.call();
        let body = &mut self.core.bodies[unit];
        (body.holding, body.home, body.aside) = (false, body.position, Aside::stopping());
        if let Some(task) = body.task.take() {
            self.count_out(task.order, unit);
            self.core.passages.forget(unit);
        }
    }

    /// Takes a unit out of an order; an order without units is forgotten.
    pub(crate) fn count_out(&mut self, order: OrderId, unit: UnitId) {
        self.members.strike(order, unit);
        // Without it there may be more room.
        if let Some(known) = self.gathering.as_mut().filter(|known| known.order == order) {
            known.is_all = false;
        }
        if let Some(known) = self.core.orders.get_mut(order) {
            known.units -= 1;
            if known.units == 0 {
                self.core.orders.remove(order);
            }
        }
    }

    /// Takes a unit's order away that it cannot follow any more.
    pub(super) fn lose(&mut self, unit: UnitId, order: OrderId, reason: PathLostReason) {
        self.dismiss(unit);
        self.announced.push(Event::PathLost { unit, order, reason, goes_to: None });
    }

    /// Returns whether all units can be sent past the way points, and to their goals.
    fn check_way(&self, units: &[UnitId], definition: &OrderDefinition) -> Result<(), WorldError> {
        let policy = definition.unreachable;
        for (index, &point) in definition.way_points.iter().enumerate() {
            let checked = units.iter().try_for_each(|&unit| self.check_goal(unit, point, policy));
            checked.map_err(|error| error.of_way_point(index))?;
        }
        match &definition.goal {
            Goal::Point(goal) => {
                units.iter().try_for_each(|&unit| self.check_goal(unit, *goal, policy))
            }
            Goal::Each(goals) => self.check_each(units, goals, policy),
            Goal::Unit(_) => Ok(()),
        }
    }

    /// An order as it will be, and where it sends its units, in the order in which they were given.
    fn plan_order(
        &mut self,
        units: &[UnitId],
        definition: &OrderDefinition,
    ) -> Result<(Order, Vec<Sent>), WorldError> {
        let goal = match definition.goal {
            Goal::Point(goal) => Some(goal),
            Goal::Unit(target) => Some(self.core.bodies[target].position),
            Goal::Each(_) => None,
        };
        let mut order = Order::new(units, definition, goal, self.order_count);
        let sent = match (&definition.goal, goal) {
            (Goal::Each(goals), _) => self.send_each(&mut order, units, goals, &[]),
            (_, Some(goal)) => self.send_to(&mut order, goal, units, &[]),
            _ => Vec::new(),
        };
        if definition.unreachable == Unreachable::Stop {
            self.check_sent(&sent)?;
        }
        Ok((order, sent))
    }

    /// Returns whether all units are sent to their goals.
    pub(super) fn check_sent(&self, sent: &[Sent]) -> Result<(), WorldError> {
        let is_lost = |sent: &&Sent| sent.lost.is_some();
        let Some(&Sent { unit, lost: Some((goal, reason)), .. }) = sent.iter().find(is_lost) else {
            return Ok(());
        };
        let found = sent.len() - sent.iter().filter(is_lost).count();
        let body = &self.core.bodies[unit];
        Err(match reason {
            PathLostReason::NoRoom => WorldError::TooFewPlaces { goal, wanted: sent.len(), found },
            PathLostReason::PlaceBlocked => WorldError::GoalBlocked {
                goal,
                unit,
                radius: self.core.definition.class_radius(body.class()),
            },
            _ => WorldError::GoalUnreachable { unit, from: body.position, goal },
        })
    }

    /// Has units follow an order, from one of its way points on.
    pub(super) fn enlist(&mut self, order: OrderId, sent: &[Sent], way_point: u32) {
        self.watch.call();
        self.pool(order);
        for &Sent { unit, slot, band, has_taken, has_own_goal, lost } in sent {
            let mut task = Assignment::new(order, slot, band);
            (task.has_taken, task.has_own_goal) = (has_taken, has_own_goal);
            task.forget_way();
            task.lost = lost.map(|(goal, _)| goal);
            self.core.bodies[unit].task = Some(Box::new(task));
            self.members.enter(order, unit);
            self.set_off(unit, way_point);
            if let Some((_, reason)) = lost {
                let goes_to = Some(slot.place);
                self.announced.push(Event::PathLost { unit, order, reason, goes_to });
            }
        }
        if let Some(order) = self.core.orders.get_mut(order) {
            order.units += sent.len();
        }
    }
}
