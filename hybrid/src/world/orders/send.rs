//! Where each unit of an order is sent: places round a goal that they share, or goals of their own.

use glam::Vec2;

use super::share::Party;
use crate::arrival::places::remaining;
use crate::arrival::standing::StandingDiscs;
use crate::arrival::taken::{Given, Others, Taken};
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, Ring, SharedGoal, Slot};
use crate::bodies::task::APART;
use crate::event::{Event, PathLostReason};
use crate::parameters::WorldDefinition;
use crate::ways::ground::is_free;
use crate::ways::sight::sees;
use crate::world::state::World;

/// So many orders are looked at, one of which follows the other, for places that are left free.
const LONGEST_TRAIN: usize = 8;

/// The share of their diameters that units in range must be apart to stay where they stand: contacts see to the rest.
const CLOSE: f32 = 0.9;

/// Discs side by side reach so many times as far as one of the same area.
const SPREAD: f32 = 1.2;

/// Where a unit is sent.
pub(super) struct Sent {
    pub(super) unit: UnitId,
    pub(super) slot: Slot,
    pub(super) band: u32,
    /// Whether it keeps the slot, whoever else comes near first.
    pub(super) has_taken: bool,
    /// Whether its goal is its own.
    pub(super) has_own_goal: bool,
    /// The goal that it cannot get to, and why.
    pub(super) lost: Option<(Vec2, PathLostReason)>,
}

impl World {
    /// Sends units to a goal that they share; `taken` are the places that others of the order have. Those for whom there is
    /// no room stay where they are. They leave the places of other orders round the goal free, or, beside a unit that is
    /// followed, of those with whom it stands, if there is room elsewhere: nobody comes to rest where others belong as well.
    pub(super) fn send_to(
        &mut self,
        order: &mut Order,
        goal: Vec2,
        units: &[UnitId],
        taken: &[Vec2],
    ) -> Vec<Sent> {
        let others = self.others(order, goal, units, taken.len());
        let sent = self.send_leaving(order, goal, units, Given { taken, others: &others });
        order.pool = self.pool_of(order);
        sent
    }

    /// Sends units to a goal that they share, where others leave room for them; if there is none, anywhere round it.
    fn send_leaving(
        &mut self,
        order: &mut Order,
        goal: Vec2,
        units: &[UnitId],
        Given { taken, others }: Given<'_>,
    ) -> Vec<Sent> {
        if !others.places.is_empty() {
            let mut beside = order.clone();
            let sent = self.send_beside(&mut beside, goal, units, Given { taken, others });
            let lacks_room = |sent: &Sent| matches!(sent.lost, Some((_, PathLostReason::NoRoom)));
            if !sent.iter().any(lacks_room) {
                *order = beside;
                return sent;
            }
        }
        self.send_beside(order, goal, units, Given { taken, others: Others::NONE })
    }

    fn send_beside(
        &mut self,
        order: &mut Order,
        goal: Vec2,
        units: &[UnitId],
        Given { taken, others }: Given<'_>,
    ) -> Vec<Sent> {
        let (free, ring) = self.aim(order, goal, units);
        let mut taken = taken.to_vec();
        let mut sent = self.in_range(order, ring, units, Given { taken: &taken, others });
        taken.extend(sent.iter().map(|sent| sent.slot.place));
        let mut stay = sent.iter().map(|sent| sent.unit).peekable();
        let goes = |unit: &UnitId| stay.next_if_eq(unit).is_none();
        let units: Vec<UnitId> = units.iter().copied().filter(goes).collect();
        for party in self.parties(free, &units) {
            let ring = if party.lost.is_none() { ring } else { Ring::open(party.goal) };
            let given = Given { taken: &taken, others };
            let of_party = self.send_party(order, &party, ring, goal, given);
            taken.extend(of_party.iter().map(|sent| sent.slot.place));
            sent.extend(of_party);
        }
        sent
    }

