//! Who gets which slot: first come, deepest slot.
//!
//! Slots are given when the order is, but units overtake each other on the way. So a unit that comes near to the slots
//! swaps its own for the deepest that nobody before it has taken: then nobody must pass one that rests.

use std::cmp::Reverse;

use glam::Vec2;
use slotmap::{SecondaryMap, SlotMap};

use super::places::remaining;
use crate::base::handle::{OrderId, UnitId};
use crate::bodies::order::{Order, SharedGoal, Slot};
use crate::bodies::task::Assignment;
use crate::bodies::unit::Body;
use crate::ground::meshes::Meshes;

/// Slot spacings: units this near to the slots take theirs. Half a second's walk more than what units that touch may be
/// apart, so that the first one has it before the next one comes.
const NEAR: f32 = 4.0;

/// Slot spacings: slots whose depths differ by less than this are equally deep, and the nearest one is taken.
const LEVEL: f32 = 0.6;

/// A straight way that is longer than another one by this factor is so with all roundings.
const SURELY: f32 = 1.01;

/// How far it still is for a unit and where it is, as bits, and which it is.
type Coming = (u32, [u32; 2], UnitId);

/// Room to give slots in.
#[derive(Clone, Debug, Default)]
pub(crate) struct AssignmentScratch {
    free: Vec<((OrderId, u32), UnitId)>,
    near: Vec<Coming>,
    ranked: Ranked,
}

/// Gives the units that have come near to the slots of their order the deepest ones that are left. `due` are those whose
/// orders are looked at in this tick.
pub(crate) fn take_slots(
    bodies: &mut SlotMap<UnitId, Body>,
    orders: &SlotMap<OrderId, Order>,
    meshes: &Meshes,
    due: &[UnitId],
    AssignmentScratch { free, near, ranked }: &mut AssignmentScratch,
) {
    free.clear();
    for &unit in due {
        let is_open = |task: &&Assignment| !(task.has_taken || task.settled || task.is_passing());
        let known = |task: &&Assignment| {
            orders.get(task.order).is_some_and(|order| !order.shared.is_empty())
        };
        let open = bodies[unit].task.as_deref().filter(is_open);
        free.extend(open.filter(known).map(|task| ((task.order, task.band), unit)));
    }
    free.sort_unstable();
    for of_order in free.chunk_by(|a, b| a.0 == b.0) {
        let (order, band) = of_order[0].0;
        let shared = orders.get(order).and_then(|order| order.shared.get(band as usize));
        let Some(shared) = shared else { continue };
        let units = of_order.iter().map(|&(_, unit)| unit);
        take_of(bodies, shared, meshes, units, near, ranked);
    }
}

/// Gives units of one order that have not taken a slot yet the deepest ones that are left.
fn take_of(
    bodies: &mut SlotMap<UnitId, Body>,
    shared: &SharedGoal,
    meshes: &Meshes,
    open: impl Iterator<Item = UnitId> + Clone,
    near: &mut Vec<Coming>,
    ranked: &mut Ranked,
) {
    let rest = |unit: UnitId, bodies: &SlotMap<UnitId, Body>| {
        remaining(&shared.approach, bodies[unit].position)
    };
    // Of units that are as near the place decides, so that it does not matter which one was made first.
    near.clear();
    let most = shared.reach + NEAR * shared.spacing;
    // No way is shorter than the straight one.
    let is_far = |unit: &UnitId| {
        let end = shared.approach.last();
        end.is_some_and(|end| end.distance(bodies[*unit].position) > SURELY * most)
    };
    let all = open.clone().filter(|unit| !is_far(unit));
    let all = all.map(|unit| (rest(unit, bodies), bodies[unit].position, unit));
    let coming = all.filter(|&(rest, ..)| rest <= most);
    near.extend(
        coming.map(|(rest, at, unit)| (rest.to_bits(), at.to_array().map(f32::to_bits), unit)),
    );
    near.sort_unstable();
    if near.is_empty() {
        return;
    }
    ranked.fill(bodies, open);
    for &(_, _, unit) in &*near {
        let level = LEVEL * shared.spacing;
        let suits = |holder| holder == unit || can_swap(&bodies[unit], &bodies[holder], meshes);
        let Some(holder) = ranked.take(unit, bodies[unit].position, level, suits) else { continue };
        if let Some([one, other]) = bodies.get_disjoint_mut([unit, holder]) {
            swap(one, other);
        }
        if let Some(task) = &mut bodies[unit].task {
            task.has_taken = true;
        }
    }
}

