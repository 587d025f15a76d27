//! What the world does for units that are stuck.

use crate::arrival::flood::WantedPlaces;
use crate::arrival::places::places;
use crate::arrival::taken::Others;
use crate::base::handle::UnitId;
use crate::bodies::order::{Ring, Slot};
use crate::bodies::unit::Body;
use crate::motion::touching::touching;
use crate::steering::barred::release;
use crate::steering::firm::stands_firm;
use crate::steering::progress::LookPace;
use crate::steering::stuck::{count, free};
use crate::ways::ground::{is_free, standing};
use crate::world::state::World;

/// Slot spacings: a unit that is stuck behind others that rest takes another slot only if its own is this near.
const NEAR: f32 = 8.0;

/// Slot spacings: a place so near to the one that it had is no other one.
const OTHER: f32 = 0.5;

/// Who has given up so often does not try to get to what is no other place again, but stands: up to then others may have moved.
const RETURNS: u32 = 3;

impl World {
    /// Looks for units that get nowhere, reports them, and has them try the next way out.
    pub(crate) fn free_stuck(&mut self) {
        let parameters = &self.core.definition.parameters;
        let pace = LookPace::new(self.tick, parameters);
        let due = count(&mut self.core.bodies, pace, parameters);
        if due.is_any_barred {
            release(&mut self.core.bodies, &self.core.meshes);
        }
        if !due.is_any {
            return;
        }
        let touching = touching(&self.core.neighbours);
        let wanting = free(
            touching,
            &mut self.core.bodies,
            &self.core.orders,
            &self.core.meshes,
            parameters,
            &mut self.events,
            &mut self.scratch.stuck,
        );
        for unit in wanting {
            let slot = self.free_slot(unit);
            let body = &mut self.core.bodies[unit];
            let position = body.position;
            if let (Some(slot), Some(task)) = (slot, &mut body.task) {
                (task.place, task.has_taken) = (slot.place, true);
                task.stuck_state.given_up += 1;
                task.forget_way();
                task.stuck_state.go_on(position);
            }
        }
    }

    /// The free place nearest to a unit that is nearly at its slot, but shut out from it.
    fn free_slot(&self, unit: UnitId) -> Option<Slot> {
        let body = &self.core.bodies[unit];
        let task = body.task.as_ref()?;
        let order = self.core.orders.get(task.order).filter(|_| !task.is_passing())?;
        let spacing = order.shared.get(task.band as usize)?.spacing;
        let mesh = self.core.meshes.of(body.class());
        let goal = standing(mesh, body.position);
        if task.place.distance(goal) > NEAR * spacing || !is_free(mesh, goal) {
            return None;
        }
        // Strangers that rest stay, where they count, and who holds its position does.
        let stays = |other: &Body| {
            let is_stranger = other.task.as_ref().is_none_or(|with| with.order != task.order);
            let stays = is_stranger && other.is_settled_or_idle() || stands_firm(other);
            stays && body.rules().meets(&other.rules())
        };
        let others = self.core.bodies.iter().filter(|&(other, _)| other != unit);
        let taken = others.filter_map(|(_, other)| match &other.task {
            _ if stays(other) => Some(other.position),
            Some(with) if with.order == task.order && with.place != task.place => {
                Some(with.end().place)
            }
            _ => None,
        });
        let belongs = self.core.bodies.values().filter_map(|other| {
            let with = other.task.as_ref().filter(|with| with.order != task.order)?;
            (with.settled && body.rules().meets(&other.rules())).then(|| with.end().place)
        });
        let taken: Vec<_> = taken.chain(belongs).collect();
        let ring = Ring::open(goal);
        let wanted = WantedPlaces {
            goal,
            spacing,
            count: 1,
            taken: &taken,
            others: Others::NONE,
            approach: &[],
            ring,
        };
        let slot = places(&[mesh], &wanted).first().copied()?;
        let is_other = slot.place.distance(task.place) > OTHER * spacing;
        (is_other || task.stuck_state.given_up < RETURNS).then_some(slot)
    }
}