    /// Sends those of some units to where they stand who are in range of a goal already and see it, if none of the others has
    /// that place.
    fn in_range(
        &self,
        order: &Order,
        ring: Ring,
        units: &[UnitId],
        Given { taken, others }: Given<'_>,
    ) -> Vec<Sent> {
        if order.range == 0.0 || !order.way_points.is_empty() {
            return Vec::new();
        }
        let spacing = 2.0 * self.greatest_radius(units);
        let (taken, others) = (Taken::new(taken, CLOSE * spacing), others.taken(spacing));
        let mut stands = StandingDiscs::new(spacing);
        let mut stay = |&unit: &UnitId| {
            let body = &self.core.bodies[unit];
            let mesh = self.core.meshes.of(body.class());
            let (at, distance) = (body.position, body.position.distance(ring.center));
            let is_there = (ring.least..=ring.most).contains(&distance)
                && body.crossing.is_none()
                && is_free(mesh, at)
                && sees(mesh, at, ring.center)
                && taken.leaves(at)
                && others.leaves(at)
                && stands.leaves(at, CLOSE * body.radius);
            is_there.then(|| {
                stands.add(at, CLOSE * body.radius);
                let slot = Slot::at(at);
                Sent { unit, slot, band: APART, has_taken: true, has_own_goal: false, lost: None }
            })
        };
        units.iter().filter_map(&mut stay).collect()
    }

    /// The places of all who go before an order: of the units that have an order together with the one that it follows, of
    /// those whom they follow, and so on. Of orders that follow each other in a circle the earlier go before the later.
    pub(super) fn train(&self, order: &Order) -> Others {
        let (mut train, mut is_circle): (Vec<(OrderId, &Order)>, bool) = (Vec::new(), false);
        let mut others = Others::default();
        let mut next = order.target;
        while let Some(target) = next.filter(|_| train.len() < LONGEST_TRAIN) {
            let Some(body) = self.core.bodies.get(target) else { break };
            let id = body.task.as_ref().map(|task| task.order);
            let Some((id, known)) = id.and_then(|id| Some((id, self.core.orders.get(id)?))) else {
                // The places of those who follow it leave it free already.
                others.places.extend((!train.is_empty()).then_some(body.position));
                break;
            };
            is_circle |= known.number == order.number;
            if known.number == order.number || train.iter().any(|&(other, _)| other == id) {
                break;
            }
            train.push((id, known));
            next = known.target;
        }
        train.retain(|(_, known)| !is_circle || known.number < order.number);
        for (id, known) in train {
            others.places.extend(self.ends(id, &[]));
            let spacings = known.shared.iter().map(|shared| shared.spacing);
            others.room = spacings.map(|spacing| 0.5 * spacing).fold(others.room, f32::max);
        }
        others
    }

    /// The places of other orders that units leave free at the goal of theirs; `kept` units of it have places already.
    pub(super) fn others(
        &self,
        order: &Order,
        goal: Vec2,
        units: &[UnitId],
        kept: usize,
    ) -> Others {
        if order.target.is_some() {
            self.train(order)
        } else {
            self.settlers(order, goal, units, kept)
        }
    }

    /// The places of other orders round a goal that are in the way of as many units as an order has; `kept` of these have
    /// places already. Places of those whom the units do not meet are in nobody's way.
    fn settlers(&self, order: &Order, goal: Vec2, units: &[UnitId], kept: usize) -> Others {
        let Some(first) = units.first().map(|&unit| self.core.bodies[unit].rules()) else {
            return Others::default();
        };
        let mut but = units.to_vec();
        but.sort_unstable();
        let (space, radius) =
            (self.core.definition.parameters.slot_spacing, self.greatest_radius(units));
        let own = (units.len() + kept) as f32 * radius * radius;
        let (mut others, mut area) = (Others::default(), own);
        // The more places there are round the goal, the farther out lie those of the order.
        loop {
            let reach = SPREAD * space * area.sqrt() + 2.0 * radius;
            let is_close = |&(_, other): &(OrderId, &Order)| {
                other.number != order.number && self.may_have_places(other, goal, reach)
            };
            let close = self.core.orders.iter().filter(is_close);
            let members = close.flat_map(|(id, _)| self.members.of(id));
            let place = |unit: UnitId| {
                let body = &self.core.bodies[unit];
                let (task, of) = (body.task.as_ref()?, body.radius);
                let (place, far) = (task.end().place, reach + 2.0 * of);
                let is_near = place.distance_squared(goal) <= far * far;
                let is_other = is_near && but.binary_search(&unit).is_err();
                (is_other && first.meets(&body.rules())).then_some((place, of))
            };
            let near = members.filter_map(place);
            let known = others.places.len();
            (others, area) = (Others::default(), own);
            for (place, of) in near {
                others.places.push(place);
                others.room = others.room.max(of * space);
                area += of * of;
            }
            if others.places.len() <= known {
                return others;
            }
        }
    }