/// The slots that nobody has taken yet, the deepest first, and who holds them: so that a look at the deepest is enough.
#[derive(Clone, Debug, Default)]
struct Ranked {
    slots: Vec<(Slot, Option<UnitId>)>,
    /// The index of the slot that a unit holds; and who holds any: clearing the map would look at all units there are.
    held: SecondaryMap<UnitId, usize>,
    holders: Vec<UnitId>,
    /// All before this one are taken.
    first: usize,
}

impl Ranked {
    fn fill(&mut self, bodies: &SlotMap<UnitId, Body>, units: impl Iterator<Item = UnitId>) {
        let slot = |unit: UnitId| {
            let task = bodies[unit].task.as_ref()?;
            Some((task.slot(), Some(unit)))
        };
        let Self { slots, held, holders, first } = self;
        for holder in holders.drain(..) {
            held.remove(holder);
        }
        slots.clear();
        slots.extend(units.filter_map(slot));
        // Depths are not negative: their bits are ordered as they are.
        slots.sort_unstable_by_key(|(slot, unit)| {
            (Reverse(slot.depth.to_bits()), slot.place.to_array().map(f32::to_bits), *unit)
        });
        for (index, holder) in slots.iter().enumerate().filter_map(|(k, slot)| Some((k, slot.1?))) {
            held.insert(holder, index);
            holders.push(holder);
        }
        *first = 0;
    }

    /// Takes the deepest slot for a unit at a point, of those whose holders it `suits` to swap with it, and of those within
    /// `level` metres of that the nearest; returns its holder.
    fn take(
        &mut self,
        unit: UnitId,
        point: Vec2,
        level: f32,
        suits: impl Fn(UnitId) -> bool,
    ) -> Option<UnitId> {
        self.first +=
            self.slots[self.first..].iter().take_while(|(_, unit)| unit.is_none()).count();
        let left = self.slots[self.first..].iter().zip(self.first..);
        let free = left.filter_map(|(&(slot, unit), index)| Some((slot, unit?, index)));
        let mut free = free.filter(|&(_, holder, _)| suits(holder)).peekable();
        let least = free.peek()?.0.depth - level;
        let deep = free.take_while(|(slot, ..)| slot.depth >= least);
        let distance = |slot: &Slot| slot.place.distance_squared(point).to_bits();
        let (_, holder, index) = deep.min_by_key(|(slot, _, index)| (distance(slot), *index))?;
        let own = *self.held.get(unit)?;
        self.slots[own].1 = Some(holder);
        self.held.insert(holder, own);
        self.slots[index].1 = None;
        Some(holder)
    }
}

/// Returns whether two units with slots of one order can swap them: the slots are of one kind, and each can get to the other's.
/// Where obstacles have changed, a slot may have room for the smaller one alone.
pub(super) fn can_swap(one: &Body, other: &Body, meshes: &Meshes) -> bool {
    let (Some(task), Some(with)) = (&one.task, &other.task) else { return false };
    if task.kind != with.kind {
        return false;
    }
    one.class() == other.class()
        || meshes.joined(one.class(), task.place, with.place)
            && meshes.joined(other.class(), with.place, task.place)
}

/// Has two units with slots of one order swap them.
pub(crate) fn swap(one: &mut Body, other: &mut Body) {
    if let (Some(task), Some(with)) = (&mut one.task, &mut other.task) {
        std::mem::swap(&mut task.place, &mut with.place);
        std::mem::swap(&mut task.depth, &mut with.depth);
        for task in [task, with] {
            task.settled = false;
            task.forget_way();
            task.stuck_state.try_again();
        }
    }
}
