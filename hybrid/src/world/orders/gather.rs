//! Units join an order whose units have not begun to take their places: all of them get places together, once, with the next
//! step, however many calls it took to gather them.

use glam::Vec2;

use super::send::Sent;
use crate::arrival::places::slots;
use crate::arrival::taken::Others;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::gathering::Gathering;
use crate::bodies::order::{Order, Slot, Unreachable};
use crate::error::WorldError;
use crate::event::PathLostReason;
use crate::world::state::World;

/// Room is looked for for so many times the units that there are: those who come later find it looked for already.
const FORESIGHT: usize = 2;

impl World {
    /// Has units follow an order, from one of its way points on, that get places together with all others of the order.
    ///
    /// # Errors
    /// As of [`World::join`].
    pub(super) fn join_early(
        &mut self,
        order: OrderId,
        goal: Vec2,
        fresh: &[UnitId],
        way_point: u32,
    ) -> Result<(), WorldError> {
        if self.core.orders[order].unreachable == Unreachable::Stop {
            self.check_room(order, goal, fresh)?;
        }
        let known = &mut self.core.orders[order];
        known.shared.clear();
        known.planned = false;
        fresh.iter().for_each(|&unit| self.dismiss(unit));
        let stays = |&unit: &UnitId| {
            let slot = Slot::at(self.foothold(unit));
            Sent { unit, slot, band: 0, has_taken: false, has_own_goal: false, lost: None }
        };
        let waiting: Vec<Sent> = fresh.iter().map(stays).collect();
        self.enlist(order, &waiting, way_point);
        self.fall_in(order, fresh);
        Ok(())
    }

    /// Returns whether all units of an order, and those that join it, can get to its goal, and there is room for them.
    fn check_room(
        &mut self,
        order: OrderId,
        goal: Vec2,
        fresh: &[UnitId],
    ) -> Result<(), WorldError> {
        let wanted = self.members.count(order) + fresh.len();
        if !self.gathering.as_ref().is_some_and(|known| self.holds(known, order, goal, fresh))
            || self.gathering.as_ref().is_some_and(|known| wanted > known.room && !known.is_all)
        {
            self.gathering = None;
            let units: Vec<UnitId> = self.members.of(order).chain(fresh.iter().copied()).collect();
            self.gathering = Some(self.room_for(order, goal, &units)?);
        }
        let room = self.gathering.as_ref().map_or(0, |known| known.room);
        if wanted > room {
            // The units that were refused are not those of the order.
            self.gathering = None;
            let units: Vec<UnitId> = self.members.of(order).chain(fresh.iter().copied()).collect();
            if self.are_mixed(&units) || self.core.orders[order].formed.is_some() {
                // What was looked for is room for units that all are as large as the largest.
                let mut probe = self.core.orders[order].clone();
                probe.shared.clear();
                let sent = self.send_to(&mut probe, goal, &units, &[]);
                return self.check_sent(&sent);
            }
            return Err(WorldError::TooFewPlaces { goal, wanted, found: room });
        }
        Ok(())
    }

    /// Returns whether what is known of an order's room is so for more units, too.
    fn holds(&self, known: &Gathering, order: OrderId, goal: Vec2, fresh: &[UnitId]) -> bool {
        let is_alike = |&unit: &UnitId| {
            let body = &self.core.bodies[unit];
            body.radius <= known.radius
                && known.classes.iter().any(|&(class, _)| class == body.class())
                && self.reaches(unit, known.goals[1])
        };
        let is_current =
            |&(class, version): &(usize, u64)| self.core.meshes.of(class).version() == version;
        (known.order, known.tick, known.goals[0]) == (order, self.tick, goal)
            && known.classes.iter().all(is_current)
            && fresh.iter().all(is_alike)
    }

    /// Looks for room for the units of an order, and for more that may come.
    fn room_for(
        &mut self,
        order: OrderId,
        goal: Vec2,
        units: &[UnitId],
    ) -> Result<Gathering, WorldError> {
        let mut probe = self.core.orders[order].clone();
        probe.shared.clear();
        let (free, ring) = self.aim(&probe, goal, units);
        let parties = self.parties(free, units);
        let room = match &parties[..] {
            [party] if party.lost.is_none() => {
                let shared = self.share(&probe, party, ring);
                slots(&self.meshes_for(units), &shared, FORESIGHT * units.len(), &[], Others::NONE)
                    .len()
            }
            _ => {
                let sent = self.send_to(&mut probe, goal, units, &[]);
                self.check_sent(&sent)?;
                units.len()
            }
        };
        let mut classes: Vec<usize> =
            units.iter().map(|&unit| self.core.bodies[unit].class()).collect();
        classes.sort_unstable();
        classes.dedup();
        let version = |class: usize| (class, self.core.meshes.of(class).version());
        Ok(Gathering {
            order,
            tick: self.tick,
            goals: [goal, free],
            radius: self.greatest_radius(units),
            classes: classes.into_iter().map(version).collect(),
            room,
            is_all: room < FORESIGHT * units.len(),
        })
    }

    /// Gives places to the units of all orders that others have joined since the last step. Before their goals change; edits
    /// may come first: what is saved has taken effect, and those who join later still get their places along with these.
    pub(crate) fn place_gathered(&mut self) {
        let is_waiting = |(_, order): &(OrderId, &Order)| order.is_unplaced();
        let waiting: Vec<OrderId> =
            self.core.orders.iter().filter(is_waiting).map(|(id, _)| id).collect();
        for id in waiting {
            let Some(mut order) = self.core.orders.get(id).cloned() else { continue };
            let Some(goal) = order.goal else { continue };
            let units: Vec<UnitId> = self.members.of(id).collect();
            let sent = self.send_to(&mut order, goal, &units, &[]);
            self.core.orders[id] = order;
            self.send_on(id, sent);
        }
        self.gathering = None;
    }

    /// Has the units of an order go to other places, as they are sent. Those without a way stop if the order says so; those
    /// without room stay where they are.
    pub(super) fn send_on(&mut self, id: OrderId, mut sent: Vec<Sent>) {
        let policy = self.core.orders[id].unreachable;
        if policy == Unreachable::Stop {
            for sent in &sent {
                match sent.lost {
                    Some((_, PathLostReason::NoRoom)) | None => {}
                    Some((_, reason)) => self.lose(sent.unit, id, reason),
                }
            }
            sent.iter_mut().for_each(|sent| sent.lost = None);
        }
        self.redirect(id, &sent);
    }
}