    /// Returns whether units of an order may have places so near a point, in metres: those that they share lie round their goal.
    fn may_have_places(&self, order: &Order, point: Vec2, reach: f32) -> bool {
        let Some(goal) = order.goal.filter(|_| order.formed.is_none()) else { return true };
        let WorldDefinition { parameters, class_radii, .. } = &*self.core.definition;
        let greatest = class_radii.iter().copied().fold(0.0, f32::max);
        let crowd = (order.units as f32).sqrt() * greatest * parameters.slot_spacing;
        let far = reach + order.range + 2.0 * (SPREAD * crowd + greatest);
        goal.distance_squared(point) <= far * far
    }

    fn send_party(
        &mut self,
        order: &mut Order,
        party: &Party,
        ring: Ring,
        goal: Vec2,
        given: Given<'_>,
    ) -> Vec<Sent> {
        let is_known = |shared: &SharedGoal| shared.goal == party.goal && shared.ring == ring;
        let known = order.shared.iter().position(is_known);
        let band = known.unwrap_or(order.shared.len());
        if known.is_none() {
            let shared = self.share(order, party, ring);
            if party.lost.is_none() {
                self.face_ahead(order, &shared);
            }
            order.shared.push(shared);
        }
        let placed = self.placed(order, party, &order.shared[band], given);
        let shared = &mut order.shared[band];
        let slots = placed.iter().filter_map(|(_, slot)| slot.as_ref());
        let reach = slots.map(|slot| remaining(&shared.approach, slot.place));
        shared.reach = reach.fold(shared.reach, f32::max);
        let sent = placed.into_iter().map(|(unit, slot)| {
            let Some(slot) = slot else {
                return self.stay(unit, goal);
            };
            let lost = party.lost;
            Sent {
                unit,
                slot,
                band: band as u32,
                has_taken: known.is_some(),
                has_own_goal: false,
                lost: lost.map(|reason| (goal, reason)),
            }
        });
        sent.collect()
    }

    /// Sends a unit to where it is, since round its goal there is no room for it.
    pub(super) fn stay(&self, unit: UnitId, goal: Vec2) -> Sent {
        Sent {
            unit,
            slot: Slot::at(self.foothold(unit)),
            band: APART,
            has_taken: true,
            has_own_goal: false,
            lost: Some((goal, PathLostReason::NoRoom)),
        }
    }

    /// Has units that follow an order go where they are sent, and tells them if their goals got lost or found.
    pub(super) fn redirect(&mut self, order: OrderId, sent: &[Sent]) {
        self.watch.call();
        self.pool(order);
        let settle_radius = self.core.definition.parameters.settle_radius;
        for sent in sent {
            let (unit, place) = (sent.unit, sent.slot.place);
            let body = &mut self.core.bodies[unit];
            let Some(task) = &mut body.task else { continue };
            let was_lost = task.lost.is_some();
            let of = (sent.band, sent.has_own_goal);
            if std::mem::replace(&mut task.band, of.0) != of.0
                || std::mem::replace(&mut task.has_own_goal, of.1) != of.1
            {
                task.forget_way();
            }
            if task.end() != sent.slot {
                task.end_at(sent.slot);
                let is_there = body.position.distance(place) <= settle_radius * body.radius;
                task.settled &= is_there;
            }
            task.has_taken = sent.has_taken;
            task.lost = sent.lost.map(|(goal, _)| goal);
            match sent.lost {
                Some((_, reason)) if !was_lost => {
                    let goes_to = Some(place);
                    self.announced.push(Event::PathLost { unit, order, reason, goes_to });
                }
                None if was_lost => self.announced.push(Event::PathFound { unit, order }),
                _ => {}
            }
        }
    }

    /// The places of an order's units, but for some of them.
    pub(super) fn ends(&self, order: OrderId, but: &[UnitId]) -> Vec<Vec2> {
        let mut but = but.to_vec();
        but.sort_unstable();
        let others = self.members.of(order).filter(|unit| but.binary_search(unit).is_err());
        let tasks = others.filter_map(|unit| self.core.bodies[unit].task.as_ref());
        tasks.map(|task| task.end().place).collect()
    }
}
