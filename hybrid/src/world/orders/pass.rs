//! Units pass way points.

use crate::base::handle::UnitId;
use crate::event::Event;
use crate::ways::sight::sees;
use crate::world::state::World;

/// The number of hexagonal slots round a point within a distance of ρ spacings is 2π/√3 · ρ²: its inverse.
const SLOTS: f32 = 0.275_664_4;

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
            if let Some(order) = self.core.bodies[unit].task.as_ref().map(|task| task.order) {
                self.announced.push(Event::Passed { unit, order, way_point });
            }
            self.set_off(unit, way_point + 1);
        }
    }

    /// The index of the way point that a unit has just passed.
    fn passed(&self, unit: UnitId) -> Option<u32> {
        let body = &self.core.bodies[unit];
        let task = body.task.as_ref().filter(|_| body.crossing.is_none())?;
        let (way_point, _) = task.leg?;
        let count = self.core.orders.get(task.order)?.units as f32;
        let spacing = 2.0 * body.radius * self.core.definition.parameters.slot_spacing;
        let near = spacing * (0.5 + (count * SLOTS).sqrt());
        // A fast unit may have been there in between.
        let step = body.velocity * self.core.definition.parameters.tick;
        let back =
            (body.position - task.place).dot(step) / step.length_squared().max(f32::MIN_POSITIVE);
        let closest = body.position - back.clamp(0.0, 1.0) * step;
        let is_near = closest.distance_squared(task.place) <= near * near;
        let sees_it = || sees(self.core.meshes.of(body.class()), closest, task.place);
        (is_near && sees_it()).then_some(way_point)
    }

    /// Sends a unit to the first way point of its order, from this one on, that it can reach, or else to its place.
    pub(super) fn set_off(&mut self, unit: UnitId, from: u32) {
        let Some(task) = &self.core.bodies[unit].task else { return };
        let Some(order) = self.core.orders.get(task.order) else { return };
        if order.way_points.is_empty() {
            return;
        }
        let mut ahead = order.way_points_from(from);
        let next = ahead.find(|&(_, point)| self.reaches(unit, point));
        if let Some(task) = &mut self.core.bodies[unit].task {
            task.pass(next);
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
    }
}
