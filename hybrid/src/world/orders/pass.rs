//! Units pass way points.

use glam::Vec2;

use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, Repeat};
use crate::bodies::unit::Body;
use crate::event::Event;
use crate::ways::sight::sees;
use crate::world::state::World;

/// The number of hexagonal slots round a point within a distance of ρ spacings is 2π/√3 · ρ²: its inverse.
const SLOTS: f32 = 0.275_664_4;

/// Slot spacings: a unit that has not gone on since it passed a point of a round must come so near to the next.
const THERE: f32 = 0.1;

impl World {
    /// Units that are near enough to the way points to which they go set off for the next.
    pub(crate) fn pass_way_points(&mut self) {
        if self.core.orders.values().all(|order| order.way_points.is_empty()) {
            return;
        }
        let passing: Vec<(UnitId, u32)> = self
            .core
            .bodies
            .iter()
            .filter_map(|(unit, _)| Some((unit, self.passed(unit)?)))
            .collect();
        for (unit, way_point) in passing {
            self.tell_passed(unit, way_point);
            self.set_off(unit, way_point + 1);
        }
    }

    /// Tells that a unit has got to the end of a leg: to a way point, or to the goal of an order that repeats its way.
    fn tell_passed(&mut self, unit: UnitId, leg: u32) {
        let body = &mut self.core.bodies[unit];
        let Some(task) = &mut body.task else { return };
        let id = task.order;
        let Some(order) = self.core.orders.get(id) else { return };
        task.passed_at = (order.repeat != Repeat::Once).then_some(body.position);
        self.announced.push(if order.leads_to_goal(leg) {
            task.arrived = true;
            Event::Arrived { unit, order: id }
        } else {
            Event::PassedWayPoint { unit, order: id, way_point: order.index_of(leg) }
        });
    }

    /// The number of the leg at whose end a unit has just come.
    fn passed(&self, unit: UnitId) -> Option<u32> {
        let body = &self.core.bodies[unit];
        let task = body.task.as_ref().filter(|_| body.crossing.is_none())?;
        let (way_point, _) = task.leg?;
        let (near, spacing) = self.nearness(body, self.core.orders.get(task.order)?);
        // A fast unit may have been there in between.
        let step = body.velocity * self.core.definition.parameters.tick;
        let back =
            (body.position - task.place).dot(step) / step.length_squared().max(f32::MIN_POSITIVE);
        let closest = body.position - back.clamp(0.0, 1.0) * step;
        // Where points of a round lie near together it passes them one after the other as it walks, not at once.
        let stays = |at: &Vec2| at.distance_squared(body.position) < spacing * spacing;
        let stays = task.passed_at.as_ref().is_some_and(stays);
        let near = if stays { THERE * spacing } else { near };
        let is_near = closest.distance_squared(task.place) <= near * near;
        let sees_it = || sees(self.core.meshes.of(body.class()), closest, task.place);
        (is_near && sees_it()).then_some(way_point)
    }

    /// Returns how near a unit of an order must come to a way point, and how far units are apart that rest; metres.
    fn nearness(&self, body: &Body, order: &Order) -> (f32, f32) {
        let spacing = 2.0 * body.radius * self.core.definition.parameters.slot_spacing;
        (spacing * (0.5 + (order.units as f32 * SLOTS).sqrt()), spacing)
    }

    /// Sends a unit to the first way point of its order, from this one on, that it can reach, or else to its place; of a
    /// round only while one of its points lies farther off than a unit need come to it.
    pub(super) fn set_off(&mut self, unit: UnitId, from: u32) {
        let Some(task) = &self.core.bodies[unit].task else { return };
        let Some(order) = self.core.orders.get(task.order) else { return };
        if order.way_points.is_empty() {
            return;
        }
        let body = &self.core.bodies[unit];
        let (near, spacing) = self.nearness(body, order);
        let is_far = |point: Vec2| body.position.distance(point) > near + spacing;
        let mut ahead = order.legs_from(from).filter(|&(_, point)| self.reaches(unit, point));
        // Who is at all points of its round already rests at its place.
        let goes_on = order.repeat == Repeat::Once || ahead.clone().any(|(_, point)| is_far(point));
        let next = if goes_on { ahead.next() } else { None };
        let repeats = order.repeat != Repeat::Once;
        if let Some(task) = &mut self.core.bodies[unit].task {
            task.pass(next);
            if repeats {
                // Each leg of a round that has no end is a walk of its own.
                task.progress.begin_anew();
            }
        }
    }

    /// Has units whose way points cannot be reached any more pass them over.
    pub(crate) fn pass_over(&mut self) {
        let is_shut_out = |unit: UnitId| {
            let task = self.core.bodies[unit].task.as_ref()?;
            let (way_point, _) = task.leg?;
            (!self.reaches(unit, task.place)).then_some((unit, way_point))
        };
        let shut_out: Vec<(UnitId, u32)> =
            self.core.bodies.keys().filter_map(is_shut_out).collect();
        for (unit, way_point) in shut_out {
            self.set_off(unit, way_point + 1);
        }
        // Who found no way to any point of its round looks anew.
        let repeats = |order: OrderId| {
            self.core.orders.get(order).is_some_and(|order| order.repeat != Repeat::Once)
        };
        let waits = |unit: &UnitId| {
            let task = self.core.bodies[*unit].task.as_ref();
            task.is_some_and(|task| !task.is_passing() && repeats(task.order))
        };
        let waiting: Vec<UnitId> = self.core.bodies.keys().filter(waits).collect();
        waiting.into_iter().for_each(|unit| self.set_off(unit, 0));
    }
}
