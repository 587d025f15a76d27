//! Places that go along with the unit that others follow, as long as it goes on as it did.

use glam::Vec2;

use super::share::course;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, SharedGoal};
use crate::bodies::task::APART;
use crate::ways::sight::sees_near;
use crate::world::state::World;

/// The cosine of the angle by which a course may have turned since places were chosen: about 15 degrees.
const SAME_COURSE: f32 = 0.966;

/// Slot spacings: a place that is nearer than this to another one is the same. No place is chosen so near.
pub(super) const CROWDED: f32 = 0.9;

/// Slot spacings: so far places are carried before the way to them is looked for anew.
const OLD: f32 = 4.0;

impl World {
    /// Moves the places of an order whole to where they lie round a new goal as they did round the old one, if that can be
    /// done: the unit that they follow has not turned, and each place is free and in sight of where it was. Returns whether
    /// it was: to choose places anew takes far longer, and gives units others that they have to change to.
    pub(super) fn carry(&mut self, id: OrderId, goal: Vec2) -> bool {
        let Some((shared, units, places)) = self.carried(id, goal) else { return false };
        let settle_radius = self.core.definition.parameters.settle_radius;
        for (&unit, &place) in units.iter().zip(&places) {
            let body = &mut self.core.bodies[unit];
            let Some(task) = &mut body.task else { continue };
            task.carry(place, OLD * shared.spacing);
            task.settled &= body.position.distance(place) <= settle_radius * body.radius;
        }
        let order = &mut self.core.orders[id];
        order.shared[0] = shared;
        order.placed = goal;
        self.watch.call();
        true
    }

    /// Returns what is known of the point that units share, the units and their places, carried to a new goal; `None` where
    /// places have to be chosen anew.
    fn carried(&self, id: OrderId, goal: Vec2) -> Option<(SharedGoal, Vec<UnitId>, Vec<Vec2>)> {
        let order = self.core.orders.get(id)?;
        let [known] = order.shared.as_slice() else { return None };
        let shift = goal - order.placed;
        let shared = self.along(order, known, shift)?;
        let taken = self.train(order).taken(CROWDED * known.spacing);
        let units: Vec<UnitId> = self.units_of(id).collect();
        let place = |&unit: &UnitId| {
            let body = &self.core.bodies[unit];
            let task = body.task.as_ref()?;
            let (from, to) = (task.place, task.place + shift);
            let is_plain = task.leg.is_none() && task.lost.is_none() && task.band != APART;
            let is_clear = || sees_near(self.core.meshes.of(body.class()), [from, to], None);
            (is_plain && taken.leaves(to) && is_clear()).then_some(to)
        };
        let places: Option<Vec<Vec2>> = units.iter().map(place).collect();
        Some((shared, units, places?))
    }

    /// Returns what is known of a shared point a little farther on the course of the unit that is followed; `None` where that
    /// goes elsewhere now, or no place beside it is free.
    fn along(&self, order: &Order, known: &SharedGoal, shift: Vec2) -> Option<SharedGoal> {
        let target = self.core.bodies.get(order.target?)?;
        let (was, now) = (known.ring.ahead, course(target));
        let goes_on = was == now || was.dot(now) >= SAME_COURSE;
        let goal = known.goal + shift;
        let is_open = sees_near(self.core.meshes.of(known.found_on.0), [known.goal, goal], None);
        (goes_on && is_open && order.range == 0.0 && order.formed.is_none()).then(|| {
            let mut shared = known.clone();
            shared.goal = goal;
            shared.ring.center += shift;
            shared
        })
    }
}
